"""One hand as text like Portable Bridge Notation: written for other programs, and read from them.

The form is the one of Trickster Cards' PTN, which its users attach to complaints. Tags give the seats, the dealer and
the cards, and the bids follow in order. Each row of plays has the cards of one trick by seat. All rows begin with the
seat that led the first trick.
"""

import re
from collections.abc import Iterator, Sequence

from msgspec import Struct

from spades_tui import cards
from spades_tui.game.events import Bid, Deal, Event, Look, Play
from spades_tui.game.machine import apply, legal, on_turn
from spades_tui.game.refusal import IllegalEvent
from spades_tui.game.state import HandState, new_game
from spades_tui.record.writer import JsonLine, dump_all, event_line, game_line
from spades_tui.rules.options import with_options
from spades_tui.rules.ruleset import ruleset
from spades_tui.rules.variant import Variant

MOST_LETTERS = 64 * 1024  # letters of a text; a hand has about 1,500
SEATS = "NESW"
"""The seats in the order of play; North is seat 0."""
_NAMES = {"N": "North", "E": "East", "S": "South", "W": "West"}
_SUITS = (cards.SPADES, cards.HEARTS, cards.DIAMONDS, cards.CLUBS)
"""The order of suits in a hand; jokers are a fifth group."""
_JOKERS = {"H": cards.BIG_JOKER, "L": cards.LITTLE_JOKER}
_TAG = re.compile(r'\[(\w{1,40}) "(.*)"\]?')  # a tag of Trickster's lacks its bracket
_AUTO = "(Auto)"
_NAME_MOST = 40  # letters of a player's name
_BIDS = re.compile(r"(blind )?(nil|zero|\d{1,2})", re.IGNORECASE)


class HandTextError(ValueError):
    """A text that isn't a playable hand; the message is one sentence for the user."""


class HandText(Struct, frozen=True):
    """A hand as its text has it. Seats are counted from North."""

    names: tuple[str, ...]
    people: tuple[bool, ...]
    dealer: int
    hands: tuple[int, ...]
    """A bit set per seat."""
    bids: tuple[tuple[int, bool], ...] = ()
    """Each bid and whether it was blind, in order."""
    first: int = 0
    """The seat of the first card of each row."""
    rows: tuple[tuple[int, ...], ...] = ()
    """The cards of each trick by seat, from `first`; -1 for a card that wasn't played."""


def read_hand(text: str) -> HandText:
    """Return the one hand of a text. Raises HandTextError with the line."""
    if len(text) > MOST_LETTERS:
        raise HandTextError(f"more than {MOST_LETTERS:,} letters; keep just one hand")
    tags: dict[str, str] = {}
    bids: list[tuple[int, bool]] = []
    rows: list[tuple[int, ...]] = []
    part = ""
    for number, raw in enumerate(text.splitlines(), 1):
        line = raw.strip()
        if not line or line.startswith("%"):
            continue
        try:
            tag = _TAG.fullmatch(line)
            if tag is not None:
                part = tag[1]
                if part in tags:
                    raise HandTextError(f"{part} is there twice; keep just one hand")
                tags[part] = tag[2]
            elif part == "Auction":
                bids += _bids(line)
            elif part == "Play":
                rows.append(tuple(_card(word) for word in line.split()))
                if len(rows) > 18 or len(rows[-1]) > len(SEATS):
                    raise HandTextError("more cards than a hand has; keep just one hand")
            else:
                raise HandTextError(f"{line[:40]!r} isn't a tag, a bid or a card; remove it")
        except HandTextError as error:
            raise HandTextError(f"line {number}: {error}") from None
    dealer = _seat(tags, "Dealer")
    names = [tags.get(_NAMES[seat], _NAMES[seat]).strip() for seat in SEATS]
    people = tuple(not name.endswith(_AUTO) and bool(name) for name in names)
    if not any(people):
        people = tuple(seat == "S" for seat in SEATS)
    return HandText(
        _distinct(names), people, dealer, _hands(tags.get("Deal", "")), tuple(bids),
        _seat(tags, "Play") if "Play" in tags else (dealer + 1) % 4, tuple(rows),
    )  # fmt: skip


def _distinct(names: Sequence[str]) -> tuple[str, ...]:
    """Return printable names, each once; a seat's own name where there is none."""
    found: list[str] = []
    for seat, name in zip(SEATS, names, strict=True):
        name = "".join(letter for letter in name.replace(_AUTO, "") if letter.isprintable())
        name = re.sub(r" *\(\d+\)$", "", name).strip()[:_NAME_MOST].strip()
        found.append(name if name and name not in found else _NAMES[seat])
    return tuple(found)


def _seat(tags: dict[str, str], tag: str) -> int:
    seat = tags.get(tag, "")
    if len(seat) != 1 or seat not in SEATS:
        raise HandTextError(f"{tag}: {seat[:20]!r} is not a seat; write N, E, S or W")
    return SEATS.index(seat)


def _bids(line: str) -> Iterator[tuple[int, bool]]:
    for found in re.finditer(r"(?:blind )?\S+", line, re.IGNORECASE):
        bid = _BIDS.fullmatch(found[0])
        if bid is None:
            raise HandTextError(f"{found[0][:20]!r} is not a bid; write a number or Nil")
        yield int(bid[2]) if bid[2].isdecimal() else 0, bid[1] is not None


def _card(word: str) -> int:
    """Return a card written suit first, ``SA`` or ``JH``; -1 for a dash."""
    if word in ("-", "--"):
        return -1
    if len(word) == 2 and word[0] == "J" and word[1] in _JOKERS:
        return _JOKERS[word[1]]
    try:
        return cards.parse(word[1:] + word[:1])
    except ValueError:
        raise HandTextError(f"{word[:20]!r} is not a card; write SA, DT or JH") from None


def _hands(deal: str) -> tuple[int, ...]:
    """Return the hands of a tag such as ``N:AK2.QJ.T9.8765.H …``, from North."""
    first, _, rest = deal.partition(":")
    hands = rest.split()
    if len(first) != 1 or first not in SEATS or len(hands) != len(SEATS):
        raise HandTextError(
            f"Deal: {deal[:20]!r} doesn't have four hands; write one like N:AK2.QJ.T9.8765 for each seat"
        )
    found = [0] * len(SEATS)
    for place, hand in enumerate(hands):
        groups = hand.split(".")
        if len(groups) not in (4, 5):
            raise HandTextError(f"Deal: {hand[:20]!r} doesn't have four suits; separate them with dots")
        try:
            held = [cards.parse(rank + cards.SUITS[suit]) for suit, group in zip(_SUITS, groups, strict=False)
                    for rank in group]  # fmt: skip
            held += [_JOKERS[one] for one in "".join(groups[4:])]
        except (ValueError, KeyError):
            raise HandTextError(f"Deal: {hand[:20]!r} isn't made of cards; write ranks such as AKQJT98") from None
        found[(SEATS.index(first) + place) % 4] = cards.hand_of(held)
        if len(set(held)) != len(held):
            raise HandTextError(f"Deal: {hand[:20]!r} has a card twice; check it")
    every = [card for hand in found for card in cards.cards_of(hand)]
    if len(set(every)) != len(every):
        raise HandTextError("Deal: a card is in two hands; check them")
    return tuple(found)


def fits(hand: HandText, variant: Variant) -> bool:
    """Return whether these are exactly the cards of a game for four."""
    if variant.seats != len(SEATS):
        return False
    rules = ruleset(variant)
    every = [card for one in hand.hands for card in cards.cards_of(one)]
    return sorted(every) == sorted(rules.cards.pack) and all(one.bit_count() == rules.tricks for one in hand.hands)


def record_of(
    hand: HandText, variant: Variant, options: dict[str, object], level: str, deal_only: bool = False
) -> str:
    """Return the record of a game that begins with a hand. Raises HandTextError if its rules refuse something.

    Seats that a program played, and no person, get computer players of this level.
    """
    seats: list[JsonLine] = [
        {"name": name, "kind": "human"} if person else {"name": name, "kind": "bot", "level": level}
        for name, person in zip(hand.names, hand.people, strict=True)
    ]
    played, lines = with_options(variant, options), list[JsonLine]()
    state = new_game(ruleset(played), hand.dealer)

    def do(event: Event, place: str = "") -> None:
        nonlocal state
        try:
            state, _ = apply(state, event)
        except IllegalEvent as error:
            refused = f"{place}{played.name} refuses it: {error.refusal}"
            raise HandTextError(f"{refused}; choose another --variant or --option") from None
        lines.append(event_line(event))

    do(Deal(1, hand.dealer, hand.hands))
    for bid, blind in hand.bids if not deal_only else ():
        seat = on_turn(state)
        if seat is None:
            raise HandTextError(f"{played.name} has no more bids; choose another --variant")
        if not blind and Look(seat) in legal(state):
            do(Look(seat))
        do(Bid(seat, bid, blind))
    for number, row in enumerate(hand.rows if not deal_only else (), 1):
        by_seat = {(hand.first + place) % 4: card for place, card in enumerate(row) if card >= 0}
        while by_seat:
            seat = on_turn(state)
            if seat not in by_seat:
                raise HandTextError(f"trick {number}: {SEATS[seat or 0]} is on turn but has no card there; add it")
            do(Play(seat, by_seat.pop(seat)), f"trick {number}: ")
    return dump_all([game_line(variant, options, seats, hand.dealer, None, 1), *lines])


def written(hand: HandState, names: Sequence[str], people: Sequence[int], title: str) -> str:
    """Return a hand of four players as text. Raises HandTextError for a hand that the form can't say."""
    dealt = [one for one in hand.dealt if one is not None]
    if len(hand.dealt) != 4 or len(dealt) != 4 or any(hand.passed) or hand.drafts or hand.announced or hand.aside:
        words = "only a hand of four players without passing, announcements or cards aside fits; choose another"
        raise HandTextError(words)
    if any(played.low for trick in (*hand.tricks, hand.trick) for played in trick):
        raise HandTextError("an ace called low doesn't fit into this form; choose another hand")
    tags = [("Event", title), ("GameCode", "Spades")]
    for n, (seat, name) in enumerate(zip(SEATS, names, strict=True)):
        plain = name.replace('"', "'").replace("]", ")")  # without the signs that end a tag
        tags.append((_NAMES[seat], plain if n in people else f"{plain} {_AUTO}"))
    first = SEATS[hand.dealer]
    hands = " ".join(_hand_text(dealt[(hand.dealer + n) % 4]) for n in range(4))
    tags += [("Dealer", first), ("Deal", f"{first}:{hands}")]
    lines = [f'[{tag} "{text}"]' for tag, text in tags]
    bids = [
        f"{'Blind ' if hand.blind[seat] else ''}{hand.bids[seat] or 'Nil'}"
        for seat in hand.order if hand.bids[seat] is not None
    ]
    if bids:
        lines += [f'[Auction "{SEATS[hand.order[0]]}"]', " ".join(bids)]
    tricks = [trick for trick in (*hand.tricks, hand.trick) if trick]
    if tricks:
        led = tricks[0][0].seat
        lines.append(f'[Play "{SEATS[led]}"]')
        for trick in tricks:
            by_seat = {played.seat: played.card for played in trick}
            lines.append(" ".join(_card_text(by_seat.get((led + n) % 4, -1)) for n in range(4)))
    return "\n".join(lines) + "\n"


def _card_text(card: int) -> str:
    if card < 0:
        return "-"
    joker = next((f"J{letter}" for letter, one in _JOKERS.items() if one == card), None)
    return joker or cards.text(card)[::-1]


def _hand_text(hand: int) -> str:
    held = cards.cards_of(hand)[::-1]
    names = [cards.text(card) for card in held]
    groups = ["".join(name[0] for name in names if name[1] == cards.SUITS[suit]) for suit in _SUITS]
    jokers = "".join(letter for letter, one in _JOKERS.items() if one in held)
    return ".".join([*groups, *([jokers] if jokers else [])])
