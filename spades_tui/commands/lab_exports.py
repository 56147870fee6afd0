"""Files of measurements, with the extra `lab`: Parquet tables, and plots as SVG."""

import io
from collections.abc import Iterable, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

from spades_tui.analysis.rule_lab import MEASURES, Measured
from spades_tui.system.disk import write_whole
from spades_tui.system.exit_status import UsageError


def pyarrow() -> Any:
    """Return the library. Raises UsageError if it is missing."""
    try:
        import pyarrow.parquet
    except ImportError:
        raise UsageError("--parquet: pyarrow is missing; install 'spades-tui[lab]'") from None
    return pyarrow


def write_table(file: Path, types: dict[str, str], rows: Iterable[Sequence[object]], about: dict[str, str]) -> None:
    """Write rows to a whole file, with the names and types of their columns. Raises OSError, UsageError."""
    arrow = pyarrow()
    columns = list(zip(*rows, strict=True)) or [()] * len(types)
    schema = arrow.schema([(name, getattr(arrow, kind + "_" * (kind == "bool"))()) for name, kind in types.items()])
    arrays = [arrow.array(column, one.type) for column, one in zip(columns, schema, strict=True)]
    stream = arrow.BufferOutputStream()
    arrow.parquet.write_table(arrow.Table.from_arrays(arrays, schema=schema.with_metadata(about)), stream)
    write_whole(file, stream.getvalue().to_pybytes(), mode=0o666, sync=False)


def said_about(file: Path) -> dict[str, str]:
    """Return what was noted when a file was written; nothing if it isn't a Parquet file. Raises UsageError."""
    arrow = pyarrow()
    try:
        found = arrow.parquet.read_schema(file).metadata or {}
    except (OSError, arrow.ArrowInvalid):
        return {}
    return {key.decode(errors="replace"): value.decode(errors="replace") for key, value in found.items()}


PLOTTED = ("bids_made", "nils_bid", "nils_made", "bags", "points", "hands", "leader_wins", "dealer")
"""The measures of a plot, each in its own field."""
_WIDE, _HIGH = 5.0, 0.32  # inches of a field, and of a game in it


def library() -> Any:
    """Return matplotlib's figures. Raises UsageError if it is missing."""
    try:
        matplotlib: Any = import_module("matplotlib")
        figure: Any = import_module("matplotlib.figure")
    except ImportError:
        raise UsageError("--plot: matplotlib is missing; install 'spades-tui[lab]'") from None
    matplotlib.rcParams |= {"svg.hashsalt": "spades-tui", "svg.fonttype": "none"}  # the same figures, the same file
    return figure


def svg_of(found: dict[str, Measured]) -> str:
    """Return an SVG with a field for each measure, and in it a point with its 95% interval for each game."""
    measures = [one for one in MEASURES if one.name in PLOTTED]
    measures = [one for one in measures if any(game.figure(one.name).value is not None for game in found.values())]
    rows = -(-len(measures) // 2)
    figure = library().Figure(figsize=(2 * _WIDE, rows * (len(found) * _HIGH + 1)), layout="constrained")
    fields = figure.subplots(rows, 2, squeeze=False, sharey=True).flat
    for field, measure in zip(fields, measures, strict=False):
        scale = 100 if measure.percent else 1
        for place, game in enumerate(found.values()):
            one = game.figure(measure.name)
            if one.value is not None:
                within = one.within if one.within < float("inf") else 0.0
                below, above = within, within
                if measure.percent:
                    below, above = min(within, one.value), min(within, 1 - one.value)
                reach = [[scale * below], [scale * above]]
                field.errorbar(scale * one.value, place, xerr=reach, fmt="o", color="#1f6f50", capsize=3)
        field.set_title(measure.label + (", in %" if measure.percent else ""), fontsize="medium")
        field.set_yticks(range(len(found)), list(found))
        field.set_ylim(len(found) - 0.5, -0.5)
        field.grid(axis="x", alpha=0.3)
    for field in list(fields):
        field.set_axis_off()
    stream = io.StringIO()
    figure.savefig(stream, format="svg", metadata={"Date": None})
    return stream.getvalue()
