"""`spades-tui story`: the decision that cost most in a finished game, as text and as a picture."""

import argparse
import os
from pathlib import Path

from spades_tui.analysis.review import collect_journal
from spades_tui.commands.advise import judge_all
from spades_tui.presentation.story import StoryError, picture, story_of
from spades_tui.system.disk import write_new
from spades_tui.system.exit_status import DONE, InputError, UsageError, about_file
from spades_tui.system.output import write_text


def run(arguments: argparse.Namespace) -> int:
    """Print the story of a game, and write its picture. Raises UsageError, InputError."""
    out = arguments.svg
    if out is not None and os.path.lexists(out):
        raise UsageError(f"--svg: {out} exists already; choose another name", "spades-tui story")
    try:
        with about_file(arguments.file):
            record = collect_journal(Path(arguments.file))
        if record.replayed.over is None:
            raise StoryError("the game isn't over; finish it first")
        judged = judge_all(record, record.people or range(record.replayed.rules.seats))
        story = story_of(record, judged, arguments.hide_names)
    except StoryError as error:
        raise InputError(f"{arguments.file}: {error}") from None
    if out is not None:
        with about_file(out):
            write_new(Path(out), picture(story))
    write_text(f"{story.text}\n")
    return DONE
