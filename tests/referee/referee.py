"""An independent referee for game records.

It reads records (JSON Lines, format ``spades-record/1``), plays every fact through the rules of the game and
recomputes every finding. It shares no code with the program, so that a misreading has to be made twice before it
goes unnoticed. Plain sets, dicts and strings throughout: slow enough to be obvious.

The rules come from the record's ``rules`` object, component by component, or for a shipped variant from this
reading's own account of it (shipped.py). A component that it does not know raises ``NotRead``: every new component
is to be written here too.

* ``check(text)`` gives one ``Verdict`` for each record or raises ``RefereeError(line_number, message)``.
* ``findings(text)`` gives the complete record with every finding that applies put in.
* ``Game`` is the state machine underneath; ``generate.py`` uses it to make records.

cards.py: suits, packs, claims. rulebook.py, shipped.py: the rules as data. state.py: what is known of a game.
bids.py, play.py, customs.py: the facts. scoring.py, endings.py: what follows. forms.py, reader.py: the text.
"""

from __future__ import annotations

from tests.referee.cards import claim_holds, suit_of
from tests.referee.forms import to_text, with_sums
from tests.referee.game import Game
from tests.referee.reader import RefereeError, Verdict, check, findings
from tests.referee.rulebook import NotRead, Rules, Variant, read_rules
from tests.referee.shipped import VARIANTS
from tests.referee.state import Fact, Hand, Refusal

__all__ = [
    "VARIANTS",
    "Fact",
    "Game",
    "Hand",
    "NotRead",
    "RefereeError",
    "Refusal",
    "Rules",
    "Variant",
    "Verdict",
    "check",
    "claim_holds",
    "findings",
    "read_rules",
    "suit_of",
    "to_text",
    "with_sums",
]
