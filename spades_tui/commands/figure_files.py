"""The files of figures.

Check them before anything is played, and draw a plot as SVG, which needs the extra `lab`.
"""

import errno
import io
import logging
import os
import warnings
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any

from spades_tui.analysis.rule_lab import MEASURES, Measured
from spades_tui.house_rules.form_words import zeros_in
from spades_tui.system.exit_status import UsageError, about_file
from spades_tui.system.folders import open_plain
from spades_tui.system.installing import missing

_MOST_READ = 2000  # bytes from the beginning of a file that say what kind it is
KINDS = {"a Parquet": b"PAR1", "an SVG": b"<svg"}  # by kind of file: what is in its first bytes
PLOTTED = ("bids_made", "nils_bid", "nils_made", "bags", "points", "hands", "leader_wins", "dealer")
"""The measures of a plot, each in its own field."""
_WIDE, _HIGH = 5.0, 0.32  # inches of a field, and of a game in it


def check_output(option: str, name: str, kind: str) -> None:
    """Raise UsageError if a file exists and isn't of this kind, or couldn't be written."""
    file = Path(name)
    with about_file(name):
        try:
            with open_plain(file) as stream:
                first = stream.read(_MOST_READ)
        except FileNotFoundError:
            first = b""
        if first and KINDS[kind] not in first:
            words = f"{name} exists already and isn't {kind} file; choose another name"
            raise UsageError(f"{option}: {words}")
        if file.exists() and not os.access(file, os.W_OK):
            raise PermissionError(errno.EACCES, "read-only")
        try_folder(file.resolve().parent)


def try_folder(folder: Path) -> None:
    """Write an empty file in a folder, and delete it.

    Raises OSError if nothing can be written there.
    """
    with TemporaryFile(dir=folder):
        pass


def check_different(**files: str | None) -> None:
    """Raise UsageError if two options name the same file."""
    by_file: dict[str, str] = {}
    for option, name in files.items():
        if name is not None:
            other = by_file.setdefault(os.path.realpath(name), option)
            if other != option:
                words = f"{name!r} is also the file of --{other}; choose another name"
                raise UsageError(f"--{option}: {words}")


def matplotlib_figure() -> Any:
    """Return matplotlib's figures. Raises UsageError if it is missing."""
    logging.getLogger("matplotlib").setLevel(logging.ERROR)  # it writes about its own files
    try:
        matplotlib: Any = import_module("matplotlib")
        figure: Any = import_module("matplotlib.figure")
    except ImportError:
        raise UsageError(f"--plot: {missing('matplotlib', 'lab', 'lab')}") from None
    matplotlib.rcdefaults()  # not the user's own style, so that the same figures give the same file
    matplotlib.rcParams |= {
        "svg.hashsalt": "spades-tui",
        "svg.fonttype": "none",
        "text.parse_math": False,
    }
    return figure


def svg_of(games: dict[str, Measured], zero: str) -> str:
    """Return an SVG with a field for each measure.

    In it is a point with its 95% interval for each game. `zero`: the games' word for a bid of zero.
    """
    measures = [one for one in MEASURES if one.name in PLOTTED]
    for measure in list(measures):
        if all(game.figure(measure.name).value is None for game in games.values()):
            measures.remove(measure)
    rows = -(-len(measures) // 2)
    size = 2 * _WIDE, rows * (len(games) * _HIGH + 1)
    figure = matplotlib_figure().Figure(figsize=size, layout="constrained")
    fields = figure.subplots(rows, 2, squeeze=False, sharey=True).flat
    for field, plotted in zip(fields, measures, strict=False):
        scale = 100 if plotted.percent else 1
        for place, game in enumerate(games.values()):
            one = game.figure(plotted.name)
            if one.value is not None:
                below = above = one.within if one.within < float("inf") else 0.0
                if plotted.percent:
                    below, above = min(below, one.value), min(above, 1 - one.value)
                reach = [[scale * below], [scale * above]]
                look = {"fmt": "o", "color": "#1f6f50", "capsize": 3}
                field.errorbar(scale * one.value, place, xerr=reach, **look)
        title = zeros_in(plotted.label, zero)
        if plotted.percent:
            title += ", in %"
        field.set_title(title, fontsize="medium")
        field.set_yticks(range(len(games)), list(games))
        field.set_ylim(len(games) - 0.5, -0.5)
        field.grid(axis="x", alpha=0.3)
    for field in list(fields):
        field.set_axis_off()
    stream = io.StringIO()
    with warnings.catch_warnings():
        # a letter that matplotlib can't measure; the SVG has it as text
        warnings.simplefilter("ignore")
        figure.savefig(stream, format="svg", metadata={"Date": None})
    return stream.getvalue()
