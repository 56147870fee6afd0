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
    "show_code": ("v", "QR code"), "give_seat": ("c", "computer"), "choose_friend": ("f", "friend"),
    "other_ways": ("w", "other ways"), "join_friend": ("j", "join"), "invite_friends": ("i", "invite friends"),
    "keep_partner": ("k", "keep partner"), "games": ("g", "games"), "persons": ("p", "people"),
    "ladder": ("l", "ladder"), "suggestions_off": ("s", "suggestions off"),
    "more": ("m", "more"), "carried": ("t", "carried"), "deck": ("d", "deck"),
    "table_settings": ("s", "table settings"), "correct": ("c", "correct scores"),
    "rename": ("n", "rename table"), "new_table": ("+", "new table"),
    "unfinished": ("u", "unfinished games"), "export": ("e", "export scorebook"),
    "import": ("i", "import scorebook"), "rebuild": ("R", "rebuild scorebook"),
    "read_again": ("r", "reload"), "delete": ("x", "delete"), "restore": ("r", "restore"),
    "assign": ("a", "move to table"), "merge": ("m", "merge"), "scoreboard": ("b", "scoreboard"),
    "feats": ("f", "feats"), "same_hand": ("a", "again"), "others_hand": ("x", "as others"),
    "rematch": ("c", "change sides"),
    "change_keys": ("f2", "change keys"), "match": ("m", "match"),
}  # fmt: skip
"""The default key of each action, and its words: as in the footer of the first screen that has it."""

KEYS = {name: key for name, (key, _) in ACTIONS.items()}
"""The default key of each action."""

ASIDES = {
    "change": "change_bid", "dump": "dump", "challenge": "challenge", "books": "take_books", "bone": "bonehead",
    "mark": "zb_mark",
}  # fmt: skip
"""What players may say out of turn: the word for each in plain text, and its action."""

SHORT_LABELS = {
    "bonehead": "bone", "ZB mark": "ZB", "change bid": "change", "last trick": "last", "take tricks": "tricks",
    "full seal": "seal", "try a hand": "try", "add person": "add",
    "invite friends": "invite",
}  # fmt: skip
"""Shorter words of actions, if not all fit in the footer."""

CALLED = {
    "take_books": "take tricks", "take_back": "undo", "words": "glossary", "result": "scorebook", "zb_mark": "ZB mark",
    "cut_word": "add word", "give_up": "abandon", "take_up": "reopen", "original": "reset rule", "keep": "save form",
    "persons": "people", "read_again": "reload", "rematch": "change sides",
}  # fmt: skip
"""The screens' names of actions that have older names in settings files."""


class KeyPlace(NamedTuple):
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
        if {"leave", "quit"} & {*names}:
            return names
        return (*names, "back")


EVERYWHERE = "help palette"
TABLE = (
    "change_bid dump challenge take_books zb_mark hint count take_back last_trick claim scores log why notes rules "
    "words faster slower leave"
)
"""The actions at a table, without ``bonehead``, whose key does something else while you watch."""

PLACES = (
    KeyPlace("everywhere", EVERYWHERE),
    KeyPlace("nearly everywhere", "back"),

    KeyPlace("at the table", f"{TABLE} bonehead", letters="SHDC"),
    KeyPlace("at the curtain", "take_back scores leave"),
    KeyPlace("at the deal", "cut_word no_cut seal scores faster slower leave"),
    KeyPlace("on a hand's score sheet", "scores all_hands same_hand others_hand review seal rules words copy_code "
          "leave"),
    KeyPlace("at the end of a game", "scores all_hands rematch same_hand others_hand review duplicate result seal "
          "copy_code leave"),
    KeyPlace("while watching", "all_hands play_on", TABLE, letters="SHDC"),
    KeyPlace("at a hearing", "scores leave"),
    KeyPlace("in the log", "why", "log"),
    KeyPlace("on the page of reasons", "", "why"),
    KeyPlace("on the page of notes", "", "notes"),
    KeyPlace("on the score sheet", "copy_code all_hands review", "scores"),
    KeyPlace("at the seal", "", "seal"),
    KeyPlace("on the rules page", "words", "rules"),
    KeyPlace("in all hands", "hand_before hand_after play_on why", "all_hands"),
    KeyPlace("in a review", "all_decisions by_hand duplicate story all_hands play_on copy_code"),
    KeyPlace("in a review", "", "by_hand"),
    KeyPlace("in a game played again", "", "duplicate"),
    KeyPlace("in a story", "copy_code save hide_names"),
    KeyPlace("when saving has failed", "", letters="howls"),

    KeyPlace("on the home screen", "first_hand not_now type_code join_friend invite_friends players quit",
             letters="cdgmnlbrs"),
    KeyPlace("at the deal of the day", "copy_code review"),
    KeyPlace("in the rules", "back_up"),
    KeyPlace("in the list of games", "rules change_rules", letters="y"),
    KeyPlace("while choosing seats", "start add_person players invite match keep_partner", letters="pbcse"),
    KeyPlace("while inviting friends", "copy_code show_code give_seat choose_friend other_ways start"),
    KeyPlace("in the list of players", "", "players"),
    KeyPlace("in the settings", "change_keys"),
    KeyPlace("while changing keys", "", fixed={"delete": "default key"}),
    KeyPlace("in a form", "keep"),
    KeyPlace("while changing rules", "find rules try_hand save measure original find_again",
          letters="-−", fixed={"ctrl+s": "save"}),
    KeyPlace("while changing rules", "back_up", "rules"),
    KeyPlace("while measuring rules", "stop measure back_up"),

    KeyPlace("in the scorebook", "games persons players ladder more carried deck table_settings correct rename "
          "new_table unfinished export import rebuild read_again"),
    KeyPlace("in the scorebook's games", "delete restore assign review all_hands export",
          fixed={"delete": "delete"}),
    KeyPlace("on your ladder", "suggestions_off"),
    KeyPlace("on a person's page", "games feats rename merge"),
    KeyPlace("in the unfinished games", "give_up take_up", fixed={"delete": "abandon"}),
    KeyPlace("on a game's page", "scoreboard carried"),
    KeyPlace("on the page of keys", "rules words change_keys", "help"),
)  # fmt: skip
"""Every set of actions that meet on a screen. The first place of an action is where most people know it from."""
