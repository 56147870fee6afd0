"""Use the program in many ways without reading its words, and print the results as data.

`python -m tests.pseudo.playing` plays each game in plain text and on the screens, goes through the lessons, changes
rules, checks spoiled files, and reads a season. With `--backwards` every sentence of the program is spelled backwards,
and with `--planted` the program also parses one of them. The lines of output are `name: data as JSON`.
"""

import argparse
import asyncio
import io
import json
import os
import random
import re
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import redirect_stderr, redirect_stdout, suppress
from functools import partial
from pathlib import Path
from typing import Any

from tests.pseudo import reversing

ROOT = Path(__file__).parents[2]
HANDS = 1
"""Hands of each game in plain text; one on the screens."""
ANSWERS = (
    "ready", "hint", *("take",) * 8, "options", "take", "trick", "take", "bids", "take", "out", "take", "sheet", "0",
    "1", "9c", "nine of clubs", *("take", "ready") * 12,
)  # fmt: skip
"""The answers typed in turn, whatever the question."""
KEYS = ("question_mark", "escape", *("enter",) * 30)
"""The keys for a hand on the screens. Whether one of them comes too soon to be answered makes no difference."""
ROWS = 6
"""Rows of each form whose values are changed."""


def journals(home: Path) -> list[Any]:
    """Return the events of all games in a folder, without times and the sums that depend on them."""
    lines = [line for path in sorted(home.rglob("*.jsonl")) for line in path.read_text("utf-8").splitlines()]
    return [{key: value for key, value in json.loads(line).items() if key not in ("at", "sum")} for line in lines]


def plain_game(slug: str, home: Path) -> Any:
    """Play some hands in plain text, with two people."""
    from spades_tui.plain.console import Console, GoneError
    from spades_tui.plain.home_table import PlainTable
    from spades_tui.settings.settings import Settings
    from tests.plain.talking import table_of

    table = table_of(slug, home, people=2)

    class Typist(Console):
        def answer(self) -> str:
            """Return the next answer, and leave after some hands."""
            self.typed = getattr(self, "typed", -1) + 1
            if table.observe(None).hand_number > HANDS or table.final is not None or self.typed > 2000:
                raise GoneError
            return ANSWERS[self.typed % len(ANSWERS)]

        def page(self) -> None:
            """Do nothing, so that all text stays in sight."""

    PlainTable(table, Typist(io.StringIO(), io.StringIO()), Settings()).run()
    table.leave()
    return journals(home)


def screen_game(slug: str, home: Path) -> Any:
    """Play a hand on the screens with Enter, and open the page of keys."""
    from spades_tui.play.table import Table
    from spades_tui.tui.table.score_screen import ScoreScreen
    from tests.scenes import setup
    from tests.screens.looking import TableApp, settle, type_keys

    table = Table.create(setup(slug, seed="backwards", dealer=0), home)

    async def play() -> None:
        app = TableApp(table)
        async with app.run_test(size=(80, 24)):
            for key in KEYS * 10:
                if isinstance(app.screen, ScoreScreen):
                    break
                type_keys(app, key)
                await settle(app)

    asyncio.run(play())
    table.leave()
    return journals(home)


def lessons() -> Any:
    """Go through every lesson in plain text."""
    from spades_tui.lessons.learned import read_learned
    from spades_tui.lessons.lesson_reader import heads
    from spades_tui.plain.console import Console, GoneError
    from spades_tui.plain.lesson_run import Learn
    from spades_tui.settings.settings import Settings

    class Typist(Console):
        def answer(self) -> str:
            """Start the next lesson, and make a wrong choice before each right one."""
            self.typed = getattr(self, "typed", -1) + 1
            if self.typed > 3000:
                raise GoneError
            return ("", "0", "take")[self.typed % 3]

    said = io.StringIO()
    with suppress(GoneError):
        Learn(Typist(io.StringIO(), said), Settings()).run()
    done = read_learned().done
    return [head.name in done for head in heads()], said.getvalue().count("\n")


def forms(slug: str) -> Any:
    """Change one rule after another in the form, and search for each row by its own words."""
    from spades_tui.house_rules.rule_search import found
    from spades_tui.house_rules.rules_draft import RulesDraft
    from spades_tui.rules.catalogue import shipped
    from tests.house_rules.changing import some_values

    draft, done = RulesDraft(shipped()[slug]), list[Any]()
    step = max(1, len(draft.rows) // ROWS)
    for row in draft.rows[::step]:
        done.append([row.key, row.key in found(draft, row.label)])
        for value in some_values(row)[:3]:
            attempt = draft.with_value(row, value)
            done.append([row.key, value, attempt.draft and attempt.draft.variant.to_json()])
    return done


def command(*words: str) -> Any:
    """Run a command; return its exit status, the places that its errors name, and the numbers in its JSON."""
    from spades_tui.cli import main

    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        try:
            status: Any = main(list(words))
        except SystemExit as left:
            status = left.code
    places = [re.findall(r"^[^ ]*?([^ /]*(?::\d+)+)", line) for line in err.getvalue().splitlines()]
    return status, places, json.loads(out.getvalue()) if "--json" in words and status == 0 else None


def numbers(data: Any) -> Any:
    """Return data without its texts of several words."""
    if isinstance(data, dict):
        return {key: numbers(value) for key, value in data.items()}
    if isinstance(data, list | tuple):
        return [numbers(value) for value in data]
    return "" if isinstance(data, str) and " " in data else data


def spoiled(home: Path) -> Iterator[tuple[str, ...]]:
    """Yield command lines that check variant files, settings and records, both valid and spoiled ones."""
    chance = random.Random("spoiled")
    for path in sorted((ROOT / "variants").glob("*.toml")):
        lines = path.read_text("utf-8").splitlines()
        for number in range(3):
            spoilt = home / f"{path.stem}-{number}.toml"
            place = chance.randrange(len(lines))
            other = [[], [lines[place], lines[place]], [lines[place].replace("=", "= -"), "wrong"]][number]
            spoilt.write_text("\n".join([*lines[:place], *other, *lines[place + 1 :]]), "utf-8")
            yield "variants", "check", str(spoilt)
    for path in sorted((ROOT / "tests" / "golden").glob("*.jsonl"))[::4]:
        lines = path.read_text("utf-8").splitlines()
        place = chance.randrange(1, len(lines))
        spoilt = home / path.name
        spoilt.write_text("\n".join([*lines[:place], *lines[place + 1 :]]) + "\n", "utf-8")
        yield "replay", str(path)
        yield "replay", str(spoilt)
    config = home / "config"
    config.mkdir()
    (config / "settings.toml").write_text('pace = "late"\ncolours = 3\n[keys]\nquit = "9"\n', "utf-8")
    yield "settings", "check"


COMMANDS = (
    ("play", "--variant", "sandbag"), ("play", "--option"), ("play", "--seats", "human:"), ("simulate", "--games", "x"),
    ("scorebook", "--json"), ("scorebook", "games", "--json"), ("scorebook", "--person", "Ann", "--json"),
    ("scorebook", "rebuild"), ("lessons", "list"), ("variants", "list"), ("serve", "--port", "x"),
)  # fmt: skip


def everything(home: Callable[[], Path]) -> Iterator[tuple[str, Callable[[], Any]]]:
    """Yield each way of using the program with its name; `home` makes a new home."""
    from tests.games import SLUGS

    for slug in SLUGS:
        yield f"plain {slug}", partial(plain_game, slug, home())
        yield f"screens {slug}", partial(screen_game, slug, home())
        yield f"form {slug}", partial(forms, slug)
    home()
    yield "lessons", lessons
    for words in spoiled(home()):
        yield f"command {' '.join(words[:-1])} {Path(words[-1]).name}", partial(command, *words)
    shutil.copytree(ROOT / "tests" / "releases" / "1.0.0" / "home", home(), dirs_exist_ok=True)
    for words in COMMANDS:
        yield f"command {' '.join(words)}", partial(command, *words)


def main() -> None:
    """Use the program and print the results."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--backwards", action="store_true", help="spell the program's sentences backwards")
    parser.add_argument("--planted", action="store_true", help="take one of its sentences apart")
    parser.add_argument("names", nargs="*", help="print these parts alone")
    arguments = parser.parse_args()
    if arguments.backwards:
        reversing.install()
    from spades_tui.plain.home_table import PlainTable
    from spades_tui.tui.table.table_screen import TableScreen
    from tests import quick_choices

    TableScreen.weigh = quick_choices.suggest_at_once  # type: ignore[assignment,method-assign]
    PlainTable._take = quick_choices.take  # type: ignore[assignment,method-assign]
    if arguments.planted:
        from tests.pseudo import planted

        planted.plant()
    with tempfile.TemporaryDirectory() as folder:
        homes = iter(range(10_000))

        def home() -> Path:
            path = Path(folder) / str(next(homes))
            path.mkdir()
            os.environ["SPADES_TUI_HOME"] = str(path)
            return path

        for name, part in everything(home):
            if not arguments.names or name in arguments.names:
                print(f"{name}: {json.dumps(numbers(part()), sort_keys=True)}", flush=True)


if __name__ == "__main__":
    main()
