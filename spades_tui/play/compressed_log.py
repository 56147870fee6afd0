"""All that a journal says, held in memory: what was written some while ago takes a quarter of its room."""

import zlib

PART = 1 << 16
"""Bytes that are pressed together at a time."""


class KeptText:
    """Bytes that grow at their end. All but the last of them are kept pressed together."""

    def __init__(self, text: bytes = b"") -> None:
        self._parts: list[bytes] = []
        """Each has `PART` bytes."""
        self._end = bytearray()
        """What comes after them, `PART` bytes or fewer before more is added."""
        for place in range(0, len(text), PART):
            self += text[place : place + PART]

    def __len__(self) -> int:
        return PART * len(self._parts) + len(self._end)

    def __iadd__(self, more: bytes) -> "KeptText":
        """Add some at the end. They can be cut off again until the next are added."""
        while len(self._end) > PART:
            self._parts.append(zlib.compress(self._end[:PART], 1))
            self._end = self._end[PART:]
        self._end += more
        return self

    def cut(self, length: int) -> None:
        """Cut off what was added last; so many bytes are left. Raises ValueError where those before would be cut."""
        left = length - PART * len(self._parts)
        if not 0 <= left <= len(self._end):
            raise ValueError(f"{length} of {len(self)} bytes cannot be left")
        del self._end[left:]

    def since(self, place: int = 0) -> bytes:
        """What stands from this place on."""
        first = min(place // PART, len(self._parts))
        parts = [zlib.decompress(part) for part in self._parts[first:]]
        return b"".join((*parts, self._end))[place - PART * first :]
