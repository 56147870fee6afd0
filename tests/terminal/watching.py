"""Search the program's output for cards: every byte to the terminal, and every file besides the games."""

import base64
import binascii
import json
import re
import time
from pathlib import Path

from spades_tui import cards
from spades_tui.tui.table.curtain_screen import DEAF
from tests.terminal.terminal import ESCAPE, LONG, SPACE, TAKE, Terminal

FACE = re.compile(r"(10|[2-9JQKA])([♠♥♦♣])|\b(BJ|LJ|big joker|little joker)\b")
PASS = "Pass the keyboard to"
PALETTE, QUIT = "\x10", "\x11"
_COMMAND = re.compile(rb"\x1b\](\d+);(.*?)(?:\x07|\x1b\\)", re.DOTALL)
"""Texts for the terminal's title and clipboard."""
_CLIPBOARD = b"52"
_KEPT = (".spades.jsonl", ".deal", ".claims", ".sqlite3", ".sqlite3-journal")
"""Files of games, which contain all cards because they are the record."""


def journal(home: Path) -> list[dict[str, object]]:
    """Return the events of the first game of this home, from complete lines; later games are ignored."""
    files = sorted((home / "data" / "games").glob("*.spades.jsonl"))  # the names start with the time
    if not files:
        return []
    raw = files[0].read_bytes()
    return [json.loads(line) for line in raw.splitlines(keepends=True) if line.endswith(b"\n")]


def faces(text: str) -> set[int]:
    """Return the cards whose faces are in a text."""
    found = set()
    for rank, symbol, joker in FACE.findall(text):
        plain = ("T" if rank == "10" else rank) + cards.SUITS[cards.SYMBOLS.index(symbol)] if symbol else ""
        found.add(cards.parse(f"{joker[0].upper()}J" if joker else plain))
    return found


def allowed_cards(lines: list[dict[str, object]], seat: int | None) -> set[int]:
    """Return the cards that a person may have seen in the last two hands: own, drawn, received, played, dead."""
    allowed = {cards.parse(str(line["card"])) for line in lines if line["event"] == "play"}
    deals = [n for n, line in enumerate(lines) if line["event"] == "deal"]
    extra = dead = ""
    begin = deals[-2:][0] if deals else len(lines)
    for place, line in enumerate(lines[begin:], begin):
        if line["event"] == "deal":
            hands = line["hands"]
            assert isinstance(hands, list)
            extra, dead = str(line.get("extra", "")), str(line.get("dead", ""))
            if seat is not None and hands[seat] is not None:
                allowed |= set(cards.cards_of(cards.parse_hand(hands[seat])))
            end = next((n for n in deals if n > place), len(lines))
            if seat is not None:
                allowed |= _drafted(lines[0], lines[place:end], seat) | _got(lines[0], lines[place:end], seat)
        elif line["event"] == "draw" and line["seat"] == seat:
            allowed.add(cards.parse(extra))
        elif line["event"] == "discard":
            extra = str(line["card"])
        elif line["event"] == "hand_score" and dead:
            allowed |= set(cards.cards_of(cards.parse_hand(dead)))
    return allowed


def _option(head: dict[str, object], name: str) -> object:
    options = head.get("options")
    return options.get(name) if isinstance(options, dict) else None


def _drafted(head: dict[str, object], hand: list[dict[str, object]], seat: int) -> set[int]:
    """Return the cards of the stock that a seat has seen: in its own decisions, and the top one on its turn."""
    stock = [cards.parse(name) for name in str(hand[0].get("stock", "")).split()]
    dealer, seats = hand[0]["dealer"], head["seats"]
    if not stock:
        return set()
    assert isinstance(dealer, int)
    assert isinstance(seats, list)
    found, made = set(), [line for line in hand if line["event"] == "draft"]
    for n, line in enumerate(made):
        if line["seat"] == seat:
            unseen = line["keep"] and _option(head, "second_card") == "unseen"
            found |= {stock[2 * n]} if unseen else {stock[2 * n], stock[2 * n + 1]}
    if 2 * len(made) < len(stock) and (dealer + 1 + len(made)) % len(seats) == seat:
        found.add(stock[2 * len(made)])
    return found


def _got(head: dict[str, object], hand: list[dict[str, object]], seat: int) -> set[int]:
    """Return the cards that a seat has received from its partner, once it may see them."""
    given = {line["seat"]: str(line["cards"]) for line in hand if line["event"] == "pass"}
    partner = (seat + 2) % 4
    if partner not in given or (seat not in given and _option(head, "pass_order") != "nil_first"):
        return set()
    return set(cards.cards_of(cards.parse_hand(given[partner])))


def texts_outside_the_screen(raw: bytes) -> str:
    """Return texts outside the screen: titles, and texts for the clipboard."""
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
    """Watch two people, Ann in seat 0 and Bea, at one keyboard; `leaks` are cards seen by the wrong person."""

    def __init__(self, terminal: Terminal, home: Path, bea: int = 1) -> None:
        self.terminal, self.home, self.people = terminal, home, {"ANN": 0, "BEA": bea}
        self.seat: int | None = None
        self.since = self.rows = 0
        self.leaks: set[str] = set()

    def look(self) -> None:
        """Check that all output since the last change of people is for the person at the keyboard."""
        raw = bytes(self.terminal.sent_out[self.since :])
        seen = faces(self.terminal.rows_since(self.rows)) | faces(texts_outside_the_screen(raw))
        wrong = seen - allowed_cards(journal(self.home), self.seat)
        self.leaks |= {f"{cards.text(card)} shown to {self.seat}" for card in wrong}

    def sits(self, seat: int | None) -> None:
        """Let another person sit down, or nobody."""
        self.look()
        self.seat, self.since, self.rows = seat, len(self.terminal.sent_out), len(self.terminal.screen.rows)

    def files(self) -> None:
        """Check that no file except games contains cards."""
        for path in self.home.rglob("*"):
            if path.is_file() and not path.name.endswith(_KEPT):
                text = path.read_bytes().decode("utf-8", "replace").replace("&#160;", " ")
                if faces(text):
                    self.leaks.add(f"cards in {path.name}")

    def at_a_curtain(self) -> None:
        """Watch a curtain for a while and at another size, then open it."""
        terminal = self.terminal
        self.sits(None)
        terminal.read(DEAF + 0.2)
        terminal.resize(100, 30)
        terminal.resize(80, 24)
        terminal.wait(PASS)
        name = re.sub(r"[ ┃]", "", terminal.text().split(PASS, 1)[1].splitlines()[1])
        self.sits(self.people[name])
        terminal.press(SPACE)
        opened = time.monotonic() + LONG
        while PASS in terminal.text() and time.monotonic() < opened and terminal.child.isalive():
            terminal.read()

    def look_round(self) -> None:
        """Open palette, log and scores, and resize the terminal, on a person's turn."""
        terminal = self.terminal
        for keys in (PALETTE, ESCAPE, "g", ESCAPE, "s", ESCAPE):
            if terminal.child.isalive():
                terminal.press(keys)
        if terminal.child.isalive():
            terminal.resize(60, 18)
            terminal.resize(80, 24)
        self.look()

    def course(self, times: int = 2, event: str = "bid", asked: str = "Your bid", *, first: bool = False) -> set[str]:
        """Play from the first curtain until people have made this many bids (or `event`), then leave; return the leaks.

        Each person looks around at their first such question. With `first`, the first leak ends the game.
        """
        terminal = self.terminal
        terminal.wait(f"{PASS}|cut")
        looked: set[int | None] = set()
        for _ in range(90):
            people = set(self.people.values())
            made = [line for line in journal(self.home) if line["event"] == event and line["seat"] in people]
            if len(made) >= times or not terminal.child.isalive():
                break
            if first and self.leaks:
                return self.leaks
            if PASS in terminal.text():
                self.at_a_curtain()
            elif asked in terminal.text() and self.seat not in looked:
                looked.add(self.seat)
                self.look_round()
            else:
                terminal.press(TAKE)
        if terminal.child.isalive():
            terminal.press(QUIT)
        terminal.ended()
        self.look()
        self.files()
        return self.leaks
