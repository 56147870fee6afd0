"""Deal and bid: look, bid, change, draw, raise, stand, promise."""

from tests.referee.cards import suit_of
from tests.referee.rulebook import Part
from tests.referee.state import Fact, Hand, Refusal, State

LATE = ("raise", "skip", "high_draw", "exchange")


class Bidding(State):
    """Handle the events from the deal to the first lead."""

    def score(self) -> Fact:
        """Score the hand that is finished; see scoring.py."""
        raise NotImplementedError

    def _deal(self, fact: Fact) -> None:
        if self.hand is not None and not self.scored and not self.redealing:
            if self.hand.phase != "done":
                raise Refusal("the hand is not finished")
            self.score()
            if self.over:
                raise Refusal("the game is over")
        number = len(self.results) + 1
        if fact["hand"] != number:
            raise Refusal(f"this is hand {number}")
        self.rules = self.rules_of(number)
        dealer = (self.first_dealer + number - 1) % self.seats
        if fact["dealer"] != dealer:
            raise Refusal(f"the dealer is seat {dealer} (C-2)")
        players = [(dealer + step) % self.seats for step in range(1, self.seats + 1)]
        if self.rules.dealer_sits_out:
            players.pop()
        cards, extra, dead = self._dealt_cards(fact, players)
        if "extra_at" in fact and (not self.has_extra or not 0 <= fact["extra_at"] < len(self.deck)):
            raise Refusal("no such place for the extra card")
        if "cut" in fact:
            cut = fact["cut"]
            if cut["seat"] != (dealer - 1) % self.seats or not 0 <= cut["depth"] < len(self.deck):
                raise Refusal("the player on the dealer's right cuts (C-3)")
        order = players
        if self.rules.the("bids", "number")["order"] == "by_side":  # JK-3
            firsts = players[: len(players) // 2]
            order = [seat for first in firsts for seat in players if self.side(seat) == self.side(first)]
        hand = Hand(number, dealer, players, order, cards, extra, dead, turn=order[0])
        hand.rights = list(self.rights)
        hand.gaccs = dict.fromkeys(players, 0)
        self._keep_from_looking(hand)
        if "stock" in fact:
            hand.stock = fact["stock"].split(" ")
            hand.phase, hand.turn = "draft", players[0]
        if "kitty" in fact:
            hand.kitty = {self.rules.named[card] for card in fact["kitty"].split(" ")}
            part = self.rules.the("bids", "kitty")
            holders = [seat for seat in players if self.rules.named[part["card"]] in cards[seat]]
            hand.phase, hand.turn = "kitty", holders[0] if part["taker"] == "holder" and holders else dealer
        self.hand, self.scored, self.redealing = hand, False, False

    def _dealt_cards(self, fact: Fact, players: list[int]) -> tuple[dict[int, set[str]], str | None, set[str]]:
        """Return the hands, the extra card and the dead hand, which together are the whole pack."""
        if len(fact["hands"]) != self.seats:
            raise Refusal("a hand for every seat is wanted")
        known = set(self.deck)
        used: set[str] = set()

        def take(text: object, count: int) -> set[str]:
            if not isinstance(text, str):
                raise Refusal("cards are one text")
            cards = text.split(" ")
            for card in cards:
                if card not in known:
                    raise Refusal(f"{card!r} is not a card of this deck")
                if card in used:
                    raise Refusal(f"{card} is there twice")
                used.add(card)
            if len(cards) != count:
                raise Refusal(f"{count} cards are wanted, not {len(cards)}")
            return {self.rules.named[card] for card in cards}

        if ("stock" in fact) != bool(self.rules.whole["deal"]["draft"]):
            raise Refusal("a stock is there exactly where it is drafted from (TW-3)")
        if "stock" in fact:
            if fact["hands"] != ["" if seat in players else None for seat in range(self.seats)]:
                raise Refusal("nobody has a card before the draft (TW-3)")
            take(fact["stock"], len(self.deck))
            if fact.keys() & {"extra", "dead", "kitty"}:
                raise Refusal("nothing is laid aside (TW-3)")
            return {seat: set() for seat in players}, None, set()
        cards: dict[int, set[str]] = {}
        for seat, text in enumerate(fact["hands"]):
            if seat in players:
                cards[seat] = take(text, self.rules.tricks)
            elif text is not None:
                raise Refusal(f"seat {seat} sits out (3B-1)")
        if ("extra" in fact) != self.has_extra:
            raise Refusal("the extra card is missing" if self.has_extra else "there is no extra card")
        extra = take(fact["extra"], 1).pop() if self.has_extra else None
        if ("kitty" in fact) != bool(self.rules.kitty):
            raise Refusal("the kitty is missing" if self.rules.kitty else "there is no kitty")
        if self.rules.kitty:
            take(fact["kitty"], self.rules.kitty)
        if ("dead" in fact) != self.rules.dead_hand:
            raise Refusal("the dead hand is missing" if self.rules.dead_hand else "there is no dead hand")
        dead = take(fact["dead"], self.rules.tricks) if self.rules.dead_hand else set()
        if used != known:
            raise Refusal("not all cards were dealt")
        return cards, extra, dead

    def _keep_from_looking(self, hand: Hand) -> None:
        """Mark seats that have not seen their cards, and those that may choose to look (JK-9, BM-3)."""
        blind = self.rules.part("bids", "blind")
        if blind is None:
            return
        if blind["bids"] == "both":
            for seat in hand.order:
                behind = max(self.totals) - self.totals[self.side(seat)]
                hand.blind_rights |= {(seat, "nil")} if behind >= blind["nil_behind"] else set()
                hand.blind_rights |= {(seat, "contract")} if behind >= blind["behind"] else set()
                hand.unseen.add(seat)
            self._show_to_those_without_an_offer(hand)
            return
        for seat in hand.order:
            side = self.side(seat)
            best = max(total for other, total in enumerate(self.totals) if other != side)
            if blind["behind"] and best - self.totals[side] < blind["behind"]:
                continue
            hand.unseen.add(seat)
            first = next(one for one in hand.order if self.side(one) == side)
            if blind["who"] == "anyone" or seat == first:
                hand.choice.add(seat)

    def _draft(self, fact: Fact) -> None:
        """Take the top card or the one below it, and put the other one out of play (TW-1)."""
        hand = self.open_hand()
        if hand.phase != "draft" or fact["seat"] != hand.turn:
            raise Refusal("that seat takes no card from the stock now (TW-1)")
        first, second, *hand.stock = hand.stock
        hand.cards[hand.turn].add(first if fact["keep"] else second)
        self._show()
        if hand.stock:
            hand.turn = hand.players[(hand.players.index(hand.turn) + 1) % len(hand.players)]
        else:
            hand.phase, hand.turn = "bid", hand.order[0]

    def _redeal(self, fact: Fact) -> None:
        hand = self.open_hand()
        seat = fact["seat"]
        if not self.has("bids", "new_deal"):
            raise Refusal("no new deal may be called here (JK-13)")
        if hand.phase != "bid" or seat != hand.turn or seat in hand.unseen:
            raise Refusal("on his turn, before he bids and after he has looked (JK-13)")
        if not self.may_call_new_deal(seat):
            raise Refusal("that hand is too good for a new deal (JK-13)")
        self.redealing = True

    def _look(self, fact: Fact) -> None:
        hand = self.open_hand()
        seat = fact["seat"]
        if hand.phase != "bid" or seat != hand.turn or seat not in hand.choice:
            raise Refusal("that seat has no choice to look or go blind")
        hand.choice.discard(seat)
        if self._two_offers():
            partners = self._partners(hand, seat) if self.rules.the("bids", "blind")["who"] == "side" else [seat]
            hand.blind_rights -= {(seat, "nil"), *((one, "contract") for one in partners)}
            hand.unseen.discard(seat)
            self._show()
            self._show_to_those_without_an_offer(hand)
            return
        if self.rules.the("bids", "blind")["who"] == "side":
            hand.unseen -= set(self._partners(hand, seat))
        hand.unseen.discard(seat)
        self._show()

    def _partners(self, hand: Hand, seat: int) -> list[int]:
        return [player for player in hand.players if self.side(player) == self.side(seat)]

    def _bid(self, fact: Fact) -> None:
        hand = self.open_hand()
        seat, bid, blind = fact["seat"], fact["bid"], "blind" in fact
        number = self.rules.the("bids", "number")
        if not number["min"] <= bid <= number["max"]:
            raise Refusal("no such bid")
        if seat in hand.bids:
            if blind:
                raise Refusal("no blind bids here")
            self._change_bid(hand, seat, bid)
            return
        if hand.phase != "bid" or seat != hand.turn:
            raise Refusal(f"seat {seat} is not on turn to bid")
        if blind != (seat in hand.unseen):
            raise Refusal("a blind bid before looking, a plain one after (JK-9, BM-3)")
        self._check_side_total(hand, seat, bid, number)
        if not self.may_bid(hand, seat, bid):
            raise Refusal("the rules leave that number out (WZ-1, SU-1, NL-11)")
        hand.bids[seat] = bid
        self._nil_is_shown(hand, seat)
        if blind:
            hand.blind.add(seat)
            hand.choice.discard(seat)
        pair = self._partners(hand, seat)
        if len(pair) == 2 and all(player in hand.bids for player in pair) and hand.blind.issuperset(pair):
            hand.blind_sides.add(self.side(seat))
            if self.rules.the("bids", "blind")["who"] == "side":  # after both bids, the blind side sees its cards
                hand.unseen -= set(pair)
                self._show()
        if self._two_offers():
            if self.rules.the("bids", "blind")["who"] == "side" and not (blind and (bid or self._bound(hand, seat))):
                hand.blind_rights -= {(one, "contract") for one in pair}
            self._show_to_those_without_an_offer(hand)
        hand.last_bidder = seat
        self._after_bid(hand, seat)

    def _two_offers(self) -> bool:
        blind = self.rules.part("bids", "blind")
        return blind is not None and blind["bids"] == "both"

    def _bound(self, hand: Hand, seat: int) -> bool:
        """Return whether the partner has bid a contract blind, so that this seat stays blind (HR-7)."""
        if self.rules.the("bids", "blind")["who"] != "side":
            return False
        return any(other in hand.blind and hand.bids[other] for other in self._partners(hand, seat) if other != seat)

    def _show_to_those_without_an_offer(self, hand: Hand) -> None:
        """Show their cards to seats that can't bid blind any more, and note which may choose (HR-7)."""
        every = range(self.rules.tricks + 1)
        for seat in sorted(hand.unseen):
            may_choose = seat not in hand.bids and any(self.may_bid(hand, seat, n) for n in every)
            open_to = hand.bids.get(seat) or may_choose
            if not open_to:
                hand.unseen.discard(seat)
                self._show()
        hand.choice = {seat for seat in hand.unseen if seat not in hand.bids and not self._bound(hand, seat)}

    def may_bid(self, hand: Hand, seat: int, bid: int) -> bool:
        """Return whether a seat may bid a number; cards or the partner may dictate it, NL-7 restricts blind bids."""
        if seat in hand.unseen and self._only_nil_blind() and bid:
            return False
        if seat in hand.unseen and self._two_offers():
            number = self.rules.the("bids", "number")
            if not number["min"] <= bid <= number["max"]:
                return False
            if (seat, "contract" if bid else "nil") not in hand.blind_rights:
                return False
            if (bid or self._bound(hand, seat)) and bid < self._least_blind(hand, seat):
                return False
        elif seat in hand.unseen and bid < self._least_blind(hand, seat):
            return False
        if seat in hand.unseen and self._no_limits(hand, seat, bid):
            return True
        partner = next((hand.bids.get(other) for other in self._partners(hand, seat) if other != seat), None)
        held = None if seat in hand.unseen else hand.cards[seat]
        greatest = self.rules.the("bids", "number")["max"]
        for part in self.rules.whole["bids"]:
            if not part.get("on", True):
                continue
            match part["kind"]:
                case "count":
                    dictated = None if held is None else self._counted(held, part)
                    if dictated is not None and part["each"] > 1:
                        dictated = min(dictated, greatest)
                    right = bid == dictated
                    right = right or (part["or_nil"] and bid == 0)
                case "at_least":
                    right = bid >= part["bid"] or (part["or_nil"] and bid == 0)
                case "one_nil":
                    right = partner is None or (partner == 0) is not (bid == 0)
                case "board":
                    right = bid + (greatest if partner is None else partner) >= part["least"]
                case "as_partner":
                    right = partner in (None, bid)
                case "last_bid":  # CT-3 limits the last bid
                    last = len(hand.bids) == len(hand.order) - 1
                    right = not (part["on"] and last and sum(hand.bids.values()) + bid == part["total"])
                case "all_bids":  # HR-10: what the players to come can still add
                    to_come = len(hand.order) - len(hand.bids) - 1
                    right = sum(hand.bids.values()) + bid + to_come * greatest >= part["least"]
                case _:
                    right = True
            if not right:
                return False
        return True

    def _no_limits(self, hand: Hand, seat: int, bid: int) -> bool:
        """Return whether a blind side is free of limits: with a minimum or two offers, but for a nil of its own."""
        blind = self.rules.the("bids", "blind")
        if blind["who"] != "side" or not (blind["least"] or blind["bids"] == "both"):
            return False
        return blind["bids"] != "both" or bid > 0 or self._bound(hand, seat)

    @staticmethod
    def _counted(held: set[str], part: Part) -> int:
        """Return what the named cards of a hand, or those of a suit, are worth as a bid (WZ-1, MR-1, HR-3)."""
        suit, each = part["suit"][0].upper(), int(part["each"])
        counted = held & set(part["cards"]) if part["cards"] else {card for card in held if suit_of(card) == suit}
        return each * len(counted)

    def _least_blind(self, hand: Hand, seat: int) -> int:
        """Return the lowest blind bid: of a seat, or what its side's total leaves it (HR-4)."""
        blind = self.rules.part("bids", "blind")
        if blind is None or blind["who"] == "anyone":
            return blind["least"] if blind else 0
        others = [hand.bids.get(other) for other in self._partners(hand, seat) if other != seat]
        partner = next((bid for bid in others if bid is not None), self.rules.the("bids", "number")["max"])
        return int(blind["least"] - partner)

    def _only_nil_blind(self) -> bool:
        blind = self.rules.part("bids", "blind")
        return blind is not None and blind["bids"] == "nil"

    def _nil_is_shown(self, hand: Hand, bidder: int) -> None:
        """Show the cards to a blind nil bidder, and to a player who can't bid nil any more (NL-7)."""
        if not self._only_nil_blind():
            return
        for seat in sorted(hand.unseen):
            if seat == bidder or (seat not in hand.bids and not self.may_bid(hand, seat, 0)):
                hand.unseen.discard(seat)
                hand.choice.discard(seat)
                self._show()

    def _check_side_total(self, hand: Hand, seat: int, bid: int, number: Part) -> None:
        """Check the side's total: the second partner must meet its bounds, the first must allow that (JK-4)."""
        total = self.rules.part("bids", "side_total")
        if total is None:
            return
        others = [hand.bids.get(player) for player in self._partners(hand, seat) if player != seat]
        for other in others:
            least = bid + (number["min"] if other is None else other)
            most = bid + (number["max"] if other is None else other)
            if least > total["max"] or most < total["min"]:
                raise Refusal(f"the side's total must be {total['min']} to {total['max']} (JK-4)")

    def _change_bid(self, hand: Hand, seat: int, bid: int) -> None:
        if not self.has("bids", "change"):
            raise Refusal("a bid is made once")
        if seat != hand.last_bidder:
            raise Refusal("only the seat that bid most recently may change its bid (3B-5)")
        if hand.phase == "play" and (hand.has_played or hand.drawer is not None):
            raise Refusal("it is too late to change the bid (3B-5)")
        if hand.raising or hand.phase == "done" or (seat in hand.drew and hand.bids[seat] == 0):
            raise Refusal("it is too late to change the bid (3B-5, 3B-6)")
        if bid == hand.bids[seat]:
            raise Refusal("a change is to another number (3B-5)")
        if hand.drawer is not None:
            changed = hand.bids | {seat: bid}
            if bid in (0, self.rules.tricks) or self.highest_bidder(changed) != hand.drawer:
                raise Refusal("the extra card has been drawn for the highest bid (3B-5, 3B-9)")
            hand.bids[seat] = bid
            return
        hand.bids[seat] = bid
        self._after_bid(hand, seat)

    def _after_bid(self, hand: Hand, seat: int) -> None:
        """Set the turn after a bid, a change, or the discard of a zero bidder."""
        if self.has("bids", "zero_draw") and hand.bids[seat] == 0 and seat not in hand.drew:
            hand.phase, hand.turn = "zero draw", seat
        elif len(hand.bids) < len(hand.order):
            hand.phase, hand.turn = "bid", hand.order[len(hand.bids)]
        else:
            if hand.unseen:  # blind bidders see their cards after the last bid (BM-4)
                hand.unseen = set()
                self._show()
            hand.after = 0
            self._go_on(hand)

    def _go_on(self, hand: Hand) -> None:
        """Take the steps between the last bid and the first lead in the game's order."""
        late = [part for part in self.rules.whole["bids"] if part["kind"] in LATE]
        while hand.after < len(late):
            part = late[hand.after]
            hand.after += 1
            if part["kind"] == "raise":
                hand.phase, hand.turn, hand.standing = "raise", hand.order[0], 0
                return
            if part["kind"] == "skip" and part["on"]:
                if sum(self.side_bid(side) for side in range(self.sides)) <= part["total"]:
                    hand.phase, hand.passed = "done", True
                    return
            elif part["kind"] == "high_draw":
                highest = self.highest_bidder()
                if highest is not None:
                    hand.phase, hand.turn = "high draw", highest
                    return
            elif part["kind"] == "exchange" and self._next_pass(hand):
                return
        hand.phase, hand.turn = "play", hand.players[0]
        lowest = self.lowest_club()
        if lowest:
            hand.turn = next(seat for seat in hand.players if lowest in hand.cards[seat])

    def pairs(self, hand: Hand) -> list[tuple[int, int, int]]:
        """Return nil bidders, partners and numbers of cards to pass; the side that bid first comes first (NL-8)."""
        part = self.rules.part("bids", "exchange")
        if part is None or not self.has("scores", "zero") or not self.rules.partners:
            return []
        found = []
        for side in dict.fromkeys(self.side(seat) for seat in hand.order):
            pair = self.players_of(side)
            nils = [seat for seat in pair if hand.bids[seat] == 0]
            if len(nils) == 1:
                count = part["blind_nil" if nils[0] in hand.blind else "nil"]
                found += [(nils[0], next(seat for seat in pair if seat not in nils), count)] if count else []
        return found

    def _next_pass(self, hand: Hand) -> bool:
        """Set the turn to the next player who passes cards; return whether there is one."""
        waiting = [seat for nil, other, _ in self.pairs(hand) for seat in (nil, other) if seat not in hand.given]
        if waiting:
            hand.phase, hand.turn = "pass", waiting[0]
        return bool(waiting)

    def _pass(self, fact: Fact) -> None:
        hand = self.open_hand()
        seat = fact["seat"]
        if hand.phase != "pass" or seat != hand.turn:
            raise Refusal("that seat passes no cards now (NL-8)")
        wanted = next(count for nil, other, count in self.pairs(hand) if seat in (nil, other))
        cards = [self.rules.named.get(card, card) for card in fact["cards"].split(" ")]
        if len(set(cards)) != len(cards) or len(cards) != wanted or not hand.cards[seat].issuperset(cards):
            raise Refusal(f"{wanted} of one's own cards are passed (NL-8)")
        hand.given[seat] = set(cards)
        other = self.partner(seat)
        if self.rules.the("bids", "exchange")["pass_order"] == "nil_first":
            self._moves(hand, seat)
        elif other in hand.given:
            self._moves(hand, seat)
            self._moves(hand, other)
        if not self._next_pass(hand):
            self._go_on(hand)

    def _moves(self, hand: Hand, giver: int) -> None:
        """Move passed cards into the partner's hand and show them."""
        hand.cards[giver] -= hand.given[giver]
        hand.cards[self.partner(giver)] |= hand.given[giver]
        self._show()

    def _raise(self, fact: Fact) -> None:
        hand = self.open_hand()
        seat, bid = fact["seat"], fact["bid"]
        if hand.phase != "raise" or seat != hand.turn:
            raise Refusal(f"seat {seat} is not on turn to raise")
        raising = self.rules.the("bids", "raise")
        of_side = raising["of"] == "side"
        bound = self._partners(hand, seat) if of_side else [seat]
        if not hand.blind.isdisjoint(bound):
            raise Refusal("a blind bid stays as it is (JK-9, BM-4)")
        now = self.side_bid(self.side(seat)) if of_side else hand.bids[seat]
        if not now < bid <= raising["max"]:
            raise Refusal(f"a raise is a higher number, at most {raising['max']} (JK-5, BM-4)")
        if of_side:
            hand.side_bids[self.side(seat)] = bid
        else:
            hand.bids[seat] = bid
        hand.standing = 0
        hand.raising = True
        self._next_raiser(hand)

    def _next_raiser(self, hand: Hand) -> None:
        order = hand.order
        hand.turn = order[(order.index(hand.turn) + 1) % len(order)]

    def _stand(self, fact: Fact) -> None:
        hand = self.open_hand()
        if hand.phase != "raise" or fact["seat"] != hand.turn:
            raise Refusal(f"seat {fact['seat']} is not on turn to stand")
        hand.standing += 1
        hand.raising = True
        self._next_raiser(hand)
        if hand.standing == len(hand.order):
            self._go_on(hand)

    def _bemo(self, fact: Fact) -> None:
        hand = self.open_hand()
        seat, tricks = fact["seat"], fact["tricks"]
        if hand.phase != "raise" or seat != hand.turn:
            raise Refusal("a promise is made on the turn to raise or stand (BM-5)")
        if tricks not in self.rules.promises:
            raise Refusal("no such promise (BM-5)")
        if seat in hand.promises:
            raise Refusal("one promise at most (BM-5)")
        bid = hand.bids[seat]
        if self.rules.must_be_exact(bid, seat in hand.blind) and bid < tricks:
            raise Refusal("the number must be met exactly and is smaller than the promise (BM-5)")
        hand.promises[seat] = tricks
        hand.raising = True

    def _draw(self, fact: Fact) -> None:
        hand = self.open_hand()
        seat = fact["seat"]
        if hand.phase == "kitty" and seat == hand.turn:
            hand.cards[seat] |= hand.kitty
            hand.kitty = set()
            hand.phase = "kitty discard"
            self._show()
            return
        if hand.phase not in ("zero draw", "high draw") or seat != hand.turn:
            raise Refusal("that seat does not draw now (3B-6, 3B-7)")
        assert hand.extra is not None
        hand.cards[seat].add(hand.extra)
        hand.extra = None
        hand.drew.add(seat)
        if hand.phase == "high draw":
            hand.drawer = seat
        hand.phase = "zero discard" if hand.phase == "zero draw" else "high discard"
        self._show()

    def _discard(self, fact: Fact) -> None:
        hand = self.open_hand()
        seat, card = fact["seat"], self.rules.named.get(fact["card"], fact["card"])
        if hand.phase not in ("zero discard", "high discard", "kitty discard") or seat != hand.turn:
            raise Refusal("that seat does not throw a card back now (3B-6, 3B-7)")
        if card not in hand.cards[seat]:
            raise Refusal(f"seat {seat} does not hold {card}")
        hand.cards[seat].remove(card)
        if hand.phase == "kitty discard":
            hand.kitty.add(card)
            if len(hand.kitty) == self.rules.kitty:
                hand.phase, hand.turn = "bid", hand.order[0]
            return
        hand.extra = card
        if hand.phase == "zero discard":
            self._after_bid(hand, seat)
        else:
            self._go_on(hand)
