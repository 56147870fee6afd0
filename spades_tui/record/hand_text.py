"""One hand as text like Portable Bridge Notation: written for other programs, and read from them.

The form is the one of Trickster Cards' PTN, which its users attach to complaints. Tags give the
seats, the dealer and the cards. The columns of bids and plays run clockwise from the seat of their
tag: `Auction` names the seat that bids first, `Play` the seat that led the first trick. A second
row of bids has raises. As in PBN, a final ``*`` says that the rest was claimed.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import chain

from msgspec import Struct

from spades_tui import cards
from spades_tui.game.events import Bid, Claim, Deal, Event, Look, Play, Raise, Stand
from spades_tui.game.machine import apply, legal, on_turn
from spades_tui.game.phase import IllegalEvent, Phase
from spades_tui.game.state import GameState, HandState, new_game
from spades_tui.language.unusable import UnusableError
from spades_tui.record.writer import JsonLine, event_line, game_line, record_text
from spades_tui.rules.ruleset import Ruleset, ruleset
from spades_tui.rules.variant import Variant, with_options
from spades_tui.system.foreign_text import pasted

MOST_LETTERS = 64 * 1024  # letters of a text; a hand has about 1,500
SEATS = "NESW"
"""The seats in the order of play; North is seat 0."""
_NAMES = {"N": "North", "E": "East", "S": "South", "W": "West"}
_SUITS = (cards.SPADES, cards.HEARTS, cards.DIAMONDS, cards.CLUBS)
"""The order of suits in a hand; jokers are a fifth group."""
_JOKERS = {"H": cards.BIG_JOKER, "L": cards.LITTLE_JOKER}
# a tag of Trickster's lacks its bracket
_TAG = re.compile(r'\[\s*(\w{1,40})\s+"(.*?)"\s*\]?\s*([;{].*)?')
_MARK = "\N{ZERO WIDTH NO-BREAK SPACE}"
"""The mark with which some editors begin a file."""
_CLAIM = "*"
_ENDS = (_CLAIM, "+")
"""The signs of PBN at the end of a section; the second says that the hand isn't over."""
_AUTO = "(Auto)"
_DASHES = ("-", "--")
_NAME_MOST = 40  # letters of a player's name
_BIDS = re.compile(r"(blind\s+)?(nil|zero|\d{1,2})", re.IGNORECASE)

Called = tuple[int, bool] | None
"""A bid and whether it was blind; None for a dash."""


class HandText(Struct, frozen=True):
    """A hand as its text has it. Seats are counted from North."""

    names: tuple[str, ...]
    people: tuple[bool, ...]
    dealer: int
    hands: tuple[int, ...]
    """A bit set per seat."""
    bidder: int = 0
    """The seat of the first bid."""
    bids: tuple[Called, ...] = ()
    """The bids clockwise from `bidder`; after one for each seat, raises."""
    first: int = 0
    """The seat of the first card of each row."""
    rows: tuple[tuple[int, ...], ...] = ()
    """The cards of each trick by seat, from `first`; -1 for a card that wasn't played."""
    claimed: bool = False
    """Whether the player on turn claimed the rest; if the rules refuse the claim, the hand stays
    open.
    """


def read_hand(text: str) -> HandText:
    """Return the one hand of a text. Raises UnusableError with the line."""
    if len(text) > MOST_LETTERS:
        raise UnusableError(f"more than {MOST_LETTERS:,} letters; keep just one hand")
    tags: dict[str, str] = {}
    bids: list[Called] = []
    rows: list[tuple[int, ...]] = []
    part, claimed = "", False
    for number, line in _lines(text.removeprefix(_MARK)):
        try:
            tag = _TAG.fullmatch(line)
            if tag is not None:
                part = tag[1].capitalize()
                if part in tags:
                    raise UnusableError(f"{part} is there twice; keep just one hand")
                tags[part] = tag[2]
                continue
            words = [word for word in line.split() if word not in _ENDS]
            claimed = claimed or (part == "Play" and _CLAIM in line.split())
            if part == "Auction":
                bids += _bids(" ".join(words))
                if len(bids) > 2 * len(SEATS):
                    raise UnusableError("more bids than a hand has; keep just one hand")
            elif part == "Play" and words:
                rows.append(tuple(map(_card, words)))
                if len(rows) > 18 or len(rows[-1]) > len(SEATS):
                    raise UnusableError("more cards than a hand has; keep just one hand")
            elif part != "Play":
                raise UnusableError(f"{line[:40]!r} isn't a tag, a bid or a card; remove it")
        except UnusableError as error:
            raise UnusableError(f"line {number}: {error}") from None
    dealer = _seat(tags, "Dealer")
    names = [tags.get(_NAMES[seat], _NAMES[seat]).strip() for seat in SEATS]
    people = tuple(not name.endswith(_AUTO) and bool(name) for name in names)
    if not any(people):
        people = (False, False, True, False)  # South
    left = SEATS[(dealer + 1) % 4]
    hands = _hands(tags.get("Deal", ""))
    bidder = _seat({"Auction": left, **tags}, "Auction")
    first = _seat({"Play": left, **tags}, "Play")
    return HandText(
        _distinct(names), people, dealer, hands, bidder, tuple(bids), first, tuple(rows), claimed
    )


def _lines(text: str) -> Iterator[tuple[int, str]]:
    """Yield the lines that aren't empty, with their numbers and without comments.

    Raises UnusableError.
    """
    opened = 0  # the line of a comment that isn't closed yet
    for number, raw in enumerate(text.splitlines(), 1):
        line = raw.strip()
        if opened:
            _, closed, line = line.partition("}")
            line = line.strip()
            if closed:
                opened = 0
        if not opened and line.startswith("["):
            tag = _TAG.fullmatch(line)
            comment = tag and tag[3]
            if comment and comment.startswith("{") and "}" not in comment:
                opened = number
        elif not opened and not line.startswith("%"):
            line = re.sub(r"\{[^}]*\}", " ", line.partition(";")[0])
            line, brace, _ = line.partition("{")
            if brace:
                opened = number
        line = line.strip()
        if line and not line.startswith("%") and (not opened or opened == number):
            yield number, line
    if opened:
        raise UnusableError(f"line {opened}: a comment isn't closed; add }}")


def _distinct(names: Sequence[str]) -> tuple[str, ...]:
    """Return printable names, each once; a seat's own name where there is none."""
    distinct: list[str] = []
    for seat, name in zip(SEATS, names, strict=True):
        name = "".join(filter(str.isprintable, pasted(name).replace(_AUTO, "")))
        name = re.sub(r" *\(\d+\)$", "", name).strip()[:_NAME_MOST].strip()
        if not name or name in distinct:
            name = _NAMES[seat]
        distinct.append(name)
    return tuple(distinct)


def _seat(tags: dict[str, str], tag: str) -> int:
    seat = tags.get(tag, "").strip().upper()
    if len(seat) != 1 or seat not in SEATS:
        raise UnusableError(f"{tag}: {tags.get(tag, '')[:20]!r} is not a seat; write N, E, S or W")
    return SEATS.index(seat)


def _bids(line: str) -> Iterator[Called]:
    for word in re.findall(r"(?:blind\s+)?\S+", line, re.IGNORECASE):
        if word in _DASHES:
            yield None
            continue
        bid = _BIDS.fullmatch(word)
        if bid is None:
            raise UnusableError(f"{word[:20]!r} is not a bid; write a number or Nil")
        number = int(bid[2]) if bid[2].isdecimal() else 0
        yield number, bid[1] is not None


def _card(word: str) -> int:
    """Return a card written suit first, ``SA`` or ``JH``; -1 for a dash."""
    if word in _DASHES:
        return -1
    word = word.upper().replace("10", "T")
    if len(word) == 2 and word[0] == "J" and word[1] in _JOKERS:
        return _JOKERS[word[1]]
    try:
        return cards.parse(word[1:] + word[:1])
    except ValueError:
        raise UnusableError(f"{word[:20]!r} is not a card; write SA, DT or JH") from None


def _hands(deal: str) -> tuple[int, ...]:
    """Return the hands of a tag such as ``N:AK2.QJ.T9.8765.H …``, from North."""
    first, _, rest = deal.strip().upper().replace("10", "T").partition(":")
    hands = rest.split()
    if len(first) != 1 or first not in SEATS or len(hands) != len(SEATS):
        words = f"{deal[:20]!r} doesn't have four hands"
        raise UnusableError(f"Deal: {words}; write one like N:AK2.QJ.T9.8765 for each seat")
    by_seat = [0] * len(SEATS)
    for place, hand in enumerate(hands):
        groups = hand.split(".")
        if len(groups) not in (4, 5):
            words = f"{hand[:20]!r} doesn't have four suits"
            raise UnusableError(f"Deal: {words}; separate them with dots")
        held: list[int] = []
        try:
            for suit, ranks in zip(_SUITS, groups, strict=False):
                held += [cards.parse(rank + cards.SUITS[suit]) for rank in ranks]
            for joker in groups[4:]:
                held += map(_JOKERS.__getitem__, joker)
        except (ValueError, KeyError):
            words = f"{hand[:20]!r} isn't made of cards"
            raise UnusableError(f"Deal: {words}; write ranks such as AKQJT98") from None
        by_seat[(SEATS.index(first) + place) % 4] = cards.hand_of(held)
        if len(set(held)) != len(held):
            raise UnusableError(f"Deal: {hand[:20]!r} has a card twice; check it")
    if sum(by_seat) != by_seat[0] | by_seat[1] | by_seat[2] | by_seat[3]:
        raise UnusableError("Deal: a card is in two hands; check them")
    return tuple(by_seat)


def fits(hand: HandText, variant: Variant) -> bool:
    """Return whether these are exactly the cards of a game for four."""
    if variant.seats != len(SEATS):
        return False
    rules = ruleset(variant)
    counts = {one.bit_count() for one in hand.hands}
    return counts == {rules.tricks} and sum(hand.hands) == cards.hand_of(rules.cards.pack)


def record_of(
    hand: HandText,
    variant: Variant,
    options: dict[str, object],
    level: str,
    deal_only: bool = False,
) -> str:
    """Return the record of a game that begins with a hand.

    Raises UnusableError if its rules refuse something.

    Seats that a program played, and no person, get computer players of this level.
    """
    seats: list[JsonLine] = []
    for name, person in zip(hand.names, hand.people, strict=True):
        if person:
            seats.append({"name": name, "kind": "human"})
        else:
            seats.append({"name": name, "kind": "bot", "level": level})
    played = with_options(variant, options)
    lines: list[JsonLine] = []
    state = new_game(ruleset(played), hand.dealer)

    def do(event: Event, place: str = "") -> None:
        nonlocal state
        try:
            state, _ = apply(state, event)
        except IllegalEvent as error:
            refused = f"{place}{played.name} refuses it: {error.refusal}"
            raise UnusableError(f"{refused}; choose another --variant or --option") from None
        lines.append(event_line(event))

    do(Deal(1, hand.dealer, hand.hands))
    first = on_turn(state)
    if first is not None and first != hand.bidder:
        words = f"{SEATS[first]} bids first when {SEATS[hand.dealer]} deals"
        wrong = f"Auction: {words}, not {SEATS[hand.bidder]}"
        raise UnusableError(f"{wrong}; correct Dealer or Auction")
    if not deal_only:
        for event, place in _after_deal(hand, lambda: state):
            do(event, place)
    return record_text([game_line(variant, options, seats, hand.dealer, None, 1), *lines])


def _after_deal(hand: HandText, state: Callable[[], GameState]) -> Iterator[tuple[Event, str]]:
    """Yield the bids, raises and plays, each with its place in the text.

    `state` returns what they have led to.

    Raises UnusableError if somebody has no bid or card on their turn.
    """
    bids, raises = _by_seat(hand.bidder, hand.bids[:4]), _by_seat(hand.bidder, hand.bids[4:])
    game = state().rules.variant.name
    while bids:
        seat = _on_turn(state())
        if state().phase != Phase.BID:
            raise UnusableError(f"{game} has no more bids; choose another --variant")
        if seat not in bids:
            raise UnusableError(f"Auction: {SEATS[seat]} is on turn but has no bid; add it")
        bid, blind = bids.pop(seat)
        if not blind and Look(seat) in legal(state()):
            yield Look(seat), ""
        yield Bid(seat, bid, blind), ""
    if hand.rows and state().phase == Phase.BID:
        seat = _on_turn(state())
        raise UnusableError(f"Auction: {SEATS[seat]} is on turn but has no bid; add it")
    while state().phase == Phase.RAISE and (raises or hand.rows or hand.claimed):
        seat = _on_turn(state())
        total = raises.pop(seat, None)
        event = Stand(seat) if total is None else Raise(seat, total[0])
        yield event, "Auction: "
    if raises:
        raise UnusableError(f"{game} has no raises; choose another --variant")
    if hand.rows and state().phase == Phase.PLAY and _on_turn(state()) != hand.first:
        leads = SEATS[_on_turn(state())]
        words = f"{leads} leads the first trick, not {SEATS[hand.first]}"
        raise UnusableError(f"Play: {words}; correct Dealer or Play")
    for number, row in enumerate(hand.rows, 1):
        by_seat = {(hand.first + place) % 4: card for place, card in enumerate(row) if card >= 0}
        while by_seat:
            seat = _on_turn(state())
            if seat not in by_seat:
                words = f"{SEATS[seat]} is on turn but has no card there"
                raise UnusableError(f"trick {number}: {words}; add it")
            yield Play(seat, by_seat.pop(seat)), f"trick {number}: "
    claim = Claim(_on_turn(state()), state().rules.tricks - len(state().current.tricks))
    if hand.claimed and state().phase == Phase.PLAY and claim.refusal(state()) is None:
        yield claim, "Play: "


def _by_seat(first: int, called: Sequence[Called]) -> dict[int, tuple[int, bool]]:
    return {(first + place) % 4: bid for place, bid in enumerate(called) if bid is not None}


def _on_turn(state: GameState) -> int:
    return on_turn(state) or 0


def written(
    rules: Ruleset, hand: HandState, names: Sequence[str], people: Sequence[int], title: str
) -> str:
    """Return a hand of four players as text.

    Raises UnusableError for a hand that the form can't say.
    """
    dealt = [cards_dealt for cards_dealt in hand.dealt if cards_dealt is not None]
    moved = any(hand.passed) or hand.drafts or hand.aside
    if len(hand.dealt) != 4 or len(dealt) != 4 or moved or hand.announced:
        words = "only a hand of four players without passing, announcements or cards aside fits"
        raise UnusableError(f"{words}; choose another")
    form, other = "fit into this form", "choose another hand"
    if hand.penalised or any(tricks for _, _, tricks in hand.books):
        raise UnusableError(f"a challenge that was right or cost tricks doesn't {form}; {other}")
    if hand.skipped:
        raise UnusableError(f"a hand that wasn't played doesn't {form}; choose another")
    if rules.raises is not None and not rules.side_raises:
        raise UnusableError(f"raises of a player's own bid don't {form}; choose another game")
    if any(played.low for played in chain(*hand.tricks, hand.trick)):
        raise UnusableError(f"an ace called low doesn't {form}; {other}")
    tags = [("Event", title), ("GameCode", "Spades")]
    for n, (seat, name) in enumerate(zip(SEATS, names, strict=True)):
        plain = name.replace('"', "'").replace("]", ")")  # without the signs that end a tag
        if n not in people:
            plain += f" {_AUTO}"
        tags.append((_NAMES[seat], plain))
    first = SEATS[hand.dealer]
    hands = " ".join(_hand_text(dealt[(hand.dealer + n) % 4]) for n in range(4))
    tags += [("Dealer", first), ("Deal", f"{first}:{hands}")]
    lines = [f'[{tag} "{text}"]' for tag, text in tags]
    lines += _auction(rules, hand)
    tricks = [trick for trick in (*hand.tricks, hand.trick) if trick]
    if tricks:
        led = tricks[0][0].seat
        lines.append(f'[Play "{SEATS[led]}"]')
        for trick in tricks:
            by_seat = {played.seat: played.card for played in trick}
            lines.append(" ".join(_card_text(by_seat.get((led + n) % 4, -1)) for n in range(4)))
    elif hand.claimed is not None:
        lines.append(f'[Play "{SEATS[hand.player]}"]')
    if hand.claimed is not None:
        lines.append(_CLAIM)
    return "\n".join(lines) + "\n"


def _auction(rules: Ruleset, hand: HandState) -> list[str]:
    """Return the bids, clockwise from the first bidder, and any raises in a second row."""
    columns = [(hand.order[0] + n) % 4 for n in range(4)]
    if all(hand.bids[seat] is None for seat in columns):
        return []
    rows = [[_bid_text(hand.bids[seat], hand.blind[seat]) for seat in columns]]
    raised = dict[int, int]()
    for side, total in enumerate(hand.raised):
        if total is not None:
            raised[next(seat for seat in hand.order if rules.side_of[seat] == side)] = total
    if raised:
        rows.append([_bid_text(raised.get(seat), False) for seat in columns])
    return [f'[Auction "{SEATS[hand.order[0]]}"]', *map(" ".join, rows)]


def _bid_text(bid: int | None, blind: bool) -> str:
    if bid is None:
        return "-"
    if blind:
        return f"Blind {bid or 'Nil'}"
    return str(bid or "Nil")


def _card_text(card: int) -> str:
    if card < 0:
        return "-"
    for letter, joker in _JOKERS.items():
        if card == joker:
            return f"J{letter}"
    return cards.text(card)[::-1]


def _hand_text(hand: int) -> str:
    groups = dict.fromkeys([*(cards.SUITS[suit] for suit in _SUITS), "J"], "")
    for card in reversed(cards.cards_of(hand)):
        text = _card_text(card)
        groups[text[0]] += text[1]
    if not groups["J"]:
        del groups["J"]
    return ".".join(groups.values())
