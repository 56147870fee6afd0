"""What play-outs foresee, and policies that are learnt: what they look at, and that they are the same everywhere."""

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from spades_tui import bots
from spades_tui.bots.search.layout import layout
from spades_tui.game.events import Play
from spades_tui.rules.catalogue import shipped
from spades_tui.rules.ruleset import ruleset
from tests.bench import ends, foresee, learn
from tests.bench.choices import KINDS, Choice, choice_of, choices, grouped, kind_of
from tests.bench.tendencies import BASE, NAMES, PLACES, Policy, Scene
from tests.bots.tables import at_play, rules_of, seen_by, stream

SLUGS = list(shipped())


def some(slug: str, level: str = "club", games: int = 1, seed: str = "test") -> list[Choice]:
    """Free choices of a hand or more."""
    return [choice for _, choice in choices(ruleset(shipped()[slug]), [level], seed, games, 1)]


def dealt_anew(choice: Choice, random: Random) -> Choice:
    """The same with the cards of the others in other hands."""
    me = choice.position.player
    hands = [list(hand) for hand in choice.hands]
    for suit in range(4):
        out = 0
        for player, hand in enumerate(hands):
            if player != me:
                out |= hand[suit]
                hand[suit] = 0
        while out:
            bit = out & -out
            out ^= bit
            hands[random.choice([player for player in range(len(hands)) if player != me])][suit] |= bit
    return replace(choice, hands=tuple((a, b, c, d) for a, b, c, d in hands))


def test_cards_with_nothing_unseen_between_are_one() -> None:
    rules = rules_of("sandbags")
    course = at_play(rules, {0: "AS KS QH JH 9H 2C 3C 5C 7C 8C 9C JC KC"}, (3, 3, 3, 3))
    seen = seen_by(course)
    plays = [event for event in seen.legal if isinstance(event, Play)]
    found = grouped(layout(rules), seen, 0, plays)
    sizes = sorted(len(cards) for cards in found.values())
    # Hearts: queen and jack, nine. Clubs: two and three, five, seven to nine, jack, king.
    assert sizes == [1, 1, 1, 1, 2, 2, 3]


@pytest.mark.parametrize("slug", SLUGS)
def test_choices_are_described_in_small_numbers(slug: str) -> None:
    kinds = set()
    for choice in some(slug):
        assert len(choice.groups) > 1
        assert 0 <= choice.chosen < len(choice.groups)
        kind = kind_of(choice)
        kinds.add(kind)
        found = Scene(choice).described()
        assert found
        for card, group in found:
            assert len(card) == len(NAMES[kind])
            assert all(0 <= number < BASE for number in card)
            assert 0 <= group < len(choice.groups)
    assert kinds == set(KINDS)


@pytest.mark.parametrize("slug", SLUGS)
def test_nobody_is_described_by_the_cards_of_another(slug: str) -> None:
    random = Random(slug)
    for choice in some(slug):
        assert Scene(choice).described() == Scene(dealt_anew(choice, random)).described()


def test_a_policy_is_learnt_the_same_again_and_foresees_more_than_chance(tmp_path: Path) -> None:
    path = tmp_path / "policy.json"
    arguments = ["--variant", "sandbags", "--games", "3", "--hands", "2", "--rounds", "2", "--out", str(path)]
    learn.main(arguments)
    text = path.read_text("utf-8")
    learn.main(arguments)
    assert path.read_text("utf-8") == text
    policy = Policy.of(text)
    assert policy.text() == text
    held_out = some("sandbags", games=4, seed="another")
    right = sum(foresee.foreseen(choice, policy) for choice in held_out)
    assert right > 1.3 * sum(1 / len(choice.groups) for choice in held_out)


def test_a_policy_without_weights_takes_the_first_card() -> None:
    assert {Policy().group(choice) for choice in some("sandbags")} <= {0, 1, 2, 3, 4, 5}
    assert sorted(PLACES) == sorted(KINDS)


def test_what_a_play_out_foresees_is_told_by_kind(capsys: pytest.CaptureFixture[str]) -> None:
    foresee.main(["--variant", "sandbags,cutthroat", "--games", "1", "--hands", "1"])
    lines = capsys.readouterr().out.splitlines()
    assert [line.split(":")[0] for line in lines] == ["sandbags club", "cutthroat club"]
    assert all(f"; {kind} " in line or f"{kind} " in line for line in lines for kind in KINDS)
    counts = foresee.measured("sandbags", "club", 1, 1)
    assert sum(count.choices for count in counts.values()) == len(some("sandbags", seed=foresee.SEED))


def test_a_player_without_random_numbers_chooses_the_same_again() -> None:
    rules = ruleset(shipped()["sandbags"])
    twice = [choice for _, choice in choices(rules, ["club"], "test", 1, 1, again=True)]
    assert [choice.again for choice in twice] == [choice.chosen for choice in twice]
    assert [choice.chosen for choice in twice] == [choice.chosen for choice in some("sandbags")]


def test_a_forced_card_is_no_choice() -> None:
    rules = rules_of("sandbags")
    known = {0: "2C AS KS QS JS TS 9S 8S 7S 6S 5S 4S 3S", 3: "AC 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH"}
    course = at_play(rules, known, (3, 3, 3, 3), dealer=2)
    course.do(
        Play(3, next(event.card for event in seen_by(course).legal if isinstance(event, Play) and event.card < 13))
    )
    seen = seen_by(course)
    assert seen.seat == 0
    event = bots.choose("club", seen, stream())
    assert isinstance(event, Play)
    assert choice_of(course.state, seen, 0, event) is None


def test_the_end_of_a_hand_is_foreseen_better_the_nearer_it_is() -> None:
    found = ends.measured(ruleset(shipped()["sandbags"]), "club", 12)
    assert found[3, False].squares < found[0, False].squares
    assert all(found[quarter, False].count == found[0, False].count for quarter in ends.QUARTERS)


def test_a_learnt_policy_plays_a_hand_to_its_end(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "policy.json"
    path.write_text(Policy().text(), "utf-8")
    ends.main(["--variant", "3b-four", "--hands", "1", "--policy", str(path)])
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == len(ends.QUARTERS)
    assert lines[0].startswith("3b-four club, 0 quarters played: bids foreseen ")
