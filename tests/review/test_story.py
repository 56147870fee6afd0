"""The story of a game: its costliest card in words and as a picture, on the command line and on screen."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from msgspec.structs import replace

from spades_tui import cli
from spades_tui.analysis.review import Judged, judge, needs_judging
from spades_tui.analysis.reviewed_record import collect_journal
from spades_tui.game.events import Play
from spades_tui.language.unusable import UnusableError
from spades_tui.play.brain import IN_PLACE
from spades_tui.presentation.story import decisive, story_of
from spades_tui.presentation.story_picture import picture
from tests.driver import driving
from tests.review.reviewing import ReviewApp
from tests.setup.daily_days import DAY, play_hand
from tests.sizes import LARGE, SMALL, at_each_size


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return play_hand(tmp_path_factory.mktemp("story") / "games", DAY, "sandbags")


@pytest.fixture(scope="module")
def judged(game: Path) -> list[Judged]:
    record = collect_journal(game)
    return [judge(one, IN_PLACE) for one in needs_judging(record.of(record.people))]


def texts(svg: str) -> list[str]:
    """Return the words in a picture, after reading it as XML."""
    return [element.text or "" for element in ET.fromstring(svg).iter("{http://www.w3.org/2000/svg}text")]


def test_the_story_is_the_card_that_cost_most(game: Path, judged: list[Judged]) -> None:
    record = collect_journal(game)
    story = story_of(record, judged)
    costs = [one.cost for one in judged if isinstance(one.decision.event, Play)]
    assert story.cost == max(costs) > 0
    assert f"{round(story.cost)} points better" in story.sentence
    assert story.played is not None and story.better is not None
    shown = texts(picture(story))
    assert any("cost" in words for words in shown) and "took it" in shown and "better" in shown


def test_the_words_about_the_hand_never_say_that_no_choice_cost_much(game: Path, judged: list[Judged]) -> None:
    record = collect_journal(game)
    costly = [one for one in judged if one.cost]
    assert costly
    for one in costly:
        assert "cost" not in story_of(record, [one]).hand


@pytest.mark.parametrize(("doubt", "by_chance"), [(0.0, False), (99.0, True)])
def test_a_cost_that_may_be_chance_is_no_certain_one(
    game: Path, judged: list[Judged], doubt: float, by_chance: bool
) -> None:
    """The words beside it never say that no choice clearly cost anything."""
    known = [replace(one, done=one.done and replace(one.done, doubt=doubt)) for one in judged]
    text = story_of(collect_journal(game), known).text
    assert ("may be chance" in text) == by_chance
    assert "No choice" not in text


def test_hidden_names_are_nowhere(game: Path, judged: list[Judged]) -> None:
    record = collect_journal(game)
    story = story_of(record, judged, hide_names=True)
    whole = f"{story.text}\n{picture(story)}"
    assert "Player 1" in whole
    assert not any(re.search(rf"\b{name}\b", whole) for name in record.names)


def test_everything_on_a_card_is_inside_its_frame(game: Path, judged: list[Judged]) -> None:
    svg = picture(story_of(collect_journal(game), judged))
    frame_form = r'<rect x="(\d+)" y="(\d+)" width="(\d+)" height="(\d+)"'
    frames = [tuple(map(int, frame)) for frame in re.findall(frame_form, svg)]
    pips = [tuple(map(int, pip)) for pip in re.findall(r'transform="translate\((\d+) (\d+)\)"', svg)]
    assert len(pips) == len(frames) >= 4
    for (x, y, width, height), (across, down) in zip(frames, pips, strict=True):
        assert abs(2 * (across - x) - width) <= 1
        assert y < down < y + height


def test_a_name_cannot_write_into_the_picture(game: Path, judged: list[Judged]) -> None:
    story = story_of(collect_journal(game), judged)
    story = replace(story, names=('<script x="&', *story.names[1:]), title="<b>&", sentence='"<x' + " w" * 300)
    svg = picture(story)
    assert "<script" not in svg and "<b>" not in svg
    assert any(words.startswith('<script x="&') for words in texts(svg))
    assert not re.search(r"https?://(?!www\.w3\.org/2000/svg)", svg)


def test_a_game_whose_only_cost_was_a_bid_tells_the_bid(game: Path, judged: list[Judged]) -> None:
    free = [one for one in judged if not one.cost]
    bid = next(one for one in judged if not isinstance(one.decision.event, Play))
    assert isinstance(decisive(free).decision.event, Play)
    assert not picture(story_of(collect_journal(game), [bid])).count("took it")
    with pytest.raises(UnusableError):
        decisive([])


def test_the_command_prints_the_story_and_never_overwrites(
    game: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "trick.svg"
    assert cli.main(["story", str(game), "--svg", str(out), "--hide-names"]) == 0
    assert "Player 1" in capsys.readouterr().out and texts(out.read_text("utf-8"))
    assert cli.main(["story", str(game), "--svg", str(out)]) == 2
    unfinished = tmp_path / "unfinished.spades.jsonl"
    unfinished.write_bytes(b"".join(game.read_bytes().splitlines(keepends=True)[:9]))
    assert cli.main(["story", str(unfinished), "--svg", str(tmp_path / "none.svg")]) == 1
    assert not (tmp_path / "none.svg").exists()


@at_each_size(SMALL, LARGE)
async def test_the_review_opens_the_story_and_copies_the_code(
    game: Path, judged: list[Judged], size: tuple[int, int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SPADES_TUI_HOME", str(tmp_path))
    games = tmp_path / "data" / "games"
    games.mkdir(parents=True)
    path = games / game.name
    path.write_bytes(game.read_bytes())
    known = iter(judged)
    monkeypatch.setattr("spades_tui.analysis.review.judge", lambda decision, *_: next(known))
    async with driving(ReviewApp(path), size) as seat:
        await seat.work_ends()
        await seat.press("y")
        assert seat.clipboard.startswith("sandbags ") and seat.sees(seat.clipboard)
        await seat.press("s")
        assert seat.sees("took it", "points better")
        await seat.press("x", "y", "s")
        assert "Player 1" in seat.clipboard and seat.sees("Player 1")
        (saved,) = (tmp_path / "data" / "stories").iterdir()
        assert "Player 1" in saved.read_text("utf-8")
        print(seat.clipboard, seat.text)
