"""The menus in plain text: home, with games, lessons and rules; and the settings, one after another."""

from collections.abc import Callable
from contextlib import suppress
from typing import Any, ClassVar, TypeVar

from msgspec.structs import replace

from spades_tui.bots.levels import LEVELS
from spades_tui.language.player_names import NAME_MOST, login_name, new_fault, tidy
from spades_tui.language.sentence_parts import capitalized
from spades_tui.lessons.mistakes import MISTAKES, read_deck, system_time
from spades_tui.lessons.mistakes_words import problem_words, work_words
from spades_tui.plain import answers, speech, status
from spades_tui.plain.console import Console, Face, GoneError, LeftError
from spades_tui.plain.lesson_run import Learn
from spades_tui.plain.scorebook_pages import answer_scorebook
from spades_tui.play import new_table, saved_games
from spades_tui.play.match import read_match
from spades_tui.play.saved_games import rename_in_last_table
from spades_tui.play.setup import TableSetup
from spades_tui.presentation.settings_rows import NAME_HELP, ROWS, explained
from spades_tui.record.small_file import damage_words
from spades_tui.rules.catalogue import shelf
from spades_tui.rules.variant import Variant
from spades_tui.settings.settings import Settings
from spades_tui.settings.settings_file import read_settings, unsaved

Row = TypeVar("Row")

DAILY, MATCH = ["daily"], ["match"]
"""What `Home.choose` returns for the deal of the day, and for the latest match."""
MOST_GAMES = 20
"""Maximum number of games to list for resuming."""


def _mistakes() -> list[str]:
    """Return what is wrong with the file of the person's mistakes, and what to work on."""
    deck = read_deck()
    said = problem_words(replace(deck, gone=()))
    words = work_words(deck, system_time())
    if words:
        said.append(f"{capitalized(words)}. Say learn, then {MISTAKES}.")
    return said


class Home(Face):
    """The home menu. `choose` asks until a table is chosen."""

    HELP: ClassVar[tuple[str, ...]] = (
        "Say continue to resume a saved game, quick to play your last table again, new to choose a game.",
        "A number after quick sets the length: quick 300 plays to 300 points, quick 4 plays four hands.",
        "A level after quick sets your opponents: quick strong.",
        "Say daily for the deal of the day: one hand of each of three games, the same for everybody.",
        "Say code and a code that you were given, to play its game: code classic 06F2-TJWN.",
        "Say learn for lessons and puzzles, scorebook for results, games and players.",
        "Say rules for the rules of any game, settings to change your name and more.",
        "Say plain to start in plain text from now on, or screen for the full screen.",
        "Say quit to leave.",
    )

    def __init__(self, console: Console) -> None:
        loaded = read_settings()
        super().__init__(console, speech.Spoken.liked(loaded.settings))
        self._settings = loaded.settings
        self.say(loaded.warning.replace("`", '"'), damage_words(), *_mistakes())

    def choose(self) -> list[str] | TableSetup | None:
        """Return the command line of the chosen table, after `play`, or the last table; None to leave."""
        try:
            while True:
                kept = saved_games.suspended()[:MOST_GAMES]
                words = ["quick", "daily", "new", "learn", "scorebook", "rules", "settings"]
                if read_match() is not None:
                    words.insert(2, "match")
                if kept:
                    words.insert(0, "continue")
                line = self.answer(f"Spades. Say {', '.join(words)}, help or quit.")
                choices = {word: word for word in (*words, "plain", "screen")}
                choices["book"] = "scorebook"
                with suppress(_Back):
                    wanted = self._begin(line, choices, kept)
                    if wanted is not None:
                        return wanted
        except (LeftError, GoneError):
            return None

    def _begin(
        self, line: str, choices: dict[str, str], kept: list[saved_games.SavedGame]
    ) -> list[str] | TableSetup | None:
        """Begin what a line names: a choice, ``quick`` with a length or level, or ``code`` with one."""
        word, _, rest = line.strip().partition(" ")
        if word.casefold() == "q":  # the key that quits on screen
            raise LeftError
        length = answers.number_in(rest)
        choice = answers.chosen(line, choices)
        if choice is not None:
            return self._wanted(choice, kept)
        if rest and word.casefold() == "code":
            return rest.split()
        if rest and answers.chosen(word, choices) == "rules":
            self._rules_named(rest)
            return None
        if length is not None and answers.chosen(word, choices) == "quick":
            return self._quick(length)
        level = rest.strip().casefold()
        if level in LEVELS and answers.chosen(word, choices) == "quick":
            setup = new_table.quick_setup(self._settings.name, self._settings.partner)
            return new_table.with_level(setup, level)
        self.wrong(line)
        return None

    def _quick(self, length: int) -> TableSetup | None:
        """Return the last table with another length; if that's impossible, print why and return None."""
        setup = new_table.quick_setup(self._settings.name, self._settings.partner)
        for option in new_table.length_options(setup.variant):
            if option.takes(length):
                return replace(setup, options={**setup.options, option.name: length})
        self.say(f"{setup.variant.name} can't be played to {length}.")
        return None

    def _wanted(self, word: str, kept: list[saved_games.SavedGame]) -> list[str] | TableSetup | None:
        match word:
            case "continue":
                for number, game in enumerate(kept, 1):
                    self.say(f"{number}: {game.title}.")
                question = f"Which game? Say {speech.numbers(range(1, len(kept) + 1))}, or back."
                return ["--resume", str(self._picked(question, kept, {}).path)]
            case "quick":
                return new_table.quick_setup(self._settings.name, self._settings.partner)
            case "daily":
                return DAILY
            case "match":
                return MATCH
            case "new":
                return self._new()
            case "learn":
                Learn(self.console, self._settings).run()
            case "scorebook":
                answer_scorebook(self)
            case "rules":
                self._rules()
            case "settings":
                self._settings = change_settings(self, self._settings)
            case _:
                row, plain = next(row for row in ROWS if row.name == "plain"), word == "plain"
                self.say(f"From the next start, the display is {row.words[plain]}.")
                self._settings = _change_and_save(self, self._settings, "plain", plain)
        return None

    def sorry(self, *wrong: str) -> None:
        """Print what was wrong with a table."""
        for words in wrong:
            self.say(speech.ended(capitalized(words)))

    def back_or(self, question: str, options: Callable[[], None] | None = None) -> str:
        """Return an answer. Raises _Back if the person types `back`."""
        line = self.answer(question, enter=True, options=options)
        if line.strip().casefold() == "back":
            raise _Back
        return line

    def _picked(self, question: str, rows: list[Row], names: dict[str, Row]) -> Row:
        """Ask until the person picks a row of a list. Raises _Back."""
        while True:
            line = self.back_or(question)
            row = answers.picked(line, rows, names)
            if row is not None:
                return row
            self.wrong(line)

    def _game(self) -> Variant:
        """Print all games by number, and return the one that the person picks."""
        games = _games()
        for number, variant in enumerate(games, 1):
            self.say(f"{number}: {variant.name}. {variant.summary}")
        return self._picked(f"Which game? Say 1 to {len(games)}, its name, or back.", games, _by_name(games))

    def _new(self) -> list[str]:
        """Ask for the game, the people, and the game's options."""
        chosen = self._game()
        usual = self._settings.name or "you alone"
        line = self.back_or(f"Who plays at this keyboard? Say names with commas between them; Enter means {usual}.")
        people = [name.strip() for name in line.split(",") if name.strip()]
        given = ["--variant", chosen.slug]
        if people:
            given += ["--seats", ",".join(f'"human:{name}"' for name in people)]
        self.say("Say options to hear what you can choose in this game.")

        def options() -> None:
            self.say(*status.rules(chosen, "options"))

        while True:
            line = self.back_or("An option and its value, such as target 300; Enter begins.", options)
            if not line:
                return given
            name, _, value = line.rpartition(" ")
            if "=" not in line and name:
                line = f"{name.strip().replace(' ', '_')}={value}"
            if line.casefold() == "rules":
                options()
            else:
                given += ["--option", line]
                self.say(f"{line.replace('=', ', ')}.")

    def _rules_named(self, words: str) -> None:
        """Print the rules of a game by its name, or a rule such as ``CB 1`` of the first game that has it."""
        games = _games()
        variant = answers.chosen(words, _by_name(games))
        if variant is not None:
            self._rules(variant)
            return
        mark = status.rule_named(words)
        for game in games:
            lines = status.rule_lines(game, mark) if mark is not None else []
            if lines:
                self.say(f"{game.name}.", *lines)
                return
        self.wrong(f"rules {words}")

    def _rules(self, variant: Variant | None = None) -> None:
        """Print the rules of any game, part by part."""
        variant = variant or self._game()
        self.say(*status.rules(variant, ""))
        while True:
            line = self.answer("Which part of the rules? Enter goes back.", enter=True)
            if not line:
                return
            words = " ".join(line.casefold().split())
            self.say(*status.rules(variant, words.removeprefix("rules").strip() or "all"))


class _Back(Exception):
    """Raised when the person wants to go back to the beginning."""


# ---- settings

HERE = (
    "only_card", "hand_end", "cards_out", "voids", "needs", "coach", "coach_agreed", "sort", "order", "trumps", "plain",
    "talk",
)  # fmt: skip
"""The settings that matter in plain text; all others are about screens."""


def _games() -> list[Variant]:
    """Return the games that can be played, in the order of the list."""
    return [entry.variant for entry in shelf() if entry.variant is not None and not entry.error]


def _by_name(games: list[Variant]) -> dict[str, Variant]:
    return {variant.name: variant for variant in games}


def change_settings(face: Face, settings: Settings) -> Settings:
    """Print the settings, change them as the person asks, and return them. Raises LeftError, GoneError."""
    rows = [row for row in ROWS if row.name in HERE]
    while True:
        for number, row in enumerate(rows, 1):
            now = getattr(settings, row.name)
            face.say(f"{number}: {row.label}, {row.choices(now)[now]}.")
        face.say(f"{len(rows) + 1}: Your name, {settings.name or login_name()}.")
        line = face.answer(f"Which setting? Say 1 to {len(rows) + 1}; Enter changes nothing.", enter=True)
        if not line:
            return settings
        number = answers.number_in(line) or 0
        if number == len(rows) + 1:
            settings = _named(face, settings)
        elif 1 <= number <= len(rows):
            row = rows[number - 1]
            words = ", ".join(f"{place} for {word}" for place, word in enumerate(row.words, 1))
            question = f"{explained(row.about)} Say {words}; Enter leaves it as it is."
            line = face.answer(question, enter=True)
            place = answers.number_in(line) or 0
            if 1 <= place <= len(row.words):
                settings = _change_and_save(face, settings, row.name, [*row.choices(None)][place - 1])
            elif line:
                face.wrong(line)
        else:
            face.wrong(line)


def _named(face: Face, settings: Settings) -> Settings:
    """Ask for another name."""
    name = tidy(face.answer(f"{explained(NAME_HELP)} Your name? Enter leaves it as it is.", enter=True))
    if not name or name == settings.name:
        return settings
    if new_fault(name):
        face.say(f"That can't be a name; write one of at most {NAME_MOST} letters or digits.")
        return settings
    with suppress(OSError):
        rename_in_last_table(settings.name or login_name(), name)
    return _change_and_save(face, settings, "name", name)


def _change_and_save(face: Face, settings: Settings, name: str, value: Any) -> Settings:
    """Change one setting and save it, or print why that's impossible; return the settings."""
    new = replace(settings, **{name: value})
    face.say(unsaved(settings, new) or "Kept.")
    return new
