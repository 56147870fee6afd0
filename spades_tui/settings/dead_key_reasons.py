"""The reasons why a key or a word does nothing now. Screens only name one. Events out of turn have their own.

A name in braces is the key of that action, as in `with_keys`.
"""

from typing import NamedTuple


class DeadKeyReason(NamedTuple):
    """Why an action can't be done now."""

    words: str
    """One sentence; with its rule it fits into a line of 80 columns."""
    rule: str = ""
    """The rule that forbids it, if one does."""

    def __str__(self) -> str:
        """Return the sentence, the rule last: ``This game has no claims. (C-12)``."""
        if not self.rule:
            return self.words
        return f"{self.words} ({self.rule})"


INSTEAD = DeadKeyReason("")
"""No message: another action has the key here, or this entry only lists it."""

NOT_LATIN = DeadKeyReason("Keys have Latin letters: switch the layout of your keyboard.")

# At the table

NOT_READY = DeadKeyReason("The table isn't set yet.")
WAIT = DeadKeyReason("It isn't your turn.")
SENT = DeadKeyReason("Your choice is sent. The table hasn't answered yet.")
ASKED = DeadKeyReason("Answer the question first, or press Esc.")
TRICK_ON_TABLE = DeadKeyReason("The finished trick is still on the table. Enter continues.")
HAND_OVER = DeadKeyReason("No more cards are played in this hand. Enter continues.")
LOOKING_BACK = DeadKeyReason("You're looking at the last trick. {last_trick} brings the table back.")
NOTHING_ASKED = DeadKeyReason("There's nothing to close. {leave} leaves the table.")
ONE_CHOICE = DeadKeyReason("You have only one choice, so there's no hint.")
TAKE_WITH_ENTER = DeadKeyReason("Choose a single card here. Enter selects it.")
NO_COUNT_HERE = DeadKeyReason("You count tricks only with a hand of your own, after the draft.")
COUNT_AFTER_LOOK = DeadKeyReason("Look at your cards first, then count their tricks.")
COUNT_BEFORE_PLAY = DeadKeyReason("You count your tricks before the first card.")
NO_LOOKING_BACK = DeadKeyReason("This game doesn't show a finished trick again.", "C-10")
NO_TRICK_YET = DeadKeyReason("No trick is finished yet.")
NOTHING_TO_EXPLAIN = DeadKeyReason("Nobody else has bid yet.")
NO_NOTES = DeadKeyReason("Turn on Cards out, Voids or Needs in the settings first.")
NO_DECISION = DeadKeyReason("After a bid or a card, {why} says why; go to one first.")
NO_CLAIMS = DeadKeyReason("This game has no claims.", "C-12")
CLAIM_IN_PLAY = DeadKeyReason("You can claim only during trick play.", "C-12")
CLAIMED = DeadKeyReason("Your claim was refused. You can't claim again in this hand.", "C-12")
NOTHING_TO_TAKE_BACK = DeadKeyReason("There's nothing you can undo now.")
NO_TAKING_BACK = DeadKeyReason("You can't undo at this table.", "3B-11")

WATCHER = DeadKeyReason("You're watching, so you don't bid or play.")
WATCHING = DeadKeyReason("You're watching: only computer players sit here.")
NO_FORK_HERE = DeadKeyReason("You can't play on from here: this game isn't saved, or nothing was dealt.")
LESSON = DeadKeyReason("You don't need that in a lesson.")
NOTHING_TO_READ = DeadKeyReason("There's nothing more to read now.")

NOT_OPEN = DeadKeyReason("The table isn't open yet. Choose from where your friends may connect.")
COMPUTERS_SEAT = DeadKeyReason("A computer player has this seat, so its line is closed. {give_seat} reopens it.")

# The deal, the curtain, and after a hand

NOT_YOUR_CUT = DeadKeyReason("It isn't your cut.")
CUT_MADE = DeadKeyReason("The deck is cut. Choose the card that's set aside.")
DEALING = DeadKeyReason("The cards are being dealt.")
TOO_LATE = DeadKeyReason("You were too late to cut, so nobody did. Space continues.")
CURTAIN = DeadKeyReason("Space shows the cards of the player named. {leave} leaves the table.")
LEAVE_INSTEAD = DeadKeyReason("There's nothing to go back to. {leave} leaves the table.")
GO_HOME_INSTEAD = DeadKeyReason("There's nothing to go back to. {leave} goes home.")
NO_HANDS = DeadKeyReason("You can't look at hands here.")
NO_SEAL = DeadKeyReason("This deal has no seal to open.")
NO_CODE_YET = DeadKeyReason("If this game began with a code, you can copy the code when it's over.")
WHY_IN_HANDS = DeadKeyReason("{all_hands} shows all hands; there {why} says why a card was played.")
AFTER_HAND = DeadKeyReason("That works on the sheet after each hand. Esc goes back.")
NO_CODE = DeadKeyReason("This game has no code. `spades-tui code` makes one for a new game.")
OTHERS_HERE = DeadKeyReason("You can repeat a hand only where you play alone with the computer.")
SEED_NOT_OVER = DeadKeyReason("This game's cards follow from a seed: repeat a hand when it's over.")
HOST_BEGINS = DeadKeyReason("Only the host can begin another game.")
NO_OTHER_SIDES = DeadKeyReason("Two players can't change sides.")
NO_STORY_YET = DeadKeyReason("You can share a story only after the game.")
NOT_OVER = DeadKeyReason("Others can play these cards only after the game.")
NO_LINE = DeadKeyReason("You haven't finished a hand of this day, so there's no line yet.")
NOTHING_TAUGHT = DeadKeyReason("No choice in this hand needs a second look.")
STILL_LOOKING = DeadKeyReason("The look back at your choices isn't finished yet.")
OTHERS_WAIT = DeadKeyReason("The hands open when everybody in the match has played them.")
AFTER_GAME = DeadKeyReason("All hands open after the game. You can change that in Settings.")
NOT_FINISHED = DeadKeyReason("This hand isn't finished, so there's nothing to review.")
NOT_SAVED = DeadKeyReason("This game wasn't saved.")
NOBODY_PLAYED = DeadKeyReason("Nobody but the computer played, so there's nothing to review.")
FORK = DeadKeyReason("A copy doesn't count, so it isn't in the scorebook.")

# Before a game

QUIT_INSTEAD = DeadKeyReason("There's nothing to go back to. {quit} quits.")
NO_FIRST_HAND = DeadKeyReason("You'll find the first hand under Learn.")
NO_LENGTH = DeadKeyReason("Only the quick game has a length and a level to choose.")
CHOOSE_GAME = DeadKeyReason("Choose a game first.")
BROKEN_GAME = DeadKeyReason("This game's file has a mistake, so its rules can't be shown.")
NOTHING_CHANGED = DeadKeyReason("You haven't changed a rule yet, so there's nothing to measure.")
ORIGINAL_ALREADY = DeadKeyReason("This has its original value already.")
NEW_RULE = DeadKeyReason("This rule is new. To take it out, press {original} on its first line.")
STOPPED = DeadKeyReason("Nothing is being measured. {measure} continues.")
MEASURING = DeadKeyReason("The computer is measuring. {stop} stops it.")
NOTHING_FOUND = DeadKeyReason("Find a rule first: {find}.")
START_WITH_ENTER = DeadKeyReason("Enter starts the game.")
CHOOSE_SEAT = DeadKeyReason("Choose a seat first.")
SEATS_TAKEN = DeadKeyReason("Every seat has a person.")
NO_FRIENDS = DeadKeyReason("Add a person for each friend first: {add_person}.")
NO_PARTNER = DeadKeyReason("Your partner at this table isn't a computer player.")

# The scorebook, and reviews

BOOK_NOT_OPEN = DeadKeyReason("The scorebook isn't open yet, or has no table.")
BOOK_EMPTY = DeadKeyReason("Your scorebook is empty. Finish a game first.")
NOBODY_OWES = DeadKeyReason("Nobody owes this.")
NO_LINES = DeadKeyReason("This year has no games to correct.")
NEWEST = DeadKeyReason("These are the newest games.")
OLDEST = DeadKeyReason("These are the oldest games.")
NO_GAME = DeadKeyReason("There's no game here.")
DELETED = DeadKeyReason("This game was deleted. {restore} restores it.")
NOT_DELETED = DeadKeyReason("This game wasn't deleted.")
NO_RECORD = DeadKeyReason("This game has no record on this machine.")
COMPUTER_PLAYER = DeadKeyReason("A computer player keeps its name.")
NO_FEATS = DeadKeyReason("A computer player earns no feats.")
NO_SUGGESTIONS = DeadKeyReason("Suggestions are off already.")
NO_TABLE = DeadKeyReason("This game belongs to no table.")
GIVEN_UP = DeadKeyReason("This game is abandoned already. {take_up} reopens it.")
NOT_GIVEN_UP = DeadKeyReason("This game wasn't abandoned.")
REVIEWING = DeadKeyReason("The review isn't ready yet.")
NO_DECISIONS = DeadKeyReason("There's no decision to show.")
ONE_HAND = DeadKeyReason("There's only one hand.")
FIRST_HAND = DeadKeyReason("This is the first hand.")
LAST_HAND = DeadKeyReason("This is the last hand.")
NO_CARD_BEFORE = DeadKeyReason("This is where the game begins.")
NO_CARD_AFTER = DeadKeyReason("This is where the game ends.")
NO_PLAYING_ON = DeadKeyReason("You can't play on from here.")
