"""`spades-tui story`: the decision that cost most in a finished game, as text and as a picture."""

import argparse
import os
from pathlib import Path

from spades_tui.analysis.review import collect_journal, judge, needs_judging
from spades_tui.play.bot_decision import IN_PLACE
from spades_tui.presentation.story import StoryError, picture, story_of
from spades_tui.record.record_error import RecordError
from spades_tui.system.disk import write_new
from spades_tui.system.exit_status import DONE, InputError, UsageError, file_error
from spades_tui.system.output import write_text
from spades_tui.system.progress import Progress


def run(arguments: argparse.Namespace) -> int:
    """Print the story of a game, and write its picture. Raises UsageError, InputError."""
    out = arguments.svg
    if out is not None and os.path.lexists(out):
        raise UsageError(f"--svg: {out} exists already; choose another name", "spades-tui story")
    try:
        record = collect_journal(Path(arguments.file))
        if record.replayed.over is None:
            raise StoryError("the game isn't over; finish it first")
        decisions = needs_judging(record.of(record.people or range(record.replayed.rules.seats)))
        progress = Progress(len(decisions), "decisions")
        judged = []
        try:
            for decision in decisions:
                judged.append(judge(decision, IN_PLACE))
                progress.advance_by(1)
        finally:
            progress.close()
        story = story_of(record, judged, arguments.hide_names)
    except RecordError as error:
        raise InputError(str(error)) from None
    except StoryError as error:
        raise InputError(f"{arguments.file}: {error}") from None
    except OSError as error:
        raise file_error(arguments.file, error) from None
    if out is not None:
        try:
            write_new(Path(out), picture(story))
        except OSError as error:
            raise file_error(out, error) from None
    write_text(f"{story.text}\n")
    return DONE
