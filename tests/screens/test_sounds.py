"""The table plays what everybody may hear, in a process of its own, and is silent where it can't."""

import subprocess
import sys
import time
from array import array
from collections.abc import Generator, Iterable
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import Any, cast, get_args

import pytest

from spades_tui.hosting.guest_screens import GuestApp
from spades_tui.hosting.remote_table import RemoteTable
from spades_tui.presentation.moments import Moment, MomentKind
from spades_tui.settings.settings import Settings
from spades_tui.system import sound_player
from spades_tui.system.sound_player import LETTERS, LOUDEST, RATE, VOICES, Mixer, Sound, samples
from spades_tui.tui import sounds as sounds_module
from spades_tui.tui.sounds import PROBLEMS, Sounds, sounds_of
from tests import LONG
from tests.driver import driving
from tests.scenes import at, mine
from tests.screens.looking import TableApp, settle, type_keys
from tests.setup.helpers import NotedApp

ALL: tuple[Sound, ...] = get_args(Sound)


class NotedSounds(Sounds):
    """Notes what would be played."""

    def __init__(self) -> None:
        super().__init__()
        self.heard: list[Sound] = []

    def play(self, sounds: Iterable[Sound]) -> None:
        """Note these sounds."""
        self.heard += sounds


def player(answer: str, notes: Path) -> list[str]:
    """Return the command of a process that gives this answer, and writes down what it gets."""
    code = (
        f"import sys; print({answer!r}, flush=True)\n"
        f"with open({str(notes)!r}, 'wb', buffering=0) as notes:\n"
        "    while letter := sys.stdin.buffer.read(1): notes.write(letter)\n"
        "    notes.write(b'end')\n"
    )
    return [sys.executable, "-c", code]


def wait_for(path: Path, content: bytes) -> None:
    """Wait until a file has this content."""
    ends = time.monotonic() + LONG
    while not path.exists() or path.read_bytes() != content:
        assert time.monotonic() < ends, path.read_bytes() if path.exists() else "no file"
        time.sleep(0.01)


@pytest.mark.parametrize("sound", ALL)
def test_a_sound_is_short_audible_and_the_same_in_every_run(sound: Sound) -> None:
    made = samples(sound)
    assert 0.02 < len(made) / RATE < 0.6
    assert 1_000 < max(map(abs, made)) <= 2 * LOUDEST
    assert abs(made[-1]) < 50, "it fades out, without a click"
    assert made == samples(sound)


def test_every_sound_is_different() -> None:
    assert len({samples(sound).tobytes() for sound in ALL}) == len(ALL)


def test_the_mixer_gives_silence_then_sounds_and_never_more_than_the_device_asked_for() -> None:
    mixer = Mixer()
    frames = mixer.frames()
    next(frames)
    assert set(frames.send(100)) == {0}
    for _ in range(10 * VOICES):
        mixer.add(LETTERS["set"])
    mixer.add(b"\xff")  # unknown
    parts = [frames.send(count) for count in (1, 441, 882, 20_000)]
    assert [len(part) for part in parts] == [1, 441, 882, 20_000]
    assert max(map(abs, parts[1])) > 1_000
    assert max(max(map(abs, part)) for part in parts) <= VOICES * 2 * LOUDEST
    assert set(frames.send(100)) == {0}, "all have ended"


class Device:
    """An audio device that only notes what it's told."""

    def __init__(self) -> None:
        self.done: list[str] = []

    def start(self, frames: Any) -> None:
        """Take the first samples."""
        self.done.append("start" if any(frames.send(500)) else "silence")

    def stop(self) -> None:
        self.done.append("stop")


def test_the_device_rests_after_a_while_without_sounds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sound_player, "QUIET_AFTER", 0.01)
    device, letters = Device(), SimpleQueue[bytes]()
    letters.put(LETTERS["card"])

    def stop() -> None:
        device.done.append("stop")
        if device.done.count("stop") == 2:
            raise EOFError
        letters.put(LETTERS["turn"])

    monkeypatch.setattr(device, "stop", stop)
    with pytest.raises(EOFError):
        sound_player.play(device, letters)
    assert device.done == ["start", "stop", "start", "stop"]


def test_sounds_reach_the_process_in_order_and_it_ends_with_them(tmp_path: Path) -> None:
    notes = tmp_path / "notes"
    sounds = Sounds(player("ready", notes))
    sounds.play(["card"])  # off
    sounds.use(True)
    assert sounds.problem() == ""
    sounds.play(["card", "trick"])
    sounds.play(["set"])
    sounds.use(False)
    sounds.play(["nil"])
    wait_for(notes, LETTERS["card"] + LETTERS["trick"] + LETTERS["set"] + b"end")


@pytest.mark.parametrize("answer", ["extra", "device", "nonsense", ""])
def test_a_process_that_cannot_play_has_a_sentence_and_does_no_harm(answer: str, tmp_path: Path) -> None:
    sounds = Sounds([sys.executable, "-c", f"print({answer!r})"])
    sounds.use(True)
    assert sounds.problem() == PROBLEMS[answer if answer in PROBLEMS else "device"] != ""
    sounds.play(ALL * 100)
    sounds.use(False)
    assert sounds.problem() == ""


def test_a_command_that_cannot_be_started_has_a_sentence() -> None:
    sounds = Sounds(["/nowhere/at/all"])
    sounds.use(True)
    assert sounds.problem() != ""
    sounds.use(False)


def test_the_process_never_writes_to_the_terminal_and_ends_with_its_pipe() -> None:
    """Without a device it says so; libraries complain on the error stream, which is closed in the program."""
    code = "from spades_tui.system.sound_player import serve; serve()"
    done = subprocess.run([sys.executable, "-c", code], input=b"\0\1", capture_output=True, timeout=LONG)
    assert done.returncode == 0
    assert done.stdout.decode().strip() in {"", *PROBLEMS}, "it may end before it has tried"


def test_the_device_takes_the_samples_of_the_mixer(monkeypatch: pytest.MonkeyPatch) -> None:
    miniaudio = pytest.importorskip("miniaudio")
    taken: SimpleQueue[int] = SimpleQueue()
    frames = Mixer.frames

    def noted(mixer: Mixer) -> "Generator[array[int], int, None]":
        made = frames(mixer)
        count = yield next(made)
        while True:
            count = yield made.send(count)
            taken.put(count)  # the samples before were accepted

    monkeypatch.setattr(Mixer, "frames", noted)
    letters = SimpleQueue[bytes]()
    for sound in ALL:
        letters.put(LETTERS[sound])
    device = miniaudio.PlaybackDevice(nchannels=1, sample_rate=RATE, backends=[miniaudio.Backend.NULL])
    Thread(target=sound_player.play, args=[device, letters], daemon=True).start()
    assert all(taken.get(timeout=LONG) > 0 for _ in range(3))


@pytest.mark.parametrize(
    ("kinds", "expected"),
    [
        ((MomentKind.BID_MADE, MomentKind.STREAK), ()),
        ((MomentKind.SET, MomentKind.SET), ("set",)),
        ((MomentKind.NIL_MADE,), ("nil",)),
        ((MomentKind.NIL_BROKEN, MomentKind.BID_MADE), ("set",)),
        ((MomentKind.SET, MomentKind.NIL_MADE), ("set", "nil")),
    ],
)
def test_moments_have_their_sounds(kinds: tuple[MomentKind, ...], expected: tuple[Sound, ...]) -> None:
    assert sounds_of([Moment(kind, (0,)) for kind in kinds]) == expected


async def test_a_table_plays_cards_tricks_and_turns() -> None:
    app = TableApp(at("sandbags", mine("play", 0)))
    noted = app.sounds = NotedSounds()
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(app)
        type_keys(app, "right")
        type_keys(app, "enter")
        for _ in range(40):
            await pilot.pause(0.05)
            type_keys(app, "space")  # ends pauses
            if "turn" in noted.heard:
                break
        cards = [sound for sound in noted.heard if sound != "turn"]
        assert cards[:4] == ["card", "card", "card", "trick"]
        assert noted.heard[-1] == "turn" or cards[-1] == "card"


async def test_the_settings_say_why_sound_stays_silent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sounds_module, "find_spec", lambda name: None)
    app = NotedApp()
    async with driving(app) as seat:
        app.open_settings("sound")
        await seat.press("right")
        assert seat.settings.sound
        await seat.wait("spades-tui[sound]. Until then")
        await seat.press("left")
        assert seat.sees("Saved.") and not seat.sees("Until then")


@pytest.mark.parametrize("visits", [False, True])
def test_a_guest_hears_sounds_only_from_their_own_machine(visits: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """The screens of a guest by `ssh` run on the host's machine, and those of `join` at home."""
    monkeypatch.setattr(sounds_module, "find_spec", lambda name: None)
    app = GuestApp(cast(RemoteTable, None), list, Settings(sound=True), visits)
    app.sounds.use(app.settings.sound)
    assert (app.sounds.problem() == "") is visits, "nothing has been started on the host's machine"
    app.sounds.use(False)
