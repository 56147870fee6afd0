"""Run a browser without a window at the program's own server, as a screen of characters with keys and clicks."""

import json
import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import pyte

from spades_tui.settings.settings import Settings
from spades_tui.settings.settings_file import save_settings

ROOT = Path(__file__).parents[2]
LISTENS = """
window.said = []; window.sent = [];
window.WebSocket = class extends WebSocket {
  constructor(...where) {
    super(...where);
    this.addEventListener("message", (one) => {
      if (typeof one.data !== "string") window.said.push(...new Uint8Array(one.data));
    });
  }
  send(what) { window.sent.push(what); super.send(what); }
};
"""
"""Records the messages that the page's socket receives and sends."""


def why_not() -> str:
    """Return why a browser can't be tested here; "" if it can."""
    try:
        import selenium  # noqa: F401
        import textual_serve  # noqa: F401
    except ImportError as error:
        return f"{error.name} is not installed: pip install '.[web]' selenium"
    if shutil.which("chromium") is None or shutil.which("chromedriver") is None:
        return "no chromium with its chromedriver here"
    return ""


class Served:
    """Run the server as a command in a separate process, with a known user in its home."""

    def __init__(self, home: Path) -> None:
        save_settings(Settings(name="Ann", pace="instant", cut_patience=0), home / "config" / "settings.toml")
        self.home = home
        self.tabs: list[int] = []
        """Processes of tabs, as noted by a test."""
        self.process = subprocess.Popen(
            [sys.executable, "-m", "spades_tui", "serve", "--port", "0"],
            stdout=subprocess.PIPE, stdin=subprocess.DEVNULL, encoding="utf-8", cwd=ROOT,
            env={**os.environ, "SPADES_TUI_HOME": str(home), "PYTHONUNBUFFERED": "1"},
        )  # fmt: skip
        assert self.process.stdout is not None
        for line in self.process.stdout:
            if line.strip().startswith("http://"):
                self.address = line.strip()
                break

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.process.terminate()
        self.process.wait(180)

    def programs(self) -> list[int]:
        """Return the processes of open tabs."""
        done = subprocess.run(
            ["ps", "-o", "pid=,args=", "--ppid", str(self.process.pid)], capture_output=True, encoding="utf-8"
        )
        return [int(line.split()[0]) for line in done.stdout.splitlines() if "spades_tui.web.tab" in line]

    def events(self) -> list[str]:
        """Return the names of the events in the games of this home."""
        records = sorted((self.home / "data" / "games").glob("*.jsonl"))
        return [json.loads(line)["event"] for record in records for line in record.read_text("utf-8").splitlines()]


class Browser:
    """Run Chromium; each tab is a screen of characters, made from the messages to its page."""

    def __init__(self) -> None:
        from selenium import webdriver

        options = webdriver.ChromeOptions()
        for argument in ("--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--window-size=1000,700"):
            options.add_argument(argument)
        options.binary_location = shutil.which("chromium") or ""
        options.set_capability("goog:loggingPrefs", {"performance": "ALL"})
        service = webdriver.ChromeService(shutil.which("chromedriver"))
        self.driver: Any = webdriver.Chrome(options=options, service=service)
        self._screens: dict[str, pyte.ByteStream] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.driver.quit()

    def open(self, address: str, new: bool = False) -> str:
        """Open a page, in a `new` tab if asked; return the tab."""
        if new:
            self.driver.switch_to.new_window("tab")
        self.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": LISTENS})
        self.driver.get(address)
        tab: str = self.driver.current_window_handle
        self._screens.pop(tab, None)
        return tab

    def read(self) -> str:
        """Return the screen of the front tab."""
        tab = self.driver.current_window_handle
        said, sent = self.driver.execute_script("return [window.said.splice(0), window.sent]")
        if tab not in self._screens:
            sizes = [data for kind, *data in map(json.loads, sent) if kind == "resize"]
            if not sizes:
                return ""
            self._screens[tab] = pyte.ByteStream(pyte.Screen(sizes[-1][0]["width"], sizes[-1][0]["height"]))
        self._screens[tab].feed(bytes(said))
        return "\n".join(line.rstrip() for line in self.screen.display)

    @property
    def screen(self) -> pyte.Screen:
        """The characters of the tab in front."""
        screen = self._screens[self.driver.current_window_handle].listener
        assert isinstance(screen, pyte.Screen)
        return screen

    def wait(self, wanted: str, seconds: float = 180) -> str:
        """Wait for a text, as a regular expression. Raises AssertionError with the screen."""
        end = time.monotonic() + seconds
        while not re.search(wanted, text := self.read()):
            assert time.monotonic() < end, f"{wanted!r} did not come; the screen:\n{text}"
            time.sleep(0.05)
        return text

    def press(self, keys: str) -> None:
        """Type keys into the focused part of the page."""
        from selenium.webdriver import ActionChains

        ActionChains(self.driver).send_keys(keys).perform()

    def click(self, column: float, line: float) -> None:
        """Click the middle of a cell of the terminal; both coordinates count from 0."""
        from selenium.webdriver import ActionChains

        box = self.driver.execute_script(
            "const box = document.querySelector('.xterm-screen').getBoundingClientRect();"
            "return [box.left, box.top, box.width, box.height]"
        )
        x = box[0] + (column + 0.5) * box[2] / self.screen.columns
        y = box[1] + (line + 0.5) * box[3] / self.screen.lines
        actions: Any = ActionChains(self.driver, duration=0)
        actions.w3c_actions.pointer_action.move_to_location(int(x), int(y))
        actions.w3c_actions.pointer_action.click()
        actions.perform()

    def click_on(self, wanted: str) -> bool:
        """Click the first match of a regular expression; return whether there is one."""
        for number, line in enumerate(self.read().split("\n")):
            found = re.search(wanted, line)
            if found:
                self.click((found.start() + found.end() - 1) // 2, number)
                return True
        return False

    def asked_for(self) -> list[str]:
        """Return every address requested since the last call."""
        messages = [json.loads(entry["message"])["message"] for entry in self.driver.get_log("performance")]
        return [one["params"]["request"]["url"] for one in messages if one["method"] == "Network.requestWillBeSent"]
