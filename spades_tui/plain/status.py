"""Answers to questions about the hand, the trick, the bids, the totals or a sheet."""

import re
from collections.abc import Sequence

from spades_tui import cards
from spades_tui.game.findings import GameOver
from spades_tui.game.phase import Phase
from spades_tui.game.trick import Trick
from spades_tui.language.address import capitalized, does, whom
from spades_tui.plain import answers, speech
from spades_tui.plain.speech import Spoken
from spades_tui.play.shown import Shown
from spades_tui.presentation import hand_words
from spades_tui.presentation.decisions import notes, sitting_out
from spades_tui.presentation.wording import in_words
from spades_tui.record.event_words import LogEntry, game_over_sentence
from spades_tui.rules.ledger import words_beside
from spades_tui.rules.ruleset import Ruleset
from spades_tui.rules.variant import Variant
from spades_tui.seats import Observation
from spades_tui.settings.dead_key_reasons import NO_LOOKING_BACK, NO_TRICK_YET

QUIET = frozenset({"look", "score", "over"})
"""Kinds of log entries that aren't printed here."""


def events(entries: Sequence[LogEntry], names: Sequence[str], seen: Observation) -> list[str]:
    """Return a sentence for each entry of a log that ends at `seen`, with the first card of a trick as the lead."""
    told, lie = [], len(seen.trick)
    for entry in reversed(entries):
        text = "" if entry.kind in QUIET else entry.text
        if entry.kind == "trick":
            lie = len(seen.table)
        elif entry.kind == "play" and entry.seat is not None:
            if lie == 1 and text and entry.card is not None:
                called = f", called {entry.ace}" if entry.ace else ""
                text = does(names[entry.seat], f"leads {cards.in_sentence(entry.card)}{called}")
            lie -= 1
        told.append(text and speech.ended(text))
    return told[::-1]


def hand(seen: Observation, look: Spoken) -> list[str]:
    """Return the viewer's whole hand."""
    if seen.own:
        new = seen.fresh & seen.own
        return [f"You hold, {look.hand(seen)}.", f"New: {look.held(seen.rules, new)}." if new else ""]
    if seen.seat is None and seen.phase not in (Phase.DEAL, Phase.OVER):
        return ["Say ready to hear your cards."]
    without = seen.own is not None or seen.phase in (Phase.DEAL, Phase.OVER)
    return ["You have no cards." if without else "You haven't looked at your cards."]


def trick(seen: Observation, look: Spoken) -> list[str]:
    """Return the trick on the table, its winner so far, everybody's tricks, and whether spades are broken."""
    told = [f"{capitalized(_played(seen.trick, look))}." if seen.trick else "The table is empty."]
    if seen.winning is not None and seen.trick:
        told.append(f"{does(look.who(seen.winning), 'wins')} so far.")
    took = ", ".join(f"{look.whom(seat)} {seen.took[seat]}" for seat in seen.table)
    if seen.rules.partners and took:
        sides = (f"{whom(look.side_at_start(seen.rules, side))} {count}" for side, count in enumerate(seen.side_tricks))
        took += f"; together: {', '.join(sides)}"
    told.append(f"Tricks taken: {took}." if took else "")
    told += sitting_out(seen, look)
    if seen.broken and seen.phase == Phase.PLAY and seen.rules.lead.spades == "broken":
        told.append("Spades are broken.")
    return told


def _played(trick: Trick, look: Spoken) -> str:
    """Return the cards of a trick, each with who played it."""
    return "; ".join(
        f"{look.whom(one.seat)}, {look.in_sentence(one.card)}{', called low' if one.low else ''}" for one in trick
    )


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
    rules, told = seen.rules, []
    for seat in seen.order:
        bid = seen.bids[seat]
        blind = "blind " if bid is not None and seen.blind[seat] else ""
        word = "nothing yet" if bid is None else f"{blind}{rules.bid_word(bid)}"
        beside = "".join(f" and {word}" for word in words_beside(seen.announced, seat))
        told.append(f"{look.whom(seat)}, {word}{beside}")
    if not told:
        return ["Nobody has bid yet."]
    sides = [f"{whom(look.side_at_start(rules, side))}, {contract}"
             for side, contract in enumerate(seen.contracts) if contract is not None and rules.partners]  # fmt: skip
    drafted = ", ".join(f"{look.whom(seat)} {seen.sizes[seat]}" for seat in seen.table)
    return [
        f"Bids: {'; '.join(told)}.",
        f"Together: {'; '.join(sides)}." if sides else "",
        f"{does(look.who(seen.dealer), 'is')} the dealer.",
        f"Cards drafted: {drafted}." if seen.phase == Phase.DRAFT else "",
        *(notes(seen, look) if seen.phase not in (Phase.PLAY, Phase.PLAYED, Phase.DEAL, Phase.OVER) else ()),
    ]


def totals(shown: Shown, look: Spoken) -> list[str]:
    """Return how far the game is, each side's total, bags and sets, and the target."""
    seen, rules = shown.public, shown.public.rules
    standing = seen.standing
    told = [_where(shown, look), shown.trouble or ""]
    spoken = [speech.total(total, rules.points_unit) for total in standing.totals]
    told.append(f"The score: {_by_side(shown, look, spoken)}.")
    if rules.bags is not None:
        limit = rules.bags.limit
        bags = [bags % limit if rules.bags.running else bags for bags in standing.bags]
        told.append(f"Bags: {_by_side(shown, look, [f'{count} of {limit}' for count in bags])}.")
    if rules.set_limit is not None:
        told.append(f"Sets: {_by_side(shown, look, [str(sets) for sets in standing.sets])}. "
                    f"A side with {rules.set_limit} loses.")  # fmt: skip
    if rules.goal is not None:
        told.append(f"The game goes to {speech.total(rules.goal, rules.points_unit)} points.")
    return [*told, *tricks_off(shown, look)]


def tricks_off(shown: Shown, look: Spoken) -> list[str]:
    """Return how many tricks everybody is off their bids so far, in games that count it (3B-22)."""
    seen = shown.public
    counts = seen.rules.tricks_off(seen.standing)
    if not counts or not seen.standing.hands:
        return []
    told = [f"{look.whom(seat)}, {over} over and {short} short" for seat, (over, short) in enumerate(counts)]
    return [f"Tricks off the bids: {'; '.join(told)}."]


NOTHING_NOTED = "No card has been played yet."


def out(seen: Observation, look: Spoken) -> list[str]:
    """Return the cards not played yet, suit by suit."""
    if seen.phase not in (Phase.PLAY, Phase.PLAYED):
        return [NOTHING_NOTED]
    left, told = hand_words.not_played(seen), []
    for suit in reversed(range(4)):
        ranks = look.ranks(suit, left[suit])
        told.append(f"Not played yet in {cards.SUIT_NAMES[suit]}: {ranks or 'no card'}.")
    return told


def voids(seen: Observation, look: Spoken) -> list[str]:
    """Return who did not follow which suits."""
    if seen.phase not in (Phase.PLAY, Phase.PLAYED):
        return [NOTHING_NOTED]
    told = []
    for seat, suits in enumerate(hand_words.voids_shown(seen)):
        if suits:
            told.append(f"{look.who(seat)} did not follow {in_words(cards.SUIT_NAMES[suit] for suit in suits)}.")
    return told or ["Everybody has followed suit so far."]


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
        done = f"Hand {seen.hand_number} has been scored. " if seen.standing.hands else ""
        return f"{done}{does(look.who(shown.next_dealer), 'deals')} {_hand(number, rules.of_hand(number))} next."
    trick = f", trick {len(seen.tricks) + 1} of {rules.tricks}" if seen.phase == Phase.PLAY else ""
    return f"{capitalized(_hand(seen.hand_number, rules))}{trick}."


def _hand(number: int, rules: Ruleset) -> str:
    """Return a hand with its number and its format: ``hand 3 of 12, whiz``."""
    of = f" of {rules.game_hands}" if rules.game_hands and number <= rules.game_hands else ""
    return f"hand {number}{of}{f', {rules.format}' if rules.format else ''}"


def _by_side(shown: Shown, look: Spoken, counts: Sequence[str]) -> str:
    """Return one count for each side: ``you & Cy, 3; Bea & Dot, 0``."""
    rules = shown.public.rules
    return "; ".join(f"{whom(look.side_at_start(rules, side))}, {count}" for side, count in enumerate(counts))


def sheet(shown: Shown, look: Spoken, asked: str = "", *, cited: bool = True) -> list[str]:
    """Return a hand's score: what each side bid, took and gained, and why; then other consequences.

    `asked`: the hand's number, or "" for the last scored one. `cited`: whether each line names its rule.
    """
    if not shown.scores:
        return ["No hand has been scored yet."]
    number = answers.number_in(asked) if asked else shown.scores[-1].hand
    score = next((one for one in shown.scores if one.hand == number), None)
    if score is None:
        last = shown.scores[-1].hand
        return [f"That hand has no sheet. Say sheet and a number from {shown.scores[0].hand} to {last}."]
    seen, rules, told = shown.public, shown.public.rules.of_hand(score.hand), []
    unit = rules.points_unit
    for side, row in enumerate(hand_words.side_rows(rules, score)):
        who, total = look.side_at_start(rules, side), speech.total(row.total, unit)
        if not row.bid:
            told.append(f"{who}: sat out, total {total}.")
            continue
        gained = speech.points(row.points, unit)
        told.append(f"{who}: bid {row.bid}, took {row.took}; {gained} in this hand, total {total}.")
        playing = [seat for seat in rules.sides[side] if score.bids[seat] is not None]
        if len(playing) > 1:
            piles = [f"{look.whom(seat)} bid {rules.bid_word(score.bids[seat] or 0)}, took {score.tricks[seat]}"
                     for seat in playing]  # fmt: skip
            told.append(f"{capitalized('; '.join(piles))}.")
        lines = [line for line in score.lines if line.side == side]
        for line in lines:
            rule = f", rule {line.rule.replace('-', ' ')}" if cited else ""
            told.append(f"{capitalized(line.text)}, {speech.points(line.points, unit)}{rule}.")
        told.append("" if lines else "No points.")
        if row.bags:
            told.append(f"Bags: {row.bags}.")
    newest = score is shown.scores[-1]
    beside = hand_words.after_hand(shown, look) if newest else hand_words.of_score(rules, look, score)
    remarks = [" ".join("".join(part.words for part in remark).split()) for remark in beside]
    told += [speech.ended(remark) for remark in remarks]
    if newest and seen.dead is not None:
        told.append(f"The dead hand: {look.held(seen.rules, seen.dead)}.")
    return told


def end(final: GameOver, rules: Ruleset, look: Spoken) -> list[str]:
    """Return who has won, all places and totals, and what customs say about the end."""
    sides = tuple(look.side_at_start(rules, side) for side in range(len(rules.sides)))
    places = [in_words([whom(sides[side]) for side in place]) for place in final.standings]
    spoken = [speech.total(total, rules.points_unit) for total in final.totals]
    totals = (f"{whom(side)}, {total}" for side, total in zip(sides, spoken, strict=True))
    told = [
        speech.ended(game_over_sentence(final, rules, sides)),
        f"In order: {', then '.join(places)}.",
        f"The score: {'; '.join(totals)}.",
    ]
    last = [seat for side in final.standings[-1] for seat in rules.sides[side]]
    for custom in rules.customs:
        told += custom.end_sentences(final.values(custom.game_keys), last, look.who)
    return told


def _in_a_row(side: hand_words.SideRow, unit: int) -> str:
    """Return a side's part of a hand: what it bid and took, its bags, its points and its total."""
    did = f"bid {side.bid}, took {side.took}" if side.bid else "sat out"
    bags = f", bags {side.bags}" if side.bags else ""
    return f"{did}{bags}, {speech.points(side.points, unit)}, total {speech.total(side.total, unit)}"


def all_scores(shown: Shown, look: Spoken) -> list[str]:
    """Return the whole game's sheet: after each hand the points and totals, and the seats that a custom marks."""
    seen = shown.public
    marks = seen.rules.hand_marks(seen.standing)
    told = []
    for score in shown.scores:
        counts = [_in_a_row(one, seen.rules.points_unit) for one in hand_words.side_rows(seen.rules, score)]
        form = f", {score.format}" if score.format else ""
        told.append(f"Hand {score.hand}{form}: {_by_side(shown, look, counts)}.")
        if marks and marks[score.hand - 1]:
            names = in_words(look.whom(seat) for seat in marks[score.hand - 1])
            told.append(f"{capitalized(seen.rules.mark_words)}: {names}.")
    return told or ["No hand has been scored yet."]


def seal(shown: Shown, look: Spoken) -> list[str]:
    """Return the proof of the deal of the last scored hand (C-3)."""
    proof = shown.proof
    if proof is None:
        return ["No seal has been opened yet."]
    word = f' "{proof.word}"' if proof.word else ""
    return [
        f"The seal, shown before the cut: {speech.spelt(proof.commitment)}.",
        f"The secret that opens it: {speech.spelt(proof.secret)}.",
        f"{hand_words.cut_words(proof, look.who(proof.cut_seat))}{word}.",
        " ".join(hand_words.proved(proof, proof.cut_seat in shown.people)).replace("`", ""),
    ]


_RULE_NAME = re.compile(r"([0-9]?[a-z]+)[ -]?([0-9]{1,3})", re.IGNORECASE)


def rule_named(words: str) -> str | None:
    """Return the rule with a typed name, such as ``C-6`` for ``c 6`` or ``c6``; None if it can't be one."""
    found = _RULE_NAME.fullmatch(words.strip())
    return f"{found[1]}-{found[2]}".upper() if found is not None else None


def rule_lines(variant: Variant, mark: str) -> list[str]:
    """Return the sentences of a game's rules that cite a rule in brackets, alone or with others."""
    from spades_tui.rules.rules_page import rules_page

    cites = re.compile(rf"\([^)]*(?<![\w-]){mark}(?!\w)[^)]*\)")
    return [line for _, sentences in rules_page(variant) for line in sentences if cites.search(line)]


def rules(variant: Variant, asked: str) -> list[str]:
    """Return the rules of a game: one part, ``all``, the rule with a name (``C 6``), or else the list of parts."""
    from spades_tui.rules.rules_page import rules_page

    parts = {name: list(sentences) for name, sentences in rules_page(variant)}
    if asked == "all":
        return [line for name, sentences in parts.items() for line in (f"{name}.", *sentences)]
    mark = rule_named(asked)
    named = rule_lines(variant, mark) if mark is not None else []
    name = answers.chosen(asked, {name: name for name in parts})
    if named or name is not None:
        return named or parts[name or ""]
    if mark is not None:
        return [f"{variant.name} has no rule {mark}."]
    known = f"The rules have these parts: {', '.join(parts).lower()}. Say rules and a part, or rules all."
    return [f'There is no part "{asked[:40]}".', known] if asked else [f"{variant.name}.", variant.summary, known]
