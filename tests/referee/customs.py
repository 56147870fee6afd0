"""Handle events besides bids and cards: dumps, boneheads, zero buddies, chits, suspending, taking back."""

import pickle
from typing import cast

from tests.referee.play import Playing
from tests.referee.state import Fact, Hand, Refusal


class Customs(Playing):
    """Handle the events that any player may add."""

    def apply(self, fact: Fact) -> None:
        """Apply one event (game.py)."""
        raise NotImplementedError

    def _dump(self, fact: Fact) -> None:
        hand = self.open_hand()
        seat = fact["seat"]
        custom = self.rules.part("customs", "dump")
        if custom is None or hand.phase != "play":
            raise Refusal("a dump is declared after the bidding (3B-22)")
        before = custom["before_trick"] - 1
        if len(hand.taken) > before or (len(hand.taken) == before and hand.trick):
            raise Refusal(f"a dump is declared before trick {before + 1} (3B-22)")
        if seat not in hand.players or seat in hand.dumps or hand.tricks(seat):
            raise Refusal("once, by a player without a trick (3B-22)")
        hand.dumps.add(seat)

    def _bone(self, fact: Fact) -> None:
        if not self.has("customs", "bone") or self.hand is None or fact["seat"] not in self.hand.has_played:
            raise Refusal("that seat has played no card to be sorry for (3B-29)")

    def _zb(self, fact: Fact) -> None:
        hand = self.open_hand()
        seat, accused = fact["seat"], fact["accused"]
        if not self.has("customs", "zb") or seat == accused or accused not in hand.has_played:
            raise Refusal("another hunter's last card is marked (3B-30)")
        waiting = hand.trick and accused not in [player for player, *_ in hand.trick]
        # the trick of the player's last card
        before = hand.taken[: hand.table_trick - 1 if waiting else hand.table_trick]
        hunted = [p for p, bid in hand.bids.items() if bid == 0 and p not in before]
        if not any(zero not in (seat, accused) for zero in hunted):
            raise Refusal("no zero is hunted (3B-30)")

    def _chit(self, fact: Fact) -> None:
        if not self.has("customs", "tray") or self.hand is None or (self.chits and self.chits[-1]["tray"] is None):
            raise Refusal("no chit is asked for (3B-27)")
        if not self.scored:
            if self.hand.phase != "done" or self.redealing:
                raise Refusal("a chit comes after the last hand (3B-27)")
            self.score()
        if self.over is None:
            raise Refusal("a chit comes after the last hand (3B-27)")
        row = self.tray_row()
        if row[-1] != fact["seat"] or (fact["tray"] is not None and fact["tray"] in row):
            raise Refusal("the tray person names one who has not been it, or nobody (3B-27)")
        self.chits.append(fact)

    def tray_row(self) -> list[int | None]:
        """Return the seats that got the tray in this game, in order (3B-27)."""
        assert self.over is not None
        return [self.over["tray"], *(chit["tray"] for chit in self.chits if chit["tray"] is not None)]

    def _suspend(self, fact: Fact) -> None:
        self.suspended = True

    def _resume(self, fact: Fact) -> None:
        if not self.suspended:
            raise Refusal("the game is not suspended (3B-21)")
        self.suspended = False

    def hand_score_read(self) -> None:
        """Note a ``hand_score`` line, before which nothing can be taken back."""
        self._barrier = len(self._live)

    def take_back_target(self, seat: int) -> int:
        """Return the place of the event that ``seat`` would take back, or refuse (3B-11)."""
        if self.rules.undo:
            return self.undo_target(seat)
        if not (self.rules.take_back or self.rules.slip):
            raise Refusal("a card laid is a card played (3B-11)")
        place = len(self._live) - 1
        while place >= self._barrier and "seat" not in self._live[place][1]:
            place -= 1
        if place < self._barrier:
            raise Refusal("there is nothing to take back (3B-11)")
        position, fact = self._live[place]
        if fact["seat"] != seat:
            raise Refusal("the player who acted last takes back (3B-11)")
        if fact["event"] in ("look", "draw", "draft", "claim", "challenge", "redeal"):
            raise Refusal(f"a {fact['event']} is not taken back (3B-11)")
        if "blind" in fact and self._last_show == position:
            raise Refusal("that blind bid let somebody see his cards (3B-11)")
        if not self.rules.take_back and fact["event"] != "play" and position in self._shows:
            raise Refusal("a slip that let somebody see a card stays (3B-11)")
        self._stays_passed(place)
        if self._last_show > position:
            raise Refusal("a hidden card has been shown since (3B-11)")
        return place

    def undo_target(self, seat: int) -> int:
        """Return the place of the event that ``undo`` removes, even after others acted or cards were shown."""
        own = [place for place, (_, fact) in enumerate(self._live) if fact.get("seat") == seat]
        if not own or own[-1] < self._barrier:
            raise Refusal("there is nothing to take back (3B-11)")
        position, fact = self._live[own[-1]]
        if fact["event"] in ("challenge", "redeal", "draft"):
            raise Refusal(f"a {fact['event']} is not even undone (3B-11)")
        if "blind" in fact and position in self._shows:
            raise Refusal("that blind bid let somebody see his cards (3B-11)")
        self._stays_passed(own[-1])
        return own[-1]

    def _stays_passed(self, place: int) -> None:
        """Refuse to undo a pass that another player has seen, or any pass once both partners have passed (NL-8)."""
        given = self.hand.given if self.hand is not None else {}
        for position, fact in self._live[place:]:
            if fact["event"] == "pass" and (position in self._shows or self.partner(fact["seat"]) in given):
                raise Refusal("what has been passed stays there (NL-8)")

    def _take_back(self, seat: int) -> None:
        place = self.take_back_target(seat)
        self.undone_from, _ = self._live[place]
        del self._live[place:]
        if self.scored:
            self.chits = [live for _, live in self._live if live["event"] == "chit"]
            return
        self.hand = cast(Hand, pickle.loads(self._dealt))
        for key in [key for key in self.trick_winners if key[0] == self.hand.number]:
            del self.trick_winners[key]
        self._replaying = True
        position = self._position
        for _, earlier in list(self._live):
            self.apply(earlier)
        self._position = position
        self._replaying = False
