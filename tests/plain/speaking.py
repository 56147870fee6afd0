"""Let the speech synthesiser espeak-ng speak a text, and record which words it says, when, and their sound."""

import ctypes
import ctypes.util
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

SYNCHRONOUS, POSITION_CHARACTER, UTF8, ENDPAUSE = 2, 1, 1, 0x1000
LIST_TERMINATED, WORD = 0, 1


class _Event(ctypes.Structure):
    """Mirror `espeak_EVENT` of speak_lib.h."""

    _fields_ = (
        ("type", ctypes.c_int), ("unique", ctypes.c_uint), ("text_position", ctypes.c_int), ("length", ctypes.c_int),
        ("audio_position", ctypes.c_int), ("sample", ctypes.c_int), ("user", ctypes.c_void_p),
        ("name", ctypes.c_char * 8),
    )  # fmt: skip


@dataclass(frozen=True)
class Spoken:
    """The place and time in milliseconds of each spoken word, and the samples."""

    words: tuple[tuple[int, int], ...]
    sound: bytes
    """Samples of 16 bits."""
    rate: int
    """Samples per second."""

    @property
    def seconds(self) -> float:
        """Return the length of the speech in seconds."""
        return len(self.sound) / 2 / self.rate


@lru_cache(maxsize=1)
def library() -> Any:
    """Return espeak-ng, or None if it isn't installed."""
    name = ctypes.util.find_library("espeak-ng")
    return ctypes.CDLL(name) if name else None


@lru_cache(maxsize=1)
def _rate() -> int:
    rate = library().espeak_Initialize(SYNCHRONOUS, 200, None, 0)
    assert rate > 0
    assert library().espeak_SetVoiceByName(b"en") == 0
    return int(rate)


def speak(text: str) -> Spoken:
    """Speak a text; the library has only one voice, so one text at a time."""
    rate, words, sound = _rate(), list[tuple[int, int]](), bytearray()

    def heard(wave: Any, count: int, events: Any) -> int:
        if wave and count > 0:
            sound.extend(ctypes.string_at(wave, 2 * count))
        place = 0
        while events[place].type != LIST_TERMINATED:
            if events[place].type == WORD:
                words.append((events[place].text_position - 1, events[place].audio_position))
            place += 1
        return 0

    kind = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_int, ctypes.POINTER(_Event))
    callback = kind(heard)
    library().espeak_SetSynthCallback(callback)
    given = text.encode()
    done = library().espeak_Synth(given, len(given) + 1, 0, POSITION_CHARACTER, 0, UTF8 | ENDPAUSE, None, None)
    library().espeak_Synchronize()
    assert done == 0
    return Spoken(tuple(words), bytes(sound), rate)


def phonemes(words: str) -> str:
    """Return the sounds of some words in espeak-ng's notation, without stress and stops."""
    _rate()
    read = library().espeak_TextToPhonemes
    read.restype = ctypes.c_char_p
    text = ctypes.c_char_p(words.encode())
    found = ""
    while text.value is not None:
        found += (read(ctypes.byref(text), UTF8, 0) or b"").decode()
    return "".join(sound for sound in found if sound not in " ',_:;|")
