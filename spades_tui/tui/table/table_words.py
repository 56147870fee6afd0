"""The table in words: the log, the last announcement, whose turn it is, and the top line of every screen."""

from msgspec.structs import replace
from rich.cells import cell_len

from spades_tui import cards
from spades_tui.game.phase import Phase
from spades_tui.language.quoting import either
from spades_tui.language.sentence_parts import does, last_in_words, plain
from spades_tui.play.known_words import KnownWords
from spades_tui.play.saved_games import NOT_SAVED
from spades_tui.play.shown import FinishedTrick, Shown
from spades_tui.presentation.decisions import aside_events, notes
from spades_tui.presentation.hand_words import bid_habit, blind_nil_note, grouped
from spades_tui.presentation.moment_words import pieces_of_news
from spades_tui.presentation.moments import BAD, GOOD, Moment, MomentKind
from spades_tui.presentation.new_cards import cards_from_partner, new_cards_words
from spades_tui.presentation.player_talk import TALK
from spades_tui.record.event_words import MEANING, SEAL, LogEntry
from spades_tui.rules.rules_page import meaning
from spades_tui.seats import Observation
from spades_tui.settings.actions import ACTIONS, ASIDES
from spades_tui.settings.keymap import with_keys
from spades_tui.system.folders import is_fork
from spades_tui.tui.table.table_runner import TableRunner
from spades_tui.tui.widgets import glyphs, inks
from spades_tui.tui.widgets.bid_board import side_bids
from spades_tui.tui.widgets.canvas import Piece, Shrinking, Spare
from spades_tui.tui.widgets.card_faces import CardStyle
from spades_tui.tui.widgets.moment_line import FAILURE, OTHER_NEWS, SUCCESS, MomentLine
from spades_tui.tui.widgets.table_view import side_word

USUAL = frozenset({
    "play", "bid", "trick", "deal", "look", "stand", "draw", "discard", "draft", "claim", "score", "note", "takeback",
})  # fmt: skip
"""Kinds of log entries that the table itself shows."""

BESIDE = ("evidence", SEAL, TALK, MEANING)
"""Kinds of log entries that are never the latest event or announcement."""

ENDS = (MomentKind.GAME_WON, MomentKind.GAME_LOST)
"""The moments of the end of a game, which come together."""
FORK = "A copy: this game doesn't count."
"""Words at the table of a fork, a game played on from a saved moment."""


def public_log(shown: Shown, look: CardStyle, *, seal: bool = False) -> tuple[str, ...]:
    """Return the log without the cards of tricks that nobody may look at again (C-10).

    In a line about cards that the viewer threw back, it names them. `seal`: also the seal of the deal.
    """
    seen = shown.seen
    thrown = list(map(look.in_sentence, cards.cards_of(seen.thrown)))
    places = [n for n, entry in enumerate(shown.entries) if entry.kind == "discard" and entry.seat == seen.seat]
    left_out = {SEAL} if look.talk else {SEAL, TALK}
    lines = {
        n: look.words(entry.text) for n, entry in enumerate(shown.entries) if entry.text and entry.kind not in left_out
    }
    if thrown and len(places) >= len(thrown):
        *others, last = places[-len(thrown) :]
        lines[last] = does(look.who(seen.seat), f"throws {either(thrown, 'and')} back")
        lines = {n: words for n, words in lines.items() if n not in others}
    seals = [grouped(entry.text) for entry in shown.entries if seal and entry.kind == SEAL]
    return (*[f"The seal of this deal: {digits}" for digits in seals], *lines.values())


def news(shown: Shown, look: CardStyle) -> tuple[str, ...]:
    """Return the latest announcement, such as broken spades or a low-ball, the longest version first; () if none."""
    if shown.trouble:
        return shown.trouble, NOT_SAVED
    got = cards_from_partner(shown.seen, look)
    if got:
        return (got,)
    said: list[LogEntry] = []
    entries = [entry for entry in shown.entries if entry.kind not in BESIDE]
    for entry in entries[-2 * len(shown.names) :]:
        if entry.kind in ("deal", "score"):
            said.clear()  # the announcements were about an earlier hand
        elif entry.kind not in USUAL:
            said.append(entry)
    if not said:
        return tuple(filter(None, [fork_words(shown)]))
    ways = [_sentence(look, words) for words in (said[-1].text, said[-1].first) if words]
    place = next(n for n, entry in enumerate(shown.entries) if entry is said[-1])
    following = shown.entries[place + 1 : place + 2]
    if following and following[0].kind == MEANING:
        ways[:0] = f"{ways[0]} {following[0].text}", following[0].text
    return tuple(ways)


def bean_words(look: CardStyle) -> tuple[str, ...]:
    """Return what beans are, the longest version first."""
    taken, needed, over, zero = tuple(glyphs.sign("●○✚✗", look.letters))
    words = f"Beans: {taken} a trick taken, {needed} still to take"
    return f"{words}, {over} over the bid, {zero} on a zero or nil.", f"{words}, {over} over the bid.", f"{words}."


def words_below(shown: Shown, controller: TableRunner) -> tuple[str, ...]:
    """Return what the line below the cards says without a moment, the longest version first: news or explanations."""
    look = controller.look
    words = news(shown, look)
    if not words:
        words = _aside_words(shown.seen, controller.introduced, controller.known_words)
    if not words and controller.explains_beans:
        words = bean_words(look)
    return words


def bid_notes(shown: Shown, look: CardStyle) -> tuple[str, ...]:
    """Return the lines above the bids, the most important first: facts, and what new words in this hand's log mean."""
    seen = shown.seen
    meant = [entry.text for entry in shown.entries if entry.kind == MEANING]
    first = (fork_words(shown), blind_nil_note(seen, shown.scores), *meant)
    last = (side_bids(seen, look), bid_habit(shown, look))
    return tuple(line for line in (*first, *notes(seen, look), *last) if line)


def _aside_words(
    seen: Observation, introduced: dict[str, tuple[int, int] | None], known: KnownWords
) -> tuple[str, ...]:
    """Return what a key for an action out of turn is for, in the trick in which it first matters.

    The longest version comes first, and nothing last, because a table beside a lesson has too few columns for some.
    `introduced`: the hand and the trick in which each action was, None if its word was known, which grows.
    """
    now = (seen.hand_number, len(seen.tricks))
    for name, action in ASIDES.items():
        possible = [event for event in aside_events(seen, name) if event.matters(seen.bids)]
        meant = meaning(possible[0].glossary_word) if possible else ""
        if meant and name not in introduced:
            introduced[name] = now if known.meet([possible[0].glossary_word]) else None
        if meant and introduced[name] == now:
            return with_keys(f"{{{action}}} {ACTIONS[action][1]}. {meant}"), meant, ""
    return ()


def moment_said(moments: tuple[Moment, ...], shown: Shown, look: CardStyle) -> MomentLine | None:
    """Return the line for the moments of an event; None without any.

    It says all of them if there is room, briefly if need be, otherwise only the end of the game, or the strongest.
    """
    rules = shown.public.rules
    own = look.own_side(rules)
    end = MomentKind.GAME_WON
    for moment in moments:
        if moment.kind == MomentKind.GAME_LOST and set(own) & set(moment.seats):
            end = MomentKind.GAME_LOST  # of the two, only the person's own
    last = [moment for moment in moments if moment.kind == end]
    in_order = last + [moment for moment in moments if moment.kind not in ENDS]
    if not in_order or shown.trouble:
        return None
    strongest = in_order[0]
    brief = [replace(moment, last_trick=False, bid=0) for moment in in_order]
    news_ways = [pieces_of_news(in_order, rules, look), pieces_of_news(brief, rules, look)]
    pieces, shorter = ([f"{_sign(moment, own)} {words}" for moment, words in way] for way in news_ways)
    ways = ["  ".join(pieces), "  ".join(shorter), pieces[0], shorter[0]]
    good = strongest.is_good(own)
    if len(rules.sides) > 2 and not set(own) & set(strongest.seats):
        good = None  # what's good for one of several others needn't be bad
    failed = strongest.kind in BAD
    return MomentLine(tuple(dict.fromkeys(ways)), strongest.seats, strongest.strength, good, failed=failed)


def _sign(moment: Moment, own: tuple[int, ...]) -> str:
    """Return the sign of a piece of news: a success of the people here, a failure of anybody, or anything else."""
    if moment.kind in BAD:
        return FAILURE
    if moment.kind in GOOD and own and set(moment.seats) <= set(own):
        return SUCCESS
    return OTHER_NEWS


def fork_words(shown: Shown) -> str:
    """Return the sentence for a fork; "" at other tables."""
    return FORK if is_fork(shown.journal) else ""


def question_words(shown: Shown, look: CardStyle, question: str, width: int) -> str:
    """Return the question of a turn, after what was just undone; in a narrow window, a shorter question."""
    if not shown.taken_back:
        return question
    back = f"{look.words(shown.taken_back)}."
    words = f"{back} {question}"
    return words if cell_len(words) + 4 <= width else f"{back} Your turn."


def taken_words(shown: Shown, trick: FinishedTrick, look: CardStyle, *, waits: bool) -> tuple[list[Piece], ...]:
    """Return who takes a complete trick and how to continue, the longest version first.

    `waits`: for a key, because the trick can't be seen again, which the words say (C-10).
    """
    card = next(played.card for played in trick.trick if played.seat == trick.winner)
    words = does(look.who(trick.winner), "takes the trick with ")
    taken: list[Piece] = [(words, inks.bold), look.card(card, told=True), (".", inks.bold)]
    onwards: list[str] = []
    if waits:
        onwards += ["It can't be seen again. Press any key.", "Press any key."]
        if shown.may_take_back:
            onwards.insert(0, with_keys(f"{onwards[0]} {{take_back}}: undo."))
    elif shown.may_take_back:
        onwards.append(with_keys("Enter: continue; {take_back}: undo."))
    ways = [[*taken, (f"   {onward}", inks.soft)] for onward in onwards]
    return (*ways, taken)


def waiting_words(shown: Shown, look: CardStyle) -> tuple[str, ...]:
    """Return whose turn it is and what happened last, the longest version first; the screen picks one that fits."""
    seen, viewer = shown.public, shown.seen.seat
    got = new_cards_words(shown.seen, look) if viewer is not None and shown.seen.phase != Phase.PLAY else ""
    last = got or _last_words(shown, look)
    undo = with_keys("Enter: continue; {take_back}: undo.")
    if seen.claimed is not None:
        left = last_in_words(seen.rules.tricks - len(seen.tricks), "trick")
        claim = f"{does(look.who(seen.claimed), 'claims')} {left}. Claim accepted."
        return _ways(claim, undo) if shown.may_take_back else (claim,)
    if seen.on_turn is None:
        return _ways(last, undo if shown.may_take_back else "The hand is over.")
    if shown.may_take_back and seen.rules.practises:
        return _ways(last, undo)
    if got and seen.on_turn != viewer and seen.on_turn in shown.people:  # wait until the user has read this
        return f"{got}  Press any key.", got
    if seen.on_turn in shown.away:
        return away_words(look.who(seen.on_turn), watching=viewer is None)
    thinks = f"{does(look.who(seen.on_turn), 'is thinking')}."
    if shown.may_take_back:
        thinks += with_keys(" {take_back} undoes it.")
    elif viewer is not None and seen.phase == Phase.PLAY and seen.trick:
        following = (seen.table.index(seen.on_turn) + 1) % len(seen.table)
        if seen.table[following] == viewer and len(seen.trick) + 1 < len(seen.table):
            thinks += " You play next."
    return (f"{got}  {thinks}", got) if got else _ways(last, thinks)


def away_words(name: str, *, watching: bool) -> tuple[str, ...]:
    """Return that a guest has gone, and what the others can do about it, the longest version first."""
    away = f"{name} is away."
    if watching:
        return f"{away} The table waits for them.", away
    helps = with_keys("{palette}: Stand in")
    return f"{away} {helps} lets a computer player play until they're back.", f"{away} {helps}.", away


def _ways(first: str, second: str) -> tuple[str, ...]:
    """Return both sentences, then the second alone, for the screen to choose by width."""
    return (f"{first}  {second}", second) if first else (second,)


def _last_words(shown: Shown, look: CardStyle) -> str:
    """Return the last event or announcement as a sentence; during play, the last event only."""
    entries = [entry for entry in shown.entries if entry.kind not in BESIDE]
    if not entries:
        return ""
    if shown.public.phase == Phase.PLAY:
        return _sentence(look, next((entry.text for entry in reversed(entries) if entry.kind in USUAL), ""))
    place = next((n for n in range(len(entries) - 1, -1, -1) if entries[n].kind in ("play", "bid")), 0)
    said = [entry.text for entry in entries[place:] if entry.kind not in USUAL]
    return _sentence(look, said[-1] if said else entries[-1].text)


def _sentence(look: CardStyle, text: str) -> str:
    text = look.words(text)
    return text if text.endswith(("!", ".")) else f"{text}."


def top_line(shown: Shown, look: CardStyle, *, next_hand: bool = False) -> tuple[list[Piece], list[Piece]]:
    """Return the left part (game and state) and the right part (score); `next_hand`: for the hand dealt next."""
    seen, rules = shown.public, shown.public.rules
    if next_hand:
        rules = rules.of_hand(seen.standing.hands + 1)
    hands = rules.game_hands
    hand = seen.standing.hands + 1 if next_hand else seen.hand_number
    playing = seen.phase == Phase.PLAY or shown.finished_trick is not None
    brief = bool(rules.format) and playing  # a format's name takes this space, and nothing may be cut at 80 columns
    number, of = f"hand {hand}", ""
    if hands and hand > hands:
        of = ", extra"
    elif hands and brief:
        number = f"{hand}/{hands}"
    elif hands:
        of = f" of {hands}"
    fork = is_fork(shown.journal)
    left: list[Piece] = [(rules.variant.name, inks.bold)]
    if fork:
        left.append((" · copy", inks.gold))
    if brief:
        left.append((f" · {number}", inks.soft))
    else:
        left.append((Spare(f" · {number}", 4) if playing else f" · {number}", inks.soft))
        left.append((Spare(of, 3), inks.soft))
    if playing:
        trick = len(seen.tricks) + (shown.finished_trick is None)
        left.append((f" · trick {trick}", inks.soft))
        if not fork and not brief:
            left.append((Spare(f"/{rules.tricks}", 2), inks.soft))
    right: list[Piece] = []
    for side in range(len(rules.sides)):
        name = Shrinking(side_word(seen, look, side))
        mark, ink = look.side_mark(rules, side)
        if mark:
            right.append((f"{mark} ", ink))
        right += [(name, inks.soft), (" ", inks.soft)]
        right.append((plain(seen.standing.totals[side], rules.points_unit), inks.bold))
        if rules.bags is not None and seen.standing.bags[side]:
            count = seen.standing.bags[side]
            if rules.bags.running:
                count %= rules.bags.limit
            right.append((" ", inks.text))
            if count > 3:
                right += [look.bag_marks(1), (str(count), inks.soft)]
            else:
                right.append(look.bag_marks(count))
        right.append(("  ", inks.text))
    right.pop()
    target = rules.goal
    if target is not None:
        right += [(Spare("  ", 3), inks.text), (Spare(f"to {plain(target, rules.points_unit)}", 3), inks.soft)]
    if seen.broken and seen.phase == Phase.PLAY and rules.lead.spades == "broken":
        right += [(f"  {look.suit(cards.SPADES)}", inks.gold), (Spare(" broken"), inks.gold)]
    return left, right
