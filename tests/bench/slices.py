"""Measure what the program imports after its first frame (`tui/preload.py`), slice by slice.

``python -m tests.bench.slices``
    milliseconds of processor time per slice, longest first, and the number of modules it imports.
``python -m tests.bench.slices propose``
    a new list of slices, for when modules were added or removed.

Nothing here is a test; `tests/screens/test_preload.py` checks the list without a clock.
"""

import argparse
import json
import pkgutil
import subprocess
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from textwrap import fill

import spades_tui.tui
from spades_tui.tui.preload import SLICES

FIRST = "spades_tui.tui.app, spades_tui.tui.setup.home, spades_tui.play.saved_games"
"""Modules imported before the first frame."""
DEAR = 8.0
"""Milliseconds above which a module gets its own slice or is divided."""
WORTH = 3.0
"""Minimum milliseconds of a module in a slice."""
RUNS = 5

MEASURE = """
import gc, json, sys, time
gc.disable()
import {first}
from importlib import import_module
found = []
for name in json.loads(sys.argv[1]):
    before, known = time.process_time(), len(sys.modules)
    import_module(name)
    found.append((name, 1000 * (time.process_time() - before), len(sys.modules) - known))
print(json.dumps(found))
"""


def python(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run a fresh interpreter."""
    return subprocess.run([sys.executable, *arguments], capture_output=True, text=True, check=True)


def measured(names: Iterable[str]) -> list[tuple[str, float, int]]:
    """Return each module with its imports and its minimum milliseconds after the modules before it."""
    runs = []
    for _ in range(RUNS):
        done = python("-c", MEASURE.format(first=FIRST), json.dumps(list(names)))
        runs.append(json.loads(done.stdout))
    return [(same[0][0], min(one[1] for one in same), same[0][2]) for same in zip(*runs, strict=True)]


CHECKS = ("spades_tui.tui.lessons.lesson_list", "spades_tui.tui.lessons.lesson_table")
"""Screens that read files strictly when they open; only they import what that needs."""
LAST_AT_A_TABLE = "spades_tui.bots.club"
"""The last import of a table after its first frame, for the preselected choice."""


SELDOM = ("curtain_screen", "tray_and_hearing")
"""Table screens that most games don't use; they are imported when they open."""


def screen_modules() -> list[str]:
    """Return every module of the screens and their later imports, likely ones first."""
    found = [one.name for one in pkgutil.walk_packages(spades_tui.tui.__path__, "spades_tui.tui.")]
    screens = [name for name in found if not name.startswith("spades_tui.tui.widgets")]
    wings = ("table.", "setup", "scorebook", "lessons", "review", "")
    likely = sorted(screens, key=lambda name: next(n for n, wing in enumerate(wings) if f".tui.{wing}" in name))
    of_a_table = [name for name in likely if ".tui.table." in name and name.rpartition(".")[2] not in SELDOM]
    rest = [name for name in likely if name not in (*of_a_table, *CHECKS)]
    return [
        "spades_tui.play.table", "spades_tui.tui.table.home_runner", *of_a_table, LAST_AT_A_TABLE, *rest,
        "spades_tui.scorebook.scorebook",
    ]  # fmt: skip


@dataclass
class Node:
    """A module as it was imported, with what it imported."""

    name: str
    alone: float
    """Milliseconds without its children."""
    children: "list[Node]" = field(default_factory=list)

    def walk(self) -> "Iterator[Node]":
        """Yield the node and all nodes below it."""
        yield self
        for child in self.children:
            yield from child.walk()


def imported() -> list[Node]:
    """Return the imports of all screen modules as trees, with the minimum times of several runs."""
    roots, *others = (_imported() for _ in range(RUNS))
    times = [{node.name: node.alone for root in other for node in root.walk()} for other in others]
    for root in roots:
        for node in root.walk():
            node.alone = min(node.alone, *(run.get(node.name, node.alone) for run in times))
    return roots


def _imported() -> list[Node]:
    code = f"import gc, sys; gc.disable(); import {FIRST}; print('=', file=sys.stderr)\n"
    code += "\n".join(f"import {name}" for name in screen_modules())
    lines = python("-X", "importtime", "-c", code).stderr.split("\n=\n")[-1].splitlines()
    waiting: list[tuple[int, Node]] = []
    for line in lines:
        alone, _, name = line.removeprefix("import time:").split("|")
        depth = len(name) - len(name.lstrip())
        node = Node(name.strip(), int(alone) / 1000)
        while waiting and waiting[-1][0] > depth:
            node.children.insert(0, waiting.pop()[1])
        waiting.append((depth, node))
    return [node for _, node in waiting]


def proposed(roots: list[Node]) -> list[str]:
    """Return slices that are all short, unless a single module takes long."""
    done: set[str] = set()
    slices: list[str] = []

    def cost(node: Node) -> float:
        return sum(one.alone for one in node.walk() if one.name not in done)

    def emit(node: Node) -> None:
        slices.append(node.name)
        done.update(one.name for one in node.walk())

    def visit(node: Node) -> None:
        for child in node.children:
            visit(child)
        while node.name not in done and cost(node) > DEAR:
            dear = max((child for child in node.children if child.name not in done), key=cost, default=None)
            emit(node if dear is None else dear)
        if node.name not in done and cost(node) > WORTH:
            emit(node)

    for root in roots:
        visit(root)
        if root.name not in done:
            emit(root)
    return slices


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.slices", description=__doc__.splitlines()[0])
    parser.add_argument("what", choices=("measure", "propose"), nargs="?", default="measure")
    names = SLICES if parser.parse_args().what == "measure" else tuple(proposed(imported()))
    found = measured(names)
    if names != SLICES:
        last = f'"{LAST_AT_A_TABLE}",'
        of_a_table, _, rest = " ".join(f'"{name}",' for name, _, modules in found if modules).partition(last)
        for part in (of_a_table + last, rest):
            print(fill(part, 120, initial_indent="    ", subsequent_indent="    "), end="\n\n")
    for name, milliseconds, modules in sorted(found, key=lambda one: -one[1])[:25]:
        print(f"{milliseconds:7.1f} ms {modules:4} modules   {name}")
    print(f"{sum(one[1] for one in found):7.1f} ms {sum(one[2] for one in found):4} modules in {len(found)} slices")


if __name__ == "__main__":
    main()
