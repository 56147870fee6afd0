"""A decision in plain text: what to know first, what people may type, and what it means."""

from collections.abc import Callable, Sequence

from spades_tui import cards
from spades_tui.game.events import Play, SeatEvent
from spades_tui.game.phase import Phase
from spades_tui.plain import answers, speech
from spades_tui.plain.answers import NotUnderstoodError
from spades_tui.plain.console import shown
from spades_tui.plain.speech import Spoken
from spades_tui.presentation.decisions import NOT_REFUSED, Offer, Question, ace_calls
from spades_tui.presentation.new_cards import new_cards_words
from spades_tui.presentation.wording import sorted_hand
from spades_tui.seats import Observation


def question_lines(seen: Observation, question: Question, look: Spoken) -> list[str]:
    """Return what to know before the question: new cards, and the hand or its playable cards."""
    came = "" if seen.phase == Phase.BID else new_cards_words(seen, look)
    said = [words for words in (*question.notes, came) if words and words not in question.sentences]
    if seen.seat is not None and seen.own is None:
        return [*said, "You haven't looked at your cards."]
    if seen.phase == Phase.DRAFT and not seen.own:
        return said
    return [*said, f"You hold, {look.hand(seen, _followed(seen, question))}."]


def _followed(seen: Observation, question: Question) -> set[int] | None:
    """Return the suit led, if nothing else can be played; None if every suit matters."""
    if seen.phase != Phase.PLAY or seen.led is None:
        return None
    follows = {seen.rules.cards.suit_of[card] for card in cards.cards_of(question.choosable)}
    return follows if follows == {seen.led} else None


def asked(seen: Observation, question: Question) -> str:
    """Return the question, as short as possible after the hand."""
    if seen.phase != Phase.PLAY:
        return " ".join(question.sentences)
    if not seen.trick or seen.led is None:
        return "You lead."
    if _followed(seen, question) is not None:
        return ""  # the hand printed only this suit
    return f"You have no {cards.SUIT_NAMES[seen.led]}, so play any card."


def warning(seen: Observation, question: Question) -> str:
    """Return a warning if the table accepts cards that don't follow suit (C-11), otherwise ""."""
    plays = cards.hand_of(event.card for event in seen.legal if isinstance(event, Play))
    hidden = seen.phase == Phase.PLAY and seen.trick and plays & ~question.choosable
    return NOT_REFUSED if hidden else ""


def to_say(question: Question) -> str:
    """Return the possible answers in a sentence."""
    if question.sets:
        count = max(chosen.bit_count() for chosen in question.sets)
        return f"Which {count} cards?" if count > 1 else "Which card?"
    if question.on_hand:
        return "Your card?"
    return f"Say {choices([offer for row in question.rows for offer in row])}."


def choices(offers: Sequence[Offer]) -> str:
    """Return what to type for these choices: words first, then the offered numbers."""
    counted = speech.numbers(number for number in map(_number, offers) if number is not None)
    return ", or ".join([*_words(offers), *([counted] if counted else [])])


def _number(offer: Offer) -> int | None:
    """Return the number if a choice's label is only that, or None."""
    return offer.number if offer.label == str(offer.number) else None


def _words(offers: Sequence[Offer]) -> list[str]:
    """Return the words to type for choices that aren't numbers; for long ones the first word if that's enough."""
    labels = list(dict.fromkeys(offer.label.lower() for offer in offers if _number(offer) is None))
    first = [label.split()[0] for label in labels]
    return [
        word if len(label.split()) > 1 and first.count(word) == 1 else label
        for label, word in zip(labels, first, strict=True)
    ]


def meant(
    line: str, seen: Observation, question: Question, look: Spoken, ask: Callable[[str], str]
) -> SeatEvent:
    """Return the decision that an answer means; `ask` asks for anything missing. Raises NotUnderstoodError."""
    if question.on_hand:
        return _named_cards(answers.words_of(line), seen, question, look, ask)
    offer = offered(line, [offer for row in question.rows for offer in row])
    if offer is None or offer.event is None:
        raise NotUnderstoodError(f"You can't choose {shown(line)} here.")
    return offer.event


def offered(line: str, offers: Sequence[Offer]) -> Offer | None:
    """Return the choice that a line names, by number or by words; None if it names none, or more than one."""
    number = answers.number_in(line)
    by_number = [offer for offer in offers if number is not None and offer.number == number]
    if by_number:
        return by_number[0]
    return answers.chosen(line, {offer.label: offer for offer in offers})


def _named_cards(
    words: list[str], seen: Observation, question: Question, look: Spoken, ask: Callable[[str], str]
) -> SeatEvent:
    """Return the play, or the pass or discard, that these words name. Raises NotUnderstoodError."""
    held = sorted_hand(seen.rules, look, seen.own or 0)
    suits = _followed(seen, question)
    counted = held if suits is None else [card for card in held if seen.rules.cards.suit_of[card] in suits]
    call = words.pop() if len(words) > 1 and words[-1] in ("high", "low") and not question.sets else None
    named = answers.cards_in(" ".join(words), held, counted)
    if question.sets:
        event = question.sets.get(cards.hand_of(named))
        if event is None:
            raise NotUnderstoodError(_not_these(question, named, look))
        return event
    if len(named) > 1:
        raise NotUnderstoodError("Play one card at a time.")
    card = named[0]
    plays = [event for event in seen.legal if isinstance(event, Play) and event.card == card]
    if not plays:
        why = seen.why_not.get(card)
        raise NotUnderstoodError(speech.refused(why) if why else f"You can't play {look.in_sentence(card)} now.")
    if len(plays) == 1:
        return plays[0]
    calls = ace_calls(seen, look, card, lambda _: None)
    if calls is None:
        return plays[0]
    called = answers.chosen(call or ask(calls.question), {str(event.ace): event for event in plays})
    if called is None:
        raise NotUnderstoodError(f"No card is played yet. Name another card, or say {look.face(card)} high, or low.")
    return called


def _not_these(question: Question, named: Sequence[int], look: Spoken) -> str:
    """Return why these cards can't be given away: too many, too few, or wrong ones."""
    count = max(chosen.bit_count() for chosen in question.sets)
    if len(named) != count:
        return f"You named {len(named)}; name {count}."
    return f"You can't choose these: {look.cards(named)}."
