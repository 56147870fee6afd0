"""`spades-tui lab` measures games, compares two, and sweeps over the values of a key."""

import csv
import io
import json
import os
import random
import statistics
from collections import Counter
from pathlib import Path

import pytest

from spades_tui import cli
from spades_tui.analysis.kept_counts import GameCounts
from spades_tui.analysis.rule_lab import MEASURES, Figure, Measured, Sums, measure
from spades_tui.analysis.simulate import play_game
from spades_tui.commands.simulate import changed, read_sweep
from spades_tui.play.setup import NAMES, SeatSetup, TableSetup
from spades_tui.presentation.lab_words import NOTHING_YET, sentences, short_names
from spades_tui.rules.catalogue import shipped
from spades_tui.system.exit_status import UsageError

GAMES = 6
QUICK = ["lab", "two-handed", "--bots", "beginner", "--hands", "1", "--jobs", "1"]


def setups(slug: str, level: str = "club") -> list[TableSetup]:
    variant = shipped()[slug]
    seats = tuple(SeatSetup(NAMES[n], "bot", level) for n in range(variant.seats))
    return [TableSetup(variant, {}, seats, game % variant.seats, "lab test", game + 1) for game in range(GAMES)]


def test_counts_agree_with_the_score_lines_of_the_records() -> None:
    """A bid is a line of SB-5 or SB-8, a nil one of SB-6; made, they are worth points, and else they cost points."""
    counted: Counter[str] = Counter()
    margins, halves, points = [], [], []
    for setup in setups("sandbags"):
        lines = [json.loads(line) for line in play_game(setup).text.splitlines()]
        scores = [line for line in lines if line["event"] == "hand_score"]
        over = next(line for line in lines if line["event"] == "game_over")
        for score in scores:
            points += score["points"]
            for side in (0, 1):
                mine = [line for line in score["lines"] if line["side"] == side]
                bid = sum(score["bids"][seat] for seat in (side, side + 2))
                if bid:
                    base = next(line for line in mine if line["rule"] in ("SB-5", "SB-8"))
                    counted["made" if base["points"] > 0 else "set"] += 1
                for line in mine:
                    if line["rule"] == "SB-6":
                        counted["nils made" if line["points"] > 0 else "nils failed"] += 1
        margins.append(max(over["totals"]) - min(over["totals"]))
        totals = scores[(len(scores) - 1) // 2]["totals"]
        if totals[0] != totals[1]:
            halves.append(totals.index(max(totals)) in over["winners"])
        counted["hands"] += len(scores)
    found = measure(iter(setups("sandbags")), 10**6)
    assert (found.games, found.hands, found.unfinished) == (GAMES, counted["hands"], 0)
    sums = found.sums
    assert (sums["bids_made"].found, sums["bids_made"].of) == (counted["made"], counted["made"] + counted["set"])
    assert sums["sets"].found == counted["set"] > 0
    nils = counted["nils made"] + counted["nils failed"]
    assert (sums["nils_made"].found, sums["nils_made"].of) == (counted["nils made"], nils)
    assert (sums["nils_bid"].found, sums["nils_bid"].of) == (nils, 4 * counted["hands"])
    assert nils > 0
    assert found.figure("points").value == pytest.approx(statistics.fmean(points))
    assert found.figure("spread").value == pytest.approx(statistics.pstdev(points))
    assert found.figure("margin").value == pytest.approx(statistics.fmean(margins))
    assert found.figure("leader_wins").value == pytest.approx(statistics.fmean(halves))
    assert found.figure("hands").value == pytest.approx(counted["hands"] / GAMES)


@pytest.mark.parametrize("slug", sorted(shipped()))
def test_every_game_can_be_measured(slug: str) -> None:
    found = measure(iter(setups(slug, "beginner")), 3)
    assert found.hands >= 3
    for name in ("bids_made", "points", "spread", "minutes"):
        assert found.figure(name).value is not None
    assert set(found.sums) == {one.name for one in MEASURES}


def test_the_interval_covers_the_truth_in_most_samples() -> None:
    """The share of coins that show heads, of one to nine coins a game, is 0.3."""
    rng, covered = random.Random(1), 0
    for _ in range(400):
        sums = Sums()
        for _ in range(60):
            coins = rng.randint(1, 9)
            sums.add(sum(rng.random() < 0.3 for _ in range(coins)), coins)
        assert sums.value is not None
        covered += abs(sums.value - 0.3) <= sums.within(percent=True)
    assert 360 <= covered <= 396  # 95% of 400, give or take five standard errors


@pytest.mark.parametrize("games", [3, 5, 12, 60])
def test_the_interval_of_few_games_is_wide_enough(games: int) -> None:
    """Hands of a game score 10 on average, and games differ."""
    rng, covered = random.Random(2), 0
    for _ in range(400):
        sums = Sums()
        for _ in range(games):
            sums.add(round(80 + rng.gauss(0, 20)), 8)
        assert sums.value is not None
        covered += abs(sums.value - 10) <= sums.within(percent=False)
    assert 363 <= covered <= 397


def test_the_interval_of_the_spread_covers_the_truth() -> None:
    """Four of five hands score 60, the others −40: a mean of 40 and a spread of 40, which err together."""
    rng, covered = random.Random(5), 0
    for _ in range(400):
        found = Measured()
        for _ in range(60):
            scores = [rng.choice((60, 60, 60, 60, -40)) for _ in range(rng.randint(4, 12))]
            squares = sum(score * score for score in scores)
            counts = {"points": (sum(scores), len(scores)), "spread": (squares, len(scores))}
            found.add(GameCounts(len(scores), True, counts))
        figure = found.figure("spread")
        assert figure.value is not None
        covered += abs(figure.value - 40) <= figure.within
    assert 360 <= covered <= 396


def invented(rng: random.Random, points: float = 0) -> GameCounts:
    """Return random counts of a game with ten hands, in which all measures vary independently."""
    counts = {one.name: (round(200 + rng.gauss(0, 40)), 600) for one in MEASURES}
    counts["points"] = round(400 + 20 * points + rng.gauss(0, 100)), 20
    counts["spread"] = round(50_000 + rng.gauss(0, 8_000)), 20
    return GameCounts(10, True, counts)


def measured(rng: random.Random, games: int, points: float = 0) -> Measured:
    found = Measured()
    for _ in range(games):
        found.add(invented(rng, points))
    return found


@pytest.mark.parametrize("games", [3, 40])
def test_equal_games_seldom_differ_in_any_measure(games: int) -> None:
    """Each measure alone would err in 5% of the comparisons; all of them together hardly may."""
    rng, wrong = random.Random(3), 0
    for _ in range(200):
        wrong += NOTHING_YET not in sentences([measured(rng, games), measured(rng, games)], "nil")
    assert wrong <= 24
    found = sentences([measured(rng, 40), measured(rng, 40, points=10)], "nil")
    assert any(one.startswith("Sides score more points a hand: ") for one in found), "a large difference is found"


def test_what_hardly_differs_is_said_only_when_it_is_known() -> None:
    rng = random.Random(4)
    said = {games: sentences([measured(rng, games), measured(rng, games)], "nil") for games in (3, 400)}
    assert not any("leads after half" in one for one in said[3])
    nothing, long, leader, dealer = said[400]
    assert nothing == NOTHING_YET
    assert long.startswith("Games are as long, within ")
    assert leader.startswith("Whoever leads after half the game wins as often, within ")
    assert dealer.startswith("The dealer gains as much, within ")


def test_the_output_does_not_depend_on_the_number_of_processes(capsys: pytest.CaptureFixture[str]) -> None:
    printed = []
    for jobs in ("1", "2", "3"):
        assert cli.main(["lab", "bemo", "--hands", "30", "--seed", "x", "--bots", "beginner", "--jobs", jobs]) == 0
        printed.append(capsys.readouterr().out)
    assert printed[0] == printed[1] == printed[2]
    assert "bids made" in printed[0]


def test_a_comparison_says_what_has_changed(capsys: pytest.CaptureFixture[str]) -> None:
    """A game to 100 is shorter than one to 500, which a few games show."""
    assert cli.main(["lab", "sandbags", "--sweep", "target=100..500:400", "--hands", "60", "--csv", "--jobs", "1"]) == 0
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    hands = {row["game"]: float(row["value"]) for row in rows if row["measure"] == "hands"}
    assert hands["target=100"] < hands["target=500"]
    assert cli.main(["lab", "sandbags", "bemo", "--hands", "60", "--bots", "beginner", "--jobs", "1"]) == 0
    sentences, _, table = capsys.readouterr().out.partition("\n\n")
    assert sentences.splitlines() and all(line.endswith(".") for line in sentences.splitlines())
    assert len(table.splitlines()) >= len(MEASURES)


def test_the_figures_use_the_word_of_the_games_for_a_bid_of_zero(capsys: pytest.CaptureFixture[str]) -> None:
    """Games with different words for it are compared as nils."""
    for games, word in ((["sandbags"], "zeros"), (["classic"], "nils"), (["sandbags", "classic"], "nils")):
        assert cli.main(["lab", *games, "--hands", "60", "--bots", "beginner", "--jobs", "1"]) == 0
        printed = capsys.readouterr().out
        assert f"{word} bid, of all bids" in printed and "{" not in printed
    assert cli.main(["lab", "sandbags", "--sweep", "bags.limit=4..5", "--hands", "20", "--bots", "beginner",
                     "--jobs", "1"]) == 0  # fmt: skip
    assert "zeros bid" in capsys.readouterr().out.partition("\n")[0]


def test_the_interval_of_too_few_games_is_explained(capsys: pytest.CaptureFixture[str]) -> None:
    """One game says nothing about how much games differ."""
    assert cli.main(["lab", "two-handed", "--hands", "1", "--bots", "beginner", "--jobs", "1"]) == 0
    table, _, notes = capsys.readouterr().out.rpartition("\n\n")
    assert "± ?" in table and "± ?" in notes


def test_a_sweep_changes_one_key_of_a_component() -> None:
    variant = changed(shipped()["sandbags"], "bags.limit", 3)
    assert [part["limit"] for part in variant.to_json()["scores"] if part["kind"] == "bags"] == [3]
    assert variant.changed(scores=shipped()["sandbags"].scores) == shipped()["sandbags"]
    assert changed(shipped()["sandbags"], "scores.bags.limit", 3) == variant
    with pytest.raises(UsageError, match="no 'bags'"):
        changed(shipped()["sandbags"], "bids.bags.limit", 3)
    assert read_sweep("target=200..500:100") == ("target", range(200, 501, 100))


@pytest.mark.parametrize(
    "text",
    [
        "", "x", "a=", "a=1", "a=1..", "a=..2", "a=2..1", "a=1..2:0", "a=1..100", "a=1..9:x", "=1..2", "a=1..2:-1",
        "a=1..99999999999999999999", "a=-99999999999999999999..1", "a=1_0..1_1", "a=1.. 2",
    ],
)  # fmt: skip
def test_a_malformed_sweep_is_refused(text: str) -> None:
    with pytest.raises(UsageError, match=r"write KEY=FIRST\.\.LAST"):
        read_sweep(text)


@pytest.mark.parametrize(
    ("arguments", "said", "status"),
    [
        (["sandbags", "sandbags"], "two games are the same", 2),
        (["sandbags", "bemo", "--sweep", "bags.limit=3..4"], "goes with one game", 2),
        (["sandbags", "--sweep", "bag.limit=3..4"], "no 'bag'", 2),
        (["sandbags", "--sweep", "bags.limits=3..4"], "did you mean 'limit'", 1),
        (["sandbags", "--sweep", "bags.limit=-1..1"], "bags.limit=-1", 1),
        (["sandbags", "--bots", "clubs"], "--bots", 2),
        (["sandbags", "--bots", "club,club"], "2 levels", 2),
        (["sandbag"], "sandbags", 2),
        (["sandbags", "--each-change", "jokers"], "jokers: comes after an option", 2),
        (["sandbags", "--plot", "figures.pdf"], "ends in .svg", 2),
    ],
)
def test_a_mistake_is_reported_before_anything_is_played(
    arguments: list[str], said: str, status: int, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["lab", *arguments]) == status
    out, err = capsys.readouterr()
    assert out == "" and said in err


def test_a_sweep_names_the_place_of_a_problem(capsys: pytest.CaptureFixture[str]) -> None:
    """The swept rule fits, but another one no longer does."""
    kitty = Path(__file__).parents[2] / "docs/examples/kitty.toml"
    assert cli.main(["lab", str(kitty), "--sweep", "kitty.cards=1..1"]) == 1
    assert capsys.readouterr().err.startswith("--sweep: kitty.cards=1: deal.cards: ")


@pytest.mark.slow
@pytest.mark.parametrize("option", ["--plot", "--parquet"])
@pytest.mark.parametrize("file", [".", "missing/figures"])
def test_a_file_that_cannot_be_written_is_refused_before_a_hand_is_played(
    option: str, file: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("pyarrow.parquet")
    pytest.importorskip("matplotlib")
    monkeypatch.setattr("spades_tui.commands.simulate.measure", None)
    status = cli.main(["lab", "sandbags", "jokers", "--hands", "100", option, str(tmp_path / file)])
    assert status == 2
    assert str(tmp_path) in capsys.readouterr().err


@pytest.mark.posix("makes links and named pipes")
@pytest.mark.parametrize("option", ["--plot", "--parquet", "--keep"])
def test_a_file_of_another_kind_is_never_replaced(
    option: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("pyarrow.parquet")
    pytest.importorskip("matplotlib")
    mine, pipe = tmp_path / "mine", tmp_path / "pipe"
    mine.write_text('slug = "mine"\n', "utf-8")
    os.mkfifo(pipe)
    for file in (mine, pipe):
        assert cli.main(["lab", "two-handed", "--hands", "20", option, str(file)]) == 2
        assert str(file) in capsys.readouterr().err
    assert mine.read_text("utf-8") == 'slug = "mine"\n'
    assert pipe.is_fifo()


def test_two_outputs_need_two_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = str(tmp_path / "one")
    assert cli.main(["lab", "bemo", "--plot", file, "--keep", f"{tmp_path}/./one"]) == 2
    assert "--keep: " in (said := capsys.readouterr().err) and "--plot" in said


@pytest.mark.posix("makes links")
def test_a_link_stays_when_its_file_is_replaced(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    file, link = tmp_path / "real.svg", tmp_path / "link.svg"
    link.symlink_to(file)
    for _ in range(2):
        assert cli.main([*QUICK, "--plot", str(link)]) == 0
        assert link.is_symlink() and "<svg" in file.read_text("utf-8")


def test_figures_are_printed_even_if_their_plot_cannot_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("matplotlib")

    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("spades_tui.commands.simulate.write_whole", full)
    assert cli.main([*QUICK, "--plot", str(tmp_path / "plot.svg")]) == 2
    out, err = capsys.readouterr()
    assert "hands a game" in out and "plot.svg: the disk is full" in err


@pytest.mark.posix("Windows forbids such names")
def test_files_with_strange_names_are_measured(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Their names go into the plot as they are, and into tables escaped."""
    parquet = pytest.importorskip("pyarrow.parquet")
    pytest.importorskip("matplotlib")
    monkeypatch.chdir(tmp_path)
    names = ["$x_{1$.toml", "del\x7f.toml", "\udcff.toml", "a\nb.toml", "中.toml"]
    rules = (Path(__file__).parents[2] / "variants/two-handed.toml").read_bytes()
    for name in names:
        Path(name).write_bytes(rules)
    arguments = ["lab", *names, "--bots", "beginner", "--hands", "1", "--jobs", "1"]
    assert cli.main([*arguments, "--plot", "plot.svg", "--json"]) == 0
    out, err = capsys.readouterr()
    assert [*{json.loads(line)["game"]: 0 for line in out.splitlines()}][:2] == names[:2]
    assert err == ""
    assert "$x_{1$.toml" in Path("plot.svg").read_text("utf-8")
    assert cli.main([*arguments, "--parquet", "table"]) == 0
    assert "\\udcff.toml" in parquet.read_table("table").column("game").to_pylist()
    assert cli.main(arguments) == 0
    assert len(capsys.readouterr().out.splitlines()) == 1 + len(names) + 2


@pytest.mark.parametrize(
    ("names", "shown"),
    [
        (["a/x.toml", "b/y.toml"], ["x", "y"]),
        (["a/rules.toml", "b/rules.toml"], ["a/rules.toml", "b/rules.toml"]),
        (["my-rules-with-bags-5.toml", "my-rules-with-bags-7.toml"], ["my-rules-with-bags-5", "my-rules-with-bags-7"]),
        (["cutthroat-three", "a" * 40], ["cutthroat-three", "a" * 15 + "…"]),
        (["a" * 99 + "b" * 99, "a" * 99 + "c" + "b" * 98], None),
    ],
)
def test_two_games_never_have_the_same_heading(names: list[str], shown: list[str] | None) -> None:
    found = short_names(names, 16)
    assert len({*found}) == len(names)
    assert shown is None or found == shown


def test_figures_go_into_parquet_files_and_plots(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    pytest.importorskip("matplotlib")
    table, plots = tmp_path / "figures.parquet", [tmp_path / "one.svg", tmp_path / "other.svg"]
    arguments = ["lab", "two-handed", "--bots", "beginner", "--hands", "20", "--jobs", "1"]
    assert cli.main([*arguments, "--json"]) == 0
    printed = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    for plot in plots:
        assert cli.main([*arguments, "--parquet", str(table), "--plot", str(plot)]) == 0
    assert capsys.readouterr().out == ""
    assert parquet.read_table(table).to_pylist() == printed
    assert plots[0].read_bytes() == plots[1].read_bytes()
    assert plots[0].read_text("utf-8").count("hands a game") == 1


def test_each_change_needs_changes(capsys: pytest.CaptureFixture[str]) -> None:
    for games, said in ((["sandbags"], "two games"), (["sandbags", "classic", "--option", "target=300"], "two games")):
        assert cli.main(["lab", *games, "--each-change"]) == 2
        assert said in capsys.readouterr().err


def test_all_or_none_are_not_certain() -> None:
    sums = Sums()
    for _ in range(5):
        sums.add(2, 2)
    assert sums.within(percent=True) == 0.3
    assert not Figure(1.0, 0.3).differs(Figure(0.8, 0.0))
    assert Figure(1.0, 0.3).differs(Figure(0.5, 0.1))
