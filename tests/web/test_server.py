"""The server answers its own page, refuses strangers and foreign pages, and explains a missing extra."""

import asyncio
import json
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from tests import LONG
from tests.commands.shell import ROOT, spades
from tests.no_cards import no_card_in

aiohttp = pytest.importorskip("aiohttp", reason="the extra `web` has it")
pytest.importorskip("aiohttp.web")
pytest.importorskip("textual_serve", reason="the extra `web` has it")

from spades_tui.settings.settings import Settings  # noqa: E402
from spades_tui.settings.settings_file import save_settings  # noqa: E402
from spades_tui.system.folders import config_folder, data_folder  # noqa: E402
from spades_tui.tui.widgets.glyphs import wants_plain  # noqa: E402
from spades_tui.web import server  # noqa: E402
from tests.web.browser import Served  # noqa: E402


@pytest.fixture
async def served() -> AsyncIterator[server.Server]:
    save_settings(Settings(name="Ann"), config_folder() / "settings.toml")
    one = server.Server(0)
    runner = await one.open()
    yield one
    await runner.cleanup()


async def asked(address: str, **headers: str) -> tuple[int, str, Any]:
    """Return the result of a request: the status, the text and the headers."""
    async with aiohttp.ClientSession() as client, client.get(address, headers=headers) as answer:
        return answer.status, await answer.text(), answer.headers


async def test_the_page_opens_its_socket_and_requests_nothing_else(served: server.Server) -> None:
    status, page, headers = await asked(served.address)
    assert status == 200
    assert f'"ws://127.0.0.1:{served.port}/{served.address.split("/")[3]}/ws"' in page
    own = [*re.findall(r'(?:src|href)="([^"]*)"', page)]
    assert {"/static/css/xterm.css", "/static/js/textual.js", "/page.css", "/page.js"} <= set(own)
    assert 'name="viewport" content="width=device-width' in page
    root = f"http://127.0.0.1:{served.port}"
    for path in own:
        assert path.startswith("/") or path in ("", "data:,")
        if path.startswith("/"):
            assert (await asked(root + path))[0] == 200
    style = (await asked(root + "/page.css"))[1]
    (font,) = re.findall(r'url\("([^"]*)"\)', style)
    assert (await asked(root + "/static/fonts/LICENSE"))[0] == 404
    async with aiohttp.ClientSession() as client, client.get(root + font) as answer:
        assert answer.status == 200
        assert len(await answer.read()) > 10_000
    assert "default-src 'none'" in headers["Content-Security-Policy"]
    assert (headers["Cache-Control"], headers["Referrer-Policy"]) == ("no-store", "no-referrer")


async def test_a_page_that_has_ended_learns_whether_it_can_be_opened_again(served: server.Server) -> None:
    closed = False
    table = server.Server(0, opens={"key": server.Tab}, closed=lambda: closed)
    runner = await table.open()
    try:
        assert "The table has closed." in (await asked(table.address))[1]
        assert (await asked(f"{table.address}open"))[0] == 200
        closed = True
        assert (await asked(f"{table.address}open"))[0] == 410
        assert (await asked(f"http://127.0.0.1:{table.port}/nokey/open"))[0] == 403
    finally:
        await runner.cleanup()
    assert "table" not in (await asked(served.address))[1]
    assert (await asked(f"{served.address}open"))[0] == 200


async def test_a_page_learns_that_its_seat_has_a_newer_tab(served: server.Server) -> None:
    """Tabs of the program itself, and of watchers, don't end each other."""
    for seats, said in ((("key",), "moved"), ((), "")):
        table = server.Server(0, opens={"key": server.Tab}, closed=lambda: False, seats=seats)
        runner = await table.open()
        origin = f"http://127.0.0.1:{table.port}"
        try:
            assert (await asked(f"{table.address}open"))[:2] == (200, "")
            async with aiohttp.ClientSession() as client, client.ws_connect(f"{table.address}ws", origin=origin):
                assert (await asked(f"{table.address}open"))[:2] == (200, said)
            while table.tabs:
                await asyncio.sleep(0.05)
            assert (await asked(f"{table.address}open"))[0] == 200
        finally:
            await runner.cleanup()


async def test_nothing_is_served_without_the_key_or_for_another_host(served: server.Server) -> None:
    root, key = f"http://127.0.0.1:{served.port}", served.address.split("/")[3]
    assert len(key) >= 32
    for path in ("/", "/ws", "/nokey/", "/nokey/ws", f"/{key[:-1]}/", f"/{key}x/", "/%00/", "/static/"):
        assert (await asked(root + path))[0] in (403, 404), path
    for host in (f"evil.example:{served.port}", "evil.example", "127.0.0.1", f"127.0.0.1:{served.port + 1}", "[::1]"):
        for path in (f"/{key}/", f"/{key}/ws", "/page.css", "/static/js/textual.js"):
            assert (await asked(root + path, Host=host))[0] == 403, (host, path)
    assert (await asked(served.address, Host=f"LOCALHOST:{served.port}"))[0] == 200


async def test_only_the_page_can_open_a_socket(
    served: server.Server, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    started = []

    async def start(one: server.Tab, width: int, height: int) -> None:
        started.append((width, height))
        raise OSError("AS KS 2C")

    monkeypatch.setattr(server.Tab, "start", start)
    root = f"ws://127.0.0.1:{served.port}/{served.address.split('/')[3]}/ws"
    good = f"http://127.0.0.1:{served.port}"
    async with aiohttp.ClientSession() as client:
        for origin in (None, "null", "http://evil.example", "http://127.0.0.1", f"https://127.0.0.1:{served.port}",
                       f"http://127.0.0.1:{served.port + 1}", f"{good}.evil.example"):  # fmt: skip
            with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
                await client.ws_connect(root, origin=origin)
            assert refused.value.status == 403
        assert not started
        async with client.ws_connect(root + "?width=1000000&height=x", origin=good) as one:
            await one.receive()
        assert started == [(server.LARGEST, 24)]
        (report,) = (data_folder() / "faults").iterdir()
        assert "OSError in" in report.read_text("utf-8")
        told = capfd.readouterr().err
        assert told.splitlines() == [
            "spades-tui serve: the program has a fault, and a tab had to close.",
            f"A report without cards is in {report}",
        ]
        no_card_in(told + report.read_text("utf-8"))
        for _ in range(server.MOST_TABS):
            served.tabs.add(aiohttp.web.WebSocketResponse())
        with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
            await client.ws_connect(root, origin=good)
        assert refused.value.status == 503
        served.tabs.clear()


async def test_the_server_listens_only_on_this_machine(served: server.Server) -> None:
    with socket.socket() as other:
        other.settimeout(2)
        with pytest.raises(ConnectionRefusedError):
            other.connect(("127.0.0.2", served.port))


NOISE: tuple[object, ...] = (
    "", "[", "null", "[]", "{}", "7", '["stdin"]', '["stdin", 7]', '["resize", {"width": 5}]', '["nothing", {}]',
    '["resize", {"width": [], "height": {}}]', '["resize", {"width": 1e400, "height": -5}]', '["ping", {}]',
    '["stdin", "\\ud800\\u0000\\u001b[200~"]', "[" * 5000, b"\x00\xff",
)  # fmt: skip


@pytest.mark.slow
async def test_the_program_survives_any_message_and_ends_with_its_tab(
    served: server.Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    processes: list[asyncio.subprocess.Process] = []
    real = server.Tab.start

    async def start(one: server.Tab, width: int, height: int) -> None:
        await real(one, width, height)
        assert one._process is not None
        processes.append(one._process)

    monkeypatch.setattr(server.Tab, "start", start)
    async with aiohttp.ClientSession() as client:
        socket = f"ws://127.0.0.1:{served.port}/{served.address.split('/')[3]}/ws"
        tab = await client.ws_connect(socket, origin=f"http://127.0.0.1:{served.port}")
        await frame(tab)
        for said in NOISE:
            await (tab.send_bytes(said) if isinstance(said, bytes) else tab.send_str(said))
        await tab.send_str(json.dumps(["ping", "12"]))
        while (message := await tab.receive(60)).type != aiohttp.WSMsgType.TEXT:
            pass
        assert json.loads(message.data) == ["pong", "12"]
        assert processes[0].returncode is None
        await tab.close()
        await asyncio.wait_for(processes[0].wait(), 60)
    assert processes[0].returncode == 128 + 1  # as if a terminal were closed


async def frame(tab: Any) -> None:
    """Wait for a painted frame."""
    while len((await tab.receive(60)).data) < 1000:
        pass


def test_a_tab_has_all_characters_and_colours(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in (("TERM", "dumb"), ("LANG", "C"), ("LC_ALL", "C"), ("COLORTERM", "")):
        monkeypatch.setenv(name, value)
    told = server.environment(100, 30)
    assert not wants_plain("auto", told, False)
    assert (told["TERM"], told["COLORTERM"]) == ("xterm-256color", "truecolor")
    assert (told["COLUMNS"], told["ROWS"]) == ("100", "30")


@pytest.mark.slow
async def test_output_outside_frames_ends_the_program_but_not_the_server(
    served: server.Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """This program can't even start."""
    monkeypatch.setenv("SPADES_TUI_HOME", "/dev/null")
    async with aiohttp.ClientSession() as client:
        socket = f"ws://127.0.0.1:{served.port}/{served.address.split('/')[3]}/ws"
        monkeypatch.setattr(server, "DRIVER", "nowhere:Nothing")
        tab = await client.ws_connect(socket, origin=f"http://127.0.0.1:{served.port}")
        while (await tab.receive(60)).type not in (aiohttp.WSMsgType.CLOSE, aiohttp.WSMsgType.CLOSED):
            pass
    assert (await asked(served.address))[0] == 200


def test_a_taken_or_invalid_port_is_a_one_line_error() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        done = spades("serve", "--port", str(port))
    assert done.status == 2
    assert re.fullmatch(rf"spades-tui: --port {port}: .*address already in use.*", done.error)
    for wrong in ("65536", "-1", "x", "٣"):
        done = spades("serve", f"--port={wrong}")
        assert (done.status, "can't be used; write 0 to 65535" in done.error) == (2, True)


@pytest.mark.slow
async def test_a_broken_connection_of_a_tab_is_not_a_fault(
    served: server.Server, capfd: pytest.CaptureFixture[str]
) -> None:
    """The socket breaks without a closing message while much output is under way."""
    address = f"ws://127.0.0.1:{served.port}/{served.address.split('/')[3]}/ws"
    for said in range(0, 60, 20):
        async with aiohttp.ClientSession() as client:
            tab = await client.ws_connect(address, origin=f"http://127.0.0.1:{served.port}")
            for number in range(said):
                await tab.send_str('["ping", "1"]' if number % 2 else '["resize", {"width": 90, "height": 30}]')
            assert tab._response.connection is not None
            tab._response.connection.transport.abort()
    for _ in range(3000):
        if not served.tabs:
            break
        await asyncio.sleep(0.1)
    assert not served.tabs
    assert capfd.readouterr().err == ""
    assert not (data_folder() / "faults").exists()


@pytest.mark.posix("sends a signal")
def test_ctrl_c_ends_the_server_silently() -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "spades_tui", "serve", "--port", "0"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8", cwd=ROOT,
    )  # fmt: skip
    assert process.stdout is not None
    assert process.stdout.readline().startswith("Open Spades")
    process.send_signal(signal.SIGINT)
    _, told = process.communicate(timeout=LONG)
    assert (process.returncode, told) == (0, "")


async def half_sent(served: server.Server, number: int) -> list[socket.socket]:
    """Open this many connections that start a request and don't finish it."""
    found = []
    for _ in range(number):
        one = socket.create_connection(("127.0.0.1", served.port))
        one.send(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ")
        found.append(one)
        await asyncio.sleep(0)
    return found


async def is_closed(one: socket.socket) -> bool:
    """Return whether the server closes a connection within a minute."""
    one.setblocking(False)
    try:
        async with asyncio.timeout(60):
            return await asyncio.get_running_loop().sock_recv(one, 100) == b""
    except ConnectionError:
        return True
    except TimeoutError:
        return False


async def test_half_sent_requests_do_not_block_the_page(
    served: server.Server, capfd: pytest.CaptureFixture[str]
) -> None:
    slow = await half_sent(served, server.MOST_WAITING + 40)
    assert (await asked(served.address))[0] == 200
    assert len(served._waiting) <= server.MOST_WAITING
    assert await is_closed(slow[0])
    for one in slow:
        one.close()
    assert capfd.readouterr().err == ""


async def test_an_incomplete_request_is_closed(served: server.Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "REQUEST_SECONDS", 0.05)
    (slow,) = await half_sent(served, 1)
    assert await is_closed(slow)
    slow.close()
    assert not served._waiting


async def test_each_connection_may_send_one_request(served: server.Server) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", served.port)
    path = "/" + served.address.split("/")[3] + "/"
    writer.write(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{served.port}\r\n\r\nGET / HT".encode())
    assert b"200 OK" in await asyncio.wait_for(reader.read(-1), 60)
    writer.close()


@pytest.mark.posix("kills a process")
def test_a_server_that_is_killed_leaves_no_report(tmp_path: Path) -> None:
    with Served(tmp_path / "home") as one:
        asyncio.run(open_tab_and_kill(one))
        ended = time.monotonic() + LONG
        while any(tab_runs(pid) for pid in one.tabs):
            assert time.monotonic() < ended, "the tab's program goes on"
            time.sleep(0.05)
        one.process.wait()
    assert not list((tmp_path / "home").rglob("faults/*"))


async def open_tab_and_kill(one: Served) -> None:
    """Open a tab, wait for its first frames, and kill the server."""
    socket_address = f"{one.address.replace('http', 'ws')}ws?width=80&height=24"
    async with aiohttp.ClientSession() as client:
        tab = await client.ws_connect(socket_address, origin=one.address.rsplit("/", 2)[0])
        for _ in range(3):
            await asyncio.wait_for(tab.receive(), 60)
        one.tabs = one.programs()
        one.process.kill()


def tab_runs(pid: int) -> bool:
    """Return whether the program of a tab is still running."""
    try:
        return "spades_tui.web.tab" in Path(f"/proc/{pid}/cmdline").read_text("utf-8")
    except OSError:
        return False


@pytest.mark.parametrize(("address", "own"), [("::1", "[::1]"), ("::", "")])
async def test_links_to_an_ipv6_address_open_the_page(address: str, own: str) -> None:
    try:
        with socket.socket(socket.AF_INET6) as there:
            there.bind(("::1", 0))
    except OSError:
        pytest.skip("this machine has no IPv6")
    one = server.Server(0, address)
    runner = await one.open()
    try:
        assert one.address.startswith(f"http://{own or socket.gethostname().lower()}:{one.port}/")
        key = one.address.split("/")[3]
        link = f"http://[::1]:{one.port}/{key}/"
        assert (await asked(link))[0] == 200
        for host in ("evil.example", f"evil.example:{one.port}", f"[::1]:{one.port + 1}", "[::1", f"::1:{one.port}"):
            assert (await asked(link, Host=host))[0] == 403, host
    finally:
        await runner.cleanup()
