"""A command that can't be started has a reason, whether its words or its file are wrong."""

import pytest

from spades_tui.game import events
from spades_tui.play.outside_player import OutsidePlayer


@pytest.mark.parametrize(
    ("command", "named"),
    [("'no end", "quotation"), ("/nowhere/at-all", "/nowhere/at-all"), ("/", "/"), ("no\0program", "null byte")],
)
def test_a_command_that_cannot_be_started_says_why(command: str, named: str) -> None:
    player = OutsidePlayer(command, 0)
    player.start()
    event, why = player.ask((events.Stand(0),), seconds=5)
    player.close()
    assert event is None
    assert named in why
