"""Which bytes from a terminal are keys; nothing else that a terminal sends is ever typed.

Terminals send keys, reports of the mouse, and replies in one stream. A sequence begins with ESC and
has a known end, so this parser reads it whole, in however many pieces it arrives. It's then a key,
a report that the program has asked for, or nothing. The Kitty protocol also names the key on the
Latin keyboard, so letters work on every layout.

This module needs nothing else of the program: `use_parser` gives the parser to Textual's drivers,
and `asked_for` corrects what they ask of a terminal. `tests/terminal/test_keys.py` is the
table from bytes to keys.
Written for Textual 8.2.8: private names are its tables of keys and the methods of its parsers.
"""

import os
import re
import sys
import unicodedata
from collections.abc import Generator, Iterable, Iterator
from contextlib import suppress
from time import monotonic

from textual import constants, events
from textual._ansi_sequences import ANSI_SEQUENCES_KEYS
from textual._keyboard_protocol import FUNCTIONAL_KEYS
from textual._parser import ParseEOF, Parser, ParseTimeout, Peek1, Read1, TokenCallback
from textual._xterm_parser import SPECIAL_KEY_TO_CHARACTER, XTermParser
from textual.keys import Keys, _character_to_key
from textual.message import Message

Reading = Generator[Read1 | Peek1, str, str]
"""Reads characters; returns the first one that belongs to something else, or ""."""

PATIENCE = 3.0
"""Seconds to wait for the rest of what may have been Alt with a letter; then it is dropped."""
SLOW_ESCAPE = 0.4
"""Seconds to wait for a sequence after ESC on a slow line; if none comes, it was the Escape key."""
LATE = 1.0
"""Seconds after an Escape key for which the rest of a sequence may still arrive."""
AT_ONCE = 0.02
"""Seconds between two characters that arrive together, so nobody has typed them."""
LONGEST = 256
"""Maximum characters of a sequence that can mean something."""
MOST_PASTED = 100_000
"""Maximum characters of pasted text; the rest is dropped."""

ESC, BELL, CONTROL_C = "\x1b", "\x07", "\x03"
PASTE, PASTE_END = "\x1b[200~", "\x1b[201~"
STRINGS = "]P_^X"
"""The characters after ESC that begin OSC, DCS, APC, PM and SOS."""

_REPORTS = re.compile(
    r"\x1b\[(?:[IO]|<\d{1,4};-?\d{1,6};-?\d{1,6}[mM]|\?(?:2026|2048);\d\$y"
    r"|48(?:;[1-9]\d{0,3}(?::[\d:]*)?){2}(?:;\d{1,5}(?::[\d:]*)?){2}t)"
)
"""Reports that Textual asks for: focus, the mouse, two modes, and the size of the window."""

_KEY = re.compile(
    r"\x1b\[(?P<code>\d{1,7})?(?::(?P<shifted>\d{0,7}))?(?::(?P<base>\d{1,7}))?"
    r"(?:;(?P<bits>\d{0,3})(?::(?P<kind>\d))?)?(?:;(?P<text>[\d:]*))?(?P<end>[u~A-FHPQS])"
)
"""A key of the Kitty protocol, which most keys of older terminals fit too."""
SHIFT, ALT, COMMANDS, CAPS_LOCK = 1, 2, 4 | 8 | 16 | 32, 64
"""Bits of modifiers; with those of a command, a key types nothing."""
MODIFIERS = {1: "shift", 2: "alt", 4: "ctrl", 8: "super", 16: "hyper", 32: "meta"}
RELEASED = "3"
OTHER_KEYS = "27~"
"""The code and the end of xterm's other keys; their third number is the character."""
NO_KEYS = set(map(str, (*range(57358, 57364), *range(57428, 57455))))
"""Codes of keys that do nothing: locks, modifiers, Print Screen, Pause, Menu, media keys."""

ON_THE_C_KEY = ("с", "ψ", "ؤ", "ב")
"""Letters on the key of Ctrl+C in other layouts, for terminals that don't name the Latin one."""
SIGNS_FOR_LETTERS = {("/", "q"), ("'", "w"), (";", "q")}
"""Signs that the Hebrew and the Greek layout have on the key of a letter."""


def use_parser() -> None:
    """Let those of Textual's drivers that are loaded read with this parser."""
    for name in ("linux_driver", "win32", "web_driver"):
        module = sys.modules.get(f"textual.drivers.{name}")
        if module is not None:
            vars(module)["XTermParser"] = KeyParser


def asked_for(written: str) -> str:
    """Return what to write to a terminal instead of this request of Textual's driver."""
    return "\x1b[>29u" if written == "\x1b[>25u" else written  # 4 more: the key on the Latin layout


class Key(events.Key):
    """A key of a layout without Latin letters.

    It has the name of Textual's class, because Textual calls the methods for messages by it.
    """

    def __init__(self, key: str, character: str | None, latin: str) -> None:
        super().__init__(key, character)
        self.latin = latin
        """The character of this key on the Latin layout."""


def latin_of(event: events.Key) -> str:
    """Return the character of a key on the Latin layout; "" if it is the same, or unknown."""
    return event.latin if isinstance(event, Key) else ""


def readings(event: events.Key) -> list[events.Key]:
    """Return a key, and what else it may mean: its Latin letter, and both without Caps Lock."""
    found, latin = [event], latin_of(event)
    if "+" in event.key or not event.is_printable:
        return found
    for character in dict.fromkeys([latin, (event.character or "").lower(), latin.lower()]):
        if len(character) == 1 and character != event.character:
            reading = events.Key(_character_to_key(character), character)
            reading.time = event.time
            found.append(reading)
    return found


def is_foreign(key: str) -> bool:
    """Return whether a key types a letter of another alphabet than the Latin one."""
    return len(key) == 1 and key.isalpha() and not unicodedata.name(key, "").startswith("LATIN")


class KeyParser(Parser[Message]):
    """A parser of what a terminal sends."""

    def __init__(self, debug: bool = False) -> None:
        self._theirs = XTermParser(debug)
        """Textual's parser, which gets only whole sequences."""
        slow = "SSH_CONNECTION" in os.environ
        self._escape = max(constants.ESCAPE_DELAY, SLOW_ESCAPE if slow else 0.0)
        """Seconds to wait for a sequence after ESC."""
        self._post: TokenCallback[Message] = lambda message: None
        super().__init__()

    def parse(self, token_callback: TokenCallback[Message]) -> Generator[Read1 | Peek1, str, None]:
        """Read characters, and call back with each key and each report."""
        self._post = token_callback
        with suppress(ParseEOF):
            following = ""
            while True:
                character = following or (yield self.read1())
                if character == ESC:
                    following = yield from self._sequence()
                else:
                    following = ""
                    self._type(character)

    def _type(self, character: str, alt: bool = False) -> None:
        """Post the key of one character, unless it's a control character of a report in 8 bits."""
        if not "\x80" <= character < "\xa0":
            self._post_keys(self._theirs._sequence_to_key_events(character, alt))

    def _post_keys(self, keys: Iterable[events.Key]) -> None:
        for key in keys:
            if key.key != Keys.Ignore:
                self._post(key)

    # Sequences. ESC or another control character ends any of them, so Ctrl+C always arrives.

    def _sequence(self) -> Reading:
        """Read what follows ESC."""
        try:
            character = yield self.read1(self._escape)
        except ParseTimeout:
            self._post(events.Key("escape", ESC))
            return (yield from self._late_rest(monotonic()))
        if character == ESC:
            self._post(events.Key("escape", ESC))
            return ESC
        return (yield from self._rest(character))

    def _late_rest(self, escaped: float) -> Reading:
        """Read the rest of a sequence whose ESC was taken for a key, if it comes.

        Then the line is slow, so wait longer from now on.
        """
        character = yield self.read1()
        if character not in ("[", "O") or monotonic() - escaped > LATE:
            return character
        try:
            following = yield self.read1(AT_ONCE)
        except ParseTimeout:
            return character
        self._escape = max(self._escape, SLOW_ESCAPE)
        return (yield from self._rest(character, following, late=True))

    def _rest(self, character: str, following: str = "", late: bool = False) -> Reading:
        """Read a sequence by its first characters after ESC; post what it means, unless `late`."""
        try:
            if character in STRINGS:
                return (yield from self._string())
            if character not in ("[", "O"):
                self._post_alt(character)
                return ""
            sequence, after = yield from self._control(character, following)
        except ParseTimeout:
            return ""
        if sequence == PASTE:
            return (yield from self._pasted())
        if not (late or after):
            self._post_meaning(sequence)
        return after

    def _control(self, first: str, character: str) -> Generator[Read1 | Peek1, str, tuple[str, str]]:
        """Read a control sequence (CSI or SS3).

        Return it, and the character that has broken it off, or "".
        """
        sequence = ESC + first
        while True:
            certain = len(sequence) > len(f"{ESC}[")  # and not Alt with a letter
            character = character or (yield self.read1(None if certain else PATIENCE))
            if not " " <= character <= "~":
                return sequence, character
            sequence = (sequence + character)[:LONGEST]
            if sequence == f"{ESC}[M":  # an old report of the mouse: button, column and row
                for _ in range(3):
                    yield self.read1(PATIENCE)
                return sequence, ""
            first_of_two = sequence == f"{ESC}[["  # a function key of the Linux console
            if sequence in ANSI_SEQUENCES_KEYS or (character >= "@" and not first_of_two):
                return sequence, ""
            character = ""

    def _string(self) -> Reading:
        """Read a reply up to its end, BEL or ST; it means nothing."""
        while True:
            character = yield self.read1(PATIENCE)
            if character == BELL:
                return ""
            if character == ESC:
                character = yield self.read1(PATIENCE)
                if character == ESC:
                    return ESC
                return "" if character == "\\" else (yield from self._rest(character))
            if character < " ":
                return character

    def _pasted(self) -> Reading:
        """Read and post pasted text. Ctrl+C, which isn't pasted, breaks it off."""
        text, newest, count = "", "", 0
        while newest != PASTE_END:
            character = yield self.read1()
            if character == CONTROL_C:
                return character
            newest = (newest + character)[-len(PASTE_END) :]
            count += 1
            if count <= MOST_PASTED:
                text += character
        text = text[: count - len(PASTE_END)].replace("\x00", "")
        self._post(events.Paste(text))
        return ""

    # Meanings

    def _post_alt(self, character: str) -> None:
        """Post a key that was pressed with Alt."""
        if ESC + character in ANSI_SEQUENCES_KEYS:
            self._post_keys(self._theirs._sequence_to_key_events(ESC + character))
        else:
            self._type(character, alt=True)

    def _post_meaning(self, sequence: str) -> None:
        """Post the key or the report of a whole sequence; nothing for any other."""
        if _REPORTS.fullmatch(sequence):
            for report in self._theirs.feed(sequence):
                self._post(report)
            return
        match = _KEY.fullmatch(sequence)
        keys = [] if match is None else [*_keys(match)]
        known = ANSI_SEQUENCES_KEYS.get(sequence, ())
        place = sequence.endswith("R") and sequence.startswith(f"{ESC}[")  # of the cursor; F3 begins with ESC O
        if not keys and isinstance(known, tuple) and not place:
            keys = [events.Key(key.value, None) for key in known]
        self._post_keys(keys)


# Keys of the Kitty protocol


def _keys(match: re.Match[str]) -> Iterator[events.Key]:
    """Yield the key of a sequence, or each character that it types."""
    code, end, text = match["code"] or "1", match["end"], match["text"] or ""
    if f"{code}{end}" == OTHER_KEYS:
        code, end, text = text, "u", ""
    bits = max(0, int(match["bits"] or "1") - 1)
    if match["kind"] == RELEASED or (end == "u" and code in NO_KEYS):
        return
    typed = [one for one in map(_character, text.split(":")) if one and not bits & COMMANDS]
    named = FUNCTIONAL_KEYS.get(f"{code}{end}", "")
    if named and not typed:
        held = bits & (SHIFT | COMMANDS | ALT)
        character = None if held else SPECIAL_KEY_TO_CHARACTER.get(named)
        yield events.Key(_with_modifiers(named, bits), character)
        return
    if end == "u":
        yield from _character_keys(match, _character(code), typed, bits)


def _character_keys(match: re.Match[str], plain: str, typed: list[str], bits: int) -> Iterator[events.Key]:
    """Yield the keys of a sequence for a key that types `plain` without Shift."""
    base = _character(match["base"] or "")
    latin = base if not plain.isascii() or (plain, base) in SIGNS_FOR_LETTERS else ""
    if not typed and bits & (COMMANDS | ALT):
        letter = latin or ("c" if plain in ON_THE_C_KEY else plain)
        if letter:
            yield events.Key(_with_modifiers(_character_to_key(letter), bits), None)
        return
    if not typed and plain:  # the terminal doesn't say what it types
        large = bool(bits & SHIFT) != bool(bits & CAPS_LOCK and plain.isalpha())
        typed = [(_character(match["shifted"] or "") or plain.upper()) if large else plain]
    for one in typed:
        key, on_latin = _character_to_key(one), latin.upper() if one.isupper() else latin
        yield Key(key, one, on_latin) if on_latin else events.Key(key, one)


def _character(code: str) -> str:
    """Return the character of a number; "" if there is no printable one."""
    number = int(code or "0")
    character = chr(number) if number <= sys.maxunicode else ""
    return character if character.isprintable() else ""


def _with_modifiers(key: str, bits: int) -> str:
    """Return Textual's name for a key with these modifiers."""
    return "+".join([*sorted(word for bit, word in MODIFIERS.items() if bits & bit), key])
