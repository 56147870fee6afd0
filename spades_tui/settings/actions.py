"""The table of all actions: what may be done on each screen, its key, and the words that tell it.

Keys that work, the line at the bottom of a screen, the page of keys, the palette and the page where keys are changed
are made of it. Keys are named as in a settings file: ``h``, ``?``, ``ctrl+s``, ``f2``, ``enter``.
"""

from typing import NamedTuple


class Action(NamedTuple):
    """What a key does on a screen."""

    does: str
    """What is called there."""
    words: str = ""
    """For the line of keys, short."""
    name: str = ""
    """Under which its key may be changed; "" where there are only keys that stay."""
    fixed: str = ""
    """Keys that stay, with commas between them."""
    told: str = ""
    """For the page of keys, if that says more than `words`."""
    shown: bool = True
    """Whether it stands in the line of keys."""
    display: str = ""
    """What is printed for all its keys; a name in braces stands for the key of that name."""
    also: tuple[str, ...] = ()
    """Other names whose keys do this here too, such as the one that opened a page, and closes it."""
    first: bool = False
    """Whether it goes before what a widget does with that key."""


class Place(NamedTuple):
    """A screen, or a part of one, and what may be done there."""

    words: str
    """Where that is, behind "a key"; "" for a part that has only keys that stay."""
    actions: tuple[Action, ...]
    over: tuple[str, ...] = ()
    """Places whose actions work here too."""
    letters: str = ""
    """What is typed there, or takes a line of a list, and can be nobody's key."""


KEYS: dict[str, str] = {
    "help": "?", "palette": "ctrl+p", "back": "q", "leave": "q", "quit": "q",
    "change_bid": "b", "dump": "d", "challenge": "x", "take_books": "k", "bonehead": "o", "zb_mark": "z",
    "hint": "h", "take_back": "u", "last_trick": "l", "claim": "m", "scores": "s", "log": "g", "rules": "r",
    "faster": "+", "slower": "-", "words": "w", "cut_word": "w", "no_cut": "n", "seal": "f", "all_hands": "o",
    "result": "b", "review": "v", "play_on": "f", "hand_before": "[", "hand_after": "]", "all_decisions": "a",
    "by_hand": "t", "back_up": "b",
    "first_hand": "f", "not_now": "x", "give_up": "x", "take_up": "t", "change_rules": "c", "find": "/",
    "find_again": "n", "try_hand": "t", "save": "s", "original": "x", "start": "ctrl+s", "keep": "ctrl+s",
    "add_person": "+", "players": "f2", "keep_partner": "k", "games": "g", "persons": "p", "more": "m",
    "carried": "t", "deck": "d",
    "table_settings": "s", "correct": "c", "rename": "n", "new_table": "+", "unfinished": "u", "export": "e",
    "import": "i", "rebuild": "R", "read_again": "r", "delete": "x", "restore": "r", "assign": "a", "merge": "m",
    "scoreboard": "b", "change_keys": "f2",
}  # fmt: skip
"""The usual key of each name."""

SHORT = {
    "bonehead": "bone",
    "ZB mark": "ZB",
    "change bid": "change",
    "take back": "back",
    "last trick": "last",
    "take books": "books",
    "the whole seal": "seal",
    "in the book": "book",
}
"""Shorter words for the line of keys, where not all fit."""

CHOOSE = Action("nothing", "choose", fixed="left,right", display="←→")
BACK = Action("back", "back", "back", "escape", display="Esc")
LEAVE = Action("leave", "leave", "leave", told="leave the table; the game is kept")
ALL_HANDS = "all cards of the game, trick by trick"
PACE = (
    Action("pace(1)", "faster", "faster", shown=False, told="play faster"),
    Action("pace(-1)", "slower", "slower", shown=False, told="play slower"),
)
UP_AND_DOWN = (
    Action("app.focus_previous", "up and down", fixed="up", display="↑↓"),
    Action("app.focus_next", fixed="down", shown=False),
)
READ_ON = (
    Action("page(1)", "read on", fixed="pagedown,space", display="PgDn"),
    Action("page(-1)", "back up", "back_up", "pageup", display="PgUp"),
)
LIST = (
    Action("move(-1)", "choose", fixed="up", display="↑↓"),
    Action("move(1)", fixed="down", shown=False),
)

PLACES: dict[str, Place] = {
    "program": Place("", (
        Action("quit", "quit", fixed="ctrl+q", shown=False, first=True),
        Action("suspend_process", "suspend", fixed="ctrl+z", shown=False, first=True),
        Action("command_palette", "palette", "palette", told="all commands by name", shown=False, first=True),
    )),
    "screen": Place("everywhere", (
        Action("keys", "keys", "help"),
        Action("back", "back", fixed="escape", shown=False),
    ), over=("program",)),

    # The table

    "table": Place("at the table", (
        CHOOSE,
        Action("take", "take", fixed="enter", display="⏎"),
        Action("aside('change')", "change bid", "change_bid"),
        Action("aside('dump')", "dump", "dump"),
        Action("aside('challenge')", "challenge", "challenge"),
        Action("aside('books')", "take books", "take_books"),
        Action("aside('bone')", "bonehead", "bonehead"),
        Action("aside('mark')", "ZB mark", "zb_mark"),
        Action("hint", "hint", "hint"),
        Action("take_back", "take back", "take_back"),
        Action("last_trick", "last trick", "last_trick"),
        Action("claim", "claim", "claim", told="claim the other tricks"),
        Action("scores", "scores", "scores"),
        Action("log", "log", "log", told="the hand in words"),
        Action("side", "hands", fixed="tab", display="Tab", told="choose a hand at the side, and open its sheet"),
        Action("rules", "rules", "rules", told="rules that matter now"),
        Action("rules(True)", "words", "words", told="what the words mean"),
        *PACE,
        LEAVE._replace(told="leave; the game is kept"),
        Action("back", "back", fixed="escape", display="Esc", told="leave a question without an answer"),
    ), over=("screen",), letters="SHDC"),
    "bidding": Place("at the table", (
        CHOOSE,
        Action("take", "take", fixed="enter", display="⏎"),
        Action("lift", "take up", fixed="space", told="take a card up, or lay it back"),
    ), over=("table",)),
    "trick": Place("at the table", (
        CHOOSE,
        Action("take", "play", fixed="enter", display="⏎"),
    ), over=("table",)),
    "lesson": Place("in lessons", (
        Action("read_on", "go on", fixed="space", display="Space"),
        Action("hint", "show it", "hint"),
        Action("leave", "leave", "leave", "escape", display="{leave}", told="back to the list of lessons"),
    ), over=("table",)),
    "curtain": Place("at the curtain", (
        Action("open", "open", fixed="space", display="Space"),
        Action("take_back", "take back", "take_back", told="whoever acted last takes it back, and the keyboard too"),
        Action("scores", "scores", "scores"),
        LEAVE,
    ), over=("screen",)),
    "deal": Place("at the deal", (
        CHOOSE,
        Action("take", "cut there", fixed="enter", display="⏎"),
        Action("leave_over", "this card", fixed="enter", display="⏎"),
        Action("word", "a word", "cut_word", told="type a word, which goes into the shuffle"),
        Action("decline", "do not cut", "no_cut"),
        Action("seal", "the whole seal", "seal"),
        Action("scores", "scores", "scores"),
        *PACE,
        LEAVE,
    ), over=("screen",)),
    "deal_word": Place("", (
        Action("screen.nothing", "choose", fixed="up,down", display="↑↓"),
        Action("submit", "cut there with it", fixed="enter", display="⏎"),
        Action("screen.no_word", "no word", fixed="escape", display="Esc"),
    )),
    "hand_over": Place("on the sheet of a hand", (
        Action("go_on", "next hand", fixed="enter,space", display="⏎"),
        Action("end", "who has won", fixed="enter,space", display="⏎"),
        Action("end_trial", "your rules", fixed="enter,space", display="⏎"),
        Action("scores", "whole game", "scores"),
        Action("open_hands", "all hands", "all_hands", told="all cards of the hand, trick by trick"),
        Action("open_later", "after the game", "all_hands", told="all hands are open after the game"),
        Action("seal", "open the seal", "seal"),
        Action("rules", "rules", "rules", told="the rules that these lines name"),
        Action("rules(True)", "words", "words", told="what the words of the table mean"),
        LEAVE,
    ), over=("screen",)),
    "game_over": Place("at the end of a game", (
        CHOOSE,
        Action("take", "take", fixed="enter,space", display="⏎"),
        Action("scores", "all scores", "scores"),
        Action("open_hands", "all hands", "all_hands", told=ALL_HANDS),
        Action("review", "review", "review"),
        Action("book", "in the book", "result", told="what came of this game"),
        Action("seal", "open the seal", "seal"),
        Action("leave", "home", "leave"),
        Action("return", "back", "leave", told="leave the fork, and go back to where it came from"),
    ), over=("screen",)),
    "watch": Place("where the computer plays alone", (
        Action("pause", "pause", fixed="space"),
        Action("one_step", "one card", fixed="right,enter", display="→"),
        Action("look_back", "look back", "all_hands", "left,up,home,pageup", display="←"),
        Action("fork", "play on", "play_on", told="take the game up from here yourself, in any seat"),
    ), over=("table",)),
    "hearing": Place("at a hearing", (
        CHOOSE,
        Action("take", "take", fixed="enter", display="⏎"),
        Action("scores", "all scores", "scores"),
        Action("leave", "leave", "leave", told="leave the table"),
    ), over=("screen",)),
    "log": Place("in the log", (
        Action("scroll(1)", "earlier and later", fixed="up", display="↑↓"),
        Action("scroll(-1)", fixed="down", shown=False),
        Action("scroll(15)", fixed="pageup", shown=False),
        Action("scroll(-15)", fixed="pagedown", shown=False),
        Action("scroll(100000)", "the beginning", fixed="home", display="Home"),
        Action("scroll(-100000)", fixed="end", shown=False),
        BACK._replace(fixed="escape,enter,space", also=("log",)),
    ), over=("screen",)),
    "sheet": Place("on the score sheet", (
        Action("nothing", "earlier and later hands", fixed="up,down", display="↑↓", shown=False),
        BACK._replace(fixed="escape,enter,space", also=("scores",)),
    ), over=("screen",)),
    "seal": Place("at the seal", (
        BACK._replace(fixed="escape,enter,space", also=("seal",)),
    ), over=("screen",)),
    "rules": Place("in the rules of a table", (
        Action("words", "words, or rules", "words", told="what the words mean, or the rules again"),
        Action("scroll(1)", "read on", fixed="down", display="↑↓"),
        Action("scroll(-1)", fixed="up", shown=False),
        Action("scroll(15)", fixed="pagedown,space", shown=False),
        Action("scroll(-15)", fixed="pageup", shown=False),
        Action("scroll(-100000)", fixed="home", shown=False),
        Action("scroll(100000)", fixed="end", shown=False),
        BACK._replace(fixed="escape,enter", also=("rules",)),
    ), over=("screen",)),
    "open_hands": Place("among all hands", (
        Action("card(-1)", "card", fixed="left", display="←→"),
        Action("card(1)", fixed="right", shown=False),
        Action("trick(-1)", "trick", fixed="up,pageup", display="↑↓"),
        Action("trick(1)", fixed="down,pagedown", shown=False),
        Action("end(0)", "the deal", fixed="home", display="Home"),
        Action("end(1)", "the end", fixed="end", display="End"),
        Action("hand(-1)", "hand", "hand_before", display="{hand_before} {hand_after}",
               told="the hand before, and the one after"),
        Action("hand(1)", "next hand", "hand_after", shown=False, told="the hand after"),
        Action("fork", "play on", "play_on", told="take the game up again from here, in any seat"),
        BACK._replace(also=("all_hands",)),
    ), over=("screen",)),
    "review": Place("in a review", (
        Action("every", "all", "all_decisions", told="all decisions, or the dearest again"),
        Action("hands", "by hand", "by_hand", told="cards, play and luck, hand by hand"),
        Action("open_hands", "all hands", "all_hands", told="all cards of that hand, trick by trick, from here"),
        Action("fork", "play on", "play_on", told="take the game up again from here, in any seat"),
        BACK,
    ), over=("screen",)),
    "review_hands": Place("in a review", (BACK._replace(fixed="escape,enter", also=("by_hand",)),), over=("screen",)),
    "unkept": Place("", (Action("back", fixed="escape", shown=False),), over=("screen",), letters="howls"),

    # Before a game

    "home": Place("at home", (
        Action("first_hand", "first hand", "first_hand"),
        Action("decline", "not now", "not_now"),
        Action("length(-1)", "length", fixed="left", display="←→", told="a shorter or longer quick game"),
        Action("length(1)", fixed="right", shown=False),
        Action("quit", "quit", "quit"),
        Action("back", fixed="escape", shown=False),
    ), over=("screen",), letters="cgnlbrs"),
    "name_question": Place("", (Action("decline", "the name suggested", fixed="escape", display="Esc"),)),
    "continue": Place("among games to continue", (
        Action("give_up", "give up", "give_up", "delete", display="{give_up}"),
        BACK,
    ), over=("screen",)),
    "learn": Place("among lessons", (BACK,), over=("screen",)),
    "rules_page": Place("on the pages of rules", (*READ_ON, BACK), over=("screen",)),
    "variants": Place("where a game is chosen", (
        Action("rules", "rules in full", "rules"),
        Action("change", "change its rules", "change_rules", told="take this game, and change its rules"),
        Action("page(1)", "more", fixed="pagedown", shown=False),
        Action("page(-1)", "back up", fixed="pageup", shown=False),
        Action("back", "back", fixed="escape"),
    ), over=("screen",), letters="y"),
    "seats": Place("at the seats of a new game", (
        Action("row(-1)", "up and down", fixed="up", display="↑↓"),
        Action("row(1)", fixed="down", shown=False),
        Action("row(1)", "take, and go on", fixed="enter", shown=False),
        Action("start", "start", "start"),
        Action("add_person", "person", "add_person", told="add a person at this keyboard"),
        Action("players", "players", "players", told="the computer players, for this seat"),
        Action("keep_partner(True)", "keep partner", "keep_partner", told="have this partner at every new table"),
        Action("keep_partner(False)", "let partner go", "keep_partner", told="have the usual partner at a new table"),
        Action("back", "back", fixed="escape"),
    ), over=("screen",), letters="pbcse"),
    "players": Place("among the computer players", (BACK._replace(also=("players",)),), over=("screen",)),
    "settings": Place("in the settings", (
        *UP_AND_DOWN,
        Action("change_keys", "keys of your own", "change_keys", told="have other keys than the usual ones"),
        BACK._replace(fixed="enter,escape"),
    ), over=("screen",)),
    "key_choice": Place("where keys are changed", (
        Action("usual", "usual key", fixed="delete,backspace", display="Del", told="the usual key of the chosen line"),
        Action("back", "back", fixed="escape", display="Esc"),
    ), over=("screen",)),
    "form": Place("in a form", (
        *UP_AND_DOWN,
        Action("keep", "keep", "keep"),
        Action("back", "back", fixed="escape", display="Esc"),
    ), over=("screen",)),
    "house_rules": Place("where rules are changed", (
        Action("find", "find", "find", told="find a rule"),
        Action("find_next", "next", "find_again", told="next rule found"),
        Action("rules", "rules", "rules", told="all rules, and what differs"),
        Action("try_hand", "try a hand", "try_hand"),
        Action("save", "save", "save", "ctrl+s", display="{save}"),
        Action("original", "as it was", "original", told="put this rule back"),
        BACK,
    ), over=("screen",), letters="-−"),
    "draft_rules": Place("where rules are changed", (
        Action("page(1)", "read on", fixed="pagedown,space,down", display="PgDn"),
        Action("page(-1)", "back up", "back_up", "pageup,up", display="PgUp"),
        BACK._replace(fixed="escape,enter", also=("rules",)),
    ), over=("screen",)),

    # The book

    "book": Place("in the book", (
        Action("year(-1)", "year", fixed="left", display="←→"),
        Action("year(1)", fixed="right", shown=False),
        Action("app.focus_next", "side", fixed="tab", shown=False),
        Action("games", "games", "games"),
        Action("persons", "persons", "persons"),
        Action("more", "more", "more"),
        Action("carried", "carried", "carried"),
        Action("deck", "deck", "deck"),
        Action("settings", "settings of the table", "table_settings", shown=False),
        Action("correct", "put right by hand", "correct", shown=False),
        Action("rename", "name the table", "rename", shown=False),
        Action("create", "make a table", "new_table", shown=False),
        Action("unfinished", "unfinished games", "unfinished", shown=False),
        Action("export", "export the book", "export", shown=False),
        Action("import", "import a book", "import", shown=False),
        Action("rebuild", "compute the book anew", "rebuild", shown=False),
        Action("again", "read again", "read_again", shown=False),
        BACK,
    ), over=("screen",)),
    "book_games": Place("among the games of the book", (
        Action("page(-1)", "newer", fixed="left,pageup", display="←"),
        Action("page(1)", "older", fixed="right,pagedown", display="→"),
        Action("delete", "delete", "delete", "delete", display="{delete}"),
        Action("restore", "put back", "restore"),
        Action("assign", "to a table", "assign"),
        Action("review", "review", "review"),
        Action("open_hands", "all hands", "all_hands", told=ALL_HANDS),
        Action("export", "export", "export"),
        BACK,
    ), over=("screen",)),
    "persons": Place("among people", (BACK,), over=("screen",)),
    "person": Place("on the page of a person", (
        Action("turn", "page", fixed="right", display="←→"),
        Action("turn(-1)", fixed="left", shown=False),
        Action("scroll(-1)", "a page up", fixed="pageup", shown=False),
        Action("scroll(1)", "a page down", fixed="pagedown", shown=False),
        Action("games", "games", "games"),
        Action("rename", "name", "rename"),
        Action("merge", "merge", "merge"),
        BACK,
    ), over=("screen",)),
    "book_unfinished": Place("among unfinished games", (
        Action("give_up", "give up", "give_up", "delete", display="{give_up}"),
        Action("take_up", "take up again", "take_up"),
        BACK,
    ), over=("screen",)),
    "after_game": Place("on the page of a game", (
        Action("board", "scoreboard", "scoreboard"),
        Action("carried", "carried", "carried"),
        BACK._replace(fixed="escape,enter"),
    ), over=("screen",)),
    "ask_line": Place("", (Action("back", "back", fixed="escape", display="Esc"),), over=("screen",)),
    "ask_choice": Place("at a question", (BACK,), over=("screen",)),
    "keys": Place("on the page of keys", (
        Action("rules", "", "rules", shown=False),
        Action("rules(True)", "", "words", shown=False),
        Action("page(1)", "read on", fixed="pagedown,down", display="PgDn"),
        Action("page(-1)", "back up", fixed="pageup,up", display="PgUp"),
        Action("change_keys", "other keys", "change_keys", told="have other keys than the usual ones"),
        BACK._replace(fixed="escape,enter,space", also=("help",)),
    ), over=("screen",)),

    # Parts of screens: there are only keys that stay

    "list": Place("", (
        *LIST,
        Action("go(0)", "first line", fixed="home", shown=False),
        Action("go(-1)", "last line", fixed="end", shown=False),
        Action("take", "take", fixed="enter"),
        Action("take", "take", fixed="space", shown=False),
    )),
    "rules_list": Place("", (Action("take", "read on", fixed="enter,space", shown=False),)),
    "cycle": Place("", (
        Action("turn(-1)", "change", fixed="left", display="←→"),
        Action("turn(1)", fixed="right", shown=False),
        Action("turn(1)", "next value", fixed="space", shown=False),
    )),
    "button": Place("", (
        Action("press", "start", fixed="enter"),
        Action("press", "start", fixed="space", shown=False),
    )),
    "form_rows": Place("", (
        Action("screen.row(-1)", "up and down", fixed="up", display="↑↓"),
        Action("screen.row(1)", fixed="down", shown=False),
    )),
    "form_line": Place("", (
        Action("screen.row(-1)", "up and down", fixed="up", display="↑↓"),
        Action("screen.row(1)", fixed="down", shown=False),
        Action("app.focus_next", "next field", fixed="tab"),
    )),
    "find_line": Place("", (
        Action("submit", "take", fixed="enter", display="⏎"),
        Action("screen.find_next(-1)", "others found", fixed="up", display="↑↓"),
        Action("screen.find_next(1)", fixed="down", shown=False),
        Action("screen.no_find", "back", fixed="escape", display="Esc"),
    )),
    "answer": Place("", (Action("submit", "take", fixed="enter", display="⏎"),)),
    "rule_rows": Place("", (
        *LIST,
        Action("step(-1)", "change", fixed="left", display="←→"),
        Action("step(1)", fixed="right", shown=False),
        Action("step(1)", "next value", fixed="space", shown=False),
        Action("take", "take, or write", fixed="enter", shown=False),
        Action("group(-1)", "part before", fixed="pageup", display="PgUp", shown=False),
        Action("group(1)", "next part", fixed="pagedown", display="PgDn", shown=False),
        Action("end(0)", "first line", fixed="home", shown=False),
        Action("end(-1)", "last line", fixed="end", shown=False),
        Action("rub_out", "take a digit back", fixed="backspace", display="⌫", shown=False),
    )),
    "side_panel": Place("", (
        Action("move(-1)", "choose a hand", fixed="up", display="↑↓"),
        Action("move(1)", fixed="down", shown=False),
        Action("move(-999)", "the first hand", fixed="home", shown=False),
        Action("move(999)", "the last hand", fixed="end", shown=False),
        Action("take", "open its sheet", fixed="enter", display="⏎"),
        Action("to_table", "to the table", fixed="escape,tab", display="Esc"),
    )),
    "hand_sheet": Place("on the sheet of an earlier hand", (
        Action("hand(-1)", "hand", fixed="left,up", display="←→"),
        Action("hand(1)", fixed="right,down", shown=False),
        BACK._replace(fixed="escape,enter,space,tab"),
    ), over=("screen",)),
    "scoreboard": Place("", (
        Action("move(-1)", "choose the person before", fixed="up", shown=False),
        Action("move(1)", "choose the next person", fixed="down", shown=False),
        Action("turn(-1)", "a page up", fixed="pageup", shown=False),
        Action("turn(1)", "a page down", fixed="pagedown", shown=False),
        Action("take", "person", fixed="enter", display="⏎"),
        Action("take", fixed="space", shown=False),
    )),
}  # fmt: skip
"""Every screen's actions, in the order in which the line of keys has them."""
