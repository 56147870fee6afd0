"""ASCII for characters that a terminal can't show."""

import codecs
import unicodedata

_SAME = {
    "─·∙−–—¬": "-", "━≖": "=", "┅": "~", "┄▒": ":", "│╎▏▕": "|", "╭╮╰╯┌┐└┘├┤┬┴┼": "+",
    "┏┓┗┛┃█▓═": "#",
    "░…┈╌": ".", "▄▖▗▁▂▃‿": "_", "▀▘▝": "'", "▌▐▎▍▊▋▉": "|", "▙▟▛▜▚▞▅▆▇": "#", "←‹⌫": "<",
    "→▶▸›⏎": ">", "↑▲": "^",
    "↓▼▿": "v", "●★☆✦✪•": "*", "○◇°": "o", "✚✓": "+", "✗×": "x", "▪◆■": "#", "△": "A", "⊔˘": "u",
    "◕": "@", "ω": "w", "♠": "S", "♥": "H",
    "♦": "D", "♣": "C", "‘’": "'", "“”„": '"', "ø": "o", "Ø": "O", "ł": "l", "Ł": "L", "đ": "d",
    "Đ": "D", "ß": "s",
    "\xa0": " ",
}  # fmt: skip
TABLE = {ord("▔"): "-", ord("🔎"): "> "}
for _signs, _plain in _SAME.items():
    TABLE |= dict.fromkeys(map(ord, _signs), _plain)
"""ASCII replacements of characters, with the same width."""
for _dots in range(0x2801, 0x2900):  # Braille, whose dots draw lines
    TABLE[_dots] = ":"
    if not _dots & 0xE4:
        TABLE[_dots] = "'"
    elif not _dots & 0x1B:
        TABLE[_dots] = "."


def base_letter(letter: str) -> str:
    """Return a letter without its diacritics; it may still not be ASCII."""
    return unicodedata.normalize("NFKD", letter)[:1]


def _replaced(error: UnicodeError) -> tuple[str | bytes, int]:
    """Replace what an encoding lacks: the handler of encoding errors named `IN_ASCII`."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    text = ""
    for letter in error.object[error.start : error.end]:
        replacement = TABLE.get(ord(letter), base_letter(letter))
        text += replacement if replacement.isascii() else "?"
    return text, error.end


IN_ASCII = "spades_tui.ascii"
"""The name of an error handler that writes ASCII for what an encoding lacks: L for Ł."""
codecs.register_error(IN_ASCII, _replaced)
