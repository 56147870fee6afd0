"""An independent referee for game records.

It reads records (JSON Lines, format ``spades-record/1``), plays every event through the rules of the game and
recomputes every finding. It shares no code with the program, so a misreading would have to happen twice to go
unnoticed. It uses plain sets, dicts and strings: slow, but obvious.

The rules come from the record's ``rules`` object, component by component. For a shipped variant they come from this
reading's own description (shipped.py). An unknown component raises ``NotRead``: every new component must be added here
too.

* ``check(text)`` gives one ``Verdict`` for each record or raises ``RefereeError(line_number, message)``.
* ``findings(text)`` gives the complete record with every finding.
* ``Game`` is the state machine; ``generate.py`` uses it to make records.

cards.py: suits, packs, claims. rulebook.py, shipped.py: the rules as data. state.py: the known state of a game.
bids.py, play.py, customs.py: the events. scoring.py, endings.py: the results. forms.py, reader.py: the text.
"""

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
