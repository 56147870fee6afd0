"""Parquet files, of the extra `lab`."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

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
