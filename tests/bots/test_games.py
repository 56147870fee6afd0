"""Computer players finish whole games with legal choices that don't depend on unseen cards."""

import pytest

from spades_tui import bots
from spades_tui.fair import Stream, bot_stream, seeded_secret
from spades_tui.game.events import Claim, Score
from spades_tui.game.history import History
from spades_tui.game.machine import on_turn
from spades_tui.game.phase import Phase
from spades_tui.game.state import new_game
from spades_tui.seats.observer import observe
from tests.bench.bots import deal
from tests.bots.tables import NAMES, QUICK, TABLES, rules_of, scrambled


@pytest.mark.parametrize(("slug", "options"), TABLES, ids=NAMES)
@pytest.mark.parametrize("level", QUICK)
@pytest.mark.rule("C-9")
def test_choices_are_legal_and_use_no_hidden_card(level: str, slug: str, options: dict[str, object]) -> None:
    rules = rules_of(slug, **options)
    course = History(new_game(rules, 0))
    number = 0
    while True:
        if course.state.phase == Phase.DEAL:
            if number == 2:
                break
            number += 1
            deal(course, seeded_secret(f"{slug}{number}", 1, 1, 1))
        turn = on_turn(course.state)
        if turn is None:
            course.do(Score())
            continue
        seed = f"{slug} {number} {len(course.steps)}".encode()
        seen = observe(course.state, turn)
        event = bots.choose(level, seen, Stream(seed))
        assert event in seen.legal or isinstance(event, Claim)
        assert course.refusal(event) is None
        other = observe(scrambled(course.state, turn, Stream(seed + b"other")), turn)
        assert bots.choose(level, other, Stream(seed)) == event
        course.do(event)


def test_players_use_only_the_callers_random_numbers() -> None:
    first, second = bot_stream(b"x", 0), bot_stream(b"x", 0)
    rules = rules_of("sandbags")
    course = History(new_game(rules, 0))
    deal(course, seeded_secret("s", 1, 1, 1))
    turn = on_turn(course.state)
    assert turn is not None
    seen = observe(course.state, turn)
    assert bots.choose("club", seen, first) == bots.choose("club", seen, second)
    assert first.word() == second.word()
