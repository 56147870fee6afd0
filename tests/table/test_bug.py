"""The file for a fault report has everything helpful, but no cards of a hand in progress except the reporter's."""

import json
import os
import random
import re
import stat
import tomllib
from collections.abc import Iterator
from datetime import datetime, tzinfo
from pathlib import Path
from typing import Any

import pytest

from spades_tui import cards, cli
from spades_tui.analysis.masked import masked
from spades_tui.commands import bug
from spades_tui.commands.bug import last_game
from spades_tui.game.phase import Phase
from spades_tui.play.table import Table
from spades_tui.record.journal_lines import line_sum
from spades_tui.settings.settings import Settings
from spades_tui.settings.settings_file import save_settings, settings_file
from spades_tui.system import faults
from spades_tui.system.folders import data_folder, games_folder, next_secret_file
from tests.game.scrambling import known
from tests.games import each_game, path_of
from tests.quick_cases import slow_but
from tests.table.playing import SHORT_NINE, opened, setup_of, step

CARD = re.compile(r"\b(?:[2-9TJQKA][SHDC]|[BL]J)\b")
SECRETS = re.compile(r'[0-9a-f]{64}|"sum"')

TABLES: dict[str, tuple[str, str, dict[str, Any]]] = {
    "two people": ("sandbags", "hbhb", {"take_back": True}),
    "four people": ("jokers", "hhhh", {"new_deal": True, "enforcement": "challenge"}),
    "one, perhaps blind": ("jokers", "hbbb", {}),
    "a dead hand": ("bemo", "hbb", {}),
    "an extra card": ("3b-four", "hbbb", {}),
    "cards are passed": ("suicide", "hhbb", {"nil_pass": 2}),
    "one passes cards": ("suicide", "hbbb", {"nil_pass": 3, "pass_order": "nil_first"}),
    "drafted": ("two-handed", "hb", {}),
    "two draft": ("two-handed", "hh", {}),
    "drafted unseen": ("two-handed", "hb", {"second_card": "unseen"}),
}


def moments(name: str, folder: Path, hands: int = 2) -> Iterator[Table]:
    """Yield a table after each event of the first hand and every third event of the others, for this many hands."""
    slug, kinds, options = TABLES[name] if name in TABLES else (name, "", SHORT_NINE.get(name, {}))
    table, rng = opened(setup_of(slug, kinds, seed="Größe of a seed", **options), folder), random.Random(name)
    number = 0
    while step(table, rng) and table.course.state.standing.hands < hands:
        number += 1
        if not table.course.state.standing.hands or number % 3 == 0:
            yield table


def allowed(table: Table) -> int:
    """Return the cards of this hand that the file may show."""
    state = table.course.state
    if len(table.people) == 1:
        seen = table.shown(table.people[0]).seen
        return known(state, table.people[0], seen.own)
    hand = state.current
    return cards.hand_of(played.card for trick in (*hand.tricks, hand.trick) for played in trick)


def check_hand(table: Table, of_version: int) -> bool:
    """Return whether a hand is in progress, after checking that the file shows no secret of it."""
    raw = path_of(table).read_bytes()
    if of_version == 1:
        lines = [{key: value for key, value in json.loads(line).items() if key != "sum"} for line in raw.splitlines()]
        raw = "".join(json.dumps(line) + "\n" for line in lines).replace('{"v": 2', '{"v": 1').encode()
    state = table.course.state
    if state.hand is None or state.phase in (Phase.DEAL, Phase.OVER):
        return False
    found = masked(raw)
    text = "\n".join(found.lines)
    assert (found.broken, found.seed_left_out, found.hidden) == ("", True, (state.hand.number,))
    assert "Größe" not in text
    begins = min(n for n, line in enumerate(found.lines) if f'"deal", "hand": {state.hand.number},' in line)
    lines = [json.loads(line) for line in raw.splitlines()]
    assert len(found.lines) >= len(lines)
    whole = [json.loads(line) for line in found.lines[1:begins]]
    assert whole == [{key: value for key, value in line.items() if key != "sum"} for line in lines[1:begins]]
    goes_on = "\n".join(found.lines[begins:])
    assert not SECRETS.search(goes_on), goes_on
    assert '"cut"' not in goes_on
    assert '"stock"' not in goes_on
    there = cards.hand_of({cards.parse(card) for card in CARD.findall(goes_on)})
    assert not there & ~allowed(table), (cards.hand_text(there & ~allowed(table)), goes_on)
    if len(table.people) == 1 and state.phase == Phase.PLAY and not state.current.drafts:
        assert there == allowed(table)
    return True


@pytest.mark.rule("C-9")
@pytest.mark.parametrize("name", slow_but(("two people", "cards are passed"), TABLES))
@pytest.mark.parametrize("version", [1, 2])
def test_the_file_has_no_unseen_card_at_any_decision(name: str, version: int, tmp_path: Path) -> None:
    assert sum(check_hand(table, version) for table in moments(name, tmp_path)) > 40


@pytest.mark.parametrize("slug", each_game("bemo"))
def test_the_file_has_no_unseen_card_in_games_among_people(slug: str, tmp_path: Path) -> None:
    assert sum(check_hand(table, 2) for table in moments(slug, tmp_path)) > 40


def played(folder: Path, hands: int, kinds: str = "hbbb", seed: str | None = None) -> Table:
    """Return a table in the middle of a hand, after this many hands."""
    table, rng = opened(setup_of("sandbags", kinds, seed, target=100_000), folder), random.Random(5)
    while step(table, rng):
        hand = table.course.state.hand
        if hand is not None and hand.number > hands and len(hand.tricks) == 4:
            break
    return table


def ended(folder: Path) -> Table:
    """Return a finished game."""
    table, rng = opened(setup_of("bemo", "hbb", "over", target=30), folder), random.Random(5)
    while step(table, rng):
        pass
    table.close_game()
    return table


def test_two_files_of_the_same_second_have_different_names(monkeypatch: pytest.MonkeyPatch) -> None:
    class Stopped(datetime):
        @classmethod
        def now(cls, tz: tzinfo | None = None) -> "Stopped":
            return cls(2026, 11, 24, 20, 1, 15)

    monkeypatch.setattr(bug, "datetime", Stopped)
    for _ in range(3):
        assert cli.main(["bug"]) == 0
    name = "spades-tui-bug-2026-11-24-200115"
    assert {path.name for path in Path().glob("*.txt")} == {f"{name}.txt", f"{name}-2.txt", f"{name}-3.txt"}


def text_of(*arguments: str, out: str = "bug.txt") -> str:
    assert cli.main(["bug", *arguments, "--out", out]) == 0
    return Path(out).read_text("utf-8")


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_a_finished_game_is_copied_exactly() -> None:
    table = ended(games_folder())
    raw = path_of(table).read_text("utf-8")
    found = masked(raw.encode())
    assert ("\n".join(found.lines) + "\n", found.hidden, found.seed_left_out) == (raw, (), False)
    assert raw in text_of()


def test_a_second_game_in_a_file_is_masked_separately() -> None:
    over, goes_on = ended(games_folder() / "a"), played(games_folder() / "b", 1)
    first, second = path_of(over).read_bytes(), path_of(goes_on).read_bytes()
    assert masked(first + second).lines == (*masked(first).lines, *masked(second).lines)


def test_hands_hidden_by_the_settings_are_hidden_in_the_file() -> None:
    table = played(games_folder(), 2)
    assert masked(path_of(table).read_bytes()).hidden == (3,)
    found = masked(path_of(table).read_bytes(), until_over=True)
    assert found.hidden == (1, 2, 3)
    assert not SECRETS.search("\n".join(found.lines[1:]))
    save_settings(Settings(open_hands="game"))
    text = text_of()
    deals = [json.loads(line)["hands"] for line in text.splitlines() if '"event": "deal"' in line]
    assert [[hand is not None for hand in hands] for hands in deals] == [[True, False, False, False]] * 3


def test_a_broken_record_is_copied_up_to_the_mistake_without_cards() -> None:
    table = played(games_folder(), 1)
    lines = path_of(table).read_bytes().splitlines(keepends=True)
    bad = next(n for n in range(len(lines) - 1, 0, -1) if b'"play"' in lines[n])
    swapped = re.sub(rb'"card": "..?"', b'"card": "ZZ"', lines[bad])
    path_of(table).write_bytes(b"".join([*lines[:bad], swapped, *lines[bad + 1 :]]))
    found = masked(path_of(table).read_bytes())
    assert found.broken == f"Line {bad + 1} is damaged; it and all lines after it are left out."
    assert found.hidden == (2,)
    assert "ZZ" not in text_of()


def test_a_wrong_score_leaves_its_hand_visible() -> None:
    table = played(games_folder(), 1)
    lines = path_of(table).read_bytes().splitlines(keepends=True)
    place = next(n for n, line in enumerate(lines) if b'"hand_score"' in line)
    wrong = json.loads(lines[place])
    wrong["points"][0] += 1
    wrong["sum"] = line_sum(json.loads(lines[place - 1])["sum"], wrong)
    found = masked(b"".join(lines[:place]) + json.dumps(wrong).encode() + b"\n")
    assert (found.hidden, bool(found.broken), len(found.lines)) == ((), True, place)


PLANTED = "AS KS QS JS TS 9S 8S"
"""Cards in places where the program never writes any."""


def test_the_file_has_nothing_else_from_the_users_folders(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    table = played(games_folder(), 0, seed="a seed of four words")
    secret = next_secret_file(path_of(table))
    table.suspend()
    secret.write_text("ab" * 32)
    for place in ("players/seat-1.log", "faults/2025-01-01-120000-77.log", "faults/2025-01-02-120000-77.log",
                  "last-table.json", "games/older.spades.jsonl"):  # fmt: skip
        (data_folder() / place).parent.mkdir(exist_ok=True)
        (data_folder() / place).write_text(f"{PLANTED}\nValueError in {PLANTED}\n  bots/club.py:12 choose {PLANTED}\n")
        os.utime(data_folder() / place, (1, 1))
    monkeypatch.setenv("HAND", PLANTED)
    monkeypatch.setenv("SPADES_TUI_HAND", PLANTED)
    text = text_of()
    assert PLANTED not in text
    assert "KS QS" not in text
    assert "four words" not in text
    assert not SECRETS.search(text)
    assert str(Path.home()) not in text
    told = capsys.readouterr().out
    assert not CARD.search(told)
    assert "of hand 1, only what you have seen; not the seed, which would reveal the next cards." in told
    assert "bug.txt, which only you can read. Nothing was sent." in told


def test_the_screen_lists_each_part_with_its_lines(capsys: pytest.CaptureFixture[str]) -> None:
    played(games_folder(), 1, "hbhb").suspend()
    save_settings(Settings(name="Žofie", partner="strong:Eve"))
    assert faults.report_fault(ValueError("AS")) == faults.FAULT
    capsys.readouterr()
    lines = text_of().splitlines()
    told = capsys.readouterr().out.splitlines()
    assert len(told) == 7
    ends = 0
    for line in told[1:6]:
        first, last, about = re.fullmatch(r"  lines (\d+)–(\d+) +(.*)", line).groups()  # type: ignore[union-attr]
        assert lines[int(first) - 1].startswith("## ")
        assert lines[int(first)] == f"# {about}"
        ends = int(last)
        assert ends == len(lines) or lines[ends] == ""
    assert ends == len(lines)
    assert "all cards of the hands before; of hand 2, only the cards played on the table." in told[5]
    assert told[3].endswith("the settings, with your name and your partner's")
    assert told[4].endswith("the last fault of the program: kind and place in the code, no cards")
    assert "ValueError in" in lines


def test_the_file_is_private_and_overwrites_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    os.umask(before := os.umask(0))
    try:
        os.umask(0)
        text = text_of()
    finally:
        os.umask(before)
    assert "there is no game yet" in text
    assert stat.S_IMODE(Path("bug.txt").stat().st_mode) == 0o600
    capsys.readouterr()
    assert cli.main(["bug", "--out", "bug.txt"]) == 2
    assert "bug.txt: this file exists already" in capsys.readouterr().err
    Path("link").symlink_to("nowhere-yet")
    assert cli.main(["bug", "--out", "link"]) == 2
    assert not Path("nowhere-yet").exists()
    assert Path("bug.txt").read_text("utf-8") == text
    assert cli.main(["bug"]) == 0
    (file,) = Path().glob("spades-tui-bug-*.txt")
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_the_last_or_the_named_game_is_reported(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert last_game() is None
    older, newer = ended(games_folder()), played(games_folder(), 0)
    os.utime(path_of(older), (1, 1))
    assert last_game() == path_of(newer)
    (games_folder() / "2099-01-01-000000-x-aaaaaa.spades.jsonl").write_text("no game\n")
    assert last_game() == path_of(newer)
    assert "what you have seen" in text_of(out="a.txt")  # while the game is open at its table
    assert "all cards of a finished game" in text_of(str(path_of(older)), out="b.txt")
    (tmp_path / "none.spades.jsonl").write_text("AS KS 2C\n")
    os.mkfifo(tmp_path / "pipe")
    capsys.readouterr()
    for name, status, words in (
        ("none.spades.jsonl", 1, "not a record of a game. Line 1 is damaged"),
        ("pipe", 2, "not a plain file"),
        ("nowhere", 2, "no such file"),
    ):
        assert cli.main(["bug", str(tmp_path / name), "--out", "c.txt"]) == status
        told = capsys.readouterr().err
        assert words in told
        assert not CARD.search(told)
    assert not Path("c.txt").exists()


def test_mistakes_in_the_settings_are_reported_too() -> None:
    settings_file().parent.mkdir(parents=True)
    settings_file().write_text('theme = "mauve and green"\npace = "instant"\n')
    text = text_of()
    assert "pace = 'instant'" in text
    assert "mistake: settings.toml:1: theme: mauve and green isn't allowed" in text


def test_required_libraries_are_listed_with_versions() -> None:
    project = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text("utf-8"))["project"]
    needed = [*project["dependencies"], *project["optional-dependencies"]["web"]]
    assert {re.split("[=<>]", one)[0] for one in needed} == set(bug.LIBRARIES)
