"""A variant in words.

The rules page, `variants show`, and the short text beside the list of variants.
"""

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from spades_tui import cards
from spades_tui.language.quoting import either
from spades_tui.language.sentence_parts import capitalized, number_word
from spades_tui.rules import plays
from spades_tui.rules.deck import DEFAULT_SUITS
from spades_tui.rules.option_declarations import Option
from spades_tui.rules.programme import Format
from spades_tui.rules.variant import Variant, in_format, options_of
from spades_tui.system.folders import shipped_folder

SHORT_LETTERS = 130
"""The most letters for one component in a short description."""


def describe(variant: Variant, full: bool = False) -> list[str]:
    """Return a description in about eight lines.

    Players, deck, trumps, the file's sentences, scoring and end.

    `full`: whether to include long sentences about scores, such as a table of all bids.
    """
    table = f"{players(variant)} {deck(variant)}"
    sentences = [table, f"{_trumps(variant)}.", *variant.special]
    scores = _sentences(variant, "scores")
    if not full:
        scores = [*filter(None, map(_short, scores))]
    return [*sentences, *scores, *_sentences(variant, "endings")]


def _short(text: str) -> str:
    """Return the first sentences of a component, up to the limit; empty for a table of bids."""
    short = ""
    for sentence in text.split(". "):
        longer = f"{short} {sentence.rstrip('.')}.".strip()
        if len(longer) <= SHORT_LETTERS:
            short = longer
    return short


def players(variant: Variant) -> str:
    """Say who plays with whom."""
    count = number_word(variant.seats).capitalize()
    if variant.sides == "partners":
        pairs = "two against two" if variant.seats == 4 else "in three pairs"
        return f"{count} players, {pairs}; partners face each other."
    if variant.sides == "threes":
        return f"{count} players, three against three; every second one is a partner."
    if variant.deal.sits_out == "dealer":
        return f"{count} at the table, each alone; the dealer of a hand sits out."
    return f"{count} players, each alone."


def deck(variant: Variant) -> str:
    """Describe the deck and the deal."""
    size = len(variant.deck.pack())
    jokers = {0: "", 1: ", a joker among them", 2: ", two jokers among them"}[variant.deck.jokers]
    pack = f"{size} cards{jokers}"
    if variant.deck.remove:
        pack += f", without {either(map(_printed, variant.deck.remove), 'and')}"
    if variant.deal.draft:
        return f"{pack}; each drafts {variant.deal.cards} from the stock."
    parts = [f"{pack}; {variant.deal.cards} each"]
    if variant.deal.extra:
        parts.append("one left over")
    if variant.deal.dead_hands:
        parts.append("one hand dead")
    return ", ".join(parts) + "."


def draft(variant: Variant) -> list[str]:
    """Say how cards are drafted from the stock; empty without a draft."""
    if not variant.deal.draft:
        return []
    unseen = ", unseen," if variant.deal.draft == "unseen" else ""
    return [
        "Starting on the dealer's left, each player in turn looks at the top card of the stock. "
        f"If they keep it, the next card{unseen} is thrown away. "
        "If they throw it away, the next card is theirs. "
        "The others see which they chose, but no cards. (TW-1)"
    ]


def bidding(variant: Variant) -> list[str]:
    """Say what is bid, and in which order."""
    return _sentences(variant, "bids")


def rules_of_bidding(variant: Variant) -> list[str]:
    """Return the names of the rules that apply to the bidding, such as ``SB-2``."""
    names: dict[str, None] = {}
    for part, _ in _told(variant, "bids"):
        names |= dict.fromkeys(part.cites)
    return list(names)


def rules_of_play(variant: Variant) -> list[str]:
    """Return the names of the rules that apply to trick play, such as ``C-6``."""
    return list(dict.fromkeys(["C-6", "C-7", *(part.rule for part, _ in _told(variant, "plays"))]))


def _told(variant: Variant, where: str) -> list[tuple[Any, str]]:
    """Return the components of a list with their sentences.

    Scores of skipped hands are left out if no hand is skipped.
    """
    variant = variant.in_play()
    zero = zero_word(variant)
    skips = any(part.skips and part.sentence() for part in variant.bids)
    with_sentences = []
    for part in getattr(variant, where):
        if where == "scores" and part.scores_skipped and not skips:
            continue
        sentence = part.sentence(zero)
        if sentence:
            with_sentences.append((part, sentence))
    return with_sentences


def _sentences(variant: Variant, where: str) -> list[str]:
    return [sentence for _, sentence in _told(variant, where)]


def zero_word(variant: Variant) -> str:
    """Return the game's word for a bid of 0."""
    for part in variant.in_play().scores:
        if part.scores_zeros:
            return part.facts.zero_word
    return "zero"


def rules_page(variant: Variant) -> list[tuple[str, list[str]]]:
    """Return headings, each with the sentences of its components in order, with their rules."""
    table = [players(variant), deck(variant), *draft(variant), _ranks(variant)]
    programme = [sentence for _, sentence in programme_of(variant)]
    choices = [*map(_option_sentence, options_of(variant))]
    pages = [
        ("The table", table),
        ("Bidding", _cited(variant, "bids")),
        ("Play", _cited(variant, "plays")),
        ("Scoring", _cited(variant, "scores")),
        ("The end", _cited(variant, "endings")),
        ("Customs", _cited(variant, "customs")),
        ("The programme", programme),
        ("Options", choices),
    ]
    return [(heading, sentences) for heading, sentences in pages if sentences]


def _cited(variant: Variant, where: str) -> list[str]:
    """Return the sentences of a list's components with their rules."""
    components = _told(variant, where)
    instead: Mapping[type, str] = {}
    for part, _ in components:
        if isinstance(part, plays.MustBeat) and part.void != "free":
            instead = plays.BESIDE_A_DUTY
    cited = []
    for part, sentence in components:
        cited.append(f"{instead.get(type(part)) or sentence} ({', '.join(part.cites)})")
    return cited


def programme_of(variant: Variant) -> list[tuple[str, str]]:
    """Return the formats in the order of the file, each name with its sentence.

    Empty if all hands are alike.
    """
    return [(form.format, _format_sentence(variant, form)) for form in variant.programme]


def _format_sentence(variant: Variant, form: Format) -> str:
    """Say which hands have a format, and what differs in them (LG-1)."""
    which = []
    if form.hands:
        noun = "Hand" if len(form.hands) == 1 else "Hands"
        which.append(f"{noun} {either(form.hands, 'and')}")
    if form.level:
        which.append("extra hands to break a tie")
    sentences = _differences(variant, in_format(variant, form)) or ["As above."]
    return f"{capitalized(' and '.join(which))}, {form.format}: {' '.join(sentences)}"


def _differences(usual: Variant, hand: Variant) -> list[str]:
    """Return the sentences that differ in a format's hands.

    Then follow those it leaves out without another of their kind.
    """
    before = [part for part in usual.in_play().components() if part.sentence()]
    now = [part for part in hand.in_play().components() if part.sentence()]
    old_sentences = [part.sentence() for part in before]
    new_kinds = [part.kind for part in now]
    differences = []
    for part in now:
        if part.sentence() not in old_sentences:
            differences.append(part.sentence(zero_word(hand)))
    for part in before:
        if part.kind not in new_kinds:
            differences.append(f"Left out: {part.sentence(zero_word(usual))}")
    return differences


def this_hand(usual: Variant, hand: Variant) -> list[str]:
    """Say what differs in a hand that is played in a format (LG-1).

    Nothing in a game without formats.
    """
    if not usual.programme:
        return []
    return _differences(usual, hand) or ["It's played like the game's other hands."]


def _trumps(variant: Variant) -> str:
    named = {"BJ": "big joker,", "LJ": "little joker,", "T": "10"}
    order = []
    others = []
    for name in variant.deck.spades.split(" "):
        order.append(named.get(name) or _printed(name))
        if name not in named and len(name) == 2:
            others.append(_printed(name))
    words = f"Spades are trumps and rank {' '.join(order).removesuffix(',')}"
    if not others:
        return words
    verb = "is a spade" if len(others) == 1 else "are spades"
    return f"{words}; {either(others, 'and')} {verb}"


def _printed(name: str) -> str:
    """Return a card of a file as people write it, ``2♦``; leave the rank of a spade unchanged."""
    if len(name) == 1:
        return name
    return cards.pretty(cards.parse(name))


def _ranks(variant: Variant) -> str:
    if variant.deck.aces == "called":
        return f"{_trumps(variant)}; aces are called high or low."
    if variant.deck.suits != DEFAULT_SUITS:
        order = variant.deck.suits.replace("T", "10")
        return f"{_trumps(variant)}; cards of the other suits rank {order}."
    return f"{_trumps(variant)}; in the other suits the ace is high."


def _option_sentence(option: Option) -> str:
    value = option.usual
    if isinstance(value, bool):
        values = f"{'on' if value else 'off'}; on or off"
    else:
        values = re.sub(r"(?<!\w)-(?=\d)", "−", f"{value}; {option.allowed()}")
    details = filter(None, (values, option.rule))
    return f"{option.name}: {option.words} ({'; '.join(details)})"


def page(variant: Variant) -> str:
    """Return the whole variant in words, as plain text."""
    out = [variant.name, variant.summary, ""]
    for heading, sentences in rules_page(variant):
        out += [heading, *(f"  {sentence}" for sentence in sentences), ""]
    if variant.source:
        out.append(f"Source: {variant.source}")
    return "\n".join(out).rstrip() + "\n"


_RULE = re.compile(
    r"^- \*\*([A-Z0-9]{1,3}-[0-9]{1,3})\*\* (.*(?:\n  .*|\n(?=\n  ))*)", re.MULTILINE
)
"""A rule's name and its text, which may have further paragraphs and a table."""
_WORD = re.compile(r"^- \*\*([^*]+)\*\* (.*(?:\n  .*)*)", re.MULTILINE)
_LINK = re.compile(r"\[([^\]]*)\]\([^)]*\)")
_TABLE = re.compile(r"\n\n((?:  \|.*\n?)+)")


@lru_cache(maxsize=1)
def rule_texts() -> dict[str, str]:
    """Return every rule by its name, such as ``SB-5``, as the reference has it. Raises OSError."""
    texts: dict[str, str] = {}
    for page in ("rules.md", "rules-3b.md"):
        for name, text in _RULE.findall(_page(page)):
            texts[name] = _plain(text)
    return texts


@lru_cache(maxsize=1)
def words() -> dict[str, str]:
    """Return the words of the table and their meanings, in alphabetical order. Raises OSError."""
    return {word: _plain(text) for word, text in _WORD.findall(_page("glossary.md"))}


def meaning(word: str) -> str:
    """Return what a word of the table means in one sentence, from the glossary; "" if it has none.

    ``To play another suit when you could follow; also that card.``
    """
    try:
        text = words().get(word, "")
    except OSError:
        return ""
    first = text.partition(". ")[0].rstrip(".")
    if not first:
        return ""
    named = f"A {word}"
    if first.startswith("To "):
        named = f"To {word}"
    elif word[0] in "aeiou":
        named = f"An {word}"
    return f"{named} is {first[0].lower()}{first[1:]}."


def _page(name: str) -> str:
    return (shipped_folder("docs") / name).read_text("utf-8")


def _plain(text: str) -> str:
    """Return a text on one line, without Markdown."""
    text = _TABLE.sub(_one_line, re.sub(r"^  - ", "  ", text, flags=re.MULTILINE))
    return " ".join(re.sub(r"[*`]", "", _LINK.sub(r"\1", text)).split())


def _one_line(table: re.Match[str]) -> str:
    """Return a table on one line: ``bid: made/missed; 0: 200/−120``."""
    rows = []
    for line in table[1].splitlines():
        first, *rest = map(str.strip, line.strip(" |").split("|"))
        if set(first) != {"-"}:
            rows.append(f"{first}: {'/'.join(rest)}")
    return f" {'; '.join(rows)}."
