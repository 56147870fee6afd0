"""Play thousands of games, half random, half steered to rare events, and check each after every event.

`python -m tests.long.games --games 100000 --jobs 2` plays this many games of each variant, prints how often each line
of a score sheet came up, and returns 1 if one came up less than 50 times in 4,000 games. With `--judge`, the second
reading of the rules (`tests/referee`) judges each game's record as well.
"""

import argparse
import random
import re
import time
from collections import Counter
from collections.abc import Iterable
from multiprocessing import get_context

from msgspec.structs import replace

from spades_tui import cards
from spades_tui.game import events, machine
from spades_tui.game.events import Deal, Event, SeatEvent
from spades_tui.game.findings import Finding, HandScore
from spades_tui.game.history import History
from spades_tui.game.phase import Phase
from spades_tui.game.state import GameState, new_game
from spades_tui.record.writer import JsonLine, event_line, finding_line, record_text
from tests.game.at_random import SWITCHES, check_cards, random_deal
from tests.game.tables import rules_of
from tests.record.records import head
from tests.referee.referee import RefereeError, check

Line = tuple[str, str]
"""A line of a score sheet: its rule, and its words with every number as n."""

LEAST = 50
"""Minimum count of each line in 4,000 games."""
MOST_HANDS = 12
"""Number of hands after which a game is left unfinished."""


_3B = {
    ("3B-12", "n made"), ("3B-12", "Set with n taken"), ("3B-12", "n over"), ("3B-13", "Zero failed, took n"),
    ("3B-13", "Zero made"), ("3B-15", "All n tricks bid and taken"),
}  # fmt: skip
_JOKERS = {
    ("JK-10", "Blind n made"), ("JK-10", "Blind bid short by n"), ("JK-13", "n bid, not played"),
    ("JK-13", "n tricks bid, took n"), ("JK-7", "n made"), ("JK-7", "Short by n"), ("JK-7", "n over"),
    ("JK-8", "n bid and made"), ("JK-13", "n bags"), ("JK-8", "Blind n bid and made"),
}  # fmt: skip
_NIL = {
    ("NL-4", "n made"), ("NL-4", "Short by n"), ("NL-4", "n over"), ("NL-5", "Nil failed, took n"),
    ("NL-5", "Nil made"), ("NL-6", "n of a failed nil"), ("NL-9", "n bags"),
}  # fmt: skip
_TEN = {("NL-11", "Short by n"), ("NL-11", "n bid and made")}
_CUTTHROAT = _NIL
LINES: dict[str, set[Line]] = {
    "sandbags": {
        ("SB-5", "n made"), ("SB-5", "Short by n"), ("SB-5", "n over"), ("SB-6", "Zero failed, took n"),
        ("SB-6", "Zero made"), ("SB-8", "n made"), ("SB-8", "Short by n"), ("SB-8", "n over"), ("SB-9", "n bags"),
    },
    "jokers": _JOKERS,
    "bemo": {
        ("BM-10", "n bags"), ("BM-10", "n over"), ("BM-11", "n perfect bids in a row"), ("BM-7", "n made"),
        ("BM-7", "n not made, took n"), ("BM-8", "Blind n made"), ("BM-8", "Blind n not made, took n"),
        ("BM-9", "Bemo broken"), ("BM-9", "Bemo kept"), ("BM-9", "Big Bemo broken"), ("BM-9", "Big Bemo kept"),
    },
    "call-break": {("CB-3", "n made"), ("CB-3", "Short by n"), ("CB-3", "n over")},
    "six-handed": _NIL,
    "joker-deuces": _JOKERS, "cutthroat": _CUTTHROAT, "cutthroat-three": _CUTTHROAT,
    "3b-three": _3B, "3b-four": _3B, "3b-five": _3B,
    "classic": _NIL | _TEN | {("NL-7", "Blind nil failed, took n"), ("NL-7", "Blind nil made")},
    "whiz": _NIL | _TEN, "mirrors": _NIL | _TEN, "suicide": _NIL | _TEN, "two-handed": _NIL, "league": _NIL | _TEN,
}  # fmt: skip
"""Every line of the score sheets, made and lost."""


class Game:
    """One game, with checks after each event."""

    def __init__(self, slug: str, number: int) -> None:
        self.chance = random.Random(f"{slug} {number}")
        self.steered = number % 2 == 1
        self.modest = number % 8 == 3
        """Whether all bid low and take every trick that they can, so that overtricks add up."""
        options = {name: self.chance.choice(values) for name, values in SWITCHES[slug].items()}
        self.blind_ten = number % 16 == 7
        """Whether partners who are behind get the best cards and bid blind."""
        self.all_tricks = number % 16 == 5
        """Whether one player gets the best cards and bids all the tricks."""
        options["take_back"] = self.chance.random() < 0.2
        if self.modest and "target" in options:
            options["target"] = 500
        self.rules = rules_of(slug, **options)
        self.slug, self.options = slug, options
        self.dealer = self.chance.randrange(self.rules.seats)
        self.start = new_game(self.rules, self.dealer)
        self.totals = [0] * len(self.rules.sides)
        if self.steered and self.rules.blind and self.rules.blind.behind:  # one side is far enough behind
            self.totals[0] = self.rules.blind.behind + 50
            self.start = replace(self.start, standing=replace(self.start.standing, totals=tuple(self.totals)))
        self.course = History(self.start)
        self.done: list[Event] = []
        self.record: list[JsonLine] = []
        """The events and findings so far."""
        self.lines: Counter[Line] = Counter()
        self.looks_at = {self.chance.randrange(400) for _ in range(2)}
        """Numbers of events after which all events are replayed."""
        self.plans: tuple[str, ...] = ()

    @property
    def state(self) -> GameState:
        return self.course.state

    def do(self, event: Event) -> None:
        """Do an event, and check the result."""
        findings = self.course.do(event)
        for found in findings:
            if isinstance(found, HandScore):
                self._check_score(found)
        self.done.append(event)
        self._write(event, findings)
        self._check()
        if len(self.done) in self.looks_at:
            self.check_replay()

    def _write(self, event: Event, findings: Iterable[Finding]) -> None:
        if not isinstance(event, events.Score):
            self.record.append(event_line(event))
        self.record += [finding_line(found) for found in findings]

    def judge(self) -> None:
        """Check the record with the second reading, which only judges games that start at zero."""
        if any(self.start.standing.totals):
            return
        over = self.course.game_over()
        first = head(self.slug, options=self.options, dealer=self.dealer)
        try:
            check(record_text([first, *self.record, *([finding_line(over)] if over else [])]))
        except RefereeError as error:
            if "the player who acted last" not in error.message:  # the referee reads 3B-11 like this
                raise AssertionError(f"the second reading: {error}") from error

    def _check(self) -> None:
        state = self.state
        check_cards(state)
        seat, legal = machine.on_turn(state), machine.legal(state)
        if state.phase in (Phase.DEAL, Phase.PLAYED, Phase.OVER):
            assert (seat, legal) == (None, ())
        else:
            assert seat is not None
            assert legal
            assert {event.seat for event in legal} == {seat}

    def _check_score(self, score: HandScore) -> None:
        points = [0] * len(self.totals)
        for line in score.lines:
            points[line.side] += line.points
            self.lines[line.rule, re.sub(r"\d+", "n", line.text)] += 1
        assert tuple(points) == score.points
        self.totals = [before + more for before, more in zip(self.totals, points, strict=True)]
        assert tuple(self.totals) == score.totals == self.state.standing.totals

    def check_replay(self) -> None:
        """Check that the same events give the same state."""
        again = History(self.start)
        for event in self.done:
            again.do(event)
        assert again.state == self.state

    def play(self) -> Counter[Line]:
        """Play the whole game; return the lines of its score sheets."""
        most = 3 * MOST_HANDS if self.modest else MOST_HANDS
        while self.state.phase != Phase.OVER and self.state.standing.hands < most:
            self.do(self._next())
        self.check_replay()
        return self.lines

    def _next(self) -> Event:
        state, chance = self.state, self.chance
        if state.phase == Phase.DEAL:
            kinds = ("keep", "keep", "spoil", "zero", "low", "high", "ten", "blind", "random")
            self.plans = tuple(chance.choice(kinds) for _ in range(self.rules.seats))
            if self.all_tricks:
                self.plans = ("high",) * self.rules.seats
            if self.modest or self.blind_ten:
                self.plans = ("modest" if self.modest else "blind",) * self.rules.seats
            return self._deal()
        aside = [event for seat in range(self.rules.seats) for event in machine.aside(state, seat)]
        if aside and chance.random() < (0.03 if self.steered else 0.1):
            return chance.choice(aside)
        if state.phase == Phase.PLAYED:
            return events.Score()
        if self.rules.take_back and chance.random() < 0.05:
            able = [seat for seat in range(self.rules.seats) if self.course.refusal(events.TakeBack(seat)) is None]
            if able:
                return events.TakeBack(chance.choice(able))
        legal = machine.legal(state)
        if chance.random() < 0.1:
            claim = events.Claim(legal[0].seat, self.rules.tricks - len(state.current.tricks))
            if machine.refusal(state, claim) is None:
                return claim
        return self._steered(legal) if self.steered else chance.choice(legal)

    # ---- steering

    def _deal(self) -> Deal:
        """Return random cards; in a steered game, one player often gets very good ones and the others none."""
        deal = random_deal(self.state, self.chance)
        if deal.stock is not None and self.steered and self.plans.count("zero") == 1:
            return self._low_for(self.plans.index("zero"), deal, deal.stock)
        if not self.steered or self.modest or deal.stock is not None or self.chance.random() < 0.4:
            return deal
        if self.blind_ten and len(self.rules.sides) == 2:
            best = sorted(self.rules.cards.pack, key=self._strength)[::-1]
            size = len(best) // 4
            shares = [best[2 * size : 3 * size], best[: 2 * size : 2], best[3 * size :], best[1 : 2 * size : 2]]
            return Deal(deal.number, deal.dealer, tuple(cards.hand_of(share) for share in shares))
        playing = [seat for seat, hand in enumerate(deal.hands) if hand is not None]
        lucky = self.chance.choice(playing)
        mine = list(cards.cards_of(deal.hands[lucky] or 0))
        loose = [card for seat in playing if seat != lucky for card in cards.cards_of(deal.hands[seat] or 0)]
        best = sorted(mine + loose, key=self._strength)[::-1]
        taken = len(mine) if self.all_tricks else self.chance.randint(len(mine) // 2, len(mine))
        rest = best[taken:]
        self.chance.shuffle(rest)
        every = {lucky: best[:taken] + rest[: len(mine) - taken]}
        rest = rest[len(mine) - taken :]
        for seat in playing:
            if seat != lucky:
                size = len(list(cards.cards_of(deal.hands[seat] or 0)))
                every[seat], rest = rest[:size], rest[size:]
        hands = tuple(cards.hand_of(every[seat]) if seat in every else None for seat in range(len(deal.hands)))
        return Deal(deal.number, deal.dealer, hands, deal.extra, dead=deal.dead)

    def _low_for(self, seat: int, deal: Deal, stock: tuple[int, ...]) -> Deal:
        """Return a stock that gives low cards to a player with a planned zero, which drafts seldom do."""
        ranked = sorted(stock, key=self._strength)
        low, high = ranked[: len(ranked) // 2], ranked[len(ranked) // 2 :]
        self.chance.shuffle(low)
        self.chance.shuffle(high)
        first, second = (high, low) if seat == deal.dealer else (low, high)  # pairs in turn, from the dealer's left
        order = [card for n in range(0, len(low), 2) for card in (*first[n : n + 2], *second[n : n + 2])]
        return Deal(deal.number, deal.dealer, deal.hands, stock=tuple(order))

    def _strength(self, card: int) -> tuple[bool, int]:
        tables = self.rules.cards
        return tables.suit_of[card] == cards.SPADES, tables.ranks[card]

    def _steered(self, legal: tuple[SeatEvent, ...]) -> SeatEvent:
        plan = self.plans[legal[0].seat]
        if plan == "random":
            return self.chance.choice(legal)
        bids = [event for event in legal if isinstance(event, events.Bid)]
        if bids and self.state.current.bids[legal[0].seat] is None:
            return self._bid(plan, legal, bids)
        legal = tuple(event for event in legal if event not in bids) or legal  # a bid isn't changed forever
        plays = [event for event in legal if isinstance(event, events.Play)]
        if plays:
            return self._play(plan, plays)
        if plan == "modest" and any(isinstance(event, events.Stand) for event in legal):
            return next(event for event in legal if isinstance(event, events.Stand))
        if isinstance(legal[0], events.Draft):
            return self._draft(plan, legal[0].seat)
        promises = [event for event in legal if isinstance(event, events.Promise)]
        if promises and self.chance.random() < 0.5:
            return self.chance.choice(promises)
        quiet = [event for event in legal if isinstance(event, events.Stand | events.Look)]
        return quiet[0] if quiet and self.chance.random() < 0.8 else self.chance.choice(legal)

    def _draft(self, plan: str, seat: int) -> events.Draft:
        """Keep the better cards, or the worse ones for a zero."""
        pack, strength = self.rules.cards.pack, self._strength(self.state.current.stock[0])
        better = sum(self._strength(card) < strength for card in pack) > len(pack) // 2
        return events.Draft(seat, better != (plan == "zero"))

    def _bid(self, plan: str, legal: tuple[SeatEvent, ...], bids: list[events.Bid]) -> SeatEvent:
        seat = legal[0].seat
        blind = [bid for bid in bids if bid.blind]
        looks = [event for event in legal if isinstance(event, events.Look)]
        if blind and (plan == "blind" or not looks):
            wanted = 5 if self.blind_ten else self.chance.choice((0, 5, self._sure(seat)))
            return min(blind, key=lambda bid: abs(bid.bid - wanted))
        if looks:
            return looks[0]
        redeal = [event for event in legal if isinstance(event, events.Redeal)]
        if redeal and self.chance.random() < 0.5:
            return redeal[0]
        wanted = {
            "zero": 0,
            "low": 1,
            "modest": self.chance.choice((1, 4, 5)),
            "high": self.rules.tricks,
            "ten": 10,
        }.get(plan, self._sure(seat))
        return min(bids, key=lambda bid: abs(bid.bid - wanted))

    def _sure(self, seat: int) -> int:
        """Return the hand's trumps as a rough number of tricks."""
        return (self.state.current.holding[seat] & self.rules.cards.suit_masks[cards.SPADES]).bit_count()

    def _play(self, plan: str, plays: list[events.Play]) -> SeatEvent:
        """Return a play: honest players take tricks up to their bid, spoilers do the opposite."""
        seat = plays[0].seat
        hand = self.state.current
        side = self.rules.sides[self.rules.side_of[seat]]
        short = sum(hand.took[one] for one in side) < sum(hand.bids[one] or 0 for one in side)
        wants = (not short if plan == "spoil" else short) or plan == "modest"
        return (max if wants else min)(plays, key=lambda play: (self._strength(play.card), play.ace == "high"))


def play(slug: str, numbers: Iterable[int], judged: bool = False) -> Counter[Line]:
    """Play games of a variant. Raises AssertionError with the number of the first wrong game."""
    found: Counter[Line] = Counter()
    for number in numbers:
        game = Game(slug, number)
        try:
            found += game.play()
            if judged:
                game.judge()
        except AssertionError as error:
            raise AssertionError(f"{slug} {number}: {error}") from error
    return found


def _part(task: tuple[str, int, int, bool]) -> tuple[str, Counter[Line]]:
    slug, start, end, judged = task
    return slug, play(slug, range(start, end), judged)


def main() -> None:
    """Play the games and print the counts of score lines."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=4000, help="of each variant (default 4000)")
    parser.add_argument("--variant", choices=LINES, action="append", help="only this one; may be repeated")
    parser.add_argument("--jobs", type=int, default=2, help="processes (default 2)")
    parser.add_argument("--judge", action="store_true", help="have the second reading judge each record")
    arguments = parser.parse_args()
    size = 50
    tasks = [
        (slug, start, min(start + size, arguments.games), arguments.judge)
        for slug in arguments.variant or LINES
        for start in range(0, arguments.games, size)
    ]
    began = time.monotonic()
    found: dict[str, Counter[Line]] = {}
    with get_context("spawn").Pool(arguments.jobs) as pool:
        for slug, lines in pool.imap_unordered(_part, tasks):
            found.setdefault(slug, Counter()).update(lines)
    least = LEAST * arguments.games // 4000
    seldom = False
    for slug, lines in sorted(found.items()):
        for rule, text in sorted({*lines, *LINES[slug]}):
            times = lines[rule, text]
            seldom = seldom or times < least
            print(f"{slug:10} {rule:6} {text:40} {times:8}{'  too seldom' if times < least else ''}")
    print(f"{arguments.games} games of each variant in {time.monotonic() - began:.0f} s")
    raise SystemExit(int(seldom))


if __name__ == "__main__":
    main()
