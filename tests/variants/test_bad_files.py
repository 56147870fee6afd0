"""A variant file that can't be played is refused in one line with the place, the value and the fix."""

import os
import time
import tracemalloc
from pathlib import Path

import pytest

from spades_tui.analysis.simulate import trial
from spades_tui.cli import main
from spades_tui.rules.variant_reader import MAX_BYTES, VariantError, from_data, load, parse
from tests.variants.bad_files import Mistake, base_file, mistakes

BAD = list(mistakes().values())
BASES = sorted({one.base for one in BAD})


@pytest.mark.parametrize("mistake", BAD, ids=[one.name for one in BAD])
def test_a_bad_file_is_refused_with_its_message(mistake: Mistake, tmp_path: Path) -> None:
    """`variants check` prints all its errors, and a table reports the first, after the file's name."""
    path = mistake.write(tmp_path)
    with pytest.raises(VariantError) as caught:
        trial(load(path), str(path))
    assert caught.value.__cause__ is None, "a fault of the program, not of the file"
    assert str(caught.value) == f"{path}{mistake.said[0]}"
    said = [line.removeprefix(str(path)) for line in caught.value.lines]
    assert sorted(said) == sorted(mistake.said)
    assert all(line.isprintable() for line in said)


@pytest.mark.parametrize("name", BASES)
def test_a_bad_file_without_its_mistake_is_accepted(name: str) -> None:
    """This shows that the mistake is the reason for the refusal."""
    path = base_file(name)
    trial(load(path), str(path))


def _said(raw: bytes) -> str:
    with pytest.raises(VariantError) as caught:
        parse(raw, "x.toml")
    said = str(caught.value)
    assert said.isprintable()
    assert len(said) < 300
    return said


@pytest.mark.parametrize(
    ("raw", "said"),
    [
        (b"", "x.toml: the file is empty; write slug, name, seats, deal and the rest"),
        (b"\xef\xbb\xbf# only a mark\n", "x.toml: the file is empty; write slug, name, seats"),
        (b"seats = 4\nname = \"Caf\xe9\"\n", "x.toml:2: not UTF-8; save the file as UTF-8"),
        ("seats = 4\n".encode("utf-16"), "x.toml: the file is UTF-16; save it as UTF-8"),
        (b"\x00\x01\x02", "x.toml:1: not TOML: neither a [table] nor a key with a value"),
        (b"#" * (MAX_BYTES + 1), f"x.toml: the file is longer than {MAX_BYTES} bytes"),
        (b"a = " + b"9" * 5000, "x.toml:1: the line has 5004 letters; the maximum is 2000"),
        (b"a = [" + b"\n[" * 20000, "x.toml: nested too deeply"),
        (b"a = \n" + b"[\n" * 20000 + b"]\n" * 1000, None),
        (b"a" + b".a" * 900 + b" = 1\n", "x.toml:1: a: unknown key"),
        (b"deck" + b".a" * 900 + b" = 1\n", None),
        (b"bids = " + b"{ a = " * 300 + b"1" + b" }" * 300, None),
        (b"seats = 0x" + b"f" * 1900, None),
        (b"\n".join(b"k%d = 1" % n for n in range(7000)), None),
        (b"[[bids]]\n" * 7000, None),
        (b"a = [1,\n\n", "x.toml:1: a: not TOML: the list is not closed: the file ends; write ]"),
        (b"a = 1\nlonger = [1,", "x.toml:2: longer: not TOML: the list is not closed: the file ends; write ]"),
        (b"t.a = [[1], [2,\r\nb = 1\r\n", "x.toml:1: t.a: not TOML: the list is not closed: b = 1 comes in line 2"),
        (b"slug = \"a\nb\"", "x.toml:1: not TOML: a text is not closed with a quotation mark"),
    ],
    ids=lambda value: repr(value)[:24] if isinstance(value, bytes) else "",
)  # fmt: skip
def test_hostile_bytes_are_refused_in_one_short_line(raw: bytes, said: str | None) -> None:
    began = time.process_time()
    found = _said(raw)
    assert time.process_time() - began < 10.0  # seconds; a search that explodes takes hours
    if said is not None:
        assert found.startswith(said)


def test_a_huge_file_is_refused(tmp_path: Path) -> None:
    huge = tmp_path / "huge.toml"
    with huge.open("wb") as stream:
        os.truncate(stream.fileno(), 100 * 1024 * 1024)
    tracemalloc.start()
    began = time.process_time()
    with pytest.raises(VariantError, match="longer than"):
        load(huge)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert time.process_time() - began < 10.0  # seconds; a search that explodes takes hours
    assert peak < 2 * 1024 * 1024


def test_a_billion_tricks_are_refused_before_anything_is_allocated(tmp_path: Path) -> None:
    path = mistakes()["bound-billion-tricks"].write(tmp_path)
    tracemalloc.start()
    with pytest.raises(VariantError, match="1000000000 isn't allowed; use a whole number from 1 to 18"):
        load(path)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 4 * 1024 * 1024


def _deep(levels: int) -> object:
    data: object = 1
    for _ in range(levels):
        data = {"a": data}
    return data


HOSTILE = {
    "deep": _deep(5000), "deep in a list": [_deep(5000)], "letters": "\ud800\x1b[31m" * 9, "long number": 10**9000,
    "lists": [[]] * 3000, "nan": float("nan"),
}  # fmt: skip


@pytest.mark.parametrize("value", HOSTILE.values(), ids=HOSTILE)
@pytest.mark.parametrize("key", ["deck", "bids", "slug", "seats", "options", "rules"])
def test_bad_rules_of_a_record_are_refused_with_the_same_message(key: str, value: object) -> None:
    with pytest.raises(VariantError) as caught:
        from_data({"slug": "x", key: value})
    assert str(caught.value).isprintable()
    assert len(str(caught.value)) < 300


def test_variants_check_reports_each_file_and_its_status(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good, bad = Path(__file__).parent / "good" / "inline.toml", BAD[0].write(tmp_path)
    assert main(["variants", "check", str(bad), str(good)]) == 1
    shown = capsys.readouterr()
    assert shown.err.count("\n") == 1
    assert shown.err.startswith(str(bad))
    assert "In line: no mistakes" in shown.out
    assert main(["variants", "check", str(good)]) == 0


MANY = """\
slug = "many"
name = "Many"
seats = 50
sides = "partnerz"
weather = 1
[deal]
cards = 99
cardz = 3
[[plays]]
kind = "follow"
knid = 3
[[plays]]
kind = "leed"
[[options]]
name = "Two words"
type = "number"
least = 5
greatest = 5
set = "endings.target.points"
[[programme]]
hands = [0]
level = "yes"
"""
"""A file that is wrong in nearly every line."""


def test_all_mistakes_of_a_file_are_reported_at_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "many.toml"
    path.write_text(MANY, "utf-8")
    assert main(["variants", "check", str(path)]) == 1
    lines = capsys.readouterr().err.splitlines()
    places = [line.removeprefix(str(path)).split(": ")[0:2] for line in lines]
    assert places == [
        [":3", "seats"], [":4", "sides"], [":5", "weather"],
        [":7", "deal.cards"], [":8", "deal.cardz"], [":11", "plays[1].knid"], [":13", "plays[2].kind"],
        [":14", "options[1].words"], [":15", "options[1].name"], [":19", "options[1].set"],
        [":20", "programme[1].format"], [":21", "programme[1].hands[1]"], [":22", "programme[1].level"],
        ["", "summary"], ["", "bids"], ["", "scores"], ["", "endings"],
    ]  # fmt: skip
    assert main(["variants", "show", str(path)]) == 1
    assert capsys.readouterr().err.splitlines() == lines


def test_a_broken_file_says_only_that(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "broken.toml"
    path.write_text(MANY.replace('"Many"', "Many").replace("seats = 50", "seats = 5x"), "utf-8")
    assert main(["variants", "check", str(path)]) == 1
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith(f"{path}:2: not TOML: ")


def test_only_the_first_of_many_mistakes_are_reported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    right = base_file("inline").read_text(encoding="utf-8")
    path = tmp_path / "many.toml"
    path.write_text("".join(f"unknown_{n} = 1\n" for n in range(33)) + right)
    assert main(["variants", "check", str(path)]) == 1
    lines = capsys.readouterr().err.splitlines()
    assert [line.split(": ")[1] for line in lines[:-1]] == [f"unknown_{n}" for n in range(20)]
    assert lines[-1] == "and 13 more"


@pytest.mark.parametrize(
    "line", ['x = "a\\q"', "x = ", "x = [1", "x = {", 'x = """', "[x", "x = 1 2", "x y", "[[bids]", "\x00"]
)
@pytest.mark.parametrize("base", BASES[:3])
def test_an_invalid_line_is_named(line: str, base: str) -> None:
    right = base_file(base).read_text(encoding="utf-8")
    with pytest.raises(VariantError) as caught:
        parse(f"{line}\n{right}".encode(), "x.toml")
    (said,) = caught.value.lines
    assert "not TOML" in said
    assert said.startswith("x.toml:1: ") or '""' in line or "{" in line, (
        "an open text ends nowhere, and an open table only in another line, from Python 3.15"
    )


def test_a_file_name_is_escaped_in_errors(tmp_path: Path) -> None:
    path = tmp_path / "odd\n\x1b[31m.toml"
    path.write_bytes(b"")
    with pytest.raises(VariantError) as caught:
        load(path)
    assert str(caught.value).isprintable()
