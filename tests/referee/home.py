"""Make random home-made games with components that fit together.

Every component has its own rule (``H-1``, ``H-2`` …), so that a score sheet shows which of them gave which points.
"""

import random

from tests.referee.cards import RANKS, deck_of
from tests.referee.rulebook import Part

SOME = (5, 10, 15, 25)


class Maker:
    """One game in the making."""

    def __init__(self, rng: random.Random, name: str) -> None:
        self.rng = rng
        self.rules_named = 0
        self.partners = rng.random() < 0.45
        self.seats = 4 if self.partners else rng.choice([3, 3, 4, 4, 5])
        six = random.Random(f"six seats {name}").random() < 0.25
        if six and self.seats > 3:
            self.seats = 6
        threes = self.partners and self.seats == 6 and random.Random(f"threes {name}").random() < 0.4
        self.pairs = self.partners and not threes
        self.side_size = 3 if threes else 2 if self.pairs else 1
        self.sits_out = not self.partners and 3 < self.seats < 6 and self.chance(0.4)
        self.players = self.seats - self.sits_out
        self.dead = self.players < 5 and self.chance(0.2)
        self.extra = self.chance(0.4)
        self.jokers = rng.choice([0, 0, 1, 2])
        self.aces = "called" if self.chance(0.3) else "high"
        hands = self.players + self.dead
        kitty = random.Random(f"kitty {name}")
        self.kitty = kitty.choice([1, 2, 4]) if not self.extra and not self.sits_out and kitty.random() < 0.25 else 0
        aside = self.extra + self.kitty
        self.cards = rng.randint(-(-20 // hands), min(13, (52 + self.jokers - aside) // hands))
        drafting = random.Random(f"drafting {name}")
        self.draft = drafting.choice(["seen", "unseen"]) if drafting.random() < 0.12 else None
        if self.draft:
            self.pairs, self.side_size, self.kitty = False, 1, 0
            self.partners = self.sits_out = self.dead = self.extra = False
            self.players = self.seats = drafting.choice([2, 2, 2, 3])
            self.cards = drafting.randint(4, min(13, (52 + self.jokers) // (2 * self.players)))
        self.apart = self.chance(0.5)
        self.table = not self.partners and not self.apart and self.chance(0.5)
        self.options: list[str] = []
        self.whole: Part = {
            "slug": name,
            "name": f"Home {name}",
            "summary": "Put together at random.",
            "seats": self.seats,
            "sides": ("solo", "partners", "threes")[self.side_size - 1],
        }

    def chance(self, likely: float) -> bool:
        """Return True with this probability."""
        return self.rng.random() < likely

    def part(self, kind: str, **keys: object) -> Part:
        """Return a component with its own rule."""
        self.rules_named += 1
        return {"kind": kind, "rule": f"H-{self.rules_named}", **keys}

    def rule(self) -> str:
        """Return a new rule name."""
        self.rules_named += 1
        return f"H-{self.rules_named}"

    def make(self) -> Part:
        """Return the whole object."""
        self.whole["deck"] = self.deck()
        self.whole["deal"] = {
            "cards": self.cards,
            "extra": int(self.extra),
            "dead_hands": int(self.dead),
            "sits_out": "dealer" if self.sits_out else "nobody",
            **({"draft": self.draft} if self.draft else {}),
        }
        self.whole["bids"] = self.bids()
        self.whole["plays"] = self.plays()
        self.whole["scores"] = self.scores()
        self.whole["endings"] = self.endings()
        self.whole["customs"] = self.customs()
        if self.aces == "called" and self.chance(0.5):
            self.options.append("aces")
        if self.jokers == 1 and self.extra and self.chance(0.4):
            self.options.append("joker")
        self.whole["options"] = self.options
        return self.whole

    def deck(self) -> Part:
        """Return a deck with just enough cards, the spades in random order."""
        rng = self.rng
        jokers = ["BJ", "LJ"][: self.jokers]
        wanted = (self.players + self.dead) * self.cards * (2 if self.draft else 1) + self.extra + self.kitty
        pack = [rank + suit for suit in "CDHS" for rank in RANKS]
        remove = sorted(rng.sample(pack, len(pack) + self.jokers - wanted))
        spades = jokers + [rank for rank in reversed(RANKS) if rank + "S" not in remove]
        if self.chance(0.3):
            rng.shuffle(spades)
        deck = {"jokers": self.jokers, "remove": remove, "spades": " ".join(spades), "aces": self.aces}
        order = random.Random(f"order {self.whole['slug']}")
        if self.aces == "high" and order.random() < 0.2:
            deck["suits"] = " ".join(order.choice([list(RANKS), order.sample(RANKS, 13)]))
        return deck

    def bids(self) -> list[Part]:
        """Return the parts of a turn, and the parts that follow after all bids."""
        rng, cards = self.rng, self.cards
        self.least = 1 if not self.apart and self.chance(0.15) else 0
        self.most = cards if self.chance(0.8) else rng.randint(max(2, cards // 2), cards)
        by_side = self.pairs and self.chance(0.5)
        number = self.part("number", min=self.least, max=self.most)
        number["order"] = "by_side" if by_side else "clockwise"
        turn = [number]
        total = self.pairs and not self.apart and self.chance(0.7)
        self.low, self.high = self.side_size * self.least, self.side_size * self.most
        if total:
            self.low = rng.randint(2 * self.least, min(4, cards))
            self.high = rng.randint(max(self.low, self.most // 2, 2), cards)
            turn.append(self.part("side_total", min=self.low, max=self.high))
            self.high = min(self.high, self.side_size * self.most)
        self.change = not total and self.chance(0.4)
        seen = bool(self.draft or self.kitty)
        self.blind = not self.change and self.chance(0.5) and by_side == self.partners and not seen
        self.nil_blind = self.apart and not self.change and self.chance(0.3) and not seen
        self.blind = self.blind or self.nil_blind
        self.two_offers = False
        self.zero_draw = self.extra and not self.blind and self.least == 0 and self.chance(0.6)
        high_draw = self.extra and not self.blind and self.chance(0.6)
        if self.nil_blind:
            turn.append(self.part("blind", who="anyone", bids="nil", behind=rng.choice([0, 0, 10, 40])))
        elif self.blind:
            turn.append(self.part("blind", who="side" if by_side else "anyone", behind=rng.choice([0, 0, 10, 40])))
            least = random.Random(f"least blind {self.whole['slug']}")
            if least.random() < 0.4:
                turn[-1]["least"] = least.randint(1, min(self.high if by_side else self.most, cards))
        both = random.Random(f"two blind offers {self.whole['slug']}")
        if self.apart and self.blind and by_side == self.partners and both.random() < 0.5:
            offers = {"who": "side" if by_side else "anyone", "bids": "both", "nil_behind": both.choice([0, 10, 30])}
            turn[-1] |= offers
            self.nil_blind, self.two_offers = False, True
        if self.change:
            turn.append(self.part("change"))
        if self.zero_draw:
            turn.append(self.part("zero_draw"))
        if self.kitty:
            kitty = random.Random(f"who takes the kitty {self.whole['slug']}")
            card = kitty.choice(sorted(map(str, deck_of(self.whole["deck"]))))
            turn.append(self.part("kitty", cards=self.kitty, taker=kitty.choice(["dealer", "holder"]), card=card))
        if self.chance(0.2):
            turn.append(self.part("new_deal", on=self.switch("new_deal")))
            lacks = random.Random(f"a bad hand {self.whole['slug']}")
            turn[-1]["without"] = lacks.choice(["spades_and_honours", "spades"])
        self.limited = not total and not self.change and self.least == 0 and self.chance(0.95 if self.partners else 0.4)
        if self.limited:
            turn.append(self.limit())
        rng.shuffle(turn)
        return turn + self.late(total, high_draw)

    def limit(self) -> Part:
        """Return a limit that excludes some bids, but never all of a player's."""
        kinds = ["board", "one_nil", "as_partner"] if self.pairs else ["at_least"]
        if not self.blind and self.most == self.cards:
            kinds += ["count"] if self.partners else ["count", "count"]
        kind = self.rng.choice(kinds)
        if kind == "at_least" and self.cards % 2:
            kind = "last_bid"
        match kind:
            case "last_bid":
                return self.part(kind, total=self.cards)
            case "at_least":
                return self.part(kind, bid=self.rng.randint(2, self.most))
            case "count":
                suit = self.rng.choice(["clubs", "diamonds", "hearts", "spades"])
                part = self.part(kind, suit=suit, or_nil=self.chance(0.5))
                named = random.Random(f"named cards {self.whole['slug']}")
                if named.random() < 0.5:
                    part["cards"] = named.sample(sorted(map(str, deck_of(self.whole["deck"]))), named.choice([1, 4]))
                if named.random() < 0.5:
                    part["each"] = named.choice([2, 3])
                return part
            case "board" if random.Random(f"all bids {self.whole['slug']}").random() < 0.6:
                return self.part("all_bids", least=random.Random(self.whole["slug"]).randint(1, 2 * self.most))
            case "board":
                return self.part(kind, least=self.rng.randint(1, min(4, self.most)))
            case _:
                return self.part(kind)

    def switch(self, option: str) -> bool:
        """Return whether an optional component is on, which may be a choice of the table."""
        if self.chance(0.4):
            self.options.append(option)
        return self.chance(0.7)

    def late(self, total: bool, high_draw: bool) -> list[Part]:
        """Return raises, promises, a skipped hand, the extra card for the highest bidder."""
        rng, cards = self.rng, self.cards
        late: list[Part] = []
        self.promised: list[tuple[str, int]] = []
        if self.chance(0.4) and not self.limited:
            of_side = self.pairs and not self.apart and (total or self.chance(0.5))
            least = self.low if of_side else self.least
            most = self.high if total else cards
            if most > least:
                most = rng.randint(least + 1, most)
                late.append(self.part("raise", of="side" if of_side else "seat", max=most))
                if of_side:
                    self.high = max(self.high, most)
                else:
                    self.most = max(self.most, most)
                    self.high = max(self.high, self.side_size * most)
                most = 3 if self.chance(0.8) else cards  # mostly bids that are made now and then
                for tricks in rng.sample(range(1, most + 1), rng.choice([0, 1, 2, 2])):
                    self.promised.append((f"Promise of {tricks}", tricks))
                    late.append(self.part("promise", name=f"Promise of {tricks}", tricks=tricks))
        sides = self.players // self.side_size
        self.skip = self.chance(0.2) and sides * self.low < sides * self.high - 1
        if self.skip:
            total_bids = min(sides * self.low + rng.randint(0, 6), sides * self.high - 1)
            late.append(self.part("skip", on=self.switch("ten_or_less"), total=total_bids))
        if high_draw:
            late.append(self.part("high_draw"))
        rng.shuffle(late)
        passing = random.Random(f"exchange {self.whole['slug']}")
        if self.pairs and self.apart and not self.change and passing.random() < 0.6:
            count = {"nil": passing.choice([1, 1, 2, 3]), "blind_nil": passing.choice([0, 1, 2])}
            order = passing.choice(["together", "nil_first"])
            late.insert(passing.randint(0, len(late)), self.part("exchange", **count, pass_order=order))
        return late

    def plays(self) -> list[Part]:
        """Return C-6, a way to lead, aces, a claim."""
        plays = [
            self.part("follow"),
            self.part(
                "lead",
                spades=self.rng.choice(["always", "broken"]),
                broken_by=self.rng.choice(["off_suit", "any_spade"]),
            ),
        ]
        if self.chance(0.3):
            plays.append(self.part("first_trick", trumps=self.rng.choice(["free", "no_spade"])))
        if self.chance(0.3) and not self.dead and not self.extra and not self.kitty:
            plays.append(self.part("opening", leads=self.rng.choice(["left", "lowest_club"])))
            if self.draft:
                plays[-1]["leads"] = "left"  # others may discard all clubs
        if self.aces == "called":
            plays.append(self.part("ace_call"))
        elif (beating := random.Random(f"must beat {self.whole['slug']}")).random() < 0.3:
            ways = [(True, "free"), (True, "beat"), (True, "spade"), (False, "beat"), (False, "spade")]
            follow, void = beating.choice(ways)
            plays.append(self.part("must_beat", follow=follow, void=void))
        if self.chance(0.8):
            plays.append(self.part("claim"))
        if self.chance(0.5):
            plays.append(self.part("last_trick", shown=self.chance(0.5)))
        return plays

    def scores(self) -> list[Part]:
        """Return one score for the bids, and others before and after it."""
        rng = self.rng
        self.wins = self.chance(0.3)
        scores = [self.bid_table() if self.table else self.contract()]
        counts = bool(scores[0]["bags"])
        if self.apart:
            grows = self.chance(0.4)
            lost = rng.choice([-100, -50, -5]) if grows or self.chance(0.7) else 0
            each = rng.choice([0, -10, -3])
            zero = self.part("zero", made=rng.choice([30, 100]), lost=lost, each=each, grows=grows)
            if random.Random(f"first zero {self.whole['slug']}").random() < 0.3:
                self.options.append("first_zero")
            zero["bags"] = self.chance(0.5)
            at = rng.choice([0, 0, 1])
            if self.chance(0.4):
                zero |= {"bags": False, "stray": rng.choice(["helps", "bags", "bags_only", "nothing"])}
                at = 0
            stray = zero.get("stray")
            if stray in ("helps", "bags"):
                zero |= {"over": rng.choice([0, 1, -2]), "over_rule": self.rule()}
            if self.blind and (self.nil_blind or self.chance(0.5) or self.two_offers):
                zero |= {"blind_made": rng.choice([50, 200]), "blind_lost": -rng.choice([0, 60]), "word": "nil"}
                zero["blind_rule"] = self.rule()
            counts = counts or bool(zero["bags"] or stray not in (None, "nothing"))
            scores.insert(at, zero)
        for name, tricks in self.promised:
            points = {"made": rng.choice(SOME), "lost": -rng.choice([0, 5, 20])}
            scores.append(self.part("promise", name=name, tricks=tricks, **points))
        if self.skip:
            scores.insert(rng.randint(0, len(scores)), self.part("skipped", each=rng.choice([-1, 3, 10])))
        if not self.partners and self.chance(0.4):
            row = {"length": rng.choice([2, 3]), "points": rng.choice(SOME), "further": rng.choice([0, 7])}
            scores.insert(rng.randint(0, len(scores)), self.part("perfect_row", **row))
        taken = random.Random(f"tricks taken {self.whole['slug']}")
        if taken.random() < 0.2:
            pays = {"each": taken.choice([1, 5, -2]), "all_tricks": taken.choice([0, 100])}
            scores.insert(taken.randint(0, len(scores)), self.part("tricks", **pays))
        last = random.Random(f"last trick {self.whole['slug']}")
        if last.random() < 0.2:
            scores.insert(last.randint(0, len(scores)), self.part("final_trick", points=last.choice([1, 10, 25])))
        if self.chance(0.3):
            at = rng.randint(0, len(scores))
            compares = rng.choice(["tricks", "points"] if at else ["tricks"])
            if self.low < self.high and self.chance(0.3):
                compares = "bids"
            keys = {"won": rng.choice(SOME), "lost": -rng.choice([0, 8]), "shared": rng.choice(["nobody", "all"])}
            best = rng.choice(["lowest", "highest"])
            scores.insert(at, self.part("hand_winner", compares=compares, best=best, **keys))
        self.counts = counts
        if counts and self.chance(0.7):
            bags = {"limit": rng.choice([0, 1, 2, 3, 5]), "penalty": -rng.choice([0, 10, 33])}
            keep = rng.choice(["remainder", "running"])
            scores.append(self.part("bags", on=self.switch("bag_penalty"), keep=keep, **bags))
        return scores

    def contract(self) -> Part:
        """Return a score for a side's bid, made or not."""
        rng, cards = self.rng, self.cards
        part = self.part(
            "contract",
            zeros="apart" if self.apart else "counted",
            made=rng.choice(SOME),
            over=rng.choice([-10, 0, 1, 2]),
            lost=-rng.choice([0, 5, 10]),
            each_if_lost=rng.choice([0, 0, 1, -2]),
            bags=self.chance(0.6),
        )
        if random.Random(f"exact {self.whole['slug']}").random() < 0.15:
            part |= {"exact": True, "over": 0, "bags": False}
        if self.apart and self.partners and self.chance(0.5):
            part["zero_partner_rule"] = self.rule()
        low, high = max(1, self.low) if self.apart else self.low, min(self.high, cards)
        all_tricks = self.high >= cards and self.chance(0.4)
        if all_tricks:
            part["all_tricks"] = {"rule": self.rule(), "each": rng.choice([20, 35]), "wins": self.wins}
            high = min(high, cards - 1)
        if self.wins and not all_tricks:
            lowest = random.Random(f"lowest bid that wins {self.whole['slug']}")
            enough = cards // 2 + 1
            highest = min(self.high, cards)
            if enough <= highest:
                part["wins_from"] = lowest.randint(enough, highest)
        self.wins = self.wins and (all_tricks or "wins_from" in part)
        if low <= high and self.chance(0.5):
            bids = rng.sample(range(low, high + 1), min(rng.choice([1, 2, 3]), high - low + 1))
            part["special"] = [{"bid": bid, "points": rng.choice(SOME), "rule": self.rule()} for bid in bids]
            part["special"][0]["lost"] = -rng.choice([0, 40])
            part["specials"] = self.chance(0.8)
        if self.blind and not self.nil_blind:
            part |= {"blind_made": rng.choice([20, 30]), "blind_rule": self.rule()}
            if part.get("special"):
                part["blind_doubles_special"] = self.chance(0.5)
                if self.chance(0.4):
                    self.options.append("blind_ten_400")
        if self.chance(0.3):
            part |= {"double_sets": self.chance(0.7), "double_rule": self.rule()}
            if self.chance(0.4):
                self.options.append("double_sets")
        if part.get("exact"):
            part.pop("double_sets", None)
            part.pop("double_rule", None)
            if "double_sets" in self.options:
                self.options.remove("double_sets")
        return part

    def bid_table(self) -> Part:
        """Return a score with separate points for every bid."""
        rng, most = self.rng, self.most

        def column(*points: int) -> list[int]:
            return [rng.choice(points) for _ in range(most + 1)]

        def some(likely: float, least: int = 0) -> list[int]:
            return [bid for bid in range(least, most + 1) if self.chance(likely)]

        # A winning number is more than half of the tricks, so that no two can win at once.
        winning = self.cards // 2 + 1
        part = self.part("table", made=[*column(*SOME)], lost=column(-20, -5, 0), over=rng.choice([-3, 0, 1]))
        part |= {"over_rule": self.rule(), "bags": self.chance(0.5), "exact": some(0.3)}
        wins = some(0.4, winning) if self.wins else []
        if wins:
            part["wins"] = wins
        if self.blind:
            part |= {"blind_made": column(*SOME, 60), "blind_lost": column(-30, -7), "blind_rule": self.rule()}
            part["blind_exact"] = self.chance(0.6)
            blind_wins = some(0.4, winning) if self.wins else []
            if blind_wins:
                part["blind_wins"] = blind_wins
        self.wins = bool(wins or part.get("blind_wins"))
        return part

    def endings(self) -> list[Part]:
        """Return immediate endings, then a target or a number of hands or both, and a floor, in random order."""
        rng = self.rng
        endings = [self.part("outright")] if self.wins else []
        if self.partners and self.players == 2 * self.side_size and self.chance(0.4):
            endings.append(self.part("sets", limit=rng.choice([1, 2, 3])))
        rng.shuffle(endings)
        late: list[Part] = []
        for option in rng.choice([["hands"], ["target"], ["hands", "target"]]):
            fewest = self.counts and self.chance(0.5)
            if option == "hands":
                parts = "first" if fewest else rng.choice(["all", "first", "none"])
                late.append(self.part("hands", hands=rng.choice([1, 2, 3]), parts=parts, fewest_bags=fewest))
            else:
                late.append(self.part("target", points=rng.choice([20, 40, 80]), fewest_bags=fewest))
            if self.chance(0.3):
                self.options.append(option)
        if self.chance(0.3):
            fewest = self.counts and self.chance(0.3)
            late.append(self.part("floor", points=rng.choice([-20, -60, -100]), fewest_bags=fewest))
        rng.shuffle(late)
        return endings + late

    def customs(self) -> list[Part]:
        """Return customs beside the score."""
        customs: list[Part] = []
        if not self.apart and self.chance(0.5):
            part = self.part("enforcement", mode=self.rng.choice(["refuse", "challenge", "challenge"]))
            part |= {"when": self.rng.choice(["hand", "trick"]), "books": self.rng.randint(1, min(4, self.cards))}
            part |= {"wrong_costs": self.chance(0.5), "taken": self.rng.choice(["at_once", "later"])}
            customs.append(part)
            if self.chance(0.4):
                self.options.append("enforcement")
        sets = random.Random(f"a renege sets {self.whole['slug']}")
        if not customs and self.apart and sets.random() < 0.25:
            wrong = sets.random() < 0.5
            keys = {"mode": "challenge", "when": sets.choice(["hand", "trick"]), "wrong_costs": wrong}
            customs.append(self.part("enforcement", books=0, taken="at_once", sets=True, **keys))
        elif customs and customs[0]["taken"] == "at_once" and sets.random() < 0.5:
            customs[0] |= {"sets": True, "books": sets.choice([0, customs[0]["books"]])}
        least = self.players * max(1, self.least) + 1
        if least <= 20 and self.chance(0.5):
            under = self.rng.randint(least, min(20, least + 8))
            low = self.part("low_ball", under=under, super_under=self.rng.randint(max(0, under - 3), under))
            customs.append(low)
        likely = [("gacc", 0.4), ("bone", 0.3), *([] if self.partners else [("tray", 0.5), ("days", 0.5)])]
        for kind, chance in [*likely, *([("zb", 0.5)] if self.apart else [])]:
            if self.chance(chance):
                customs.append(self.part(kind))
        if self.chance(0.4):
            customs.append(self.part("dump", before_trick=self.rng.randint(1, self.cards)))
        if self.chance(0.5):
            customs.append(self.part("take_back", on=self.switch("take_back")))
        if self.chance(0.3):
            customs.append(self.part("undo", on=self.switch("undo")))
        slips = random.Random(f"slips {self.whole['slug']}")
        if slips.random() < 0.4:
            customs.append(self.part("slip", on=slips.random() < 0.8))
            self.options += ["slip"] if slips.random() < 0.4 else []
        if random.Random(f"tenths {self.whole['slug']}").random() < 0.3:
            customs.append(self.part("tenths"))
        return customs


def home_rules(seed: int) -> Part:
    """Return a different game for every number; `variants check` decides whether it is valid."""
    return Maker(random.Random(f"home {seed}"), f"home-{seed}").make()
