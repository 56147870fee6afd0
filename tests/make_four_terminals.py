"""Write screenshots/four-terminals.svg, a hosted game by real ssh: `python -m tests.make_four_terminals`.

Ann hosts, and three friends come with OpenSSH. Each of the four plays at an own pseudo-terminal.
"""

import io
import re
import tempfile
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

from rich.console import Console
from rich.style import Style
from rich.text import Text

from spades_tui.settings.settings import Settings
from spades_tui.settings.settings_file import save_settings
from tests.hosting.programs import ssh_words
from tests.terminal.terminal import ENTER, Terminal

PICTURE = Path(__file__).parents[1] / "screenshots" / "four-terminals.svg"
NAMES = ("Ann", "Bea", "Cy", "Dot")
TRICK = 4  # the trick that is shown, when Ann is on turn


def lines_of(terminal: Terminal) -> Iterator[Text]:
    """Yield each line of a terminal with its colours."""
    screen = terminal.screen
    for y in range(screen.lines):
        line = Text(end="")
        cells = [screen.buffer[y][x] for x in range(screen.columns)]
        for look, run in groupby(cells, key=lambda cell: (cell.fg, cell.bg, cell.bold, cell.reverse)):
            line.append("".join(cell.data for cell in run), _style(*look))
        yield line


def _style(front: str, back: str, bold: bool, swapped: bool) -> Style:
    colours = [f"#{one}" if re.fullmatch("[0-9a-f]{6}", one) else None for one in (front, back)]
    return Style(color=colours[0], bgcolor=colours[1], bold=bold, reverse=swapped)


def drawn(title: str, number: int, terminal: Terminal) -> str:
    """Return a terminal as it is now, as an SVG whose names end with a number."""
    console = Console(width=terminal.screen.columns, record=True, file=io.StringIO(), force_terminal=True,
                      color_system="truecolor", legacy_windows=False)  # fmt: skip
    for line in lines_of(terminal):
        console.print(line, overflow="crop", no_wrap=True)
    return console.export_svg(title=title, unique_id=f"terminal-{number}")


def picture(drawings: list[str]) -> str:
    """Return one SVG with four terminals in two rows."""
    parts, width, height = [], 0.0, 0.0
    for number, svg in enumerate(drawings):
        found = re.search(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', svg)
        assert found is not None
        width, height = float(found[1]), float(found[2])
        place = f'<svg x="{number % 2 * width:g}" y="{number // 2 * height:g}" width="{width:g}" height="{height:g}"'
        parts.append(svg.replace("<svg", place, 1))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {2 * width:g} {2 * height:g}">\n'
        + "\n".join(parts) + "\n</svg>\n"
    )  # fmt: skip


def play_on(terminals: list[Terminal]) -> None:
    """Bid what the hint says, and play the card that is chosen, until Ann is on turn in the trick to show."""
    for _ in range(400):
        for terminal in terminals:
            terminal.read(0.2)
        in_trick = all(f"trick {TRICK}/13" in terminal.text() for terminal in terminals)
        if in_trick and "Your turn" in terminals[0].text():
            return
        for terminal in terminals:
            if "▶  Your bid" in terminal.text():
                terminal.child.send("h")
                terminal.wait("best")
            if "▶  " in terminal.text() or "Press any key" in terminal.text():
                terminal.child.send(ENTER)
    raise AssertionError("\n\n".join(terminal.text() for terminal in terminals))


def main() -> None:
    """Play, and write the picture."""
    with tempfile.TemporaryDirectory() as folder:
        homes = [Path(folder, name) for name in NAMES]
        save_settings(Settings(name="Ann", pace="instant", cut_patience=0), homes[0] / "config" / "settings.toml")
        seats = f"human:Ann,{','.join(['guest'] * 3)}"
        ann = Terminal("host", "--seats", seats, "--port", "0", "--pause", "0", home=homes[0])
        terminals = [ann]
        try:
            ann.wait("The table waits")
            codes = re.findall(r"ssh -p (\d+) (\w+)@localhost", ann.text())
            for name, home, code in zip(NAMES[1:], homes[1:], codes, strict=True):
                guest = Terminal(*ssh_words(*code), home=home, program="ssh")
                terminals.append(guest)
                guest.wait("your name")
                guest.child.send(f"{name}{ENTER}")
                guest.wait("password, 4")
                guest.child.send(f"swordfish{ENTER}")
            for terminal in terminals:
                terminal.wait("for screens")
                terminal.child.send(ENTER)
            play_on(terminals)
            named = zip(NAMES, terminals, strict=True)
            drawings = [drawn(f"{name}'s terminal", number, one) for number, (name, one) in enumerate(named)]
            PICTURE.write_text(picture(drawings), "utf-8")
        finally:
            for terminal in terminals:
                terminal.close()


if __name__ == "__main__":
    main()
