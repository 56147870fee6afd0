"""Make random variants that the checks accept, from a seed: odd decks, all ways to deal, and most components.

`python -m tests.bots.random_variants 5` prints the variant of a seed.
"""

import random
import sys
from typing import Any

from spades_tui.rules.variant import Variant
from spades_tui.rules.variant_reader import VariantError, from_data
from tests.variants.mutate import fill

RANKS = "AKQJT98765432"
PLAIN = [rank + suit for suit in "CDH" for rank in RANKS]
MOST_CARDS = 18
HANDS = 2
"""Hands of a game: short, so that many games can be played."""


def random_variant(seed: int) -> Variant:
    """Return a valid variant with games of one or two hands, the same for the same seed."""
    rng = random.Random(seed)
    while True:
        try:
            return from_data(_draw(rng, seed), f"variant {seed}")
        except VariantError:
            continue


def _draw(rng: random.Random, seed: int) -> dict[str, Any]:
    """Return the data of a variant that is often valid."""
    data: dict[str, Any] = {"slug": f"random-{seed}", "name": "Random", "summary": "By chance."}
    data["seats"], data["sides"] = rng.choice(
        [(2, "solo"), (3, "solo"), (4, "solo"), (4, "partners"), (4, "partners"), (5, "solo"), (6, "solo"),
         (6, "partners"), (6, "threes")]
    )  # fmt: skip
    kitty = _deal(rng, data)
    fill(rng, data)
    _add_bids(rng, data, kitty)
    _add_plays(rng, data)
    _add_scores(rng, data)
    data["endings"] = [one for one in data["endings"] if one["kind"] in ("outright", "sets")]
    data["endings"].append({"kind": "hands", "hands": rng.randint(1, HANDS)})
    data["options"] = []
    if rng.random() < 0.3:
        data["programme"] = [_format(rng, data)]
    return data


def _deal(rng: random.Random, data: dict[str, Any]) -> int:
    """Choose a deck and a deal that use the same number of cards; return the number of cards in the kitty."""
    spades, deck, plain = _deck(rng)
    hands = data["seats"]
    deal: dict[str, Any] = {"extra": 0}
    if data["sides"] == "solo" and hands > 2 and rng.random() < 0.15:
        deal["sits_out"] = "dealer"
        hands -= 1
    kitty = 0
    way = rng.random()
    if way < 0.15:
        deal["draft"] = rng.choice(("seen", "unseen"))
        hands *= 2
    elif way < 0.3:
        deal["extra"] = 1
    elif way < 0.4:
        kitty = rng.randint(1, 5)
    elif way < 0.5:
        deal["dead_hands"] = 1
        hands += 1
    aside = kitty + deal["extra"]
    size = len(spades) + len(plain)
    deal["cards"] = max(1, min(MOST_CARDS, (size - aside) // hands, rng.randint(1, MOST_CARDS)))
    for _ in range(size - aside - hands * deal["cards"]):
        cards = plain if plain and (len(spades) == 1 or rng.random() < 0.8) else spades
        cards.pop(rng.randrange(len(cards)))
    deck["jokers"] = 2 if "LJ" in spades else 1 if "BJ" in spades else 0
    kept = {*plain, *(card for card in spades if len(card) == 2), *(f"{card}S" for card in spades if len(card) == 1)}
    deck["remove"] = [card for card in [*PLAIN, *(f"{rank}S" for rank in RANKS)] if card not in kept]
    deck["spades"] = " ".join(spades)
    data["deck"], data["deal"] = deck, deal
    return kitty


def _deck(rng: random.Random) -> tuple[list[str], dict[str, Any], list[str]]:
    """Return the trumps from high to low, a table of the deck, and the cards of the other suits."""
    deck: dict[str, Any] = {}
    ranks = list(RANKS)
    order = rng.random()
    if order < 0.2:
        ranks.reverse()
    elif order < 0.4:
        rng.shuffle(ranks)
    elif order < 0.55:
        deck["aces"] = "called"
    deck["suits"] = " ".join(ranks)
    jokers = rng.choice((0, 0, 1, 2))
    own = rng.choice((13, 13, rng.randint(0, 13)))
    others = rng.choice((0, 0, 1, 2, 3, rng.randint(0, 15)))
    spades = [*("BJ", "LJ")[:jokers], *rng.sample(ranks, own)]
    strangers = rng.sample([card for card in PLAIN if deck.get("aces") is None or card[0] != "A"], others)
    for card in strangers:
        spades.insert(rng.randint(0, len(spades)), card)
    if rng.random() < 0.3:
        rng.shuffle(spades)
    if not spades:
        spades = ["A"]
    plain: list[str] = []
    for suit in "CDH":
        cards = [card for card in PLAIN if card[1] == suit and card not in strangers]
        keep = rng.choice((len(cards), len(cards), rng.randint(0, len(cards)), rng.randint(0, min(3, len(cards)))))
        plain += rng.sample(cards, keep)
    return spades, deck, plain


def _add_bids(rng: random.Random, data: dict[str, Any], kitty: int) -> None:
    """Add limits, a kitty or an exchange to the bids."""
    bids, tricks, pairs = data["bids"], data["deal"]["cards"], data["sides"] == "partners"
    number = next(place for place, one in enumerate(bids) if one["kind"] == "number")
    more: list[dict[str, Any]] = [
        {"kind": "count", "suit": rng.choice(("clubs", "spades")), "or_nil": True},
        {"kind": "at_least", "bid": rng.randint(1, 4)},
        {"kind": "last_bid", "total": tricks},
    ]
    if pairs:
        more += [{"kind": "one_nil"}, {"kind": "board", "least": rng.randint(1, 4)}, {"kind": "as_partner"}]
    if rng.random() < 0.4:
        bids.insert(number + 1, rng.choice(more))
        _drop(data, "bids", "change", "raise", "promise")
        _drop(data, "scores", "promise")
    if kitty:
        _drop(data, "bids", "blind")
        late = ("raise", "promise", "skip", "high_draw")
        place = next((place for place, one in enumerate(bids) if one["kind"] in late), len(bids))
        bids.insert(place, {"kind": "kitty", "cards": kitty})
    if pairs and rng.random() < 0.4:
        _drop(data, "bids", "change")
        order = rng.choice(("together", "nil_first"))
        bids.append({"kind": "exchange", "nil": rng.randint(1, 3), "pass_order": order})


def _drop(data: dict[str, Any], where: str, *kinds: str) -> None:
    """Remove components from a list."""
    data[where][:] = [one for one in data[where] if one["kind"] not in kinds]


def _add_plays(rng: random.Random, data: dict[str, Any]) -> None:
    """Add rules for the first trick and for beating it."""
    plays, called = data["plays"], data["deck"].get("aces") == "called"
    if called:
        plays.append({"kind": "ace_call"})
    if rng.random() < 0.2:
        plays.append({"kind": "first_trick", "trumps": "no_spade"})
    if rng.random() < 0.2:
        plays.append({"kind": "opening", "leads": "lowest_club"})
    if not called and rng.random() < 0.3:
        void = rng.choice(("free", "beat", "spade"))
        plays.append({"kind": "must_beat", "follow": rng.random() < 0.7, "void": void})


def _add_scores(rng: random.Random, data: dict[str, Any]) -> None:
    """Let bids count exactly, tricks pay, and hands have a winner."""
    for one in data["scores"]:
        if one["kind"] == "contract" and rng.random() < 0.3:
            one |= {"exact": True, "over": 0, "bags": False, "double_sets": False}
    if rng.random() < 0.15:
        data["scores"].append({"kind": "tricks", "each": rng.randint(-5, 5) or 1, "all_tricks": 50})
    if rng.random() < 0.15:
        best = rng.choice(("lowest", "highest"))
        data["scores"].append({"kind": "hand_winner", "compares": "tricks", "best": best, "won": 50, "lost": -20})


def _format(rng: random.Random, data: dict[str, Any]) -> dict[str, Any]:
    """Return a format of the first or second hand."""
    made: dict[str, Any] = {"format": "other", "hands": [rng.randint(1, HANDS)]}
    kinds = {one["kind"] for one in data["scores"]}
    if rng.random() < 0.5:
        made["bids"] = [{"kind": "number", "max": rng.randint(0, 2)}]
    if "contract" in kinds and rng.random() < 0.5:
        made["scores"] = [{"kind": "contract", "made": rng.randint(1, 20)}]
    if "plays" not in made and len(made) == 2:
        made["plays"] = [{"kind": "lead", "spades": "always"}]
    return made


if __name__ == "__main__":
    print(random_variant(int(sys.argv[1])).to_json())
