"""All known ways to tamper with a record, each with the finding that `verify` must report.

A way of tampering gets the lines of an honest record and random numbers. It changes the lines and returns the finding,
or raises Unsuitable. Sums don't protect a record, because the tamperer writes them again.
"""

import io
import json
import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from spades_tui import fair
from spades_tui.analysis.verify import Gap
from spades_tui.game import events
from spades_tui.game.machine import aside, legal, on_turn
from spades_tui.game.phase import Phase
from spades_tui.game.state import GameState
from spades_tui.play.bot_decision import any_choice
from spades_tui.record.reader import raw_lines, read
from spades_tui.record.replay import Replayer
from spades_tui.record.writer import event_line
from spades_tui.seats.observer import observe
from tests.verify.honest_records import Line

OUT_OF_TURN = ("challenge", "books", "take_back", "dump", "bone", "zb", "chit")
FINDINGS = ("trick", "hand_score", "game_over")


@dataclass(frozen=True)
class Refused:
    """A refused line; `line` counts from 1, and `later` also allows a later line."""

    line: int
    rule: str | None
    words: str = ""
    later: bool = False


@dataclass(frozen=True)
class Open:
    """No refused line, but something is listed as not verified."""

    gap: Gap


class Unsuitable(Exception):
    """Raised for a record that can't be tampered with in a way."""


Tampering = Callable[[list[Line], random.Random], Refused | Open]
WAYS: dict[str, Tampering] = {}


def way(tampering: Tampering) -> Tampering:
    """Add a function to the ways of tampering."""
    WAYS[tampering.__name__] = tampering
    return tampering


def _need(condition: object) -> None:
    """Raise Unsuitable unless this is true."""
    if not condition:
        raise Unsuitable


def _one_of(found: list[Any], rng: random.Random) -> Any:
    """Return one of what was found. Raises Unsuitable if that is nothing."""
    _need(found)
    return rng.choice(found)


def _place(lines: list[Line], rng: random.Random, *events: str) -> int:
    """Return the place of one of these events. Raises Unsuitable if there is none."""
    return int(_one_of([n for n, line in enumerate(lines) if line["event"] in events], rng))


def _bots(lines: list[Line]) -> list[int]:
    return [seat for seat, entry in enumerate(lines[0]["seats"]) if entry["kind"] == "bot"]


def _seeded(lines: list[Line]) -> bool:
    return "seed" in lines[0]


def state_before(lines: list[Line], place: int) -> GameState:
    """Return the state of the game before a line of the record."""
    text = "".join(json.dumps(line) + "\n" for line in lines[:place])
    replayer: Replayer | None = None
    for one in read(raw_lines(io.BytesIO(text.encode()))):
        if replayer is None:
            replayer = Replayer(one)
        else:
            replayer.take(one)
    assert replayer is not None
    return replayer.result.course.state


def _turn(lines: list[Line], rng: random.Random) -> int:
    """Return the place of a computer player's event on its turn. Raises Unsuitable if there is none."""
    bots = _bots(lines)
    events = ("bid", "play", "raise", "stand", "draw", "discard", "look", "bemo", "claim", "redeal")
    places = [n for n, line in enumerate(lines) if line["event"] in events and line["seat"] in bots]
    return int(_one_of(places, rng))


# ---- choices of players


@way
def another_choice(lines: list[Line], rng: random.Random) -> Refused | Open:
    """Let a computer player make another possible choice."""
    place = _turn(lines, rng)
    old = {key: value for key, value in lines[place].items() if key != "at"}
    others = [line for line in map(event_line, legal(state_before(lines, place))) if line != old]
    lines[place] = _one_of(others, rng)
    return Refused(place + 1, "C-9", "wouldn't do that")


@way
def another_call_of_an_ace(lines: list[Line], rng: random.Random) -> Refused | Open:
    bots = _bots(lines)
    places = [n for n, line in enumerate(lines) if "ace" in line and line["seat"] in bots]
    place = _one_of(places, rng)
    lines[place]["ace"] = "low" if lines[place]["ace"] == "high" else "high"
    return Refused(place + 1, "C-9", "wouldn't do that")


@way
def a_missing_turn(lines: list[Line], rng: random.Random) -> Refused | Open:
    place = _turn(lines, rng)
    after = [line["event"] for line in lines[place + 1 :] if line["event"] not in FINDINGS]
    _need({"play", "bid"} & set(after) and after[0] != "take_back")  # the event to undo may be missing
    del lines[place]
    return Refused(place + 1, None, later=True)


# ---- actions out of turn


@way
def an_added_action_out_of_turn(lines: list[Line], rng: random.Random) -> Refused | Open:
    """Let a computer player act out of turn, in a legal way that it wouldn't choose."""
    bots = _bots(lines)
    for _ in range(8):
        place = rng.randrange(2, len(lines))
        if lines[place - 1]["event"] in ("trick", "hand_score", "game_over") and rng.random() < 0.5:
            continue
        state = state_before(lines, place)
        if state.phase in (Phase.OVER, Phase.DEAL):
            continue
        seat = rng.choice(bots)
        due = {json.dumps({key: value for key, value in line.items() if key != "at"}) for line in lines[place:]}
        said = [event_line(event) for event in aside(state, seat) if not isinstance(event, events.TurnEvent)]
        said = [line for line in said if json.dumps(line) not in due]
        if said:
            lines.insert(place, rng.choice(said))
            return Refused(place + 1, "C-9", "wouldn't say that out of turn")
    raise Unsuitable


@way
def a_changed_bid_out_of_turn(lines: list[Line], rng: random.Random) -> Refused | Open:
    bots = _bots(lines)
    for place in range(2, len(lines)):
        if lines[place - 1]["event"] != "bid" or rng.random() < 0.5:
            continue
        state = state_before(lines, place)
        seat = lines[place - 1]["seat"]
        said = [event for event in aside(state, seat) if isinstance(event, events.Bid)] if seat in bots else []
        if said and on_turn(state) != seat:
            lines.insert(place, event_line(rng.choice(said)))
            return Refused(place + 1, "C-9", "wouldn't say that out of turn")
    raise Unsuitable


@way
def a_removed_challenge(lines: list[Line], rng: random.Random) -> Refused | Open:
    """Remove a challenge that a computer player made."""
    bots = _bots(lines)
    places = [n for n, line in enumerate(lines) if line["event"] in ("challenge", "books") and line["seat"] in bots]
    after = [n for n in places if any(line.get("seat") in bots for line in lines[n + 1 :])]
    place = _one_of(after, rng)
    del lines[place]
    return Refused(place + 1, "C-9", "would say something first|wouldn't say that", later=True)


@way
def a_challenge_of_another_seat(lines: list[Line], rng: random.Random) -> Refused | Open:
    """Move a challenge to another seat."""
    bots = _bots(lines)
    places = [n for n, line in enumerate(lines) if line["event"] == "challenge" and line["seat"] in bots]
    _need(len(bots) > 1)
    place = _one_of(places, rng)
    state = state_before(lines, place)
    others = [
        event for seat in bots for event in aside(state, seat)
        if isinstance(event, events.Challenge)
        and event_line(event) != {k: v for k, v in lines[place].items() if k != "at"}
    ]  # fmt: skip
    lines[place] = event_line(_one_of(others, rng))
    return Refused(place + 1, "C-9", "wouldn't say that out of turn")


@way
def an_added_take_back(lines: list[Line], rng: random.Random) -> Refused | Open:
    place = _turn(lines, rng)
    lines.insert(place + 1, {"event": "take_back", "seat": lines[place]["seat"]})
    options = lines[0].get("options", {})
    allowed = any(options.get(name) for name in ("take_back", "undo", "slip"))
    if not allowed:
        return Refused(place + 2, "3B-11")
    return Refused(place + 2, None, "wouldn't say|taken back|shown|nothing of yours|3B-11")


@way
def a_chit(lines: list[Line], rng: random.Random) -> Refused | Open:
    place = _place(lines, rng, "game_over")
    seat = lines[place].get("tray")
    if not isinstance(seat, int) or seat not in _bots(lines):
        raise Unsuitable
    lines.insert(place, {"event": "chit", "seat": seat, "tray": (seat + 1) % len(lines[0]["seats"])})
    return Refused(place + 1, "C-9", "wouldn't say that out of turn")


# ---- stand-ins


@way
def a_stand_in(lines: list[Line], rng: random.Random) -> Refused | Open:
    """Mark a stand-in for a person, for a deal, or for an action out of turn; none of these can have one."""
    places = [n for n, line in enumerate(lines) if n and line["event"] not in FINDINGS]
    others = [n for n in places if lines[n].get("seat") not in _bots(lines) or lines[n]["event"] in OUT_OF_TURN]
    place = rng.choice(others)
    lines[place]["stand_in"] = True
    return Refused(place + 1, None, "stand_in: ")


@way
def a_stand_in_for_a_computer_player(lines: list[Line], rng: random.Random) -> Refused | Open:
    """Mark the first legal choice as a stand-in's, which is listed, or another choice of a beginner."""
    place = _turn(lines, rng)
    state = state_before(lines, place)
    seat = lines[place]["seat"]
    first = _first_choice(state, seat)
    others = [line for line in map(event_line, legal(state)) if line != first]
    if rng.random() < 0.5:
        lines[place] = {**first, "stand_in": True}
        del lines[place + 1 :]
        return Open(Gap.STAND_IN)
    _need(lines[0]["seats"][seat]["level"] == "beginner" and "ace" not in first)
    lines[place] = {**_one_of(others, rng), "stand_in": True}
    return Refused(place + 1, "C-9", "the stand-in for .* wouldn't do that")


def _first_choice(state: GameState, seat: int) -> Line:
    return event_line(any_choice(observe(state, seat)))


# ---- names and levels


@way
def an_outside_program(lines: list[Line], rng: random.Random) -> Refused | Open:
    """Mark a seat as played by a user's program."""
    seat = rng.choice(_bots(lines))
    _need(any(line["event"] == "play" and line["seat"] == seat for line in lines))
    _need(not any(line["event"] in ("challenge", "books") and line["seat"] == seat for line in lines))
    lines[0]["seats"][seat]["level"] = "exec"
    return Open(Gap.OUTSIDE)


@way
def a_stand_in_for_an_outside_program(lines: list[Line], rng: random.Random) -> Refused | Open:
    """Let the stand-in in such a seat choose differently from the beginner."""
    place = _turn(lines, rng)
    entry = lines[0]["seats"][lines[place]["seat"]]
    _need(entry["level"] == "beginner")
    if rng.random() < 0.5:
        entry["level"] = "exec"
        lines[place]["stand_in"] = True
        return Open(Gap.STAND_IN)
    wanted = another_choice(lines, rng)
    assert isinstance(wanted, Refused)
    line = lines[wanted.line - 1]
    _need(line != _first_choice(state_before(lines, wanted.line - 1), line["seat"]))  # it's made if even that fails
    lines[0]["seats"][line["seat"]]["level"] = "exec"
    line["stand_in"] = True
    return Refused(wanted.line, "C-9", "the stand-in for .* wouldn't do that")


@way
def an_unknown_level(lines: list[Line], rng: random.Random) -> Refused | Open:
    seat = rng.choice(_bots(lines))
    _need(any(line["event"] == "play" and line["seat"] == seat for line in lines))
    lines[0]["seats"][seat]["level"] = rng.choice(["genius", "Club", "club ", "grandmaster"])
    # other seats' actions depend on whether this seat has acted
    _need(not any(line["event"] in ("challenge", "books") and line["seat"] != seat for line in lines))
    return Open(Gap.LEVEL)


@way
def another_level(lines: list[Line], rng: random.Random) -> Refused | Open:
    bots = _bots(lines)
    was = lines[0]["seats"][bots[0]]["level"]
    for seat in bots:
        lines[0]["seats"][seat]["level"] = "club" if was == "beginner" else "beginner"
    return Refused(3, "C-9", "would", later=True)


@way
def another_program(lines: list[Line], rng: random.Random) -> Refused | Open:
    """Name another program, or none."""
    name = rng.choice(["spades-tui 0.0.9 rules 00000000", "cards 1.0", "", "spades-tui"])
    if name.startswith("spades-tui 0.0.9"):
        mark = str(lines[0]["program"]).rsplit(" ", 1)[1]
        name = f"spades-tui 0.0.9 rules {mark}"
    if name:
        lines[0]["program"] = name
    else:
        del lines[0]["program"]
    return Open(Gap.PROGRAM)


@way
def another_mark_of_the_rules(lines: list[Line], rng: random.Random) -> Refused | Open:
    head = str(lines[0]["program"]).rsplit(" ", 1)[0]
    lines[0]["program"] = f"{head} {rng.randrange(16**8):08x}"
    return Refused(1, None, "has changed since|program:")


# ---- the deal


def _deal(lines: list[Line], rng: random.Random) -> int:
    return _place(lines, rng, "deal")


@way
def another_secret(lines: list[Line], rng: random.Random) -> Refused | Open:
    place = _deal(lines, rng)
    lines[place]["fair"]["secret"] = rng.randbytes(32).hex()
    return Refused(place + 1, "C-3", "doesn't match the commitment")


@way
def another_secret_with_its_commitment(lines: list[Line], rng: random.Random) -> Refused | Open:
    place = _deal(lines, rng)
    secret = rng.randbytes(32)
    lines[place]["fair"] |= {"secret": secret.hex(), "commitment": fair.commitment(secret)}
    words = "doesn't come from the seed" if _seeded(lines) else "n't those that the secret and the cut deal"
    return Refused(place + 1, "C-3", words)


@way
def another_cut(lines: list[Line], rng: random.Random) -> Refused | Open:
    """Deepen the cut, with the same cards."""
    place = _deal(lines, rng)
    seats = len(lines[0]["seats"])
    cut = lines[place].get("cut", {"seat": (lines[place]["dealer"] - 1) % seats, "depth": 0})
    lines[place]["cut"] = {**cut, "depth": (cut["depth"] + rng.randrange(1, 40)) % 50}
    return Refused(place + 1, "C-3", "n't those that the secret and the cut deal")


@way
def another_word(lines: list[Line], rng: random.Random) -> Refused | Open:
    """Change the word by a letter or its characters, with the same cards."""
    places = [n for n, line in enumerate(lines) if line["event"] == "deal" and "cut" in line]
    place = _one_of(places, rng)
    cut = lines[place]["cut"]
    if "word" in cut and rng.random() < 0.5:
        del cut["word"]
    else:
        cut["word"] = cut.get("word", "")[:63] + "x"
    return Refused(place + 1, "C-3", "n't those that the secret and the cut deal")


@way
def another_version(lines: list[Line], rng: random.Random) -> Refused | Open:
    """Change the version of the proof, sometimes with a commitment of that version."""
    place = _deal(lines, rng)
    proof, cut = lines[place]["fair"], lines[place].get("cut", {})
    proof.pop("v")
    if rng.random() < 0.5:
        proof["v"] = 1
    words = "A cut in version 1 can't have a word" if "word" in cut else "doesn't match the commitment"
    if rng.random() < 0.5 and "word" not in cut:
        proof["commitment"] = fair.commitment(bytes.fromhex(proof["secret"]), 1)
        words = "n't those that the secret deals|doesn't write proofs of version 1"
    return Refused(place + 1, "C-3", words)


@way
def a_cut_of_depth_0(lines: list[Line], rng: random.Random) -> Refused | Open:
    """Let a computer player, which declines the cut, make one of depth 0 that leaves the cards unchanged."""
    place = _deal(lines, rng)
    seat = (lines[place]["dealer"] - 1) % len(lines[0]["seats"])
    _need("cut" not in lines[place] and seat in _bots(lines))
    lines[place]["cut"] = {"seat": seat, "depth": 0}
    return Refused(place + 1, "C-3")


@way
def a_cut_by_another_seat(lines: list[Line], rng: random.Random) -> Refused | Open:
    place = _deal(lines, rng)
    seats = len(lines[0]["seats"])
    lines[place]["cut"] = {"seat": lines[place]["dealer"], "depth": rng.randrange(1, seats)}
    return Refused(place + 1, "C-3", "on the dealer's right")


@way
def two_swapped_cards(lines: list[Line], rng: random.Random) -> Refused | Open:
    place = _deal(lines, rng)
    _exchange(lines[place], rng)
    return Refused(place + 1, "C-3", "n't those that the secret and the cut deal")


def _exchange(deal: Line, rng: random.Random) -> None:
    hands: list[Any] = deal["hands"]
    one, other = rng.sample([seat for seat, hand in enumerate(hands) if hand is not None], 2)
    mine, theirs = hands[one].split(), hands[other].split()
    n, m = rng.randrange(len(mine)), rng.randrange(len(theirs))
    mine[n], theirs[m] = theirs[m], mine[n]
    hands[one], hands[other] = " ".join(mine), " ".join(theirs)


@way
def a_chosen_extra_card(lines: list[Line], rng: random.Random) -> Refused | Open:
    place = _deal(lines, rng)
    _need("extra" in lines[place] and lines[place]["dealer"] in _bots(lines))
    lines[place]["extra_at"] = 51 if rng.random() < 0.3 else rng.randrange(50)
    return Refused(place + 1, None, "n't those that the secret and the cut deal|wouldn't designate|place")


@way
def a_missing_proof(lines: list[Line], rng: random.Random) -> Refused | Open:
    """Remove one of several proofs, without a seed to compute it from."""
    places = [n for n, line in enumerate(lines) if line["event"] == "deal"]
    _need(not _seeded(lines) and len(places) > 1)
    del lines[rng.choice(places)]["fair"]
    return Open(Gap.DEAL)


@way
def a_missing_proof_and_changed_cards(lines: list[Line], rng: random.Random) -> Refused | Open:
    """Remove a proof and change cards; a seed makes the proof unnecessary."""
    _need(_seeded(lines))
    place = _deal(lines, rng)
    del lines[place]["fair"]
    _exchange(lines[place], rng)
    return Refused(place + 1, "C-3", "n't those that the seed and the cut deal")


@way
def no_proofs_and_another_choice(lines: list[Line], rng: random.Random) -> Refused | Open:
    _need(_seeded(lines))
    found = another_choice(lines, rng)
    for line in lines:
        line.pop("fair", None)
    return found


@way
def another_seed(lines: list[Line], rng: random.Random) -> Refused | Open:
    """Change the seed, or add one."""
    lines[0]["seed"] = rng.choice(["another", "", "tampere", "people 99"])
    return Refused(2, "C-3", "doesn't come from the seed")


@way
def another_game_of_the_seed(lines: list[Line], rng: random.Random) -> Refused | Open:
    _need(_seeded(lines))
    lines[0]["game"] = lines[0].get("game", 1) + rng.randrange(1, 9)
    return Refused(2, "C-3", "doesn't come from the seed")


@way
def another_first_dealer(lines: list[Line], rng: random.Random) -> Refused | Open:
    seats = len(lines[0]["seats"])
    lines[0]["dealer"] = (lines[0].get("dealer", 0) + rng.randrange(1, seats)) % seats
    return Refused(2, "C-2", "deals hand 1")


# ---- findings


@way
def another_winner(lines: list[Line], rng: random.Random) -> Refused | Open:
    place = _place(lines, rng, "trick")
    lines[place]["winner"] = (lines[place]["winner"] + rng.randrange(1, 3)) % 3 if lines[place]["winner"] < 3 else 0
    return Refused(place + 1, "C-7", "winner: ")


@way
def another_number_in_a_score(lines: list[Line], rng: random.Random) -> Refused | Open:
    place = _place(lines, rng, "hand_score", "game_over")
    keys = [key for key in ("points", "totals", "bags", "tricks", "bids", "side_bids") if key in lines[place]]
    key = rng.choice(keys)
    numbers = lines[place][key]
    n = rng.choice([n for n, number in enumerate(numbers) if number is not None])
    numbers[n] += rng.choice([1, 10]) if key != "tricks" else 1
    return Refused(place + 1, None, f"{key}: ")


@way
def other_words_on_a_score_sheet(lines: list[Line], rng: random.Random) -> Refused | Open:
    """Change the words of a score sheet, with the same points."""
    place = _place(lines, rng, "hand_score")
    _need(lines[place]["lines"])
    entry = rng.choice(lines[place]["lines"])
    match rng.randrange(3):
        case 0:
            entry["text"] = "a present"
        case 1:
            entry["rule"] = "SB-99"
        case _:
            lines[place]["lines"] += [{**entry, "points": 5}, {**entry, "points": -5}]
    return Refused(place + 1, None, "the program would write it differently")


@way
def a_missing_part_of_a_score(lines: list[Line], rng: random.Random) -> Refused | Open:
    place = _place(lines, rng, "hand_score", "game_over")
    del lines[place][rng.choice(sorted(set(lines[place]) - {"event", "hand"}))]
    return Refused(place + 1, None, "the program would write it differently")


@way
def a_changed_option(lines: list[Line], rng: random.Random) -> Refused | Open:
    """Raise the target so far that it doesn't end the game, if it did."""
    options = lines[0].get("options", {})
    key = next((line["reason"] for line in lines if line["event"] == "game_over"), None)
    _need(key in ("target", "hands") and key in options)
    options[key] = 5000 if key == "target" else options[key] + 3
    return Refused(3, None, later=True)
