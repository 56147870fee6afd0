"""The settings in words: each one's label, values, and explanation."""

from typing import Any, NamedTuple

from spades_tui.language.sentence_parts import plural
from spades_tui.settings.settings import CHOICES, OWN_THEMES

PATIENCES = (0, 5, 10, 20, 30, 60, 120, 300)
"""The choices of seconds that a table waits for a cut; 0: no limit."""


class SettingRow(NamedTuple):
    """A setting: its name, label, the words for its values, and the sentences that explain it."""

    name: str
    label: str
    words: tuple[str, ...]
    """In the order of the values; of those of a switch, the first is for off.

    The times to cut have none.
    """
    about: tuple[str, ...]
    """Each without its full stop."""

    def choices(self, now: Any) -> dict[Any, str]:
        """Return the values of the setting with their words.

        `now`: the current one, which may be another time.
        """
        if not self.words:
            return {value: _patience_words(value) for value in sorted({*PATIENCES, now})}
        return dict(zip(CHOICES.get(self.name, (False, True)), self.words, strict=True))


def _patience_words(seconds: int) -> str:
    if seconds == 0:
        return "as long as it takes"
    if seconds % 60 == 0:
        return plural(seconds // 60, "minute")
    return f"{seconds} seconds"


def explained(about: tuple[str, ...]) -> str:
    """Return sentences as one text."""
    return " ".join(f"{sentence}." for sentence in about)


ROWS = (
    SettingRow(
        "pace", "Pace", ("instant", "lively", "brisk", "leisurely"),
        ("How long cards and messages stay on screen", "Any key skips the wait"),
    ),
    SettingRow(
        "only_card", "Your only card", ("you play it", "played for you"),
        ("If you have only one legal card and no other choice, "
         "it's played for you after a moment",),
    ),
    SettingRow(
        "claims", "After a claim", ("announce it", "go to the score sheet"),
        ("An accepted claim ends the hand",
         "See its tricks counted at the table first, or go straight to the score sheet"),
    ),
    SettingRow(
        "hand_end", "A decided hand", ("you play it", "played for you"),
        ("Your last card is played for you after a moment",
         "If you surely win every trick that's left, they're claimed for you"),
    ),
    SettingRow(
        "open_hands", "Open all hands", ("after each hand", "after the game"),
        ("When everybody may look at all cards, trick by trick: "
         "after each hand, or when the game is over",),
    ),
    SettingRow(
        "cards_out", "Cards out", ("count them yourself", "shown"),
        ("Lists the cards not played yet, for everybody here",
         "In terminals of less than 100 columns, a key at the table shows them"),
    ),
    SettingRow(
        "voids", "Voids", ("note them yourself", "shown"),
        ("Lists the suits that players didn't follow, for everybody here",
         "In terminals of less than 100 columns, a key at the table shows them"),
    ),
    SettingRow(
        "needs", "Needs", ("count them yourself", "shown"),
        ("Says how many tricks each side still needs for its bid",
         "In terminals of less than 100 columns, a key at the table shows it"),
    ),
    SettingRow(
        "coach", "Coach", ("off", "big mistakes", "everything"),
        ("Warns you before you choose a costly bid or card", "The scorebook counts how often",
         "It's silent if you decide before it has thought"),
    ),
    SettingRow(
        "coach_agreed", "Coach for several", ("only if you play alone", "everybody here agrees"),
        ("At one keyboard, the coach speaks to several people only if all of them agree",),
    ),
    SettingRow(
        "suggestions", "Suggested choice", ("none", "shown"),
        ("The cursor starts on the hint's own choice, marked suggested",
         "Without it, nothing is chosen at first"),
    ),
    SettingRow(
        "bell", "Bell", ("silent", "ring at my turn"),
        ("Rings the terminal's bell once when your turn comes",
         "Passing the keyboard never rings it"),
    ),
    SettingRow(
        "sound", "Sound", ("off", "on"),
        ("Plays a sound for a card, a trick, a set, a nil and your turn",
         "Needs spades-tui[sound]"),
    ),
    SettingRow(
        "talk", "Table talk", ("off", "on"),
        ("Computer players with a name say a few words now and then", "Never about cards"),
    ),
    SettingRow(
        "letters", "Suits", ("symbols ♠ ♥ ♦ ♣", "letters S H D C"),
        ("Use letters if the symbols are hard to tell apart",),
    ),
    SettingRow(
        "suits", "Suit colours", ("four", "two, red and black"),
        ("One colour for each suit, or the two colours of a printed deck",),
    ),
    SettingRow(
        "characters", "Characters", ("auto", "all", "plain ASCII"),
        ("Auto uses what your terminal can show",
         "Plain ASCII has no frames, arrows or suit symbols"),
    ),
    SettingRow(
        "faces", "Cards", ("large if they fit", "always small"),
        ("Draws large cards in a large terminal, or keeps them small and leaves the space empty",),
    ),
    SettingRow(
        "deck", "Deck", ("pips and pictures", "large ranks", "plain"),
        ("What large cards show in their middle", "Large cards need a terminal of 30 rows"),
    ),
    SettingRow(
        "back", "Backs", ("weave", "lattice", "zigzag", "diamonds"),
        ("The pattern of cards face down",),
    ),
    SettingRow(
        "sort", "Your hand", ("colours alternate", "suits by rank"),
        ("The order of suits in your hand: "
         "black and red in turn, or spades, hearts, diamonds, clubs",),
    ),
    SettingRow(
        "order", "Each suit", ("high to low", "low to high"),
        ("The order of the cards of a suit, from left to right",),
    ),
    SettingRow(
        "trumps", "Trumps", ("on the left", "on the right"),
        ("The side of your hand where the trumps are",),
    ),
    SettingRow(
        "theme", "Theme",
        ("dark", "light", "high contrast", "red-green blindness", "warm", "16 colours",
         "the terminal's own", *CHOICES["theme"][len(OWN_THEMES):]),
        ("The first seven are ours, the others Textual's", "Set NO_COLOR to play without colours"),
    ),
    SettingRow(
        "motion", "Motion", ("off", "on"),
        ("Moves the cards and the score for a quarter of a second", "Any key skips it"),
    ),
    SettingRow(
        "cut", "Cut", ("nobody cuts", "you're asked"),
        ("Whether you're asked to cut the deck before each deal, at new tables",
         "Your cut helps to prove that nobody chose the cards"),
    ),
    SettingRow(
        "cut_patience", "Time to cut", (),
        ("If you're asked to cut and don't answer in this time, nobody cuts",),
    ),
    SettingRow(
        "plain", "Display", ("full screen", "plain text"),
        ("Plain text works line by line, for screen readers and slow connections",
         "Takes effect at the next start"),
    ),
)  # fmt: skip
"""The settings, in the order in which they are shown."""

NAME_HELP = (
    "Your name at new tables and in the scorebook",
    "Games you've already played keep the old name",
)
