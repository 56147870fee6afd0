"""The process that plays the table's sounds: it makes their samples and mixes them.

It's a process because audio libraries write their complaints to the terminal, and a driver may
block or crash. It gets one letter per sound, and so knows nothing about cards.
"""

from __future__ import annotations

import math
import os
import signal
import sys
from array import array
from collections.abc import Generator
from contextlib import suppress
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any, Literal, NamedTuple, NoReturn, get_args

Sound = Literal["card", "trick", "set", "nil", "turn"]
Answer = Literal["ready", "extra", "device"]
"""Whether sounds can be played, or why not: no extra is installed, or no device can be opened."""

RATE = 22_050
"""Samples a second."""
LOUDEST = 9_000
"""The loudest sample of one note, of 32,767; several notes at once stay below that."""
BUFFER = 40
"""Milliseconds that the device plays ahead."""
QUIET_AFTER = 2.0
"""Seconds without a sound after which the device is stopped, so that it may sleep."""
VOICES = 4
"""Maximum number of sounds at once; more are left out."""


class Tone(NamedTuple):
    """One tone of a sound."""

    at: float
    """Seconds from the beginning of the sound."""
    seconds: float
    hertz: float
    """The pitch; 0 for the noise of a card."""
    level: float = 1.0
    """Loudness from 0 to 1."""


SOUNDS: dict[Sound, tuple[Tone, ...]] = {
    "card": (Tone(0.0, 0.05, 0, 0.8),),
    "trick": (Tone(0.0, 0.05, 0, 0.8), Tone(0.11, 0.09, 0, 0.4), Tone(0.11, 0.12, 392, 0.3)),
    "set": (Tone(0.0, 0.22, 196, 0.9), Tone(0.16, 0.36, 131, 0.9)),
    "nil": (Tone(0.0, 0.16, 523, 0.5), Tone(0.1, 0.16, 659, 0.5), Tone(0.2, 0.3, 784, 0.5)),
    "turn": (Tone(0.0, 0.14, 659, 0.35),),
}
LETTERS = {sound: bytes([number]) for number, sound in enumerate(get_args(Sound))}
"""What stands for each sound on the way to the process."""


def samples(sound: Sound) -> array[int]:
    """Return a sound in 16-bit samples, one channel, `RATE` a second. Every note fades out."""
    notes = SOUNDS[sound]
    made = array("h", bytes(2 * round(RATE * max(note.at + note.seconds for note in notes))))
    for note in notes:
        first, count, noise = round(RATE * note.at), round(RATE * note.seconds), 1
        for n in range(min(count, len(made) - first)):
            if note.hertz:
                wave = math.sin(2 * math.pi * note.hertz * n / RATE)
            else:
                noise = noise * 75 % 65_537  # a short stream of its own, equal in every run
                wave = noise / 32_768 - 1
            fade = (1 - n / count) ** 2
            made[first + n] += round(LOUDEST * note.level * fade * wave)
    return made


class Mixer:
    """Adds up the sounds that play now. The device asks for samples in its own thread."""

    def __init__(self) -> None:
        self._made = {LETTERS[sound]: samples(sound) for sound in get_args(Sound)}
        self._arrived: SimpleQueue[array[int]] = SimpleQueue()

    def add(self, letter: bytes) -> None:
        """Let a sound begin; an unknown letter does nothing."""
        if letter in self._made:
            self._arrived.put(self._made[letter])

    def frames(self) -> Generator[array[int], int, None]:
        """Yield as many samples as were asked for, without an end; the first value is empty."""
        playing: list[tuple[array[int], int]] = []
        count = yield array("h")
        while True:
            mixed, kept = array("h", bytes(2 * count)), []
            while not self._arrived.empty():
                sound = self._arrived.get()
                if len(playing) < VOICES:
                    playing.append((sound, 0))
            for sound, done in playing:
                part = sound[done : done + count]
                for n, sample in enumerate(part):
                    mixed[n] = max(-32_768, min(32_767, mixed[n] + sample))
                if done + count < len(sound):
                    kept.append((sound, done + count))
            playing = kept
            count = yield mixed


def open_device() -> Any:
    """Return the audio device.

    Raises ImportError without the extra, and other errors if there is no device.
    """
    import miniaudio  # of the extra `sound`

    real = [backend for backend in miniaudio.Backend if backend is not miniaudio.Backend.NULL]
    return miniaudio.PlaybackDevice(
        nchannels=1, sample_rate=RATE, buffersize_msec=BUFFER, app_name="spades-tui", backends=real
    )


def play(device: Any, letters: SimpleQueue[bytes]) -> NoReturn:
    """Play the sounds of these letters; the device rests between them."""
    mixer, plays = Mixer(), False
    while True:
        try:
            mixer.add(letters.get(timeout=QUIET_AFTER if plays else None))
        except Empty:
            device.stop()
            plays = False
            continue
        if not plays:
            frames = mixer.frames()
            next(frames)
            device.start(frames)
            plays = True


def _read(letters: SimpleQueue[bytes]) -> None:
    """Pass on what arrives, letter by letter; end the process when the program closes the pipe.

    That ends it even if a driver blocks.
    """
    while arrived := os.read(sys.stdin.fileno(), 64):
        for number in arrived:
            letters.put(bytes([number]))
    os._exit(0)


def serve() -> None:
    """Answer whether sounds can be played, then play them until the pipe closes."""
    with suppress(ValueError, OSError):
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # only the program ends this process
    letters: SimpleQueue[bytes] = SimpleQueue()
    Thread(target=_read, args=[letters], daemon=True).start()
    device: Any = None
    answer: Answer = "ready"
    try:
        device = open_device()
    except ImportError:
        answer = "extra"
    except Exception:  # each system has errors of its own
        answer = "device"
    print(answer, flush=True)
    if device is not None:
        with suppress(Exception):  # the device may be unplugged
            play(device, letters)
