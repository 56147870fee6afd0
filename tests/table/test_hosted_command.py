"""A hosted game is opened again with the command and the options of its first time."""

from pathlib import Path

import pytest

from spades_tui.play.hosted_games import HOST_PORT, address_options, note_command, reopen_command
from spades_tui.system.folders import invitations_file


@pytest.fixture
def game(tmp_path: Path) -> Path:
    path = tmp_path / "games" / "2026-11-01-table.spades.jsonl"
    path.parent.mkdir()
    return path


@pytest.mark.parametrize(
    ("given", "options"),
    [
        (("localhost", 0, 0), []),
        (("localhost", HOST_PORT, 0), []),
        (("0.0.0.0", 0, 0), ["--listen", "0.0.0.0"]),
        (("localhost", 9, 0), ["--port", "9"]),
        (("localhost", 0, 1), ["--watchers", "1"]),
        (("::", 9, 3), ["--listen", "::", "--port", "9", "--watchers", "3"]),
    ],
)
def test_only_options_that_differ_from_the_defaults_are_written(
    given: tuple[str, int, int], options: list[str]
) -> None:
    address, port, watchers = given
    assert address_options(address, port, HOST_PORT, watchers) == options


def test_a_noted_command_opens_the_game_again(game: Path) -> None:
    note_command(game, ["serve", "--port", "9"])
    words = reopen_command(game).split()
    assert words[:2] == ["spades-tui", "serve"]
    assert words[2:4] == ["--port", "9"]
    assert str(game) in words


@pytest.mark.parametrize("content", [None, b"", b"no JSON", b'{"command": [1]}'])
def test_without_a_readable_note_host_opens_the_game(game: Path, content: bytes | None) -> None:
    if content is not None:
        note_command(game, ["serve"])
        invitations_file(game).with_suffix(".command").write_bytes(content)
    words = reopen_command(game).split()
    assert words[:2] == ["spades-tui", "host"]
    assert str(game) in words
