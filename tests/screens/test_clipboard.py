"""Text is selected where no hand is hidden, and copied to the terminal and to the system's own clipboard."""

import sys
from pathlib import Path

import pytest
from textual import events

from spades_tui.hosting.guest_screens import GuestApp
from spades_tui.system.clipboard import clipboard_command, copy
from spades_tui.system.output import IN_BROWSER
from spades_tui.tui.app import SpadesApp
from tests.driver import driving
from tests.scenes import SCENES, Scene, at
from tests.screens.deciding import DecidingApp, with_code
from tests.screens.looking import screen_text, settle
from tests.setup_scenes import SETUP_SCENES

X, WAYLAND = {"DISPLAY": ":0"}, {"WAYLAND_DISPLAY": "wayland-0"}
on_linux = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the commands of Linux")


def command_at(folder: Path, name: str, status: int = 0) -> Path:
    """Make a command that keeps its input and arguments in files; return it."""
    folder.mkdir(exist_ok=True)
    path = folder / name
    path.write_text(f'#!/bin/sh\n/bin/cat > "{folder}/copied"\necho "$@" > "{folder}/arguments"\nexit {status}\n')
    path.chmod(0o755)
    return path


@on_linux
@pytest.mark.parametrize(
    ("installed", "environment", "chosen"),
    [
        (("wl-copy", "xclip"), X | WAYLAND, ["wl-copy"]),
        (("wl-copy", "xclip", "xsel"), X, ["xclip", "-selection", "clipboard"]),
        (("wl-copy", "xsel"), X, ["xsel", "--clipboard", "--input"]),
        (("xclip",), WAYLAND, None),
        (("wl-copy", "xclip"), {}, None),
        ((), X | WAYLAND, None),
        (("xclip",), X | {"SSH_CONNECTION": "1 2 3 4"}, None),
        (("xclip",), X | {IN_BROWSER: "1"}, None),
        (("clip.exe",), {"WSL_DISTRO_NAME": "Debian"}, ["clip.exe"]),
    ],
)
def test_the_command_fits_the_system(
    tmp_path: Path, installed: tuple[str, ...], environment: dict[str, str], chosen: list[str] | None
) -> None:
    for name in installed:
        command_at(tmp_path / "bin", name)
    command = clipboard_command({"PATH": str(tmp_path / "bin"), **environment})
    assert command == (chosen and [str(tmp_path / "bin" / chosen[0]), *chosen[1:]])


@pytest.mark.posix("shell scripts are the commands")
def test_a_command_gets_the_whole_text(tmp_path: Path) -> None:
    program = command_at(tmp_path, "xclip")
    assert copy([str(program), "-selection"], "ab\n♠é")
    assert (tmp_path / "copied").read_bytes() == "ab\n♠é".encode()
    assert (tmp_path / "arguments").read_text("utf-8") == "-selection\n"
    assert copy([str(command_at(tmp_path, "clip.exe"))], "♠")
    assert (tmp_path / "copied").read_bytes().decode("utf-16") == "♠"


@pytest.mark.posix("shell scripts are the commands")
def test_a_command_that_fails_or_is_missing_copies_nothing(tmp_path: Path) -> None:
    assert not copy([str(command_at(tmp_path, "xclip", status=1))], "text")
    assert not copy([str(tmp_path / "gone")], "text")


@pytest.mark.posix("shell scripts are the commands")
@pytest.mark.parametrize(("status", "words"), [(0, "Copied to the clipboard"), (1, "xclip failed")])
async def test_the_screen_says_what_happened(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, status: int, words: str
) -> None:
    program = command_at(tmp_path / "bin", "xclip", status)
    monkeypatch.setattr(SpadesApp, "clipboard_command", lambda app: [str(program)])
    table = at("sandbags", None, target=50)
    with_code(table)
    async with driving(DecidingApp(table)) as seat:
        await seat.until("game over")
        await seat.press("y")
        await seat.work_ends()
        assert seat.clipboard
        assert (tmp_path / "bin" / "copied").read_text("utf-8") == seat.clipboard
        assert seat.sees(words)


def test_a_guests_text_never_reaches_the_hosts_clipboard() -> None:
    assert GuestApp.clipboard_command is not SpadesApp.clipboard_command


async def drag(app: SpadesApp, y: int, first: int, last: int) -> None:
    """Drag the mouse along a line, with the left button down, as a terminal would report it."""
    steps = ((events.MouseDown, first), (events.MouseMove, first + 1), (events.MouseMove, last), (events.MouseUp, last))
    for kind, x in steps:
        app.post_message(kind(None, x, y, 0, 0, 1, False, False, False, x, y))
        await settle(app)


async def copied(scene: Scene, words: str) -> tuple[str, str]:
    """Drag over words of a scene, and press Ctrl+C. Return the clipboard and the footer."""
    app = scene.app()
    async with driving(app) as seat:
        await scene.go(seat._pilot)
        await settle(app)
        lines = screen_text(app).split("\n")
        y, line = next((y, line) for y, line in enumerate(lines) if y > 1 and words in line)
        await drag(app, y, line.index(words), line.index(words) + len(words) + 1)
        await seat.press("ctrl+c")
        return app.clipboard.strip(), seat.footer


@pytest.mark.parametrize(("scene", "words"), [
    (SCENES["why"], "This trick"), (SCENES["log"], "This hand"), (SETUP_SCENES["rules"], "Bidding"),
])  # fmt: skip
async def test_selected_text_is_copied(scene: Scene, words: str) -> None:
    assert await copied(scene, words) == (words, "The text was sent to the clipboard.")


@pytest.mark.parametrize(("name", "words"), [("follow", "Ann"), ("score", "4 made")])
async def test_no_text_is_selected_at_the_table(name: str, words: str) -> None:
    clipboard, footer = await copied(SCENES[name], words)
    assert clipboard == "" and "clipboard" not in footer
