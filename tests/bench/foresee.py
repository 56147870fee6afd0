"""How many of the cards that players choose the play-outs of the search foresee: ``python -m tests.bench.foresee``.

``python -m tests.bench.foresee --variant sandbags --level club --games 20``
    plays games among players of a level and prints, of its free choices (`choices`), the share that the play-out
    policy would have made the same: all of them, and apart to lead, to follow, and to a suit that is not held, where it
    is thrown away or ruffs. In brackets how many there were; and what taking one of the cards at random would come to.
``… --variant all --level all``
    every shipped variant, and every level.
``… --level expert --again``
    tells too how often the player himself chooses the same with other random numbers: more than that nobody foresees.
``… --policy policy.json``
    the same of a policy that was learnt (`learn`).

The policy sees what a player of a play-out sees: his own cards and which are still out. A seed gives the same figures
everywhere; what a policy is learnt from (`learn`) has another.
"""

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from spades_tui import bots
from spades_tui.rules.catalogue import find, shipped
from spades_tui.rules.ruleset import ruleset
from tests.bench.choices import KINDS, Choice, choices, kind_of
from tests.bench.tendencies import Policy
from tests.bots import plain_playout

SEED = "held out"


@dataclass
class Count:
    """Choices of one kind."""

    choices: int = 0
    foreseen: int = 0
    by_chance: float = 0.0
    again: int = 0

    def add(self, other: "Count") -> None:
        """Put others with these."""
        self.choices += other.choices
        self.foreseen += other.foreseen
        self.by_chance += other.by_chance
        self.again += other.again

    def __str__(self) -> str:
        if not self.choices:
            return "none"
        share, chance = 100 * self.foreseen / self.choices, 100 * self.by_chance / self.choices
        again = f", again {100 * self.again / self.choices:.1f}%" if self.again else ""
        return f"{share:.1f}% ({self.choices}; by chance {chance:.0f}%{again})"


def foreseen(choice: Choice, policy: Policy | None = None) -> bool:
    """Whether a play-out would have done the same; with a `policy` whether that one would."""
    if policy is not None:
        return policy.group(choice) == choice.chosen
    _, _, cards = plain_playout.play_out(choice.table, [list(hand) for hand in choice.hands], choice.position)
    return (cards[0].suit, cards[0].played) in choice.groups[choice.chosen]


def measured(
    variant: str, level: str, games: int, hands: int, policy: Policy | None = None, again: bool = False
) -> dict[str, Count]:
    """The free choices of a level, by kind, in so many games of so many hands at most."""
    counts = {kind: Count() for kind in KINDS}
    rules = ruleset(find(variant))
    for _, choice in choices(rules, [level], SEED, games, hands, again=again):
        count = counts[kind_of(choice)]
        count.choices += 1
        count.foreseen += foreseen(choice, policy)
        count.by_chance += 1 / len(choice.groups)
        count.again += choice.again == choice.chosen
    return counts


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure, and print a line for each level and variant."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--variant", default="sandbags", help="a variant, some with commas between, or all")
    parser.add_argument("--level", default="club", help="a level, some with commas between, or all")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--hands", type=int, default=5, help="hands of a game at most")
    parser.add_argument("--again", action="store_true", help="ask the player twice")
    parser.add_argument("--policy", type=Path, help="what `learn` has written, in the place of the search's own")
    given = parser.parse_args(arguments)
    policy = Policy.of(given.policy.read_text("utf-8")) if given.policy else None
    for level in bots.LEVELS if given.level == "all" else given.level.split(","):
        for variant in shipped() if given.variant == "all" else given.variant.split(","):
            counts = measured(variant, level, given.games, given.hands, policy, given.again)
            whole = Count()
            for count in counts.values():
                whole.add(count)
            parts = "; ".join(f"{kind} {count}" for kind, count in counts.items())
            print(f"{variant} {level}: foreseen {whole}; {parts}", flush=True)


if __name__ == "__main__":
    main()
