"""What players can choose keys for: each action's name in the settings file, its default key, and its words.

Bindings of screens have these names as ids, and these default keys (`tests/keys/test_actions.py`). Keys have their
names from settings files: ``h``, ``?``, ``ctrl+s``, ``f2``, ``enter``.
"""

from collections.abc import Mapping
from typing import NamedTuple

ACTIONS: dict[str, tuple[str, str]] = {
    "help": ("?", "keys"), "palette": ("ctrl+p", "palette"), "back": ("q", "back"),
    "leave": ("q", "leave"), "quit": ("q", "quit"), "change_bid": ("b", "change bid"),
    "dump": ("d", "dump"), "challenge": ("x", "challenge"), "take_books": ("k", "take tricks"),
    "bonehead": ("o", "bonehead"), "zb_mark": ("z", "ZB mark"), "hint": ("h", "hint"),
    "count": ("c", "count"), "notes": ("n", "notes"), "why": ("y", "why"),
    "take_back": ("u", "undo"), "last_trick": ("l", "last trick"), "claim": ("m", "claim"),
    "scores": ("s", "scores"), "log": ("g", "log"), "rules": ("r", "rules"),
    "faster": ("+", "faster"), "slower": ("-", "slower"), "words": ("w", "glossary"),
    "cut_word": ("w", "add word"), "no_cut": ("n", "don't cut"), "seal": ("f", "full seal"),
    "all_hands": ("o", "all hands"), "result": ("b", "scorebook"), "review": ("v", "review"),
    "play_on": ("f", "play on"), "hand_before": ("[", "previous hand"), "hand_after": ("]", "next hand"),
    "all_decisions": ("a", "all decisions"), "by_hand": ("t", "by hand"),
    "back_up": ("b", "previous page"), "copy_code": ("y", "copy code"),
    "duplicate": ("e", "as expert"), "story": ("s", "story"), "hide_names": ("x", "hide names"),
    "type_code": ("k", "code"), "first_hand": ("f", "first hand"), "not_now": ("x", "not now"),
    "give_up": ("x", "abandon"), "take_up": ("t", "reopen"), "change_rules": ("c", "change rules"),
    "find": ("/", "find"), "find_again": ("n", "next"), "try_hand": ("t", "try a hand"),
    "measure": ("m", "measure"), "stop": ("s", "stop"), "save": ("s", "save"),
    "original": ("x", "reset"), "start": ("ctrl+s", "start"), "keep": ("ctrl+s", "save"),
    "add_person": ("+", "add person"), "players": ("f2", "players"), "invite": ("f3", "invite"),
    "keep_partner": ("k", "keep partner"), "games": ("g", "games"), "persons": ("p", "people"),
    "more": ("m", "more"), "carried": ("t", "carried"), "deck": ("d", "deck"),
    "table_settings": ("s", "table settings"), "correct": ("c", "correct scores"),
    "rename": ("n", "rename table"), "new_table": ("+", "new table"),
    "unfinished": ("u", "unfinished games"), "export": ("e", "export scorebook"),
    "import": ("i", "import scorebook"), "rebuild": ("R", "rebuild scorebook"),
    "read_again": ("r", "reload"), "delete": ("x", "delete"), "restore": ("r", "restore"),
    "assign": ("a", "move to table"), "merge": ("m", "merge"), "scoreboard": ("b", "scoreboard"),
    "change_keys": ("f2", "change keys"), "match": ("m", "match"),
}  # fmt: skip
"""The default key of each action, and its words: as in the footer of the first screen that has it."""

KEYS = {name: key for name, (key, _) in ACTIONS.items()}
"""The default key of each action."""

CALLED = {
    "take_books": "take tricks", "take_back": "undo", "words": "glossary", "result": "scorebook", "zb_mark": "ZB mark",
    "cut_word": "add word", "give_up": "abandon", "take_up": "reopen", "original": "reset rule", "keep": "save form",
    "persons": "people", "read_again": "reload",
}  # fmt: skip
"""The screens' names of actions that have older names in settings files."""


class Place(NamedTuple):
    """Actions that can be done on the same screen, so that they need different keys."""

    words: str
    """Words for the place, such as ``at the table``."""
    names: str
    """The actions, separated by blanks."""
    others: str = ""
    """More actions of the screen, for which other places are better known."""
    letters: str = ""
    """Letters that people type there or that choose a line, so no action can have them as its key."""
    fixed: Mapping[str, str] = {}
    """Other keys that can't be had there, with the words of what they always do."""

    @property
    def every(self) -> tuple[str, ...]:
        """All actions that can be done there; `back` has the key of `leave` and `quit`, so not beside them."""
        names = (*self.names.split(), *self.others.split(), *EVERYWHERE.split())
        return names if {"leave", "quit"} & {*names} else (*names, "back")


EVERYWHERE = "help palette"
TABLE = (
    "change_bid dump challenge take_books zb_mark hint count take_back last_trick claim scores log why notes rules "
    "words faster slower leave"
)
"""The actions at a table, without ``bonehead``, whose key does something else while you watch."""

PLACES = (
    Place("everywhere", EVERYWHERE),
    Place("nearly everywhere", "back"),

    Place("at the table", f"{TABLE} bonehead", letters="SHDC"),
    Place("at the curtain", "take_back scores leave"),
    Place("at the deal", "cut_word no_cut seal scores faster slower leave"),
    Place("on a hand's score sheet", "scores all_hands seal rules words copy_code leave"),
    Place("at the end of a game", "scores all_hands review duplicate result seal copy_code leave"),
    Place("while watching", "all_hands play_on", TABLE, letters="SHDC"),
    Place("at a hearing", "scores leave"),
    Place("in the log", "why", "log"),
    Place("on the page of reasons", "", "why"),
    Place("on the page of notes", "", "notes"),
    Place("on the score sheet", "copy_code", "scores"),
    Place("at the seal", "", "seal"),
    Place("on the rules page", "words", "rules"),
    Place("in all hands", "hand_before hand_after play_on why", "all_hands"),
    Place("in a review", "all_decisions by_hand duplicate story all_hands play_on copy_code"),
    Place("in a review", "", "by_hand"),
    Place("in a game played again", "", "duplicate"),
    Place("in a story", "copy_code save hide_names"),
    Place("when saving has failed", "", letters="howls"),

    Place("on the home screen", "first_hand not_now type_code quit", letters="cdgmnlbrs"),
    Place("at the deal of the day", "copy_code review"),
    Place("in the rules", "back_up"),
    Place("in the list of games", "rules change_rules", letters="y"),
    Place("while choosing seats", "start add_person players invite match keep_partner", letters="pbcse"),
    Place("while inviting friends", "copy_code start"),
    Place("in the list of players", "", "players"),
    Place("in the settings", "change_keys"),
    Place("while changing keys", "", fixed={"delete": "default key"}),
    Place("in a form", "keep"),
    Place("while changing rules", "find rules try_hand save measure original find_again",
          letters="-−", fixed={"ctrl+s": "save"}),
    Place("while changing rules", "back_up", "rules"),
    Place("while measuring rules", "stop measure back_up"),

    Place("in the scorebook", "games persons more carried deck table_settings correct rename new_table "
          "unfinished export import rebuild read_again"),
    Place("in the scorebook's games", "delete restore assign review all_hands export",
          fixed={"delete": "delete"}),
    Place("on a person's page", "games rename merge"),
    Place("in the unfinished games", "give_up take_up", fixed={"delete": "abandon"}),
    Place("on a game's page", "scoreboard carried"),
    Place("on the page of keys", "rules words change_keys", "help"),
)  # fmt: skip
"""Every set of actions that meet on a screen. The first place of an action is where most people know it from."""
