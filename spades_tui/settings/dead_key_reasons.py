"""The reasons why a key or a word does nothing now. All their words are here; screens only name one.

A name in braces is the key of that action, as in `with_keys`.
"""

from typing import NamedTuple


class Reason(NamedTuple):
    """Why an action can't be done now."""

    words: str
    """One sentence; with its rule it fits into a line of 80 columns."""
    rule: str = ""
    """The rule that forbids it, if one does."""

    def __str__(self) -> str:
        """Return the sentence, the rule last: ``This game has no claims. (C-12)``."""
        return f"{self.words} ({self.rule})" if self.rule else self.words


INSTEAD = Reason("")
"""No message: another action has the key here, or this entry only lists it."""

NOT_LATIN = Reason("Keys have Latin letters: switch the layout of your keyboard.")

# At the table

NOT_READY = Reason("The table isn't set yet.")
WAIT = Reason("It isn't your turn.")
ASKED = Reason("Answer the question first, or press Esc.")
TRICK_ON_TABLE = Reason("The finished trick is still on the table. Enter continues.")
HAND_OVER = Reason("No more cards are played in this hand. Enter continues.")
LOOKING_BACK = Reason("You're looking at the last trick. {last_trick} brings the table back.")
NOTHING_ASKED = Reason("There's nothing to close. {leave} leaves the table.")
ONE_CHOICE = Reason("You have only one choice, so there's no hint.")
TAKE_WITH_ENTER = Reason("Choose a single card here. Enter selects it.")
NO_COUNT_HERE = Reason("You count tricks only with a hand of your own, after the draft.")
COUNT_AFTER_LOOK = Reason("Look at your cards first, then count their tricks.")
COUNT_BEFORE_PLAY = Reason("You count your tricks before the first card.")
NO_LOOKING_BACK = Reason("This game doesn't show a finished trick again.", "C-10")
NO_TRICK_YET = Reason("No trick is finished yet.")
NOTHING_TO_EXPLAIN = Reason("Nobody else has bid yet.")
NO_NOTES = Reason("Turn on Cards out, Voids or Needs in the settings first.")
NO_DECISION = Reason("Nobody has decided anything at this moment.")
NO_CLAIMS = Reason("This game has no claims.", "C-12")
CLAIM_IN_PLAY = Reason("You can claim only during trick play.", "C-12")
CLAIMED = Reason("Your claim was refused. You can't claim again in this hand.", "C-12")
NOTHING_TO_TAKE_BACK = Reason("There's nothing you can undo now.")
NO_TAKING_BACK = Reason("You can't undo at this table.", "3B-11")

NO_ASIDE = {
    "change": Reason("You can't change a bid in this game."),
    "dump": Reason("This game has no dumps."),
    "bone": Reason("This game doesn't count boneheads."),
    "mark": Reason("This game has no ZB marks."),
    "challenge": Reason("Nobody can renege at this table, so there's nothing to challenge."),
    "books": Reason("Nobody takes tricks for a renege at this table."),
    "chit": Reason("This game has no tray-chits."),
}
"""By action out of turn: the game doesn't have it."""
ASIDE_LATER = {
    "change": Reason("You can change your bid only until the next player bids.", "3B-5"),
    "dump": Reason("You can't declare a dump now.", "3B-22"),
    "bone": Reason("You can cite only your own last card, until the next one is played.", "3B-29"),
    "mark": Reason("A card can be marked only while somebody's zero is hunted.", "3B-30"),
    "challenge": Reason("There's no card you can challenge now.", "C-11"),
    "books": Reason("You can't take tricks now.", "C-11"),
    "chit": Reason("Only the tray person can use a chit, after the game.", "3B-27"),
}
"""By action out of turn: the game has it, but not now."""

WATCHER = Reason("You're watching, so you don't bid or play.")
WATCHING = Reason("You're watching: only computer players sit here.")
NO_FORK_HERE = Reason("You can't play on from here: this game isn't saved, or nothing was dealt.")
LESSON = Reason("You don't need that in a lesson.")
NOTHING_TO_READ = Reason("There's nothing more to read now.")

NOT_OPEN = Reason("The table isn't open yet. Choose from where your friends may connect.")

# The deal, the curtain, and after a hand

NOT_YOUR_CUT = Reason("It isn't your cut.")
CUT_MADE = Reason("The deck is cut. Choose the card that's set aside.")
DEALING = Reason("The cards are being dealt.")
TOO_LATE = Reason("You were too late to cut, so nobody did. Space continues.")
CURTAIN = Reason("Space shows the cards of the player named. {leave} leaves the table.")
LEAVE_INSTEAD = Reason("There's nothing to go back to. {leave} leaves the table.")
GO_HOME_INSTEAD = Reason("There's nothing to go back to. {leave} goes home.")
NO_HANDS = Reason("You can't look at hands here.")
NO_SEAL = Reason("This deal has no seal to open.")
NO_CODE_YET = Reason("A game started with a code shows the code after the game.")
NO_CODE = Reason("This game has no code. `spades-tui code` makes one for a new game.")
NO_STORY_YET = Reason("You can share a story only after the game.")
NOT_OVER = Reason("Others can play these cards only after the game.")
NO_LINE = Reason("You haven't finished a hand of this day, so there's no line yet.")
NOT_FINISHED = Reason("This hand isn't finished, so there's nothing to review.")
NOT_SAVED = Reason("This game wasn't saved.")
NOBODY_PLAYED = Reason("Nobody but the computer played, so there's nothing to review.")
FORK = Reason("A fork doesn't count, so it isn't in the scorebook.")

# Before a game

QUIT_INSTEAD = Reason("There's nothing to go back to. {quit} quits.")
NO_FIRST_HAND = Reason("You'll find the first hand under Learn.")
NO_LENGTH = Reason("Only the quick game has a length to choose.")
CHOOSE_GAME = Reason("Choose a game first.")
BROKEN_GAME = Reason("This game's file has a mistake, so its rules can't be shown.")
NOTHING_CHANGED = Reason("You haven't changed a rule yet, so there's nothing to measure.")
ORIGINAL_ALREADY = Reason("This has its original value already.")
NEW_RULE = Reason("This rule is new. To take it out, press {original} on its first line.")
STOPPED = Reason("Nothing is being measured. {measure} continues.")
MEASURING = Reason("The computer is measuring. {stop} stops it.")
NOTHING_FOUND = Reason("Find a rule first: {find}.")
START_WITH_ENTER = Reason("Enter starts the game.")
CHOOSE_SEAT = Reason("Choose a seat first.")
SEATS_TAKEN = Reason("Every seat has a person.")
NO_FRIENDS = Reason("Add a person for each friend first: {add_person}.")
NO_PARTNER = Reason("Your partner at this table isn't a computer player.")

# The scorebook, and reviews

BOOK_NOT_OPEN = Reason("The scorebook isn't open yet, or has no table.")
BOOK_EMPTY = Reason("Your scorebook is empty. Finish a game first.")
NOBODY_OWES = Reason("Nobody owes this.")
NO_LINES = Reason("This year has no games to correct.")
NEWEST = Reason("These are the newest games.")
OLDEST = Reason("These are the oldest games.")
NO_GAME = Reason("There's no game here.")
DELETED = Reason("This game was deleted. {restore} restores it.")
NOT_DELETED = Reason("This game wasn't deleted.")
NO_RECORD = Reason("This game has no record on this machine.")
COMPUTER_PLAYER = Reason("A computer player keeps its name.")
NO_TABLE = Reason("This game belongs to no table.")
GIVEN_UP = Reason("This game is abandoned already. {take_up} reopens it.")
NOT_GIVEN_UP = Reason("This game wasn't abandoned.")
REVIEWING = Reason("The review isn't ready yet.")
NO_DECISION = Reason("There's no decision to show.")
ONE_HAND = Reason("There's only one hand.")
FIRST_HAND = Reason("This is the first hand.")
LAST_HAND = Reason("This is the last hand.")
NO_CARD_BEFORE = Reason("This is where the game begins.")
NO_CARD_AFTER = Reason("This is where the game ends.")
NO_PLAYING_ON = Reason("You can't play on from here.")
