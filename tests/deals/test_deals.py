"""Fair deals match vectors from a second program, and put every card at every place equally often."""

import pytest

from spades_tui import cards, fair
from spades_tui.fair import Stream
from spades_tui.rules.catalogue import shipped
from spades_tui.rules.deck import tables
from tests.deals.uniform import CARDS, measure
from tests.deals.vectors import CUTS, FILE, PACK, key_of, pack_of, table

DECK = tables(shipped()["sandbags"].deck).pack


def texts(pack: tuple[int, ...]) -> list[str]:
    return [cards.text(card) for card in pack]


@pytest.mark.rule("C-3")
def test_the_table_of_vectors_matches_the_reference_code() -> None:
    assert FILE.read_text("utf-8") == table()


@pytest.mark.rule("C-3")
def test_the_program_deals_every_vector() -> None:
    lines = FILE.read_text("utf-8").splitlines()[1:]
    assert len(lines) == len(CUTS) == 20
    for line in lines:
        secret, depth, word, key, pack = line.split(" | ")
        cut = (0 if depth == "-" else int(depth), "" if word == "-" else bytes.fromhex(word).decode("utf-8"))
        assert fair.is_word(cut[1]) == (word != "-")
        assert fair.cut_key(bytes.fromhex(secret), *cut).hex() == key
        assert " ".join(texts(fair.cut_pack(DECK, bytes.fromhex(secret), *cut))) == pack


@pytest.mark.rule("C-3")
@pytest.mark.parametrize(
    ("depth", "word", "key", "begin"),
    [
        (0, "", "7ba5e0f4b238b1c9d2af5b23336b66c9a82e7f0c0e3adebedc8c5f31755be294", "6H 7C 6S 2D KC JS"),
        (17, "Größe 7", "3ba9b65e238295e7e6a7a2d64915dcfcd64997608f9905ffca91238f26ea9a41", "TC TH KC 4S 2C QS"),
    ],
)
def test_the_vectors_on_the_page_are_right(depth: int, word: str, key: str, begin: str) -> None:
    secret = bytes(32)
    assert fair.commitment(secret) == "5d1e6b426614bf73c29ffc04975747dbe0f23e0d4074df590dfa65198724f0ab"
    assert fair.cut_key(secret, depth, word).hex() == key_of(secret, depth, word).hex() == key
    assert texts(fair.cut_pack(DECK, secret, depth, word))[:6] == pack_of(bytes.fromhex(key))[:6] == begin.split()
    assert sorted(pack_of(bytes.fromhex(key))) == sorted(PACK)


@pytest.mark.rule("C-3")
def test_version_1_deals_as_before() -> None:
    secret = bytes(32)
    commitment = "3c90fd3950b361b9684cd6b934f86225776d30e2029166f132d1364017bbb30b"
    assert fair.commitment(secret, 1) == commitment
    pack = fair.cut_pack(DECK, secret, version=1)
    assert texts(pack[:8]) == ["TS", "TD", "QD", "KD", "3D", "3H", "7D", "AH"]
    assert fair.cut_pack(DECK, secret, 17, version=1) == pack[17:] + pack[:17]
    assert fair.cut_pack(DECK, secret, 17) not in [pack[n:] + pack[:n] for n in range(52)]


@pytest.mark.rule("C-3")
def test_each_depth_and_word_gives_another_pack() -> None:
    """No two cuts give the same four hands, not even to different seats."""
    secret = b"\x01" * 32
    packs = [fair.cut_pack(DECK, secret, depth, word) for depth in range(52) for word in ("", "a", "A", " a")]
    assert len({frozenset(frozenset(pack[n::4]) for n in range(4)) for pack in packs}) == len(packs) == 208
    old = [fair.cut_pack(DECK, secret, depth, version=1) for depth in range(52)]
    assert len({frozenset(frozenset(pack[n::4]) for n in range(4)) for pack in old}) == 1
    assert len({tuple(frozenset(pack[n::4]) for n in range(4)) for pack in old}) == 4


@pytest.mark.rule("C-3")
@pytest.mark.parametrize("word", ["x", " ", "x" * 64, "🂡" * 64, "e\u0301", "\u202e", "a|b", "\ufeff", "\U0010ffff"])
def test_allowed_words_are_accepted(word: str) -> None:
    assert fair.is_word(word)


@pytest.mark.rule("C-3")
@pytest.mark.parametrize("word", ["", "x" * 65, "\n", "a\tb", "\x00", "\x1b[2J", "\x7f", "\x85", "\ud800", "a\udfff"])
def test_other_words_are_refused(word: str) -> None:
    assert not fair.is_word(word)


@pytest.mark.rule("C-3")
def test_cards_are_dealt_evenly() -> None:
    assert abs(measure(5_000).off) < 4


@pytest.mark.slow
@pytest.mark.rule("C-3")
def test_cards_are_dealt_evenly_in_many_packs() -> None:
    assert abs(measure(200_000).off) < 4


def test_a_shuffle_that_moves_every_card_fails_the_measure() -> None:
    def sattolo(number: int) -> list[int]:
        cards, stream = list(range(CARDS)), Stream(b"%d" % number)
        for i in range(CARDS - 1, 0, -1):
            j = stream.below(i)
            cards[i], cards[j] = cards[j], cards[i]
        return cards

    assert measure(5_000, sattolo).off > 10
