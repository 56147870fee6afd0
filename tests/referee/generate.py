"""Make random legal records.

``generate`` plays a game with the referee's state machine: plausible bids, lively play, and random optional events
where the rules allow them. All deals are fair (secret, shuffle, cut), and half of the records contain the proofs. The
other half has a few arranged deals, so that rare events happen.
"""

import contextlib
import random
from typing import Any

from tests.referee.cards import suit_of
from tests.referee.choices import at_random
from tests.referee.dealing import commitment, make_deal
from tests.referee.game import Game
from tests.referee.rulebook import Rules, Variant
from tests.referee.shipped import VARIANTS
from tests.referee.spoiling import spoil
from tests.referee.state import Fact, Hand, Refusal

__all__ = ["Player", "commitment", "generate", "make_deal", "random_options", "spoil"]

WORDS = ["x", "Größe 7", " a|b ", "0", "e\u0301", "李" * 64, "\U0001f0a1\u200d"]
NAMES = ["Ann", "Bea", "Cal", "Dov", "Eve", "Žofie", "O'Neil", "李"]


def random_options(variant: Variant, rng: random.Random) -> dict[str, Any]:
    """Return options of a variant, each of them in some of the games."""
    options: dict[str, Any] = {}
    for name in variant.switches:
        if rng.random() < 0.6:
            continue
        declared = variant.declared(name)
        if declared is not None:
            options[name] = at_random(declared, rng)
        elif name == "target":
            options[name] = rng.choice([60, 150, 300, 500])
        elif name == "first_zero":
            options[name] = rng.choice([50, 100, 150, 200])
        elif name == "hands":
            options[name] = rng.randint(1, 10)
        elif name == "enforcement":
            options[name] = rng.choice(["challenge", "challenge", "refuse"])
        elif name == "aces":
            options[name] = rng.choice(["called", "high"])
        else:
            options[name] = rng.random() < 0.8
    return options


# ---- playing -------------------------------------------------------------------------------------------


class Player:
    """Play one game at random, in all seats at once."""

    def __init__(self, variant: Variant, rng: random.Random, options: dict[str, Any], spice: float) -> None:
        self.variant = variant
        self.rng = rng
        self.spice = spice
        self.options = options
        self.proofs = rng.random() < 0.5
        names = rng.sample(NAMES, self.variant.seats)
        kinds = [{"kind": "human"} if self.proofs or rng.random() < 0.5 else {"kind": "bot", "level": "club"}]
        others: Fact = {"kind": "bot"} if Rules(variant, options).undo else {"kind": "human"}
        kinds += [others] * (self.variant.seats - 1)
        line: Fact = {"event": "game", "format": "spades-record/1", "variant": variant.slug}
        if variant.slug not in VARIANTS:
            line["rules"] = variant.rules
        line["seats"] = [{"name": name} | kind for name, kind in zip(names, kinds, strict=True)]
        if options or rng.random() < 0.2:
            line["options"] = dict(options)
        if rng.random() < 0.5:
            line["dealer"] = rng.randrange(self.variant.seats)
        self.game = Game(line)
        self.record = [line]

    def chance(self, factor: float = 1.0) -> bool:
        """Return True at random, more often with more spice."""
        return self.rng.random() < self.spice * factor

    def add(self, **fact: Any) -> None:
        """Put a fact into the game and the record."""
        line = dict(fact)
        self.game.apply(line)
        if self.chance(0.01):
            line["at"] = "2026-03-04T12:30:05+01:00"
        if self.chance(0.01):
            line["stand_in"] = True
        self.record.append(line)

    def play_game(self, max_hands: int) -> None:
        """Play hands until the game is over or long enough."""
        game = self.game
        while not game.over and len(game.results) < max_hands:
            self.deal()
            while not game.redealing and self.hand.phase != "done":
                self.turn()
            if game.redealing:
                continue
            self.after_last_trick()
            game.score()
            if game.has("customs", "bone") and self.hand.has_played and self.chance(0.1):
                self.add(event="bone", seat=self.rng.choice(sorted(self.hand.has_played)))
        over = game.over
        row = [over["tray"]] if over and over.get("tray") is not None else []
        while row and row[-1] is not None and self.chance():
            others = [seat for seat in range(self.variant.seats) if seat not in row]
            row.append(self.rng.choice([*others, None]))
            self.add(event="chit", seat=row[-2], tray=row[-1])

    @property
    def hand(self) -> Hand:
        """The hand being played."""
        assert self.game.hand is not None
        return self.game.hand

    def deal(self) -> None:
        """Make a fair deal, sometimes cut, sometimes with its proof."""
        game, rng = self.game, self.rng
        number = len(game.results) + 1
        dealer = (game.first_dealer + number - 1) % game.seats
        secret = rng.randbytes(32)
        more: Fact = {}
        cut, extra_at, word = 0, None, None
        version = rng.choice([1, 2, 2])
        if self.chance():
            cut = rng.randrange(len(game.deck))
            more["cut"] = {"seat": (dealer - 1) % game.seats, "depth": cut}
            if version == 2 and rng.random() < 0.5:
                word = more["cut"]["word"] = rng.choice(WORDS)
        if game.has_extra and self.chance():
            extra_at = more["extra_at"] = rng.randrange(len(game.deck))
        if self.proofs:
            more["fair"] = {"commitment": commitment(secret, version), "secret": secret.hex()}
            if version == 2 or rng.random() < 0.5:
                more["fair"]["v"] = version
        deal = make_deal(self.variant, self.options, number, dealer, secret, cut, extra_at, word, version)
        if not self.proofs and self.chance(0.8 if game.has("bids", "new_deal") else 0.2):
            self.arrange(deal)
        self.add(**deal, **more)

    def arrange(self, deal: Fact) -> None:
        """Give one seat the cards to win every trick, or to call for a new deal if that is allowed."""
        if "stock" in deal:
            return
        weak = self.game.has("bids", "new_deal") and self.rng.random() < 0.7

        def wanted(card: str) -> int:
            worth = self.game.strength(card) + 100 * (suit_of(card) == "S")
            return -worth - 50 * (card[0] in "JQKA") if weak else worth

        seats = [seat for seat, text in enumerate(deal["hands"]) if text]
        lucky = self.rng.choice(seats)
        owners: list[Any] = [*seats, *(key for key in ("dead", "extra", "kitty") if key in deal)]
        held = {owner: (deal["hands"][owner] if owner in seats else deal[owner]).split(" ") for owner in owners}
        pack = sorted((card for cards in held.values() for card in cards), key=wanted)
        best = [pack.pop() for _ in held[lucky]]
        self.rng.shuffle(pack)
        for owner, cards in held.items():
            text = " ".join(best if owner == lucky else [pack.pop() for _ in cards])
            if owner in seats:
                deal["hands"][owner] = text
            else:
                deal[owner] = text

    def turn(self) -> None:
        """Add one event of the seat on turn, sometimes after one of another seat."""
        hand = self.hand
        if self.chance(0.02):
            self.add(event="suspend")
            self.add(event="resume")
        phase = hand.phase
        {
            "draft": self.drafts,
            "bid": self.bid,
            "raise": self.raises,
            "zero draw": self.draws,
            "kitty": self.draws,
            "high draw": self.draws,
            "zero discard": self.discards,
            "high discard": self.discards,
            "kitty discard": self.discards,
            "pass": self.passes,
            "play": self.plays,
        }[phase]()
        if self.game.rules.undo and self.chance(0.2):
            self.undoes()
        elif (self.game.rules.take_back or self.game.rules.slip) and self.chance(0.12):
            self.takes_back()

    def undoes(self) -> None:
        """Undo a seat's last events one after another, a random number of them."""
        seat = self.rng.randrange(self.variant.seats)
        with contextlib.suppress(Refusal):
            for _ in range(self.rng.choice([1, 1, 2, 3, 6])):
                self.add(event="take_back", seat=seat)

    def takes_back(self) -> None:
        """Take back the last event, and sometimes more of the same seat, if that is surely allowed."""
        last = self.record[-1]
        blind = self.game.rules.part("bids", "blind")
        anyone = blind is not None and blind["who"] == "anyone"
        last_bid = self.game.rules.take_back and anyone and last["event"] == "bid" and self.hand.phase != "bid"
        if "seat" not in last or last_bid or last["event"] == "take_back":
            return
        try:
            self.add(event="take_back", seat=last["seat"])
        except Refusal:
            return

    # -- bidding

    def guess(self, seat: int) -> int:
        """Return how many tricks a hand seems worth, with some noise."""
        cards = self.hand.cards[seat]
        spades = [card for card in cards if suit_of(card) == "S"]
        worth = 0.9 * sum(1 for card in cards if card[0] == "A" and suit_of(card) != "S")
        worth += 0.6 * sum(1 for card in cards if card[0] == "K" and suit_of(card) != "S")
        worth += 0.9 * sum(1 for card in spades if self.game.strength(card) >= 9)
        worth += max(0, len(spades) - 3) * 0.6
        tricks = self.game.rules.tricks
        worth *= 1.6 if tricks > 13 else 0.85 if self.game.has("bids", "side_total") else tricks / 13
        if len(spades) >= min(12, tricks - 1) and self.rng.random() < 0.7:
            return tricks
        return max(0, round(worth + self.rng.uniform(-0.8, 0.6)))

    def bid(self) -> None:
        """Bid after a look or blind if possible, or change the last bid."""
        game, hand, rng = self.game, self.hand, self.rng
        seat = hand.turn
        if self.changes_bid():
            return
        if seat in hand.choice and rng.random() < (0.6 if self.variant.partners else 0.93):
            self.add(event="look", seat=seat)
            return
        blind: Fact = {"blind": True} if seat in hand.unseen else {}
        if game.has("bids", "new_deal") and not blind and game.may_call_new_deal(seat) and rng.random() < 0.7:
            self.add(event="redeal", seat=seat)
            return
        number = self.guess(seat) if not blind else rng.choice([0, 1, 2, 3, 4, 5, 12, 13])
        zero = game.rules.part("scores", "zero")
        side_total = game.rules.part("bids", "side_total")
        if side_total is not None:
            if blind:
                number = rng.choice([2, 3, 3, 5])
        elif self.chance(0.05 if zero is None else 0.25 if zero["grows"] else 0.1) and not blind:
            number = 0
        elif zero is not None and number == 0:
            number = 1
        if self.chance(0.02) and side_total is None:
            number = game.rules.tricks
        if not game.may_bid(hand, seat, self.within(seat, number)):
            every = range(game.rules.tricks + 1)
            open_to_him = [bid for bid in every if game.may_bid(hand, seat, self.within(seat, bid))]
            number = min(open_to_him, key=lambda bid: abs(bid - number))
        self.add(event="bid", seat=seat, bid=self.within(seat, number), **blind)

    def within(self, seat: int, number: int) -> int:
        """Return the nearest legal bid."""
        bids = self.game.rules.the("bids", "number")
        least, most = int(bids["min"]), int(bids["max"])
        total = self.game.rules.part("bids", "side_total")
        if total is not None:
            partner = self.game.partner(seat)
            other = self.hand.bids.get(partner)
            least = max(least, total["min"] - (bids["max"] if other is None else other))
            most = min(most, total["max"] - (bids["min"] if other is None else other))
        return int(min(most, max(least, number)))

    def changes_bid(self) -> bool:
        """Sometimes let the last bidder change the bid; return whether it did (3B-5)."""
        hand = self.hand
        if not self.game.has("bids", "change") or hand.last_bidder is None or not self.chance(0.15):
            return False
        number = self.rng.choice([0, 1, 2, 3, 4, 5, 6, self.game.rules.tricks])
        try:
            self.add(event="bid", seat=hand.last_bidder, bid=number)
        except Refusal:
            return False
        return True

    def raises(self) -> None:
        """Promise, raise or stand."""
        hand = self.hand
        seat = hand.turn
        promises = self.game.rules.promises
        likely = 0.2 if min(promises, default=4) > 3 else 1.5  # keep a short bid now and then
        if promises and seat not in hand.promises and self.chance(likely):
            with contextlib.suppress(Refusal):
                self.add(event="bemo", seat=seat, tricks=self.rng.choice(promises))
        if self.chance(0.25):
            of_side = self.game.rules.the("bids", "raise")["of"] == "side"
            now = self.game.side_bid(self.game.side(seat)) if of_side else hand.bids[seat]
            try:
                self.add(event="raise", seat=seat, bid=now + self.rng.choice([1, 1, 1, 2]))
                return
            except Refusal:
                pass
        self.add(event="stand", seat=seat)

    def draws(self) -> None:
        """Draw the extra card, unless the bid is changed first."""
        if not self.changes_bid():
            self.add(event="draw", seat=self.hand.turn)

    def discards(self) -> None:
        """Discard: a high card for a zero bidder, a low one for the highest bidder."""
        if self.changes_bid():
            return
        hand = self.hand
        cards = sorted(hand.cards[hand.turn], key=lambda card: (self.game.strength(card), card))
        card = cards[-1] if hand.phase == "zero discard" else cards[0]
        if self.chance():
            card = self.rng.choice(cards)
        self.add(event="discard", seat=hand.turn, card=card)

    def drafts(self) -> None:
        """Draft the top card or the one below it, mostly high cards and trumps."""
        hand = self.hand
        top = hand.stock[0]
        good = suit_of(top) == "S" or self.game.strength(top) > 8
        self.add(event="draft", seat=hand.turn, keep=good != self.chance(0.2))

    def passes(self) -> None:
        """Pass any cards of the hand, mostly high ones from the nil bidder."""
        hand, rng = self.hand, self.rng
        seat = hand.turn
        count = next(count for nil, other, count in self.game.pairs(hand) if seat in (nil, other))
        cards = sorted(hand.cards[seat], key=lambda card: (self.game.strength(card), card))
        chosen = rng.sample(cards, count) if self.chance() or hand.bids[seat] else cards[-count:]
        self.add(event="pass", seat=seat, cards=" ".join(chosen))

    # -- play

    def plays(self) -> None:
        """Play a card or claim, with optional events."""
        game, hand, rng = self.game, self.hand, self.rng
        if not hand.has_played and self.changes_bid():
            return
        self.asides()
        seat = hand.turn
        if game.has("plays", "claim") and rng.random() < self.spice * 1.5 and game.is_sure_claim(seat):
            self.add(event="claim", seat=seat, tricks=len(hand.cards[seat]))
            return
        card = self.choose(seat)
        more: Fact = {}
        if game.challenges and self.chance(0.12):
            card = rng.choice(sorted(game.playable(seat)))
        if game.calls_aces and card[0] == "A" and rng.random() < 0.5:
            more["ace"] = rng.choice(["high", "low"])
        self.add(event="play", seat=seat, card=card, **more)

    def choose(self, seat: int) -> str:
        """Return a card: mostly a winner while the seat needs tricks, and a loser after that."""
        game, hand, rng = self.game, self.hand, self.rng

        def height(card: str) -> tuple[int, str]:
            return (game.strength(card) + 100 * (suit_of(card) == "S"), card)

        allowed = sorted(game.follow(seat), key=height)
        if rng.random() < 0.15:
            return rng.choice(allowed)
        if not hand.trick:
            return allowed[-1] if self.wants_tricks(seat) else allowed[0]
        lead = suit_of(hand.trick[0][1])
        top = max(height(card) for _, card, _ in hand.trick if suit_of(card) in (lead, "S"))
        winning = [card for card in allowed if suit_of(card) in (lead, "S") and height(card) > top]
        losing = [card for card in allowed if card not in winning]
        if self.wants_tricks(seat):
            return winning[-1] if winning else losing[0]
        return losing[-1] if losing else winning[-1]

    def wants_tricks(self, seat: int) -> bool:
        """Return whether the seat, or its side, needs tricks for its bid."""
        hand = self.hand
        contract = self.game.rules.part("scores", "contract")
        if self.variant.partners and contract is not None and contract["zeros"] == "counted":
            side = self.game.side(seat)
            return sum(hand.tricks(other) for other in self.game.players_of(side)) < self.game.side_bid(side)
        if seat in hand.promises and len(hand.taken) < hand.promises[seat]:
            return True
        return hand.tricks(seat) < hand.bids[seat]

    def asides(self) -> None:
        """Add challenges, dumps, bones and zero-buddy marks."""
        game, hand, rng = self.game, self.hand, self.rng
        if game.challenges and hand.has_played:
            unpaid = [renege[0] for renege in hand.reneges if not renege[2]]
            if unpaid and rng.random() < 0.25:
                accused = rng.choice(unpaid)
            elif self.chance(0.02):
                accused = rng.choice(sorted(hand.players))
            else:
                accused = None
            if accused is not None:
                accusers = [p for p in sorted(hand.players) if game.side(p) != game.side(accused)]
                self.add(event="challenge", seat=rng.choice(accusers), accused=accused)
        if game.has("customs", "dump") and hand.phase == "play" and self.chance(0.03):
            with contextlib.suppress(Refusal):
                self.add(event="dump", seat=rng.choice(hand.players))
        if game.has("customs", "bone") and hand.has_played and self.chance(0.02) and self.record[-1]["event"] == "play":
            self.add(event="bone", seat=self.record[-1]["seat"])
        hunted = game.has("customs", "zb") and 0 in hand.bids.values()
        if hunted and self.record[-1]["event"] == "play" and self.chance(0.1):
            with contextlib.suppress(Refusal):
                self.add(event="zb", seat=rng.choice(hand.players), accused=self.record[-1]["seat"])

    def after_last_trick(self) -> None:
        """Add events that may happen before the hand is scored."""
        game, hand, rng = self.game, self.hand, self.rng
        if not hand.passed:
            self.asides()
        rule = game.rules.part("customs", "enforcement")
        for seat, accused in [] if hand.passed else list(hand.rights):
            if rng.random() < 0.7 and (seat, accused) not in hand.answered:
                assert rule is not None
                count = min(rng.choice([0, 1, 2, 3, 3]), rule["books"], game.books_left(game.side(accused)))
                self.add(event="books", seat=seat, accused=accused, count=count)


def generate(
    variant: str | Variant,
    seed: int,
    options: dict[str, Any] | None = None,
    spice: float = 0.3,
    max_hands: int = 200,
) -> list[Fact]:
    """Return a random legal record without findings; without ``options`` the game has random ones.

    One game in four stops early, anywhere.
    """
    if isinstance(variant, str):
        variant = VARIANTS[variant]
    rng = random.Random(f"{variant.slug}|{seed}")
    if options is None:
        options = random_options(variant, rng)
    player = Player(variant, rng, options, spice)
    player.play_game(max_hands)
    record = player.record
    if rng.random() < 0.25:
        record = record[: rng.randint(1, len(record))]
    return record
