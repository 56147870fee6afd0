"""The top line of every screen of a table."""

from spades_tui import cards
from spades_tui.game.state import Phase
from spades_tui.rules.part import plain
from spades_tui.screens.table_host import TableHost
from spades_tui.seats import Observation
from spades_tui.widgets import palette
from spades_tui.widgets.canvas import Piece, fit
from spades_tui.widgets.sheet import goal, hands_in_game
from spades_tui.widgets.table_view import side_word


def top_line(seen: Observation, controller: TableHost, *, next_hand: bool = False) -> tuple[list[Piece], list[Piece]]:
    """The game and where it stands, and the score: always there. `next_hand`: the one that is about to be dealt."""
    rules, look = seen.rules, controller.look
    hands = hands_in_game(rules)
    number = f"hand {seen.standing.hands + 1 if next_hand else seen.hand_number}" + (f" of {hands}" if hands else "")
    left: list[Piece] = [(rules.variant.name, palette.bold), (f" · {number}", palette.soft)]
    if seen.phase == Phase.PLAY or controller.lying is not None:
        trick = len(seen.tricks) + (1 if controller.lying is None else 0)
        left.append((f" · trick {trick}/{rules.tricks}", palette.soft))
    right: list[Piece] = []
    for side in range(len(rules.sides)):
        mark = look.side_mark(rules, side)
        name = fit(side_word(seen, look, side), 38 // len(rules.sides) if rules.partners else 34 // len(rules.sides))
        right += [(mark[0] + " " if mark[0] else "", mark[1]), (f"{name} ", palette.soft)]
        right.append((plain(seen.standing.totals[side]), palette.bold))
        if rules.bags is not None and seen.standing.bags[side]:
            count = (
                seen.standing.bags[side] % rules.bags.limit
                if rules.bags.keep == "running"
                else seen.standing.bags[side]
            )
            right += [(" ", palette.text), look.bag_marks(count if count < 4 else 1)]
            right.append((str(count) if count > 3 else "", palette.soft))
        right.append(("  ", palette.text))
    target = goal(rules)
    if target is not None:
        right.append((f"to {target}", palette.soft))
    elif right:
        right.pop()
    if seen.broken and seen.phase == Phase.PLAY and rules.lead.spades == "broken":
        right.append((f"  {look.suit(cards.SPADES)} broken", palette.gold))
    return left, right
