"""Friends return to a table that was opened again in plain text, and keep their names at the table."""

import asyncio
import os
import socket
from collections.abc import Iterator
from concurrent.futures import Future
from pathlib import Path

import pytest

from spades_tui.hosting.carrier import Carrier
from spades_tui.hosting.joining import join
from spades_tui.hosting.messages import VERSION, Closed, FromTable, Moment, Presence, Welcome, encode
from spades_tui.language.unusable import UnusableError
from tests.hosting.loopback import opened, setup_of

NAMES = ("Ann", "Bea", "Cy", "Dot")


@pytest.fixture
def _keyboard() -> Iterator[None]:
    """Give this process a keyboard on which nobody types."""
    kept = os.dup(0)
    reads, writes = os.pipe()
    os.dup2(reads, 0)
    yield
    os.dup2(kept, 0)
    for one in (kept, reads, writes):
        os.close(one)


class ResumingCarrier(Carrier):
    """A way to a host whose program ends after the guest has sat down, and who then opens the table again."""

    table = "resuming"

    def __init__(self, knows_stream: bool) -> None:
        self._knows_stream = knows_stream
        self.streams = 0

    async def carry(self, stream: socket.socket, reached: "Future[None]") -> None:
        """Welcome the guest; end the first stream, and send the guest away over the second."""
        self.streams, self.is_gone = self.streams + 1, False
        reached.set_result(None)
        stream.setblocking(False)
        await self._say(stream, Welcome(VERSION, 1, "Sandbags", "Bea", False, "1.0.0"))
        await asyncio.get_running_loop().sock_recv(stream, 1000)
        await self._say(stream, Presence((1,), NAMES, (0, 1)))
        if self.streams == 1:
            self.is_gone = not self._knows_stream
            raise UnusableError("the table has been closed")
        await self._say(stream, Closed("Goodbye."))

    async def _say(self, stream: socket.socket, message: FromTable) -> None:
        data = encode(message)
        await asyncio.get_running_loop().sock_sendall(stream, len(data).to_bytes(4) + data)


@pytest.mark.usefixtures("_keyboard")
@pytest.mark.parametrize("knows_stream", [False, True])
def test_a_friend_in_plain_text_returns_to_a_table_that_was_opened_again(
    knows_stream: bool, capfd: pytest.CaptureFixture[str]
) -> None:
    """A connection that is lost for another reason leads nowhere, so the friend is told what to do."""
    carrier = ResumingCarrier(knows_stream)
    assert join(carrier, plain=True) == 0
    said = capfd.readouterr().out
    assert carrier.streams == (1 if knows_stream else 2)
    assert ("opened the table again" in said) is not knows_stream
    assert ("same line brings you back" in said) is knows_stream


@pytest.mark.parametrize("name", ["Bot 3", "bot 3"])
async def test_a_computer_player_named_like_a_friend_takes_another_name(name: str, tmp_path: Path) -> None:
    """The friend who has come keeps theirs, in any spelling."""
    async with opened(setup_of("sandbags", 2), tmp_path, 2) as host, host.guest(0, name) as ann, host.guest(1, "Bea"):
        shown = (await ann.expect(Moment)).shown
    assert shown.names[:2] == (name, "Bea")
    assert len({one.casefold() for one in shown.names}) == len(shown.names)
    assert not {one.casefold() for one in shown.names[2:]} & {name.casefold(), "bot 3 2"}
