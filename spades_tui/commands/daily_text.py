"""The deal of the day as text: results, a line to share, friends' claims, and its hands."""

import sys
from contextlib import suppress
from datetime import date
from functools import cache
from os.path import isfile

from spades_tui.analysis.duplicate import (
    Comparison,
    comparison,
    expert_points,
    parts_of_tables,
    points_at,
)  # fmt: skip
from spades_tui.analysis.game_claim import check_claim, claim_of, read_day_claim
from spades_tui.commands.same_cards import claims_in
from spades_tui.language.quoting import shown
from spades_tui.language.unusable import UnusableError
from spades_tui.lessons.learned import read_learned
from spades_tui.lessons.puzzles import puzzle_words, puzzles_of_day
from spades_tui.plain.console import Console
from spades_tui.plain.match_run import play_hand
from spades_tui.play import daily
from spades_tui.play.game_code import code_of
from spades_tui.play.resume import setup_of_record
from spades_tui.play.setup import NAMES
from spades_tui.presentation import daily_words
from spades_tui.presentation.match_words import same_choices
from spades_tui.record.replay import replay
from spades_tui.rules.catalogue import shipped
from spades_tui.scorebook import BookError, BookTrouble
from spades_tui.scorebook.scorebook import open_book
from spades_tui.settings.settings_file import load_settings
from spades_tui.system.exit_status import DONE, WRONG_INPUT, InputError, UsageError, about_file
from spades_tui.system.output import complain, write_text


@cache
def _expert(day: date, game: str) -> int:
    return expert_points(daily.table_of_day(day, game), daily.CHAIR)


@cache
def _compared(day: date, game: str, points: int) -> Comparison:
    """Compare a person's points with those of others; the next hand shows it again."""
    tables = list[int]()
    for part in parts_of_tables(daily.table_of_day(day, game)):
        tables += points_at(part, daily.CHAIR)
    return comparison(points, _expert(day, game), tables)


def play_plain(day: date, today: date) -> int:
    """Show a day's results in plain text, and play its hands until the person leaves."""
    console, status, last = Console(sys.stdin, sys.stdout), DONE, ""
    while status == DONE:
        results = daily.played_days(today)
        done = results.get(day, {})
        game = daily.next_game_of_day(done)
        if game == last:  # it was left unfinished
            break
        _print_days(day, today, results)
        words = "Press Enter for the next hand, or say quit."
        if game is None or (last and not console.confirmed(words)):
            break
        path = done[game].path if game in done else None
        status, last = play_hand(daily.table_of_day(day, game, load_settings().name), path), game
    return status


def _print_days(day: date, today: date, results: dict[date, daily.Day]) -> None:
    done, streak = results.get(day, {}), daily.streak_of(results, today)
    known = {game: _compared(day, game, points) for game, points in daily.points_of(done).items()}
    experts = {game: one.expert for game, one in known.items()}
    above = daily.above_expert(day, results, experts)
    if above is not None:
        with suppress(BookError, BookTrouble), open_book() as book:
            book.records.catch_up()
            book.note_above_expert(load_settings().name or NAMES[daily.CHAIR], day, *above)
    lines = [f"The deal of the day, {day} (UTC)."]
    for game in daily.GAMES:
        lines.append(f"{shipped()[game].name}: {daily_words.result_words(game, done, known)}.")
    learned = read_learned().done
    for one in puzzles_of_day(day):
        words = f"Puzzle, {one.title}: {puzzle_words(one, learned)}."
        lines.append(f"{words} Play it with spades-tui lessons play {one.name}.")
    lines.append(daily_words.streak_words(streak, today))
    if done:
        lines += ["", *daily_words.calendar(results, today), "", *daily_words.HOW]
        line = daily_words.line_to_paste(day, done, experts, streak)
        if line:
            lines += ["", line]
    write_text("".join(f"{line}\n" for line in lines))


def _finished(day: date, done: daily.Day) -> list[str]:
    """Return the games of a day whose hands are finished. Raises InputError if there are none."""
    games = list(daily.points_of(done))
    if not games:
        words = "play one with spades-tui daily"
        raise InputError(f"daily: you haven't finished a hand of {day}; {words}")
    return games


def print_line(day: date, today: date, ascii_only: bool) -> int:
    """Print a day's results in a line that spoils nothing. Raises InputError without results."""
    results = daily.played_days(today)
    done, streak = results.get(day, {}), daily.streak_of(results, today)
    experts = {game: _expert(day, game) for game in _finished(day, done)}
    write_text(f"{daily_words.line_to_paste(day, done, experts, streak, ascii_only)}\n")
    return DONE


def print_claim(day: date, today: date) -> int:
    """Print a claim with every choice of the person in the finished hands. Raises InputError."""
    done = daily.played_days(today).get(day, {})
    claims, name = [], ""
    for game in _finished(day, done):
        path = done[game].path
        try:
            with about_file(path), path.open("rb") as stream:
                (played,) = replay(stream, str(path), lines=True)
            code, choices, mark = claim_of(played).split(":")
        except ValueError as error:
            raise InputError(f"{path.name}: {error}") from None
        person = setup_of_record(played).seats[daily.CHAIR]
        if code != code_of(daily.table_of_day(day, game)) or person.kind != "human":
            words = "its players or options aren't those of the day; play spades-tui daily"
            raise InputError(f"{path.name}: {words}")
        name = person.name
        claims.append(f" {game}:{choices}:{mark}")
    write_text(f"{name}: Spades daily {day}{''.join(claims)}\n")
    return DONE


def check(given: list[str], today: date) -> int:
    """Check claims, each in a file or an argument, and print a table for each day."""
    status, days = DONE, dict[date, list[tuple[str, dict[str, int]]]]()
    first, remarks = dict[object, str](), list[str]()
    for place, text in _texts(given):
        try:
            day, claims = read_day_claim(text, today)
            scores = {}
            for game, claim in claims.items():
                scores[game] = check_claim(claim, daily.table_of_day(day, game)).totals[daily.CHAIR]
        except UnusableError as error:
            complain(f"spades-tui: {place}: {error}")
            status = WRONG_INPUT
            continue
        name = next(iter(claims.values())).by or place
        days.setdefault(day, []).append((name, scores))
        key = day, *((game, claim.choices) for game, claim in claims.items())
        remarks += [f"{name}: {words}.\n" for words in same_choices(first, name, key, f" of {day}")]
    for day, rows in sorted(days.items()):
        games = {game for _, scores in rows for game in scores}
        experts = {game: _expert(day, game) for game in daily.GAMES if game in games}
        lines = daily_words.score_table(day, rows, experts)
        write_text("".join(f"{line}\n" for line in (*lines, "")))
    write_text("".join(remarks))
    if days:
        words = "not that it was the first try, or that nobody helped"
        write_text(f"A claim proves what was played, {words}.\n")
    return status


def _texts(given: list[str]) -> list[tuple[str, str]]:
    """Return the texts of claims with their places: lines of a file, or an argument itself."""
    texts = []
    for number, word in enumerate(given, 1):
        if "Spades daily" in word and not isfile(word):
            texts.append((f"claim {number}", word.strip()))
            continue
        with about_file(word):
            try:
                texts += claims_in(word)
            except FileNotFoundError:
                words = f"{shown(word)} is neither a day's line nor a file"
                raise UsageError(words, "spades-tui daily") from None
    return texts
