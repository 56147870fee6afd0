"""What a game offers, refuses, shows and scores stays the same, in random games with every option.

The other tests check single rules; this one notices a change that nobody meant. If you mean one, run
``python -m tests.game.test_frozen_games``, and put what it prints in place of `FROZEN`.
"""

import hashlib
import random
from collections.abc import Iterator

import msgspec
import pytest

from spades_tui.game import machine
from spades_tui.game.events import AsideEvent, Event, RecordedEvent, Score, SeatEvent
from spades_tui.game.history import History
from spades_tui.game.phase import Phase
from spades_tui.game.state import GameState, new_game
from spades_tui.record.writer import finding_line
from spades_tui.rules.ruleset import Ruleset
from spades_tui.seats.observer import observe
from tests.game.at_random import SWITCHES, random_deal
from tests.game.tables import rules_of
from tests.game.test_machine import every_event

GAMES = 6
"""Of each variant, with random options."""
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


def happened(slug: str, number: int) -> Iterator[str]:
    """Yield everything that a random game offers, refuses, shows and scores."""
    rng = random.Random(f"frozen {slug} {number}")
    options = {name: rng.choice(values) for name, values in SWITCHES[slug].items() if rng.random() < 0.6}
    options |= {"take_back": True} if rng.random() < 0.3 else {}
    rules = rules_of(slug, **options)
    universe = every_event(rules)
    course = History(lead(rules, rng))
    while course.state.phase != Phase.OVER and course.state.standing.hands < HANDS:
        state = course.state
        for seat in (*range(rules.seats), None):
            yield seen_of(state, seat)
        yield refused(state, rng.sample(universe, TRIED))
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
            yield plain(line)
        yield heard(event, state, course.state)


def digest(slug: str) -> str:
    """Return what `FROZEN` has of a variant."""
    total = hashlib.sha256()
    for number in range(GAMES):
        for text in happened(slug, number):
            total.update(text.encode())
    return total.hexdigest()[:16]


FROZEN = {
    "sandbags": "ade0060185d2008c",
    "jokers": "ad5213d960231239",
    "cutthroat": "7ad645f40e2fe278",
    "cutthroat-three": "1c8cde1c2d794488",
    "joker-deuces": "2cdd1ee84829eb05",
    "bemo": "20f94692db2d86f6",
    "classic": "b7972134f098cb82",
    "whiz": "ef4472e6b806705a",
    "mirrors": "7f09c7458b3fc54b",
    "suicide": "79357a0e3987f3f5",
    "call-break": "06cc57bc155f6afe",
    "six-handed": "ccbe85b75352a9f9",
    "two-handed": "674f79760aa6b4b3",
    "league": "7cefdc10d5b8af2c",
    "3b-three": "c2b5f524c992fa48",
    "3b-four": "2566117b65fa914f",
    "3b-five": "a140402743882191",
}
"""By variant: SHA-256, shortened."""


@pytest.mark.parametrize("slug", SWITCHES)
def test_games_offer_refuse_show_and_score_as_in_the_last_commit(slug: str) -> None:
    assert digest(slug) == FROZEN[slug], "see the top of this file"


if __name__ == "__main__":
    print("FROZEN = {")
    for game in SWITCHES:
        print(f'    "{game}": "{digest(game)}",')
    print("}")
