"""Convert the dark theme's colours when painting: to another theme, to fewer colours, or to none.

Code writes every style in the colours of the dark theme (`palette`), and a canvas replaces each by its counterpart
(`shade`).
"""

from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from typing import Literal

from msgspec import Struct
from rich.color import Color, ColorSystem
from rich.style import Style
from textual.color import Color as Shade
from textual.theme import BUILTIN_THEMES, Theme

from spades_tui.tui.widgets import palette

Depth = Literal["true", "256", "16", "8"]
"""The number of colours: all, 256, 16, or 16 of which 8 can be backgrounds (the Linux console)."""


def _suits(*inks: str, of: Sequence[str] = palette.SUIT_INK) -> dict[str, str]:
    return dict(zip(of, inks, strict=True))


_LIGHT_INKS = {
    palette.TEXT: "#16281f", palette.SOFT: "#3c5147", palette.FAINT: "#4a5f54", palette.LINE: "#93a89b",
    palette.GOLD: "#6a4700", palette.GREEN: "#0d6230", palette.RED: "#a8141c", palette.ORANGE: "#7f4500",
    palette.SKY: "#0b4f8a", palette.PEACH: "#93300f", palette.VIOLET: "#5b2a9d", palette.LEMON: "#5c4a00",
    palette.JOKER: "#5b2a9d",
    palette.ON_GOLD: "#ffffff",
    **_suits("#0f5f35", "#8f3d00", "#a8141c", "#14140f", of=palette.SUIT_ON_GROUND),
}  # fmt: skip
_BLACK, _WHITE, _SILVER, _GREY = "#000000", "#ffffff", "#aaaaaa", "#555555"
_BLUE, _CYAN, _DARK_RED, _PINK = "#0000aa", "#55ffff", "#aa0000", "#ff5555"
_MAGENTA, _ROSE, _LIME, _YELLOW = "#aa00aa", "#ff55ff", "#55ff55", "#ffff55"
"""Colours from a terminal's 16. The nearest ones would put grey on grey, and red on yellow-brown.

Terminals differ in these colours: brown may be yellow, and grey light or dark. So text is on black, white or yellow, in
colours that are readable there on every terminal; tests measure this. A card that may not be played has black text on
light grey. Many terminals lighten bold text, so dark text is never bold.
"""

_DARK_INKS = (_BLACK, _BLUE, _DARK_RED, _MAGENTA)
_ON_BLACK = (_LIME, _CYAN, _YELLOW, _WHITE)
"""Suits on black, in those of the 16 colours that have enough contrast on every terminal."""

_FEW_DARK_INKS = {
    palette.TEXT: _WHITE, palette.LINE: _GREY, palette.GOLD: _YELLOW, palette.GREEN: _LIME, palette.RED: _PINK,
    palette.ORANGE: _YELLOW, palette.SKY: _CYAN, palette.PEACH: _ROSE, palette.LEMON: _YELLOW, palette.JOKER: _WHITE,
    **_suits(_CYAN, _ROSE, _PINK, _WHITE, of=palette.SUIT_ON_GROUND),
}  # fmt: skip
"""Text colours on black; any other becomes light grey."""

_FEW_LIGHT_INKS = {
    palette.LINE: _SILVER, palette.GOLD: _BLUE, palette.GREEN: _BLUE, palette.RED: _DARK_RED,
    palette.ORANGE: _MAGENTA, palette.SKY: _BLUE, palette.PEACH: _DARK_RED, palette.VIOLET: _MAGENTA,
    **_suits(_BLUE, _MAGENTA, _DARK_RED, _BLACK, of=palette.SUIT_ON_GROUND),
}  # fmt: skip
"""Text colours on white; any other becomes black."""

_ON_BACK = (palette.ON_BACK, palette.BACK_EDGE, palette.BACK_WEAVE)
Face = tuple[str, str, dict[str, str]]
"""A background in few colours, its usual text colour, and the text colours that differ."""

_FEW_FACES: dict[str, Face] = {
    palette.FACE: (_WHITE, _BLACK, _suits(_BLUE, _MAGENTA, _DARK_RED, _BLACK) | {palette.CARD_EDGE: _GREY}),
    palette.FACE_CHOSEN: (_YELLOW, _BLACK, _suits(_BLUE, _DARK_RED, _DARK_RED, _BLACK)),
    palette.FACE_DIM: (_SILVER, _BLACK, {palette.CARD_EDGE_DIM: _GREY}),
    palette.GOLD: (_YELLOW, _BLACK, {}),
    palette.BACK: (_DARK_RED, _BLACK, dict(zip(_ON_BACK, (_WHITE, _SILVER, _SILVER), strict=True))),
}

_FEW_OTHERWISE: dict[str, dict[str, str]] = {
    "contrast": {palette.RED: _YELLOW, palette.PEACH: _YELLOW, **_suits(*_ON_BLACK, of=palette.SUIT_ON_GROUND)},
    "red-green": {palette.GREEN: _CYAN, palette.SKY: _WHITE},
}
"""Exceptions on black, by theme: few of the 16 colours have enough contrast to black everywhere, and red-green blind
people confuse lime and yellow.
"""

_BLACK_FACES: dict[str, Face] = {
    palette.FACE: (_BLACK, _SILVER, _suits(*_ON_BLACK) | dict.fromkeys(
        (palette.CARD_EDGE, palette.CARD_EDGE_HEAVY, palette.JOKER_INK), _WHITE
    )),
    palette.FACE_CHOSEN: (_WHITE, _BLACK, {}),
    palette.FACE_DIM: (_BLACK, _SILVER, {palette.CARD_EDGE_DIM: _GREY}),
    palette.GOLD: (_WHITE, _BLACK, {}),
    palette.BACK: (_BLACK, _SILVER, dict(zip(_ON_BACK, (_WHITE, _SILVER, _GREY), strict=True))),
}  # fmt: skip
"""Cards in high contrast, and on the Linux console, where white is grey and yellow is brown.

Four suits are distinct only on black.
"""

_CLEARER = {
    palette.RAISED: "#262626",
    palette.FACE_CHOSEN: "#ffffaf",
    palette.FACE_DIM: "#9e9e9e",
    **{_LIGHT_INKS[ink]: "#5f5f00" for ink in (palette.ORANGE, palette.PEACH, palette.SUIT_ON_GROUND[1])},
}
"""Replacements in 256 colours, if the nearest colour isn't readable."""

_GREY_INKS = {palette.RED: "#ff9a93"}
"""Replacements in the dark theme without colours (NO_COLOR)."""

_INKS = (palette.SUIT_INK, palette.SUIT_INK_DIM, palette.SUIT_ON_GROUND)
_TWO_SUITS = {inks[one]: inks[other] for inks in _INKS for one, other in ((0, 3), (1, 2))}
"""Replacements for two-coloured suits, on a card's face and on the background: clubs like spades, diamonds like hearts.
"""


class Looks(Struct, frozen=True):
    """The current look."""

    theme: str = "dark"
    light: bool = False
    """Whether this theme has a light background."""
    depth: Depth = "true"
    """The number of the terminal's colours."""
    grey: bool = False
    """Whether colours are off (NO_COLOR): Textual makes everything grey."""
    two: bool = False
    """Whether suits are red and black, instead of a colour for each."""


_PLAIN = Looks()
_looks = _PLAIN


def use(theme: str, *, depth: Depth = "true", grey: bool = False, suits: str = "four") -> None:
    """Paint like this from now on, with a theme by name (the dark one if unknown); the rest as in `Looks`.

    The Linux console has no light background, so light themes become dark there.
    """
    global _looks
    try:
        scheme(theme)
    except KeyError:  # other versions of Textual may have other themes
        theme = "dark"
    looks = Looks(theme, scheme(theme).light and depth != "8", depth, grey, suits == "two")
    _looks = _PLAIN if looks == _PLAIN else looks


def shade(style: Style) -> Style:
    """Return a style converted to the current look."""
    return style if _looks is _PLAIN else _shaded(style, _looks)


@lru_cache(maxsize=8192)
def _shaded(style: Style, looks: Looks) -> Style:
    ink, under = _name(style.color), _name(style.bgcolor)
    if looks.two:
        ink = _TWO_SUITS.get(ink, ink)
    if looks.depth in ("16", "8"):
        ink, under = _of_sixteen(ink, under, looks)
        style += Style(bold=False if ink in _DARK_INKS else None)
    else:
        ink, under = painted(ink, under, looks)
    return style + Style(color=ink or None, bgcolor=under or None)


def _of_sixteen(ink: str, under: str, looks: Looks) -> tuple[str, str]:
    paper, pen = (_WHITE, _BLACK) if looks.light else (_BLACK, _WHITE)
    if under in _FEW_FACES and not looks.grey:
        faces = _BLACK_FACES if looks.theme == "contrast" or looks.depth == "8" else _FEW_FACES
        ground, few, inks = faces[under]
        return inks.get(ink, few), ground
    if under in (palette.GOLD, palette.BACK):
        return paper, pen
    if under in _FEW_FACES:
        return _BLACK, _SILVER if under == palette.FACE_DIM else _WHITE
    if under == palette.FIELD and not looks.grey:
        return pen, _YELLOW if looks.light else _BLUE
    dark = {**_FEW_DARK_INKS, **_FEW_OTHERWISE.get(looks.theme, {})}
    few = _FEW_LIGHT_INKS.get(ink, _BLACK) if looks.light else dark.get(ink, _SILVER)
    return pen if looks.grey else few, under and paper


def theme() -> Theme:
    """Return the current colours as a theme for Textual's widgets."""
    looks = _looks
    name = f"spades-{looks.theme}"
    name += ("-grey" if looks.grey else "") + ("" if looks.depth == "true" else f"-{looks.depth}")

    def ink(color: str) -> str:
        return _name(_shaded(Style(color=color, bgcolor=palette.GROUND), looks).color)

    def ground(color: str) -> str:
        return _name(_shaded(Style(color=palette.TEXT, bgcolor=color), looks).bgcolor)

    return Theme(
        name, dark=not looks.light, foreground=ink(palette.TEXT), background=ground(palette.GROUND),
        surface=ground(palette.RAISED), panel=ground(palette.RAISED), primary=ink(palette.GOLD),
        secondary=ink(palette.SKY), accent=ink(palette.GOLD), warning=ink(palette.ORANGE), error=ink(palette.RED),
        success=ink(palette.GREEN),
        variables={"footer-background": ground(palette.GROUND), "field": ground(palette.FIELD)},
    )  # fmt: skip


def _name(color: Color | None) -> str:
    return color.name if color is not None else ""


# Themes: light, high contrast, red-green blindness, warm, and Textual's. Each replaces colours of the dark theme. If it
# has a minimum contrast, each text colour then becomes lighter or darker until it's readable on its background, in as
# many colours as the terminal has.

ENOUGH = 4.5
"""Minimum contrast ratio for text by WCAG 2, level AA."""
MUCH = 7.0
"""Minimum contrast ratio for the high-contrast theme (level AAA)."""
SPARE = 0.05
"""Added to a required contrast ratio, because of rounding."""

Triplet = tuple[int, int, int]
Seen = Callable[[str], Triplet]
"""A function that converts a colour as the terminal will."""


class Scheme(Struct, frozen=True):
    """A theme's replacements for the dark theme's colours."""

    light: bool
    grounds: dict[str, str]
    inks: dict[str, str]
    least: float = ENOUGH
    """The minimum contrast ratio of all text; 0 if the colours are readable as they are."""


def _grounds(*grounds: str) -> dict[str, str]:
    """Return replacements for the dark theme's backgrounds, in this order; the chosen card and its back come last."""
    dark = (palette.GROUND, palette.RAISED, palette.FIELD, palette.GOLD, palette.FACE, palette.FACE_DIM,
            palette.FACE_CHOSEN, palette.BACK)  # fmt: skip
    return dict(zip(dark, grounds, strict=False))


def _inks(
    text: str, soft: str, faint: str, line: str, gold: str, green: str, red: str, orange: str, joker: str,
    sides: Sequence[str], suits: Sequence[str], printed: Sequence[str], printed_joker: str, on_gold: str = _BLACK,
) -> dict[str, str]:  # fmt: skip
    """Return replacements for the dark theme's text colours.

    `sides`: colours that nothing else uses; `printed`: suits on a card's face.
    """
    own = (text, soft, faint, line, gold, green, red, orange, joker, on_gold, printed_joker, _BLACK)
    dark = (palette.TEXT, palette.SOFT, palette.FAINT, palette.LINE, palette.GOLD, palette.GREEN, palette.RED,
            palette.ORANGE, palette.JOKER, palette.ON_GOLD, palette.JOKER_INK, palette.JOKER_INK_DIM)  # fmt: skip
    inks = dict(zip(dark, own, strict=True))
    inks.update(zip((palette.SKY, palette.PEACH, palette.VIOLET, palette.LEMON), sides, strict=True))
    dim = _suits(*(mixed(ink, _BLACK, 0.6) for ink in printed), of=palette.SUIT_INK_DIM)
    return inks | _suits(*suits, of=palette.SUIT_ON_GROUND) | _suits(*printed) | dim


def _of_textual(name: str) -> Scheme:
    """Return a theme from one of Textual's. Raises KeyError for an unknown name."""
    theme = BUILTIN_THEMES[name]
    made = theme.to_color_system().generate()
    has = {part: color[:7].lower() for part, color in made.items()}
    ground, text = has["background"], has["foreground"]
    if not text.startswith("#"):  # Textual says "auto" if the text colour depends on the background
        text = "#e0e0e0" if theme.dark else "#1e1e1e"
    face = mixed(text if theme.dark else ground, _WHITE, 0.75)
    signals = (has["success"], has["warning"], has["error"])
    suits = _apart((*signals, text), palette.SUIT_ON_GROUND)
    on_card = _apart((*signals, palette.SUIT_INK[3]), palette.SUIT_INK)
    green, *sides = _apart(
        (has["success"], has["primary"], has["warning"], has["accent"], has["secondary"]),
        (palette.GREEN, palette.SKY, palette.PEACH, palette.VIOLET, palette.LEMON),
    )
    shade = partial(mixed, text, ground)
    return Scheme(
        not theme.dark,
        _grounds(
            ground, has["surface"] if has["surface"] != ground else has["panel"],
            mixed(has["panel"], has["primary"], 0.25), has["accent"], face, mixed(face, _BLACK, 0.35),
            mixed(has["warning"], _WHITE, 0.6), mixed(has["primary"], _BLACK, 0.5),
        ),
        {
            **_inks(text, shade(0.25), shade(0.35), shade(0.6), has["accent"], green, has["error"], has["warning"],
                    has["accent"], sides, suits, on_card, palette.JOKER_INK),
            palette.CARD_EDGE: mixed(face, _BLACK, 0.45), palette.CARD_EDGE_DIM: mixed(face, _BLACK, 0.7),
            palette.BACK_EDGE: mixed(has["primary"], _WHITE, 0.6), palette.BACK_WEAVE: has["primary"],
            palette.ON_BACK: _WHITE,
        },
    )  # fmt: skip


@lru_cache(maxsize=4)
def scheme(name: str) -> Scheme:
    """Return a theme's replacements for the dark theme's colours. Raises KeyError for an unknown name."""
    return OWN[name] if name in OWN else _of_textual(name)


DRAWN = (palette.LINE, palette.CARD_EDGE, palette.CARD_EDGE_DIM, palette.BACK_EDGE, palette.BACK_WEAVE)
"""Colours of frames and rules, which need less contrast than text."""


def painted(ink: str, under: str, looks: Looks) -> tuple[str, str]:
    """Return a theme's text and background colours for the dark theme's."""
    of, few = scheme(looks.theme), looks.depth == "256"
    seen = _grey if looks.grey else _of_256 if few else triplet
    if under == palette.FIELD:
        under = palette.GROUND
        ground = _field(of, seen)
    else:
        ground = of.grounds.get(under, under)
    if under == palette.GOLD and of.inks:
        ink = palette.ON_GOLD
    own = of.inks.get(ink, ink)
    if own and ink not in DRAWN:
        own = _on(own, under, of, seen)
    if not of.least:
        own = _GREY_INKS.get(own, own) if looks.grey else own
        own, ground = (_CLEARER.get(own, own), _CLEARER.get(ground, ground)) if few else (own, ground)
    return own, ground


def _on(ink: str, under: str, of: Scheme, seen: Seen) -> str:
    """Return a readable text colour for this background of the dark theme; the same for its two backgrounds."""
    if not of.least:
        return ink
    table = (palette.GROUND, palette.RAISED)
    for each in table if under in ("", *table) else (under,):
        ink = readable(ink, of.grounds.get(each, each), of.least, seen)
    return ink


def _field(of: Scheme, seen: Seen) -> str:
    """Return the background of a text field, as near to the theme's background as possible."""
    ground, own = (of.grounds.get(each, each) for each in (palette.GROUND, palette.FIELD))
    text = seen(_on(of.inks.get(palette.TEXT, palette.TEXT), palette.GROUND, of, seen))
    steps = (mixed(own, ground, step / 10) for step in range(10))
    return next((tried for tried in steps if contrast(text, seen(tried)) >= of.least + SPARE), ground)


def readable(ink: str, ground: str, least: float, seen: Seen) -> str:
    """Return the text colour, only as much lighter or darker as this contrast ratio (1 to 21) needs."""
    under = seen(ground)
    ends = (_WHITE, _BLACK) if luminance(triplet(ink)) > luminance(triplet(ground)) else (_BLACK, _WHITE)
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
    return Color.parse(color).downgrade(ColorSystem.EIGHT_BIT).get_truecolor()


def _grey(color: str) -> Triplet:
    """Return the colour in grey, as Textual makes it without colours."""
    return Shade.parse(color).monochrome.rgb


def luminance(color: Triplet) -> float:
    """Return the relative luminance by WCAG 2, from 0 (black) to 1 (white)."""
    red, green, blue = (part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4
                        for part in (part / 255 for part in color))  # fmt: skip
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: Triplet, other: Triplet) -> float:
    """Return the contrast ratio by WCAG 2, from 1 (equal) to 21 (black on white)."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


OWN = {
    "dark": Scheme(False, {}, {}, 0),
    "light": Scheme(
        True, _grounds("#dde8dc", "#cddccd", "#b9cfbb", "#1f5c43", "#fffdf6", "#b3bfb5"), _LIGHT_INKS, 0
    ),
    "contrast": Scheme(
        False,
        _grounds(_BLACK, "#1c1c1c", "#003a66", "#ffe100", _WHITE, "#b4b4b4", "#ffee70", "#5c0018"),
        {
            **_inks(_WHITE, "#f0f0f0", "#dcdcdc", "#a0a0a0", "#ffe100", "#6cff8c", "#ff9d97", "#ffbf5e", "#e2c8ff",
                    ("#86d9ff", "#ffc59e", "#e2c8ff", "#fff59a"), ("#7dffa8", "#8cc8ff", "#ff9d97", _WHITE),
                    ("#004a1e", "#0a2f9e", "#960012", _BLACK), "#4b0f8a"),
            palette.CARD_EDGE: "#4a4a4a", palette.CARD_EDGE_HEAVY: _BLACK, palette.CARD_FOOT: "#3a3a3a",
            palette.BACK_EDGE: _WHITE, palette.BACK_WEAVE: "#d08a97", palette.ON_BACK: _WHITE,
        },
        MUCH,
    ),
    "red-green": Scheme(  # blue for good, orange for bad, and distinct suits and sides
        False,
        _grounds("#12212e", "#1b2e3e", "#2c4c66", "#ffd54a", "#f7f3ea", "#8796a3", "#ffe69a", "#24497a"),
        {
            **_inks("#f0ede4", "#a9bccb", "#92a6b6", "#4c6478", "#ffd54a", "#659fff", "#ee8a2e", "#f2f23c", "#ff9ac0",
                    ("#8cefff", "#f1c24a", "#e97593", "#ebffc6"), ("#2fbb74", "#a18cfd", "#f4c611", _WHITE),
                    ("#0f747e", "#471ac3", "#a24212", "#14140f"), "#8a1060"),
            palette.CARD_EDGE_DIM: "#33434f", palette.BACK_EDGE: "#a9c4e6", palette.BACK_WEAVE: "#6f93c4",
        },
    ),
    "warm": Scheme(
        False,
        _grounds("#2b1c13", "#3b281c", "#5f4330", "#ffc757", "#fbf0dc", "#a39079", "#ffd98a", "#7d2f28"),
        {
            **_inks("#f6e7d2", "#cbb195", "#b99f83", "#7d5f46", "#ffc757", "#b8d26e", "#ff8b72", "#ffab5e", "#e6b4d8",
                    ("#9fcbdc", "#ffb38a", "#e6b4d8", "#f2e28c"), ("#a9cf8f", "#ffb86b", "#ff8f7d", "#f7ecd9"),
                    ("#33531c", "#94470a", "#b01c1c", "#1c140d"), "#6d1d74", "#1f160c"),
            palette.CARD_EDGE: "#94805f", palette.CARD_EDGE_DIM: "#54432f",
        },
    ),
}  # fmt: skip
"""Themes that are defined here; the others are Textual's."""
