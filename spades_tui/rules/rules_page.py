"""A variant in words: the rules page, `variants show`, and the short text beside the list of variants."""

import re
from functools import lru_cache
from typing import Any

from spades_tui import cards
from spades_tui.language.address import capitalized
from spades_tui.language.amounts import number_word, plural
from spades_tui.language.quoting import either
from spades_tui.rules import options, plays
from spades_tui.rules.deck import DEFAULT_SUITS
from spades_tui.rules.programme import Format
from spades_tui.rules.variant import Variant, in_format
from spades_tui.system.folders import shipped_folder

SHORT_LETTERS = 130
"""The most letters for one component in a short description."""


def describe(variant: Variant, full: bool = False) -> list[str]:
    """Return a description in about eight lines: players, deck, trumps, the file's sentences, scoring and end.

    `full`: whether to include long sentences about scores, such as a table of all bids.
    """
    scores = (sentence for _, sentence in _told(variant, "scores"))
    told = scores if full else filter(None, map(_short, scores))
    ends = (sentence for _, sentence in _told(variant, "endings"))
    table = f"{players(variant)} {deck(variant)}"
    return [table, f"{_trumps(variant)}.", *variant.special, *told, *ends]


def _short(told: str) -> str:
    """Return the first sentences of a component, up to the limit; empty for a table of bids."""
    short = ""
    for part in told.split(". "):
        longer = f"{short} {part.rstrip('.')}.".strip()
        short = longer if len(longer) <= SHORT_LETTERS else short
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
    removed = f", without {either(map(_printed, variant.deck.remove), 'and')}" if variant.deck.remove else ""
    if variant.deal.draft:
        return f"{size} cards{jokers}{removed}; each drafts {variant.deal.cards} from the stock."
    parts = [f"{size} cards{jokers}{removed}; {variant.deal.cards} each"]
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
        "Starting on the dealer's left, each player in turn looks at the top card of the stock. If they keep it, the "
        f"next card{unseen} is thrown away. If they throw it away, the next card is theirs. The others see which they "
        "chose, but no cards. (TW-1)"
    ]


def bidding(variant: Variant) -> list[str]:
    """Say what is bid, and in which order."""
    return [sentence for _, sentence in _told(variant, "bids")]


def rules_of_bidding(variant: Variant) -> list[str]:
    """Return the names of the rules that apply to the bidding, such as ``SB-2``."""
    return list(dict.fromkeys(rule for part, _ in _told(variant, "bids") for rule in part.cites))


def rules_of_play(variant: Variant) -> list[str]:
    """Return the names of the rules that apply to trick play, such as ``C-6``."""
    return list(dict.fromkeys(["C-6", "C-7", *(part.rule for part, _ in _told(variant, "plays"))]))


def _told(variant: Variant, where: str) -> list[tuple[Any, str]]:
    """Return the components of a list with their sentences, without scores of skipped hands if no hand is skipped."""
    variant = variant.in_play()
    zero, skips = zero_word(variant), any(part.skips and part.sentence() for part in variant.bids)
    parts = [part for part in getattr(variant, where) if skips or where != "scores" or not part.scores_skipped]
    return [(part, sentence) for part in parts if (sentence := part.sentence(zero))]


def zero_word(variant: Variant) -> str:
    """Return the game's word for a bid of 0."""
    return next((part.facts.zero_word for part in variant.in_play().scores if part.scores_zeros), "zero")


def rules_page(variant: Variant) -> list[tuple[str, list[str]]]:
    """Return headings, each with the sentences of its components in order, with their rules."""
    duty = any(isinstance(part, plays.MustBeat) and part.void != "free" for part, _ in _told(variant, "plays"))
    instead = plays.BESIDE_A_DUTY if duty else {}
    headings = {"bids": "Bidding", "plays": "Play", "scores": "Scoring", "endings": "The end", "customs": "Customs"}
    pages = {
        "The table": [players(variant), deck(variant), *draft(variant), _ranks(variant)],
        **{
            heading: [
                f"{instead.get(type(part)) or told} ({', '.join(part.cites)})" for part, told in _told(variant, where)
            ]
            for where, heading in headings.items()
        },
        "The programme": [told for _, told in programme_of(variant)],
        "Options": [_option_sentence(option) for option in options.options_of(variant)],
    }
    return [(heading, sentences) for heading, sentences in pages.items() if sentences]


def programme_of(variant: Variant) -> list[tuple[str, str]]:
    """Return the formats in the order of the file, each name with its sentence; empty if all hands are alike."""
    return [(form.format, _format_sentence(variant, form)) for form in variant.programme]


def _format_sentence(variant: Variant, form: Format) -> str:
    """Say which hands have a format, and what differs in them (LG-1)."""
    hands = either(list(map(str, form.hands)), "and")
    which = f"{'Hand' if len(form.hands) == 1 else 'Hands'} {hands}" if form.hands else ""
    extra = "extra hands to break a tie" if form.level else ""
    hand = in_format(variant, form)
    told = " ".join(_differences(variant, hand)) or "As above."
    head = " and ".join(part for part in (which, extra) if part)
    return f"{capitalized(head)}, {form.format}: {told}"


def _differences(usual: Variant, hand: Variant) -> list[str]:
    """Return the sentences that differ in a format's hands, and those it leaves out without another of their kind."""
    before, now = (
        [(part.kind, words, part.sentence(zero_word(variant)))
         for part in variant.in_play().components() if (words := part.sentence())]
        for variant in (usual, hand)
    )  # fmt: skip
    told, kinds = [words for _, words, _ in before], [kind for kind, *_ in now]
    gone = [f"Left out: {words}" for kind, _, words in before if kind not in kinds]
    return [*(words for _, same, words in now if same not in told), *gone]


def this_hand(usual: Variant, hand: Variant) -> list[str]:
    """Say what differs in a hand that is played in a format (LG-1); nothing in a game without formats."""
    if not usual.programme:
        return []
    return _differences(usual, hand) or ["It's played like the game's other hands."]


def _trumps(variant: Variant) -> str:
    named = {"BJ": "big joker,", "LJ": "little joker,", "T": "10"}
    order = " ".join(named.get(name) or _printed(name) for name in variant.deck.spades.split(" ")).removesuffix(",")
    others = [_printed(name) for name in variant.deck.spades.split(" ") if name not in named and len(name) == 2]
    odd = f"; {either(others, 'and')} {'is a spade' if len(others) == 1 else 'are spades'}" if others else ""
    return f"Spades are trumps and rank {order}{odd}"


def _printed(name: str) -> str:
    """Return a card of a file as people write it, ``2♦``; leave the rank of a spade unchanged."""
    return name if len(name) == 1 else cards.pretty(cards.parse(name))


def _ranks(variant: Variant) -> str:
    if variant.deck.aces == "called":
        return f"{_trumps(variant)}; aces are called high or low."
    if variant.deck.suits != DEFAULT_SUITS:
        return f"{_trumps(variant)}; cards of the other suits rank {variant.deck.suits.replace('T', '10')}."
    return f"{_trumps(variant)}; in the other suits the ace is high."


def _option_sentence(option: options.Option) -> str:
    value = option.usual
    now = "on" if value is True else "off" if value is False else str(value)
    allowed = "on or off" if isinstance(value, bool) else option.allowed()
    now, allowed = (re.sub(r"(?<!\w)-(?=\d)", "−", text) for text in (now, allowed))
    return f"{option.name}: {option.words} ({'; '.join(part for part in (now, allowed, option.rule) if part)})"


def summary_line(variant: Variant) -> str:
    """Return one line for a list of variants."""
    return f"{plural(variant.seats, 'seat')}, {variant.summary}"


def page(variant: Variant) -> str:
    """Return the whole variant in words, as plain text."""
    out = [variant.name, variant.summary, ""]
    for heading, sentences in rules_page(variant):
        out += [heading, *(f"  {sentence}" for sentence in sentences), ""]
    if variant.source:
        out.append(f"Source: {variant.source}")
    return "\n".join(out).rstrip() + "\n"


_RULE = re.compile(r"^- \*\*([A-Z0-9]{1,3}-[0-9]{1,3})\*\* (.*(?:\n  .*|\n(?=\n  ))*)", re.MULTILINE)
"""A rule's name and its text, which may have further paragraphs and a table."""
_WORD = re.compile(r"^- \*\*([^*]+)\*\* (.*(?:\n  .*)*)", re.MULTILINE)
_LINK = re.compile(r"\[([^\]]*)\]\([^)]*\)")
_TABLE = re.compile(r"\n\n((?:  \|.*\n?)+)")


@lru_cache(maxsize=1)
def rule_texts() -> dict[str, str]:
    """Return every rule by its name, such as ``SB-5``, as the reference has it. Raises OSError."""
    return {name: _plain(text) for page in ("rules.md", "rules-3b.md") for name, text in _RULE.findall(_page(page))}


@lru_cache(maxsize=1)
def words() -> dict[str, str]:
    """Return the words of the table and their meanings, in alphabetical order. Raises OSError."""
    return {word: _plain(text) for word, text in _WORD.findall(_page("glossary.md"))}


def _page(name: str) -> str:
    return (shipped_folder("docs") / name).read_text("utf-8")


def _plain(text: str) -> str:
    """Return a text on one line, without Markdown."""
    text = _TABLE.sub(_one_line, re.sub(r"^  - ", "  ", text, flags=re.MULTILINE))
    return " ".join(re.sub(r"[*`]", "", _LINK.sub(r"\1", text)).split())


def _one_line(table: re.Match[str]) -> str:
    """Return a table on one line: ``bid: made/missed; 0: 200/−120``."""
    rows = [[cell.strip() for cell in line.strip(" |").split("|")] for line in table[1].splitlines()]
    told = [f"{first}: {'/'.join(rest)}" for first, *rest in rows if set(first) != {"-"}]
    return f" {'; '.join(told)}."
