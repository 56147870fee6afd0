"""What may be said out of turn: challenges and books, dumps, boneheads, ZB marks, chits."""

from dataclasses import replace

from spades_tui.game.facts import Bone, Books, Challenge, Chit, Dump, ZeroBuddy
from spades_tui.game.refusal import Refusal
from spades_tui.game.state import GameState, HandState, Phase, Renege, Right
from spades_tui.rules.ruleset import Ruleset


def _lead_made(hand: HandState | None) -> bool:
    return hand is not None and bool(hand.tricks or hand.trick or hand.claimed is not None)


def _scored(state: GameState) -> bool:
    """Whether the hand that was dealt last has been scored."""
    return state.hand is None or state.standing.hands >= state.hand.number


def refuse_challenge(state: GameState, fact: Challenge) -> Refusal | None:
    """C-11, JK-14, BM-13: an opponent, from the first lead until the hand is scored, or the trick is turned over."""
    rules, hand = state.rules, state.hand
    if rules.enforcement is None or not rules.challenged:
        return Refusal("C-11", "At this table nothing is challenged: a card that does not follow suit is refused")
    if hand is None or _scored(state) or not _lead_made(hand):
        return Refusal("C-11", "A challenge is made from the first lead until the hand is scored")
    for seat in (fact.seat, fact.accused):
        if seat not in hand.table:
            return Refusal("C-11", f"Seat {seat} does not play this hand")
    if rules.side_of[fact.seat] == rules.side_of[fact.accused]:
        return Refusal("C-11", "Only an opponent is challenged")
    return None


def found_renege(rules: Ruleset, hand: HandState, accused: int) -> int | None:
    """The place in `reneges` of one that this accusation finds (JK-14: any unpaid one; BM-13: in the last trick)."""
    if rules.enforcement is None:
        return None
    open_trick = len(hand.tricks) + (1 if hand.trick else 0)
    for place, renege in enumerate(hand.reneges):
        in_time = rules.enforcement.when == "hand" or (renege.trick == open_trick and hand.claimed is None)
        if renege.seat == accused and not renege.found and in_time:
            return place
    return None


def apply_challenge(state: GameState, fact: Challenge) -> GameState:
    """A right accusation moves books, or gives the right to take them; a wrong one may cost as much."""
    rules, hand = state.rules, state.current
    enforcement = rules.enforcement
    if enforcement is None:
        raise ValueError("nothing is challenged in this game")
    place = found_renege(rules, hand, fact.accused)
    ours, theirs = rules.side_of[fact.seat], rules.side_of[fact.accused]
    rights = state.rights
    if place is not None:
        found = Renege(hand.reneges[place].seat, hand.reneges[place].trick, found=True)
        hand = replace(hand, reneges=(*hand.reneges[:place], found, *hand.reneges[place + 1 :]))
        if enforcement.taken == "at_once":
            hand = replace(hand, books=(*hand.books, (theirs, ours, enforcement.books)))
        else:
            rights = (*rights, Right(fact.seat, fact.accused))
    elif enforcement.wrong_costs:
        hand = replace(hand, books=(*hand.books, (ours, theirs, enforcement.books)))
    return replace(state, hand=hand, rights=rights)


def refuse_books(state: GameState, fact: Books) -> Refusal | None:
    """BM-13: after the last trick, before the score, by who has the right, one to three, no more than are left."""
    rules, hand = state.rules, state.hand
    if rules.enforcement is None or rules.enforcement.taken != "later" or not rules.challenged:
        return Refusal("BM-13", "No books are taken by choice in this game")
    rule = rules.enforcement.rule
    if hand is None or state.phase != Phase.PLAYED or hand.skipped:
        return Refusal(rule, "Books are taken after the last trick, before the hand is scored")
    right = open_right(state, fact.seat, fact.accused)
    if right is None:
        return Refusal(rule, "There is no right to take books from that player now")
    if not 0 <= fact.count <= rules.enforcement.books:
        return Refusal(rule, f"0 to {rules.enforcement.books} books are taken, not {fact.count}")
    left = side_tricks(rules, hand)[rules.side_of[fact.accused]]
    if fact.count > left:
        return Refusal(rule, f"That player has only {left} left in this hand")
    return None


def open_right(state: GameState, seat: int, accused: int) -> int | None:
    """The place in `rights` of one that this seat may use against that player in this hand."""
    for place, right in enumerate(state.rights):
        if (right.seat, right.accused) == (seat, accused) and right.declined != state.current.number:
            return place
    return None


def apply_books(state: GameState, fact: Books) -> GameState:
    """The books change sides, and the right is used; taking none keeps it for a later hand."""
    rules, hand = state.rules, state.current
    place = open_right(state, fact.seat, fact.accused)
    if place is None:
        raise ValueError("there is no right to take books")
    if fact.count == 0:
        kept = Right(fact.seat, fact.accused, declined=hand.number)
        return replace(state, rights=(*state.rights[:place], kept, *state.rights[place + 1 :]))
    move = (rules.side_of[fact.accused], rules.side_of[fact.seat], fact.count)
    hand = replace(hand, books=(*hand.books, move))
    return replace(state, hand=hand, rights=(*state.rights[:place], *state.rights[place + 1 :]))


def _moves(rules: Ruleset, hand: HandState) -> tuple[list[int], bool]:
    """Tricks of each side after the moves of books, and whether any book has moved."""
    tricks = [sum(hand.took[seat] for seat in seats) for seats in rules.sides]
    moved = False
    for giver, taker, most in hand.books:
        count = min(most, tricks[giver])
        tricks[giver] -= count
        tricks[taker] += count
        moved = moved or count > 0
    return tricks, moved


def side_tricks(rules: Ruleset, hand: HandState) -> tuple[int, ...]:
    """Tricks of each side after the books were moved, in order, no more than a side has left (JK-14, BM-13)."""
    return tuple(_moves(rules, hand)[0])


def books_moved(rules: Ruleset, hand: HandState) -> bool:
    """Whether any book has changed sides in this hand."""
    return _moves(rules, hand)[1]


def refuse_dump(state: GameState, fact: Dump) -> Refusal | None:
    """3B-22: after the bidding, before the first card of the fifth trick, once, by a player without a trick."""
    rules, hand = state.rules, state.hand
    if rules.dump is None:
        return Refusal("3B-22", "There is no dump in this game")
    rule = rules.dump.rule
    if hand is None or state.phase != Phase.PLAY or fact.seat not in hand.table:
        return Refusal(rule, "A dump is declared by a player, after the bidding")
    begun = len(hand.tricks) + (1 if hand.trick else 0)
    if begun >= rules.dump.before_trick:
        return Refusal(rule, f"A dump is declared before the first card of trick {rules.dump.before_trick}")
    if hand.took[fact.seat]:
        return Refusal(rule, "A dump is declared by a player without a trick")
    if hand.dumped[fact.seat]:
        return Refusal(rule, "You have declared a dump already")
    return None


def apply_dump(state: GameState, fact: Dump) -> GameState:
    """The declaration stands for this hand."""
    hand = state.current
    dumped = tuple(was or seat == fact.seat for seat, was in enumerate(hand.dumped))
    return replace(state, hand=replace(hand, dumped=dumped))


def refuse_bone(state: GameState, fact: Bone) -> Refusal | None:
    """3B-29: on one's own last card, before the next deal."""
    rules, hand = state.rules, state.hand
    if rules.bone is None:
        return Refusal("3B-29", "Boneheads are not counted in this game")
    last = hand.last_card(fact.seat) if hand and fact.seat in hand.table else None
    if hand is None or last is None:
        return Refusal(rules.bone.rule, "You have played no card yet")
    return None


def apply_bone(state: GameState, fact: Bone) -> GameState:
    """The card is cited; nothing in the game changes."""
    hand = state.current
    last = hand.last_card(fact.seat)
    return replace(state, hand=replace(hand, boned=(*hand.boned, last[0] if last else -1)))


def refuse_zb(state: GameState, fact: ZeroBuddy) -> Refusal | None:
    """3B-30: the last card of another hunter, while a zero without a trick before this one is hunted."""
    rules, hand = state.rules, state.hand
    if rules.zb is None:
        return Refusal("3B-30", "Zero buddies are not counted in this game")
    rule = rules.zb.rule
    if hand is None or state.phase not in (Phase.PLAY, Phase.PLAYED) or _scored(state):
        return Refusal(rule, "A card is marked while the hand is played, before it is scored")
    if fact.seat == fact.accused:
        return Refusal(rule, "Another player's card is marked; for your own there is the bonehead")
    last = hand.last_card(fact.accused)
    if last is None:
        return Refusal(rule, "That player has played no card yet")
    _, trick = last
    if not any(
        bid == 0 and zero not in (fact.seat, fact.accused) and zero not in hand.winners[: trick - 1]
        for zero, bid in enumerate(hand.bids)
    ):
        return Refusal(rule, "No zero of another player was hunted with that card")
    return None


def apply_zb(state: GameState, fact: ZeroBuddy) -> GameState:
    """The mark is kept for the hearing after the game."""
    hand = state.current
    last = hand.last_card(fact.accused)
    mark = (fact.seat, fact.accused, last[0] if last else -1)
    return replace(state, hand=replace(hand, marks=(*hand.marks, mark)))


def tray_person(state: GameState) -> int | None:
    """The one player in last place of a game that is over; None if several are level (3B-18, 3B-15)."""
    if state.outcome is None or state.rules.tray is None:
        return None
    last = state.outcome.standings[-1]
    seats = [seat for side in last for seat in state.rules.sides[side]]
    return seats[0] if len(seats) == 1 else None


def refuse_chit(state: GameState, fact: Chit) -> Refusal | None:
    """3B-27: the tray person, after the last hand, once, naming another player or nobody."""
    if state.rules.tray is None:
        return Refusal("3B-27", "There is no tray in this game")
    if state.phase != Phase.OVER:
        return Refusal("3B-27", "A chit is spent when the game is over")
    if state.chit is not None:
        return Refusal("3B-27", "The chit has been spent")
    tray = tray_person(state)
    if tray is None:
        return Refusal("3B-27", "The last place is level; no chit is asked for")
    if fact.seat != tray:
        return Refusal("3B-27", f"Seat {tray} is the tray person, not seat {fact.seat}")
    if fact.tray == fact.seat or (fact.tray is not None and not 0 <= fact.tray < state.rules.seats):
        return Refusal("3B-27", "Another player of this game is named, or nobody")
    return None


def apply_chit(state: GameState, fact: Chit) -> GameState:
    """The chit is spent."""
    return replace(state, chit=(fact.seat, fact.tray))
