"""The scorebook in plain text: the tables' results, the games, and each player's statistics."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import TypeVar

from spades_tui.language.quoting import either
from spades_tui.language.sentence_parts import capitalized, plural
from spades_tui.plain import answers, speech
from spades_tui.plain.console import Face
from spades_tui.play.cast import cast
from spades_tui.play.setup import NAMES
from spades_tui.presentation import ladder_words
from spades_tui.presentation.person_words import person_rows
from spades_tui.presentation.player_words import player_lines
from spades_tui.presentation.scorebook_words import (
    NO_COUNT,
    NONE,
    board_columns,
    board_games,
    board_owed,
    day,
    feat_lines,
    feat_words,
    practice_words,
    session,
    week_words,
)
from spades_tui.scorebook import BookError, BookTrouble
from spades_tui.scorebook.queries import GameRow
from spades_tui.scorebook.scoreboard import Scoreboard
from spades_tui.scorebook.scorebook import Book, open_book
from spades_tui.scorebook.statistics import PersonStatistics
from spades_tui.settings.settings_file import read_settings

Row = TypeVar("Row")

MOST_GAMES = 20
"""Maximum number of games to list."""
PAGES = "results", "games", "players", "computers", "ladder", "feats"
WORDS = {word: word for word in (*PAGES, "back")}


def answer_scorebook(face: Face) -> None:
    """Answer questions about the scorebook until the person has no more.

    Raises LeftError, GoneError.
    """
    try:
        with open_book() as book:
            done = book.records.catch_up()
            for _, why in done.broken:
                face.say(f"Skipped: {why}.")
            if book.notice:
                face.say(book.notice)
            form = book.form(read_settings().settings.name or NAMES[0])
            face.say(week_words(form), feat_words(form.feats))
            _ask(face, book)
    except (BookTrouble, BookError, OSError) as trouble:
        face.say(speech.ended(f"The scorebook can't be read now: {trouble}"))


def _ask(face: Face, book: Book) -> None:
    while True:
        practice = practice_words(book)
        if not book.tables() and not book.persons():
            face.say("The scorebook is empty: no game is finished yet.", practice)
        question = f"Scorebook. Say {either(PAGES)}; Enter goes back."
        line = face.answer(question, enter=True)
        word, _, rest = " ".join(line.split()).partition(" ")
        match answers.chosen(word, WORDS) if line else "back":
            case "back":
                return
            case "results":
                _results(face, book, rest)
            case "games":
                face.say(practice)
                _games(face, book)
            case "players":
                _players(face, book)
            case "computers":  # with the user's record
                games = book.met(read_settings().settings.name or NAMES[0])
                for player in cast():
                    face.say(*player_lines(player, games))
            case "feats":
                face.say(*map(speech.ended, feat_lines(book, read_settings().settings.name)))
            case "ladder":
                _ladders(face, book)
            case _:
                face.wrong(line)


def _results(face: Face, book: Book, year: str) -> None:
    """Print each table's results, for all years or for one."""
    if year and not re.fullmatch("[0-9]{4}", year):
        face.wrong(year, "Say results, or results and a year.")
        return
    asked = int(year) if year else None
    for table in book.tables():
        board = book.scoreboard(table.id, asked)
        face.say(*board_lines(board))
        if asked is None and len(board.years) > 1:
            face.say(f"Of one year alone: say results and the year, {speech.numbers(board.years)}.")


def board_lines(board: Scoreboard) -> list[str]:
    """Return a table's scoreboard: a sentence for each player, without zeros."""
    span = str(board.year) if board.year is not None else "all years"
    stars = f"Stars are wins of {session(board.session)}."
    sentences = [f"{board.table.name}, {span}: {board_games(board)}. {stars}"]
    for line in board.lines:
        counts = []
        for _, spoken, cell in board_columns(board):
            count = cell(line)
            if count != NO_COUNT:
                counts.append(f"{spoken} {_aloud(count)}")
        sentences.append(f"{line.name}: {'; '.join(counts) or 'nothing yet'}.")
    sentences += map(speech.ended, board_owed(board, day))
    return sentences


def _aloud(cell: str) -> str:
    """Return a cell of the scoreboard as it is spoken: ``3 of 5``."""
    for sign, words in (("/", " of "), (f"{NO_COUNT} (+", ""), ("(+", "and "), (")", "")):
        cell = cell.replace(sign, words)
    return cell


def _games(face: Face, book: Book) -> None:
    """Print the newest games, and the score of a chosen one hand by hand."""
    games = book.games(limit=MOST_GAMES)
    for number, game in enumerate(games, 1):
        face.say(f"{number}: {game_line(game)}")
    question = f"Which game do you want hand by hand? Say 1 to {len(games)}; Enter goes back."
    for game in _wanted(face, question, games, {}):
        for hand, totals in enumerate(game.course, 1):
            face.say(f"After hand {hand}: {_scores(game.sides, totals)}.")


def _scores(names: Sequence[str], totals: Sequence[int]) -> str:
    pairs = zip(names, map(speech.total, totals), strict=True)
    return ", ".join(f"{name} {total}" for name, total in pairs)


def _wanted(
    face: Face, question: str, rows: Sequence[Row], names: Mapping[str, Row]
) -> Iterator[Row]:
    """Yield the rows of a list that the user asks for, by number or by name."""
    while rows:
        line = face.answer(question, enter=True)
        if not line or line.casefold() == "back":
            return
        row = answers.picked(line, rows, names)
        if row is None:
            face.wrong(line)
        else:
            yield row


def game_line(game: GameRow) -> str:
    """Return a game in a sentence.

    It reads ``3 March 2026, Sandbags, 9 hands: Ann 512, Bea 430; Ann won.``.
    """
    winners = " and ".join(game.winners) or "nobody"
    head = f"{day(game.day)}, {game.title}, {plural(game.hands, 'hand')}"
    return f"{head}: {_scores(game.players, game.points)}; {winners} won."


def _players(face: Face, book: Book) -> None:
    """Print everybody in the scorebook, and the statistics of a chosen person."""
    persons = [person for person in book.persons() if person.games]
    for number, person in enumerate(persons, 1):
        kind = ", a computer player" if person.computer else ""
        face.say(f"{number}: {person.name}{kind}, {plural(person.games, 'game')}.")
    question = f"Which player? Say 1 to {len(persons)}, a name, or Enter to go back."
    names = {person.name: person for person in persons}
    for person in _wanted(face, question, persons, names):
        face.say(*person_lines(book.statistics(person.id)))


def _ladders(face: Face, book: Book) -> None:
    """Print the user's rating in each game, and the levels above and below it."""
    ladders = book.ladders(read_settings().settings.name or NAMES[0])
    if not ladders:
        face.say(ladder_words.EMPTY)
    for ladder in ladders:
        rungs = ", ".join(f"{name} {rating}" for name, rating, _ in ladder_words.rungs(ladder))
        face.say(f"{ladder.title}, from the top: {rungs}.", *ladder_words.sentences(ladder))


def person_lines(person: PersonStatistics) -> list[str]:
    """Return a player's statistics: a sentence for each figure."""
    titles = ", ".join(title for _, title, _ in person.variants) or "no game yet"
    sentences = [f"{person.name}. Games: {titles}."]
    for label, figure in person_rows(person):
        if NONE not in figure:
            sentences.append(f"{capitalized(label)}: {figure}.")
    return sentences
