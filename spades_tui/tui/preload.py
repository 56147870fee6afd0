"""Import the screens that the first frame doesn't need, so that none of them opens slowly."""

from collections.abc import Iterator
from importlib import import_module
from pkgutil import walk_packages

from textual.worker import Worker

from spades_tui import analysis, scorebook, tui
from spades_tui.system.faults import write_once
from spades_tui.tui import table


def screen_modules(at_table: bool = False) -> Iterator[str]:
    """Yield the modules of all screens, those of the table first, and of what the screens import when they open.

    A program that began at a table needs no others until it goes home.
    """
    yield "spades_tui.tui.table.home_runner"
    for package in (table,) if at_table else (table, tui, scorebook, analysis):
        yield from (module.name for module in walk_packages(package.__path__, f"{package.__name__}."))


def import_screens(worker: Worker[None], at_table: bool = False) -> None:
    """Import the modules one by one in a thread, until the worker is cancelled.

    A module that can't be imported is reported; it fails again where it is needed.
    """
    for name in screen_modules(at_table):
        if worker.is_cancelled:
            return
        try:
            import_module(name)
        except Exception as error:
            write_once(error)
