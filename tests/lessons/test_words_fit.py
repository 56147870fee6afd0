"""The words of every lesson fit beside the table, or above the choices during the bidding."""

import pytest

from spades_tui.game.phase import Phase
from spades_tui.lessons.lesson import Decision, LessonPlay, Words
from spades_tui.lessons.lesson_reader import files, read_lesson
from spades_tui.tui.widgets.paragraphs import wrapped

SIDE_WIDTH = 28
"""Columns of the panel beside the table in a terminal of 80 columns, as in `spades.tcss`."""
ABOVE_HEIGHT = 7
"""Rows of the panel above the choices of a bid, or above a sheet, as in `spades.tcss`."""
NAMES = [path.name.removesuffix(".lesson.jsonl") for path in files()]


@pytest.mark.parametrize("name", NAMES)
def test_all_words_of_a_lesson_fit_at_80_by_24(name: str) -> None:
    lesson = read_lesson(dict(zip(NAMES, files(), strict=True))[name])
    play = LessonPlay(lesson)

    def fits(text: str, verdict: bool, above: bool) -> None:
        lines = len(wrapped(text, 78 if above else SIDE_WIDTH - 3)) + verdict
        assert lines <= (ABOVE_HEIGHT - 2 if above else 13), (lines, text)

    while (moment := play.moment) is not None:
        above = play.observe().phase not in (Phase.PLAY, Phase.PLAYED)
        if isinstance(moment, Words | Decision):
            fits(moment.text, False, above)
        if not isinstance(moment, Decision):
            play.advance()
            continue
        for line in moment.wrong:
            fits(line.text, True, above)
        right = play.help()
        assert right is not None
        play.attempt(right)
        after = play.observe().phase not in (Phase.PLAY, Phase.PLAYED)
        for text in (moment.right, *(line.text for line in moment.also if line.text)):
            fits(text, True, after)
