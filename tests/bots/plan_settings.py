"""Hands, bids and first cards in which plans and facts are recognised."""

Setting = tuple[dict[int, str], list[int], str]


def bid(setting: Setting, *bids: int, plays: str | None = None) -> Setting:
    """Return a setting with other bids or plays."""
    known, old, played = setting
    return known, list(bids) or old, played if plays is None else plays


LEAD: Setting = (
    {
        0: "AH QH 4H 2H KC QC TC AS 9S 8S 5D 4D 3D",
        1: "KH JH TH 9H AC JC 9C KS QS AD KD QD JD",
        2: "8H 7H 6H 5H 8C 7C 6C 5C JS TS 7S TD 9D",
    },
    [3, 3, 3, 3],
    "",
)
"""The first lead: the ace of hearts and of spades are high, the king of clubs only loses to the ace."""
FOLLOW: Setting = (
    {
        0: "9H 4H 2C 3C 4C 5C 6C 7C 8C 9C 2D 3D 4D",
        1: "KH JH 5H 5D 6D 7D 8D 9D TD JD QD KD TC",
        2: "AH QH 3H JC QC KC AC 2S 3S 4S 5S 6S 7S",
        3: "2H 6H 7H 8H TH AD 8S 9S TS JS QS KS AS",
    },
    [3, 3, 3, 3],
    "9H",
)
"""Seat 1 follows to the nine of hearts of seat 0."""
VOID: Setting = (
    {
        0: "9H 4H 3H 2H 6C 7C 8C 9C 2D 3D 4D TC JC",
        1: "2S 9S AS 5C 5D 6D 7D 8D 9D TD JD QD KD",
        2: "AH QH KH QC KC AC 4S 5S 6S 7S 2C 3C 4C",
        3: "5H 6H 7H 8H TH JH AD 8S TS JS QS KS 3S",
    },
    [3, 3, 3, 3],
    "9H",
)
"""Seat 1 has no heart."""
BOTH_VOID: Setting = (
    {
        0: "9H 4H 3H 2H 5H 6H 7H 8C 9C 2D 3D 4D TC",
        1: "2S 9S AS 5C 5D 6D 7D 8D 9D TD JD QD KD",
        2: "AH QH KH 8H TH JH QC KC AC 4S 5S 2C 3C",
    },
    [3, 3, 3, 3],
    "9H 2S KH",
)
"""Neither seat 1, which has ruffed, nor its partner, who plays last, has a heart."""
LAST: Setting = (
    {
        0: "2H 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC",
        1: "3H AC 2D 3D 4D 5D 6D 7D 8D 9D TD JD QD",
        2: "4H KD AD 5S 6S 7S 8S 9S TS JS QS KS AS",
    },
    [3, 3, 3, 3],
    "2H 3H 4H",
)
"""Seat 3 plays last, and each of its hearts wins."""
PARTNER_VOID: Setting = (
    {
        0: "AH KH 4H 3H 2C 3C 4C 5C 6C 7C 2D 3D 4D",
        1: "2H 5H 6H 7H 8C 9C TC JC QC KC AC 5S 6S",
        2: "5D 6D 7D 8D 9D TD JD QD KD AD 2S 3S 4S",
    },
    [3, 3, 3, 3],
    "AH 2H 5D 8H",
)
"""Seat 0 leads again after its partner has shown that it has no heart."""
BAG: Setting = bid(FOLLOW, 3, 1, 3, 0, plays="9H 5H 3H TH")
"""Seat 3 leads after the trick that made its side's bid."""
ONE_TRUMP: Setting = (
    {
        0: "9H 4H 3H 2H 6C 7C 8C AS 2D 3D 4D TC JC",
        1: "2S 9C KC 5C 5D 6D 7D 8D 9D TD JD QD KD",
        2: "AH QH KH QC 5H AC 4S 5S 6S 7S 2C 3C 4C",
        3: "9S 6H 7H 8H TH JH AD 8S TS JS QS KS 3S",
    },
    [3, 3, 3, 3],
    "9H",
)
"""Seat 1 has no heart and a single trump."""
