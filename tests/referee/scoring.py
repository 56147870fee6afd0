"""Score a hand, component by component in the game's order."""

from functools import cached_property

from tests.referee.customs import Customs
from tests.referee.endings import game_over, hand_ending
from tests.referee.rulebook import Part, Rules
from tests.referee.state import Fact, Hand


class Scoring(Customs):
    """Score points, bags, sets and rows, with one method for each component."""

    def score(self) -> Fact:
        """Score the finished hand: return its ``hand_score``, and set ``over`` if the game ends."""
        hand = self.open_hand()
        assert hand.phase == "done"
        self._lines: list[Fact] = []
        self._outright: list[int] = []
        moved = self._settle_moves(hand)
        result: Fact = {"event": "hand_score", "hand": hand.number, "lines": self._lines}
        if self.rules.format is not None:
            result["format"] = self.rules.format
        if self.has("scores", "zero") and self.rules.the("scores", "zero")["grows"]:
            result["zero_value"] = self.zero_value()
        for part in self.rules.whole["scores"]:
            if part.get("on", True) and hand.passed == (part["kind"] == "skipped"):
                getattr(self, "_score_" + part["kind"])(hand, part)
        points = [0] * self.sides
        for entry in self._lines:
            points[entry["side"]] += entry["points"]
        self.totals = [total + more for total, more in zip(self.totals, points, strict=True)]
        result["points"] = points
        result["totals"] = list(self.totals)
        self._note(hand, result, moved)
        self._note_customs(hand, result)
        self.results[hand.number] = result
        self.rights = list(hand.rights)
        self.scored = True
        self._barrier = len(self._live)
        self.over = hand_ending(self)
        return result

    @cached_property
    def _bags_count(self) -> bool:
        """Return whether bags count in some hand of the game."""
        forms = [None, *self.variant.rules["programme"]]
        counting = [Rules(self.variant, self.options, form).part("scores", "bags") for form in forms]
        return any(bags is not None and bags["limit"] for bags in counting)

    def _note(self, hand: Hand, result: Fact, moved: list[tuple[int, int, int]]) -> None:
        """Add the facts on a score sheet beside the points."""
        playing = set(hand.players)
        result["tricks"] = [hand.tricks(seat) if seat in playing else None for seat in range(self.seats)]
        result["bids"] = [hand.bids[seat] if seat in playing else None for seat in range(self.seats)]
        if self.rules.partners:
            result["side_bids"] = [self.side_bid(side) for side in range(self.sides)]
        if self._bags_count:
            result["bags"] = list(self.bags)
        if moved:
            net = [0] * self.sides
            for source, goal, count in moved:
                net[source] -= count
                net[goal] += count
            result["books"] = net

    def _note_customs(self, hand: Hand, result: Fact) -> None:
        """Add low-balls, gaccs, the tray and the tricks off (3B-8, 3B-10, 3B-19, 3B-22)."""
        ball = self.low_ball()
        if ball:
            result["low_ball"] = ball
        if self.has("customs", "gacc"):
            result["gaccs"] = [hand.gaccs.get(seat) for seat in range(self.seats)]
        if self.has("customs", "tray"):
            others = [side for side in range(self.sides) if side not in self._outright]
            last = min(self.totals[side] for side in others)
            result["tray"] = [side for side in others if self.totals[side] == last]
            self.trays.append(result["tray"])
        for seat in sorted(hand.players):
            bid, tricks = hand.bids[seat], hand.tricks(seat)
            forgiven = tricks == 0 and (bid >= 3 or seat in hand.dumps)
            if not hand.passed:
                self.off[seat].append(0 if forgiven else abs(bid - tricks))

    def line(self, side: int, rule: str, points: int, text: str) -> None:
        """Add one line to the score sheet."""
        self._lines.append({"side": side, "rule": rule, "points": points, "text": text})

    def _settle_moves(self, hand: Hand) -> list[tuple[int, int, int]]:
        """Return the books that really move, in order, limited by what a side has left (JK-14, BM-13)."""
        wanted, hand.moves = hand.moves, []
        for source, goal, count in wanted:
            real = min(count, self.books_left(source))
            if real:
                hand.moves.append((source, goal, real))
        return hand.moves

    # ---- components ------------------------------------------------------------------------------------

    def _score_skipped(self, hand: Hand, part: Part) -> None:
        """Score each trick bid in a skipped hand (JK-13c)."""
        for side in range(self.sides):
            if self.players_of(side):
                bid = self.side_bid(side)
                self.line(side, part["rule"], part["each"] * bid, f"not played, bid {bid}")

    def _score_zero(self, hand: Hand, part: Part) -> None:
        """Score zeros alone; their tricks may be bags or help the partner, and their losses raise the value of zeros.

        SB-6, SB-7, 3B-13, 3B-14, NL-5 to NL-7.
        """
        value, made, lost = self.zero_value() if part["grows"] else part["made"], False, 0
        for seat in sorted(hand.players):
            if hand.bids[seat]:
                continue
            tricks = hand.tricks(seat)
            unseen = seat in hand.blind and part["blind_made"] != 0
            both = self._double_zero(hand, part, self.side(seat))
            if both and seat == min(self.players_of(self.side(seat))):
                self.line(self.side(seat), part["rule"], both, "double zero")
            rule = (part["blind_rule"] or part["rule"]) if unseen else part["rule"]
            if tricks == 0 and seat not in hand.set_by_challenge:
                made = True
                self.line(self.side(seat), rule, 0 if both else part["blind_made"] if unseen else value, "zero made")
            else:
                points = 0 if both else part["blind_lost"] if unseen else part["lost"] + part["each"] * tricks
                lost -= points
                self.line(self.side(seat), rule, points, f"zero failed, {tricks} taken")
            stray = part["stray"] if part["stray"] != "by_bags" else "bags_only" if part["bags"] else "nothing"
            if stray == "helps" and self._helps(hand, seat):
                continue  # they count for the contract
            if stray != "nothing" and tricks:
                self.bags[self.side(seat)] += tricks
                each = 0 if stray == "bags_only" else part["over"]
                self.line(self.side(seat), part["over_rule"] or part["rule"], each * tricks, f"{tricks} stray")
        if part["grows"]:
            self.zero_pot = 0 if made else self.zero_pot + lost

    def _double_zero(self, hand: Hand, part: Part, side: int) -> int:
        """Return the points of a side's two zeros, neither blind with its own price; 0 if they count separately."""
        pair = self.players_of(side)
        if len(pair) < 2 or any(hand.bids[seat] or (seat in hand.blind and part["blind_made"]) for seat in pair):
            return 0
        lost = any(hand.tricks(seat) or seat in hand.set_by_challenge for seat in pair)
        made: int = part["both_lost" if lost else "both_made"]
        return made

    def _helps(self, hand: Hand, seat: int) -> bool:
        """Return whether a zero's tricks can help the partner's contract (NL-6)."""
        return any(hand.bids[other] for other in self.players_of(self.side(seat)) if other != seat)

    def _score_contract(self, hand: Hand, part: Part) -> None:
        """Score a side's bid against its tricks (SB-5, SB-8, JK-7, 3B-12)."""
        for side in range(self.sides):
            seats = self.players_of(side)
            counted, bid, tricks = seats, self.side_bid(side), self.books_left(side)
            zeros = [seat for seat in seats if hand.bids[seat] == 0]
            if part["zeros"] == "apart":
                counted = [seat for seat in seats if hand.bids[seat] > 0]
                zero = self.rules.part("scores", "zero")
                if zero is None or zero["stray"] != "helps":
                    tricks -= sum(hand.tricks(seat) for seat in zeros)
            if not counted:
                continue
            rule = part["rule"]
            if part["zeros"] == "apart" and zeros:
                rule = part["zero_partner_rule"] or rule
            blind = side in hand.blind_sides or not hand.blind.isdisjoint(counted)
            self._contract_of(side, part, rule, bid, tricks, blind)

    def _contract_of(self, side: int, part: Part, rule: str, bid: int, tricks: int, blind: bool) -> None:
        special = next((one for one in part["special"] if part["specials"] and one["bid"] == bid), None)
        doubled = part["double_sets"] and bid > 0 and tricks >= 2 * bid
        blind_rule = part["blind_rule"] or rule
        every = part["all_tricks"]
        guilty = any(self.side(seat) == side for seat in self.open_hand().set_by_challenge)  # HR-6
        if tricks < bid or doubled or guilty or (part["exact"] and tricks != bid):  # JK-13a: twice the bid is a set too
            self.sets[side] += 1
            named = (part["double_rule"] or rule) if doubled else blind_rule if blind else rule
            cost = part["lost"] * bid
            if special is not None and special["lost"] is not None:
                named, cost = special["rule"], special["lost"]
            self.line(side, named, cost, f"set: bid {bid}, took {tricks}")
            self.line(side, rule, part["each_if_lost"] * tricks, f"{tricks} taken all the same")
            return
        if 0 < part["wins_from"] <= bid:  # CB-7
            self._outright.append(side)
        if every is not None and bid == self.rules.tricks:  # 3B-15
            self.line(side, every["rule"], every["each"] * tricks, "all the tricks")
            if every["wins"]:
                self._outright.append(side)
        elif special is not None and blind and part["blind_doubles_special"]:  # JK-10, optional
            self.line(side, special["rule"], 2 * special["points"], f"blind {bid} made")
        elif special is not None:  # JK-8; blind tens don't multiply (JK-10)
            self.line(side, special["rule"], special["points"], f"{bid} made")
        elif blind:
            self.line(side, blind_rule, part["blind_made"] * bid, f"blind {bid} made")
        else:
            self.line(side, rule, part["made"] * bid, f"{bid} made")
        over = tricks - bid
        if over:
            self.line(side, rule, part["over"] * over, f"{over} above")
        if part["bags"]:
            self.bags[side] += over

    def _score_table(self, hand: Hand, part: Part) -> None:
        """Score points by the number bid; some numbers win, some must be met exactly (BM-6, BM-7, BM-8, BM-10)."""
        for seat in sorted(hand.players):
            bid, tricks, blind = hand.bids[seat], self.books_left(seat), seat in hand.blind
            exact = self.rules.must_be_exact(bid, blind)
            rule = (part["blind_rule"] or part["rule"]) if blind else part["rule"]
            missed = tricks != bid if exact else tricks < bid
            if missed or seat in hand.set_by_challenge:
                lost = part["blind_lost" if blind else "lost"][bid]
                self.line(seat, rule, lost, f"bid {bid}, took {tricks}")
                continue
            if bid in part["blind_wins" if blind else "wins"]:
                self._outright.append(seat)
            else:
                made = part["blind_made" if blind else "made"][bid]
                self.line(seat, rule, made, f"bid {bid}, took {tricks}")
            over = tricks - bid
            if over:
                self.line(seat, part["over_rule"] or part["rule"], part["over"] * over, f"{over} above")
            if part["bags"]:
                self.bags[seat] += over

    def _score_tricks(self, hand: Hand, part: Part) -> None:
        """Score each trick taken, and all of them together (HR-1)."""
        for side in range(self.sides):
            if self.players_of(side):
                tricks = self.books_left(side)
                self.line(side, part["rule"], part["each"] * tricks, f"{tricks} taken")
                if tricks == self.rules.tricks:
                    self.line(side, part["rule"], part["all_tricks"], "every trick")

    def _score_final_trick(self, hand: Hand, part: Part) -> None:
        """Score the last trick, as taken at the table (HR-11)."""
        if hand.taken:
            self.line(self.side(hand.taken[-1]), part["rule"], part["points"], "last trick")

    def _score_promise(self, hand: Hand, part: Part) -> None:
        """Score promises of the first tricks, as taken at the table (BM-9)."""
        for seat, tricks in sorted(hand.promises.items()):
            if tricks == part["tricks"]:
                kept = all(winner == seat for winner in hand.taken[:tricks])
                points = part["made"] if kept else part["lost"]
                self.line(self.side(seat), part["rule"], points, f"first {tricks} tricks")

    def _score_bags(self, hand: Hand, part: Part) -> None:
        """Score the penalty for bags, which then disappear or keep counting (SB-9, JK-13b, BM-10)."""
        for side in range(self.sides if part["limit"] else 0):
            while self.bags[side] >= part["limit"] * (self.charged[side] + 1):
                self.line(side, part["rule"], part["penalty"], f"{part['limit']} bags")
                if part["keep"] == "remainder":
                    self.bags[side] -= part["limit"]
                else:
                    self.charged[side] += 1

    def _score_perfect_row(self, hand: Hand, part: Part) -> None:
        """Score bids met exactly several times in a row (BM-11)."""
        for seat in sorted(hand.players):
            self.rows[seat] = self.rows[seat] + 1 if self.books_left(seat) == hand.bids[seat] else 0
            if self.rows[seat] >= part["length"]:
                points = part["points"] if self.rows[seat] == part["length"] else part["further"]
                self.line(seat, part["rule"], points, f"{self.rows[seat]} perfect bids")

    def _score_hand_winner(self, hand: Hand, part: Part) -> None:
        """Score the hand's winner: the lowest or highest total of tricks, bids or points so far (LG-3)."""
        playing = [side for side in range(self.sides) if self.players_of(side)]
        if part["compares"] == "points":
            totals = {side: sum(one["points"] for one in self._lines if one["side"] == side) for side in playing}
        elif part["compares"] == "bids":
            totals = {side: self.side_bid(side) for side in playing}
        else:
            totals = {side: self.books_left(side) for side in playing}
        best = max(totals.values()) if part["best"] == "highest" else min(totals.values())
        first = [side for side in playing if totals[side] == best]
        if len(first) == 1 or part["shared"] == "all":
            for side in playing:
                points = part["won"] if side in first else part["lost"]
                self.line(side, part["rule"], points, f"{part['best']} {part['compares']}: {totals[side]}")

    def game_over(self) -> Fact:
        """Return the finding at the end of the game, after the chit if there is one."""
        return game_over(self)
