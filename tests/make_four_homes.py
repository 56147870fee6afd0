"""Write two pictures of a game between four homes, each a network behind a router of its own.

``python -m tests.make_four_homes`` needs root, `ip` and `nft`. Ann invites three friends, who paste their lines:
screenshots/friends-steps.svg has the steps of both, and screenshots/four-homes.svg the four at one table.
"""

import re
import sys
import tempfile
from pathlib import Path

from spades_tui.settings.settings import Settings
from spades_tui.settings.settings_file import save_settings
from tests.hosting.far_homes import Homes
from tests.hosting.networks import Network
from tests.make_four_terminals import NAMES, PICTURE, drawn, picture, play_on
from tests.terminal.terminal import ENTER, Terminal

STEPS, TABLE = PICTURE.with_name("friends-steps.svg"), PICTURE.with_name("four-homes.svg")
INVITE = "\x1bOR"  # F3


def program(machine: str, home: Path, name: str, relay: str, *words: str) -> Terminal:
    """Return the program of somebody in a terminal on their machine."""
    settings = Settings(name=name, pace="instant", cut_patience=0, relay=relay)
    save_settings(settings, home / "config" / "settings.toml")
    return Terminal(
        "netns", "exec", machine, sys.executable, "-m", "spades_tui", *words, home=home, program="ip"
    )  # fmt: skip


def invited(ann: Terminal) -> tuple[list[str], list[str]]:
    """Let Ann invite three friends; return the lines, and drawings of her two pages."""
    ann.wait("Quick game")
    for keys in ("n", ENTER, "+"):
        ann.press(keys)
    ann.press("+")
    ann.press("+")
    drawings = [drawn("Ann: + for each friend, and F3", 0, ann)]
    ann.press(INVITE)
    ann.wait("uvx --from")
    drawings.append(drawn("Ann: y copies a line, to send it", 1, ann))
    lines = []
    for _ in NAMES[1:]:
        ann.press("y")
        found = re.search(r"join\s+((?:[A-Z2-7]{4,}\s+)+)", ann.text())
        assert found is not None, ann.text()
        lines.append("".join(found[1].split()))
        ann.press("\x1b[B")
    return lines, drawings


def main() -> None:
    """Play, and write the pictures."""
    network, terminals = Network(), list[Terminal]()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        try:
            homes = Homes(network, folder, *(one.casefold() for one in NAMES))
            folders = [folder / "homes" / one for one in NAMES]
            terminals.append(program(homes.homes[0].machine, folders[0], "Ann", homes.url))
            lines, steps = invited(terminals[0])
            for number, line in enumerate(lines, 1):
                place, called = homes.homes[number].machine, "" if number == 1 else NAMES[number]
                terminals.append(program(place, folders[number], called, "", "join", line))
                if not called:
                    terminals[1].wait("What's your name")
                    terminals[1].press(f"\x15{NAMES[1]}")
                    steps.append(drawn("Bea has pasted the line: her name", 2, terminals[1]))
                    terminals[1].press(ENTER)
                    terminals[1].wait("not here yet")
                    steps.append(drawn("Bea: the game begins when all are here", 3, terminals[1]))
            play_on(terminals)
            STEPS.write_text(picture(steps), "utf-8")
            named = zip(NAMES, terminals, strict=True)
            table = [drawn(f"{one}, at home", number, terminal) for number, (one, terminal) in enumerate(named)]
            TABLE.write_text(picture(table), "utf-8")
        finally:
            for terminal in terminals:
                terminal.close()
            network.close()


if __name__ == "__main__":
    main()
