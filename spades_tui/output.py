"""Text on standard output, the same bytes whatever the terminal's locale says."""

import sys


def write_text(text: str) -> None:
    """Write text as UTF-8; what UTF-8 cannot hold (half a character from an argument) as a question mark."""
    sys.stdout.flush()
    buffer = getattr(sys.stdout, "buffer", None)
    if buffer is None:
        sys.stdout.write(text)
    else:
        buffer.write(text.encode("utf-8", "replace"))
        buffer.flush()
