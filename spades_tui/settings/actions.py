"""The table of all actions: what you can do on each screen, with which key, and how it is labelled.

Bindings, the footer, the `?` page, the palette and the page for changing keys are built from it. Keys have their names
from settings files: ``h``, ``?``, ``ctrl+s``, ``f2``, ``enter``.
"""

from typing import NamedTuple


class Action(NamedTuple):
    """An action on a screen: its method, its keys and its labels."""

    does: str
    """The name of the method, with its arguments."""
    words: str = ""
    """The label in the footer: a verb or a noun, at most three words."""
    name: str = ""
    """The name for its key in the settings file; "" if its keys are fixed."""
    fixed: str = ""
    """Keys that can't be changed, separated by commas."""
    long_label: str = ""
    """The longer label for the `?` page and the palette; "" to use `words`."""
    shown: bool = True
    """Whether the footer shows it."""
    display: str = ""
    """The printed form of all its keys; a name in braces is the key of that action."""
    also: tuple[str, ...] = ()
    """Other names whose keys also do this here, such as the key that opened a page and closes it."""
    first: bool = False
    """Whether it takes precedence over what a widget does with that key."""


def steps(method: str, words: str, back: str, forward: str, long_label: str = "") -> tuple[Action, Action]:
    """Return the actions for a step back and a step forward, which the footer shows as one with ←→ or ↑↓."""
    pair = "←→" if back.startswith("left") else "↑↓"
    return (
        Action(f"{method}(-1)", words, fixed=back, long_label=long_label, display=pair),
        Action(f"{method}(1)", fixed=forward, shown=False),
    )


class KeyPlace(NamedTuple):
    """A screen, or part of one, and what you can do there."""

    words: str
    """Words for the place, such as ``at the table``; "" for a part with only fixed keys."""
    actions: tuple[Action, ...]
    over: tuple[str, ...] = ()
    """Places whose actions work here too."""
    letters: str = ""
    """Letters that people type there or that choose a line, so no action can have them as its key."""


KEYS: dict[str, str] = {
    "help": "?", "palette": "ctrl+p", "back": "q", "leave": "q", "quit": "q",
    "change_bid": "b", "dump": "d", "challenge": "x", "take_books": "k", "bonehead": "o", "zb_mark": "z",
    "hint": "h", "count": "c", "notes": "n", "why": "y", "take_back": "u", "last_trick": "l", "claim": "m",
    "scores": "s", "log": "g",
    "rules": "r", "faster": "+", "slower": "-", "words": "w", "cut_word": "w", "no_cut": "n", "seal": "f",
    "all_hands": "o",
    "result": "b", "review": "v", "play_on": "f", "hand_before": "[", "hand_after": "]", "all_decisions": "a",
    "by_hand": "t", "back_up": "b", "copy_code": "y", "duplicate": "e", "story": "s", "hide_names": "x",
    "type_code": "k",
    "first_hand": "f", "not_now": "x", "give_up": "x", "take_up": "t", "change_rules": "c", "find": "/",
    "find_again": "n", "try_hand": "t", "measure": "m", "stop": "s", "save": "s", "original": "x",
    "start": "ctrl+s", "keep": "ctrl+s",
    "add_person": "+", "players": "f2", "invite": "f3", "keep_partner": "k", "games": "g", "persons": "p", "more": "m",
    "carried": "t", "deck": "d",
    "table_settings": "s", "correct": "c", "rename": "n", "new_table": "+", "unfinished": "u", "export": "e",
    "import": "i", "rebuild": "R", "read_again": "r", "delete": "x", "restore": "r", "assign": "a", "merge": "m",
    "scoreboard": "b", "change_keys": "f2", "match": "m",
}  # fmt: skip
"""The default key of each name."""

CALLED = {
    "take_books": "take tricks", "take_back": "undo", "words": "glossary", "result": "scorebook", "zb_mark": "ZB mark",
    "cut_word": "add word", "give_up": "abandon", "take_up": "reopen", "original": "reset rule", "keep": "save form",
    "persons": "people", "read_again": "reload",
}  # fmt: skip
"""The screens' names of actions that have older names in settings files."""

SHORT_LABELS = {
    "bonehead": "bone", "ZB mark": "ZB", "change bid": "change", "last trick": "last", "take tricks": "tricks",
    "full seal": "seal", "try a hand": "try",
}  # fmt: skip
"""Shorter labels for the footer, if not all fit."""

CHOOSE = Action("nothing", "choose", fixed="left,right", display="←→")
BACK = Action("back", "back", "back", "escape", display="Esc")
LEAVE = Action("leave", "leave", "leave", long_label="leave the table; the game is saved")
ALL_HANDS = "every hand of the game, trick by trick"
PACE = (
    Action("pace(1)", "faster", "faster", shown=False, long_label="play faster"),
    Action("pace(-1)", "slower", "slower", shown=False, long_label="play slower"),
)
UP_AND_DOWN = (
    Action("app.focus_previous", "move", fixed="up", display="↑↓"),
    Action("app.focus_next", fixed="down", shown=False),
)
READ_ON = (
    Action("page(1)", "next page", fixed="pagedown,space", display="PgDn"),
    Action("page(-1)", "previous page", "back_up", "pageup", display="PgUp"),
)
LIST = (
    Action("cursor_up", "choose", fixed="up", display="↑↓"),
    Action("cursor_down", fixed="down", shown=False),
    Action("first", "first line", fixed="home", shown=False),
    Action("last", "last line", fixed="end", shown=False),
)

PLACES: dict[str, KeyPlace] = {
    "program": KeyPlace("", (
        Action("quit", "quit", fixed="ctrl+q", shown=False, first=True),
        Action("suspend_process", "suspend", fixed="ctrl+z", shown=False, first=True),
        Action("command_palette", "palette", "palette", long_label="all commands by name", shown=False, first=True),
    )),
    "screen": KeyPlace("everywhere", (
        Action("keys", "keys", "help"),
        Action("back", "back", fixed="escape", shown=False),
    ), over=("program",)),

    # The table

    "table": KeyPlace("at the table", (
        CHOOSE,
        Action("select", "select", fixed="enter", display="⏎"),
        Action("aside('change')", "change bid", "change_bid"),
        Action("aside('dump')", "dump", "dump"),
        Action("aside('challenge')", "challenge", "challenge"),
        Action("aside('books')", "take tricks", "take_books"),
        Action("aside('bone')", "bonehead", "bonehead"),
        Action("aside('mark')", "ZB mark", "zb_mark"),
        Action("hint", "hint", "hint"),
        Action("count", "count", "count", shown=False, long_label="mark the cards that win a trick, or endanger a nil"),
        Action("take_back", "undo", "take_back"),
        Action("last_trick", "last trick", "last_trick"),
        Action("claim", "claim", "claim", long_label="claim the remaining tricks"),
        Action("scores", "scores", "scores"),
        Action("log", "log", "log", long_label="the hand in words"),
        Action("why", "why", "why", long_label="why the others bid and played as they did", shown=False),
        Action("notes", "notes", "notes", shown=False, long_label="cards out, voids, and what each side needs"),
        Action("side", "hands", fixed="tab", display="Tab", long_label="choose a hand to see its score sheet"),
        Action("rules", "rules", "rules", long_label="the rules that apply now"),
        Action("rules(True)", "glossary", "words", long_label="what the words mean"),
        *PACE,
        LEAVE._replace(long_label="leave; the game is saved"),
        Action("back", "back", fixed="escape", display="Esc", long_label="close a hint, or a question unanswered"),
    ), over=("screen",), letters="SHDC"),
    "bidding": KeyPlace("at the table", (
        CHOOSE,
        Action("take", "bid", fixed="enter", display="⏎"),
        Action("select", "select", fixed="enter", display="⏎"),
        Action("lift", "pick", fixed="space", long_label="pick a card, or put it back"),
    ), over=("table",)),
    "trick": KeyPlace("at the table", (
        CHOOSE,
        Action("take", "play", fixed="enter", display="⏎"),
        Action("select", "select", fixed="enter", display="⏎"),
    ), over=("table",)),
    "lesson": KeyPlace("in lessons", (
        Action("read_on", "continue", fixed="space", display="Space"),
        Action("hint", "show me", "hint", long_label="show what to do"),
        Action("leave", "leave", "leave", long_label="back to the list of lessons"),
        Action("back", "back", fixed="escape", shown=False, long_label="close a question, or leave"),
    ), over=("table",)),
    "curtain": KeyPlace("at the curtain", (
        Action("open", "show cards", fixed="space", display="Space"),
        Action("take_back", "undo", "take_back", long_label="undo the last action; that player gets the keyboard back"),
        Action("scores", "scores", "scores"),
        LEAVE,
    ), over=("screen",)),
    "deal": KeyPlace("at the deal", (
        CHOOSE,
        Action("take", "cut", fixed="enter", display="⏎"),
        Action("leave_over", "set aside", fixed="enter", display="⏎"),
        Action("word", "add word", "cut_word", long_label="type a word that goes into the shuffle"),
        Action("decline", "don't cut", "no_cut"),
        Action("seal", "full seal", "seal"),
        Action("scores", "scores", "scores"),
        *PACE,
        LEAVE,
    ), over=("screen",)),
    "deal_word": KeyPlace("", (
        Action("screen.nothing", "choose", fixed="up,down", display="↑↓"),
        Action("submit", "cut", fixed="enter", display="⏎"),
        Action("screen.no_word", "no word", fixed="escape", display="Esc"),
    )),
    "hand_over": KeyPlace("on a hand's score sheet", (
        Action("go_on", "next hand", fixed="enter,space", display="⏎"),
        Action("end", "who won", fixed="enter,space", display="⏎"),
        Action("end_trial", "back to rules", fixed="enter,space", display="⏎"),
        Action("scores", "whole game", "scores"),
        Action("open_hands", "all hands", "all_hands", long_label="every card of this hand, trick by trick"),
        Action("open_later", "all hands later", "all_hands", long_label="all hands open after the game"),
        Action("seal", "open seal", "seal"),
        Action("rules", "rules", "rules", long_label="the rules named in these lines"),
        Action("rules(True)", "glossary", "words", long_label="what the words mean"),
        Action("copy_code", "copy code", "copy_code", long_label="copy the hand's code, when the game is over"),
        LEAVE,
    ), over=("screen",)),
    "game_over": KeyPlace("at the end of a game", (
        CHOOSE,
        Action("take", "select", fixed="enter,space", display="⏎"),
        Action("scores", "all scores", "scores"),
        Action("open_hands", "all hands", "all_hands", long_label=ALL_HANDS),
        Action("review", "review", "review"),
        Action("duplicate", "as expert", "duplicate", long_label="what expert makes of your cards, hand by hand"),
        Action("book", "scorebook", "result", long_label="this game in the scorebook"),
        Action("seal", "open seal", "seal"),
        Action("copy_code", "copy code", "copy_code", long_label="copy the code that deals this game again"),
        Action("leave", "home", "leave"),
        Action("return", "back", "leave", long_label="leave the fork and go back to its game"),
    ), over=("screen",)),
    "watch": KeyPlace("while watching", (
        Action("pause", "pause", fixed="space"),
        Action("one_step", "one card", fixed="right,enter", display="→"),
        Action("look_back", "look back", "all_hands", "left,up,home,pageup", display="←"),
        Action("fork", "play on", "play_on", long_label="play on from here yourself, in any seat"),
    ), over=("table",)),
    "hearing": KeyPlace("at a hearing", (
        CHOOSE,
        Action("take", "select", fixed="enter", display="⏎"),
        Action("scores", "all scores", "scores"),
        Action("leave", "leave", "leave", long_label="leave the table"),
    ), over=("screen",)),
    "log": KeyPlace("in the log", (
        Action("scroll(1)", "scroll", fixed="up", display="↑↓"),
        Action("scroll(-1)", fixed="down", shown=False),
        Action("scroll(15)", fixed="pageup", shown=False),
        Action("scroll(-15)", fixed="pagedown", shown=False),
        Action("scroll(100000)", "beginning", fixed="home", display="Home"),
        Action("scroll(-100000)", fixed="end", shown=False),
        Action("why", "why", "why", long_label="why the others bid and played as they did"),
        BACK._replace(fixed="escape,enter,space", also=("log",)),
    ), over=("screen",)),
    "why": KeyPlace("on the page of reasons", (
        Action("scroll(1)", "scroll", fixed="down", display="↑↓"),
        Action("scroll(-1)", fixed="up", shown=False),
        BACK._replace(fixed="escape,enter,space", also=("why",)),
    ), over=("screen",)),
    "notes": KeyPlace("on the page of notes", (
        BACK._replace(fixed="escape,enter,space", also=("notes",)),
    ), over=("screen",)),
    "sheet": KeyPlace("on the score sheet", (
        Action("nothing", "scroll", fixed="up,down", display="↑↓", shown=False),
        Action("copy_code", "copy code", "copy_code", long_label="copy the game's code, when it's over", shown=False),
        BACK._replace(fixed="escape,enter,space", also=("scores",)),
    ), over=("screen",)),
    "seal": KeyPlace("at the seal", (
        BACK._replace(fixed="escape,enter,space", also=("seal",)),
    ), over=("screen",)),
    "rules": KeyPlace("on the rules page", (
        Action("words", "glossary or rules", "words", long_label="the glossary, or the rules again"),
        Action("scroll(1)", "scroll", fixed="down", display="↑↓"),
        Action("scroll(-1)", fixed="up", shown=False),
        Action("scroll(15)", fixed="pagedown,space", shown=False),
        Action("scroll(-15)", fixed="pageup", shown=False),
        Action("scroll(-100000)", fixed="home", shown=False),
        Action("scroll(100000)", fixed="end", shown=False),
        BACK._replace(fixed="escape,enter", also=("rules",)),
    ), over=("screen",)),
    "open_hands": KeyPlace("in all hands", (
        *steps("card", "card", "left", "right"),
        *steps("trick", "trick", "up,pageup", "down,pagedown"),
        Action("end(0)", "deal", fixed="home", display="Home"),
        Action("end(1)", "end", fixed="end", display="End"),
        Action("hand(-1)", "hand", "hand_before", display="{hand_before} {hand_after}",
               long_label="the previous hand, and the next"),
        Action("hand(1)", "next hand", "hand_after", shown=False, long_label="the next hand"),
        Action("fork", "play on", "play_on", long_label="play on from here, in any seat"),
        Action("why", "why", "why", long_label="why this player bid or played so"),
        BACK._replace(also=("all_hands",)),
    ), over=("screen",)),
    "review": KeyPlace("in a review", (
        Action("every", "all decisions", "all_decisions", long_label="all decisions, or only the costliest"),
        Action("hands", "by hand", "by_hand", long_label="cards, play and luck, hand by hand"),
        Action("duplicate", "as expert", "duplicate", long_label="what expert makes of your cards, hand by hand"),
        Action("story", "story", "story", long_label="the card that cost most, to share as text or as a picture"),
        Action("open_hands", "all hands", "all_hands", long_label="every card of that hand, trick by trick, from here"),
        Action("fork", "play on", "play_on", long_label="play on from here, in any seat"),
        Action("copy_code", "copy code", "copy_code", long_label="copy the code of this hand, or of the game"),
        BACK,
    ), over=("screen",)),
    "story": KeyPlace("in a story", (
        Action("copy", "copy text", "copy_code", long_label="copy the story to the clipboard"),
        Action("save_picture", "save picture", "save", long_label="save the trick as an SVG picture"),
        Action("hide_names", "hide names", "hide_names", long_label="say Player 1 and so on, or the names again"),
        BACK,
    ), over=("screen",)),
    "duplicate": KeyPlace("in a game played again", (BACK._replace(also=("duplicate",)),), over=("screen",)),
    "review_hands": KeyPlace("in a review", (
        BACK._replace(fixed="escape,enter", also=("by_hand",)),
    ), over=("screen",)),
    "unkept": KeyPlace("", (Action("back", fixed="escape", shown=False),), over=("screen",), letters="howls"),

    # Before a game

    "home": KeyPlace("on the home screen", (
        Action("first_hand", "first hand", "first_hand"),
        Action("decline", "not now", "not_now"),
        Action("type_code", "code", "type_code", long_label="play the game of a code that you were given"),
        *steps("length", "length", "left", "right", "a shorter or longer quick game"),
        Action("quit", "quit", "quit"),
        Action("back", fixed="escape", shown=False),
    ), over=("screen",), letters="cdgmnlbrs"),
    "daily": KeyPlace("at the deal of the day", (
        Action("copy_line", "copy line", "copy_code", long_label="copy your results in a line that spoils nothing"),
        Action("review", "review", "review", long_label="what your decisions in this hand have cost"),
        *steps("day", "day", "left", "right", "the day before, and the next"),
        BACK,
    ), over=("screen",)),
    "match": KeyPlace("in a match", (
        *steps("scoring", "scoring", "left", "right", "points, matchpoints or IMPs"), BACK,
    ), over=("screen",)),
    "name_question": KeyPlace("", (Action("decline", "use suggestion", fixed="escape", display="Esc"),)),
    "continue": KeyPlace("in the games to resume", (
        Action("give_up", "abandon", "give_up", "delete", display="{give_up}"), BACK,
    ), over=("screen",)),
    "learn": KeyPlace("in the list of lessons", (BACK,), over=("screen",)),
    "rules_page": KeyPlace("in the rules", (*READ_ON, Action("page(1)", fixed="enter", shown=False), BACK),
                           over=("screen",)),
    "variants": KeyPlace("in the list of games", (
        Action("rules", "full rules", "rules"),
        Action("change", "change rules", "change_rules", long_label="change the rules of this game"),
        Action("page(1)", "next page", fixed="pagedown", shown=False),
        Action("page(-1)", "previous page", fixed="pageup", shown=False),
        Action("back", "back", fixed="escape"),
    ), over=("screen",), letters="y"),
    "seats": KeyPlace("while choosing seats", (
        *steps("row", "move", "up", "down"),
        Action("row(1)", "next row", fixed="enter", shown=False),
        Action("start", "start", "start"),
        Action("add_person", "add person", "add_person", long_label="add a person at this keyboard"),
        Action("players", "players", "players", long_label="choose a computer player for this seat"),
        Action("invite", "invite", "invite", long_label="invite friends at their own terminals"),
        Action("match", "match", "match", long_label="play the same hands in turn, and compare the results"),
        Action("keep_partner(True)", "keep partner", "keep_partner", long_label="have this partner at every new table"),
        Action("keep_partner(False)", "reset partner", "keep_partner", long_label="seat the default partner again"),
        Action("back", "back", fixed="escape"),
    ), over=("screen",), letters="pbcse"),
    "invite": KeyPlace("while inviting friends", (
        Action("copy", "copy line", "copy_code"),
        *steps("swap", "swap", "left", "right", "exchange with the seat before or after"),
        Action("start", "start", "start", long_label="start without missing friends"), BACK), ("screen",)),
    "players": KeyPlace("in the list of players", (BACK._replace(also=("players",)),), over=("screen",)),
    "settings": KeyPlace("in the settings", (
        *UP_AND_DOWN,
        Action("change_keys", "change keys", "change_keys"),
        Action("next_value", "next value", fixed="enter", shown=False),
        BACK,
    ), over=("screen",)),
    "key_choice": KeyPlace("while changing keys", (
        Action("usual", "default key", fixed="delete,backspace", display="Del", long_label="restore the default key"),
        Action("back", "back", fixed="escape", display="Esc"),
    ), over=("screen",)),
    "form": KeyPlace("in a form", (
        *UP_AND_DOWN,
        Action("keep", "save", "keep"),
        Action("back", "back", fixed="escape", display="Esc"),
    ), over=("screen",)),
    "house_rules": KeyPlace("while changing rules", (
        Action("find", "find", "find", long_label="find a rule by its words"),
        Action("rules", "rules", "rules", long_label="all rules, and what you changed"),
        Action("try_hand", "try a hand", "try_hand"),
        Action("save", "save", "save", "ctrl+s", display="{save}"),
        Action("measure", "measure", "measure", long_label="measure what your changes do"),
        Action("original", "reset", "original", long_label="reset this rule"),
        Action("find_next", "next", "find_again", long_label="find the next rule"),
        BACK,
    ), over=("screen",), letters="-−"),
    "draft_rules": KeyPlace("while changing rules", (
        Action("page(1)", "next page", fixed="pagedown,space,down", display="PgDn"),
        Action("page(-1)", "previous page", "back_up", "pageup,up", display="PgUp"),
        BACK._replace(fixed="escape,enter", also=("rules",)),
    ), over=("screen",)),
    "rule_lab": KeyPlace("while measuring rules", (
        Action("stop", "stop", "stop"),
        Action("measure", "measure on", "measure"),
        *READ_ON, BACK,
    ), over=("screen",)),

    # The scorebook

    "book": KeyPlace("in the scorebook", (
        *steps("year", "year", "left", "right"),
        Action("app.focus_next", "side", fixed="tab", shown=False),
        Action("games", "games", "games"),
        Action("persons", "people", "persons"),
        Action("more", "more", "more"),
        Action("carried", "carried", "carried"),
        Action("deck", "deck", "deck"),
        Action("settings", "table settings", "table_settings", shown=False),
        Action("correct", "correct scores", "correct", shown=False),
        Action("rename", "rename table", "rename", shown=False),
        Action("create", "new table", "new_table", shown=False),
        Action("unfinished", "unfinished games", "unfinished", shown=False),
        Action("export", "export scorebook", "export", shown=False),
        Action("import", "import scorebook", "import", shown=False),
        Action("rebuild", "rebuild scorebook", "rebuild", shown=False),
        Action("again", "reload", "read_again", shown=False),
        BACK,
    ), over=("screen",)),
    "book_games": KeyPlace("in the scorebook's games", (
        Action("turn(-1)", "newer", fixed="left,pageup", display="←"),
        Action("turn(1)", "older", fixed="right,pagedown", display="→"),
        Action("delete", "delete", "delete", "delete", display="{delete}"),
        Action("restore", "restore", "restore"),
        Action("assign", "move to table", "assign"),
        Action("review", "review", "review"),
        Action("open_hands", "all hands", "all_hands", long_label=ALL_HANDS),
        Action("export", "export", "export"),
        BACK,
    ), over=("screen",)),
    "persons": KeyPlace("in the list of people", (BACK,), over=("screen",)),
    "person": KeyPlace("on a person's page", (
        Action("turn", "page", fixed="right", display="←→"),
        Action("turn(-1)", fixed="left", shown=False),
        Action("scroll(-1)", "page up", fixed="pageup", shown=False),
        Action("scroll(1)", "page down", fixed="pagedown", shown=False),
        Action("games", "games", "games"),
        Action("rename", "rename", "rename"),
        Action("merge", "merge", "merge"), BACK,
    ), over=("screen",)),
    "book_unfinished": KeyPlace("in the unfinished games", (
        Action("give_up", "abandon", "give_up", "delete", display="{give_up}"),
        Action("take_up", "reopen", "take_up"), BACK,
    ), over=("screen",)),
    "after_game": KeyPlace("on a game's page", (
        Action("board", "scoreboard", "scoreboard"),
        Action("carried", "carried", "carried"),
        BACK._replace(fixed="escape,enter"),
    ), over=("screen",)),
    "ask_line": KeyPlace("", (Action("back", "back", fixed="escape", display="Esc"),), over=("screen",)),
    "ask_choice": KeyPlace("at a question", (BACK,), over=("screen",)),
    "keys": KeyPlace("on the page of keys", (
        Action("rules", "", "rules", shown=False),
        Action("rules(True)", "", "words", shown=False),
        Action("page(1)", "next page", fixed="pagedown,down", display="PgDn"),
        Action("page(-1)", "previous page", fixed="pageup,up", display="PgUp"),
        Action("change_keys", "change keys", "change_keys"),
        BACK._replace(fixed="escape,enter,space", also=("help",)),
    ), over=("screen",)),

    # Parts of screens, which have only fixed keys

    "list": KeyPlace("", (
        *LIST,
        Action("select", "select", fixed="enter,space", display="⏎"),
    )),
    "cycle": KeyPlace("", (
        *steps("turn", "change", "left", "right"),
        Action("turn(1)", "next value", fixed="space", shown=False),
    )),
    "button": KeyPlace("", (
        Action("press", "start", fixed="enter"),
        Action("press", "start", fixed="space", shown=False),
    )),
    "form_rows": KeyPlace("", (
        *steps("screen.row", "move", "up", "down"),
    )),
    "form_line": KeyPlace("", (
        *steps("screen.row", "move", "up", "down"),
        Action("app.focus_next", "next field", fixed="tab"),
    )),
    "find_line": KeyPlace("", (
        Action("submit", "select", fixed="enter", display="⏎"),
        *steps("screen.find_next", "other matches", "up", "down"),
        Action("screen.no_find", "back", fixed="escape", display="Esc"),
    )),
    "answer": KeyPlace("", (Action("submit", "confirm", fixed="enter", display="⏎"),)),
    "rule_rows": KeyPlace("", (
        *LIST,
        *steps("step", "change", "left", "right"),
        Action("step(1)", "next value", fixed="space", shown=False),
        Action("select", "edit", fixed="enter", shown=False),
        Action("group(-1)", "previous section", fixed="pageup", display="PgUp", shown=False),
        Action("group(1)", "next section", fixed="pagedown", display="PgDn", shown=False),
        Action("rub_out", "delete digit", fixed="backspace", display="⌫", shown=False),
    )),
    "side_panel": KeyPlace("", (
        *steps("move", "choose hand", "up", "down"),
        Action("move(-999)", "first hand", fixed="home", shown=False),
        Action("move(999)", "last hand", fixed="end", shown=False),
        Action("take", "score sheet", fixed="enter", display="⏎"),
        Action("to_table", "back to table", fixed="escape,tab", display="Esc"),
    )),
    "hand_sheet": KeyPlace("on an earlier hand's score sheet", (
        *steps("hand", "hand", "left,up", "right,down"),
        BACK._replace(fixed="escape,enter,space,tab"),
    ), over=("screen",)),
    "scoreboard": KeyPlace("", (
        Action("move(-1)", "previous person", fixed="up", shown=False),
        Action("move(1)", "next person", fixed="down", shown=False),
        Action("turn(-1)", "page up", fixed="pageup", shown=False),
        Action("turn(1)", "page down", fixed="pagedown", shown=False),
        Action("take", "person", fixed="enter", display="⏎"),
        Action("take", fixed="space", shown=False),
    )),
}  # fmt: skip
"""Every screen's actions, in the order of the footer."""
