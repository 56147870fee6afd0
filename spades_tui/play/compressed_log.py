"""A journal's whole text in memory: older parts are compressed to a quarter of their size."""

import zlib

PART = 1 << 16
"""Bytes that are compressed together."""


class KeptText:
    """Bytes that grow at the end. All but the last ones are kept compressed."""

    def __init__(self, text: bytes = b"") -> None:
        self._parts: list[bytes] = []
        """Compressed parts of `PART` bytes each."""
        self._end = bytearray()
        """The bytes after them, at most `PART` before more is added."""
        for place in range(0, len(text), PART):
            self += text[place : place + PART]

    def __len__(self) -> int:
        return PART * len(self._parts) + len(self._end)

    def __iadd__(self, more: bytes) -> "KeptText":
        """Append bytes. They can be cut off again until the next ones are added."""
        while len(self._end) > PART:
            self._parts.append(zlib.compress(self._end[:PART], 1))
            self._end = self._end[PART:]
        self._end += more
        return self

    def cut(self, length: int) -> None:
        """Cut off bytes that were added last, to this length. Raises ValueError if compressed ones would be cut."""
        left = length - PART * len(self._parts)
        if not 0 <= left <= len(self._end):
            raise ValueError(f"{length} of {len(self)} bytes cannot be left")
        del self._end[left:]

    def since(self, place: int = 0) -> bytes:
        """Return the bytes from an offset on."""
        first = min(place // PART, len(self._parts))
        parts = [zlib.decompress(part) for part in self._parts[first:]]
        return b"".join((*parts, self._end))[place - PART * first :]
