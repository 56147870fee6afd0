"""Random legal records, and records spoiled in one line.

``generate`` plays a game with the referee's own state machine: plausible bids, lively play, and whatever
optional facts the rules allow at that moment sprinkled in. The deals are made as a fair deal is made (secret,
shuffle, cut), and half of the records carry the proofs; in the other half a few deals are arranged, so that
what hardly ever happens does happen. ``spoil`` makes one line of a record wrong; the referee confirms it.
"""

from __future__ import annotations

import contextlib
import copy
import hashlib
import random
from typing import Any

from .referee import (
    VARIANTS,
    Fact,
    Game,
    Hand,
    RefereeError,
    Refusal,
    Variant,
    check,
    deck_of,
    findings,
    suit_of,
    to_text,
)

NAMES = ["Ann", "Bea", "Cal", "Dov", "Eve", "Žofie", "O'Neil", "李"]


# ---- dealing -------------------------------------------------------------------------------------------


def shuffled(deck: list[str], secret: bytes) -> list[str]:
    """The pack that a secret stands for: Fisher-Yates on the words of SHA-256(secret + counter)."""
    pack = list(deck)
    counter = 0
    words: list[int] = []
    for i in range(len(pack) - 1, 0, -1):
        limit = 2**32 // (i + 1) * (i + 1)
        while True:
            if not words:
                block = hashlib.sha256(secret + counter.to_bytes(8, "big")).digest()
                words = [int.from_bytes(block[at : at + 4], "big") for at in range(0, 32, 4)]
                counter += 1
            word = words.pop(0)
            if word < limit:
                break
        j = word % (i + 1)
        pack[i], pack[j] = pack[j], pack[i]
    return pack


def commitment(secret: bytes) -> str:
    """What is shown before the cut."""
    return hashlib.sha256(b"spades-deal/1" + secret).hexdigest()


def make_deal(
    variant: Variant,
    options: dict[str, Any],
    hand: int,
    dealer: int,
    secret: bytes,
    cut: int = 0,
    extra_at: int | None = None,
) -> Fact:
    """The ``deal`` line (without cut and proof) that a secret, a cut and a place for the extra card give."""
    pack = shuffled(deck_of(variant, options), secret)
    pack = pack[cut:] + pack[:cut]
    deal: Fact = {"event": "deal", "hand": hand, "dealer": dealer}
    round_of_seats: list[Any] = [(dealer + step) % variant.seats for step in range(1, variant.seats + 1)]
    if variant.seats == 5:
        round_of_seats.pop()
    if variant.family == "BM":
        round_of_seats.insert(2, "dead")
    extra = None
    if variant.family == "3B" and len(pack) % len(round_of_seats):
        extra = pack.pop(len(pack) - 1 if extra_at is None else extra_at)
    piles: dict[Any, list[str]] = {owner: [] for owner in round_of_seats}
    for place, card in enumerate(pack):
        piles[round_of_seats[place % len(round_of_seats)]].append(card)
    deal["hands"] = [" ".join(piles[s]) if s in piles else None for s in range(variant.seats)]
    if extra is not None:
        deal["extra"] = extra
    if variant.family == "BM":
        deal["dead"] = " ".join(piles["dead"])
    return deal


def random_options(variant: Variant, rng: random.Random) -> dict[str, Any]:
    """Options of a variant, each of them in some of the games."""
    options: dict[str, Any] = {}
    for name in variant.switches:
        if rng.random() < 0.6:
            continue
        if name == "target":
            options[name] = rng.choice([60, 150, 300, 500])
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
    """Plays one game at random, all seats at once."""

    def __init__(self, variant: str, rng: random.Random, options: dict[str, Any], spice: float) -> None:
        self.variant = VARIANTS[variant]
        self.rng = rng
        self.spice = spice
        self.options = options
        self.proofs = rng.random() < 0.5
        names = rng.sample(NAMES, self.variant.seats)
        kinds = [{"kind": "human"} if self.proofs or rng.random() < 0.5 else {"kind": "bot", "level": "club"}]
        kinds += [{"kind": "human"}] * (self.variant.seats - 1)
        line: Fact = {"event": "game", "format": "spades-record/1", "variant": variant}
        line["seats"] = [{"name": name} | kind for name, kind in zip(names, kinds, strict=True)]
        if options or rng.random() < 0.2:
            line["options"] = dict(options)
        if rng.random() < 0.5:
            line["dealer"] = rng.randrange(self.variant.seats)
        self.game = Game(line)
        self.record = [line]

    def chance(self, factor: float = 1.0) -> bool:
        """A sprinkle of spice."""
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
        """Hands until the game is over or long enough."""
        game = self.game
        while not game.over and len(game.results) < max_hands:
            self.deal()
            while not game.redealing and self.hand.phase != "done":
                self.turn()
            if game.redealing:
                continue
            self.after_last_trick()
            game.score()
            if self.variant.family == "3B" and self.hand.has_played and self.chance(0.1):
                self.add(event="bone", seat=self.rng.choice(sorted(self.hand.has_played)))
        over = game.over
        if over and over.get("tray") is not None and self.chance():
            others = [seat for seat in range(self.variant.seats) if seat != over["tray"]]
            self.add(event="chit", seat=over["tray"], tray=self.rng.choice([*others, None]))

    @property
    def hand(self) -> Hand:
        """The hand being played."""
        assert self.game.hand is not None
        return self.game.hand

    def deal(self) -> None:
        """A fair deal, sometimes cut, sometimes with its proof."""
        game, rng = self.game, self.rng
        number = len(game.results) + 1
        dealer = (game.first_dealer + number - 1) % game.seats
        secret = rng.randbytes(32)
        more: Fact = {}
        cut, extra_at = 0, None
        if self.chance():
            cut = rng.randrange(len(game.deck))
            more["cut"] = {"seat": (dealer - 1) % game.seats, "depth": cut}
        if game.has_extra and self.chance():
            extra_at = more["extra_at"] = rng.randrange(len(game.deck))
        if self.proofs:
            more["fair"] = {"commitment": commitment(secret), "secret": secret.hex()}
        deal = make_deal(self.variant, self.options, number, dealer, secret, cut, extra_at)
        if not self.proofs and self.chance(0.8 if self.options.get("new_deal") else 0.2):
            self.arrange(deal)
        self.add(**deal, **more)

    def arrange(self, deal: Fact) -> None:
        """Give one seat what it needs to win every trick or, where it may, to call for a new deal."""
        weak = bool(self.options.get("new_deal")) and self.rng.random() < 0.7

        def wanted(card: str) -> int:
            worth = self.game.strength(card) + 100 * (suit_of(card) == "S")
            return -worth - 50 * (card[0] in "JQKA") if weak else worth

        seats = [seat for seat, text in enumerate(deal["hands"]) if text]
        lucky = self.rng.choice(seats)
        owners: list[Any] = [*seats, *(key for key in ("dead", "extra") if key in deal)]
        held = {
            owner: (deal["hands"][owner] if owner in seats else deal[owner]).split(" ") for owner in owners
        }
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
        """One fact of the seat on turn, and sometimes one of somebody else before it."""
        hand = self.hand
        if self.chance(0.02):
            self.add(event="suspend")
            self.add(event="resume")
        phase = hand.phase
        {
            "bid": self.bid,
            "raise": self.raises,
            "zero draw": self.draws,
            "high draw": self.draws,
            "zero discard": self.discards,
            "high discard": self.discards,
            "play": self.plays,
        }[phase]()
        if self.options.get("take_back") and self.chance(0.12):
            self.takes_back()

    def takes_back(self) -> None:
        """The last fact, and sometimes more of the same seat, where that may be taken back beyond doubt."""
        last = self.record[-1]
        last_solo_bid = self.variant.family == "BM" and last["event"] == "bid" and self.hand.phase == "raise"
        if "seat" not in last or last_solo_bid or last["event"] == "take_back":
            return
        try:
            self.add(event="take_back", seat=last["seat"])
        except Refusal:
            return

    # -- bidding

    def guess(self, seat: int) -> int:
        """How many tricks a hand looks good for, give or take."""
        cards = self.hand.cards[seat]
        spades = [card for card in cards if suit_of(card) == "S"]
        worth = 0.9 * sum(1 for card in cards if card[0] == "A" and suit_of(card) != "S")
        worth += 0.6 * sum(1 for card in cards if card[0] == "K" and suit_of(card) != "S")
        worth += 0.9 * sum(1 for card in spades if self.game.strength(card) >= 9)
        worth += max(0, len(spades) - 3) * 0.6
        worth *= {"3b-three": 1.6, "jokers": 0.85}.get(self.variant.slug, 1.0)
        if len(spades) >= 12 and self.rng.random() < 0.7:
            return self.variant.tricks
        return max(0, round(worth + self.rng.uniform(-0.8, 0.6)))

    def bid(self) -> None:
        """A bid, after a look or blind where that is open, or a change of the bid before."""
        game, hand, rng = self.game, self.hand, self.rng
        seat = hand.turn
        if self.changes_bid():
            return
        if seat in hand.choice and rng.random() < (0.6 if self.variant.partners else 0.93):
            self.add(event="look", seat=seat)
            return
        blind: Fact = {"blind": True} if seat in hand.unseen else {}
        if self.options.get("new_deal") and not blind and game.may_call_new_deal(seat) and rng.random() < 0.7:
            self.add(event="redeal", seat=seat)
            return
        number = self.guess(seat) if not blind else rng.choice([0, 1, 2, 3, 4, 5, 12, 13])
        family = self.variant.family
        if family == "JK":
            partner = (seat + 2) % 4
            if blind:
                number = rng.choice([2, 3, 3, 5])
            if partner in hand.bids:
                total = min(13, max(4, hand.bids[partner] + number))
                number = total - hand.bids[partner]
            number = min(number, 13)
        elif self.chance({"SB": 0.1, "3B": 0.25}.get(family, 0.05)) and not blind:
            number = 0
        elif family in ("SB", "3B") and number == 0:
            number = 1
        if self.chance(0.02):
            number = self.variant.tricks if family != "JK" else number
        self.add(event="bid", seat=seat, bid=min(number, self.variant.tricks), **blind)

    def changes_bid(self) -> bool:
        """3B-5: the seat that bid most recently thinks again."""
        hand = self.hand
        if self.variant.family != "3B" or hand.last_bidder is None or not self.chance(0.15):
            return False
        number = self.rng.choice([0, 1, 2, 3, 4, 5, 6, self.variant.tricks])
        try:
            self.add(event="bid", seat=hand.last_bidder, bid=number)
        except Refusal:
            return False
        return True

    def raises(self) -> None:
        """A promise, a raise or standing pat."""
        hand = self.hand
        seat = hand.turn
        if self.variant.family == "BM" and seat not in hand.promises and self.chance(0.2):
            with contextlib.suppress(Refusal):
                self.add(event="bemo", seat=seat, tricks=self.rng.choice([4, 6]))
        if self.chance(0.25):
            now = hand.side_bids[seat % 2] if self.variant.partners else hand.bids[seat]
            try:
                self.add(event="raise", seat=seat, bid=now + self.rng.choice([1, 1, 1, 2]))
                return
            except Refusal:
                pass
        self.add(event="stand", seat=seat)

    def draws(self) -> None:
        """The extra card, unless the bid is changed first."""
        if not self.changes_bid():
            self.add(event="draw", seat=self.hand.turn)

    def discards(self) -> None:
        """A card goes back: a high one from a zero bidder, a low one from the highest."""
        if self.changes_bid():
            return
        hand = self.hand
        cards = sorted(hand.cards[hand.turn], key=lambda card: (self.game.strength(card), card))
        card = cards[-1] if hand.phase == "zero discard" else cards[0]
        if self.chance():
            card = self.rng.choice(cards)
        self.add(event="discard", seat=hand.turn, card=card)

    # -- play

    def plays(self) -> None:
        """A card or a claim, and the facts that anybody may put in."""
        game, hand, rng = self.game, self.hand, self.rng
        if not hand.has_played and self.changes_bid():
            return
        self.asides()
        seat = hand.turn
        if rng.random() < self.spice * 1.5 and game.claim_stands(seat):
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
        """A card: mostly one that wins while the seat is short of its bid, and one that loses after that."""
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
        """Is the seat, or its side, short of its bid?"""
        hand = self.hand
        if self.variant.family == "JK":
            side = seat % 2
            return hand.tricks(side) + hand.tricks(side + 2) < hand.side_bids[side]
        if seat in hand.promises and len(hand.taken) < hand.promises[seat]:
            return True
        return hand.tricks(seat) < hand.bids[seat]

    def asides(self) -> None:
        """Challenges, dumps, bones and zero-buddy marks."""
        game, hand, rng = self.game, self.hand, self.rng
        if game.challenges and hand.has_played:
            unpaid = [renege[0] for renege in hand.reneges if not renege[2]]
            if unpaid and rng.random() < 0.25:
                accused = rng.choice(unpaid)
            elif self.chance(0.02):
                accused = rng.randrange(game.seats)
            else:
                accused = None
            if accused is not None:
                accusers = [seat for seat in range(game.seats) if game.side(seat) != game.side(accused)]
                self.add(event="challenge", seat=rng.choice(accusers), accused=accused)
        if self.variant.family != "3B":
            return
        if hand.phase == "play" and self.chance(0.03):
            with contextlib.suppress(Refusal):
                self.add(event="dump", seat=rng.choice(hand.players))
        if hand.has_played and self.chance(0.02) and self.record[-1]["event"] == "play":
            self.add(event="bone", seat=self.record[-1]["seat"])
        if 0 in hand.bids.values() and self.record[-1]["event"] == "play" and self.chance(0.1):
            with contextlib.suppress(Refusal):
                self.add(event="zb", seat=rng.choice(hand.players), accused=self.record[-1]["seat"])

    def after_last_trick(self) -> None:
        """What may still happen before the hand is scored."""
        game, hand, rng = self.game, self.hand, self.rng
        if not hand.passed:
            self.asides()
        if self.variant.family == "BM":
            for seat, accused in list(hand.rights):
                if rng.random() < 0.7 and (seat, accused) not in hand.answered:
                    count = min(rng.choice([0, 1, 2, 3, 3]), game.books_left(accused))
                    self.add(event="books", seat=seat, accused=accused, count=count)


def generate(
    variant: str, seed: int, options: dict[str, Any] | None = None, spice: float = 0.3, max_hands: int = 200
) -> list[Fact]:
    """A random legal record, facts only; without ``options`` the game has random ones.

    One game in four is cut short, anywhere.
    """
    rng = random.Random(f"{variant}|{seed}")
    if options is None:
        options = random_options(VARIANTS[variant], rng)
    player = Player(variant, rng, options, spice)
    player.play_game(max_hands)
    record = player.record
    if rng.random() < 0.25:
        record = record[: rng.randint(1, len(record))]
    return record


# ---- spoiling ------------------------------------------------------------------------------------------


FORMS = ["key", "missing", "type", "bool", "event"]
SUBSTANCE = ["drop", "double", "swap", "seat", "number", "card", "deal", "value"]


def _spoil_once(record: list[Fact], rng: random.Random) -> str | None:
    """Change one line in place; what was done, or None where it could not be done."""
    place = rng.randrange(len(record))
    line = record[place]
    way = rng.choice(SUBSTANCE if rng.random() < 0.8 else FORMS)
    numbers = [key for key, value in line.items() if isinstance(value, int) and not isinstance(value, bool)]
    if way == "drop":
        del record[place]
        return f"line {place + 1} ({line['event']}) left out"
    if way == "double":
        record.insert(place, copy.deepcopy(line))
        return f"line {place + 1} ({line['event']}) doubled"
    if way == "swap" and place + 1 < len(record):
        record[place], record[place + 1] = record[place + 1], line
        return f"lines {place + 1} and {place + 2} swapped"
    if way == "key":
        line[rng.choice(["seats_", "Seat", "note", "rule"])] = 1
        return f"an unknown key in line {place + 1}"
    if way == "missing":
        key = rng.choice(sorted(line))
        del line[key]
        return f"{key!r} missing in line {place + 1}"
    if way == "seat" and "seat" in line:
        near = [(line["seat"] + step) % len(record[0].get("seats", [0, 0, 0])) for step in (1, 2)]
        line["seat"] = rng.choice([-1, 7, *near, *near, *near, *near])
        return f"another seat in line {place + 1}"
    if way == "type" and numbers:
        key = rng.choice(numbers)
        line[key] = rng.choice([str(line[key]), float(line[key]), None, [line[key]]])
        return f"{key!r} of another type in line {place + 1}"
    if way == "bool" and numbers:
        key = rng.choice(numbers)
        line[key] = bool(line[key])
        return f"a truth value for {key!r} in line {place + 1}"
    if way == "number" and numbers:
        key = rng.choice(numbers)
        line[key] += rng.choice([-20, -1, 1, 20])
        return f"another number for {key!r} in line {place + 1}"
    if way == "card" and "card" in line:
        deals = [entry for entry in record[:place] if entry["event"] == "deal"]
        held = deals[-1]["hands"][line["seat"]] if deals else None
        others = held.split(" ") if held else []
        if rng.random() < 0.3:
            others = [entry["card"] for entry in record if "card" in entry] + ["1S", "AX", "as", "10S"]
        line["card"] = rng.choice(others or ["2C"])
        return f"another card in line {place + 1}"
    if way == "deal" and line["event"] == "deal":
        seats = [seat for seat, text in enumerate(line["hands"]) if text]
        seat = rng.choice(seats)
        cards = line["hands"][seat].split(" ")
        cards[0] = rng.choice([cards[1], line["hands"][seats[seats[0] == seat]].split(" ")[2], "BX", ""])
        line["hands"][seat] = " ".join(cards)
        return f"the cards of seat {seat} in line {place + 1}"
    if way == "event":
        line["event"] = rng.choice(["Play", "pass", "look", "stand", "draw", "resume", "dump", "bid", "play"])
        return f"another event in line {place + 1}"
    if way == "value":
        lists = [
            (key, at)
            for key, value in line.items()
            if isinstance(value, list)
            for at, item in enumerate(value)
            if isinstance(item, int)
        ]
        if lists:
            key, at = rng.choice(lists)
            line[key][at] += rng.choice([-100, -1, 1, 10])
            return f"{key!r} in line {place + 1}"
        texts = [key for key in ("reason", "low_ball", "ace", "format", "variant") if key in line]
        if texts:
            key = rng.choice(texts)
            line[key] = rng.choice(["low", "high", "super", "hands", "target", "sandbag"])
            return f"{key!r} in line {place + 1}"
    return None


def spoil(record: list[Fact], rng: random.Random) -> tuple[list[Fact], str]:
    """The record with one line made wrong, sometimes with its findings put in first, and what was done.

    The referee has confirmed that it is wrong.
    """
    if rng.random() < 0.5:
        record = findings(to_text(record))
    while True:
        spoiled = copy.deepcopy(record)
        what = _spoil_once(spoiled, rng)
        if what is None or spoiled == record:
            continue
        try:
            check(to_text(spoiled))
        except RefereeError:
            return spoiled, what
