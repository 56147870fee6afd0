"""The picture of a hand in the README (docs/hand.svg) is small, always complete, and readable without motion.

So are those of moments (screenshots/animated-*.svg).

The cast beside it (docs/hand.cast) shows the same lines in a terminal.
"""

import asyncio
import json
import re
from collections import Counter
from pathlib import Path
from xml.etree import ElementTree

import pyte
import pytest

from tests import make_hand, make_moments

DRAWN = make_hand.HAND.read_text("utf-8")


def courses(picture: str) -> dict[str, list[tuple[float, bool]]]:
    """Return the steps of each animation: the percentage of the time, and whether its lines are visible then."""
    found = re.findall(r"@keyframes (f\d+)\{((?:[\d.]+%\{visibility:\w+\})+)\}", picture)
    return {
        name: [(float(at), how == "visible") for at, how in re.findall(r"([\d.]+)%\{visibility:(\w+)\}", steps)]
        for name, steps in found
    }


def lines_shown(picture: str, times: list[float]) -> list[Counter[int]]:
    """Return how many versions of each line are visible without motion, then at each percentage of the time."""
    steps = courses(picture)
    shown: list[Counter[int]] = [Counter() for _ in range(len(times) + 1)]
    for group in ElementTree.fromstring(picture).iter("{http://www.w3.org/2000/svg}g"):
        names = group.get("class", "").split()
        bottoms = [float(element.attrib["y"]) for element in group if element.tag.endswith("text")]
        if not bottoms:
            continue
        row = round(bottoms[0] / make_hand.ROW)
        shown[0][row] += "o" not in names
        for at, lines in zip(times, shown[1:], strict=True):
            lines[row] += not names or [on for begin, on in steps[names[0]] if begin <= at][-1]
    return shown


def assert_readable(picture: str) -> None:
    """Assert that the picture shows one whole screen at every moment and without motion, and fetches nothing."""
    assert len(picture.encode()) < 500_000
    assert "@media (prefers-reduced-motion:reduce){g{animation:none!important}}" in picture
    assert len(set(re.findall(r"animation:f\d+ ([\d.]+s) ", picture))) == 1
    assert re.findall(r"url\(|href|<script|<image", picture) == []
    changes = sorted({at for steps in courses(picture).values() for at, _ in steps})
    for lines in lines_shown(picture, changes):
        assert max(lines.values()) == 1
        assert sum(lines.values()) >= 8


def test_the_picture_in_the_readme_is_complete_at_every_moment() -> None:
    assert_readable(DRAWN)
    assert "docs/hand.svg" in (Path(__file__).parents[1] / "README.md").read_text("utf-8")


def test_the_check_finds_overlapping_lines() -> None:
    spoilt = DRAWN.replace(' o">', '">', 1)
    with pytest.raises(AssertionError):
        assert_readable(spoilt)


def plain(text: str) -> str:
    return "".join(text.split())


def test_the_cast_shows_the_lines_of_the_picture() -> None:
    header, *parts = map(json.loads, make_hand.CAST.read_text("utf-8").splitlines())
    assert (header["version"], header["width"], header["height"]) == (2, *make_hand.SIZE)
    groups = ElementTree.fromstring(DRAWN).iter("{http://www.w3.org/2000/svg}g")
    texts = ([element.text or "" for element in group if element.tag.endswith("text")] for group in groups)
    drawn = {plain("".join(line)) for line in texts}
    screen = pyte.Screen(*make_hand.SIZE)
    stream = pyte.Stream(screen)
    for _, kind, written in parts:
        assert kind == "o"
        stream.feed(written)
        assert {plain(line) for line in screen.display} - drawn <= {""}
    assert [at for at, *_ in parts] == sorted(at for at, *_ in parts)
    assert (parts[0][0], parts[-1][0]) == (0, make_hand.SECONDS)


@pytest.mark.parametrize("name", make_moments.PARTS)
def test_the_picture_of_a_moment_is_small_and_readable(name: str) -> None:
    if not make_moments.FOLDER.exists():
        pytest.skip("a source archive has no screenshots")
    picture = (make_moments.FOLDER / f"animated-{name}.svg").read_text("utf-8")
    assert len(picture.encode()) < 60_000
    assert_readable(picture)


@pytest.mark.slow
@pytest.mark.parametrize("name", make_moments.PARTS)
def test_the_script_draws_a_moment(name: str) -> None:
    taken = asyncio.run(make_moments.frames(make_moments.PARTS[name]))
    assert [frame.still for frame in taken] == [False] * (len(taken) - 1) + [True]


@pytest.mark.slow
def test_the_script_draws_a_whole_hand() -> None:
    taken = asyncio.run(make_hand.frames())
    assert [place for place, frame in enumerate(taken) if frame.still] == [0]
    shown = "".join(plain(line) for frame in taken for line in frame.lines)
    assert plain("Your turn: follow clubs.") in plain("".join(taken[0].lines))
    for words in ("You can't beat Dot's nine", "Follow suit:", "Bea's nil is set.", "Nil set"):
        assert plain(words) in shown
    assert_readable(make_hand.animated(taken, make_hand.WORDS, make_hand.SECONDS))
    assert make_hand.cast(taken) == make_hand.CAST.read_text("utf-8")
