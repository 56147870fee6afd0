"""What a game offers, refuses, shows and scores stays the same, in random games with every option.

The other tests check single rules; this one notices a change that nobody meant. If you mean one, run
``python -m tests.game.test_frozen_games``, and put what it prints in place of `FROZEN` and `ODD`.
"""

import random
from collections.abc import Iterable, Iterator

import msgspec
import pytest

from spades_tui.game import machine
from spades_tui.game.events import AsideEvent, Claim, Event, RecordedEvent, Score, SeatEvent
from spades_tui.game.history import History
from spades_tui.game.phase import Phase
from spades_tui.game.state import GameState, new_game
from spades_tui.record.writer import finding_line
from spades_tui.rules.ruleset import Ruleset
from spades_tui.seats.observer import observe
from tests.frozen import digest, source_of
from tests.game.at_random import ROWS, SWITCHES, every_event, odd_games, random_deal
from tests.game.tables import rules_of

GAMES = 6
"""Of each shipped variant, with random options."""
HANDS = 2
TRIED = 12
"""Events tried in each state, legal or not."""


def plain(value: object) -> str:
    """Return a value with its hidden fields, as text."""
    return msgspec.json.encode(msgspec.to_builtins(value, str_keys=True), order="deterministic").decode()


def seen_of(state: GameState, seat: int | None) -> str:
    """Return all that a seat sees; the words of refusals are left out."""
    seen = observe(state, seat)
    parts = {name: getattr(seen, name) for name in seen.__struct_fields__ if name != "rules"}
    parts["why_not"] = {card: refusal.rule for card, refusal in seen.why_not.items()}
    parts["why_bids"] = [refusal.rule for refusal in seen.why_bids]
    parts["lines"] = [(line.side, line.rule, line.points) for line in seen.lines]
    return plain(parts)


def heard(event: Event, before: GameState, after: GameState) -> str:
    """Return the lines that seats see of an event; its sentences are only checked to be sentences."""
    names = tuple(f"Player {seat}" for seat in range(before.rules.seats))
    sides = tuple(f"Side {side}" for side in range(len(before.rules.sides)))
    for sentence in (event.sentence(names, before), *event.announced(before, after, names, sides)):
        assert isinstance(sentence, str) and "None" not in sentence
    if isinstance(event, AsideEvent):
        label, more = event.choice(before.rules, names)
        assert isinstance(label, str) and all(isinstance(sentence, str) for sentence in more)
    if not isinstance(event, RecordedEvent):
        return ""
    return plain([event.line(), *(event.shown_to(seat, before, after) for seat in range(before.rules.seats))])


def refused(state: GameState, tried: list[SeatEvent]) -> str:
    """Return the rules by which events are refused, an empty one if they're legal."""
    reasons = [machine.refusal(state, event) for event in tried]
    return " ".join(reason.rule if reason else "-" for reason in reasons)


def lead(rules: Ruleset, rng: random.Random) -> GameState:
    """Return a new game in which one side may be far ahead, so that blind bids may be open."""
    state = new_game(rules, rng.randrange(rules.seats))
    totals = [rng.choice((0, 150, -40)) for _ in rules.sides]
    return msgspec.structs.replace(state, standing=msgspec.structs.replace(state.standing, totals=tuple(totals)))


def happened(rules: Ruleset, rng: random.Random) -> Iterator[str]:
    """Yield everything that a random game offers, refuses, shows and scores."""
    universe = every_event(rules)
    course = History(lead(rules, rng))
    while course.state.phase != Phase.OVER and course.state.standing.hands < HANDS:
        state = course.state
        for seat in (*range(rules.seats), None):
            yield seen_of(state, seat)
        left = rules.tricks - len(state.hand.tricks if state.hand else ())
        yield refused(state, [*rng.sample(universe, TRIED), *(Claim(seat, left) for seat in range(rules.seats))])
        aside = [event for seat in range(rules.seats) for event in machine.aside(state, seat)]
        event: Event = Score()
        if state.phase == Phase.DEAL:
            event = random_deal(state, rng)
        elif aside and rng.random() < 0.2:
            event = rng.choice(aside)
        elif state.phase != Phase.PLAYED:
            event = rng.choice(machine.legal(state))
        if course.refusal(event) is not None:
            continue
        for finding in course.do(event):
            line = finding_line(finding)
            line.pop("lines", None)
            yield plain([line, getattr(finding, "notes", None)])
        yield heard(event, state, course.state)


def games(slug: str) -> Iterator[Ruleset]:
    """Yield the rules of a shipped game with random options."""
    rng = random.Random(f"frozen {slug}")
    for _ in range(GAMES):
        options = {name: rng.choice(values) for name, values in SWITCHES[slug].items() if rng.random() < 0.6}
        options |= {"take_back": True} if rng.random() < 0.3 else {}
        yield rules_of(slug, **options)


def digest_of(tables: Iterable[Ruleset]) -> str:
    """Return a digest of all that happens in a game at each table."""
    return digest(text for number, rules in enumerate(tables) for text in happened(rules, random.Random(number)))


FROZEN = {
    "sandbags": "2246096af5b945ab",
    "jokers": "c65a8da36e7210b1",
    "cutthroat": "451631643be5bd64",
    "cutthroat-three": "43db1d46fa2b8019",
    "joker-deuces": "1daee6fc05ab2c58",
    "bemo": "494152e1f63243e2",
    "classic": "96c9d921d111e125",
    "whiz": "8d55ea6401660e47",
    "mirrors": "db9a053c13ed80c2",
    "suicide": "517b3381acab1c83",
    "call-break": "6e45a3f23eb6510e",
    "six-handed": "5a88853c152020f0",
    "two-handed": "8a329533d25ba0e5",
    "league": "750d26a72209576a",
    "3b-three": "60ffe266ce6281cb",
    "3b-four": "ebd23606afe06671",
    "3b-five": "544301ae5ab946ce",
}
"""By shipped game."""
ODD = (
    "36c8ab36c7f94790",
    "93cdcd07573717fc",
    "c3bbda4b1fe198b2",
    "99443eaabf994fb2",
    "816ac353e75274e2",
)


@pytest.mark.parametrize("slug", SWITCHES)
def test_games_offer_refuse_show_and_score_as_in_the_last_commit(slug: str) -> None:
    assert digest_of(games(slug)) == FROZEN[slug], "see the top of this file"


@pytest.mark.parametrize("row", range(ROWS))
def test_odd_games_offer_refuse_show_and_score_as_in_the_last_commit(row: int) -> None:
    assert digest_of(odd_games(row)) == ODD[row], "see the top of this file"


if __name__ == "__main__":
    print(source_of("FROZEN", {game: digest_of(games(game)) for game in SWITCHES}))
    print(source_of("ODD", [digest_of(odd_games(number)) for number in range(ROWS)]))
