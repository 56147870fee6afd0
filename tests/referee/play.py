"""Play cards, aces, claims, and challenges in games that have them."""

from tests.referee.bids import Bidding
from tests.referee.cards import suit_of
from tests.referee.rulebook import Part
from tests.referee.state import Fact, Hand, Refusal


class Playing(Bidding):
    """Handle the events from the first lead to the last trick."""

    def _play(self, fact: Fact) -> None:
        hand = self.open_hand()
        seat, card = fact["seat"], self.rules.named.get(fact["card"], fact["card"])
        if hand.phase != "play" or seat != hand.turn:
            raise Refusal(f"seat {seat} is not on turn to play (C-8)")
        if card not in hand.cards[seat]:
            raise Refusal(f"seat {seat} does not hold {card}")
        allowed = self.follow(seat)
        if card not in self.playable(seat):
            raise Refusal("a card of the suit led must be played (C-6)" if hand.trick else "spades are not broken")
        if "ace" in fact and not (self.calls_aces and card[0] == "A"):
            raise Refusal("there is nothing to call here (3B-3)")
        low = fact.get("ace") == "low"
        if "ace" not in fact and self.calls_aces and card[0] == "A":
            bid = hand.bids[seat]
            low = bid == 0 or (self.low_ball() is not None and hand.tricks(seat) >= bid)

        if card not in allowed:
            hand.reneges.append([seat, len(hand.taken), False])
        if not hand.trick and hand.made_just_now == seat and suit_of(card) == "S":
            hand.gaccs[seat] += 1
        hand.made_just_now = None
        trumped = hand.trick and suit_of(hand.trick[0][1]) != "S"
        any_spade = self.rules.the("plays", "lead")["broken_by"] == "any_spade"
        if suit_of(card) == "S" and (trumped or any_spade):
            hand.broken = True
        hand.table_trick = len(hand.taken)
        hand.cards[seat].remove(card)
        hand.trick.append((seat, card, low))
        hand.has_played.add(seat)
        if not self._replaying and card not in self._public:
            self._public.add(card)
            self._show()
        if len(hand.trick) < len(hand.players):
            hand.turn = hand.players[(hand.players.index(seat) + 1) % len(hand.players)]
            return
        self._take_trick(hand)

    def _take_trick(self, hand: Hand) -> None:
        """Give the trick to the highest spade, or the highest card of the suit led (C-7)."""
        lead = suit_of(hand.trick[0][1])
        spades = [entry for entry in hand.trick if suit_of(entry[1]) == "S"]
        running = spades or [entry for entry in hand.trick if suit_of(entry[1]) == lead]
        winner = max(running, key=lambda entry: self.strength(entry[1], entry[2]))[0]
        hand.trick = []
        hand.taken.append(winner)
        hand.turn = winner
        if self.has("customs", "gacc") and hand.bids[winner] == hand.tricks(winner):
            hand.made_just_now = winner
        self.trick_winners[hand.number, len(hand.taken)] = winner
        if len(hand.taken) == self.rules.tricks:
            hand.phase = "done"

    def _claim(self, fact: Fact) -> None:
        hand = self.open_hand()
        seat = fact["seat"]
        if not self.has("plays", "claim"):
            raise Refusal("nothing is claimed in this game")
        if hand.phase != "play" or seat != hand.turn:
            raise Refusal("the player on turn may claim (C-12)")
        if fact["tricks"] != len(hand.cards[seat]):
            raise Refusal(f"{len(hand.cards[seat])} tricks remain (C-12)")
        if not self.is_sure_claim(seat):
            raise Refusal("the claim does not stand (C-12)")
        hand.taken += [seat] * fact["tricks"]
        hand.claimed, hand.phase = True, "done"

    def _challenge(self, fact: Fact) -> None:
        """Judge a challenge: each renege pays once, a wrong one may cost books (C-11, JK-14, BM-13)."""
        hand = self.open_hand()
        seat, accused = fact["seat"], fact["accused"]
        if not self.challenges:
            raise Refusal("there are no challenges here (C-11)")
        if not hand.has_played:
            raise Refusal("a challenge comes after the first lead (C-11)")
        if self.side(seat) == self.side(accused):
            raise Refusal("only an opponent is accused (C-11)")
        if seat not in hand.players or accused not in hand.players:
            raise Refusal("he sits out (3B-1)")
        rule = self.rules.the("customs", "enforcement")
        for renege in hand.reneges:
            if renege[0] != accused or renege[2]:
                continue
            if rule["when"] == "trick" and (hand.claimed or renege[1] != hand.table_trick):
                continue
            renege[2] = True
            if rule["taken"] == "later":
                hand.rights.append((seat, accused))
            else:
                self._penalty(rule, accused, seat)
            return
        if rule["wrong_costs"]:
            self._penalty(rule, seat, accused)

    def _penalty(self, rule: Part, guilty: int, other: int) -> None:
        """Move books, and note who is set (JK-14, HR-6)."""
        hand = self.open_hand()
        hand.moves.append((self.side(guilty), self.side(other), rule["books"]))
        if rule["sets"]:
            hand.set_by_challenge.add(guilty)

    def _books(self, fact: Fact) -> None:
        hand = self.open_hand()
        pair = (fact["seat"], fact["accused"])
        rule = self.rules.part("customs", "enforcement")
        if rule is None or rule["taken"] != "later" or hand.phase != "done" or hand.passed:
            raise Refusal("books are taken after the last trick (BM-13)")
        if hand.rights.count(pair) <= hand.answered.count(pair):
            raise Refusal("no right to books (BM-13)")
        if not 0 <= fact["count"] <= rule["books"] or fact["count"] > self.books_left(self.side(pair[1])):
            raise Refusal(f"one to {rule['books']} books, no more than the offender has left (BM-13)")
        if fact["count"]:
            hand.rights.remove(pair)
            hand.moves.append((self.side(pair[1]), self.side(pair[0]), fact["count"]))
        else:
            hand.answered.append(pair)
