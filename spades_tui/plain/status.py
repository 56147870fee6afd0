"""Answers to questions about the hand, the trick, the bids, the totals or a sheet."""

import re
from collections.abc import Sequence

from spades_tui import cards
from spades_tui.game.findings import GameOver, HandScore
from spades_tui.game.phase import Phase
from spades_tui.game.trick import Trick
from spades_tui.language.sentence_parts import capitalized, does, whom
from spades_tui.plain import answers, speech
from spades_tui.plain.speech import Spoken
from spades_tui.play.shown import Shown
from spades_tui.presentation import hand_words
from spades_tui.presentation.decisions import notes, sitting_out
from spades_tui.presentation.moment_words import sentences_of
from spades_tui.presentation.moments import Moment, MomentKind
from spades_tui.presentation.wording import in_words
from spades_tui.record.event_words import SEAL, LogEntry, game_over_sentence
from spades_tui.rules.ledger import words_beside
from spades_tui.rules.rules_page import rules_page
from spades_tui.rules.ruleset import Ruleset
from spades_tui.rules.variant import Variant
from spades_tui.seats import Observation
from spades_tui.settings.dead_key_reasons import NO_LOOKING_BACK, NO_TRICK_YET

QUIET = frozenset({"look", "score", "over", SEAL})
"""Kinds of log entries that aren't printed here."""


def events(entries: Sequence[LogEntry], names: Sequence[str], seen: Observation) -> list[str]:
    """Return a sentence for each entry of a log that ends at `seen`.

    The first card of a trick is worded as the lead.
    """
    sentences, lie = [], len(seen.trick)
    for entry in reversed(entries):
        text = "" if entry.kind in QUIET else entry.text
        if entry.kind == "trick":
            lie = len(seen.table)
        elif entry.kind == "play" and entry.seat is not None:
            if lie == 1 and text and entry.card is not None:
                called = f", called {entry.ace}" if entry.ace else ""
                text = does(names[entry.seat], f"leads {cards.in_sentence(entry.card)}{called}")
            lie -= 1
        sentences.append(text and speech.ended(text))
    return sentences[::-1]


SAID_ANYWAY = (MomentKind.SPADES_BROKEN, MomentKind.GAME_WON, MomentKind.GAME_LOST)
"""Moments that the log or the end of the game says."""


def moments_said(happened: Sequence[Moment], rules: Ruleset, look: Spoken) -> list[str]:
    """Return one line for the moments of an event, without those that other lines say."""
    sentences = sentences_of([one for one in happened if one.kind not in SAID_ANYWAY], rules, look)
    if not sentences:
        return []
    return [" ".join(sentences)]


def hand(seen: Observation, look: Spoken) -> list[str]:
    """Return the viewer's whole hand."""
    between = seen.phase in (Phase.DEAL, Phase.OVER)
    if seen.own:
        new = seen.fresh & seen.own
        return [
            f"You hold, {look.hand(seen)}.",
            f"New: {look.held(seen.rules, new)}." if new else "",
        ]
    if seen.seat is None and not between:
        return ["Say ready to hear your cards."]
    if seen.own is not None or between:
        return ["You have no cards."]
    return ["You haven't looked at your cards."]


def trick(seen: Observation, look: Spoken) -> list[str]:
    """Return the trick on the table, its winner so far, and everybody's tricks.

    Then come who sits out, and whether spades are broken.
    """
    sentences = ["The table is empty."]
    if seen.trick:
        sentences = [f"{capitalized(_played(seen.trick, look))}."]
    if seen.winning is not None and seen.trick:
        sentences.append(f"{does(look.who(seen.winning), 'wins')} so far.")
    took = ", ".join(f"{look.whom(seat)} {seen.took[seat]}" for seat in seen.table)
    if seen.rules.partners and took:
        sides = _sides_with(look, seen.rules, seen.side_tricks, " ")
        took += f"; together: {', '.join(sides)}"
    if took:
        sentences.append(f"Tricks taken: {took}.")
    sentences += sitting_out(seen, look)
    if seen.broken and seen.phase == Phase.PLAY and seen.rules.lead.spades == "broken":
        sentences.append("Spades are broken.")
    return sentences


def _sides_with(
    look: Spoken, rules: Ruleset, counts: Sequence[object], between: str = ", "
) -> list[str]:
    """Return each side with its count: ``you & Cy, 3``."""
    words = []
    for side, count in enumerate(counts):
        words.append(f"{whom(look.side_at_start(rules, side))}{between}{count}")
    return words


def _played(trick: Trick, look: Spoken) -> str:
    """Return the cards of a trick, each with who played it."""
    cards = []
    for played in trick:
        low = ", called low" if played.low else ""
        cards.append(f"{look.whom(played.seat)}, {look.in_sentence(played.card)}{low}")
    return "; ".join(cards)


def last_trick(seen: Observation, look: Spoken) -> list[str]:
    """Return the last trick, if players may look at it (C-10)."""
    rule = seen.rules.last_trick
    if rule is None or not rule.shown:
        return [str(NO_LOOKING_BACK)]
    if seen.last_trick is None:
        return [str(NO_TRICK_YET)]
    winner = look.who(seen.winners[len(seen.tricks) - 1])
    return [f"The last trick: {_played(seen.last_trick, look)}. {does(winner, 'took')} it."]


def bids(seen: Observation, look: Spoken) -> list[str]:
    """Return all bids and promises, and the sides' totals."""
    if not seen.order:
        return ["Nobody has bid yet."]
    each = [_bid_of(seen, seat, look) for seat in seen.order]
    together = []
    for side, contract in enumerate(seen.contracts):
        if contract is not None and seen.rules.partners:
            together.append(f"{whom(look.side_at_start(seen.rules, side))}, {contract}")
    sentences = [f"Bids: {'; '.join(each)}."]
    if together:
        sentences.append(f"Together: {'; '.join(together)}.")
    sentences.append(f"{does(look.who(seen.dealer), 'is')} the dealer.")
    if seen.phase == Phase.DRAFT:
        drafted = ", ".join(f"{look.whom(seat)} {seen.sizes[seat]}" for seat in seen.table)
        sentences.append(f"Cards drafted: {drafted}.")
    if seen.phase not in (Phase.PLAY, Phase.PLAYED, Phase.DEAL, Phase.OVER):
        sentences += notes(seen, look)
    return sentences


def _bid_of(seen: Observation, seat: int, look: Spoken) -> str:
    """Return a seat's bid and what it has announced beside it."""
    bid, words = seen.bids[seat], "nothing yet"
    if bid is not None:
        words = seen.rules.bid_word(bid)
        if seen.blind[seat]:
            words = f"blind {words}"
    return " and ".join([f"{look.whom(seat)}, {words}", *words_beside(seen.announced, seat)])


def totals(shown: Shown, look: Spoken) -> list[str]:
    """Return how far the game is, each side's total, bags and sets, and the target."""
    rules, standing = shown.public.rules, shown.public.standing
    spoken = [speech.total(total, rules.points_unit) for total in standing.totals]
    sentences = [_where(shown, look), shown.trouble or ""]
    sentences.append(f"The score: {_by_side(shown, look, spoken)}.")
    if rules.bags is not None:
        limit, left = rules.bags.limit, standing.bags
        if rules.bags.running:
            left = tuple(bags % limit for bags in left)
        bags = _by_side(shown, look, [f"{count} of {limit}" for count in left])
        sentences.append(f"Bags: {bags}.")
    if rules.set_limit is not None:
        sets = _by_side(shown, look, standing.sets)
        sentences.append(f"Sets: {sets}. A side with {rules.set_limit} loses.")
    if rules.goal is not None:
        goal = speech.total(rules.goal, rules.points_unit)
        sentences.append(f"The game goes to {goal} points.")
    return [*sentences, *tricks_off(shown, look)]


def tricks_off(shown: Shown, look: Spoken) -> list[str]:
    """Return how many tricks everybody is off their bids so far, in games that count it (3B-22)."""
    seen = shown.public
    counts = seen.rules.tricks_off(seen.standing)
    if not counts or not seen.standing.hands:
        return []
    each = []
    for seat, (over, short) in enumerate(counts):
        each.append(f"{look.whom(seat)}, {over} over and {short} short")
    return [f"Tricks off the bids: {'; '.join(each)}."]


NOTHING_NOTED = "No card has been played yet."


def out(seen: Observation, look: Spoken) -> list[str]:
    """Return the cards not played yet, suit by suit."""
    if seen.phase not in (Phase.PLAY, Phase.PLAYED):
        return [NOTHING_NOTED]
    sentences = []
    for suit, left in reversed([*enumerate(hand_words.not_played(seen))]):
        ranks = look.ranks(suit, left) or "no card"
        sentences.append(f"Not played yet in {cards.SUIT_NAMES[suit]}: {ranks}.")
    return sentences


def voids(seen: Observation, look: Spoken) -> list[str]:
    """Return who did not follow which suits."""
    if seen.phase not in (Phase.PLAY, Phase.PLAYED):
        return [NOTHING_NOTED]
    sentences = []
    for seat, suits in enumerate(hand_words.voids_shown(seen)):
        if suits:
            names = in_words(cards.SUIT_NAMES[suit] for suit in suits)
            sentences.append(f"{look.who(seat)} did not follow {names}.")
    return sentences or ["Everybody has followed suit so far."]


def needs(seen: Observation, look: Spoken) -> list[str]:
    """Return what each bid still needs; nothing before the first card."""
    return [hand_words.need_words(seen, need, look) for need in hand_words.needs(seen)]


def _where(shown: Shown, look: Spoken) -> str:
    """Return how far the game is: the hand and its trick, or who deals the next hand."""
    seen, rules = shown.public, shown.public.rules
    if seen.phase == Phase.OVER:
        return f"The game is over after hand {seen.hand_number}."
    if seen.phase == Phase.DEAL:
        number = seen.standing.hands + 1
        due = _hand(number, rules.of_hand(number))
        done = f"Hand {seen.hand_number} has been scored. " if seen.standing.hands else ""
        return f"{done}{does(look.who(shown.next_dealer), 'deals')} {due} next."
    trick = f", trick {len(seen.tricks) + 1} of {rules.tricks}" if seen.phase == Phase.PLAY else ""
    return f"{capitalized(_hand(seen.hand_number, rules))}{trick}."


def _hand(number: int, rules: Ruleset) -> str:
    """Return a hand with its number and its format: ``hand 3 of 12, whiz``."""
    hand = f"hand {number}"
    if rules.game_hands and number <= rules.game_hands:
        hand += f" of {rules.game_hands}"
    if rules.format:
        return f"{hand}, {rules.format}"
    return hand


def _by_side(shown: Shown, look: Spoken, counts: Sequence[object]) -> str:
    """Return one count for each side: ``you & Cy, 3; Bea & Dot, 0``."""
    return "; ".join(_sides_with(look, shown.public.rules, counts))


def sheet(shown: Shown, look: Spoken, asked: str = "", *, cited: bool = True) -> list[str]:
    """Return a hand's score: what each side bid, took and gained, and why.

    Other consequences follow. `asked`: the hand's number, or "" for the last scored one. `cited`:
    whether each line names its rule.
    """
    if not shown.scores:
        return ["No hand has been scored yet."]
    first, newest = shown.scores[0], shown.scores[-1]
    number = answers.number_in(asked) if asked else newest.hand
    scores = [score for score in shown.scores if score.hand == number]
    if not scores:
        hands = f"{first.hand} to {newest.hand}"
        return [f"That hand has no sheet. Say sheet and a number from {hands}."]
    score, rules = scores[0], shown.public.rules.of_hand(scores[0].hand)
    sentences = []
    for side in range(len(rules.sides)):
        sentences += _side_sheet(score, rules, side, look, cited)
    if score is newest:
        remarks = hand_words.after_hand(shown, look)
    else:
        remarks = hand_words.of_score(rules, look, score)
    for remark in remarks:
        words = "".join(part.words for part in remark)
        sentences.append(speech.ended(" ".join(words.split())))
    if score is newest and shown.public.dead is not None:
        dead = look.held(shown.public.rules, shown.public.dead)
        sentences.append(f"The dead hand: {dead}.")
    return sentences


def _side_sheet(
    score: HandScore, rules: Ruleset, side: int, look: Spoken, cited: bool
) -> list[str]:
    """Return a side's part of a hand's score."""
    row, unit = hand_words.side_rows(rules, score)[side], rules.points_unit
    who, total = look.side_at_start(rules, side), speech.total(row.total, unit)
    if not row.bid:
        return [f"{who}: sat out, total {total}."]
    gained = f"{speech.points(row.points, unit)} in this hand"
    sentences = [f"{who}: bid {row.bid}, took {row.took}; {gained}, total {total}."]
    piles = []
    for seat in rules.sides[side]:
        bid = score.bids[seat]
        if bid is not None:
            word = rules.bid_word(bid)
            piles.append(f"{look.whom(seat)} bid {word}, took {score.tricks[seat]}")
    if len(piles) > 1:
        sentences.append(f"{capitalized('; '.join(piles))}.")
    lines = [line for line in score.lines if line.side == side]
    for line in lines:
        rule = f", rule {line.rule.replace('-', ' ')}" if cited else ""
        points = speech.points(line.points, unit)
        sentences.append(f"{speech.opening(line.text)}, {points}{rule}.")
    if not lines:
        sentences.append("No points.")
    if row.bags:
        sentences.append(f"Bags: {row.bags}.")
    return sentences


def end(final: GameOver, rules: Ruleset, look: Spoken) -> list[str]:
    """Return who has won, all places and totals, and what customs say about the end."""
    sides = tuple(look.side_at_start(rules, side) for side in range(len(rules.sides)))
    places = []
    for place in final.standings:
        places.append(in_words(whom(sides[side]) for side in place))
    spoken = [speech.total(total, rules.points_unit) for total in final.totals]
    sentences = [
        speech.ended(game_over_sentence(final, rules, sides)),
        f"In order: {', then '.join(places)}.",
        f"The score: {'; '.join(_sides_with(look, rules, spoken))}.",
    ]
    last = [seat for side in final.standings[-1] for seat in rules.sides[side]]
    for custom in rules.customs:
        sentences += custom.end_sentences(final.values(custom.game_keys), last, look.who)
    return sentences


def _in_a_row(side: hand_words.SideRow, unit: int) -> str:
    """Return a side's part of a hand: what it bid and took, its bags, its points and its total."""
    parts = ["sat out"]
    if side.bid:
        parts = [f"bid {side.bid}", f"took {side.took}"]
    if side.bags:
        parts.append(f"bags {side.bags}")
    parts += [speech.points(side.points, unit), f"total {speech.total(side.total, unit)}"]
    return ", ".join(parts)


def all_scores(shown: Shown, look: Spoken) -> list[str]:
    """Return the whole game's sheet: after each hand the points and totals.

    The seats that a custom marks follow.
    """
    seen = shown.public
    marks = seen.rules.hand_marks(seen.standing)
    sentences = []
    for score in shown.scores:
        rows = hand_words.side_rows(seen.rules, score)
        counts = [_in_a_row(row, seen.rules.points_unit) for row in rows]
        form = f", {score.format}" if score.format else ""
        sentences.append(f"Hand {score.hand}{form}: {_by_side(shown, look, counts)}.")
        if marks and marks[score.hand - 1]:
            names = in_words(map(look.whom, marks[score.hand - 1]))
            sentences.append(f"{capitalized(seen.rules.mark_words)}: {names}.")
    return sentences or ["No hand has been scored yet."]


def seal(shown: Shown) -> list[str]:
    """Return the seal of this deal (C-3)."""
    seals = [entry.text for entry in shown.entries if entry.kind == SEAL]
    if not seals:
        return ["This deal has no seal."]
    return [f"The seal of this deal: {speech.spelt(seals[-1])}."]


def opened_seal(shown: Shown, look: Spoken) -> list[str]:
    """Return the proof of the deal of the last scored hand (C-3)."""
    proof = shown.proof
    if proof is None:
        return ["No seal has been opened yet."]
    word = f' "{proof.word}"' if proof.word else ""
    proved = " ".join(hand_words.proved(proof, proof.cut_seat in shown.people))
    return [
        f"The seal, shown before the deal: {speech.spelt(proof.commitment)}.",
        f"The secret that opens it: {speech.spelt(proof.secret)}.",
        f"{hand_words.cut_words(proof, look.who(proof.cut_seat))}{word}.",
        proved.replace("`", ""),
    ]


_RULE_NAME = re.compile(r"([0-9]?[a-z]+)[ -]?([0-9]{1,3})", re.IGNORECASE)


def rule_named(words: str) -> str | None:
    """Return the rule with a typed name, such as ``C-6`` for ``c 6`` or ``c6``.

    Return None if it can't be one.
    """
    name = _RULE_NAME.fullmatch(words.strip())
    if name is None:
        return None
    return "-".join(name.groups()).upper()


def rule_lines(variant: Variant, mark: str) -> list[str]:
    """Return the sentences of a game's rules that cite a rule in brackets, alone or with others."""
    cites = re.compile(rf"\([^)]*(?<![\w-]){mark}(?!\w)[^)]*\)")
    lines: list[str] = []
    for _, sentences in rules_page(variant):
        lines += filter(cites.search, sentences)
    return lines


def rules(variant: Variant, asked: str) -> list[str]:
    """Return the rules of a game: one part, ``all``, or the rule with a name (``C 6``).

    Return the list of parts for anything else.
    """
    parts = {name: list(sentences) for name, sentences in rules_page(variant)}
    if asked == "all":
        lines = []
        for name in parts:
            lines += [f"{name}.", *parts[name]]
        return lines
    mark = rule_named(asked)
    cited: list[str] = []
    if mark is not None:
        cited = rule_lines(variant, mark)
    part = answers.chosen(asked, parts)
    if cited or part is not None:
        return cited or part or []
    if mark is not None:
        return [f"{variant.name} has no rule {mark}."]
    names = ", ".join(parts).lower()
    listed = f"The rules have these parts: {names}. Say rules and a part, or rules all."
    if asked:
        return [f'There is no part "{asked[:40]}".', listed]
    return [f"{variant.name}.", variant.summary, listed]
