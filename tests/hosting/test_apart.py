"""In bubblewrap, guests' processes can't reach each other."""

import asyncio
import io
import json
import os
import shutil
import subprocess
import sys
import venv
from contextlib import redirect_stderr
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from spades_tui.hosting import fork_server
from spades_tui.hosting.guest_processes import ForkServer
from spades_tui.language.unusable import UnusableError
from spades_tui.play.sandbox import program_sandbox
from tests.commands.shell import ROOT
from tests.hosting.tables import SECONDS


class Shown:
    """What a guest's process writes, and its end."""

    def __init__(self) -> None:
        self.text = b""
        self.changed = asyncio.Event()
        self.status: int | None = None

    def write(self, data: bytes) -> None:
        """Take output."""
        self.text += data
        self.changed.set()

    def ready(self) -> None:
        """Do nothing; nobody types."""

    def ended(self, status: int) -> None:
        """Note the end."""
        self.status = status
        self.changed.set()


def _sandbox(folder: Path) -> list[str]:
    """Return a sandbox that shows the tests too. Skip where there is none."""
    try:
        box = program_sandbox((folder,))
    except UnusableError as error:
        pytest.skip(str(error))
    place = box.index("--remount-ro")
    return [*box[:place], "--ro-bind", str(ROOT / "tests"), str(ROOT / "tests"), *box[place:]]


@pytest.mark.skipif(sys.platform != "linux", reason="namespaces need Linux")
async def test_guests_in_the_sandbox_reach_no_other_guest(tmp_path: Path) -> None:
    """Each is alone among its processes, with no files of another guest; it ends with its connection."""
    async with ForkServer(["tests.hosting.prying_guest"], "/tmp", _sandbox(tmp_path)) as forks:
        if not forks.apart:
            pytest.skip("the system allows no namespaces in bubblewrap")
        guests = []
        for _ in range(2):
            shown = Shown()
            process, stream = forks.start((80, 24), {"TERM": "dumb"}, shown.write, shown.ended, shown.ready)
            while b"\n" not in shown.text:
                shown.changed.clear()
                await asyncio.wait_for(shown.changed.wait(), SECONDS)
            found = json.loads(shown.text)
            assert found == {"tmp": [], "proc": [], "dev/shm": [], "pid": 1, "others": "none"}
            guests.append((process, stream))
        for process, stream in guests:
            process.close()
            with stream:
                stream.setblocking(False)
                loop = asyncio.get_running_loop()
                assert not await asyncio.wait_for(loop.sock_recv(stream, 1), SECONDS)


async def test_without_namespaces_guests_still_play(tmp_path: Path) -> None:
    """The fork server reports that they share everything, and each is a plain child."""
    async with ForkServer(["tests.hosting.failing_guest"], str(tmp_path)) as forks:
        assert not forks.apart
        shown = Shown()
        forks.start((80, 24), {"TERM": "dumb"}, shown.write, shown.ended, shown.ready)[1].close()
        while shown.status is None:
            shown.changed.clear()
            await asyncio.wait_for(shown.changed.wait(), SECONDS)
        assert shown.status == 7


async def test_a_process_that_does_not_start_writes_nothing_over_a_screen(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    with redirect_stderr(io.StringIO()), pytest.raises(OSError, match="didn't start"):  # as while screens are drawn
        async with ForkServer(["no_such_module"], str(tmp_path)):
            pass
    assert capfd.readouterr().err == ""


def test_a_failed_fork_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the right to make namespaces, there's an OSError and no process left."""

    def refuse() -> None:
        raise OSError("no")

    forked: list[int] = []
    fork = os.fork

    def noted() -> int:
        forked.append(fork())
        return forked[-1]

    monkeypatch.setattr(os, "fork", noted)
    monkeypatch.setattr(fork_server, "_unshare", refuse)
    with pytest.raises(OSError, match="namespaces"):
        fork_server.fork_apart()
    assert forked
    for process in forked:
        with pytest.raises(ChildProcessError):
            os.waitpid(process, os.WNOHANG)


LATE_GUEST = """
import os
from pathlib import Path

def main(stream):
    from spades_tui.tui import app
    os.write(1, f"{Path(app.__file__).is_file()} {sorted(os.listdir('/tmp'))}\\n".encode())
    return 0
"""
LATE_HOST = """
import asyncio
from spades_tui.hosting.guest_processes import ForkServer, sandbox_or_why

async def run():
    box, why = sandbox_or_why()
    async with ForkServer(["spades_tui.late_guest"], "/tmp", box, why) as forks:
        over = asyncio.Event()
        forks.start((80, 24), {}, lambda data: print(data.decode(), end=""), lambda _: over.set(), lambda: None)
        await over.wait()
        print(forks.unguarded)

asyncio.run(run())
"""


@pytest.mark.slow
@pytest.mark.skipif(not Path("/tmp").is_dir(), reason="there is no /tmp")
def test_a_program_below_the_temporary_folder_still_opens_its_screens(tmp_path: Path) -> None:
    """Guests have an empty folder there, except for the program, which loads some of its parts late."""
    _sandbox(tmp_path)
    with TemporaryDirectory(dir="/tmp") as home:
        folder = Path(home).resolve()
        shutil.copytree(ROOT / "spades_tui", folder / "spades_tui", ignore=shutil.ignore_patterns("__pycache__"))
        shutil.copytree(ROOT / "variants", folder / "variants")
        (folder / "spades_tui" / "late_guest.py").write_text(LATE_GUEST)
        venv.create(folder / "env", with_pip=False)
        (packages,) = (folder / "env").glob("lib/python*/site-packages")
        installed = [one for one in sys.path if Path(one).name in ("site-packages", "dist-packages")]
        (packages / "all.pth").write_text("\n".join([home, *installed]))
        python = folder / "env" / "bin" / "python"
        folder.chmod(0o755)
        done = subprocess.run([python, "-c", LATE_HOST], capture_output=True, text=True, cwd=folder, timeout=SECONDS)
        needed = {path.parts[2] for path in map(Path, [home, *installed]) if path.parts[1] == "tmp"}
        assert done.stdout == f"True {sorted(needed)}\n\n", done.stderr
