"""Every command has its output, its exit statuses and its one-line errors."""

import json
import os
import re
import subprocess
import sys
from argparse import Namespace
from pathlib import Path

import pytest

from spades_tui import __version__
from spades_tui.cli import main
from spades_tui.commands import from_arguments
from spades_tui.commands.from_arguments import new_table, seats_given
from spades_tui.lessons.lesson_reader import SHIPPED
from spades_tui.play.cast import of_seat
from spades_tui.rules.catalogue import find
from spades_tui.settings.settings import Settings
from tests import LONG
from tests.commands.shell import GOLDEN, ROOT, Done, python, spades
from tests.games import SLUGS, each_game
from tests.record.records import text_of
from tests.scorebook.games import short_game

QUICK = ["3b-five", "jokers"]
"""Games for the quick tests: one with an extra card and a player who sits out, one with sides."""
LISTED = (Path(__file__).parents[2] / "variants" / "order.txt").read_text("utf-8").split()


@pytest.mark.parametrize("arguments", [["--help"], ["--version"], ["replay", "--help"], ["simulate", "--help"]])
def test_help_and_version_import_neither_textual_nor_pydantic_and_are_quick(arguments: list[str]) -> None:
    program = (
        "import sys\nfrom spades_tui.cli import main\n"
        f"try:\n    main({arguments!r})\nexcept SystemExit as end:\n    status = end.code\n"
        "heavy = [name for name in ('textual', 'pydantic', 'rich', 'asyncio') if name in sys.modules]\n"
        "print(heavy, file=sys.stderr)\nsys.exit(status)\n"
    )
    done = python("-c", program)
    assert done.seconds < 1
    assert (done.status, done.err) == (0, "[]\n")
    assert done.out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["fly"], "COMMAND: there's no 'fly'; choose from play"),
        (["classic"], "'classic' is a game; play it with: spades-tui play classic"),
        (["variants", "classic"], "'classic' is a game; write: spades-tui variants show classic"),
        (["replay", "classic"], "'classic' is a game, not a file; play it with: spades-tui play classic"),
        (["code", "classic"], "'classic' is a game, not a file; write --variant classic"),
        *(([*words, "classic"], "is a game; write --variant classic") for words in (["host"], ["serve"], ["match"])),
        (["play", "clasic"], "no game 'clasic'; did you mean 'classic'?"),
        (["play", "classic", "--option", "nil=maybe"], "option nil: 'maybe' isn't allowed; use on or off"),
        (["play", "classic", "--variant", "bemo"], "--variant: a second game, beside 'classic'; leave one of them out"),
        (["--fly"], "--fly: unknown option; leave it out"),
        (["play", "--variant", "sandbag"], "no game 'sandbag'; did you mean 'sandbags'?"),
        (["play", "--variant", "nowhere/x.toml"], "no such file"),
        (["play", "--seats", "cat:Tom"], "'cat:Tom' isn't a player"),
        (["play", "--seats", ",".join(["bot"] * 17)], "17 players don't fit"),
        (["play", "--seats", "human:A,human:A"], "'A' is there twice"),
        (["play", "--seats", "human:A,human:B,human:C,human:D,human:E"], "5 players don't fit Classic"),
        (["play", "--seats", "bot:genius:A"], "A: 'genius' isn't a level"),
        (["play", "--seats", "bot:club/wild:A"], "A: 'club/wild': 'wild' isn't a style; choose from bold, careful"),
        (["play", "--seats", "bot:beginner/bold:A"], "A: 'beginner/bold': a beginner has no style"),
        (
            ["simulate", "--variant", "sandbags", "--bots", "club/nope"],
            "spades-tui: --bots: 'club/nope': 'nope' isn't a style; choose from bold, careful, zeros, bags\n",
        ),
        (
            ["simulate", "--variant", "sandbags", "--bots", "nope"],
            "'nope' isn't a level; choose from beginner, club, strong, expert, or exec:COMMAND",
        ),
        (["simulate", "--variant", "sandbags", "--bots", "club/"], "'' isn't a style; choose from bold"),
        (["play", "--option", "target"], "'target' has no value; write NAME=VALUE"),
        (["play", "--option", "target=0"], "option target"),
        (["play", "--option", "targt=5"], "no option 'targt'"),
        (["play", "--pace", "slow"], "--pace: there's no 'slow'; choose from instant, lively, brisk, leisurely"),
        (["play", "--resume", "nowhere.spades.jsonl"], "no such file"),
        (["play", "--resume", "x", "--seed", "y"], "--resume keeps the game's own"),
        (["simulate"], "--variant"),
        (["simulate", "--variant", "sandbags", "--games", "0"], "can't be used; write 1"),
        (["simulate", "--variant", "sandbags", "--games", "-1"], "can't be used; write 1"),
        (["simulate", "--variant", "sandbags", "--jobs", "x"], "can't be used; write 1 to 64"),
        *((["simulate", "--variant", "sandbags", "--jobs", jobs], "write 1 to 64") for jobs in ("0", "65", "9999999")),
        (["lab", "sandbags", "--jobs", "65"], "write 1 to 64"),
        (["verify", "x", "--jobs", "65"], "write 1 to 64"),
        (["match", "--hands", "25"], "write 1 to 24"),
        (["match", "--hands", "0"], "write 1 to 24"),
        (["code", "--hand", "3"], "write 1, or add the FILE"),
        (["code", "--hand", "0"], "write 1 to 100000"),
        (["scorebook", "correct", "Ann", "T", "star", "1234567"], "write one of up to 6 digits"),
        (["serve", "--watchers", "3"], "needs --invite"),
        (["serve", "--pause", "5"], "needs --invite"),
        (["simulate", "--variant", "sandbags", "--bots", "genius"], "'genius' isn't a level"),
        (["simulate", "--variant", "sandbags", "--bots", "club,club"], "2 levels, but 4 seats; write 1 or 4 levels"),
        (["simulate", "--variant", "sandbags", "--seed", "a\nb"], "printable"),
        (["simulate", "--variant", "bemo", "--option", "hands=3"], "no option 'hands'"),
        (["simulate", "--variant", "sandbags", "--out", "/dev/null/x"], "/dev/null/x"),
        (["simulate", "--variant", "sandbags", "--out", "/dev/null"], "/dev/null: part of the path is a file"),
        (["replay"], "FILE|-: missing"),
        (["replay", "--plan", "x"], "spades-tui replay: --plan: unknown option; leave it out"),
        (["play", "--sed", "3"], "spades-tui play: --sed: unknown option; did you mean '--seed'?"),
        (["host", "--plain"], "spades-tui host: --plain: unknown option; leave it out"),
        (["scorebook", "rename"], "PERSON, NAME: missing; write them after the command"),
        (["code", "a", "b"], "spades-tui code: b: one word too many; leave it out"),
        (["play", "--pace"], "--pace: its value is missing; write one after it"),
        (["scorebook", "--year", "26"], "--year: '26' isn't a year; write four digits"),
        (["duplicate", "x", "--seat", "one"], "--seat: 'one' isn't a whole number; write one"),
        (["advise", "x", "--seat", "one"], "--seat: 'one' isn't a whole number"),
        (["replay", "nowhere.spades.jsonl"], "no such file"),
        (["replay", "/"], "this is a folder"),
        (["verify", "nowhere.spades.jsonl"], "no such file"),
        (["verify", "/"], "this is a folder"),
        (["variants", "show"], "GAME|FILE: missing"),
        (["variants", "show", "nobody"], "no game 'nobody'"),
        (["variants", "check"], "FILE: missing"),
        (["variants", "check", "nowhere.toml"], "no such file"),
        (["variants", "check", "/"], "this is a folder"),
        (["variants", "chek"], "WHAT: there's no 'chek'; did you mean 'check'?"),
    ],
)
def test_a_wrong_command_line_is_one_line_and_status_two(
    arguments: list[str], message: str, capfd: pytest.CaptureFixture[str]
) -> None:
    """These many cases run in this process; a few run in separate processes below."""
    assert main(arguments) == 2
    out, err = capfd.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert message in err
    assert err.startswith("spades-tui")


@pytest.mark.parametrize(
    "words",
    [
        "advise", "review", "replay", "verify", "play --resume", "play --variant", "variants show", "variants check",
        "simulate --variant", "simulate --variant bemo --out", "lessons check", "settings check", "bug", "bug --out",
        "scorebook export", "scorebook import", "scorebook abandon", "book give-up",
    ],
)  # fmt: skip
def test_an_empty_file_name_is_refused(words: str, capfd: pytest.CaptureFixture[str]) -> None:
    assert main([*words.split(), ""]) == 2
    out, err = capfd.readouterr()
    assert out == ""
    assert re.fullmatch(r"spades-tui [^\n]*: the name is empty; write [^\n]*--help\)\n", err)


def test_wrong_input_is_one_line_and_status_one(tmp_path: Path) -> None:
    lines = (GOLDEN / "bemo.spades.jsonl").read_text("utf-8").splitlines()
    path = tmp_path / "wrong.spades.jsonl"
    path.write_text("\n".join([*lines[:4], lines[3], *lines[4:]]), "utf-8")
    for command in ("replay", "verify"):
        done = spades(command, str(path))
        assert done.status == 1
        assert done.error.startswith(f"{path}:5: ")
    piped = spades("replay", "-", given=path.read_bytes())
    assert piped.status == 1
    assert piped.error.startswith("-:5: ")
    assert spades("replay", "-").error == "-:1: the record is empty"
    noise = tmp_path / "noise"
    noise.write_bytes(os.urandom(100_000))
    done = spades("replay", str(noise))
    assert done.status == 1
    assert done.seconds < 3


@pytest.mark.parametrize("slug", each_game(*QUICK))
def test_simulate_prints_what_replay_and_verify_accept(slug: str) -> None:
    shorter = [f"{name}={value}" for name, value in (("hands", 1), ("target", 50)) if name in find(slug).option_names]
    options = [word for option in shorter for word in ("--option", option)]
    done = spades("simulate", "--variant", slug, "--seed", "x", "--bots", "beginner", *options)
    assert (done.status, done.err) == (0, "")
    again = spades("replay", "-", "--json", given=done.out.encode())
    assert (again.status, again.err, again.out) == (0, "", done.out)
    proved = spades("verify", "-", given=done.out.encode())
    assert (proved.status, proved.err) == (0, "")
    assert "proved fair, all from the seed; " in proved.out
    assert "choices of computer players recomputed" in proved.out
    assert "not verified" not in proved.out


def test_the_same_seed_gives_the_same_bytes(tmp_path: Path) -> None:
    command = ["simulate", "--variant", "jokers", "--games", "3", "--seed", "Žižkov 7", "--option", "target=50"]
    runs = [
        spades(*command, PYTHONHASHSEED="1"),
        spades(*command, PYTHONHASHSEED="2", LC_ALL="C", TZ="Asia/Tokyo"),
        spades(*command, "--jobs", "2", PYTHONHASHSEED="3"),
    ]
    assert all(run.status == 0 and run.err == "" for run in runs)
    assert runs[0].out == runs[1].out == runs[2].out
    assert [json.loads(line)["game"] for line in runs[0].out.splitlines() if '"event": "game"' in line] == [1, 2, 3]
    assert spades(*command, "--out", str(tmp_path)).out == ""
    files = sorted(tmp_path.glob("*.spades.jsonl"))
    assert [path.name for path in files] == [f"jokers-{n}.spades.jsonl" for n in (1, 2, 3)]
    assert b"".join(path.read_bytes() for path in files) == runs[0].out.encode()
    other = spades("simulate", "--variant", "jokers", "--seed", "another", "--option", "target=50")
    assert other.out.splitlines()[1] != runs[0].out.splitlines()[1]


def test_games_without_a_seed_differ_and_prove_their_deals() -> None:
    command = ["simulate", "--variant", "3b-three", "--option", "hands=1", "--bots", "beginner"]
    one, other = spades(*command), spades(*command)
    assert one.out.splitlines()[1] != other.out.splitlines()[1]
    assert '"seed"' not in one.out
    proved = spades("verify", "-", given=one.out.encode())
    assert proved.status == 0
    assert "proved fair;" in proved.out


def test_replay_prints_the_score_sheet() -> None:
    done = spades("replay", str(GOLDEN / "3b-five.spades.jsonl"))
    assert (done.status, done.err) == (0, "")
    assert done.out.startswith("3B for five · Ann, Bea, Cy, Dot, Eve\n")
    assert "sits out" in done.out
    assert "won with the most points after the last hand." in done.out


def test_verify_names_choices_that_it_cannot_recompute() -> None:
    done = spades("simulate", "--variant", "sandbags", "--seed", "v", "--bots", "beginner", "--option", "target=10")
    lines = [json.loads(line) for line in done.out.splitlines()]
    lines[0]["program"] = "cards 1.0"
    text = "".join(json.dumps(line) + "\n" for line in lines[:6])
    told = spades("verify", "-", given=text.encode())
    gap = "4 choices by another program, or another version of it"
    assert told.status == 1
    assert told.out == f"game 1: 1 of 1 deal proved fair, all from the seed; not verified: {gap}\n"
    assert told.err == f"-:3: not verified: {gap}\n"
    lenient = spades("verify", "-", "--lenient", given=text.encode())
    assert (lenient.status, lenient.err, lenient.out) == (0, "", told.out)


def test_verify_recomputes_the_deals_of_a_seed_without_proofs() -> None:
    done = spades("simulate", "--variant", "sandbags", "--seed", "v", "--bots", "beginner", "--option", "target=10")
    lines = [json.loads(line) for line in done.out.splitlines()]
    del lines[1]["fair"]
    text = "".join(json.dumps(line) + "\n" for line in lines[:6])
    told = spades("verify", "-", given=text.encode())
    assert (told.status, told.err) == (0, "")
    assert told.out == (
        "game 1: 0 of 1 deal proved fair, 1 without a proof, but as the seed deals; "
        "4 choices of computer players recomputed\n"
    )


def test_verify_refuses_a_play_in_a_suspended_game() -> None:
    done = spades("simulate", "--variant", "sandbags", "--seed", "v", "--bots", "beginner", "--option", "target=10")
    lines = done.out.splitlines()
    text = "\n".join([*lines[:2], '{"event": "suspend"}', lines[2]]) + "\n"
    told = spades("verify", "-", given=text.encode())
    assert (told.status, told.error) == (1, "-:4: The game is suspended; resume it first (3B-21)")


def test_a_broken_pipe_is_not_an_error() -> None:
    program = f"{sys.executable} -m spades_tui simulate --variant sandbags --games 50 --bots beginner --seed p"
    command = ["bash", "-c", f"set -o pipefail; {program} | head -c 100"]
    done = subprocess.run(command, capture_output=True, check=False, cwd=ROOT, timeout=LONG)
    assert done.stderr == b""
    assert done.returncode == 0
    assert len(done.stdout) == 100


def test_variants_lists_shows_and_prints_the_schema() -> None:
    listed = spades("variants")
    assert [line.split()[0] for line in listed.out.splitlines()] == LISTED
    shown = spades("variants", "show", "bemo")
    assert (shown.status, shown.err) == (0, "")
    assert shown.out.startswith("Bemo\n")
    assert "(BM-7)" in shown.out
    data = json.loads(spades("variants", "show", "bemo", "--json").out)
    assert (data["slug"], data["seats"]) == ("bemo", 3)
    schema = json.loads(spades("variants", "schema").out)
    assert schema["type"] == "object"
    assert "slug" in schema["properties"]


def test_variants_check_reports_each_mistake(tmp_path: Path) -> None:
    good = ROOT / "variants" / "bemo.toml"
    done = spades("variants", "check", str(good))
    assert (done.status, done.out, done.err) == (0, f"{good}: Bemo: no mistakes\n", "")
    bad = tmp_path / "bad.toml"
    bad.write_text(good.read_text("utf-8").replace("seats   = 3", "saets   = 3"), "utf-8")
    done = spades("variants", "check", str(bad))
    assert done.status == 1
    assert done.error.startswith(f"{bad}:")
    assert "saets" in done.error


def test_variants_check_reports_a_taken_slug(tmp_path: Path) -> None:
    changed = tmp_path / "mine.toml"
    changed.write_text((ROOT / "variants" / "bemo.toml").read_text("utf-8").replace('"Bemo"', '"Mine"', 1), "utf-8")
    done = spades("variants", "check", str(changed))
    first, second = done.out.splitlines()
    assert (done.status, first, done.err) == (0, f"{changed}: Mine: no mistakes", "")
    assert re.fullmatch(rf"{re.escape(str(changed))}:\d+: slug: another variant has the slug 'bemo'; .*", second)
    folder = tmp_path / "home" / "config" / "variants"
    folder.mkdir(parents=True)
    own = folder / "own.toml"
    own.write_text(changed.read_text("utf-8").replace('"bemo"', '"own"', 1), "utf-8")
    home = str(tmp_path / "home")
    assert spades("variants", "check", str(own), SPADES_TUI_HOME=home).out == f"{own}: Mine: no mistakes\n"


def test_house_rules_are_listed_beside_the_shipped_variants(tmp_path: Path) -> None:
    folder = tmp_path / "home" / "config" / "variants"
    folder.mkdir(parents=True)
    text = (ROOT / "variants" / "sandbags.toml").read_text("utf-8")
    (folder / "mine.toml").write_text(text.replace('"sandbags"', '"mine"'), "utf-8")
    (folder / "torn.toml").write_text(text[:100], "utf-8")
    done = spades("variants")
    assert done.status == 0
    rows = {line.split()[0]: line for line in done.out.splitlines()}
    assert list(rows) == [*LISTED, "mine", "torn"]
    assert "(yours)" in rows["mine"]
    assert "broken: " in rows["torn"]
    record = spades("simulate", "--variant", "mine", "--option", "target=10", "--seed", "1", "--bots", "beginner")
    assert json.loads(record.out.splitlines()[0])["rules"]["slug"] == "mine"
    elsewhere = spades("replay", "-", "--json", given=record.out.encode(), SPADES_TUI_HOME=str(tmp_path / "no"))
    assert elsewhere.out == record.out


def test_replay_reports_each_wrong_file_of_many() -> None:
    leaflet, bemo = str(GOLDEN / "leaflet.spades.jsonl"), str(GOLDEN / "bemo.spades.jsonl")
    done = spades("replay", leaflet, "nobody-has-this", bemo)
    assert done.status == 2
    assert done.err == "spades-tui: nobody-has-this: no such file or folder\n"
    assert done.out.startswith(f"{leaflet}\n")
    assert f"\n{bemo}\n" in done.out
    one = spades("replay", leaflet)
    assert f"{leaflet}\n{one.out}" == done.out[: len(leaflet) + 1 + len(one.out)]
    data = spades("replay", "--json", leaflet, bemo)
    assert data.out == spades("replay", "--json", leaflet).out + spades("replay", "--json", bemo).out


@pytest.mark.parametrize(
    ("entry", "problem"),
    [
        ("human:", "has no name; write human:NAME"), ("bot:", "has no level; write bot:LEVEL:NAME"),
        ("bot:club:", "has no name; write bot:LEVEL:NAME"),
        ("human:Ann:x", "has a colon too many; write human:NAME"),
    ],
)  # fmt: skip
def test_a_seat_option_without_a_name_is_refused(entry: str, problem: str) -> None:
    done = spades("play", "--seats", f"{entry},bot:club:Cy")
    assert (done.status, done.error) == (2, f"spades-tui: --seats: {entry!r} {problem}")


@pytest.mark.parametrize(
    ("seats", "names"),
    [
        ("bot:club,human", ["Bea", "Ann", "Cy", "Dot"]), ("human,bot:club", ["Ann", "Bea", "Cy", "Dot"]),
        ("bot:club,human:Cy", ["Ann", "Cy", "Bea", "Dot"]),
    ],
)  # fmt: skip
def test_a_computer_player_without_a_name_leaves_the_persons_name_to_them(seats: str, names: list[str]) -> None:
    assert [seat.name for seat in seats_given(find("classic"), seats, "Ann")] == names


@pytest.mark.parametrize(
    ("seats", "seed", "levels"),
    [
        (None, None, [None, "club/bold", "strong", "club/careful"]),
        (None, "same", [None, "club", "strong", "club"]),
        ("human", None, [None, "club", "strong", "club"]),
    ],
)
def test_a_game_begins_with_the_named_players_and_their_styles(
    seats: str | None, seed: str | None, levels: list[str | None]
) -> None:
    """A seed gives the same bytes in every version, and `--seats` is taken word for word."""
    table = new_table(Namespace(option=[], seats=seats), find("classic"), seed)
    assert [seat.level for seat in table.seats] == levels


@pytest.mark.parametrize("name", ["", "Ann", "Bea", "Gus"])
def test_every_computer_player_of_a_game_without_seats_is_somebody(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A player called Gus once had an Ann beside them, who is none of the named players."""
    monkeypatch.setattr(from_arguments, "load_settings", lambda: Settings(name=name))
    seats = new_table(Namespace(option=[], seats=None), find("jokers"), None).seats
    assert len({seat.name for seat in seats}) == len(seats)
    assert all(of_seat(seat.name, seat.level) for seat in seats if seat.kind == "bot")


PROGRAM = """
import json, sys
from spades_tui.cli import main
from spades_tui.commands import from_arguments
for arguments in json.loads(sys.argv[1]):
    try:
        status = main(arguments)
    except SystemExit as end:
        status = end.code
    print(status, "pydantic" in sys.modules, file=sys.stderr)
"""
LESSON = str(next(SHIPPED.iterdir()))


def run_all(home: Path, *commands: list[str]) -> Done:
    """Run commands in one process; print each status and whether pydantic was imported on standard error."""
    return python("-c", PROGRAM, json.dumps(commands), SPADES_TUI_HOME=str(home))


def test_replay_of_every_game_imports_no_pydantic(tmp_path: Path) -> None:
    done = run_all(tmp_path, *(["replay", str(GOLDEN / f"{slug}.spades.jsonl")] for slug in SLUGS))
    assert done.err == "0 False\n" * len(SLUGS)


def test_other_commands_import_no_pydantic(tmp_path: Path) -> None:
    folder = tmp_path / "data" / "games"
    folder.mkdir(parents=True)
    game = folder / "2026-03-02-200000-0001.spades.jsonl"
    game.write_text(text_of(*short_game(2)), "utf-8")
    commands = (
        ["verify", "--lenient", str(GOLDEN / "leaflet.spades.jsonl")],
        ["review", str(game)],
        ["advise", str(game), "--line", "5", "--level", "beginner"],
        ["lessons"],
        ["lessons", "check", LESSON],
        ["settings", "check"],
        ["bug", str(game), "--out", f"{game}.txt"],
        ["book"],
        ["book", "rebuild"],
    )
    done = run_all(tmp_path, *commands)
    ends = [line for line in done.err.splitlines() if line.endswith(("True", "False"))]
    assert ends == ["0 False"] * len(commands), done.err


def test_a_wrong_line_is_refused_without_pydantic(tmp_path: Path) -> None:
    lines = (GOLDEN / "leaflet.spades.jsonl").read_text("utf-8").splitlines()
    bid = next(n for n, line in enumerate(lines) if '"bid"' in line)
    path = tmp_path / "wrong.spades.jsonl"
    path.write_text("\n".join([*lines[:bid], json.dumps({**json.loads(lines[bid]), "bid": 100})]) + "\n", "utf-8")
    done = run_all(tmp_path, ["replay", str(path)])
    assert done.err == f"{path}:{bid + 1}: bid: 100 is not valid; the maximum is 99\n1 False\n"


def test_help_names_every_command_and_version_the_version() -> None:
    told = spades("--help")
    assert told.status == 0
    for command in ("play", "variants", "simulate", "replay", "verify"):
        assert f"\n    {command} " in told.out
    assert spades("--version").out == f"spades-tui {__version__} (kernel: pure Python)\n"
