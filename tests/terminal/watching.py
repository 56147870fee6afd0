"""What leaves the program, looked at for cards: every byte to the terminal, and every file beside the games."""

import base64
import binascii
import json
import re
import time
from pathlib import Path

from spades_tui import cards
from spades_tui.screens.table.curtain import DEAF
from tests.terminal.terminal import ENTER, ESCAPE, SPACE, Terminal

FACE = re.compile(r"(10|[2-9JQKA])([♠♥♦♣])|\b(BJ|LJ|big joker|little joker)\b")
PASS = "Pass the keyboard to"
PALETTE, QUIT = "\x10", "\x11"
_COMMAND = re.compile(rb"\x1b\](\d+);(.*?)(?:\x07|\x1b\\)", re.DOTALL)
"""What is for the terminal itself: its title, its clipboard."""
_CLIPBOARD = b"52"
_KEPT = (".spades.jsonl", ".deal", ".sqlite3", ".spades-book.jsonl", "-wal", "-shm")
"""Files of games, which hold all cards: they are the record, and nobody's screen."""


def journal(home: Path) -> list[dict[str, object]]:
    """The facts of the newest game, as far as they are complete lines."""
    files = sorted((home / "data" / "games").glob("*.spades.jsonl"), key=lambda path: path.stat().st_mtime)
    if not files:
        return []
    raw = files[-1].read_bytes()
    return [json.loads(line) for line in raw.splitlines(keepends=True) if line.endswith(b"\n")]


def faces(text: str) -> set[int]:
    """The cards whose faces stand in a text."""
    found = set()
    for rank, symbol, joker in FACE.findall(text):
        plain = ("T" if rank == "10" else rank) + cards.SUITS[cards.SYMBOLS.index(symbol)] if symbol else ""
        found.add(cards.parse(f"{joker[0].upper()}J" if joker else plain))
    return found


def seen_by_rights(lines: list[dict[str, object]], seat: int | None) -> set[int]:
    """The cards that a person may have seen in the last two hands: own, drawn, played, dead."""
    allowed = {cards.parse(str(line["card"])) for line in lines if line["event"] == "play"}
    deals = [n for n, line in enumerate(lines) if line["event"] == "deal"]
    extra = ""
    for line in lines[deals[max(0, len(deals) - 2)] :] if deals else []:
        if line["event"] == "deal":
            hands = line["hands"]
            assert isinstance(hands, list)
            extra, dead = str(line.get("extra", "")), str(line.get("dead", ""))
            if seat is not None and hands[seat] is not None:
                allowed |= set(cards.cards_of(cards.parse_hand(hands[seat])))
        elif line["event"] == "draw" and line["seat"] == seat:
            allowed.add(cards.parse(extra))
        elif line["event"] == "discard":
            extra = str(line["card"])
        elif line["event"] == "hand_score" and dead:
            allowed |= set(cards.cards_of(cards.parse_hand(dead)))
    return allowed


def told_the_terminal(raw: bytes) -> str:
    """What is no character on the screen: a title, a text for the clipboard."""
    texts = []
    for number, payload in _COMMAND.findall(raw):
        if number == _CLIPBOARD:
            try:
                payload = base64.b64decode(payload.rpartition(b";")[2])
            except binascii.Error:
                continue
        texts.append(payload.decode("utf-8", "replace"))
    return "\n".join(texts)


class Watch:
    """Two people, Ann and Bea, at one keyboard in seats 0 and 1. `leaks` are cards that somebody has seen wrongly."""

    def __init__(self, terminal: Terminal, home: Path) -> None:
        self.terminal, self.home = terminal, home
        self.seat: int | None = None
        self.since = 0
        self.leaks: set[str] = set()

    def look(self) -> None:
        """Whether all that was written since the keyboard changed hands is for whoever sits there."""
        raw = bytes(self.terminal.sent_out[self.since :])
        seen = faces(self.terminal.plain_since(self.since)) | faces(told_the_terminal(raw))
        wrong = seen - seen_by_rights(journal(self.home), self.seat)
        self.leaks |= {f"{cards.text(card)} shown to {self.seat}" for card in wrong}

    def sits(self, seat: int | None) -> None:
        """Somebody else sits there now, or nobody."""
        self.look()
        self.seat, self.since = seat, len(self.terminal.sent_out)

    def files(self) -> None:
        """No file but those of games has cards in it."""
        for path in self.home.rglob("*"):
            if path.is_file() and not path.name.endswith(_KEPT):
                text = path.read_bytes().decode("utf-8", "replace").replace("&#160;", " ")
                if faces(text):
                    self.leaks.add(f"cards in {path.name}")

    def at_a_curtain(self) -> None:
        """It is looked at for a while, in another size, and then opened."""
        terminal = self.terminal
        self.sits(None)
        terminal.read(DEAF + 0.2)
        terminal.resize(100, 30)
        terminal.resize(80, 24)
        terminal.wait(PASS)
        name = re.sub(r"[ ┃]", "", terminal.text().split(PASS, 1)[1].splitlines()[1])
        self.sits({"ANN": 0, "BEA": 1}[name])
        terminal.press(SPACE)
        opened = time.monotonic() + 30
        while PASS in terminal.text() and time.monotonic() < opened and terminal.child.isalive():
            terminal.read()

    def look_round(self) -> None:
        """Palette, log, scores, and the sizes of the terminal, at one's turn."""
        terminal = self.terminal
        for keys in (PALETTE, ESCAPE, "g", ESCAPE, "s", ESCAPE):
            if terminal.child.isalive():
                terminal.press(keys)
                terminal.read(0.3)
        if terminal.child.isalive():
            terminal.resize(60, 18)
            terminal.resize(80, 24)
        self.look()

    def course(self, bids: int = 2) -> set[str]:
        """From the first curtain until so many bids of people are made, and out again; answers the leaks."""
        terminal = self.terminal
        terminal.wait(f"{PASS}|cut", 60)
        looked: set[int | None] = set()
        for _ in range(60):
            made = [line for line in journal(self.home) if line["event"] == "bid" and line["seat"] in (0, 1)]
            if len(made) >= bids or not terminal.child.isalive():
                break
            if PASS in terminal.text():
                self.at_a_curtain()
            elif "Your bid" in terminal.text() and self.seat not in looked:
                looked.add(self.seat)
                self.look_round()
            else:
                terminal.press(ENTER)
                terminal.read(0.2)
        if terminal.child.isalive():
            terminal.read(0.3)
            terminal.press(QUIT)
        terminal.ended(30)
        self.look()
        self.files()
        return self.leaks
