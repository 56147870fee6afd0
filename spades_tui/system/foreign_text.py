"""Texts that a person may have saved with another program, or pasted.

Encodings, and letters that nobody sees.
"""

import codecs
import unicodedata


def is_utf16(raw: bytes) -> bool:
    """Return whether a text was saved as UTF-16, with a mark or without."""
    marked = raw.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    zeros = [byte == 0 for byte in raw[:4]]
    return marked or zeros in ([True, False, True, False], [False, True, False, True])


def without_mark(raw: bytes) -> bytes:
    """Return a file's first bytes without the byte order mark that some editors write.

    Raises UnicodeError for UTF-16, with a message for the user.
    """
    if is_utf16(raw):
        raise UnicodeError("the file is UTF-16; save it as UTF-8")
    return raw.removeprefix(codecs.BOM_UTF8)


INVISIBLE = "\u00ad\u200b\u200c\u200d\u200e\u200f\u2060\ufeff"
"""Letters without a width: soft hyphens, zero-width spaces and joiners, marks.

Letters that turn a text around stay:
what checks the text refuses them."""
_NO_LETTERS = dict.fromkeys(map(ord, INVISIBLE))


def pasted(text: str) -> str:
    """Return a text without invisible letters, and with plain spaces for all others."""
    if text.isascii():
        return text
    seen = text.translate(_NO_LETTERS)
    spaces = {letter for letter in seen if unicodedata.category(letter) == "Zs"}
    return seen.translate(dict.fromkeys(map(ord, spaces), " "))
