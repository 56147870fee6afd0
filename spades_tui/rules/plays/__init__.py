"""Components of trick play, one file each."""

from spades_tui.rules.component_bases import PlayComponent, registered
from spades_tui.rules.plays.ace_call import AceCall
from spades_tui.rules.plays.claims import Claims
from spades_tui.rules.plays.first_lead import Opening
from spades_tui.rules.plays.first_trick import FirstTrick
from spades_tui.rules.plays.follow import Follow
from spades_tui.rules.plays.last_trick import LastTrick
from spades_tui.rules.plays.lead import Lead

REGISTRY: tuple[type[PlayComponent], ...] = registered(Follow, Lead, FirstTrick, Opening, AceCall, Claims, LastTrick)
"""Every kind. mypy reports a class here that lacks a method of `PlayComponent`."""

AnyPlay = Follow | Lead | FirstTrick | Opening | AceCall | Claims | LastTrick
"""The `plays` that a variant file may have."""

__all__ = ["REGISTRY", "AceCall", "AnyPlay", "Claims", "FirstTrick", "Follow", "LastTrick", "Lead", "Opening"]
