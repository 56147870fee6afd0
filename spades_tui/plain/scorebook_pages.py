"""The scorebook in plain text: the results of the tables, the games, and each player's statistics."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TypeVar

from spades_tui.language.address import capitalized
from spades_tui.language.amounts import plural
from spades_tui.plain import answers, speech
from spades_tui.plain.console import Face
from spades_tui.play.setup import NAMES
from spades_tui.presentation.scorebook_words import (
    NO_COUNT,
    NONE,
    board_columns,
    board_games,
    board_owed,
    day,
    feat_words,
    person_rows,
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
TIMES = ("never", "once", "twice")
PLACES = ("first", "second", "third", "fourth", "fifth", "sixth")
WORDS = {word: word for word in ("results", "games", "players", "back")}


def answer_scorebook(face: Face) -> None:
    """Answer questions about the scorebook until the person has no more. Raises LeftError, GoneError."""
    try:
        with open_book() as book:
            done = book.records.catch_up()
            face.say(*(f"Skipped: {why}." for _, why in done.broken))
            if book.notice:
                face.say(book.notice)
            form = book.form(read_settings().settings.name or NAMES[0])
            face.say(*(words for words in (week_words(form), feat_words(form.feats)) if words))
            _ask(face, book)
    except (BookTrouble, BookError, OSError) as trouble:
        face.say(speech.ended(f"The scorebook can't be read now: {trouble}"))


def _ask(face: Face, book: Book) -> None:
    while True:
        practice = book.records.practice_words()
        if not book.tables() and not book.persons():
            face.say("The scorebook is empty: no game is finished yet.", practice)
            return
        line = face.answer("Scorebook. Say results, games or players; Enter goes back.", enter=True)
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
            case _:
                face.wrong(line)


def _results(face: Face, book: Book, year: str) -> None:
    """Print each table's results, for all years or for one."""
    asked = int(year) if year.isdecimal() and year.isascii() and len(year) == 4 else None
    if year and asked is None:
        face.wrong(year, "Say results, or results and a year.")
        return
    for table in book.tables():
        board = book.scoreboard(table.id, asked)
        face.say(*board_lines(board))
        if asked is None and len(board.years) > 1:
            face.say(f"Of one year alone: say results and the year, {speech.numbers(board.years)}.")


def board_lines(board: Scoreboard) -> list[str]:
    """Return a table's scoreboard: a sentence for each player, without zeros."""
    span = str(board.year) if board.year is not None else "all years"
    told = [f"{board.table.name}, {span}: {board_games(board)}. Stars are wins of {session(board.session)}."]
    for line in board.lines:
        cells = ((spoken, cell(line)) for _, spoken, cell in board_columns(board))
        counts = [f"{spoken} {_aloud(text)}" for spoken, text in cells if text != NO_COUNT]
        told.append(f"{line.name}: {'; '.join(counts) or 'nothing yet'}.")
    return [*told, *(speech.ended(line) for line in board_owed(board, day))]


def _aloud(cell: str) -> str:
    """Return a cell of the scoreboard as it is spoken: ``3 of 5``."""
    return cell.replace("/", " of ").replace(f"{NO_COUNT} (+", "").replace("(+", "and ").replace(")", "")


def _games(face: Face, book: Book) -> None:
    """Print the newest games, and the score of a chosen one hand by hand."""
    games = book.games(limit=MOST_GAMES)
    for number, game in enumerate(games, 1):
        face.say(f"{number}: {game_line(game)}")
    question = f"Which game do you want hand by hand? Say 1 to {len(games)}; Enter goes back."
    for game in _wanted(face, question, games, {}):
        for hand, totals in enumerate(game.course, 1):
            each = (f"{side} {speech.total(total)}" for side, total in zip(game.sides, totals, strict=True))
            face.say(f"After hand {hand}: {', '.join(each)}.")


def _wanted(face: Face, question: str, rows: Sequence[Row], names: Mapping[str, Row]) -> Iterator[Row]:
    """Yield the rows of a list that the user asks for, by number or by name."""
    while True:
        line = face.answer(question, enter=True)
        if not line or line.casefold() == "back":
            return
        found = answers.picked(line, rows, names)
        if found is None:
            face.wrong(line)
        else:
            yield found


def game_line(game: GameRow) -> str:
    """Return a game in a sentence, such as ``3 March 2026, Sandbags, 9 hands: Ann 512, Bea 430; Ann won.``."""
    players = ", ".join(f"{name} {speech.total(n)}" for name, n in zip(game.players, game.points, strict=True))
    won = f"{' and '.join(game.winners)} won" if game.winners else "nobody won"
    return f"{day(game.day)}, {game.title}, {plural(game.hands, 'hand')}: {players}; {won}."


def _players(face: Face, book: Book) -> None:
    """Print everybody in the scorebook, and the statistics of a chosen person."""
    persons = [one for one in book.persons() if one.games]
    for number, one in enumerate(persons, 1):
        kind = ", a computer player" if one.computer else ""
        face.say(f"{number}: {one.name}{kind}, {plural(one.games, 'game')}.")
    question = f"Which player? Say 1 to {len(persons)}, a name, or Enter to go back."
    for one in _wanted(face, question, persons, {one.name: one for one in persons}):
        face.say(*person_lines(book.statistics(one.id)))


def person_lines(one: PersonStatistics) -> list[str]:
    """Return a player's statistics: a sentence for each figure."""
    places = ", ".join(f"{word} {_times(count)}" for word, count in zip(PLACES, one.places, strict=False) if count)
    titles = ", ".join(title for _, title, _ in one.variants) or "no game yet"
    told = [f"{one.name}. Games: {titles}."]
    for what, figure in person_rows(one, places=places, times=_times):
        if NONE not in figure:
            told.append(f"{capitalized(what)}: {figure}.")
    return told


def _times(count: int) -> str:
    """Return a count in words: ``once``, ``twice``, ``3 times``."""
    return TIMES[count] if count < len(TIMES) else f"{count} times"
