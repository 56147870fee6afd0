"""Themes besides dark and light: high contrast, red-green blindness, warm, and Textual's themes.

Only the chosen theme is built, and this module is imported only for it. A theme replaces colours of the dark theme
(`palette`). Each text colour then becomes lighter or darker until it's readable on its background, in as many colours
as the terminal has.
"""

from collections.abc import Callable
from functools import lru_cache, partial

from msgspec import Struct
from rich.color import Color, ColorSystem
from textual.theme import BUILTIN_THEMES

from spades_tui.tui.widgets import palette

BLACK, WHITE = "#000000", "#ffffff"
ENOUGH = 4.5
"""Minimum contrast ratio for text by WCAG 2, level AA."""
MUCH = 7.0
"""Minimum contrast ratio for the high-contrast theme (level AAA)."""
SPARE = 0.05
"""Added to a required contrast ratio, because of rounding."""

Four = tuple[str, str, str, str]
Triplet = tuple[int, int, int]
Seen = Callable[[str], Triplet]
"""A function that converts a colour as the terminal will."""


class Scheme(Struct, frozen=True):
    """A theme's replacements for the dark theme's colours."""

    light: bool
    grounds: dict[str, str]
    inks: dict[str, str]
    least: float = ENOUGH
    """The minimum contrast ratio of all text."""


def _inks(
    text: str, soft: str, faint: str, line: str, gold: str, green: str, red: str, orange: str, joker: str,
    sides: Four, suits: Four, printed: Four, printed_joker: str, on_gold: str = BLACK,
) -> dict[str, str]:  # fmt: skip
    """Return replacements for the dark theme's text colours.

    `sides`: colours that nothing else uses; `printed`: suits on a card's face.
    """
    own = (text, soft, faint, line, gold, green, red, orange, joker, on_gold, printed_joker, BLACK)
    dark = (palette.TEXT, palette.SOFT, palette.FAINT, palette.LINE, palette.GOLD, palette.GREEN, palette.RED,
            palette.ORANGE, palette.JOKER, palette.ON_GOLD, palette.JOKER_INK, palette.JOKER_INK_DIM)  # fmt: skip
    inks = dict(zip(dark, own, strict=True))
    inks.update(zip((palette.SKY, palette.PEACH, palette.VIOLET, palette.LEMON), sides, strict=True))
    inks.update(zip(palette.SUIT_ON_GROUND, suits, strict=True))
    inks.update(zip(palette.SUIT_INK, printed, strict=True))
    inks.update(zip(palette.SUIT_INK_DIM, (mixed(ink, BLACK, 0.6) for ink in printed), strict=True))
    return inks


def _contrast() -> Scheme:
    white = (WHITE, "#f0f0f0", "#dcdcdc", "#a0a0a0")
    return Scheme(
        False,
        {
            palette.GROUND: BLACK, palette.RAISED: "#1c1c1c", palette.FIELD: "#003a66", palette.GOLD: "#ffe100",
            palette.FACE: WHITE, palette.FACE_DIM: "#b4b4b4", palette.FACE_CHOSEN: "#ffee70",
            palette.BACK: "#5c0018",
        },
        {
            **_inks(*white, "#ffe100", "#6cff8c", "#ff9d97", "#ffbf5e", "#e2c8ff",
                    ("#86d9ff", "#ffc59e", "#e2c8ff", "#fff59a"), ("#7dffa8", "#8cc8ff", "#ff9d97", WHITE),
                    ("#004a1e", "#0a2f9e", "#960012", BLACK), "#4b0f8a"),
            palette.CARD_EDGE: "#4a4a4a", palette.CARD_EDGE_HEAVY: BLACK, palette.CARD_FOOT: "#3a3a3a",
            palette.BACK_EDGE: WHITE, palette.BACK_WEAVE: "#d08a97", palette.ON_BACK: WHITE,
        },
        MUCH,
    )  # fmt: skip


def _red_green() -> Scheme:
    """Return a theme for red-green blindness: blue for good, orange for bad, and distinct suits and sides."""
    return Scheme(
        False,
        {
            palette.GROUND: "#12212e", palette.RAISED: "#1b2e3e", palette.FIELD: "#2c4c66", palette.GOLD: "#ffd54a",
            palette.FACE: "#f7f3ea", palette.FACE_DIM: "#8796a3", palette.FACE_CHOSEN: "#ffe69a",
            palette.BACK: "#24497a",
        },
        {
            **_inks("#f0ede4", "#a9bccb", "#92a6b6", "#4c6478", "#ffd54a", "#659fff", "#ee8a2e", "#f2f23c", "#ff9ac0",
                    ("#8cefff", "#f1c24a", "#e97593", "#ebffc6"), ("#2fbb74", "#a18cfd", "#f4c611", WHITE),
                    ("#0f747e", "#471ac3", "#a24212", "#14140f"), "#8a1060"),
            palette.CARD_EDGE_DIM: "#33434f", palette.BACK_EDGE: "#a9c4e6", palette.BACK_WEAVE: "#6f93c4",
        },
    )  # fmt: skip


def _warm() -> Scheme:
    return Scheme(
        False,
        {
            palette.GROUND: "#2b1c13", palette.RAISED: "#3b281c", palette.FIELD: "#5f4330", palette.GOLD: "#ffc757",
            palette.FACE: "#fbf0dc", palette.FACE_DIM: "#a39079", palette.FACE_CHOSEN: "#ffd98a",
            palette.BACK: "#7d2f28",
        },
        {
            **_inks("#f6e7d2", "#cbb195", "#b99f83", "#7d5f46", "#ffc757", "#b8d26e", "#ff8b72", "#ffab5e", "#e6b4d8",
                    ("#9fcbdc", "#ffb38a", "#e6b4d8", "#f2e28c"), ("#a9cf8f", "#ffb86b", "#ff8f7d", "#f7ecd9"),
                    ("#33531c", "#94470a", "#b01c1c", "#1c140d"), "#6d1d74", "#1f160c"),
            palette.CARD_EDGE: "#94805f", palette.CARD_EDGE_DIM: "#54432f",
        },
    )  # fmt: skip


def _of_textual(name: str) -> Scheme:
    """Return a theme from one of Textual's. Raises KeyError for an unknown name."""
    theme = BUILTIN_THEMES[name]
    made = theme.to_color_system().generate()
    has = {part: made[part][:7].lower() for part in
           ("background", "surface", "panel", "foreground", "primary", "secondary", "accent", "warning", "error",
            "success")}  # fmt: skip
    ground, text = has["background"], has["foreground"]
    if not text.startswith("#"):  # Textual says "auto" if the text colour depends on the background
        text = "#e0e0e0" if theme.dark else "#1e1e1e"
    face = mixed(text if theme.dark else ground, WHITE, 0.75)
    signals = (has["success"], has["warning"], has["error"])
    clubs, diamonds, hearts, spades = _apart((*signals, text), palette.SUIT_ON_GROUND)
    on_card = _apart((*signals, palette.SUIT_INK[3]), palette.SUIT_INK)
    sides = _apart(
        (has["success"], has["primary"], has["warning"], has["accent"], has["secondary"]),
        (palette.GREEN, palette.SKY, palette.PEACH, palette.VIOLET, palette.LEMON),
    )
    shade = partial(mixed, text, ground)
    return Scheme(
        not theme.dark,
        {
            palette.GROUND: ground, palette.RAISED: has["surface"] if has["surface"] != ground else has["panel"],
            palette.FIELD: mixed(has["panel"], has["primary"], 0.25), palette.GOLD: has["accent"],
            palette.FACE: face, palette.FACE_DIM: mixed(face, BLACK, 0.35),
            palette.FACE_CHOSEN: mixed(has["warning"], WHITE, 0.6), palette.BACK: mixed(has["primary"], BLACK, 0.5),
        },
        {
            **_inks(text, shade(0.25), shade(0.35), shade(0.6), has["accent"], sides[0], has["error"], has["warning"],
                    has["accent"], (sides[1], sides[2], sides[3], sides[4]), (clubs, diamonds, hearts, spades),
                    (on_card[0], on_card[1], on_card[2], on_card[3]), palette.JOKER_INK),
            palette.CARD_EDGE: mixed(face, BLACK, 0.45), palette.CARD_EDGE_DIM: mixed(face, BLACK, 0.7),
            palette.BACK_EDGE: mixed(has["primary"], WHITE, 0.6), palette.BACK_WEAVE: has["primary"],
            palette.ON_BACK: WHITE,
        },
    )  # fmt: skip


OWN = {"contrast": _contrast, "red-green": _red_green, "warm": _warm}
"""Themes that are defined here; the others are Textual's."""


@lru_cache(maxsize=4)
def scheme(name: str) -> Scheme:
    """Return a theme's replacements for the dark theme's colours. Raises KeyError for an unknown name."""
    return OWN[name]() if name in OWN else _of_textual(name)


def known(name: str) -> bool:
    """Return whether a theme exists; other versions of Textual may have other themes."""
    try:
        scheme(name)
    except KeyError:
        return False
    return True


DRAWN = (palette.LINE, palette.CARD_EDGE, palette.CARD_EDGE_DIM, palette.BACK_EDGE, palette.BACK_WEAVE)
"""Colours of frames and rules, which need less contrast than text."""


def painted(ink: str, under: str, theme: str, *, grey: bool = False, few: bool = False) -> tuple[str, str]:
    """Return a theme's text and background colours for the dark theme's, in 256 colours (`few`) or grey (`grey`).

    Raises KeyError for an unknown theme.
    """
    of = scheme(theme)
    seen = _grey if grey else _of_256 if few else triplet
    if under == palette.FIELD:
        under = palette.GROUND
        ground = _field(of, seen)
    else:
        ground = of.grounds.get(under, under)
    if under == palette.GOLD:
        ink = palette.ON_GOLD
    own = of.inks.get(ink, ink)
    if not own or ink in DRAWN:
        return own, ground
    return _on(own, under, of, seen), ground


def _on(ink: str, under: str, of: Scheme, seen: Seen) -> str:
    """Return a readable text colour for this background of the dark theme; the same for its two backgrounds."""
    table = (palette.GROUND, palette.RAISED)
    for each in table if under in ("", *table) else (under,):
        ink = readable(ink, of.grounds.get(each, each), of.least, seen)
    return ink


def _field(of: Scheme, seen: Seen) -> str:
    """Return the background of a text field, as near to the theme's background as possible."""
    ground, own = of.grounds[palette.GROUND], of.grounds[palette.FIELD]
    text = seen(_on(of.inks[palette.TEXT], palette.GROUND, of, seen))
    steps = (mixed(own, ground, step / 10) for step in range(10))
    return next((tried for tried in steps if contrast(text, seen(tried)) >= of.least + SPARE), ground)


def readable(ink: str, ground: str, least: float, seen: Seen) -> str:
    """Return the text colour, only as much lighter or darker as this contrast ratio (1 to 21) needs."""
    under = seen(ground)
    ends = (WHITE, BLACK) if luminance(triplet(ink)) > luminance(triplet(ground)) else (BLACK, WHITE)
    best = max(ends, key=lambda end: contrast(seen(end), under))
    for end in ends:
        if contrast(seen(end), under) < least + SPARE:
            continue
        for step in range(21):
            tried = mixed(ink, end, step / 20)
            if contrast(seen(tried), under) >= least + SPARE:
                return tried
    return best


def mixed(one: str, other: str, share: float) -> str:
    """Return a colour between two others; `share` from 0, the first, to 1."""
    pairs = zip(triplet(one), triplet(other), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in pairs)


NEAR = 70
"""Minimum total difference of red, green and blue (0 to 255 each) for two colours to be distinct."""


def _apart(wanted: tuple[str, ...], others: tuple[str, ...]) -> tuple[str, ...]:
    """Return the colours; replace one that is too similar to an earlier one by the colour of `others` at its index."""
    taken: list[str] = []
    for one, other in zip(wanted, others, strict=True):
        near = any(sum(abs(a - b) for a, b in zip(triplet(one), triplet(has), strict=True)) < NEAR for has in taken)
        taken.append(other if near else one)
    return tuple(taken)


def triplet(color: str) -> Triplet:
    """Return red, green and blue, from 0 to 255."""
    return int(color[1:3], 16), int(color[3:5], 16), int(color[5:7], 16)


@lru_cache(maxsize=1024)
def _of_256(color: str) -> Triplet:
    red, green, blue = Color.parse(color).downgrade(ColorSystem.EIGHT_BIT).get_truecolor()
    return red, green, blue


def _grey(color: str) -> Triplet:
    """Return the colour in grey, as Textual makes it without colours."""
    red, green, blue = triplet(color)
    level = round(0.2126 * red + 0.7152 * green + 0.0722 * blue)
    return level, level, level


def luminance(color: Triplet) -> float:
    """Return the relative luminance by WCAG 2, from 0 (black) to 1 (white)."""
    red, green, blue = (part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4
                        for part in (part / 255 for part in color))  # fmt: skip
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: Triplet, other: Triplet) -> float:
    """Return the contrast ratio by WCAG 2, from 1 (equal) to 21 (black on white)."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)
