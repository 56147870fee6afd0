"""The reference in `docs/` has every rule, its links work, and its examples do what it says."""

import ast
import io
import re
import runpy
import shlex
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from unittest.mock import MagicMock

import pytest
from msgspec.structs import fields

from spades_tui import cards, fair
from spades_tui.commands.arguments import parser
from spades_tui.record import RecordError
from spades_tui.record.line_forms import EVENTS, EventLine
from spades_tui.record.replay import replay
from spades_tui.rules.catalogue import shipped
from spades_tui.rules.deck import tables
from spades_tui.system.exit_status import UsageError

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
PAGES = [*sorted(DOCS.rglob("*.md")), *(ROOT / f"{name}.md" for name in ("README", "CONTRIBUTING", "CHANGELOG"))]
each_page = pytest.mark.parametrize("page", PAGES, ids=[page.name for page in PAGES])

RULE = re.compile(r"(?<![A-Za-z0-9-])((?:[A-Z]{1,2}|[0-9][A-Z])-[0-9]{1,3})([a-z]?)(?![A-Za-z0-9-])")
"""A rule's name, with the letter of a part of it: ``C-8``, ``3B-21``, ``JK-13d``."""

ITEM = re.compile(r"^- \*\*([A-Z0-9]{1,3}-[0-9]{1,3})\*\* (.*(?:\n  .*|\n(?=\n  ))*)", re.MULTILINE)


def rule_items() -> list[tuple[str, str]]:
    """Return the rules of the two pages with their texts, in order."""
    return [item for page in ("rules.md", "rules-3b.md") for item in ITEM.findall((DOCS / page).read_text("utf-8"))]


def rules_in(text: str) -> set[tuple[str, str]]:
    """Return the rules that a text cites, each with the letter of its part, or with ""."""
    return set(RULE.findall(text))


def texts_in(source: Path) -> Iterator[str]:
    """Yield the texts of a Python file, including docstrings."""
    for node in ast.walk(ast.parse(source.read_text("utf-8"))):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


def rule_keys(table: object, key: str = "") -> Iterator[str]:
    """Yield the values of each `rule` and `…_rule` key of a variant file."""
    if isinstance(table, dict):
        for name, value in table.items():
            yield from rule_keys(value, name)
    elif isinstance(table, list):
        for value in table:
            yield from rule_keys(value)
    elif key == "rule" or key.endswith("_rule"):
        yield str(table)


def undescribed(cited: set[tuple[str, str]]) -> list[str]:
    """Return the cited rules or parts that the page lacks."""
    told = dict(rule_items())
    return sorted(
        f"{name}{letter}" for name, letter in cited if name not in told or (letter and f"({letter})" not in told[name])
    )


def test_the_check_finds_rule_names_in_a_text() -> None:
    text = "SB-5, (JK-13d): 3B-21 … not UTF-8, SHA-256, 11-21 or Z0-9"
    assert rules_in(text) == {("SB-5", ""), ("JK-13", "d"), ("3B-21", "")}
    assert list(rule_keys(tomllib.loads('[[a]]\nrule = "X-1"\nb = { over_rule = "X-2", made = 3 }'))) == ["X-1", "X-2"]
    assert undescribed({("SB-5", ""), ("SB-99", ""), ("JK-13", "d"), ("JK-13", "z")}) == ["JK-13z", "SB-99"]


def test_no_rule_is_repeated_and_no_number_is_missing() -> None:
    names = [name for name, _ in rule_items()]
    assert sorted(names) == sorted(set(names))
    families = list(dict.fromkeys(name.split("-")[0] for name in names))
    for family in families:
        numbers = [int(name.split("-")[1]) for name in names if name.split("-")[0] == family]
        assert sorted(numbers) == list(range(1, len(numbers) + 1)), family


def test_every_rule_that_the_program_cites_is_described() -> None:
    cited = set()
    for source in (ROOT / "spades_tui").rglob("*.py"):
        for text in texts_in(source):
            cited |= rules_in(text)
    for path in (ROOT / "variants").glob("*.toml"):
        cited |= {(name, "") for name in rule_keys(tomllib.loads(path.read_text("utf-8")))}
    assert len(cited) > 80
    assert undescribed(cited) == []


def test_every_rule_is_marked_by_a_test_and_every_mark_is_a_rule() -> None:
    marked = set()
    for source in (ROOT / "tests").rglob("*.py"):
        for call in re.findall(r"mark\.rule\(([^)]*)\)", source.read_text("utf-8")):
            marked |= rules_in(call)
    assert undescribed(marked) == []
    assert {name for name, _ in rule_items()} - {name for name, _ in marked} == set()


def test_the_page_has_the_points_of_bemo() -> None:
    told = dict(rule_items())
    for name, blind in (("BM-7", ""), ("BM-8", "blind_")):
        (table,) = [score for score in shipped()["bemo"].to_json()["scores"] if score["kind"] == "table"]
        wanted = [
            (f"{bid}", "wins the game" if bid in table[f"{blind}wins"] else f"{made}", f"{lost}")
            for bid, (made, lost) in enumerate(zip(table[f"{blind}made"], table[f"{blind}lost"], strict=True))
        ]
        text = told[name].replace("−", "-")
        assert re.findall(r"\| ([0-9]+) \| ([^|]+) \| ([^|]+) \|", text) == wanted


# ---- links and examples ------------------------------------------------------------------------------------


def outside_fences(text: str) -> str:
    """Return a page without its examples."""
    return re.sub(r"^```.*?^```$", "", text, flags=re.MULTILINE | re.DOTALL)


def anchors(page: Path) -> set[str]:
    """Return the link targets of a page: its own, and those made from its headings as GitHub does."""
    text = outside_fences(page.read_text("utf-8"))
    headings = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
    made = {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}
    return made | set(re.findall(r'^<a id="([\w-]+)"></a>$', text, re.MULTILINE))


def is_left_out(path: Path) -> bool:
    """Return whether this is one of the screenshots, or their folder, in a source archive, which has none."""
    pictures = ROOT / "screenshots"
    return path.is_relative_to(pictures) and not pictures.exists()


def dead_links(page: Path, text: str) -> list[str]:
    """Return the relative links of a page that lead nowhere."""
    dead = []
    for target in re.findall(r"\]\(([^)\s]+)\)", outside_fences(text)):
        if re.match(r"[a-z]+:|\.\./\.\./releases/", target):  # elsewhere, or the repository's own releases
            continue
        name, _, anchor = target.partition("#")
        file = (page.parent / name).resolve() if name else page
        if is_left_out(file):
            continue
        if not file.exists() or (anchor and anchor not in anchors(file)):
            dead.append(target)
    return dead


def test_the_check_finds_a_dead_link() -> None:
    text = "[a](rules.md) [b](nowhere.md) [c](rules.md#sb-sandbags) [d](rules.md#no) [e](https://example.org/x)"
    assert dead_links(DOCS / "page.md", text) == ["nowhere.md", "rules.md#no"]


@each_page
def test_every_link_has_a_target(page: Path) -> None:
    assert dead_links(page, page.read_text("utf-8")) == []


def test_the_documentation_site_has_every_page() -> None:
    """The test above checks links; `mkdocs build --strict -f .mkdocs.yml` checks those of the built site."""
    pages = re.findall(r"^ +- .+: (\S+\.md)", (ROOT / ".mkdocs.yml").read_text("utf-8"), re.MULTILINE)
    wanted = [page.relative_to(DOCS).as_posix() for page in DOCS.rglob("*.md")]
    assert sorted(pages) == sorted([*wanted, "about.md", "CONTRIBUTING.md", "CHANGELOG.md"])


def test_the_site_shows_commands_without_backslashes(monkeypatch: pytest.MonkeyPatch) -> None:
    """GitHub needs a backslash before a bar in a table. Here, the site's generator is a stand-in."""
    for name in ("config", "config.defaults", "structure", "structure.files", "structure.pages"):
        monkeypatch.setitem(sys.modules, f"mkdocs.{name}", MagicMock())
    monkeypatch.setitem(sys.modules, "mkdocs", MagicMock())
    monkeypatch.syspath_prepend(ROOT / ".build")
    page = MagicMock()
    page.file.src_uri = "commands.md"
    written = runpy.run_path(str(ROOT / ".build" / "site.py"))["on_page_markdown"]
    assert written("| `play A\\|B` | [a](rules.md) |", page, MagicMock()) == "| `play A|B` | [a](rules.md) |"


def blocks(text: str, language: str) -> list[str]:
    """Return the examples of a page in one language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


def commands(text: str) -> list[list[str]]:
    """Return the arguments of every `spades-tui …` in a page's shell examples and inline code."""
    lines = [line for block in blocks(text, "sh") for line in block.replace("\\\n", " ").splitlines()]
    lines += re.findall(r"`(spades-tui [^`]+)`", outside_fences(text))
    found = []
    for line in lines:
        lexer = shlex.shlex(line.removeprefix("$ "), posix=True, punctuation_chars="|<>;&")
        lexer.whitespace_split = True
        words = list(lexer)
        if words and words[0] == "spades-tui":
            ends = [n for n, word in enumerate(words) if set(word) <= set("|<>;&")]
            found.append(words[1 : ends[0] if ends else None])
    return found


def misspelled(arguments: list[str]) -> str | None:
    """Return the command line's error message."""
    try:
        parser().parse_args(arguments)
    except UsageError as error:
        return str(error)
    except SystemExit:  # exit after --help
        return None
    return None


def test_the_check_finds_an_invalid_command() -> None:
    text = "```sh\nspades-tui replay a.jsonl | less\nls\n$ spades-tui fly\n```\nand `spades-tui simulate --games 3`\n"
    assert commands(text) == [["replay", "a.jsonl"], ["fly"], ["simulate", "--games", "3"]]
    assert [misspelled(one) is None for one in commands(text)] == [True, False, False]


@each_page
def test_every_command_in_an_example_parses(page: Path) -> None:
    text = page.read_text("utf-8")
    assert [(words, misspelled(words)) for words in commands(text) if misspelled(words)] == []


LABEL = re.compile(r"(?<![*\w])\*([A-Z][^*\n]+)\*(?![*\w])")
"""A label of the screens, as a page for players writes it: *Quick game*."""
FOR_PLAYERS = ("first-game", "house-rules", "first-bot", "settings", "friends", "hosting", "review", "plain",
               "troubleshooting")  # fmt: skip


def missing_labels(text: str) -> list[str]:
    """Return the labels of a page that are in no text of the program and in no variant file."""
    texts = [text for source in (ROOT / "spades_tui").rglob("*.py") for text in texts_in(source)]
    texts += [path.read_text("utf-8") for path in (ROOT / "variants").glob("*.toml")]
    labels = {" ".join(label.split()) for label in LABEL.findall(text)}
    return sorted(label for label in labels if not any(label in text for text in texts))


def test_the_check_finds_an_unknown_label() -> None:
    assert missing_labels("*New game*, *Fly to the moon*, **Sound**, 2*A*b") == ["Fly to the moon"]


def test_the_pages_for_players_name_existing_labels() -> None:
    pages = "\n".join((DOCS / f"{page}.md").read_text("utf-8") for page in FOR_PLAYERS)
    assert len(LABEL.findall(pages)) > 30
    assert missing_labels(pages) == []


def test_the_source_archive_includes_the_reference() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    assert {"docs", "CONTRIBUTING.md"} <= set(project["tool"]["hatch"]["build"]["targets"]["sdist"]["include"])


# ---- files and names on the pages ---------------------------------------------------------------------------

HOUSE = [DOCS / "architecture.md", ROOT / "CONTRIBUTING.md"]
"""The pages that describe the files of the project."""


def file_of(told: str) -> Path | None:
    """Return the file or folder that a page names, in the project or the package."""
    return next((top / told for top in (ROOT, ROOT / "spades_tui") if (top / told).exists()), None)


def missing_files(text: str) -> list[str]:
    """Return files and folders of the program and its tests that a page names but that don't exist."""
    told = re.findall(r"`([\w./-]+(?:\.py|\.toml|/))`", text)
    return sorted({name for name in told if file_of(name) is None and not is_left_out(ROOT / name)})


def missing_names(text: str) -> list[str]:
    """Return names missing from the file beside them: `name` (`file.py`), or (`name`, `file.py`)."""
    pairs = re.findall(r"`(\w+)`\s\(`([\w./]+\.py)`\)|\(`(\w+)`,\s`([\w./]+\.py)`\)", text)
    missing = []
    for name, told in ((one or three, two or four) for one, two, three, four in pairs):
        file = file_of(told)
        body = ast.parse(file.read_text("utf-8")).body if file is not None else []
        if name not in [node.name for node in body if isinstance(node, ast.ClassDef | ast.FunctionDef)]:
            missing.append(f"{told}: {name}")
    return missing


def test_the_check_finds_a_wrong_path() -> None:
    text = "`rules/bids/`, `game/nobody.py`, `legal` (`game/machine.py`), (`lego`,\n`game/machine.py`)"
    assert missing_files(text) == ["game/nobody.py"]
    assert missing_names(text) == ["game/machine.py: lego"]


@pytest.mark.parametrize("page", HOUSE, ids=lambda page: str(page.name))
def test_files_and_names_on_a_page_exist(page: Path) -> None:
    text = page.read_text("utf-8")
    assert missing_files(text) == []
    assert missing_names(text) == []


def test_the_architecture_names_every_folder_of_the_program_and_many_functions() -> None:
    text = (DOCS / "architecture.md").read_text("utf-8")
    for folder in (ROOT / "spades_tui").iterdir():
        if (folder / "__init__.py").exists():
            assert f"{folder.name}/" in text
    assert len(re.findall(r"`\w+`,?\s\(?`[\w./]+\.py`\)", text)) > 15


def test_the_component_of_the_page_is_that_of_the_program() -> None:
    (example,) = blocks((DOCS / "extending.md").read_text("utf-8"), "python")
    assert example in (ROOT / "spades_tui/rules/scores/other_scores.py").read_text("utf-8")


# ---- the record --------------------------------------------------------------------------------------------


def record_page() -> str:
    return (DOCS / "record.md").read_text("utf-8")


def test_every_record_on_the_page_replays() -> None:
    records = blocks(record_page(), "jsonl")
    assert len(records) == 2
    for record in records:
        (played,) = replay(io.BytesIO(record.encode()))
        assert [line["event"] for line in played.lines] == re.findall(r'^{"event": "([a-z_]+)"', record, re.MULTILINE)
    assert record.count('"sum": ') == 3
    with pytest.raises(RecordError, match="the line was changed"):
        list(replay(io.BytesIO(record.replace("20:15:40", "20:15:41").encode())))


MARKS = {"sum", "at", "stand_in", "coached", "hinted"}
"""Keys of any event, which the page describes in sentences."""


def test_the_record_page_has_every_event_with_its_keys() -> None:
    """The keys before the word *optional* are required in a line, and later ones aren't."""
    found: dict[str, tuple[set[str], set[str]]] = {}
    tables = "".join(re.findall(r"^\| event \| keys .*\n((?:\|.*\n)+)", record_page(), re.MULTILINE))
    for event, keys in re.findall(r"^\| `([a-z_]+)` \| ([^|]*)\|", tables, re.MULTILINE):
        needed, _, free = keys.partition("optional")
        assert event not in found
        found[event] = set(re.findall(r"`(\w+)`", needed)), set(re.findall(r"`(\w+)`", free))
    wanted = {}
    for event, kind in EVENTS.items():
        keys = {field.name: field.required for field in fields(kind) if field.name not in MARKS}
        needed = {key for key, required in keys.items() if required}
        wanted[event] = needed, keys.keys() - needed
    assert found == wanted
    assert {field.name for field in fields(EventLine)} == MARKS


def test_the_program_deals_the_vector_on_the_page() -> None:
    page, secret = " ".join(record_page().split()), bytes(32)
    assert f"the commitment is `{fair.commitment(secret)}`" in page
    for words, depth, word in (("declined", 0, ""), ("depth 17, word `Größe 7`", 17, "Größe 7")):
        pack = fair.cut_pack(tables(shipped()["sandbags"].deck).pack, secret, depth, word)
        begin = " ".join(cards.text(card) for card in pack[:6])
        assert f"| {words} | `{fair.cut_key(secret, depth, word).hex()}` | `{begin}` |" in page
