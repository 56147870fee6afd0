"""Results with the same cards in words.

A match hand by hand, and a game replayed by a computer player.
"""

from collections.abc import Iterable, Sequence

from spades_tui.analysis.duplicate import DuplicateLine, TwoLines, compared, most_different
from spades_tui.language.sentence_parts import by_count, plain, plural, signed
from spades_tui.play.match import MatchBoard
from spades_tui.rules.ledger import result

SCORING_WORDS = {"points": "points", "matchpoints": "matchpoints", "imps": "IMPs"}
HOW = (
    "Everybody plays the same hands in the same seats, against the same computer players. "
    "The others look away.",
    "A hand's results open when everybody has played it: "
    "your side's points, then the other sides'.",
    "Points are your side's minus the average of the others. "
    "Matchpoints: 2 for each result beaten, 1 for each equal one. "
    "IMPs: the average against each other result, on a scale that counts large differences less.",
)
WIDTH = 78
"""Columns of the sheet."""
_LABEL = 7  # columns of the hand's number
_ROOMY = 17  # columns from which a cell has both sides' points


def names_words(names: Sequence[str]) -> str:
    """Return a person, or a pair."""
    return " & ".join(names)


def amount_words(amount: float) -> str:
    """Return an amount with its sign, and with one decimal unless it's whole."""
    rounded = round(amount, 1)
    if rounded == int(rounded):
        return signed(int(rounded))
    return f"{rounded:+.1f}".replace("-", "−")


def _board_line(board: MatchBoard, scoring: str) -> str:
    """Return the line of a hand: its results if they're open, otherwise who has played it."""
    width = _width(len(board.totals))
    if board.next_table is not None:
        states = []
        for totals, path in zip(board.totals, board.paths, strict=True):
            if totals is not None:
                states.append("played")
            elif path:
                states.append("begun")
            else:
                states.append("·")
        return _line(str(board.hand), states, width)
    cells = []
    for totals, score in zip(board.totals, _scores(board, scoring), strict=True):
        cell = amount_words(score)
        if width >= _ROOMY:
            cell = f"{_points(totals or (), board.side)}  {cell}"
        cells.append(cell)
    return _line(str(board.hand), cells, width)


def _scores(board: MatchBoard, scoring: str) -> list[float]:
    """Return everybody's score in a hand; zeros while its results are closed."""
    if board.next_table is not None:
        return [0.0] * len(board.totals)
    return compared([result(totals or (), board.side) for totals in board.totals], scoring)


def sums(boards: Sequence[MatchBoard], scoring: str) -> list[float]:
    """Return everybody's sum over the hands that are open."""
    scores = [_scores(board, scoring) for board in boards]
    return [sum(column, 0.0) for column in zip(*scores, strict=True)]


def sheet(tables: Sequence[Sequence[str]], boards: Sequence[MatchBoard], scoring: str) -> list[str]:
    """Return the lines of the sheet: the names, each hand, the sums, and who's ahead."""
    width = _width(len(tables))
    heads = []
    for names in map(names_words, tables):
        if len(names) >= width:
            names = f"{names[: width - 2]}…"
        heads.append(names)
    lines = [_board_line(board, scoring) for board in boards]
    total = _line("sum", map(amount_words, sums(boards, scoring)), width)
    return [_line("hand", heads, width), *lines, total, standing(tables, boards, scoring)]


def standing(tables: Sequence[Sequence[str]], boards: Sequence[MatchBoard], scoring: str) -> str:
    """Return who's ahead, or has won, in a sentence."""
    amounts = [round(amount, 6) for amount in sums(boards, scoring)]
    opened = sum(board.next_table is None for board in boards)
    if not opened:
        return "No hand has been played by everybody yet."
    over = opened == len(boards)
    most = max(amounts)
    ahead = []
    for names, total in zip(tables, amounts, strict=True):
        if total == most:
            ahead.append(names_words(names))
    where = ""
    if not over:
        where = f" after {plural(opened, 'hand')}"
    if len(ahead) > 1:
        return f"{' and '.join(ahead)} are tied{where}."
    second = max(amount for amount in amounts if amount < most)
    if scoring == "imps" and len(tables) == 2:
        second = 0  # both sums have every difference, once with each sign
    verb = "win" if over else "lead"
    verb = by_count(len(tables[0]), f"{verb}s", verb)
    amount = amount_words(most - second)[1:]
    unit = SCORING_WORDS[scoring]
    if amount == "1":
        unit = unit.removesuffix("s")
    return f"{ahead[0]} {verb} by {amount} {unit}{where}."


def next_words(tables: Sequence[Sequence[str]], board: MatchBoard) -> str:
    """Return who plays a hand next, in a sentence."""
    number = board.next_table
    if number is None:
        return f"Everybody has played hand {board.hand}."
    verb = by_count(len(tables[number]), "plays", "play")
    return f"{names_words(tables[number])} {verb} hand {board.hand}. Everybody else looks away."


def _points(totals: Sequence[int], side: int) -> str:
    others = (plain(points) for number, points in enumerate(totals) if number != side)
    return f"{plain(totals[side])}:{':'.join(others)}"


def _width(tables: int) -> int:
    return min(24, (WIDTH - _LABEL) // tables)


def _line(label: str, cells: Iterable[str], width: int) -> str:
    return f"{label:<{_LABEL}}{''.join(f'{cell:<{width}}' for cell in cells)}".rstrip()


def line_words(line: DuplicateLine) -> str:
    """Return one result of a hand in words: ``+51 (bid 5, took 6)``."""
    bid = "no bid" if line.bid is None else f"bid {line.bid}"
    return f"{signed(line.points)} ({bid}, took {line.took})"


def sum_words(who: str, level: str, lines: Sequence[TwoLines]) -> str:
    """Return both sums in a sentence, and the hand that differed most."""
    mine = sum(two.done.points for two in lines)
    its = sum(two.again.points for two in lines)
    both = f"{who} {signed(mine)} · {level} in the same seat {signed(its)}."
    most = most_different(lines)
    if most is None:
        return f"{both} Every decision was the same."
    if most.gain == 0:
        return f"{both} Decisions differed, but every hand scored the same."
    return f"{both} Hand {most.hand} differed most, by {abs(most.gain)}."


UNDO = "undo was on"
"""The remark on a game at whose table people could undo after seeing more cards."""


def same_choices(
    makers: dict[object, str], name: str, choices: object, where: str = ""
) -> list[str]:
    """Return a remark if somebody else made the same choices; `makers` notes who was first."""
    first = makers.setdefault(choices, name)
    if first == name:
        return []
    return [f"every choice{where} is {first}'s"]
