"""The settings in words: of each its name, its values, and what it means."""

from spades_tui.language.times import PATIENCES
from spades_tui.settings.settings import CHOICES, OWN_THEMES

ROWS: tuple[tuple[str, str, tuple[object, ...], tuple[str, ...], str], ...] = (
    (
        "pace", "Pace", ("instant", "brisk", "leisurely"), ("instant", "brisk", "leisurely"),
        "How long cards and messages stay before the game goes on. Any key hurries it.",
    ),
    (
        "only_card", "Your only card", (False, True), ("you play it", "plays itself"),
        "Where only one card may be played, and nothing else could be said, it is played after a moment.",
    ),
    (
        "claims", "A claim that stands", ("told", "sheet"), ("is told first", "straight to the sheet"),
        "A claim that stands ends the hand. It is told at the table for a moment, or the score sheet comes at once.",
    ),
    (
        "open_hands", "All hands open", ("hand", "game"), ("after each hand", "after the game"),
        "When everybody's cards may be looked at, trick by trick: on the sheet of each hand, or when the game is over.",
    ),
    (
        "counting", "Cards out and voids", (False, True), ("you count yourself", "shown to all"),
        "Cards not played yet and voids shown stand beside the table, at 100 columns and wider; for everybody here.",
    ),
    (
        "bell", "Bell", (False, True), ("silent", "rings at your turn"),
        "The terminal's bell, once, when others have acted and it is your turn. A curtain rings for nobody.",
    ),
    (
        "letters", "Suits", (False, True), ("symbols ♠ ♥ ♦ ♣", "letters S H D C"),
        "Letters are for terminals and eyes that do not tell the symbols apart.",
    ),
    (
        "suits", "Colours of suits", ("four", "two"), ("four, one each", "two, red and black"),
        "A colour for each suit, or the two colours of a printed pack.",
    ),
    (
        "characters", "Drawn with", ("auto", "all", "ascii"),
        ("what the terminal can", "all characters", "plain ASCII"),
        "Plain ASCII has no frames, arrows or suits that are no letters. Some terminals have nothing else.",
    ),
    (
        "faces", "Cards", ("big", "compact"), ("as large as can be", "always small"),
        "In a large terminal cards are drawn large, with all their signs, or they stay small and leave the room.",
    ),
    (
        "sort", "Your hand", ("alternating", "ranks"), ("colours alternate", "suits by rank"),
        "In which order the suits of your hand stand: red between black, or spades, hearts, diamonds, clubs.",
    ),
    (
        "order", "Each suit", ("high-low", "low-high"), ("from high to low", "from low to high"),
        "In which order the cards of a suit stand, from left to right.",
    ),
    (
        "trumps", "Spades stand", ("left", "right"), ("on the left", "on the right"),
        "On which side of your hand the trumps are.",
    ),
    (
        "theme", "Colours", CHOICES["theme"],
        ("a dark table", "a light table", "high contrast", "red-green blindness", "warm",
         *CHOICES["theme"][len(OWN_THEMES):]),
        "Five of the program's own; the names after them are Textual's. With NO_COLOR set it does without any.",
    ),
    (
        "motion", "Motion", (True, False), ("shows what goes where", "none"),
        "Cards that are dealt and gathered, and the score, move for a quarter of a second. Any key ends it.",
    ),
    (
        "cut_patience", "Waiting for the cut", PATIENCES, (),
        "Before a deal the cut is offered. Who has not answered after this time has declined.",
    ),
    (
        "plain", "The game comes", (False, True), ("on the whole screen", "as plain text"),
        "Plain text is lines without a drawing, for screen readers and slow lines. It holds from the next start.",
    ),
)  # fmt: skip
"""Of each setting: its name, what stands before it, its values, their words, and what it means."""

NAME_HELP = "What you are called at a new table, and in the book. Games that you have played keep the name they have."
