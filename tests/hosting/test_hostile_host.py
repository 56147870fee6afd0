"""Whatever a host sends, a guest's program ends with a sentence: no hang, no fault, and no control characters."""

import asyncio
import io
import json
import os
import re
import socket
import sys
import threading
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec
import pexpect
import pytest
from hypothesis import HealthCheck, given, note, settings
from hypothesis import strategies as st

from spades_tui.game.phase import Refusal
from spades_tui.hosting import messages
from spades_tui.hosting.guest import Guest
from spades_tui.hosting.guest_seat import STRANGE
from spades_tui.hosting.plain_guest import GuestConsole
from tests import LONG
from tests.hosting.checked_guests import hang_noticed, played
from tests.hosting.tables import SECONDS

Json = Any
CLIPBOARD = "\x1b]52;c;QUFB\x07"
"""A control sequence that would write to the clipboard."""
HOSTILE: tuple[Json, ...] = (
    -1, 0, 1, 5, 7, 13, 54, 99, 10**6, 10**7, 2**31, 2**53, 2**54, 2**63, 2**64, 10**30, -(2**63), 0.5, True, None,
    "", "\x00", CLIPBOARD, "\x9b31m", "\x7f", "\u202e", "x" * 1999, "x" * 300_000, "\n\n", [], [99], [-1], [[]], {},
    {"type": "play"},
    [None] * 6, list(range(60)), ["\x1b[2J"] * 4, {"99": 1}, "play", "score", "deal", "cut", "redeal",
)  # fmt: skip
"""Values that a host may put in any place."""
TYPED = "help\nbids\nhand\ntrick\nlast\nscore\nrules\nphrases\n3\n1\ntake\nh\n"
"""What the guest types: questions, a bid, a card and a hint."""
PROGRAM = (
    "import socket, sys; from spades_tui.hosting import guest; "
    "sys.exit(guest.main(socket.create_connection(('127.0.0.1', int(sys.argv[1]))), 'Ann'))"
)
"""A guest's program, whose host listens at a port."""
CONTROL = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f]")


def framed(data: bytes) -> bytes:
    """Return a message after its length."""
    return len(data).to_bytes(4, "big") + data


class Sessions(list[list[Json]]):
    """What an honest host sends to a guest in several games, as JSON: until the first score."""

    def __repr__(self) -> str:
        return "<sessions>"


@pytest.fixture(scope="module")
def sessions(tmp_path_factory: pytest.TempPathFactory) -> Sessions:
    """Return the sessions of some games."""
    slugs = "sandbags", "3b-four", "two-handed", "league"
    return Sessions(_session(slug, tmp_path_factory.mktemp(slug)) for slug in slugs)


def _session(slug: str, folder: Path) -> list[Json]:
    guest = asyncio.run(played(slug, 2, folder, 1))[0]
    heard = [json.loads(messages.encode(message)) for message in guest.heard]
    score = next(n for n, one in enumerate(heard) if one["type"] == "moment" and one["what"] == "score")
    welcome = messages.Welcome(messages.VERSION, 0, "Spades", "Ann", False, "1.0")
    others: list[messages.FromTable] = [
        messages.Phrase(1, 1), messages.Presence((0,), ("P0", "P1", "P2", "P3"), (0, 1), (1,), 2),
        messages.Refused(Refusal("C-8", "It isn't your turn")),
    ]  # fmt: skip
    later = [json.loads(messages.encode(one)) for one in others]
    return [json.loads(messages.encode(welcome)), *heard[: score // 2], *later, *heard[score // 2 : score + 1]]


CLUB = [
    messages.Welcome(messages.VERSION, None, "Spades", "Ann", False, "1.0", club=True),
    messages.Tables((messages.ClubTable(1, "Spades", False, ("Ann", "", "", "")),)),
    messages.Tables((messages.ClubTable(1, "Spades", True, ("Ann", "Bea", "", ""), (1,), 2),), "No such table."),
    messages.Closed("The host has closed the club."),
]


def places(value: Json, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Return the paths of all values in JSON data."""
    found = [path] if path else []
    keys = value.keys() if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    for key in keys:
        found += places(value[key], (*path, key))
    return found


def mutated(value: Json, path: tuple[Any, ...], new: Json) -> Json:
    """Return JSON data with another value at a path."""
    copy = json.loads(json.dumps(value))
    inside = copy
    for key in path[:-1]:
        inside = inside[key]
    inside[path[-1]] = new
    return copy


def mutated_rules(text: str, path_number: int, new: Json) -> str:
    """Return the text of rules with another value at a place."""
    rules = json.loads(text)
    found = places(rules)
    return json.dumps(mutated(rules, found[path_number % len(found)], new))


def heard_by_guest(sent: list[bytes], folder: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Return what a guest in plain text reads at their terminal, whose host sends these bytes."""
    monkeypatch.setenv("SPADES_TUI_HOME", str(folder))
    ours, theirs = socket.socketpair()
    reads, typing = os.pipe()
    os.write(typing, TYPED.encode())
    shown = io.StringIO()
    guest = Guest(ours, shown, "Ann")
    guest._console = GuestConsole(
        reads, shown, guest._wakes, guest._news,
        lambda: guest._over or (guest._table is not None and guest._table.lost),
    )  # fmt: skip
    guest._screens = False

    def send() -> None:
        with suppress(OSError), theirs:
            for data in sent:
                theirs.sendall(data)
            theirs.shutdown(socket.SHUT_WR)
            while theirs.recv(1 << 16):
                pass

    before = set(threading.enumerate())
    threading.Thread(target=send, daemon=True).start()
    try:
        with hang_noticed():
            assert guest.run() == 0
    finally:
        with suppress(OSError):
            ours.shutdown(socket.SHUT_RDWR)
        for thread in set(threading.enumerate()) - before:
            thread.join(SECONDS)
        ours.close()
        for end in (reads, typing, guest._wakes, guest._waker):
            os.close(end)
    return shown.getvalue()


def check_text(text: str, words: str = "") -> None:
    """Check that a guest has read sentences or the host's words, and that no control characters reach the terminal."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    assert lines
    assert lines[-1].endswith((".", "?", "!")) or lines[-1] in words, text[-300:]
    assert not CONTROL.search(text)


def attack(sessions: Sessions, data: st.DataObject, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a host send a session with one hostile value."""
    club = [json.loads(messages.encode(one)) for one in CLUB]
    choice = data.draw(st.integers(0, len(sessions)))
    session = club if choice == len(sessions) else sessions[choice]
    number = data.draw(st.integers(0, len(session) - 1))
    found = places(session[number])
    path = found[data.draw(st.integers(0, len(found) - 1))]
    new = HOSTILE[data.draw(st.integers(0, len(HOSTILE) - 1))]
    if path[-1] == "rules" and isinstance(session[number], dict):
        old = session[number]
        for key in path:
            old = old[key]
        if isinstance(old, str):
            new = mutated_rules(old, data.draw(st.integers(0, 10_000)), new)
    note(f"{session[number]['type']} {path}: {str(new)[:80]!r}")
    sent = [*session[:number], mutated(session[number], path, new), *session[number + 1 :]]
    words = new if isinstance(new, str) and session[number]["type"] == "closed" else ""
    check_text(heard_by_guest([framed(json.dumps(one).encode()) for one in sent], folder, monkeypatch), words)


FUZZ = {
    "deadline": None, "suppress_health_check": list(HealthCheck), "database": None, "derandomize": True,
}  # fmt: skip


@settings(max_examples=60, **FUZZ)  # type: ignore[arg-type]
@given(data=st.data())
def test_any_changed_value_ends_in_a_sentence(
    data: st.DataObject, sessions: Sessions, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Each field of each message, with numbers, texts and lists that no honest host sends."""
    with pytest.MonkeyPatch.context() as patch:
        attack(sessions, data, tmp_path_factory.mktemp("home"), patch)


@pytest.mark.slow
@settings(max_examples=400, **FUZZ)  # type: ignore[arg-type]
@given(data=st.data())
def test_any_changed_value_ends_in_a_sentence_often(
    data: st.DataObject, sessions: Sessions, tmp_path_factory: pytest.TempPathFactory
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        attack(sessions, data, tmp_path_factory.mktemp("home"), patch)


def test_an_honest_session_is_shown(sessions: Sessions, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The attacks below begin with what is accepted."""
    for session in sessions:
        text = heard_by_guest([framed(json.dumps(one).encode()) for one in session], tmp_path, monkeypatch)
        check_text(text)
        assert STRANGE not in text
        assert "connection to the table is lost" in text


def test_why_a_club_has_closed_is_the_last_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where the list of tables and the end arrive together."""
    for _ in range(5):
        text = heard_by_guest([framed(messages.encode(one)) for one in CLUB], tmp_path, monkeypatch)
        assert text.splitlines()[-1] == "The host has closed the club."


@pytest.mark.parametrize(
    ("kind", "change"),
    [
        ("phrase", {"seat": 99}), ("phrase", {"phrase": 10**9}), ("presence", {"here": [99]}),
        ("presence", {"names": []}), ("presence", {"names": [CLIPBOARD] * 4}), ("presence", {"watchers": 10**30}),
        ("refused", {"refusal": {"rule": CLIPBOARD, "reason": CLIPBOARD}}), ("moment", {"number": "\x00"}),
        ("welcome", {"game": CLIPBOARD}), ("welcome", {"program": "\x1b[2J", "version": 99}),
    ],
)  # fmt: skip
def test_a_hostile_message_is_named(
    kind: str, change: dict[str, Json], sessions: Sessions, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The guest hears that the table has sent something strange, rather than that the connection is lost."""
    session = sessions[0]
    number = next(n for n, one in enumerate(session) if one["type"] == kind and n != 1)
    sent = [*session[:number], {**session[number], **change}]
    text = heard_by_guest([framed(json.dumps(one).encode()) for one in sent], tmp_path, monkeypatch)
    check_text(text)
    if kind != "phrase":  # one of nobody, or without words, isn't shown
        assert STRANGE in text or "install that version" in text


@pytest.mark.parametrize(
    "data",
    [
        b"", b"\x00\x00\x00\x00", b"\xff\xff\xff\xff", framed(b"{"), framed(b"[" * 100_000), framed(b"\xff" * 50),
        framed(b'{"type":"closed","reason":"' + b"a" * 3_000_000 + b'"}'), framed(b"1" * 5000), framed(b"NaN"),
    ],
)  # fmt: skip
def test_any_bytes_end_in_a_sentence(data: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    check_text(heard_by_guest([data], tmp_path, monkeypatch))


def test_control_characters_in_rules_are_refused(sessions: Sessions) -> None:
    """They are inside a text inside a message."""
    moment = next(one for one in sessions[0] if one["type"] == "moment")
    text = moment["shown"]["public"]["rules"]
    messages.decode(json.dumps(moment).encode(), messages.FromTable)
    rules = json.loads(text)
    for number, path in enumerate(places(rules)):
        value: Json = rules
        for key in path:
            value = value[key]
        if isinstance(value, str) and number % 7 == 0:
            strange = json.dumps(mutated(rules, path, f"{value}{CLIPBOARD}"))
            sent = mutated(moment, ("shown", "public", "rules"), strange)
            with pytest.raises(msgspec.DecodeError):
                messages.decode(json.dumps(sent).encode(), messages.FromTable)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("what", "path", "new"),
    [
        ("deal", ("number",), 7), ("deal", ("shown", "public", "bids"), []), ("deal", ("shown", "names"), ["A"]),
        ("deal", ("shown", "seen", "own"), (1 << 54) - 1),
        ("play", ("shown", "public", "trick"), [{"seat": 99, "card": 3}]),
        ("play", ("next", "seat"), 99), ("deal", ("shown", "public", "dealer"), 5000),
        ("play", ("shown", "entries"), [{"text": CLIPBOARD, "kind": "play"}]),
        ("score", ("opened", "moments"), []), ("score", ("shown", "scores"), []),
    ],
)  # fmt: skip
def test_screens_end_in_a_sentence(
    what: str, path: tuple[Any, ...], new: Json, sessions: Sessions, tmp_path: Path
) -> None:
    """In a real terminal, a guest's process shows what it can, and says so if it can't."""
    session = sessions[0]
    number = next(n for n, one in enumerate(session) if one["type"] == "moment" and one["what"] == what)
    sent = [*session[:number], mutated(session[number], path, new)]
    listening = socket.create_server(("127.0.0.1", 0))
    environment = {**os.environ, "SPADES_TUI_HOME": str(tmp_path), "TERM": "xterm-256color"}
    program = [sys.executable, "-c", PROGRAM, str(listening.getsockname()[1])]
    guest = pexpect.spawn(program[0], program[1:], timeout=LONG, env=environment, dimensions=(24, 80))
    with listening, listening.accept()[0] as ours:
        for one in sent[:2]:
            ours.sendall(framed(json.dumps(one).encode()))
        guest.expect("Press Enter for screens")
        guest.sendline()
        assert ours.recv(1 << 16)
        for one in sent[2:]:
            ours.sendall(framed(json.dumps(one).encode()))
        for key in ("\r", "3", "\r", "?", "\x1b"):
            if guest.expect([pexpect.EOF, pexpect.TIMEOUT], timeout=0.5) == 0:
                break
            guest.send(key)
        else:
            ours.shutdown(socket.SHUT_RDWR)
            guest.expect([pexpect.EOF])
        text = guest.before.decode("utf-8", "replace")
        assert "Traceback" not in text
        assert "]52;c;QUFB" not in text
        tail = [line for line in text.splitlines() if line.strip(" 3?^[")]  # the terminal may echo keys
        assert tail and tail[-1].rstrip().endswith((".", "\x1b[?1049l")), tail[-3:]
