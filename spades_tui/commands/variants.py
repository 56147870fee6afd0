"""`spades-tui variants`: list, show and check variants."""

from __future__ import annotations

import argparse
from functools import partial
from pathlib import Path

from spades_tui.commands.from_arguments import find_variant
from spades_tui.rules import rules_page
from spades_tui.rules.catalogue import is_free, shelf
from spades_tui.rules.variant_reader import VariantError, line_in, load
from spades_tui.system.exit_status import DONE, InputError, run_reporting
from spades_tui.system.output import json_text, write_text


def run(arguments: argparse.Namespace) -> int:
    """List, show or check variants; return 0, 1 (an invalid variant) or 2 (an unreadable file)."""
    if arguments.what == "schema":
        from spades_tui.rules.schema import file_schema

        write_text(json_text(file_schema(), indent=2) + "\n")
        return DONE
    if arguments.what == "check":
        return _check_variants(arguments.files)
    if arguments.what == "show":
        variant = find_variant(arguments.slug)
        write_text(
            json_text(variant.to_json(), indent=2) + "\n"
            if arguments.json
            else rules_page.page(variant)
        )
        return DONE
    entries = shelf()
    width = max(len(entry.slug) for entry in entries) + 2
    for entry in entries:
        mine = "" if entry.shipped else "(yours) "
        summary = (
            rules_page.summary_line(entry.variant) if entry.variant and not entry.error else f"broken: {entry.error}"
        )
        write_text(f"{entry.slug:<{width}}{mine}{summary}\n")
    return DONE


def _check_variants(files: list[str]) -> int:
    from spades_tui.analysis.simulate import trial

    def check(file: str) -> None:
        try:
            variant = load(Path(file))
            trial(variant, file)
        except VariantError as error:
            raise InputError(*error.lines) from None
        write_text(f"{file}: {variant.name}: no mistakes\n")
        if not is_free(variant, Path(file)):
            message = f"another variant has the slug {variant.slug!r}; choose a new one for your variants folder"
            write_text(f"{file}:{line_in(file, ('slug',))}: slug: {message}\n")

    return max(run_reporting(partial(check, file), file=file) for file in files)
