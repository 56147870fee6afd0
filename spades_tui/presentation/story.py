"""The story of a finished game: the decision that cost a person most, in a sentence."""

from collections.abc import Sequence

from msgspec.structs import replace

from spades_tui.analysis.hand_story import hand_story, is_harmless
from spades_tui.analysis.review import Judged, review_of
from spades_tui.analysis.reviewed_record import Record
from spades_tui.game.events import Play
from spades_tui.language.sentence_parts import capitalized, plain
from spades_tui.language.unusable import UnusableError
from spades_tui.presentation.hand_story_words import story_sentences, why_better
from spades_tui.presentation.story_picture import Story
from spades_tui.presentation.wording import Wording, choice_words, moment_of
from spades_tui.presentation.worth_words import worth_more
from spades_tui.rules.ruleset import Ruleset


def decisive(judged: Sequence[Judged]) -> Judged:
    """Return the card, or else the decision, that surely cost most.

    Raises UnusableError without any.
    """
    if not judged:
        raise UnusableError("nobody had a choice in it; choose another game")
    return max(
        judged,
        key=lambda choice: (
            choice.costs_surely,
            choice.cost > 0 and _is_card(choice),
            choice.cost,
            _is_card(choice),
            choice.decision.before,
        ),
    )


def _told(record: Record, judged: Sequence[Judged]) -> tuple[Judged, bool]:
    """Return the costliest clear mistake that hurt with these cards, or else the decisive choice.

    Also return whether it cost nothing with these cards.
    """
    mistakes = [choice for choice in judged if choice.is_mistake and _is_card(choice)]
    mistakes.sort(key=lambda choice: (-choice.cost, choice.decision.before))
    for choice in mistakes:
        if not _cost_nothing(record, choice):
            return choice, False
    costly = decisive(judged)
    return costly, _cost_nothing(record, costly)


def _cost_nothing(record: Record, choice: Judged) -> bool:
    """Return whether no other choice would have ended its hand better."""
    hands = [hand for hand in record.opened if hand.number == choice.decision.hand]
    return any(is_harmless(hand, choice.decision) for hand in hands)


def _is_card(choice: Judged) -> bool:
    return isinstance(choice.decision.event, Play)


def story_of(
    record: Record, judged: Sequence[Judged], hide_names: bool = False, letters: bool = False
) -> Story:
    """Return the story of a finished game from its review. Raises UnusableError."""
    over = record.replayed.over
    rules = record.replayed.rules
    if over is None:
        raise UnusableError("the game isn't over; finish it first")
    costly, cost_nothing = _told(record, judged)
    names = record.names
    if hide_names:
        names = tuple(f"Player {seat + 1}" for seat in range(rules.seats))
    wording = Wording(names, letters)
    event = costly.decision.event
    seen = costly.decision.seen
    best = costly.best.event if costly.best is not None and costly.cost else None
    trick, winner = record.trick_of(costly.decision)
    choice = choice_words(event, letters, rules)
    sentence = f"{capitalized(moment_of(seen))}: {names[event.seat]} chose {choice}."
    if best is None:
        sentence += " No decision of this game cost anything."
    else:
        better = capitalized(choice_words(best, letters, rules))
        sentence = " ".join((sentence, *why_better(costly, wording)))
        sentence += f" {better} {worth_more(costly.cost, costly.costs_surely, seen)}."
        if cost_nothing:
            sentence += " With these cards, it cost nothing."
    played = event if isinstance(event, Play) else None
    better_card = best if isinstance(best, Play) else None
    return Story(
        f"{record.replayed.variant.name}: {_result(names, rules, over.winners, over.totals)}",
        sentence, names, trick, winner, played, better_card, costly.cost, rules.points_unit,
        _hand_words(record, judged, costly, wording), costly.near_end,
    )  # fmt: skip


def _hand_words(record: Record, judged: Sequence[Judged], choice: Judged, look: Wording) -> str:
    """Return what decided the hand of a decision, and nothing about the cost of choices there."""
    seat = choice.decision.seat
    for score in record.replayed.scores:
        if score.hand == choice.decision.hand:
            story = hand_story(record, review_of(record, (seat,), judged), score, seat)
            story = replace(story, costliest=None, choices=0, over=None)
            return " ".join(story_sentences(story, record.replayed.rules, look))
    return ""


def _result(
    names: Sequence[str], rules: Ruleset, winners: Sequence[int], totals: Sequence[int]
) -> str:
    """Return who won and the final scores: ``Ann & Cy won, 512 to 340``."""
    sides = [" & ".join(map(names.__getitem__, rules.sides[side])) for side in winners]
    losers = rules.sides_but(winners)
    losers.sort(key=lambda side: -totals[side])
    scores = [plain(totals[side], rules.points_unit) for side in (*winners, *losers)]
    return f"{' and '.join(sides) or 'nobody'} won, {' to '.join(scores)}"
