"""The daily deal has the same hands for everybody, with results, a streak and claims."""

import io
import json
import os
import random
import re
import shutil
import subprocess
import sys
from datetime import UTC, date, datetime, timedelta
from functools import cache
from pathlib import Path

import pytest

from spades_tui import cli
from spades_tui.analysis.duplicate import comparison, in_chair, other_table, parts_of_tables, points_at
from spades_tui.commands import daily as command
from spades_tui.commands import daily_text, plain_home
from spades_tui.language.unusable import UnusableError
from spades_tui.plain import home_table
from spades_tui.play import hand_records
from spades_tui.play.daily import (
    CHAIR,
    FIRST,
    GAMES,
    Streak,
    above_expert,
    day_named,
    next_game_of_day,
    played_days,
    points_of,
    seed_of_day,
    streak_of,
    table_of_day,
)
from spades_tui.play.game_code import LETTERS, READ_AS, code_of, setup_by_code
from spades_tui.play.hand_records import HandResult
from spades_tui.play.setup import TableSetup
from spades_tui.presentation.daily_words import line_to_paste, streak_words
from spades_tui.record.small_file import with_sum
from spades_tui.settings.settings_file import load_settings
from tests import few
from tests.setup.daily_days import DAY, play_day, play_hand, play_out

NEXT = DAY + timedelta(days=1)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a games folder with the hands of a whole day and one hand of the next day."""
    folder = tmp_path_factory.mktemp("days") / "data" / "games"
    folder.mkdir(parents=True)
    play_day(folder, DAY)
    play_hand(folder, NEXT, "bemo")
    return folder


@cache
def points_of_club(day: date, game: str) -> int:
    (points,) = points_at([in_chair(table_of_day(day, game), CHAIR, "club")], CHAIR)
    return points


@pytest.fixture
def games(played: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a copy of that folder as the user's own, on the next day.

    Few other tables compare each hand, and a quick player sits in the chair for `expert`.
    """
    daily_text._compared.cache_clear()
    monkeypatch.setattr(daily_text, "_expert", points_of_club)
    monkeypatch.setattr(daily_text, "parts_of_tables", lambda table: parts_of_tables(table, 6))
    monkeypatch.setenv("SPADES_TUI_HOME", str(tmp_path))
    monkeypatch.setattr(command, "utc_today", lambda: NEXT)
    return Path(shutil.copytree(played, tmp_path / "data" / "games"))


def answered(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert cli.main(["daily", *arguments]) == 0
    return capsys.readouterr().out.strip()


def test_the_seeds_of_a_day_never_change() -> None:
    assert [seed_of_day(DAY, game) for game in GAMES] == ["code V0WRDN", "code 1BN4F9", "code YG950X"]


@pytest.mark.parametrize("game", GAMES)
def test_each_day_deals_other_cards_by_a_code(game: str) -> None:
    tables = [table_of_day(FIRST + timedelta(days=n), game) for n in range(50)]
    codes = [code_of(table) for table in tables]
    assert len(set(codes)) == 50
    assert all(setup_by_code(code or "") == table for code, table in zip(codes, tables, strict=True))


@pytest.mark.parametrize("text", ["2026-10-31", "2026-12-03", "2026-12-1", "20261201", "today", "2026-02-30", "9" * 99])
def test_days_without_deals_are_refused(text: str, games: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(UnusableError):
        day_named(text, NEXT)
    assert cli.main(["daily", "line", "--date", text]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1


def test_a_clock_before_the_first_day_is_an_error(
    games: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(command, "utc_today", lambda: date(1970, 1, 1))
    assert cli.main(["daily", "--plain"]) == 2
    assert str(FIRST) in capsys.readouterr().err
    monkeypatch.setattr(plain_home, "utc_today", lambda: date(1970, 1, 1))
    monkeypatch.setattr("sys.stdin", io.StringIO("daily\nquit\n"))
    assert cli.main(["--plain"]) == 0
    assert str(FIRST) in capsys.readouterr().out
    assert len(list(games.iterdir())) == 4


def test_results_and_seeds_are_the_same_in_other_locales_and_zones(games: Path) -> None:
    """Another process computes them, because a locale is set once, at the start."""
    code = (
        "import locale, sys; from datetime import date; from pathlib import Path\n"
        "try: locale.setlocale(locale.LC_ALL, '')\nexcept locale.Error: pass\n"
        "from spades_tui.play.daily import *\n"
        f"day = date.fromisoformat('{DAY}'); found = played_days(date.fromisoformat('{NEXT}'), Path(sys.argv[1]))\n"
        "print([seed_of_day(day, game) for game in GAMES], sorted((g, r.totals) for g, r in found[day].items()))"
    )
    said = set()
    for language, zone in (("C", "UTC"), ("tr_TR.UTF-8", "Asia/Kathmandu"), ("de_DE.UTF-8", "Pacific/Apia")):
        environment = {**os.environ, "LC_ALL": language, "LANG": language, "TZ": zone, "PYTHONUTF8": "1"}
        ran = subprocess.run(
            [sys.executable, "-c", code, str(games)], capture_output=True, encoding="utf-8", check=True, env=environment
        )
        said.add(ran.stdout)
    assert len(said) == 1 and "V0WRDN" in said.pop()


def test_a_hand_begun_before_midnight_utc_is_of_its_day(tmp_path: Path) -> None:
    play_day(tmp_path, DAY, "23:30:00+05:00")
    play_day(tmp_path, NEXT, "23:30:00-05:00")  # the day after in UTC
    assert streak_of(played_days(NEXT, tmp_path), NEXT).last == DAY


def test_the_first_finished_try_counts(games: Path) -> None:
    before = played_days(NEXT)
    play_hand(games, DAY, "jokers", "13:00:00+00:00")
    assert played_days(NEXT) == before


def test_an_unfinished_hand_has_no_points_and_an_abandoned_one_no_place(
    games: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = played_days(NEXT)[NEXT]["bemo"].path
    path.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[:8]))
    assert played_days(NEXT)[NEXT]["bemo"].totals is None
    monkeypatch.setattr(hand_records, "given_up", lambda: {path.name})
    assert NEXT not in played_days(NEXT)


def test_records_of_other_tables_and_broken_files_are_not_results(games: Path) -> None:
    path = played_days(NEXT)[NEXT]["bemo"].path
    lines = path.read_bytes().splitlines(keepends=True)
    head = json.loads(lines[0])
    changes: list[dict[str, object]] = [
        {"seats": [*head["seats"][:2], {"name": "Cy", "kind": "bot", "level": "beginner"}]}, {"seed": "x"},
        {"dealer": (head["dealer"] + 1) % 3}, {"options": {"slip": True}}, {"options": 3}, {"seats": 3}, {"at": "noon"},
    ]  # fmt: skip
    for number, change in enumerate(changes):
        other = path.with_name(path.name.replace("-bemo-hand-", f"-bemo-hand-{number}"))
        other.write_bytes(b"".join([json.dumps({**head, **change}).encode() + b"\n", *lines[1:]]))
    (path.with_name("2026-12-02-120000-bemo-hand-f.spades.jsonl")).write_bytes(b"\xff{[" * 1000)
    path.unlink()
    assert NEXT not in played_days(NEXT)


def test_results_outlive_changes_of_the_rules_and_new_options(games: Path) -> None:
    before = played_days(NEXT)
    path = before[NEXT]["bemo"].path
    lines = path.read_bytes().splitlines(keepends=True)
    head = json.loads(lines[0]) | {"rules": {}, "options": {}, "program": "spades-tui 9 rules 00000000"}
    path.write_bytes(b"".join([json.dumps(with_sum(head)).encode() + b"\n", *lines[1:]]))
    assert played_days(NEXT) == before


def test_a_streak_lasts_until_a_day_is_missed(tmp_path: Path) -> None:
    for day in (DAY, NEXT):
        play_day(tmp_path, day)
    results = played_days(NEXT, tmp_path)
    after = [streak_of(results, DAY + timedelta(days=n)) for n in range(4)]
    assert [one.length for one in after] == [2, 2, 2, 0]
    assert after[3].missed == DAY + timedelta(days=2)
    assert streak_of({}, DAY).last is None


def test_a_clock_that_goes_back_keeps_the_streak_and_says_so(tmp_path: Path) -> None:
    for day in (DAY, NEXT):
        play_day(tmp_path, day)
    earlier = DAY - timedelta(days=20)
    streak = streak_of(played_days(earlier, tmp_path), earlier)
    assert (streak.length, streak.ahead) == (2, True)
    said = streak_words(streak, earlier)
    assert str(earlier) in said and str(NEXT) in said


def test_a_clock_that_was_ahead_for_a_while_keeps_the_longer_streak(tmp_path: Path) -> None:
    days = {day: {game: HandResult(tmp_path, datetime(day.year, day.month, day.day, 12, tzinfo=UTC), (1, 0))
                  for game in GAMES}
            for day in (DAY, NEXT, date(2027, 5, 1))}  # fmt: skip
    assert streak_of(days, NEXT) == streak_of(days, NEXT + timedelta(days=1)) == Streak(2, NEXT)
    later = streak_of(days, NEXT + timedelta(days=2))
    assert (later.length, later.last, later.ahead) == (1, date(2027, 5, 1), True)


@pytest.mark.parametrize(
    ("finished", "begun", "following"),
    [
        ((), (), GAMES[0]),
        ((), GAMES, GAMES[0]),
        (GAMES[:1], (), GAMES[1]),
        (GAMES[1:], GAMES[:1], GAMES[0]),
        (GAMES[:2], (), GAMES[2]),
        (GAMES, (), None),
    ],
)
def test_the_next_game_of_a_day_is_its_first_unfinished_one(
    finished: tuple[str, ...], begun: tuple[str, ...], following: str | None
) -> None:
    when = datetime(2026, 3, 2, tzinfo=UTC)
    done = {game: HandResult(Path(game), when) for game in begun}
    done |= {game: HandResult(Path(game), when, (2, 9)) for game in finished}
    assert next_game_of_day(done) == following


@pytest.mark.parametrize(
    ("on", "games", "experts", "above"),
    [
        (DAY, GAMES, dict.fromkeys(GAMES, 1), (6, 3)),
        (DAY, GAMES, dict.fromkeys(GAMES, 2), None),
        (NEXT, GAMES, dict.fromkeys(GAMES, 1), None),
        (DAY, GAMES[:2], dict.fromkeys(GAMES, 1), None),
        (DAY, GAMES, {GAMES[0]: 1}, None),
    ],
    ids=["more", "as many", "played later", "unfinished", "not yet known"],
)
def test_a_day_is_above_expert_with_more_points_in_all_games_played_on_it(
    on: date, games: tuple[str, ...], experts: dict[str, int], above: tuple[int, int] | None
) -> None:
    done = {game: HandResult(Path(game), datetime(on.year, on.month, on.day, tzinfo=UTC), (2, 9)) for game in games}
    assert above_expert(DAY, {DAY: done}, experts) == above


def test_a_day_played_later_is_not_in_the_streak(tmp_path: Path) -> None:
    play_day(tmp_path, DAY, on=NEXT)
    results = played_days(NEXT, tmp_path)
    assert len(results[DAY]) == 3 and streak_of(results, NEXT).length == 0


def test_the_line_has_results_and_no_card(games: Path, capsys: pytest.CaptureFixture[str]) -> None:
    line = answered(capsys, "line", "--date", str(DAY))
    results = played_days(NEXT)
    for game in GAMES:
        assert f"{game} " in line
        assert str(abs(points_of(results[DAY])[game])) in line
    assert line.startswith(f"Spades daily {DAY} ♠ ") and line.count("expert") == 1 and line.endswith("1-day streak")
    assert answered(capsys, "line", "--date", str(DAY), "--ascii").isascii()
    assert line_to_paste(DAY, {}, {}, streak_of(results, NEXT)) == ""


def test_a_shared_line_is_checked(games: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    claim = answered(capsys, "share", "--date", str(DAY))
    assert claim.startswith(f"Ann: Spades daily {DAY} ") and len(claim) <= 200
    file = tmp_path / "claims.txt"
    file.write_text(f"{claim}\n\n{claim.replace('Ann', 'Bea').lower().replace('spades', 'Spades', 1)}\n", "utf-8")
    table = answered(capsys, "check", str(file), answered(capsys, "share"))
    points = points_of(played_days(NEXT)[DAY])
    rows = [line.split() for line in table.splitlines()]
    whole = sum(points.values())
    for name in ("Ann", "Bea"):
        row = next(row for row in rows if row and row[0].casefold() == name.casefold())
        assert [int(cell.replace("−", "-")) for cell in row[1:]] == [*(points[game] for game in GAMES), whole]
    assert f"bea: every choice of {DAY} is Ann's." in table.splitlines()
    assert sum("expert" in line for line in table.splitlines()) == 2  # the next day has a table of its own


def test_altered_claims_of_a_day_are_refused(games: Path, capsys: pytest.CaptureFixture[str]) -> None:
    claim, rng = answered(capsys, "share", "--date", str(DAY)), random.Random(7)
    altered: set[str] = set()
    while len(altered) < 60:
        place = rng.randrange(claim.index("sandbags"), len(claim))
        altered.add(claim[:place] + rng.choice(LETTERS + ": ") + claim[place + 1 :])
    altered.discard(claim)
    wrong = [*altered, claim.replace(str(DAY), str(NEXT)), claim.replace(str(DAY), "2027-01-01"),
             f"{claim} {claim.split()[-1]}", f"a\0b {claim}"]  # fmt: skip
    assert cli.main(["daily", "check", *wrong]) == 1
    result = capsys.readouterr()
    assert result.out == "" and len(result.err.splitlines()) == len(wrong)
    assert "or more than 40 letters before the claim; put just a name there" in result.err
    assert "was altered" in result.err and not re.search(r"\b(\w+)( \d+)?: \1:", result.err)
    assert cli.main(["daily", "check", "missing.txt"]) == 2


def test_nothing_is_shared_of_a_day_without_results(games: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for what in ("line", "share"):
        assert cli.main(["daily", what, "--date", str(FIRST)]) == 1
        assert len(capsys.readouterr().err.splitlines()) == 1


def test_other_tables_have_the_same_cards_and_other_players() -> None:
    table = table_of_day(DAY, "bemo")
    others = [other_table(table, number) for number in range(30)]
    assert all((one.seed, one.dealer, one.variant) == (table.seed, table.dealer, table.variant) for one in others)
    assert len({tuple(seat.level for seat in one.seats) for one in others}) > 10
    assert others == [other_table(table, number) for number in range(30)]
    parts = list(parts_of_tables(table, 45))
    assert [one for part in parts for one in part][:30] == others
    assert sum(map(len, parts)) == 45


def test_a_score_has_its_place_among_others() -> None:
    found = comparison(40, 51, [30, 40, 40, 60])
    assert (found.expert, found.fewer, found.same, found.tables) == (51, 1, 2, 4)


@pytest.mark.parametrize("game", GAMES)
def test_a_player_in_the_chair_scores_what_a_game_with_it_scores(game: str, played: Path) -> None:
    points = points_of(played_days(NEXT, played)[DAY])[game]
    table = in_chair(table_of_day(DAY, game), CHAIR, "club")
    assert points_at([table, table], CHAIR) == [points, points]


def test_enter_leads_from_one_hand_of_the_day_to_the_next(
    games: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    opened: list[TableSetup] = []

    def plays(setup: TableSetup, resume: object, once: bool) -> int:
        assert once
        opened.append(setup)
        play_out(setup, games, f"{NEXT}T12:00:00+00:00")
        return 0

    monkeypatch.setattr(home_table, "play", plays)
    monkeypatch.setattr("sys.stdin", io.StringIO("\nquit\n"))
    assert cli.main(["daily", "--plain"]) == 0
    assert opened == [table_of_day(NEXT, game, load_settings().name) for game in GAMES[:2]]


def test_the_folder_of_many_other_games_is_read_by_name_only(games: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(50):
        (games / f"2026-12-01-120000-sandbags-{number:06}.spades.jsonl").write_bytes(b"x")
    read: list[str] = []
    real = os.open

    def noted(path: str, *rest: int) -> int:
        read.append(str(path))
        return real(path, *rest)

    monkeypatch.setattr(os, "open", noted)
    played_days(NEXT)
    assert [path for path in read if "-hand-" in path]
    assert not [path for path in read if "-hand-" not in path and games in Path(path).parents]


@pytest.mark.slow
def test_thousands_of_altered_claims_are_refused_in_a_sentence_each(
    games: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    claim, rng = answered(capsys, "share", "--date", str(DAY)), random.Random(11)
    shown = sorted(path.name for path in games.iterdir())
    file = games.parent / "claims.txt"
    altered: list[str] = []
    while len(altered) < few(2_000):
        letters = list(claim)
        for _ in range(rng.randrange(1, 4)):
            place = rng.randrange(claim.index(str(DAY)), len(letters))
            letters[place : place + rng.randrange(2)] = rng.choice([*LETTERS, *": -", "é", "\0"])
        text = "".join(letters)
        if text.translate(READ_AS).split() != claim.split():
            altered.append(text)
    file.write_text("\n".join(altered) + "\n", "utf-8")
    assert cli.main(["daily", "check", str(file)]) == 1
    result = capsys.readouterr()
    points = {tuple(line.split()[-4:]) for line in result.out.splitlines() if line.startswith("Ann")}
    assert len(points) == 1, "a number may be written in two ways, but the choices and the points are the same"
    assert len(result.err.splitlines()) + result.out.count("Ann") == len(altered)
    assert sorted(path.name for path in games.iterdir()) == shown
