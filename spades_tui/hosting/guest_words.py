"""What a guest hears about the connection and the other guests, on screens and in plain text."""

from spades_tui.hosting.messages import Presence
from spades_tui.presentation.wording import in_words

LOST = "The connection to the table is lost. The same line brings you back to your seat."
CUT = "The connection is cut. Your program tries again; your seat waits for you."
BACK = "The connection is back."
REOPENED = "Your host has opened the table again."
STRANGE = "The table has sent something that this program can't show, so you have left it."
STOPPED = "The table has stopped, and its game is saved. Continue in spades-tui shows how to resume it."
"""What the host hears at their own terminal, where no line leads back."""


def presence_changes(before: Presence | None, now: Presence, watches: bool = False) -> list[str]:
    """Return sentences about guests who have come, moved or gone; a watcher can't let others sit in for them."""
    said = []
    if before is None:
        said.append(f"Here: {in_words([now.names[seat] for seat in now.here])}.")
        before = Presence(now.here, now.names, now.people)
    sat = {before.names[seat]: seat for seat in before.here}
    sits = {now.names[seat]: seat for seat in now.here}
    gone = [seat for seat in before.here if seat not in now.here and before.names[seat] not in sits]
    said += [f"{name} is here." for name, seat in sits.items() if seat not in before.here and name not in sat]
    said += [f"{name} has seat {seat + 1} now." for name, seat in sits.items() if sat.get(name, seat) != seat]
    helps = "" if watches else ' With "stand in", a computer player plays meanwhile.'
    said += [f"{before.names[seat]} has gone. The table waits.{helps}" for seat in gone]
    stands = [seat for seat in now.stand_ins if seat not in before.stand_ins]
    said += [f"A computer player sits in for {now.names[seat]} until they are back." for seat in stands]
    if now.watchers != before.watchers:
        said.append(f"Watching: {now.watchers}.")
    missing = [now.names[seat] for seat in now.missing]
    if missing and not gone:
        said.append(f"The table waits for {in_words(missing) if all(missing) else f'{len(missing)} more'}.")
    return said
