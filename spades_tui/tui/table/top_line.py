"""The top line of every screen of a table."""

from spades_tui import cards
from spades_tui.game.phase import Phase
from spades_tui.play.shown import Shown
from spades_tui.rules.component import plain
from spades_tui.system.folders import is_fork
from spades_tui.tui.widgets import palette
from spades_tui.tui.widgets.canvas import Piece, Shrinking, Spare
from spades_tui.tui.widgets.card_faces import CardStyle
from spades_tui.tui.widgets.table_view import side_word


def top_line(shown: Shown, look: CardStyle, *, next_hand: bool = False) -> tuple[list[Piece], list[Piece]]:
    """Return the game and its state for the left, the score for the right; `next_hand`: for the hand dealt next."""
    seen, rules = shown.public, shown.public.rules
    if next_hand:
        rules = rules.of_hand(seen.standing.hands + 1)
    hands = rules.game_hands
    hand = seen.standing.hands + 1 if next_hand else seen.hand_number
    playing = seen.phase == Phase.PLAY or shown.lying is not None
    brief = bool(rules.format) and playing  # a format's name uses this room, so that nothing is cut at 80 columns
    of = "" if not hands else f" of {hands}" if hand <= hands else ", extra"
    number = f"{hand}/{hands}" if brief and hands and hand <= hands else f"hand {hand}"
    fork = shown.journal is not None and is_fork(shown.journal)
    left: list[Piece] = [(rules.variant.name, palette.bold), (" · fork" if fork else "", palette.gold)]
    left.append((Spare(f" · {number}", 4) if playing and not brief else f" · {number}", palette.soft))
    left.append((Spare("" if brief else of, 3), palette.soft))
    if playing:
        trick = len(seen.tricks) + (1 if shown.lying is None else 0)
        left.append((f" · trick {trick}", palette.soft))
        left.append((Spare("" if fork or brief else f"/{rules.tricks}", 2), palette.soft))
    right: list[Piece] = []
    for side in range(len(rules.sides)):
        mark = look.side_mark(rules, side)
        name = Shrinking(side_word(seen, look, side))
        right += [(mark[0] + " " if mark[0] else "", mark[1]), (name, palette.soft), (" ", palette.soft)]
        right.append((plain(seen.standing.totals[side]), palette.bold))
        if rules.bags is not None and seen.standing.bags[side]:
            count = seen.standing.bags[side] % rules.bags.limit if rules.bags.running else seen.standing.bags[side]
            right += [(" ", palette.text), look.bag_marks(count if count < 4 else 1)]
            right.append((str(count) if count > 3 else "", palette.soft))
        right.append(("  ", palette.text))
    right.pop()
    target = rules.goal
    if target is not None:
        right += [(Spare("  ", 3), palette.text), (Spare(f"to {target}", 3), palette.soft)]
    if seen.broken and seen.phase == Phase.PLAY and rules.lead.spades == "broken":
        right += [(f"  {look.suit(cards.SPADES)}", palette.gold), (Spare(" broken"), palette.gold)]
    return left, right
