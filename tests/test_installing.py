"""The released archives can be installed in a new environment and work there."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from spades_tui import __version__
from tests import LONG
from tests.bots import kernel_choices, same_results
from tests.bots.tables import TABLES
from tests.building import build
from tests.commands.shell import spades
from tests.compiled import copied, no_compiler
from tests.games import SLUGS
from tests.terminal.terminal import TAKE, Terminal

pytestmark = pytest.mark.slow
MINUTES = 600


@pytest.fixture(scope="module")
def archives(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """Return the source archive and the wheel."""
    pytest.importorskip("hatchling", reason="hatchling builds them; the extra `check` has it")
    folder = tmp_path_factory.mktemp("archives")
    asked = [sys.executable, "-m", "pip", "download", "-q", "--no-deps", "-d", str(folder / "asked"), "argcomplete"]
    if subprocess.run(asked, capture_output=True, timeout=MINUTES).returncode:
        pytest.skip("no index of packages can be asked here")
    archive, wheel = build(folder, 1_700_000_003)
    return archive, wheel


def compiled_wheel(folder: Path) -> Path:
    """Return the compiled wheel, built for the only test that installs it, because compiling takes minutes."""
    if why := no_compiler():
        pytest.skip(why)
    return build(folder, 1_700_000_005, compiled=True)[1]


def pip(what: str, folder: Path) -> Path:
    """Install with pip; return the folder of the environment."""
    subprocess.run([sys.executable, "-m", "venv", folder / "env"], check=True, timeout=MINUTES)
    _run([folder / "env" / "bin" / "pip", "install", "-q", what])
    return folder / "env"


def pipx(what: str, folder: Path) -> Path:
    """Install with pipx."""
    where = {"PIPX_HOME": "home", "PIPX_BIN_DIR": "bin", "PIPX_MAN_DIR": "man"}
    _run([_tool("pipx"), "install", what], **{name: str(folder / part) for name, part in where.items()})
    assert (folder / "man" / "man1" / "spades-tui.1").exists()
    assert (folder / "bin" / "spades-tui").exists()
    return folder / "home" / "venvs" / "spades-tui"


def uv(what: str, folder: Path) -> Path:
    """Install with uv."""
    where = {"UV_TOOL_DIR": "tools", "UV_TOOL_BIN_DIR": "bin", "UV_CACHE_DIR": "cache"}
    paths = {name: str(folder / part) for name, part in where.items()}
    _run([_tool("uv"), "tool", "install", "-p", sys.executable, what], **paths)
    assert (folder / "bin" / "spades-tui").exists()
    return folder / "tools" / "spades-tui"


def _tool(name: str) -> str:
    found = shutil.which(name)
    if found is None:
        pytest.skip(f"no {name} here")
    return found


def _run(command: list[str | Path], **environment: str) -> None:
    wanted = {name: value for name, value in os.environ.items() if name not in ("SPADES_TUI_COMPILE", "PYTHONPATH")}
    done = subprocess.run(command, capture_output=True, text=True, env=wanted | environment, timeout=MINUTES)
    assert done.returncode == 0, done.stderr[-2000:]


WAYS = {
    "pip, wheel": (pip, 1, ""),
    "pip, archive, browser": (pip, 0, "[web]"),
    "pip, compiled wheel": (pip, 2, ""),
    "pipx, archive": (pipx, 0, ""),
    "pipx, wheel, browser": (pipx, 1, "[web]"),
    "uv, wheel": (uv, 1, ""),
    "uv, archive, browser": (uv, 0, "[web]"),
}

GETS_AN_EXTRA = {"pip": "-m pip install", "pipx": "pipx install --force", "uv": "uv tool install"}
"""How the program says to get an extra."""


@pytest.mark.parametrize("way", WAYS)
def test_the_installed_program_plays(way: str, archives: tuple[Path, Path], tmp_path: Path) -> None:
    install, which, extra = WAYS[way]
    file = archives[which] if which < len(archives) else compiled_wheel(tmp_path)
    environment = install(f"spades-tui{extra} @ {file.as_uri()}", tmp_path)
    home = tmp_path / "somebody"
    home.mkdir()

    def said(*arguments: str, given: str = "", status: int = 0) -> str:
        """Return the installed program's output on both streams, in an empty folder and a bare environment."""
        done = subprocess.run(
            [environment / "bin" / "spades-tui", *arguments], input=given, text=True, capture_output=True, cwd=home,
            env={"PATH": os.defpath, "HOME": str(home), "LANG": "C.UTF-8"}, timeout=LONG,
        )  # fmt: skip
        assert done.returncode == status, done.stderr
        return done.stdout if status == 0 else done.stderr

    kernel = "compiled" if "compiled" in way else "pure Python"
    assert said("--version") == f"spades-tui {__version__} (kernel: {kernel})\n"
    assert "start a game at once" in said("--help")
    assert tuple(line.split()[0] for line in said("variants").splitlines()) == SLUGS
    simulated = said("simulate", "--variant", "bemo", "--seed", "tuesday")
    assert simulated == spades("simulate", "--variant", "bemo", "--seed", "tuesday").out
    played = said("play", "--plain", "--variant", "sandbags", "--seed", "tuesday", given="take\n" * 20)
    assert "Hand 2" in played
    assert "The game is saved." in played
    _play_a_hand(environment / "bin" / "spades-tui", tmp_path / "player")
    assert "  01-first-hand " in said("lessons")
    (record,) = (home / ".local" / "share" / "spades-tui" / "games").iterdir()
    assert "Ann" in said("replay", str(record))
    assert "of hand 2, only what you have seen" in said("bug", "--out", "bug.txt")
    for shell in ("bash", "zsh", "fish"):
        assert "spades-tui" in said("completion", shell)
    page = environment / "share" / "man" / "man1" / "spades-tui.1"
    assert page.read_text("utf-8").startswith(".TH SPADES-TUI 1")
    if kernel == "compiled":
        check_compiled(environment / "bin" / "python", tmp_path / "compared")
    if not extra:
        told = said("serve", "--port", "0", status=2)
        assert f"{GETS_AN_EXTRA[way.partition(',')[0]]} 'spades-tui[web]'\n" in told
        return
    served = subprocess.Popen(
        [environment / "bin" / "spades-tui", "serve", "--port", "0"], text=True, cwd=home, stdout=subprocess.PIPE,
        env={"PATH": os.defpath, "HOME": str(home), "PYTHONUNBUFFERED": "1"},
    )  # fmt: skip
    try:
        assert served.stdout is not None
        address = next(line.strip() for line in served.stdout if "http://" in line)
        assert _page(environment, address)
    finally:
        served.terminate()
        assert served.wait(LONG) == 0


def check_compiled(python: Path, folder: Path) -> None:
    """Check that the installed, compiled players choose as the checkout's Python code does."""
    copied(folder, "tests/bots", "tests/bench")

    def printed(module: str) -> list[str]:
        asked = [str(python), "-m", f"tests.bots.{module}"]
        done = subprocess.run(asked, cwd=folder, stdout=subprocess.PIPE, check=True, encoding="utf-8", timeout=MINUTES)
        return done.stdout.splitlines()

    form, *compiled = printed("kernel_choices")
    assert (kernel_choices.form(), form) == ("python", "compiled")
    ours = [line for number in range(len(TABLES)) for line in kernel_choices.results_at(number)]
    assert len(ours) > 5_000
    assert compiled == ours
    assert printed("same_results") == same_results.results()


def _play_a_hand(program: Path, home: Path) -> None:
    """Play a hand in a terminal with an arrow and Enter. Raises AssertionError if the second one never begins."""
    home.mkdir()
    terminal = Terminal("play", "--variant", "sandbags", "--seed", "tuesday", home=home, program=str(program))
    for _ in range(200):
        terminal.press(TAKE)
        if "hand 2" in terminal.text():
            break
    else:
        raise AssertionError(terminal.text())
    terminal.close()


def _page(environment: Path, address: str) -> bool:
    """Return whether the server's page answers."""
    code = "import sys, urllib.request as u; print(u.urlopen(sys.argv[1]).read().decode())"
    asked = [str(environment / "bin" / "python"), "-c", code, address]
    return "textual-terminal" in subprocess.run(asked, capture_output=True, text=True, timeout=LONG).stdout
