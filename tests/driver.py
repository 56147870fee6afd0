"""Play as a person would: read words on the screen, press keys, click on words.

Tests of screens ask this driver, never a screen's class or its attributes, so they stay true when screens are rebuilt.
The game below the screens may be asked directly (`Driver.table`).
"""

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import takewhile
from typing import Any

from textual import events
from textual.pilot import Pilot

from spades_tui.game.events import Deal, SeatEvent
from spades_tui.play.table import Table
from spades_tui.settings.settings import Settings
from spades_tui.tui.app import SpadesApp
from tests.scenes import Scene
from tests.screens.looking import click_at, faces, resize, screen_text, settle, table_of, type_keys, wait_until

WINDOW = re.compile(r"[╭+][─-] (\S[^─╭╮]*?) [─-]+[╮+]")
"""The title in the frame of a dialog."""

PLACES = {
    "keys": r"\AKeys$",
    "unsaved": r"\A(Saving failed|Not saved)$",
    "seal": r"\AThe seal of the deal$",
    "palette": r"^  🔎 ",
    "curtain": r"\bSpace show cards\b",
    "hearing": r"\bhearing: was this a zero buddy",
    "chit": r"\bWho is the tray person instead\?",
    "tray": r"[·-] the game is over\b(?s:.*)\bContinue\b",
    "game over": r"[·-] (the game is over|over, doesn't count)\b(?s:.*)Play again",
    "score": r"[·-] the score\b",
    "all scores": r"[·-] all scores\b",
    "log": r"[·-] the log\b",
    "notes": r"[·-] notes\b",
    "all hands": r"^ All hands\b",
    "play": r"[·-] trick \d+",
    "deal": r"\bcut\b.*(\? keys|\bno word\b)|\bset aside\b|\bf full seal\b",
    "seats": r"who plays\?",
    "variants": r"which one\?",
    "home": r"\A Spades$|S  P  A  D  E  S|\bq quit\b\s*$",
    "settings": r"^ Settings\b",
    "rules": r"^ Rules\b",
    "review": r"^ Review\b",
    "games": r"^ Games\b",
    "scorebook": r"^ Scorebook\b",
    "learn": r"^ Learn\b",
    "players": r"who sits in seat",
    "form": r"\A Your rules  from",
    "day": r"\A Deal of the day",
    "match": r"\A Match",
    "continue": r"\A Unfinished games",
    "bid": r"[·-] hand \d+",
}
"""What is seen on each screen, in this order: its first line, its last one, or words between."""

LARGE_CARDS = 38
"""Height of a terminal, in lines, that shows the hand's large cards."""


class Driver:
    """A person at the program: sees the screen's text, and has a keyboard and a mouse."""

    def __init__(self, app: SpadesApp, pilot: Pilot[int]) -> None:
        self._app, self._pilot = app, pilot

    # What is seen

    @property
    def text(self) -> str:
        """Everything on the screen, line by line; of a dialog, its title, what is in its window, and the footer."""
        return "\n".join(text for _, _, text in self._parts())

    def _parts(self) -> list[tuple[int, int, str]]:
        """Return the lines of `text`, with the column and the row of each on the screen."""
        lines = screen_text(self._app).split("\n")
        titles = [(y, found) for y, line in enumerate(lines) for found in WINDOW.finditer(line)]
        if not titles:
            return [(0, y, line) for y, line in enumerate(lines)]
        y, found = titles[-1]  # the window of a dialog over another is inside that one's
        left, right = found.start() + 1, found.end() - 1
        bottom = next(n for n, line in enumerate(lines) if n > y and line[left - 1] in "╰+")
        inside = [(left, n, lines[n][left:right]) for n in range(y + 1, bottom)]
        footer = [(0, n, lines[n]) for n in range(len(lines) - 2, len(lines))]
        return [(found.start(1), y, found[1]), (left, y, found[0]), *inside, *footer]

    @property
    def lines(self) -> list[str]:
        """The lines of the screen, without blanks at their ends."""
        return [line.rstrip() for line in self.text.split("\n")]

    @property
    def words(self) -> set[str]:
        """All words on the screen, without the frames of cards and without commas and full stops."""
        return {word.strip("│┃╭╮╰╯ .,;:") for word in self.text.split()}

    @property
    def heading(self) -> str:
        """The first line: which screen, which game, the score."""
        return self.lines[0].strip()

    @property
    def footer(self) -> str:
        """The last line: the keys and what they do."""
        return self.lines[-1].strip()

    @property
    def place(self) -> str:
        """The screen's name in `PLACES`; its heading if it has none."""
        text = "\n".join(self.lines).rstrip("\n")
        return next((name for name, words in PLACES.items() if re.search(words, text, re.MULTILINE)), self.heading)

    def sees(self, *words: str) -> bool:
        """Return whether all these words are on the screen, though a sentence may continue on the next line."""
        text = " ".join(self.text.split())
        return all(" ".join(each.split()) in text for each in words)

    def line(self, words: str) -> str:
        """Return the first line with these words. Raises AssertionError with the screen if there is none."""
        return next((line for line in self.lines if words in line), None) or self._fail(f"no line with {words!r}")

    def beside(self, words: str) -> str:
        """Return these words and all that is below and to the right of them, in one line: a text beside a list."""
        y, x = next(((y, line.find(words)) for y, line in enumerate(self.lines) if words in line), (0, -1))
        if x < 0:
            self._fail(f"nothing begins with {words!r}")
        return " ".join(" ".join(line[x:] for line in self.lines[y:]).split())

    @property
    def chosen(self) -> str:
        """The words under the cursor: a line's, after ``▸``, or a framed choice's or card's; "" if it is on nothing."""
        framed = re.findall(r"┃▸? *([^┃]*?) *┃", self.text)
        listed = re.findall(r"▸ *(\S.*?)(?: {2,}|┃|$)", self.text, re.MULTILINE)
        words: list[str] = [*listed, *framed[-1:], ""]
        return words[0]

    @property
    def listed(self) -> list[str]:
        """The first words of each line from the heading to the next rule, up to a wide gap or the bar beside a list."""
        page = takewhile(lambda line: not line.startswith("──"), self.lines[2:])
        rows = [line.split("│")[0].replace("▸", " ").strip() for line in page]
        return [re.split(r" {2,}", row)[0] for row in rows if row]

    def card_chosen(self) -> str:
        """Return the card of the hand under the cursor, as `10♥`; "" if it is on nothing."""
        return next(iter(re.findall(r"┃(\S{2,3}) *┃", self._hand())), "")

    @property
    def hand(self) -> list[str]:
        """The cards of the hand from left to right, as `10♥`."""
        lines = self._hand().split("\n")
        found = {card.start(): card[1] for line in lines for card in re.finditer(r"[│┃](\S{2,3})(?= *[│┃])", line)}
        return [found[x] for x in sorted(found)]

    def _hand(self) -> str:
        """Return the lines of the hand, which are the last ones."""
        return "\n".join(self.lines[-(8 if len(self.lines) < LARGE_CARDS else 12) :])

    @property
    def brightness(self) -> float:
        """How bright the screen's background is, from 0 (black) to 1 (white)."""
        return self._app.screen.background_colors[1].brightness

    @property
    def choices(self) -> list[str]:
        """The names in the list with the cursor, with its headings, as far as they are on the screen."""
        lines = self.lines
        at = next((y for y, line in enumerate(lines) if "▸" in line), 0)
        name = re.compile(rf" {{{lines[at].find('▸')}}}[▸ ] {{0,3}}(\S.*?)(?: {{2,}}|$)")
        above = list(takewhile(bool, map(name.match, reversed(lines[:at]))))
        return [one[1] for one in (*reversed(above), *takewhile(bool, map(name.match, lines[at:]))) if one]

    @property
    def next_person(self) -> str:
        """The name on the curtain, as ``ANN``; "" if there is none."""
        names = re.findall(r"┃ +(\w(?: \w)*) +┃", self.text) if self.place == "curtain" else []
        return "".join(names).replace(" ", "")

    @property
    def dead_keys(self) -> list[str]:
        """The keys that have an action on this screen, but no effect now."""
        bound = self._app.screen.active_bindings.items()
        return [key for key, one in bound if one.binding.id and not one.enabled]

    @property
    def field(self) -> str:
        """The words in the field that takes the keys, such as a name, or ``off`` of ``‹ off ›``; "" if none does."""
        if self._app.focused is None:
            return ""
        x, y, width, height = self._app.focused.region
        words = " ".join(line[x : x + width] for line in screen_text(self._app).split("\n")[y : y + height])
        return " ".join(words.strip("‹› ").split())

    @property
    def row(self) -> str:
        """The line of the field that takes the keys, with its label before it; "" if none does."""
        focused = self._app.focused
        if focused is None or focused.size.height != 1:
            return ""
        return next((text.strip() for _, y, text in self._parts() if y == focused.region.y), "")

    # What is done

    async def press(self, *keys: str) -> None:
        """Press keys one after another; each is answered before the next."""
        await self._pilot.press(*keys)
        await self._pilot.pause()

    async def type(self, *keys: str) -> None:
        """Press keys all at once, as a terminal sends them."""
        type_keys(self._app, *keys)
        await settle(self._app)

    async def write(self, text: str) -> None:
        """Write this in the field under the cursor, in place of what is there."""
        await self.press("end", "ctrl+u")
        await self.paste(text)

    async def paste(self, text: str) -> None:
        """Paste text into the field that takes the keys."""
        self._app.post_message(events.Paste(text))
        await settle(self._app)

    async def click(self, words: str) -> None:
        """Click on the first of these words. Raises AssertionError with the screen if they aren't there."""
        for x, y, line in self._parts():
            if words in line:
                click_at(self._app, x + line.index(words) + len(words) // 2, y)
                await settle(self._app)
                return
        self._fail(f"nothing to click on at {words!r}")

    async def scroll(self, lines: int) -> None:
        """Turn the mouse wheel in the middle of the screen; down if `lines` is positive."""
        x, y = self._app.size.width // 2, self._app.size.height // 2
        turn = events.MouseScrollDown if lines > 0 else events.MouseScrollUp
        for _ in range(abs(lines)):
            self._app.post_message(turn(None, x, y, 0, 0, 0, False, False, False, x, y))
        await settle(self._app)

    async def resize(self, width: int, height: int) -> None:
        """Give the terminal another size, in columns and lines."""
        resize(self._app, width, height)
        await settle(self._app)

    async def select(self, card: int) -> None:
        """Select a card of the hand by its suit and rank. Raises AssertionError with the screen if it isn't there."""
        (face,) = faces(1 << card)
        suit = "♣♦♥♠".find(face[-1])  # -1 for a joker, which is a spade
        for key in ("CDHS"[suit], "T" if face.startswith("10") else face[0]):
            if self.card_chosen() == face:
                return
            await self.press(key)
        if self.card_chosen() != face:
            self._fail(f"{face} can't be selected")

    async def rest(self, seconds: float) -> None:
        """Wait, where nothing must happen in this time, or only time lets it happen."""
        await self._pilot.pause(seconds)

    async def until(self, place: str, key: str = "enter", most: int = 400) -> list[str]:
        """Press one key until a screen of this name (`PLACES`) is there; return the names of those before it.

        Raises AssertionError with the screen if it isn't reached.
        """
        met: list[str] = []
        for _ in range(most):
            now = self.place
            if not met or met[-1] != now:
                met.append(now)
            if now == place:
                return met
            before = self.text
            await self.press(key)
            if self.text == before:  # the key came too soon to count
                await self.rest(0.02)
        return [self._fail(f"{place} was never reached: {met[-6:]}")]

    async def choose(self, words: str, key: str = "down", most: int = 100) -> None:
        """Move through a list or a form with this key until the cursor is at these words.

        In a form they are the field's, or the row's first. Raises AssertionError with the screen if they aren't there.
        """
        for _ in range(most):
            if words in (self.chosen, self.field) or self.row.startswith(f"{words} "):
                return
            await self.press(key)
        self._fail(f"{words!r} can't be chosen")

    async def command(self, query: str) -> None:
        """Search in the palette, and take the first result."""
        await self.press("ctrl+p")
        await self.type(*("space" if letter == " " else letter for letter in query))
        await self.press("enter")

    async def end_by_signal(self) -> None:
        """End the program as the system does when a terminal closes."""
        self._app._end_by_signal(15)
        await self._pilot.pause()

    async def wait(self, *words: str, gone: bool = False) -> None:
        """Wait until these words are on the screen, or gone: for work in threads and other processes.

        Raises AssertionError with the screen after a minute.
        """
        if not await wait_until(lambda: self.sees(*words) is not gone):
            self._fail(f"never {'without' if gone else 'with'} {words}")
        await settle(self._app)

    async def act(self, event: SeatEvent) -> None:
        """Let this happen at the table without a key."""
        assert self._app.controller is not None
        self._app.controller.act(event)
        await settle(self._app)

    async def work_ends(self) -> None:
        """Wait until the screens wait for no thread and no other process."""
        await settle(self._app)  # a screen that was just opened may not have begun
        await self._app.workers.wait_for_complete()
        await settle(self._app)

    def notices(self) -> list[str]:
        """Return the list of the messages in the corner from now on; they aren't shown."""
        told: list[str] = []
        vars(self._app)["notify"] = lambda sentence, **more: told.append(sentence)
        return told

    def frames(self) -> list[str]:
        """Return the list of everything that is painted from now on, as text."""
        painted: list[str] = []
        paint = self._app._display

        def noted(*what: Any) -> None:
            paint(*what)
            painted.append(self.text)

        vars(self._app)["_display"] = noted
        return painted

    @property
    def clipboard(self) -> str:
        """What the program has copied last."""
        return self._app.clipboard

    # What is below the screens

    @property
    def table(self) -> Table:
        """The open table."""
        return table_of(self._app).table

    @property
    def dealt(self) -> Deal:
        """The latest deal."""
        deal = self.table.dealt
        assert deal is not None
        return deal

    @property
    def settings(self) -> Settings:
        """The settings as they are now."""
        return self._app.settings

    @property
    def running(self) -> bool:
        """Whether the program still runs."""
        return self._app.is_running and self._app.return_code is None

    def _fail(self, why: str) -> str:
        raise AssertionError(f"{why}\n{self.text}")


def home_app(**settings: Any) -> SpadesApp:
    """Return the program as a user starts it; with these settings instead of the saved ones, if any are given."""
    return SpadesApp(settings=Settings(**settings)) if settings else SpadesApp()


@asynccontextmanager
async def driving(what: SpadesApp | Scene, size: tuple[int, int] = (80, 24)) -> AsyncIterator[Driver]:
    """Start a program, or a scene up to its moment, in a terminal of this size (columns and lines)."""
    app = what.app() if isinstance(what, Scene) else what
    async with app.run_test(size=size, notifications=True, tooltips=True) as pilot:
        if isinstance(what, Scene):
            await what.go(pilot)
        await pilot.pause()
        yield Driver(app, pilot)
