"""Computer players finish whole games with legal choices that don't depend on unseen cards."""

import pytest

from spades_tui import bots
from spades_tui.bots.levels import LEVELS
from spades_tui.fair import Stream, bot_stream, seeded_secret
from spades_tui.game.events import Claim, Score
from spades_tui.game.history import History
from spades_tui.game.machine import on_turn
from spades_tui.game.phase import Phase
from spades_tui.game.state import new_game
from spades_tui.rules.catalogue import shipped
from spades_tui.rules.ruleset import Ruleset, ruleset
from spades_tui.rules.variant_reader import from_data
from spades_tui.seats.observer import observe
from tests.bench.bots import deal, play_game
from tests.bots.tables import NAMES, QUICK, SEARCHING, TABLES, rules_of, scrambled


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


@pytest.mark.parametrize("slug", sorted(shipped()))
def test_every_game_ends(slug: str) -> None:
    rules = rules_of(slug)
    levels = [QUICK[seat % 2] for seat in range(rules.seats)]
    state, hands = play_game(rules, levels, "ends", 1)
    assert state.phase == Phase.OVER
    assert hands <= 200


@pytest.mark.slow
@pytest.mark.parametrize("level", SEARCHING)
@pytest.mark.parametrize(("slug", "options"), TABLES, ids=NAMES)
def test_searching_players_play_a_hand(slug: str, options: dict[str, object], level: str) -> None:
    """One seat searches and the others play by rules; `play_hand` refuses any illegal choice."""
    rules = rules_of(slug, **options)
    state, _ = play_game(rules, [level, *["club"] * (rules.seats - 1)], "search", 1, most=1)
    assert state.standing.hands == 1


def _part(variant: dict[str, object], where: str, kind: str) -> dict[str, object]:
    parts = variant[where]
    assert isinstance(parts, list)
    found = next(part for part in parts if part["kind"] == kind)
    assert isinstance(found, dict)
    return found


def _data(slug: str) -> dict[str, object]:
    data = shipped()[slug].to_json()
    data["slug"] = "odd"
    data["options"] = []
    return data


def alone_with_bags() -> Ruleset:
    """Return rules for four single players with bags, to 500."""
    data = _data("sandbags")
    data["sides"] = "solo"
    _part(data, "scores", "contract")["zero_partner_rule"] = None
    return ruleset(from_data(data, "odd"))


def partners_with_an_extra_card() -> Ruleset:
    """Return rules for partners: one joker, called aces, an extra card for the highest bidder, no bid below one."""
    data = _data("3b-four")
    data["sides"] = "partners"
    data["bids"] = [part for part in data["bids"] if part["kind"] in ("number", "high_draw")]  # type: ignore[attr-defined]
    _part(data, "bids", "number")["min"] = 1
    data["customs"] = []
    data["scores"] = [part | {"zeros": "counted"} for part in data["scores"] if part["kind"] == "contract"]  # type: ignore[attr-defined]
    return ruleset(from_data(data, "odd"))


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("make", [alone_with_bags, partners_with_an_extra_card])
def test_unshipped_combinations_of_components_are_played(make: object, level: str) -> None:
    assert callable(make)
    rules = make()
    others, most = (level, 60) if level in QUICK else ("club", 1)
    state, hands = play_game(rules, [level, *[others] * (rules.seats - 1)], "odd", 1, most=most)
    assert hands >= 1
    assert state.standing.hands == hands


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
