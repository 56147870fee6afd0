"""Set up situations at a table from short texts, for tests of the computer players."""

from collections.abc import Mapping, Sequence
from typing import Any, cast

from msgspec.structs import replace

from spades_tui.bots import choose
from spades_tui.bots.levels import LEVELS
from spades_tui.cards import hand_of, parse, parse_hand, text
from spades_tui.fair import Stream
from spades_tui.game.events import Bid, Deal, Look, Play, SeatEvent, Stand
from spades_tui.game.history import History
from spades_tui.game.machine import on_turn
from spades_tui.game.phase import Phase
from spades_tui.game.state import GameState, new_game
from spades_tui.rules.catalogue import shipped
from spades_tui.rules.ruleset import Ruleset, ruleset
from spades_tui.rules.variant import with_options
from spades_tui.rules.variant_reader import from_data
from spades_tui.seats import Observation
from spades_tui.seats.observer import observe

QUICK = ("beginner", "club")
"""Levels that decide at once."""
SEARCHING = tuple(level for level in LEVELS if level not in QUICK)
"""Levels that sample many deals for each decision."""

TABLES: list[tuple[str, dict[str, object]]] = [
    ("sandbags", {}),
    ("jokers", {}),
    ("jokers", {"enforcement": "challenge", "double_sets": True, "bag_penalty": True, "new_deal": True}),
    ("jokers", {"ten_or_less": True, "blind_ten_400": True}),
    ("bemo", {}),
    ("bemo", {"enforcement": "challenge"}),
    ("3b-three", {}),
    ("3b-four", {}),
    ("3b-four", {"joker": False}),
    ("3b-five", {"aces": "high"}),
]
NAMES = [f"{slug} {' '.join(options)}".strip() for slug, options in TABLES]


def rules_of(slug: str, **options: object) -> Ruleset:
    """Return the rules of a shipped variant with options; `must_beat` adds that component with these keys."""
    if "must_beat" in options:
        rules = shipped()[slug].to_json() | {"options": []}
        rules["plays"].append({"kind": "must_beat", **cast(dict[str, Any], options["must_beat"])})
        return ruleset(from_data(rules))
    return ruleset(with_options(shipped()[slug], options))


LOW = {"suits": "2 3 4 5 6 7 8 9 T J Q K A"}
"""A deck whose deuces are high and whose aces are low (HR-2)."""


def low(slug: str) -> Ruleset:
    """Return the rules of a shipped variant with that deck."""
    return ruleset(from_data(shipped()[slug].to_json() | {"deck": LOW}))


def stream(text: str = "test") -> Stream:
    """Return some random numbers."""
    return Stream(text.encode())


def hands(rules: Ruleset, known: Mapping[int, str], dealer: int = 3) -> Deal:
    """Return a deal in which some seats hold these cards; the others get the rest of the pack in its order."""
    pack = list(rules.cards.pack)
    held = {seat: parse_hand(line) for seat, line in known.items()}
    taken = 0
    for mask in held.values():
        taken |= mask
    rest = [card for card in pack if not taken >> card & 1]
    for seat in range(rules.seats):
        if seat not in held:
            held[seat] = hand_of(rest[: rules.tricks])
            del rest[: rules.tricks]
    dead = hand_of(rest[: rules.tricks]) if rules.variant.deal.dead_hands else None
    extra = rest[-1] if rules.variant.deal.extra else None
    return Deal(1, dealer, tuple(held[seat] for seat in range(rules.seats)), extra, dead=dead)


def at_play(rules: Ruleset, known: Mapping[int, str], bids: Sequence[int], plays: str = "", dealer: int = 3) -> History:
    """Return a hand with these bids and plays; `bids` by seat, `plays` in order."""
    course = History(new_game(rules, dealer))
    course.do(hands(rules, known, dealer))
    while course.state.phase != Phase.PLAY:
        turn = on_turn(course.state)
        assert turn is not None
        legal = observe(course.state, turn).legal
        if any(isinstance(event, Look) for event in legal):
            course.do(Look(turn))
        elif any(isinstance(event, Stand) for event in legal):
            course.do(Stand(turn))
        elif course.state.phase == Phase.BID:
            course.do(Bid(turn, bids[turn]))
        else:
            course.do(choose("beginner", observe(course.state, turn), stream()))
    for name in plays.split():
        turn = on_turn(course.state)
        assert turn is not None
        course.do(Play(turn, parse(name)))
    return course


def seen_by(course: History) -> Observation:
    """Return the view of the seat on turn."""
    turn = on_turn(course.state)
    assert turn is not None
    return observe(course.state, turn)


def card_of(event: SeatEvent) -> str:
    """Return the card that an event plays."""
    assert isinstance(event, Play)
    return text(event.card)


def scrambled(state: GameState, seat: int, stream: Stream) -> GameState:
    """Return the same game with all cards unseen by this seat dealt again."""
    hand = state.current
    seen = observe(state, seat)
    shown = hand_of(played.card for trick in (*hand.tricks, hand.trick) for played in trick) | (seen.own or 0)
    shown |= hand.aside & seen.thrown
    pool = [card for card in state.rules.cards.pack if not shown >> card & 1]
    for place in range(len(pool) - 1):
        other = place + stream.below(len(pool) - place)
        pool[place], pool[other] = pool[other], pool[place]
    holding = list(hand.holding)
    for other, held in enumerate(holding):
        if other != seat or seen.own is None:
            count = held.bit_count()
            holding[other] = hand_of(pool[:count])
            del pool[:count]
    dead = hand.dead
    if dead is not None:
        dead = hand_of(pool[: dead.bit_count()])
        del pool[: dead.bit_count()]
    known = hand.aside & seen.thrown
    aside = known | hand_of(pool[: (hand.aside & ~known).bit_count()])
    return replace(state, hand=replace(hand, holding=tuple(holding), dead=dead, aside=aside))
