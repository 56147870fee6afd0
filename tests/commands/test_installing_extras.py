"""The command that gets an extra is the one for the way in which the running copy was installed."""

import sys
from pathlib import Path

import pytest

from spades_tui.commands import figure_files, host, serve, simulate
from spades_tui.commands.arguments import parser
from spades_tui.play.setup import TableSetup
from spades_tui.system import installing
from spades_tui.system.exit_status import UsageError
from spades_tui.system.installing import install_command
from spades_tui.system.jobs import workers
from tests.table.playing import setup_of


@pytest.mark.parametrize(
    ("place", "file", "command"),
    [
        ("cache/uv/archive-v0/x1", None, "uvx --from 'spades-tui[host]' spades-tui host"),
        ("tools/spades-tui", "uv-receipt.toml", "uv tool install 'spades-tui[host]'"),
        ("venvs/spades-tui", "pipx_metadata.json", "pipx install --force 'spades-tui[host]'"),
        ("venv", None, "pip install 'spades-tui[host]'"),
    ],
)
def test_an_installed_copy_names_its_own_installer(
    place: str, file: str | None, command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / place
    folder.mkdir(parents=True)
    if file is not None:
        (folder / file).touch()
    monkeypatch.setattr(sys, "prefix", str(folder))
    monkeypatch.setattr(installing, "_is_checkout", lambda: False)
    monkeypatch.setenv("VIRTUAL_ENV", str(folder))
    assert install_command("host", "host") == command


def test_an_environment_that_is_not_active_gets_its_own_pip(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "prefix", str(tmp_path))
    monkeypatch.setattr(installing, "_is_checkout", lambda: False)
    assert install_command("web") == f"{sys.executable} -m pip install 'spades-tui[web]'"


def test_pythons_own_environment_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "prefix", sys.base_prefix)
    monkeypatch.setattr(installing, "_is_checkout", lambda: False)
    assert install_command("lab") == "pipx install 'spades-tui[lab]'"


def test_a_checkout_installs_itself() -> None:
    assert install_command("host", "host").endswith("pip install '.[host]' in the checkout")


def _host(*words: str) -> None:
    host.run(parser().parse_args(["host", *words]))


def test_every_missing_extra_is_answered_with_the_command(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("asyncssh", "distributed", "matplotlib", "pyarrow"):
        monkeypatch.setitem(sys.modules, name, None)
    monkeypatch.setattr(serve, "HAS_WEB", False)
    monkeypatch.setattr(host, "HAS_TERMINALS", True)
    told = []
    for work in (
        lambda: _host(), lambda: host.run(parser().parse_args(["join", "localhost", "code"])),
        lambda: serve.run(parser().parse_args(["serve"])), figure_files.matplotlib_figure, simulate.pyarrow,
        lambda: workers(1, "tcp://127.0.0.1:9").__enter__(),
    ):  # fmt: skip
        with pytest.raises(UsageError) as error:
            work()
        told.append(error.value.text)
    setup: TableSetup = setup_of("sandbags")
    told.append(str(host.invite_screen(setup, 0)))
    extras = ["friends", "friends", "web", "lab", "lab", "cluster", "friends"]
    assert [text.partition("; get it with: ")[2] for text in told] == [install_command(extra) for extra in extras]
