"""A planted fault ends the program cleanly: terminal restored, a sentence, a report without cards, the game saved."""

import json
import stat
from pathlib import Path

import pytest

from spades_tui.system.faults import FAULT
from tests.no_cards import no_card_in
from tests.terminal.terminal import ENTER, LEFT, PUT_BACK, TAKE, Start, Terminal

pytestmark = pytest.mark.slow

BROKEN = """
def broken(*_, **__):
    held = "AS KS 2C"
    raise ZeroDivisionError(f"cannot play from {held}")
"""
IN_A_HANDLER = (
    BROKEN
    + """
import spades_tui.tui.table.table_screen as screen
screen.TableScreen.action_scores = broken
"""
)
IN_A_KEY = (
    BROKEN
    + """
import spades_tui.tui.table.table_screen as screen
screen.TableScreen.move = broken
"""
)
IN_THE_TABLE = (
    BROKEN
    + """
from spades_tui.game.events import Bid
from spades_tui.play.table import Table
do = Table.do
Table.do = lambda table, event: broken() if isinstance(event, Bid) else do(table, event)
"""
)
IN_PAINTING = (
    BROKEN
    + """
import spades_tui.tui.widgets.side_panels as hint
hint.HintPanel.ask = broken
"""
)
IN_THE_WORKER = """
import spades_tui.play.bot_process as process
process._START = process._START.replace("from spades_tui", f"exec({PLANT!r}); from spades_tui")
"""
IN_THE_WORKER = f"PLANT = {BROKEN + 'import spades_tui.bots; spades_tui.bots.choose = broken'!r}\n{IN_THE_WORKER}"
SHOWING_ITSELF = """
class Rich(Exception):
    def __rich__(self):
        return "AS KS 2C"
def broken(*_, **__):
    raise Rich("AS KS 2C")
import spades_tui.tui.table.table_screen as screen
screen.TableScreen.action_scores = broken
"""


SEATS = "human:Ann,bot:beginner:Bea,bot:beginner:Cy,bot:beginner:Dot"
STRONG = "human:Ann,bot:strong:Bea,bot:strong:Cy,bot:strong:Dot"


def at_the_table(start: Start, plant: str, seats: str = SEATS) -> Terminal:
    """Start a game where a person must bid; with a broken worker, it may have ended already."""
    terminal = start("play", "--seats", seats, "--seed", "fault", "--pace", "instant", plant=plant)
    text = terminal.wait("cut|Your bid|[Aa]ny key|has a fault")
    terminal.rest()
    for _ in range(20):
        if "Your bid" in text or not terminal.child.isalive():
            break
        terminal.press(ENTER)
        text = terminal.text()
    return terminal


def journal(home: Path) -> Path:
    (file,) = (home / "data" / "games").glob("*.spades.jsonl")
    return file


@pytest.mark.parametrize(
    ("plant", "keys", "seats"),
    [
        (IN_A_HANDLER, "s", SEATS),
        (IN_A_KEY, "\x1b[C", SEATS),
        (IN_THE_TABLE, ENTER, SEATS),
        (IN_PAINTING, "h", SEATS),
        (SHOWING_ITSELF, "s", SEATS),
    ],
    ids=["handler", "key", "table", "panel", "rich"],
)
def test_a_fault_gives_a_sentence_a_report_and_the_next_step(
    plant: str, keys: str, seats: str, start: Start, tmp_path: Path
) -> None:
    terminal = at_the_table(start, plant, seats)
    if terminal.child.isalive():
        terminal.press(keys)
    assert terminal.ended() == FAULT, terminal.text()
    assert all(sequence in terminal.sent_out for sequence in PUT_BACK)
    after = bytes(terminal.sent_out).rpartition(LEFT)[2].decode()
    said = " ".join(terminal.plain_since(len(terminal.sent_out) - len(after.encode())).split())
    assert "the program has a fault" in said
    assert "Traceback" not in said
    assert "held" not in said
    no_card_in(said)
    (file,) = (tmp_path / "data" / "faults").iterdir()
    assert file.name in said.replace(" ", "")
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    report = file.read_text()
    assert "ZeroDivisionError in" in report or "Rich in" in report
    assert "broken" in report
    no_card_in(report)
    path = journal(tmp_path)
    assert f"play--resume{path}" in said.replace(" ", "")
    assert json.loads(path.read_bytes().splitlines()[-1])
    again = start("play", "--resume", str(path), "--pace", "instant")
    again.wait("Your bid|Your turn|cut|[Aa]ny key")


def test_a_player_that_fails_in_its_process_is_replaced(start: Start, tmp_path: Path) -> None:
    terminal = at_the_table(start, IN_THE_WORKER, STRONG)
    terminal.press(TAKE)
    terminal.wait("Your turn|Your bid|plays for")
    terminal.press("g")
    terminal.wait("has a fault; a simpler one plays for")
    terminal.press("\x11")
    assert terminal.ended() == 0, terminal.text()
    lines = [json.loads(line) for line in journal(tmp_path).read_bytes().splitlines()]
    assert any(line.get("stand_in") for line in lines)
    (file, *_) = (tmp_path / "data" / "faults").iterdir()
    assert "ZeroDivisionError in" in file.read_text()
    no_card_in(file.read_text())


@pytest.mark.parametrize("error", ["OSError(28, 'No space left on device')", "RuntimeError('AS KS')"])
def test_an_error_while_suspending_is_reported_in_one_sentence(error: str, start: Start, tmp_path: Path) -> None:
    plant = f"import spades_tui.play.table as t\ndef bad(table): raise {error}\nt.Table.suspend = bad"
    terminal = at_the_table(start, plant)
    terminal.press("\x11")
    assert terminal.ended() == 1
    said = " ".join(terminal.plain_since(bytes(terminal.sent_out).rfind(LEFT)).split())
    reason = "the disk is full" if "OSError" in error else "RuntimeError"
    assert f"the game is saved, but not marked as left ({reason})" in said
    no_card_in(said)
    found = [path.read_text() for path in tmp_path.glob("data/faults/*")]
    assert len(found) == (reason == "RuntimeError")  # a refusal of the system is no fault of the program
    for report in found:
        assert "RuntimeError in" in report
        no_card_in(report)
