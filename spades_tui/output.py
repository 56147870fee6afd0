"""Text on standard output, the same bytes whatever the terminal's locale says."""

import sys


def write_text(text: str) -> None:
    """Write text as UTF-8; what UTF-8 cannot hold (half a character from an argument) as a question mark."""
    wipe()
    sys.stdout.flush()
    buffer = getattr(sys.stdout, "buffer", None)
    if buffer is None:
        sys.stdout.write(text)
    else:
        buffer.write(text.encode("utf-8", "replace"))
        buffer.flush()


MOST_ECHOED = 80
"""Letters of somebody else's text, such as the name of a file, that are shown."""


def printable(text: str) -> str:
    """A text without what would act on a terminal: a control character stands there as ``\\x1b``."""
    return "".join(letter if letter.isprintable() else _escaped(letter) for letter in text)


def echoed(text: str) -> str:
    """A stranger's text, escaped and cut at `MOST_ECHOED` letters; the end of a long one tells more than its middle."""
    shown = printable(text)
    return shown if len(shown) <= MOST_ECHOED else f"{shown[:19]}…{shown[-(MOST_ECHOED - 20) :]}"


def complain(text: object) -> None:
    """One line on standard error; what is no plain text in it is escaped."""
    wipe()
    print(printable(str(text)), file=sys.stderr)


def _escaped(letter: str) -> str:
    code = ord(letter)
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


_passing = 0
"""Letters of the line that is passing by."""


def pass_by(text: str) -> None:
    """Show a line on standard error that the next one, or whatever else is written, takes the place of."""
    global _passing
    line = text.ljust(_passing)
    _passing = len(line)  # before it stands there, so that Ctrl+C leaves nothing of it
    print(f"\r{line}", end="", file=sys.stderr, flush=True)
    _passing = len(text)


def wipe() -> None:
    """Take that line away, if one stands there."""
    global _passing
    if _passing:
        gone, _passing = _passing, 0
        print(f"\r{' ' * gone}\r", end="", file=sys.stderr, flush=True)
