"""Learns a policy for play-outs from what players choose: ``python -m tests.bench.learn --out policy.json``.

Players of a level play games among themselves; each free choice (`choices`) is something to learn from. One card in
eight is not the chosen one but any, so that positions come up that players do not seek; what they would have chosen
is learnt there too. The weights of a policy (`tendencies`) are moved, choice by choice, towards the card that was
chosen: the gradient of the logarithm of its share among the cards, the share of a card being as the exponential of its
weights. Each weight moves less the more it has moved (Adagrad). Plain Python; a seed gives the same weights.

``… --variant sandbags,jokers --level club,beginner --games 100 --rounds 4``
    what is learnt from, how many games of each variant and level, and how often everything is gone through.

`foresee --policy policy.json` tells how much of other hands such a policy foresees.
"""

import argparse
import math
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random

from spades_tui.rules.catalogue import find, shipped
from spades_tui.rules.ruleset import ruleset
from tests.bench.choices import KINDS, Choice, choices, kind_of
from tests.bench.tendencies import PLACES, TERMS, Policy, Scene, keys

SEED = "learn"
NOISE = 0.12
"""How often another card is played than was chosen."""
RATE = 0.1
START = 0.1
"""What every weight is taken to have moved before."""
SCALE = 256
"""Whole numbers to one of the weights that are learnt."""

Example = tuple[list[list[int]], list[bool]]
"""The cards of a choice as the places of their weights, and which of them stand for the card that was chosen."""


class Learner:
    """The weights of one kind of choice while they are learnt."""

    def __init__(self, kind: str) -> None:
        self.places = PLACES[kind]
        self.known: list[dict[int, int]] = [{} for _ in TERMS[kind]]
        """By term and key: the place of the weight."""
        self.weights: list[float] = []
        self.moved: list[float] = []
        self.examples: list[Example] = []

    def take(self, choice: Choice) -> None:
        """Keep a choice to learn from, unless the chosen card is one that is not told apart."""
        cards, chosen = [], []
        for card, group in Scene(choice).described():
            cards.append([self._place(term, key) for term, key in enumerate(keys(self.places, card))])
            chosen.append(group == choice.chosen)
        if any(chosen) and len(cards) > 1:
            self.examples.append((cards, chosen))

    def _place(self, term: int, key: int) -> int:
        place = self.known[term].get(key)
        if place is None:
            place = self.known[term][key] = len(self.weights)
            self.weights.append(0.0)
            self.moved.append(START)
        return place

    def learn(self, random: Random) -> None:
        """Go through all examples once, in any order."""
        random.shuffle(self.examples)
        weights, moved = self.weights, self.moved
        for cards, chosen in self.examples:
            sums = [sum([weights[place] for place in card]) for card in cards]
            most = max(sums)
            shares = [math.exp(value - most) for value in sums]
            whole = sum(shares)
            right = sum(share for share, is_it in zip(shares, chosen, strict=True) if is_it)
            for card, share, is_it in zip(cards, shares, chosen, strict=True):
                off = share / whole - (share / right if is_it else 0.0)
                for place in card:
                    moved[place] += off * off
                    weights[place] -= RATE * off / math.sqrt(moved[place])

    def rounded(self) -> list[dict[int, int]]:
        """The weights as whole numbers, those that weigh something."""
        found = []
        for term in self.known:
            whole = {key: round(SCALE * self.weights[place]) for key, place in term.items()}
            found.append({key: weight for key, weight in whole.items() if weight})
        return found


def learnt(examples: Iterator[Choice], rounds: int) -> Policy:
    """The policy that comes of some choices."""
    learners = {kind: Learner(kind) for kind in KINDS}
    for choice in examples:
        learners[kind_of(choice)].take(choice)
    random = Random(SEED)
    for _ in range(rounds):
        for kind in KINDS:
            learners[kind].learn(random)
    return Policy({kind: learner.rounded() for kind, learner in learners.items()})


def played(variants: Sequence[str], levels: Sequence[str], games: int, hands: int) -> Iterator[Choice]:
    """Choices of every level in every variant."""
    for variant in variants:
        rules = ruleset(find(variant))
        for level in levels:
            begun = time.process_time()
            count = 0
            for _, choice in choices(rules, [level], SEED, games, hands, NOISE):
                count += 1
                yield choice
            print(f"{variant} {level}: {count} choices, {time.process_time() - begun:.0f} s", flush=True)


def main(arguments: Sequence[str] | None = None) -> None:
    """Play, learn, and write the policy."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--variant", default="sandbags,jokers,bemo,3b-three,3b-four,3b-five", help="or all")
    parser.add_argument("--level", default="club")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--hands", type=int, default=5, help="hands of a game at most")
    parser.add_argument("--rounds", type=int, default=4)
    parser.add_argument("--out", type=Path, required=True)
    given = parser.parse_args(arguments)
    variants = list(shipped()) if given.variant == "all" else given.variant.split(",")
    policy = learnt(played(variants, given.level.split(","), given.games, given.hands), given.rounds)
    text = policy.text()
    given.out.write_text(text, "utf-8")
    count = sum(len(term) for terms in policy.weights.values() for term in terms)
    print(f"{given.out}: {count} weights, {len(text) / 1000:.0f} kB")


if __name__ == "__main__":
    main()
