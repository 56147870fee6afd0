"""A record's score sheet as plain text."""

from spades_tui.game.findings import GameOver, HandScore
from spades_tui.record.event_words import game_over_sentence, side_name
from spades_tui.record.replay import Replayed
from spades_tui.rules.component import plain, signed
from spades_tui.rules.ruleset import Ruleset


def score_sheet(replayed: Replayed) -> str:
    """Return the whole game: a block for each hand with one line for each score, and the totals hand by hand."""
    names = tuple(entry.name for entry in replayed.head.seats)
    sides = tuple(side_name(seats, names) for seats in replayed.rules.sides)
    out = [f"{replayed.variant.name} · {', '.join(names)}"]
    for score in replayed.scores:
        out += ["", *_hand(score, sides, replayed)]
    out += ["", "Totals"]
    for side, name in enumerate(sides):
        course = " / ".join(plain(score.totals[side]) for score in replayed.scores) or "no hand scored yet"
        out.append(f"  {name}: {course}")
    if replayed.rules.days is not None:
        off = (replayed.course.state.standing.off(seat) for seat in range(replayed.rules.seats))
        out += ["", "Tricks off"]
        out += [f"  {name}: {over} over, {short} short" for name, (over, short) in zip(names, off, strict=True)]
    out += ["", _end(replayed.over, replayed.rules, sides)]
    return "\n".join(out) + "\n"


def _hand(score: HandScore, sides: tuple[str, ...], replayed: Replayed) -> list[str]:
    words = [f"{line.text} ({line.rule})" for line in score.lines]
    form = f", {score.format}" if score.format is not None else ""
    first = max([len("  bid / took"), len(f"Hand {score.hand}{form}"), *(len(word) + 2 for word in words)]) + 2
    widths = [max(len(name), 9) + 2 for name in sides]

    def row(label: str, cells: list[str]) -> str:
        return (
            label.ljust(first) + "".join(cell.ljust(width) for cell, width in zip(cells, widths, strict=True))
        ).rstrip()

    out = [row(f"Hand {score.hand}{form}", list(sides)), row("  bid / took", _bids(score, replayed))]
    for line, word in zip(score.lines, words, strict=True):
        out.append(row(f"  {word}", [signed(line.points) if side == line.side else "" for side in range(len(sides))]))
    if score.bags is not None:
        out.append(row("  bags", [plain(bags) for bags in score.bags]))
    if score.low_ball is not None:
        out.append("  a super-low-ball" if score.low_ball == "super" else "  a low-ball")
    out.append(row("  this hand", [signed(points) for points in score.points]))
    out.append(row("  total", [plain(total) for total in score.totals]))
    return out


def _bids(score: HandScore, replayed: Replayed) -> list[str]:
    cells = []
    for side, seats in enumerate(replayed.rules.sides):
        bids = [str(score.bids[seat]) for seat in seats if score.bids[seat] is not None]
        tricks = [count for seat in seats if (count := score.tricks[seat]) is not None]
        total = score.side_bids[side] if score.side_bids is not None else None
        bid = str(total) if total is not None else "+".join(bids)
        cells.append(f"{bid} / {sum(tricks)}" if bids else "sits out")
    return cells


def _end(over: GameOver | None, rules: Ruleset, sides: tuple[str, ...]) -> str:
    return "The game is not over." if over is None else f"{game_over_sentence(over, rules, sides)}."
