"""The user's settings: pace, sorting and look of cards, the cut, and more; and the user's name.

`spades_tui.settings.settings_file` saves them in a small TOML file.
"""

import re
from pathlib import Path
from typing import Literal, get_args, get_origin

from msgspec import Struct
from msgspec.structs import fields, replace

from spades_tui.bots.levels import is_level
from spades_tui.language.mistakes import mistake_words
from spades_tui.language.player_names import NAME_MOST, fault, tidy
from spades_tui.language.quoting import meant
from spades_tui.language.unusable import UnusableError
from spades_tui.system.output import beginning

Pace = Literal["instant", "lively", "brisk", "leisurely"]
Suits = Literal["four", "two"]
Theme = Literal[
    "dark", "light", "contrast", "red-green", "warm", "sixteen", "terminal",
    "textual-dark", "textual-light", "nord", "gruvbox", "catppuccin-mocha", "catppuccin-macchiato", "catppuccin-frappe",
    "catppuccin-latte", "dracula", "tokyo-night", "monokai", "flexoki", "solarized-dark", "solarized-light",
    "rose-pine", "rose-pine-moon", "rose-pine-dawn", "atom-one-dark", "atom-one-light",
]  # fmt: skip
"""Our themes, and the themes of Textual whose names describe their colours."""
OWN_THEMES: tuple[Theme, ...] = ("dark", "light", "contrast", "red-green", "warm", "sixteen", "terminal")

FILE_MOST = 20_000
"""Maximum size of a settings file, in bytes."""
SHOWN = 80
"""Maximum letters of a value in an error line."""
RELAY_MOST = 100
"""Maximum letters of a relay's address."""
_RELAY = re.compile(r"https?://[A-Za-z0-9.:\[\]-]+/")
CUT_PATIENCE_MOST = 300
"""Seconds; 0 means no limit (C-3)."""


class Settings(Struct, frozen=True):
    """The user's settings. Raises UnusableError for a value out of bounds."""

    pace: Pace = "brisk"
    only_card: bool = False
    """Whether a person's only card plays itself after a moment, unless they could act out of turn."""
    hand_end: bool = True
    """Whether a person's last card plays itself after a moment, and tricks that they surely win are claimed."""
    claims: Literal["told", "sheet"] = "told"
    """After an accepted claim: show it at the table for a moment, or go straight to the score sheet (C-12)."""
    open_hands: Literal["hand", "game"] = "hand"
    """When users may look at all hands: after each hand, or after the game.

    It applies to this keyboard, and isn't in the record.
    """
    cards_out: bool = False
    """Whether the table shows the cards not played yet; in plain text you can ask for them."""
    voids: bool = False
    """Whether the table shows the suits that players didn't follow; in plain text you can ask for them."""
    needs: bool = True
    """Whether the table shows the tricks that each side still needs; in plain text the bids say it too."""
    coach: Literal["off", "big", "everything"] = "off"
    """The mistakes before which the coach speaks."""
    coach_agreed: bool = False
    """Whether several people at one keyboard have agreed to the coach; otherwise it's silent there."""
    suggestions: bool = True
    """Whether the cursor starts on the hint's own choice, marked as suggested, once that is known."""
    bell: bool = False
    """Whether the terminal's bell rings when it becomes a person's turn after others have acted."""
    sound: bool = False
    """Whether the table has sounds for cards, tricks, sets, nils and turns; they need the extra `sound`."""
    talk: bool = True
    """Whether named computer players say a few words now and then."""
    letters: bool = False
    """Whether suits are the letters S H D C rather than symbols."""
    suits: Suits = "four"
    """A colour for each suit, or red and black."""
    characters: Literal["auto", "all", "ascii"] = "auto"
    """The characters on screen: as many as the terminal can show, all, or plain ASCII."""
    faces: Literal["big", "compact"] = "big"
    """Cards as large as will fit, or always small ones."""
    deck: Literal["pictures", "ranks", "plain"] = "pictures"
    """What large cards show besides their corners."""
    back: Literal["weave", "lattice", "zigzag", "diamonds"] = "weave"
    """The pattern of cards face down."""
    motion: bool = True
    """Whether cards and scores move briefly, to show what changes."""
    cut: bool = False
    """Whether people at new tables are asked to cut the deck (C-3)."""
    cut_patience: int = 20
    """Seconds that a person has to cut; 0: no limit (C-3)."""
    sort: Literal["alternating", "ranks"] = "alternating"
    """The order of suits: alternating in colour, or spades, hearts, diamonds, clubs."""
    order: Literal["high-low", "low-high"] = "high-low"
    """The ranks of a suit, from left to right."""
    trumps: Literal["left", "right"] = "left"
    """The side of the hand with the spades."""
    theme: Theme = "dark"
    """The colours of the table and of everything else."""
    plain: bool = False
    """Whether the game starts in plain text."""
    name: str = ""
    """The user's name at the table; empty until it has been asked for."""
    partner: str = ""
    """The computer player who is the user's partner at every new table, ``strong/zeros:Eve``; empty for none."""
    beans_explained: bool = False
    """Whether a game has explained what beans are; the program notes it, and no form shows it."""
    relay: str = ""
    """The address of the relay where friends find this host, such as ``https://relay.example.org/``; empty for a public
    one."""
    keys: tuple[tuple[str, str], ...] = ()
    """Changed keys: an action's name and its key; a separate table in the file."""

    def __post_init__(self) -> None:
        """Check every value."""
        for name in NAMES:
            why = problem(name, getattr(self, name))
            if why:
                raise UnusableError(f"{name}: {why}")


def problem(name: str, value: object) -> str:
    """Return why a setting can't have a value, and how to fix that; "" if it can."""
    fix = ""
    if name == "keys":
        return ""  # `keymap.held_keys` checks them
    if name == "name":
        if type(value) is not str or (value and (tidy(value) != value or fault(value))):
            fix = f"write a name of at most {NAME_MOST} letters"
    elif name == "partner":
        if type(value) is not str or (value and not _is_partner(value)):
            fix = "write LEVEL:NAME, such as strong:Eve"
    elif name == "relay":
        if type(value) is not str or (value and not is_relay(value)):
            fix = "write the address of a relay, such as https://relay.example.org/"
    elif name == "cut_patience":
        if type(value) is not int or not 0 <= value <= CUT_PATIENCE_MOST:
            fix = f"write a number of seconds from 0 to {CUT_PATIENCE_MOST}"
    elif name in CHOICES:
        if type(value) is not str or value not in CHOICES[name]:
            fix = _instead(value, CHOICES[name])
    elif type(value) is not bool:
        fix = "write true or false"
    return fix and f"{beginning(str(value), SHOWN)} isn't allowed; {fix}"


def is_relay(address: str) -> bool:
    """Return whether a text is the address of a relay, as a line for friends has it."""
    return len(address) <= RELAY_MOST and _RELAY.fullmatch(address) is not None


def _is_partner(text: str) -> bool:
    level, _, name = text.partition(":")
    return is_level(level) and tidy(name) == name and fault(name) is None


def _instead(found: object, wanted: tuple[str, ...]) -> str:
    """Return what to write instead: one of a few words, or the most similar one of many."""
    if len(wanted) <= len(OWN_THEMES):
        return f"choose from {', '.join(wanted)}"
    near, own = meant(str(found), wanted), ", ".join(OWN_THEMES)
    if near:
        return f"did you mean {near!r}?"
    return f"choose from {own}, or a theme of Textual's, such as nord"


NAMES = tuple(field.name for field in fields(Settings))
"""All settings."""

OLD_SWITCHES = {"counting": ("cards_out", "voids")}
"""Switches of earlier versions, and the settings that each turns on or off unless the file has those too."""

CHOICES = {field.name: get_args(field.type) for field in fields(Settings) if get_origin(field.type) is Literal}
"""The values of each setting that is one of several words."""


def noted(settings: Settings) -> bool:
    """Return whether the table shows any fact that players could have noted themselves."""
    return settings.cards_out or settings.voids or settings.needs


class Fault(Struct, frozen=True):
    """A mistake in a settings file. As text it is one line: file, line, name, what is wrong and how to fix it."""

    file: str
    line: int
    """From 1; 0 for the whole file."""
    name: str
    """The name of the setting; "" if unknown."""
    words: str

    def __str__(self) -> str:
        """Return a line such as ``settings.toml:3: theme: drak isn't allowed; did you mean 'dark'?``."""
        return mistake_words(self.file, self.line, beginning(self.name, SHOWN), self.words)


class LoadedSettings(Struct, frozen=True):
    """Settings, and the mistakes of their file; its other values are valid."""

    settings: Settings
    faults: tuple[Fault, ...] = ()

    @property
    def problem(self) -> str | None:
        """A sentence about the mistakes; None if there are none."""
        if not self.faults:
            return None
        more = f" ({len(self.faults) - 1} more)" if len(self.faults) > 1 else ""
        return f"{self.faults[0]}{more}"

    @property
    def warning(self) -> str:
        """A short warning about the mistakes for the first screen; "" if there are none."""
        if not self.faults:
            return ""
        first = replace(self.faults[0], file=Path(self.faults[0].file).name)
        more = f" `spades-tui settings check` names {len(self.faults) - 1} more." if len(self.faults) > 1 else ""
        return f"{first}{'' if str(first).endswith('?') else '.'} The default applies there.{more}"
