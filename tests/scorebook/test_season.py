"""Rules 3B-18 to 3B-30 in the scorebook, with real records and chosen dates. Ann, Bea and Cy have seats 0 to 2."""

import json
from datetime import date
from pathlib import Path

import pytest
from msgspec.structs import replace

from spades_tui.presentation.person_words import person_rows
from spades_tui.presentation.scorebook_words import board_owed, happening_lines
from spades_tui.record.journal_lines import ends_suspended
from spades_tui.rules import season_effects
from spades_tui.rules.season_custom import SeasonColumn, SeasonNews
from spades_tui.scorebook import BookError, record_digest, transfer
from spades_tui.scorebook.queries import at_their_seats
from spades_tui.scorebook.scorebook import open_book
from spades_tui.scorebook.season import CORRECTABLE, Agreements, DigitLine, Kind
from tests.scorebook import ladders
from tests.scorebook.computed import content_of
from tests.scorebook.games import Season, hear, open_files, verdicts

ANN_WINS, BEA_WINS, CY_WINS = (0, 1, 2), (1, 2, 0), (2, 0, 1)
"""Cy, Ann and Bea are the tray persons."""


def kinds(season: Season, game: str) -> list[tuple[str, str, int]]:
    """Return all results of a game except stars and games."""
    return [
        (one.name, one.kind.value, one.amount)
        for one in season.book.results_of(game)
        if one.kind not in (Kind.GAME, Kind.STAR)
    ]


def test_the_end_of_a_record_with_two_games_is_that_of_the_later(season: Season) -> None:
    first, second = season.write(ANN_WINS), season.write(BEA_WINS)
    second.write_text(first.read_text("utf-8") + second.read_text("utf-8"), "utf-8")
    end = season.book.end_of(second)
    assert end.tray_person is not None
    assert season.book.person(end.tray_person).name == "Ann"


# ---- 3B-18 to 3B-23: results of a single game


@pytest.mark.rule("3B-18")
def test_the_winner_gets_a_star_and_the_last_player_the_tray(season: Season) -> None:
    game = season.play(ANN_WINS)
    assert kinds(season, game) == [("Cy", "tray_person", 1), ("Cy", "pile", 1)]
    assert [(line.name, line.wins, line.tray_times) for line in season.book.scoreboard(season.table).lines] == [
        ("Ann", 1, 0), ("Bea", 0, 0), ("Cy", 0, 1),
    ]  # fmt: skip


@pytest.mark.rule("3B-18", "3B-20", "3B-23")
def test_results_name_each_computer_player_as_at_the_table(season: Season) -> None:
    names = ("Ann", "Bea=club", "Cy=club")
    game = season.play(ANN_WINS, names=names, perfect=(0,), imperfect=(1, 2), wire=True)
    assert [(name, kind) for name, kind, _ in kinds(season, game) if kind != "chit"] == [
        ("Cy", "tray_person"), ("Cy", "wire"), ("Computer (club)", "tray"), ("Ann", "perfect"),
        ("Bea", "imperfect"), ("Cy", "imperfect"),
    ]  # fmt: skip
    trays = [(one.name, one.other) for one in season.book.results_of(game) if one.kind == Kind.TRAY]
    assert trays == [("Computer (club)", "Cy")], "the line is the level's, and whose tray it is is told too"
    assert any("Cy" in words for one, words in happening_lines(season.book.results_of(game), season.book.table_of(game))
               if one.kind == Kind.TRAY)  # fmt: skip
    line = season.line("Computer (club)")  # the scorebook counts both as one
    assert (line.tray_times, line.wire_to_wire, line.imperfect) == (1, 1, 2)


@pytest.mark.rule("3B-25")
def test_an_erased_digit_of_a_level_names_the_players_with_the_perfect_day(season: Season) -> None:
    names = ("Ann", "Bea=club", "Cy=club")
    season.play(ANN_WINS, names=names)
    game = season.play(ANN_WINS, names=names, perfect=(1,))
    trays = [(one.amount, one.other) for one in season.book.results_of(game) if one.kind == Kind.TRAY]
    assert trays == [(1, "Cy"), (-1, "Bea")]
    result = replace(season.book._result(game), perfect=(1, 2))
    erased = [one for one in season.book.results_of(game) if one.amount < 0]
    (both,) = at_their_seats(erased, result, ("p:ann", "c:club", "c:club"))
    assert both.other == "Bea and Cy"


@pytest.mark.rule("3B-27")
def test_a_chit_names_a_computer_player_as_at_the_table(season: Season) -> None:
    names = ("Ann", "Bea=club", "Cy=club")
    season.play(ANN_WINS, names=names, perfect=(0,))
    game = season.play(BEA_WINS, names=names, chit=(0, 2))
    spent = next(one for one in season.book.results_of(game) if one.kind == Kind.CHIT_SPENT)
    assert (spent.name, spent.other) == ("Ann", "Cy")


@pytest.mark.rule("3B-27", "3B-15")
def test_players_tied_for_last_are_not_asked_for_a_chit(season: Season) -> None:
    from tests.scorebook.games import Recorded

    season.play(ANN_WINS)
    for name in ("Bea", "Cy"):
        season.book.correct(name, season.table, Kind.CHIT, 1)
    season.on("2026-03-05")
    path = season.path()
    path.write_text(Recorded(season.now, dealer=2, hands=2).hand_of((17, 1, 1)).text, "utf-8")
    assert season.book.must_decide(path) is None


@pytest.mark.rule("3B-18", "3B-15")
def test_players_tied_after_an_outright_win_all_carry_trays(season: Season) -> None:
    from tests.scorebook.games import Recorded

    record = Recorded(season.now, dealer=2, hands=2).hand_of((17, 1, 1))
    path = season.path()
    path.write_text(record.text, "utf-8")
    (game,) = season.book.records.take_in(path)
    assert record.over().reason == "outright"
    assert [name for name, kind, _ in kinds(season, game) if kind == "pile"] == ["Bea", "Cy"]
    assert season.book.must_decide(path) is None
    assert season.book.scoreboard(season.table).violators == ("Bea", "Cy")
    season.play(BEA_WINS)  # Ann carries nothing while Bea or Cy has trays to carry
    assert season.book.tick_carried("Bea", season.table) == 2
    season.play(BEA_WINS)
    assert [season.line(name).to_carry for name in ("Ann", "Bea", "Cy")] == [0, 0, 3]
    assert season.book.tick_carried("Cy", season.table) == 3
    season.play(BEA_WINS)
    assert season.line("Ann").to_carry == 1


@pytest.mark.rule("3B-20", "3B-23")
def test_a_short_game_is_no_day_unless_an_earlier_release_counted_it(season: Season) -> None:
    for program, days in (("1.1.0", True), ("1.2.0", False)):
        path = season.write(ANN_WINS, perfect=(0,), imperfect=(1,), wire=True)
        path.write_text(path.read_text("utf-8").replace(" 1.1.0 ", f" {program} "), "utf-8")
        (game,) = season.book.records.take_in(path)
        result = season.book._result(game)
        assert (result.wire, result.perfect, result.imperfect) == (days, (0,) * days, (1,) * days)


@pytest.mark.rule("3B-19", "3B-20")
def test_wire_to_wire_is_counted(season: Season) -> None:
    season.play(ANN_WINS, wire=True)
    season.play(ANN_WINS, wire=False)
    season.play(BEA_WINS, wire=True)
    assert [season.line(name).wire_to_wire for name in ("Ann", "Bea", "Cy")] == [1, 0, 1]


@pytest.mark.rule("3B-21")
def test_a_suspended_game_counts_on_the_day_it_ends(season: Season) -> None:
    path = season.on("2026-12-31").write(ANN_WINS)
    whole = path.read_text("utf-8").splitlines(keepends=True)
    path.write_text("".join(whole[:-1]), "utf-8")
    assert season.book.records.take_in(path) == ()
    assert season.book.tables() == ()
    path.write_text("".join([*whole[:-1], whole[-1].replace("2026-12-31T12:10", "2027-01-01T09:00")]), "utf-8")
    (game,) = season.book.records.take_in(path)
    assert season.book.games()[0].day == date(2027, 1, 1)
    assert season.book.scoreboard(season.table).years == (2027,)
    assert season.book.table_of(game).games == 1


def test_a_suspended_game_is_not_read_until_it_is_resumed(season: Season, monkeypatch: pytest.MonkeyPatch) -> None:
    path = season.write(ANN_WINS)
    whole = path.read_text("utf-8").splitlines(keepends=True)
    aside = '{"event": "suspend", "at": "2026-03-02T12:00:00+00:00"}\n'
    digests = record_digest.digests
    monkeypatch.setattr(record_digest, "digests", lambda *given: pytest.fail("it was read"))
    path.write_text("".join([*whole[:-3], aside]), "utf-8")
    season.book.records.catch_up()
    assert open_files(season.book) == (path.name,)
    assert season.book.games() == ()
    monkeypatch.setattr(record_digest, "digests", digests)
    path.write_text("".join([*whole[:-3], aside, aside.replace("suspend", "resume"), *whole[-3:]]), "utf-8")
    season.book.records.catch_up()
    assert len(season.book.games()) == 1


def test_a_finished_game_counts_although_the_next_one_in_its_file_is_suspended(season: Season) -> None:
    path = season.write(ANN_WINS)
    events = [line for line in path.read_text("utf-8").splitlines(keepends=True) if '"game_over"' not in line]
    aside = '{"event": "suspend", "at": "2026-03-02T12:00:00+00:00"}\n'
    path.write_text("".join([*events, *events[:-3], aside]), "utf-8")
    season.book.records.catch_up()
    assert len(season.book.games()) == 1


@pytest.mark.parametrize("end", ["", "x", '"suspend"', "[]", '{"event": "suspend"}', '{"event": "resume"}\n'])
def test_only_a_final_suspend_line_marks_a_suspended_game(end: str, season: Season) -> None:
    path = season.write(ANN_WINS)
    whole = path.read_text("utf-8").splitlines(keepends=True)
    path.write_text("".join([*whole[:-3], end]), "utf-8")
    assert not ends_suspended(path.read_bytes())
    suspend = '{"event": "suspend"}\n'
    for lines, suspended in (
        ([*whole, suspend], True),
        ([*whole, '{"event": "game_over"}\n', suspend], False),
        ([*whole, *whole, suspend], False),
    ):
        path.write_text("".join(lines), "utf-8")
        assert ends_suspended(path.read_bytes()) == suspended


@pytest.mark.rule("3B-22", "3B-23")
def test_perfect_and_imperfect_days_are_counted_year_by_year(season: Season) -> None:
    season.on("2025-12-30").play(
        ANN_WINS, perfect=(1,)
    )  # two hands with bids of zero or three and no trick: every bid is met
    season.play(ANN_WINS, imperfect=(0,))
    season.on("2026-01-02").play(ANN_WINS, perfect=(1,))
    for year, perfect, imperfect in ((2025, 1, 1), (2026, 1, 0), (None, 2, 1)):
        assert season.line("Bea", year).perfect == perfect
        assert season.line("Ann", year).imperfect == imperfect


# ---- 3B-24: decks of cards


@pytest.mark.rule("3B-24")
def test_an_imperfect_day_owes_a_deck_until_it_is_brought(season: Season) -> None:
    game = season.play(ANN_WINS, imperfect=(1,))
    assert ("Bea", "deck", 1) in kinds(season, game)
    board = season.book.scoreboard(season.table)
    assert (season.line("Bea").decks, board.debtor, board.table.settings.deck) == (1, "Bea", "a deck of cards")
    assert season.book.pay_deck("Bea", season.table) == 0
    assert (season.line("Bea").decks, season.book.scoreboard(season.table).debtor) == (0, None)
    with pytest.raises(BookError, match="owes nothing"):
        season.book.pay_deck("Bea", season.table)


@pytest.mark.rule("3B-24")
def test_the_earliest_debtor_owes_later_decks_too(season: Season) -> None:
    season.play(ANN_WINS, imperfect=(1,))
    season.on("2026-03-09").play(ANN_WINS, imperfect=(0,))
    season.on("2026-04-01").play(ANN_WINS, imperfect=(0, 2))
    season.play(ANN_WINS, imperfect=(1,))  # another imperfect day for Bea
    assert [season.line(name).decks for name in ("Ann", "Bea", "Cy")] == [0, 5, 0]
    assert [(one.name, one.other) for one in season.book.history(season.table) if one.kind == Kind.DECK] == [
        ("Bea", "Bea"), ("Bea", "Ann"), ("Bea", "Ann"), ("Bea", "Cy"), ("Bea", "Bea"),
    ]  # fmt: skip
    assert season.book.pay_deck("Bea", season.table, 4) == 1  # one deck is still owed, so the debt stays open
    season.on("2026-04-02").play(ANN_WINS, imperfect=(0,))
    assert [season.line(name).decks for name in ("Ann", "Bea")] == [0, 2]
    season.book.pay_deck("Bea", season.table, 2)
    season.on("2026-04-03").play(ANN_WINS, imperfect=(0,))  # nobody owes anything from before
    assert [season.line(name).decks for name in ("Ann", "Bea")] == [1, 0]


@pytest.mark.rule("3B-24")
def test_debts_are_said_with_their_number(season: Season) -> None:
    """The sentences say as many decks and trays as the columns."""
    for _ in range(7):
        season.play(ANN_WINS, imperfect=(2,))
    board = season.book.scoreboard(season.table)
    (line,) = (line for line in board.lines if line.name == "Cy")
    said = board_owed(board)
    assert line.decks == 7 and "Cy owes a deck of cards, seven times, and owes the next one too" in said
    assert f"Cy is the violator and carries the trays ({line.to_carry} trays)" in said and line.to_carry > 1


@pytest.mark.rule("3B-24")
def test_two_imperfect_days_in_one_game_owe_a_deck_each(season: Season) -> None:
    season.play(ANN_WINS, imperfect=(0, 2))
    assert [season.line(name).decks for name in ("Ann", "Bea", "Cy")] == [1, 0, 1]
    season.play(ANN_WINS, imperfect=(1,))  # the earlier debtor owes this deck too
    assert [season.line(name).decks for name in ("Ann", "Bea", "Cy")] == [2, 0, 1]
    season.book.pay_deck("Ann", season.table, 2)
    season.play(ANN_WINS, imperfect=(0,))
    assert [season.line(name).decks for name in ("Ann", "Bea", "Cy")] == [0, 0, 2]


@pytest.mark.rule("3B-24")
def test_a_table_setting_names_what_is_owed(season: Season) -> None:
    season.play(ANN_WINS, imperfect=(1,))
    season.book.change_table(season.table, settings=Agreements(deck="a bag of peanuts"))
    assert season.book.scoreboard(season.table).table.settings.deck == "a bag of peanuts"


# ---- 3B-25: chits and digits


@pytest.mark.rule("3B-25")
def test_trays_are_hexadecimal_digits_from_1_to_f_and_0() -> None:
    assert [DigitLine(n).text for n in (-1, 0, 1, 9, 10, 15, 16, 17)] == [
        "", "", "1", "123456789", "123456789A", "123456789ABCDEF", "123456789ABCDEF0", "123456789ABCDEF01",
    ]  # fmt: skip


@pytest.mark.rule("3B-25")
def test_each_carried_tray_adds_a_digit_and_a_perfect_day_erases_one(season: Season) -> None:
    for _ in range(17):
        season.play(ANN_WINS)
        assert season.book.tick_carried("Cy", season.table) == 1
    assert season.line("Cy").trays == "123456789ABCDEF01"
    season.play(BEA_WINS, perfect=(2,))
    assert (season.line("Cy").trays, season.line("Cy").chits) == ("123456789ABCDEF0", 1)
    season.play(ANN_WINS)  # Cy must use the chit or lose it, and loses it without a decision
    season.book.tick_carried("Ann", season.table)
    assert season.line("Cy").chits == 0


@pytest.mark.rule("3B-25")
def test_a_perfect_day_earns_a_chit_even_without_digits(season: Season) -> None:
    game = season.play(ANN_WINS, perfect=(1,))
    assert ("Bea", "chit", 1) in kinds(season, game)
    assert (season.line("Bea").chits, season.line("Bea").trays) == (1, "")
    season.book.delete_game(game)
    season.play(ANN_WINS)
    assert season.line("Bea").chits == 0


# ---- 3B-26: the violator


@pytest.mark.rule("3B-26")
def test_trays_add_up_for_a_violator_until_carried(season: Season) -> None:
    season.play(ANN_WINS)  # Cy is the tray person
    second = season.on("2026-03-03").play(BEA_WINS)  # Ann gets the tray, and carries nothing
    third = season.on("2026-03-04").play(CY_WINS)  # Bea gets the tray, and carries nothing
    assert kinds(season, second) == [("Ann", "tray_person", 1), ("Cy", "pile", 1), ("Ann", "spared", 1)]
    assert ("Bea", "spared", 1) in kinds(season, third)
    board = season.book.scoreboard(season.table)
    assert board.violators == ("Cy",)
    assert [(season.line(name).to_carry, season.line(name).trays) for name in ("Ann", "Bea", "Cy")] == [
        (0, ""), (0, ""), (3, ""),
    ]  # fmt: skip
    with pytest.raises(BookError, match="nothing to carry"):
        season.book.tick_carried("Ann", season.table)
    assert season.book.tick_carried("Cy", season.table) == 3
    assert (season.line("Cy").trays, season.line("Cy").to_carry) == ("123", 0)
    season.on("2026-03-05").play(BEA_WINS)
    assert season.line("Ann").to_carry == 1  # the duty is done, so the next player carries again


@pytest.mark.rule("3B-26")
def test_two_violators_follow_each_other(season: Season) -> None:
    season.play(ANN_WINS)
    season.play(ANN_WINS)  # the same result again
    season.book.tick_carried("Cy", season.table)
    season.on("2026-03-03").play(CY_WINS)  # now Bea gets the tray
    season.play(ANN_WINS)
    assert [season.line(name).to_carry for name in ("Ann", "Bea", "Cy")] == [0, 2, 0]
    season.book.tick_carried("Bea", season.table)
    assert [season.line(name).trays for name in ("Ann", "Bea", "Cy")] == ["", "12", "12"]


@pytest.mark.rule("3B-26")
def test_a_table_names_its_forfeit_and_computer_players_carry_at_once(season: Season) -> None:
    season.play(ANN_WINS, names=("Ann", "Bea", "Rob=club"))
    assert season.book.scoreboard(season.table).violators == ()
    assert season.line("Computer (club)").trays == "1"
    season.book.change_table(season.table, settings=Agreements(forfeit="sweeps the peanut shells"))
    season.play(CY_WINS, names=("Ann", "Bea", "Rob=club"))
    board = season.book.scoreboard(season.table)
    assert (board.violators, board.table.settings.forfeit) == (("Bea",), "sweeps the peanut shells")


# ---- 3B-27: a chit is used or lost


@pytest.mark.rule("3B-27")
def test_a_spent_chit_gives_the_tray_to_another_player(season: Season) -> None:
    season.play(CY_WINS, perfect=(0,))  # Ann holds a chit; Bea is the tray person
    season.book.tick_carried("Bea", season.table)
    path = season.write(BEA_WINS)
    assert season.book.must_decide(path) == "Ann"
    game = season.play(BEA_WINS, chit=(0, 2))
    assert kinds(season, game) == [
        ("Ann", "chit", -1), ("Ann", "chit_spent", 1), ("Cy", "tray_person", 1), ("Cy", "pile", 1),
    ]  # fmt: skip
    assert (season.line("Ann").chits, season.line("Ann").tray_times, season.line("Cy").to_carry) == (0, 0, 1)


@pytest.mark.rule("3B-27")
def test_three_chits_are_spent_one_after_another(season: Season) -> None:
    for perfect, order in enumerate((CY_WINS, ANN_WINS, ANN_WINS)):
        season.play(order, perfect=(perfect,))  # a chit for each; no holder comes last
        for line in season.book.scoreboard(season.table).lines:
            if line.to_carry:
                season.book.tick_carried(line.name, season.table)
    path = season.write(BEA_WINS, chit=(0, 2), more_chits=((2, 1),))
    assert season.book.must_decide(path) == "Bea"  # Bea must use or lose it, with nobody left to name
    path.unlink()
    game = season.play(BEA_WINS, chit=(0, 2), more_chits=((2, 1), (1, None)))
    assert kinds(season, game)[:7] == [
        ("Ann", "chit", -1), ("Ann", "chit_spent", 1), ("Cy", "chit", -1), ("Cy", "chit_spent", 1),
        ("Bea", "chit", -1), ("Bea", "chit_lost", 1), ("Bea", "tray_person", 1),
    ]  # fmt: skip
    assert [season.line(name).to_carry for name in ("Ann", "Bea", "Cy")] == [0, 1, 0]
    found = season.book.scoreboard(season.table)
    season.book.records.rebuild()
    assert season.book.scoreboard(season.table) == found


@pytest.mark.rule("3B-27")
def test_in_records_of_earlier_releases_the_named_player_keeps_their_chit(season: Season) -> None:
    """Earlier releases asked only the player in last place."""
    season.play(CY_WINS, perfect=(0,))
    season.play(ANN_WINS, perfect=(2,))
    game = season.play(BEA_WINS, chit=(0, 2))
    assert kinds(season, game)[:3] == [("Ann", "chit", -1), ("Ann", "chit_spent", 1), ("Cy", "tray_person", 1)]
    assert season.line("Cy").chits == 1


@pytest.mark.rule("3B-27")
@pytest.mark.parametrize("said", [(0, None), None])
def test_an_unused_chit_is_lost(season: Season, said: tuple[int, None] | None) -> None:
    season.play(CY_WINS, perfect=(0,))
    season.book.tick_carried("Bea", season.table)
    path = season.write(BEA_WINS, chit=said)
    assert (season.book.must_decide(path) is None) == (said is not None)  # the record has the decision
    (game,) = season.book.records.take_in(path)
    assert kinds(season, game)[:2] == [("Ann", "chit", -1), ("Ann", "chit_lost", 1)]
    assert (season.line("Ann").chits, season.line("Ann").to_carry) == (0, 1)


@pytest.mark.rule("3B-27")
def test_without_a_chit_there_is_no_decision_and_the_tray_remains(season: Season) -> None:
    path = season.write(ANN_WINS)
    assert season.book.must_decide(path) is None
    game = season.play(ANN_WINS, chit=(2, 0))  # the scorebook doesn't know this chit
    assert kinds(season, game)[0] == ("Cy", "chit_unknown", 1)
    assert (season.line("Cy").chits, season.line("Cy").unknown_chits, season.line("Ann").to_carry) == (0, 1, 1)


@pytest.mark.rule("3B-27", "3B-25")
def test_a_chit_earned_in_a_game_cannot_be_used_in_it(season: Season) -> None:
    path = season.write((1, 2, 0), perfect=(0,))  # a perfect day, but in last place
    assert season.book.must_decide(path) is None
    season.book.records.take_in(path)
    assert (season.line("Ann").chits, season.line("Ann").to_carry) == (1, 1)
    assert season.book.must_decide(path) is None  # the same after it was added


# ---- 3B-28: stars


@pytest.mark.rule("3B-28")
def test_stars_count_the_wins_of_the_session(season: Season) -> None:
    season.on("2026-03-02").play(ANN_WINS)
    season.play(ANN_WINS)
    assert season.line("Ann").stars == 2
    season.on("2026-03-03").play(BEA_WINS)
    assert [(season.line(name).stars, season.line(name).wins) for name in ("Ann", "Bea")] == [(0, 2), (1, 1)]
    season.book.change_table(season.table, settings=Agreements(session="week"))
    assert [season.line(name).stars for name in ("Ann", "Bea")] == [2, 1]
    season.on("2026-03-08")
    assert season.line("Ann").stars == 2  # Sunday
    season.on("2026-03-09")
    assert season.line("Ann").stars == 0  # a new week, and no game yet
    assert season.book.scoreboard(season.table).session == (date(2026, 3, 9), date(2026, 3, 15))


@pytest.mark.rule("3B-28")
def test_three_wins_in_one_week_earn_an_outside_star_and_a_chit(season: Season) -> None:
    for day in ("2026-03-02", "2026-03-04"):
        season.on(day).play(ANN_WINS)
    season.play(BEA_WINS)
    third = season.on("2026-03-08").play(ANN_WINS)  # Sunday
    assert ("Ann", "outside", 1) in kinds(season, third)
    assert (season.line("Ann").outside, season.line("Ann").chits) == (1, 1)
    season.play(CY_WINS)
    season.play(ANN_WINS)  # a fourth win brings no other star
    assert (season.line("Ann").outside, season.line("Ann").chits) == (1, 1)


@pytest.mark.rule("3B-28")
def test_a_new_week_starts_the_count_of_wins_again(season: Season) -> None:
    for day in ("2026-03-07", "2026-03-08", "2026-03-09"):  # Saturday, Sunday, Monday
        season.on(day).play(ANN_WINS)
    assert season.line("Ann").outside == 0
    season.on("2026-03-10").play(ANN_WINS)
    season.on("2026-03-11").play(ANN_WINS)
    assert season.line("Ann").outside == 1


@pytest.mark.rule("3B-28")
def test_a_week_across_new_year_counts_its_star_in_the_year_of_the_win(season: Season) -> None:
    for day in ("2025-12-30", "2025-12-31", "2026-01-01"):
        season.on(day).play(ANN_WINS)
    assert [season.line("Ann", year).outside for year in (2025, 2026, None)] == [0, 1, 1]
    assert [season.line("Ann", year).wins for year in (2025, 2026, None)] == [2, 1, 3]
    assert [season.line("Ann", year).chits for year in (2025, 2026)] == [0, 1]
    assert season.line("Ann", 2025).stars == 1  # counted on the last day played in that year


@pytest.mark.rule("3B-28")
def test_four_wins_in_a_row_earn_gold_and_five_earn_red(season: Season) -> None:
    for day in ("2025-12-01", "2025-12-09", "2025-12-17"):
        season.on(day).play(ANN_WINS)
    assert season.line("Ann").gold == 0
    season.on("2025-12-25").play(ANN_WINS)
    assert (season.line("Ann").gold, season.line("Ann").red) == (1, 0)
    season.on("2026-01-02").play(ANN_WINS)  # the row continues into the new year
    assert [(season.line("Ann", year).gold, season.line("Ann", year).red) for year in (2025, 2026, None)] == [
        (1, 0), (0, 1), (0, 1),
    ]  # fmt: skip
    season.on("2027-06-01").play(ANN_WINS)
    season.on("2027-06-08").play(BEA_WINS)
    assert (season.line("Ann", 2027).red, season.line("Ann", 2027).gold) == (1, 0)  # a row earns at most one of each
    (streak,) = season.book.scoreboard(season.table).streaks
    assert (streak.name, streak.length) == ("Ann", 6)
    assert (streak.first, streak.last) == (date(2025, 12, 1), date(2027, 6, 1))
    assert season.book.scoreboard(season.table, 2026).streaks[0].length == 5
    assert season.book.scoreboard(season.table, 2025).streaks == ()


@pytest.mark.rule("3B-28")
def test_streaks_are_listed_longest_first(season: Season) -> None:
    for winner, count in ((ANN_WINS, 5), (BEA_WINS, 7), (CY_WINS, 4), (ANN_WINS, 5)):
        for _ in range(count):
            season.play(winner)
    found = [(streak.name, streak.length) for streak in season.book.scoreboard(season.table).streaks]
    assert found == [("Bea", 7), ("Ann", 5), ("Ann", 5)]
    assert [season.line(name).gold for name in ("Ann", "Bea", "Cy")] == [2, 1, 1]
    assert [season.line(name).red for name in ("Ann", "Bea", "Cy")] == [2, 1, 0]


@pytest.mark.rule("3B-28")
def test_a_row_skips_games_without_the_player_and_computer_players_have_none(season: Season) -> None:
    season.book.create_table("Lunch", ("Ann", "Bea", "Cy", "Dot"))
    for n in range(4):
        season.play(ANN_WINS)
        if n == 1:
            season.play(ANN_WINS, names=("Bea", "Cy", "Dot"))  # without Ann
    assert season.line("Ann").gold == 1
    for _ in range(5):
        season.play(ANN_WINS, names=("Rob=club", "Bea", "Cy"))
    line = season.line("Computer (club)")
    assert (line.wins, line.stars, line.gold, line.red, line.outside, line.chits) == (5, 5, 0, 0, 0, 0)


# ---- 3B-29 and 3B-30


@pytest.mark.rule("3B-29")
def test_boneheads_are_counted_year_by_year(season: Season) -> None:
    season.on("2025-05-05").play(ANN_WINS, bones=(0, 2))
    season.on("2026-05-05").play(ANN_WINS, bones=(0,))
    assert [season.line("Ann", year).boneheads for year in (2025, 2026, None)] == [1, 1, 2]
    assert season.book.statistics("Ann").boneheads == 2


def hunted(season: Season, names: tuple[str, ...] = ("Ann", "Bea", "Cy")) -> str:
    """Play a game whose first hand has Bea bid zero while Ann leads; Ann and Cy have marked each other's card."""
    from tests.scorebook.games import Recorded

    season.on(f"2026-05-{season.played + 1:02}")
    record = Recorded(season.now, names, dealer=2, hands=2)
    record.hand_of((13, 0, 1), marks=((0, 2), (2, 0))).hand_of((3, 13, 1))
    path = season.path()
    path.write_text(record.text, "utf-8")
    (game,) = season.book.records.take_in(path)
    return game


@pytest.mark.rule("3B-30")
def test_the_other_hunters_vote_on_a_zero_buddy(season: Season) -> None:
    """Bea bid the zero that Ann and Cy hunted, so she has no vote."""
    game = hunted(season)
    hear(season.book, game, "Cy", Ann=False)
    hear(season.book, game, "Ann", Cy=True)
    assert [season.line(name).zero_buddies for name in ("Ann", "Bea", "Cy")] == [1, 0, 0]
    assert verdicts(season.book, game) == {"Cy": False, "Ann": True}
    hear(season.book, game, "Cy", Ann=True)  # a second vote on the same card
    hear(season.book, game, "Ann")  # without votes of the other hunters there is no credit
    assert [season.line(name).zero_buddies for name in ("Ann", "Bea", "Cy")] == [0, 0, 1]
    for voter in ("Ann", "Bea"):
        with pytest.raises(BookError, match="who hunted that zero"):
            hear(season.book, game, "Ann", **{voter: True})
    season.book.hear(game, 9, 0, {"Ann": True})  # a card without a mark
    assert verdicts(season.book, game) == {"Cy": True, "Ann": False}


@pytest.mark.rule("3B-30")
def test_the_last_verdict_counts_although_a_wrong_clock_dated_it_first(season: Season) -> None:
    game = hunted(season)
    hear(season.book, game, "Ann", Cy=True)
    season.play(BEA_WINS)
    season.on("2020-01-01")
    hear(season.book, game, "Ann", Cy=False)
    hear(season.book, game, "Cy", Ann=True)
    assert [season.line(name).zero_buddies for name in ("Ann", "Cy")] == [0, 1]
    before = content_of(season.book)
    season.book.records.rebuild()
    assert content_of(season.book) == before


@pytest.mark.rule("3B-30")
def test_everyone_else_votes_on_a_mark_of_an_earlier_export(season: Season, tmp_path: Path) -> None:
    hunted(season)
    lines = [json.loads(line) for line in transfer.exported(season.book).splitlines()]
    for line in lines:
        for mark in line.get("game", {}).get("marks", ()):
            assert mark.pop("hunters") == [0, 2]
    with open_book(tmp_path / "other") as other:
        transfer.import_text("".join(f"{json.dumps(line)}\n" for line in lines), other)
        (row,) = other.games()
        hear(other, row.id, "Cy", Ann=True, Bea=False)
        hear(other, row.id, "Ann", Bea=True, Cy=True)
        assert verdicts(other, row.id) == {"Cy": False, "Ann": True}


@pytest.mark.rule("3B-29")
def test_a_card_cited_twice_counts_once(season: Season) -> None:
    from tests.scorebook.games import Recorded

    record = Recorded(season.on("2026-05-04").now, dealer=2, hands=2)
    record.hand_of((13, 0, 1), bones=(0, 0, 2)).hand_of((3, 13, 1), bones=(0,))
    path = season.path()
    path.write_text(record.text, "utf-8")
    season.book.records.take_in(path)
    assert [season.line(name).boneheads for name in ("Ann", "Bea", "Cy")] == [2, 0, 1]


@pytest.mark.rule("3B-30")
def test_computer_players_do_not_vote_and_a_mark_without_voters_lapses(season: Season) -> None:
    game = hunted(season, ("Ann", "Rob=club", "Bo=club"))
    with pytest.raises(BookError, match="lapses"):
        hear(season.book, game, "Ann")
    hear(season.book, game, "Bo", Ann=True)
    assert season.line("Computer (club)").zero_buddies == 1


@pytest.mark.rule("3B-28")
def test_session_stars_belong_to_the_people_at_the_table(season: Season) -> None:
    season.on("2026-03-02").play(BEA_WINS)
    season.on("2026-03-03").play(ANN_WINS)
    season.play(ANN_WINS)
    season.play(CY_WINS)
    season.play(ANN_WINS, names=("Ann", "Bea", "Rob=club"))  # another table
    assert season.book.session_stars(("Ann", "Bea", "Cy")) == {"Ann": 2, "Cy": 1}
    assert season.book.session_stars(("Ann", "Bea")) == {"Ann": 1}
    assert season.book.session_stars(("Ann", "Dot")) == {}
    season.on("2026-03-04")
    assert season.book.session_stars(("Ann", "Bea", "Cy")) == {}
    three = next(one.id for one in season.book.tables() if len(one.people) == 3)
    season.book.change_table(three, settings=Agreements(session="week"))
    assert season.book.session_stars(("Ann", "Bea", "Cy")) == {"Ann": 2, "Bea": 1, "Cy": 1}


@pytest.mark.rule("3B-25")
def test_a_perfect_day_erases_the_digit_that_its_player_chooses(season: Season) -> None:
    for day in range(2, 6):
        season.on(f"2026-03-0{day}").play(ANN_WINS)  # Cy is the tray person
        season.book.tick_carried("Cy", season.table)
    assert season.line("Cy").trays == "1234"
    game = season.on("2026-03-09").play(CY_WINS, perfect=(2,))
    assert season.line("Cy").trays == "123"  # the last digit is erased until Cy chooses
    (erasing,) = season.book.erasings(game)
    assert (erasing.name, erasing.line, erasing.choices) == ("Cy", "1234", {"1": 1, "2": 2, "3": 3, "4": 4})
    season.book.erase(erasing, "2")
    assert (season.line("Cy").trays, season.line("Cy").tray_count) == ("134", 3)
    season.book.erase(erasing, "3")  # Cy chooses again
    assert season.line("Cy").trays == "124"
    with pytest.raises(BookError, match="can't choose"):
        season.book.erase(erasing, "7")
    found = season.book.scoreboard(season.table)
    season.book.records.rebuild()
    assert season.book.scoreboard(season.table) == found
    season.book.tick_carried("Bea", season.table)
    season.on("2026-03-10").play(ANN_WINS)
    season.book.tick_carried("Cy", season.table)
    assert season.line("Cy").trays == "1245"
    assert season.book.erasings(game) == ()  # the row of trays has changed since
    assert season.line("Cy", 2026).trays == "1245"
    second = season.on("2026-03-16").play(CY_WINS, perfect=(2,))
    assert season.line("Cy").trays == "124"
    (again,) = season.book.erasings(second)
    assert again.line == "1245"
    season.book.erase(again, "4")
    assert season.line("Cy").trays == "125"


@pytest.mark.rule("3B-22")
def test_tricks_off_are_counted_over_and_short(season: Season) -> None:
    from tests.scorebook.games import Recorded

    record = Recorded(season.on("2026-05-04").now, dealer=2, hands=2)
    record.hand_of((13, 0, 1)).hand_of((3, 13, 1))  # Ann takes all 17 tricks in the first hand, Bea in the second
    path = season.path()
    path.write_text(record.text, "utf-8")
    season.book.records.take_in(path)
    off = {name: (season.line(name).off_over, season.line(name).off_short) for name in ("Ann", "Bea", "Cy")}
    assert off == {"Ann": (4, 0), "Bea": (4, 0), "Cy": (0, 2)}
    one = season.book.statistics("Cy")
    assert (one.off_hands, one.off_over, one.off_short) == (2, 0, 2)
    assert dict(person_rows(one))["tricks off"] == "0 over, 2 short"


# ---- deleting, restoring and correcting


def test_deleting_a_game_removes_its_results_and_restoring_returns_them(season: Season) -> None:
    games = [season.on(f"2026-03-0{day}").play(ANN_WINS) for day in range(2, 7)]
    season.book.tick_carried("Cy", season.table)
    before = season.book.scoreboard(season.table)
    assert (season.line("Ann").red, season.line("Ann").chits, season.line("Cy").trays) == (1, 1, "12345")
    season.book.delete_game(games[1])
    line = season.line("Ann")
    assert (line.wins, line.red, line.gold, line.outside, season.line("Cy").trays) == (4, 0, 1, 1, "1234")
    assert games[1] not in [game.id for game in season.book.games()]
    season.book.restore_game(games[1])
    assert season.book.scoreboard(season.table) == before


def test_corrections_never_make_a_count_negative(season: Season) -> None:
    season.play(ANN_WINS)
    season.book.correct("Cy", season.table, Kind.TRAY, 4, "from the old blackboard")
    season.book.correct("Cy", season.table, Kind.CHIT, 1)
    season.book.correct("Cy", season.table, Kind.CHIT, -3)
    season.book.correct("Bea", season.table, Kind.RED, 1)
    season.book.correct("Bea", season.table, Kind.RED, -3)
    season.book.correct("Bea", season.table, Kind.GOLD, 1)
    assert (season.line("Cy").trays, season.line("Cy").chits) == ("1234", 0)
    assert (season.line("Bea").red, season.line("Bea").gold) == (0, 1)


@pytest.mark.parametrize("what", CORRECTABLE)
def test_a_correction_cannot_remove_a_mark_that_is_not_there(season: Season, what: Kind) -> None:
    season.play(ANN_WINS)
    dot = season.book.create_table("Dot's", ("Dot",))
    before = season.book.database.rows("SELECT * FROM notes")
    with pytest.raises(BookError, match=f"^Dot has no {what} to take away.$"):
        season.book.correct("Dot", dot, what, -1)
    assert season.book.database.rows("SELECT * FROM notes") == before
    season.book.correct("Dot", dot, what, 1)
    season.book.correct("Dot", dot, what, -1)
    with pytest.raises(BookError, match=f"^Dot has no {what} to take away.$"):
        season.book.correct("Dot", dot, what, -1)


def test_an_old_correction_without_effect_is_still_read(season: Season) -> None:
    """Earlier versions could write such corrections."""
    season.play(ANN_WINS)
    keys = {"table": season.table, "person": season.book.person("Cy").id, "what": "chit", "amount": -3, "why": None}
    season.book._tell(season.table, "correction", **keys)
    season.book.correct("Cy", season.table, Kind.CHIT, 1)
    season.book.records.rebuild()
    assert season.line("Cy").chits == 1


def test_adding_an_earlier_game_later_changes_the_results_after_it(season: Season) -> None:
    for day in ("2026-03-02", "2026-03-03", "2026-03-05", "2026-03-06"):
        season.on(day).play(ANN_WINS)
    assert season.line("Ann").gold == 1
    season.on("2026-03-04").play(BEA_WINS)
    assert season.line("Ann").gold == 0
    season.book.records.rebuild()
    assert season.line("Ann").gold == 0


def test_deleted_games_are_listed_by_table_and_person(season: Season) -> None:
    season.on("2026-03-01").play(ANN_WINS)
    season.play(ANN_WINS, names=("Ann", "Dot", "Eve"))  # a table is listed while it has a game
    first = season.on("2026-03-02").play(ANN_WINS)
    other = season.on("2026-03-03").play(ANN_WINS, names=("Ann", "Dot", "Eve"))
    last = season.on("2026-03-04").play(BEA_WINS)
    tables = {table.name: table.id for table in season.book.tables()}
    for game in (last, first, other):
        season.book.delete_game(game)
    asked: dict[tuple[str | None, str | None], list[str]] = {
        (None, None): [last, other, first],
        ("Ann, Bea & Cy", None): [last, first],
        ("Ann, Dot & Eve", None): [other],
        (None, "Bea"): [last, first],
        (None, "Ann"): [last, other, first],
        ("Ann, Dot & Eve", "Bea"): [],
        ("Ann, Dot & Eve", "Ann"): [other],
    }
    for (table, person), games in asked.items():
        at = None if table is None else tables[table]
        assert [row.id for row in season.book.deleted(at, person)] == games, (table, person)
    files = [row.file for row in season.book.deleted()]
    assert [Path(str(file)).name[:10] for file in files] == ["2026-03-04", "2026-03-03", "2026-03-02"]
    season.book.restore_game(other)
    assert [row.id for row in season.book.deleted()] == [last, first]


@pytest.mark.rule("3B-30")
@pytest.mark.parametrize("kind", season_effects.CORRECTABLE)
def test_a_correction_lets_any_table_have_a_season_of_customs(season: Season, kind: Kind) -> None:
    ladders.add(season.book, [ladders.result(1, season.now, ("Ann", "Bea", "Cy", "Dot"))])
    assert not season.book.scoreboard(season.table).trays
    season.book.change_table(season.table, name="Lunch")
    season.book.correct("Ann", "Lunch", kind, 1)
    board = season.book.scoreboard(season.table)
    assert board.trays and board.plain


@pytest.mark.parametrize("column", season_effects.COLUMNS, ids=lambda column: column.attribute)
def test_the_heads_of_a_column_get_shorter_down_to_a_letter(column: SeasonColumn) -> None:
    """A scoreboard takes the first that fits."""
    words, word, letter = map(len, column.heads)
    assert words >= word > letter == 1


@pytest.mark.parametrize("kind", ["unknown", *season_effects.CORRECTABLE])
def test_an_entry_of_the_season_has_a_sentence_if_a_custom_knows_it(kind: str) -> None:
    told = season_effects.sentence(SeasonNews(kind, "Ann", "", 1, False, False, "lunch", "a deck"))
    assert isinstance(told, str)
    assert bool(told) == (kind != "unknown")
