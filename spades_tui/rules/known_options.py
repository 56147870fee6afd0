"""The declarations of well-known options, which a file may just name, as in 0.1.0."""

from collections.abc import Callable, Mapping
from typing import Any

from spades_tui.rules.declared_option import Option, Setting
from spades_tui.rules.option_places import PlaceError

Data = Mapping[str, Any]
"""A rule object, as JSON."""


def _switch(name: str, label: str, words: str, sentence: str, rule: str, place: str) -> Option:
    return Option(
        name=name, type="switch", label=label, words=words, sentence=sentence, rule=rule, values=(True, False),
        sets=(Setting(place),),
    )  # fmt: skip


_PLAIN = (
    Option(
        name="target", type="number", label="Points to play to", words="points to play to",
        sentence="The game ends after the hand in which a side reaches this many points.",
        bounds=(1, 1_000_000), sets=(Setting("endings.target.points"),),
    ),
    Option(
        name="hands", type="number", label="Hands to play", words="hands to play",
        sentence="The number of hands in a game.", bounds=(1, 200), sets=(Setting("endings.hands.hands"),),
    ),
    Option(
        name="first_zero", type="number", label="Starting value of a zero", words="points for a zero before it grows",
        sentence="Points for a zero before it grows. After a zero is made, the value starts here again.", rule="3B-14",
        bounds=(1, 1_000), sets=(Setting("scores.zero.made"),),
    ),
    Option(
        name="enforcement", type="words", label="Not following suit", words="a card that doesn't follow suit",
        sentence="Refused: you can't renege. Can be challenged: a renege is played without a word, and an opponent who"
        " notices can challenge it.",
        rule="C-11", values=("refuse", "challenge"), sets=(Setting("customs.enforcement.mode"),),
        says=(("refuse", "is refused"), ("challenge", "can be challenged")),
    ),
    _switch(
        "take_back", "Practice: undo until seen", "practice table: actions can be undone",
        "A table for practice: you can undo your last action as long as it showed nobody a card.", "3B-11",
        "customs.take_back.on",
    ),
    _switch(
        "undo", "Practice: undo", "practice alone: actions can be undone back to the deal",
        "One person against the computer: undo one action after another. You can't undo an action that showed you a"
        " hidden card, a claim or a challenge. The game doesn't count in the scorebook.", "3B-11",
        "customs.undo.on",
    ),
    _switch(
        "slip", "Slips can be undone", "a slip can be undone until another player acts",
        "You can undo your last bid or card until another player acts, unless you have seen something new. The record"
        " and the scorebook count it.", "3B-11", "customs.slip.on",
    ),
    _switch(
        "double_sets", "Twice the bid is a set", "taking twice the bid is a set",
        "A side that takes twice its bid or more is set as well.", "JK-13", "scores.contract.double_sets",
    ),
    _switch(
        "bag_penalty", "Bags cost points", "overtricks cost points",
        "Overtricks add up over the game, and cost points each time they reach the limit.", "JK-13", "scores.bags.on",
    ),
    _switch(
        "ten_or_less", "Ten or less: not played", "a hand with low bids isn't played",
        "If all bids add up to ten or less, the hand isn't played, and each side is paid for its bid.", "JK-13",
        "bids.skip.on",
    ),
    _switch(
        "new_deal", "New deal for a bad hand", "a bad hand can be dealt again",
        "A player with no spade, no picture card and no ace may call for a new deal.", "JK-13", "bids.new_deal.on",
    ),
    _switch(
        "blind_ten_400", "Blind ten worth double", "a blind ten that is made is worth double",
        "A blind ten that is made pays twice as much as a ten.", "JK-10", "scores.contract.blind_doubles_special",
    ),
)  # fmt: skip


def _joker(rules: Data) -> Option:
    """Build the option; without the joker there is no extra card, and nobody draws it (3B-1)."""
    jokers, extra = rules["deck"]["jokers"], rules["deal"]["extra"]
    if (jokers, extra) not in ((1, 1), (0, 0)):
        raise PlaceError("it takes out one joker and the one extra card, so the deck and the deal must have them")
    order = " ".join(name for name in rules["deck"]["spades"].split(" ") if name not in ("BJ", "LJ"))
    off = [("deck.jokers", "0"), ("deck.spades", f'"{order}"'), ("deal.extra", "0")]
    drawing = [part["kind"] for part in rules["bids"] if part["kind"] in ("zero_draw", "high_draw")]
    off += [(f"bids.{kind}.on", "false") for kind in drawing]
    return Option(
        name="joker", type="switch", label="Joker and extra card", words="the joker, and the extra card with it",
        sentence="With the joker, one card is left over for zero bidders and the highest bidder to draw.",
        rule="3B-1", values=(True, False), default=jokers == 1,
        sets=tuple(Setting(place, when=(False,), puts=puts) for place, puts in off),
    )  # fmt: skip


def _aces(rules: Data) -> Option:
    if not any(part["kind"] == "ace_call" for part in rules["plays"]):
        raise PlaceError("a component of kind 'ace_call' is missing")
    return Option(
        name="aces", type="words", label="Aces", words="aces are called, or always high", rule="3B-3",
        sentence="If aces are called, you say whether an ace is high or low as you play it.",
        values=("called", "high"), sets=(Setting("deck.aces"),),
        says=(("called", "called high or low"), ("high", "always high")),
    )  # fmt: skip


_SAME_EVERYWHERE = {option.name: option for option in _PLAIN}
_BY_RULES: dict[str, Callable[[Data], Option]] = {"joker": _joker, "aces": _aces}

KNOWN = (*_SAME_EVERYWHERE, *_BY_RULES)
"""The names of the options."""

LATER = ("undo", "first_zero", "slip")
"""The names of options about components that came after 0.1.0."""


def known_option(name: str, rules: Data) -> Option:
    """Return the declaration of a well-known option for these rules.

    Raises PlaceError if they have nothing that it sets.
    """
    return _BY_RULES[name](rules) if name in _BY_RULES else _SAME_EVERYWHERE[name]
