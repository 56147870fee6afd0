"""Sentences about cards in positions of whole games: each is true of its card, whether the card is good or not."""

from __future__ import annotations

import random
import re

import pytest

from spades_tui.bots.reasons import reason
from spades_tui.bots.sentences import But
from spades_tui.game.course import Course
from spades_tui.game.facts import Play
from spades_tui.game.machine import on_turn
from spades_tui.game.phase import Phase
from spades_tui.game.state import new_game
from spades_tui.seats import observe
from tests.advice.positions import NAMES, said
from tests.bots.tables import at_play, rules_of
from tests.game.at_random import random_deal

AGAINST = "BUT "
"""Stands before a sentence that speaks against its card."""

POSITIONS: dict[str, tuple[str, tuple[int, ...], int, dict[int, str], str, dict[str, str]]] = {
    "the last diamond of all can be ruffed by anybody": (
        "sandbags", (3, 2, 2, 4), 1,
        {0: "8C QC AC 4D TD KD 3H 6H 7H 2S 6S 7S AS", 1: "3C 4C 9C 2D 6D 8D 4H 8H JH QH KH AH 3S",
         2: "6C JC 3D 5D 7D 9D 5H 9H TH 8S 9S TS JS", 3: "2C 5C 7C TC KC JD QD AD 2H 4S 5S QS KS"},
        "JC 2C 8C 3C 6C 5C QC 4C AC 9C 5H 7C KD 2D 7D AD JD 4D 6D 3D QD TD 8D 5D 2H 3H JH 9H QH TH QS 6H 5S 2S 3S "
        "8S",
        {"9D": "BUT Nobody else has a diamond, but somebody may ruff it.",
         "9S": "Draw the trumps, so that the nine of diamonds is not ruffed."},
    ),
    "one heart is out among three: somebody is void": (
        "classic", (2, 3, 4, 2), 2,
        {0: "3C 4C JC 5D 7D 9D JD 9H QH 3S 5S 6S KS", 1: "2C 6C 7C QC 3D 6D QD KD AD 3H JH 2S AS",
         2: "5C TC 4D 4H 5H 7H TH KH AH 4S 7S 8S JS", 3: "8C 9C KC AC 2D 8D TD 2H 6H 8H 9S TS QS"},
        "KC 3C 2C 5C AC 4C 6C TC 2H QH 3H 4H JC QC 4S 8C KH 6H 9H JH",
        {"AH": "BUT Nobody has a higher heart, but so few are out that somebody may ruff.",
         "7H": "Lead low, and keep the ace for a later trick."},
    ),
    "no heart is out: opponents can ruff as well as partner": (
        "jokers", (2, 2, 2, 4), 3,
        {0: "KC 5D TD 8H QH 3S 4S 7S TS JS KS AS LJ", 1: "2C 3C 5C JC 9D 3H 5H 6H 7H JH KH AH BJ",
         2: "4C 7C 8C 9C QC AC 6D 7D 8D QD 4H TH 2S", 3: "6C TC 3D 4D JD KD AD 9H 5S 6S 8S 9S QS"},
        "KC 2C 4C 6C QH KH 4H 9H JH TH TC 8H",
        {"3H": "BUT Nobody else has a heart, but somebody may ruff it.",
         "9D": "To beat it, somebody must spend a higher diamond."},
    ),
    "a bag may still be taken by somebody behind": (
        "cutthroat", (2, 3, 3, 2), 0,
        {0: "2C 6C 8C KC 2D JD 8H TH JH QH 2S 3S JS", 1: "9C TC JC QC AC TD KD 3H 6H AH 4S TS AS",
         2: "3D 5D 6D 7D 8D QD 2H 5H 5S 7S 8S QS KS", 3: "3C 4C 5C 7C 4D 9D AD 4H 7H 9H KH 6S 9S"},
        "KD 3D AD 2D KH 8H AH 2H AC 5S 3C 2C QD 4D JD TD 5H 7H TH 3H JH 6H 8D 4H 3S AS 8S 6S 9C QS 4C KC 7D 9D QH "
        "TS 4S 7S 9S 2S 5C",
        {"6C": "Your bid is made, but you cannot stay under; hope that somebody goes over it.",
         "8C": "Your bid is made, but you cannot stay under: if it holds, that is a bag."},
    ),
    "each card that may be thrown could take a trick": (
        "sandbags", (3, 3, 0, 5), 1,
        {0: "5C 9C JC AC 8D 9D KD 3H QH 2S 4S JS QS", 1: "KC 2D 5D 6D TD AD 4H 6H 7H 8H KH AH 3S",
         2: "3C 6C 7C 8C QC 3D 4D 7D QD 2H TH 6S 9S", 3: "2C 4C TC JD 5H 9H JH 5S 7S 8S TS KS AS"},
        "TH 5H QH KH 4H 2H 9H 3H 2C AC KC QC KD AD QD JD 2D 4D 5S 8D 4C JC 3S 8C 5D 3D KS 9D 7S JS 6D 9S QS 6H 6S "
        "AS JH 2S 7H 7C 9C",
        {"8H": "Each of your cards could take a trick, but one has to go."},
    ),
    "a needed winner is not thrown away": (
        "mirrors", (5, 4, 3, 1), 1,
        {0: "6C TC KC KD 2H 5H 7H 9H 4S 7S 8S 9S KS", 1: "3C 4C 9C JC 4D 5D TD AD TH 5S 6S TS JS",
         2: "2C 5C 8C QC 2D 3D 7D QD 3H 4H 2S QS AS", 3: "7C AC 6D 8D 9D JD 6H 8H JH QH KH AH 3S"},
        "3H JH 2H TH AC 6C 3C 2C QH 5H 5S 4H AD 2D JD KD TD QD 6D TC QC 7C KC 9C 7H TS QS AH AS 3S 4S 6S 5C 6H 7S "
        "4C KS JS 2S",
        {"KH": "BUT The king of hearts could still take a trick: throw something else.",
         "8H": "You have no spades: throw a low heart."},
    ),
    "the only card that stays under is no high one": (
        "classic", (5, 2, 1, 3), 0,
        {0: "8C JC KC AC 3D JD 5H QH KH AH 5S JS KS", 1: "6C 2D 8D 9D KD 2H 3H 4H 7H 8H 2S 9S QS",
         2: "4C 7C 9C QC 4D 6D 7D QD TH JH 6S 8S TS", 3: "2C 3C 5C TC 5D TD AD 6H 9H 3S 4S 7S AS"},
        "6C 4C TC JC QH 2H TH 6H KC 2S 7C 2C KD 4D 5D 3D 2D 6D AD JD TD JS 8D 7D KH 3H JH 9H 8C QS 9C 3C 8H QC 5C "
        "AH 5H 7H QD AS 4S KS 9S 8S 5S 9D 6S",
        {"3S": "Your bid is made: only this card stays under the six."},
    ),
    "partner wins, and a lower card would do": (
        "sandbags", (2, 3, 3, 3), 1,
        {0: "3C QC KC 3D 7D 8D TD QD 8H 9H 3S 7S JS", 1: "7C 2D 4D 6D 9D AD 5H 6H TH QH 8S TS QS",
         2: "2C 4C 8C TC JD 2H 4H JH 2S 4S 6S 9S KS", 3: "5C 6C 9C JC AC 5D KD 3H 7H KH AH 5S AS"},
        "2H KH 8H 5H AC 3C 7C 2C AH 9H",
        {"QH": "BUT Partner's ace is winning, and a lower card would do.",
         "6H": "Partner's ace is winning: give your lowest."},
    ),
    "a ruff that can be gone over, and one that cannot": (
        "classic", (5, 3, 3, 1), 0,
        {0: "7C QC 3D QD KD 7H TH KH AH 3S 6S JS AS", 1: "JC 5D 8D 9D JD AD 3H 6H QH 2S 5S 7S KS",
         2: "3C 4C 9C KC AC TD 4H 5H 8H JH 4S 9S QS", 3: "2C 5C 6C 8C TC 2D 4D 6D 7D 2H 9H 8S TS"},
        "AD TD 2D 3D QH 4H 2H KH QD 5D 3C 4D KD 8D 4C 6D AH 3H 5H 9H QC JC 9C 2C TH 6H 8H 8S 7D 7C 9D 4S KC 5C AS "
        "JD 7H",
        {"2S": "You have no hearts: ruff with your smallest spade.",
         "5S": "You have no hearts; a higher spade is harder to go over.",
         "KS": "You have no hearts; nobody can go over this spade."},
    ),
    "a high card is not got rid of while tricks are wanted": (
        "sandbags", (2, 5, 2, 2), 2,
        {0: "2C 7C 8C QC KC 9D 3H 8H TH QH AH 7S JS", 1: "5C 6C TC 2D JD KD 6H 4S 8S 9S TS KS AS",
         2: "3C AC 3D 4D 5D 7D 8D TD QD 4H KH 2S 3S", 3: "4C 9C JC 6D AD 2H 5H 7H 9H JH 5S 6S QS"},
        "AD 9D 2D 3D 6D 2C KD 4D 5C 3C JC QC AH 6H 4H 2H KC 6C AC 4C KH",
        {"5H": "You cannot go over the king: give your lowest.",
         "JH": "BUT You cannot go over the king, and a lower card would do."},
    ),
    "just over a low card with many higher ones out": (
        "sandbags", (4, 2, 2, 2), 2,
        {0: "4C 5C QC 2H 3H 7H 8H 4S 5S 7S 8S KS AS", 1: "2C 6C 7C 8C KC 4D 7D KD 5H TH AH 9S JS",
         2: "9C AC 2D 3D 5D 6D 8D 4H JH QH 2S 6S QS", 3: "3C TC JC 9D TD JD QD AD 6H 9H KH 3S TS"},
        "3C",
        {"4C": "It goes just over the three: to beat it, somebody must spend a higher club.",
         "5C": "It goes just over the three: to beat it, somebody must spend a higher club.",
         "QC": "It goes over the three and makes it hard for those behind you."},
    ),
    "many higher ones out, and a lower card goes over as well": (
        "jokers", (3, 2, 4, 3), 2,
        {0: "3C 4C JC 6D 8D TD QD JH AH 6S 8S 9S LJ", 1: "2C 6C 7C QC 4D 7D KD AD 3H 5H KH 5S BJ",
         2: "5C TC 5D 6H 7H 9H QH 3S 4S 7S TS JS AS", 3: "8C 9C KC AC 3D 9D JD 4H 8H TH 2S QS KS"},
        "KC 3C 2C 5C AC 4C 6C TC 3D",
        {"TD": "It goes over the three, but many higher diamonds are out.",
         "6D": "It goes just over the three: to beat it, somebody must spend a higher diamond."},
    ),
    "trumps that are too few to draw the others": (
        "jokers", (2, 3, 5, 1), 0,
        {0: "JC KC 3D 4D 8D JD AD 9H TH 4S 6S 7S TS", 1: "2C 5C 6C 8C AC 5D 6D 5H QH 2S 3S 9S AS",
         2: "7C 7D TD QD 3H 4H JH KH AH 5S QS LJ BJ", 3: "3C 4C 9C TC QC 9D KD 6H 7H 8H 8S JS KS"},
        "AC 7C 3C JC QH KH 6H 9H JH 7H TH 5H 3H 8H 6S 9S 5D QD KD AD KC 2C 4H 4C JD 6D 7D 9D 3D 5C TD 8S 9C 4S 6C "
        "AH",
        {"7S": "It draws a spade from everybody who still has one."},
    ),
    "spades do not become good with many higher ones out": (
        "bemo", (3, 3, 7), 1,
        {0: "3C 6C 7C TC QC TD AD 6H 7H TH JH JS KS", 1: "5C 9C AC 4D 6D 7D KD 3H 8H 9H QH 5S TS",
         2: "2C 4C KC 5D 8D KH 2S 3S 4S 6S 8S 9S AS"},
        "KH 6H 3H KC 3C AC QH 8S 7H 5D AD 4D QC 5C 2C TC 9C 4C KS 5S AS",
        {"2S": "It draws a spade from everybody who still has one.",
         "9S": "It draws a spade from everybody who still has one."},
    ),
    "a sure trick when the bid is lost": (
        "league", (3, 3, 5, 2), 0,
        {0: "2C 6C 8C KC 2D JD 8H TH JH QH 2S 3S JS", 1: "9C TC JC QC AC TD KD 3H 6H AH 4S TS AS",
         2: "3D 5D 6D 7D 8D QD 2H 5H 5S 7S 8S QS KS", 3: "3C 4C 5C 7C 4D 9D AD 4H 7H 9H KH 6S 9S"},
        "AH 2H 4H 8H AC 5S 3C 2C QD AD 2D TD KH TH 3H 5H 9D JD KD 3D AS 7S 9S 2S 6H 5D 9H JH KC QC 6D 7C QH TS 7D "
        "7H 4S",
        {"KS": "Nobody can go over it."},
    ),
    "every lead may be a bag": (
        "mirrors", (3, 4, 3, 3), 0,
        {0: "3C 9C TC QC 6D 7D TD QD 3H KH 4S 5S KS", 1: "4C 8C KC 2D 4D 8D KD 4H QH 2S 6S 7S QS",
         2: "2C 6C AC 3D JD 8H 9H TH JH AH 3S TS AS", 3: "5C 7C JC 5D 9D AD 2H 5H 6H 7H 8S 9S JS"},
        "QH AH 2H 3H AC 5C 3C 4C 2C 7C QC KC 8C 6C JC 9C AD 6D 2D 3D 5D QD KD JD 4H 8H 5H KH TD 4D 9H 9D 7D 8D AS "
        "6H 3S JS KS 2S 5S 6S TS 8S",
        {"JH": "Your bid is made, and it cannot be helped: whatever you lead may be a bag."},
    ),
    "over partner, because every card is": (
        "sandbags", (1, 4, 3, 3), 2,
        {0: "4C 7C 8C 9C TC 6D TD KD 3H 6H JH 6S 9S", 1: "2C 3C 5C QC 3D 7D 7H QH KH AH TS QS AS",
         2: "JC KC AC 2D 8D 9D JD AD 9H TH 2S 8S JS", 3: "6C 4D 5D QD 2H 4H 5H 8H 3S 4S 5S 7S KS"},
        "QD KD 3D 2D TD 7D 8D 4D 6D 7H",
        {"9D": "You cannot help going over partner's six: do it with the lowest.",
         "JD": "Every card that you may play goes over partner's six."},
    ),
    "nothing but spades are left after it": (
        "jokers", (1, 2, 3, 4), 1,
        {0: "2C 3C 4C 6C JC 8D KD 3H TH KH 3S 5S JS", 1: "5C 7C TC AC 5D 9D TD AD 5H 6H AH 9S TS",
         2: "8C 6D 7D JD 7H 9H JH QH 6S 7S QS AS LJ", 3: "9C QC KC 3D 4D QD 4H 8H 2S 4S 8S KS BJ"},
        "JD 3D KD AD AH 7H 4H 3H AC 8C 9C 2C 5H JH 8H TH 6D QD 8D 5D QC 3C 5C 6S 7D 4D 5S 9D KH 6H 9H 4S BJ 3S 9S "
        "7S 2S JS TS LJ AS 8S 4C 7C QH",
        {"KC": "Let this one go, and keep your spade for later."},
    ),
    "the big joker alone is not kept for a ruff": (
        "jokers", (2, 2, 2, 4), 3,
        {0: "KC 5D TD 8H QH 3S 4S 7S TS JS KS AS LJ", 1: "2C 3C 5C JC 9D 3H 5H 6H 7H JH KH AH BJ",
         2: "4C 7C 8C 9C QC AC 6D 7D 8D QD 4H TH 2S", 3: "6C TC 3D 4D JD KD AD 9H 5S 6S 8S 9S QS"},
        "KC 2C 4C 6C QH KH 4H 9H",
        {"9D": "To beat it, somebody must spend a higher diamond."},
    ),
    "a queen with one small card falls all the same": (
        "sandbags", (2, 2, 4, 3), 0,
        {0: "4C 6C TC KC 6D QD 3H 4H 7H TH KH 2S 6S", 1: "2C QC 3D 5D 9D KD AD 5H 6H 9H JH 4S 7S",
         2: "5C 8C 9C AC 2D 8D TD 2H QH 5S JS KS AS", 3: "3C 7C JC 4D 7D JD 8H AH 3S 8S 9S TS QS"},
        "",
        {"2C": "Lead low: a good trick is not given away with it.",
         "QC": "You have only two clubs: when they are gone, you can ruff."},
    ),
    "a middle card is not called the best to do without": (
        "sandbags", (2, 2, 4, 3), 0,
        {0: "4C 6C TC KC 6D QD 3H 4H 7H TH KH 2S 6S", 1: "2C QC 3D 5D 9D KD AD 5H 6H 9H JH 4S 7S",
         2: "5C 8C 9C AC 2D 8D TD 2H QH 5S JS KS AS", 3: "3C 7C JC 4D 7D JD 8H AH 3S 8S 9S TS QS"},
        "2C AC 3C 4C 2D 4D QD KD QC 5C 7C KC",
        {"7H": "To beat it, somebody must spend a higher heart.",
         "3H": "Lead low, and keep the king until the higher ones are gone."},
    ),
    "trumps are drawn for one card": (
        "sandbags", (2, 5, 2, 2), 0,
        {0: "2C 4C 7C 9C JC 8D JD QD KD 9H TH AH 8S", 1: "5C QC 6D 2H 3H KH 3S 5S 6S 7S 9S TS KS",
         2: "8C TC KC 4D 9D TD 6H 7H 8H 2S 4S JS QS", 3: "3C 6C AC 2D 3D 5D 7D AD 4H 5H JH QH AS"},
        "2H 6H JH AH 9H 3H 7H QH AD 8D 6D 4D AC 2C 5C 8C 3C 4C QC KC TC 6C 7C 5S",
        {"3S": "Draw the trumps, so that the king of hearts is not ruffed."},
    ),
    "a ruff on the table is called a ruff": (
        "3b-four", (2, 3, 5, 4), 3,
        {0: "6C 8C TC 4D 6D 9D JD KD 2H 6H 8H 2S JS", 1: "2C 4C 9C JC 5D 7D TD AD 3H 4H QH AS BJ",
         2: "3C 5C 7C QC AC QD JH KH 3S 5S 8S TS KS", 3: "KC 2D 3D 8D 5H 7H TH AH 4S 6S 7S 9S QS"},
        "TC JC QC KC AH 2H 3H JH 8D KD AD QD AS 3S 4S 2S BJ 5S 6S JS 4H KH 5H 6H AC 9S 6C",
        {"4C": "Your bid is made: stay under the ruff and leave the trick to others.",
         "9C": "Your bid is made: get rid of a high card while it cannot take a trick."},
    ),
    "nobody else has a higher one": (
        "3b-three", (4, 5, 7), 1,
        {0: "4C 6C 9C QC 5D 7D 9D TD JD KD AD 5H JH AH 3S 4S 6S",
         1: "JC KC AC 2D 4D 6D 8D QD 4H 6H 7H 9H TH KH 8S JS AS",
         2: "2C 3C 5C 7C 8C TC 2H 3H 8H QH 2S 5S 7S 9S TS QS KS"},
        "8H JH KH",
        {"KC": "Nobody else has a higher club: take the trick before somebody can ruff.",
         "AC": "Nobody has a higher club: take the trick before somebody can ruff."},
    ),
    "the ace where the queen would do": (
        "league", (5, 1, 4, 1), 1,
        {0: "2C 6C 7C 9C TH QH AH 3S 5S 7S 9S QS KS", 1: "3C 4C 5C QC 5D 6D 7D 9D TD 7H JH 6S 8S",
         2: "TC KC 8D JD KD AD 5H 8H KH 2S 4S TS AS", 3: "8C JC AC 2D 3D 4D QD 2H 3H 4H 6H 9H JS"},
        "KD 2D 2C 5D AD 3D 6C 6D KC AC 7C 3C JC 9C QC TC JH 5H 9H",
        {"AH": "It wins the trick; the queen would do.",
         "QH": "You are last: win the trick as cheaply as you can."},
    ),
    "a zero that is void is not hunted": (
        "whiz", (5, 5, 2, 0), 3,
        {0: "4C 8C KC 4D 5D JD KD 5H 4S 8S TS QS KS", 1: "3C 6C JC QC 7D 3H 6H AH 3S 6S 7S 9S AS",
         2: "2C 5C 7C 9C AC AD 4H 8H 9H TH KH 2S JS", 3: "TC 2D 3D 6D 8D 9D TD QD 2H 7H JH QH 5S"},
        "4C JC AC TC 2C QH KC 3C 4D 7D AD QD",
        {"5C": "Lead low: a good trick is not given away with it.",
         "4H": "Lead low: Dot bid nil and may have to take it."},
    ),
    "a lost zero is no bid made": (
        "suicide", (4, 0, 0, 4), 3,
        {0: "3C 8C JC 3D 7D TD 8H 9H JH KH 2S KS AS", 1: "2C 4C 5C 6C TC KC 2D 5D 3H 5H 3S 6S QS",
         2: "QC AC JD QD 2H 4H 6H 7H TH AH 4S 5S 9S", 3: "7C 9C 4D 6D 8D 9D KD AD QH 7S 8S TS JS"},
        "JC TC QC 7C 2H QH 8H 5H KD 3D 5D QD AD 7D 2D JD 9C 3C 6C AC",
        {"TH": "Your nil is lost: somebody ought to go over it, and a high card is gone.",
         "AH": "BUT Your nil is lost, and this card may well take a bag."},
    ),
    "the bid is lost: no talk of bags": (
        "whiz", (3, 3, 5, 2), 1,
        {0: "3C QC KC 3D 7D 8D TD QD 8H 9H 3S 7S JS", 1: "7C 2D 4D 6D 9D AD 5H 6H TH QH 8S TS QS",
         2: "2C 4C 8C TC JD 2H 4H JH 2S 4S 6S 9S KS", 3: "5C 6C 9C JC AC 5D KD 3H 7H KH AH 5S AS"},
        "2H KH 8H 5H AC 3C 7C 2C AH 9H 6H 4H KD 3D 2D JD 7H 3S TH JH QC QS 4C JC AD 8C 5D 7D TS 2S AS",
        {"JS": "BUT You cannot go over the ace, and a lower card would do."},
    ),
    "a master comes before partner's ruff": (
        "classic", (5, 3, 3, 1), 0,
        {0: "7C QC 3D QD KD 7H TH KH AH 3S 6S JS AS", 1: "JC 5D 8D 9D JD AD 3H 6H QH 2S 5S 7S KS",
         2: "3C 4C 9C KC AC TD 4H 5H 8H JH 4S 9S QS", 3: "2C 5C 6C 8C TC 2D 4D 6D 7D 2H 9H 8S TS"},
        "AD TD 2D 3D QH 4H 2H KH QD 5D 3C 4D",
        {"KD": "Nobody has a higher diamond: take the trick before somebody can ruff."},
    ),
    "enough top cards for the bid": (
        "classic", (4, 3, 2, 3), 3,
        {0: "JC 5D 8D KD AD 2H 3H 7H 8H JH AH KS AS", 1: "3C KC 2D 3D 6D 9D TD JD 6H 2S 8S TS QS",
         2: "4C 5C 8C 9C QC QD 4H 9H TH KH 4S 7S JS", 3: "2C 6C 7C TC AC 4D 7D 5H QH 3S 5S 6S 9S"},
        "KD 2D QD 4D AH 6H 4H 5H AD 3D 4C 7D 2H 6D KH QH QC AC JC 3C TC",
        {"5D": "Let this one go: you hold as many top cards as you still need tricks.",
         "JH": "BUT The jack of hearts could still take a trick: throw something else."},
    ),
    "only one card is higher": (
        "classic", (3, 2, 3, 2), 0,
        {0: "3C 9C TC QC 6D 7D TD QD 3H KH 4S 5S KS", 1: "4C 8C KC 2D 4D 8D KD 4H QH 2S 6S 7S QS",
         2: "2C 6C AC 3D JD 8H 9H TH JH AH 3S TS AS", 3: "5C 7C JC 5D 9D AD 2H 5H 6H 7H 8S 9S JS"},
        "4H 8H 2H 3H 3D 5D QD KD KC AC 5C 3C JD 9D 6D 2D AH 5H KH QH JH 6H 9C 4C TH 7H KS 8C",
        {"TC": "Your bid is made: the jack may go over it, and a high card is gone.",
         "TD": "Your bid is made: the ace may go over it, and a high card is gone."},
    ),
    "only higher spades are out for partner's zero": (
        "sandbags", (3, 3, 0, 5), 1,
        {0: "5C 9C JC AC 8D 9D KD 3H QH 2S 4S JS QS", 1: "KC 2D 5D 6D TD AD 4H 6H 7H 8H KH AH 3S",
         2: "3C 6C 7C 8C QC 3D 4D 7D QD 2H TH 6S 9S", 3: "2C 4C TC JD 5H 9H JH 5S 7S 8S TS KS AS"},
        "TH 5H QH KH 4H 2H 9H 3H 2C AC KC QC KD AD QD JD 2D 4D 5S 8D 4C JC 3S 8C 5D 3D KS 9D 7S JS 6D 9S QS 6H 6S "
        "AS JH 2S 7H 7C",
        {"4S": "BUT Only higher spades are out: partner with the zero may have to go over it.",
         "9C": "Lead high, so that partner's zero can stay under it."},
    ),
    "partner's zero is void": (
        "suicide", (4, 4, 0, 0), 0,
        {0: "6C 9C KC 5D 7D KD AD 6H 8H 9H 2S 8S JS", 1: "4C 5C 7C AC 2D 4D 6D TD 5H QH TS KS AS",
         2: "8C 3D 3H 4H 7H TH JH KH AH 3S 4S 7S 9S", 3: "2C 3C TC JC QC 8D 9D JD QD 2H 5S 6S QS"},
        "QH JH 2H 6H AC 8C QC 6C TD 3D 9D KD 9C 4C AH 3C 8H 5H 7H QD 9H KS KH QS AS 9S 6S 2S TS 7S 5S 8S 6D TH JD "
        "5D 8D",
        {"AD": "It goes over the eight, and no higher diamond is out."},
    ),
    "a zero goes over with its lowest": (
        "classic", (0, 2, 3, 4), 0,
        {0: "4C 6C 8C KC AC 8D 2H 3H 5H 8H TH 4S 6S", 1: "5C QC 3D 4D QD 4H 6H 7H QH KH 2S 5S JS",
         2: "3C 9C TC JC 2D 5D 7D AD 9H 3S 7S 9S AS", 3: "2C 7C 6D 9D TD JD KD JH AH 8S TS QS KS"},
        "3D AD 6D 8D 9H JH TH 6H 2C",
        {"4C": "You cannot stay under; hope that somebody goes over it.",
         "AC": "BUT You cannot stay under, and a lower card is more likely to be beaten."},
    ),
    "not a lower card of one's own when the bid is made": (
        "suicide", (4, 0, 0, 4), 2,
        {0: "3C 8C TC AC 5D 8D TD AD 5H 8H 2S 8S JS", 1: "2C 5C 9C QC 6D 7D 9D 2H 6H 3S 4S 9S TS",
         2: "4C JC KC 3D QD 7H JH QH AH 5S 6S 7S QS", 3: "6C 7C 2D 4D JD KD 3H 4H 9H TH KH KS AS"},
        "2D AD 9D QD 8H 6H 7H 9H 4D 8D 7D 3D AC QC KC 6C TC 9C 4C 7C 8C 5C JC 3H QH KH 5H 2H JD TD 6D AH KD 5D 2C "
        "JH TH 3C TS 7S 4S QS AS",
        {"8S": "Your bid is made: stay under the ace and leave the trick to others.",
         "JS": "Your bid is made: get rid of a high card while it cannot take a trick."},
    ),
    "a zero is lost for certain when its card takes the trick": (
        "league", (0, 0, 4, 4), 1,
        {0: "6C TC KC KD 2H 5H 7H 9H 4S 7S 8S 9S KS", 1: "3C 4C 9C JC 4D 5D TD AD TH 5S 6S TS JS",
         2: "2C 5C 8C QC 2D 3D 7D QD 3H 4H 2S QS AS", 3: "7C AC 6D 8D 9D JD 6H 8H JH QH KH AH 3S"},
        "2C 7C 6C 4C JH 9H TH 3H 8H 7H AD 4H AC KC JC 5C 6D KD TD 2D TC 9C QC JD 3D 9D 5H 5D 8D 2H 4D QD 7D AH 4S "
        "3C 9S 6S AS 3S 2S KH 8S",
        {"TS": "BUT It takes the trick, and that ends your nil."},
    ),
    "partner's ruff is spared a trump": (
        "league", (6, 1, 1, 5), 3,
        {0: "KC 4D 9D 6H TH KH AH 4S 7S 8S TS JS KS", 1: "2C 3C 5C JC 8D AD 3H 4H 5H 9H JH QH AS",
         2: "4C 7C 8C 9C QC AC 5D 6D 7D JD 2H 8H QS", 3: "6C TC 2D 3D TD QD KD 7H 2S 3S 5S 6S 9S"},
        "KH 3H 2H 7H AH 4H 8H 2S QD 4D AD 5D AS QS 3S 4S JH 4C 5S 6H KD 9D 8D 6D 2D TH 2C 7D JD 3D",
        {"KC": "Partner's jack is winning; save the trump."},
    ),
}
"""By what is tested: the game, the bids by seat, the dealer, the hands, the plays so far, and reasons by card."""


def told(course: Course, name: str) -> str:
    """The reason for a card of the seat on turn: `AD`, or `AD low`."""
    card, _, call = name.partition(" ")
    sentence = said(course, card, call or None)
    return f"{AGAINST if isinstance(sentence, But) else ''}{sentence}"


@pytest.mark.parametrize("title", POSITIONS)
def test_a_position_and_its_sentences(title: str) -> None:
    slug, bids, dealer, hands, plays, sentences = POSITIONS[title]
    course = at_play(rules_of(slug), hands, bids, plays, dealer)
    assert {card: told(course, card) for card in sentences} == sentences


def test_an_ace_called_low_gives_its_trick_away() -> None:
    course = at_play(rules_of("3b-four"), {0: "AH 4H KC QC 4C 5C 6C 7C 8C AS 2D 3D KS"}, [6, 2, 2, 2])
    assert told(course, "AH low") == "BUT Called low, the ace gives its trick away, and you still need 6."
    assert told(course, "QC") == "It may drive out the ace: then your king is the highest."
    assert told(course, "KC") == "It may drive out the ace: then your queen is the highest."


def test_an_only_ace_is_called_one_way_or_the_other() -> None:
    held = {0: "KH 4H 2C 3C 4C 5C 6C 7C 8C 9C 2D 3D 4D", 1: "AH 5S QS 5D 6D 7D 8D 9D TD JD QD KD TC"}
    course = at_play(rules_of("3b-four", joker=False), held, [3, 3, 3, 3], "KH")
    assert told(course, "AH high") == "It goes over the king, and no higher heart is out."
    assert told(course, "AH low") == "BUT Called low, the ace gives its trick away, and you still need 3."


@pytest.mark.parametrize(("bids", "words"), [
    ([1, 6, 0, 7], "BUT You need every trick that is left, this one too."),
    ([1, 6, 1, 5], "Let this one go, and keep the ace for later."),
])  # fmt: skip
def test_a_trick_may_be_left_unless_all_are_needed(bids: list[int], words: str) -> None:
    held = {0: "QH 4H 2C 3C 4C 5C 6C 7C 8C 9C 2D 3D 4D", 3: "AH KH JH 8S 9S TS JS QS KC AC 5D 6D 7D",
            1: "2H 5H 6H 7H 8H 9H 8D 9D TD JD QD KD AD"}  # fmt: skip
    course = at_play(rules_of("sandbags"), held, bids, "QH 2H 3H")
    assert told(course, "JH") == words


@pytest.mark.parametrize(("zero", "words"), [
    (1, "Lead low, and keep the king for a later trick."),
    (None, "Bea has no clubs left: this draws out a trump."),
])  # fmt: skip
def test_whoever_is_void_and_has_a_zero_neither_takes_the_trick_nor_ruffs_it(zero: int | None, words: str) -> None:
    held = {0: "AC KC QC 3C 4C 5C 2D 3D 4D 5D 6D 7D 8D", 1: "2H 3H 4H 5H 6H 7H 8H 9H TH JH QH 2S 3S",
            2: "2C 6C 7C 8C 9C KH AH 9D TD JD QD KD AD", 3: "TC JC 4S 5S 6S 7S 8S 9S TS JS QS KS AS"}  # fmt: skip
    bids = [0 if seat == zero else 3 for seat in range(4)]
    course = at_play(rules_of("sandbags"), held, bids, "AC 2H 2C TC")
    assert told(course, "5C") == words


@pytest.mark.parametrize(("bids", "words"), [
    ([1, 3, 3, 13], "Your bid cannot be made any more: leave {name} a bag."),
    ([2, 3, 3, 13], "Let this one go, and keep the king for later."),  # he still needs it
    ([1, 3, 3, 11], "Let this one go: you hold as many top cards as you still need tricks."),
])  # fmt: skip
def test_whose_bid_is_lost_leaves_others_what_costs_them(bids: list[int], words: str) -> None:
    held = {0: "AH QH 2C 3C 4C 5C 6C 7C 8C 9C 2D 3D 4D", 1: "5H 7H TC JC 5D 6D 7D 8D 9D TD JD QD KD",
            2: "6H 8H QC KC AC AD 2S 3S 4S 5S 6S 7S 8S", 3: "KH 2H 3H 4H 9H TH JH 9S TS JS QS KS AS"}  # fmt: skip
    course = at_play(rules_of("cutthroat"), held, bids, "AH 5H 6H 3H QH 7H 8H")
    assert told(course, "2H") == words.format(name=NAMES[0])
    assert told(course, "KH").removeprefix("BUT ") != words


def test_a_high_trump_that_is_no_ace_is_named_in_full() -> None:
    course = at_play(rules_of("bemo"), {0: "LJ 2S 4S 4H 3C 4C 5C 6C 7C 8C 9C 3D 4D"}, [3, 3, 3], dealer=2)
    assert told(course, "LJ") == "It may drive out the big joker: then your two of spades is the highest."


@pytest.mark.parametrize("seed", range(4))
def test_two_players_speak_of_one_opponent(seed: int) -> None:
    rng = random.Random(seed)
    course = Course(new_game(rules_of("two-handed"), 0))
    course.do(random_deal(course.state, rng))
    while course.state.phase != Phase.PLAYED:
        seat = on_turn(course.state)
        assert seat is not None
        seen = observe(course.state, seat)
        for fact in seen.legal:
            if isinstance(fact, Play):
                assert not re.search("others|somebody|partner", reason(seen, fact, NAMES))
        course.do(rng.choice(seen.legal))
