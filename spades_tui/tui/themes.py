"""The themes: ours, Textual's, and those for terminals of 16 colours; each has a colour for everything that we draw.

Drawing code names colours by their roles (`widgets.inks`), which are variables of the theme. Besides Textual's:

- ``soft``, ``faint``, ``joker``, ``side-0`` to ``side-4``, ``suit-0`` to ``suit-3`` (clubs, diamonds, hearts, spades):
  text on ``background`` and ``surface``; ``line``: rules and frames there; ``field``: the ground of text being edited;
- ``chosen``, ``on-chosen``: the chosen line of a list;
- ``face``, ``face-dim`` (not playable), ``face-chosen``, ``face-barred`` (both): the faces of cards. Each has an
  ``-edge``, a ``-foot`` (its number in the hand), a ``-joker`` and suits; the card that wins a trick has the edge
  ``face-heavy``;
- ``back``, ``back-edge``, ``back-weave``, ``on-back``: cards face down.
"""

import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Literal

from rich.color import Color, ColorSystem
from rich.style import Style
from textual.color import Color as Shade
from textual.theme import BUILTIN_THEMES, Theme

Depth = Literal["true", "256", "16", "8"]
"""The number of colours: all, 256, 16, or 16 of which 8 can be backgrounds (the Linux console)."""
Colors = dict[str, str]
"""Colours by role: ``#rrggbb``, or ``ansi_…`` for the terminal's own."""

BLACK, WHITE = "#000000", "#ffffff"
FACES = ("face-chosen", "face-dim", "face-barred", "face")
TABLE = ("background", "surface")
GROUNDS = (*TABLE, "field", "chosen", "back", *FACES)
DRAWN = ("line", "face-edge", "face-dim-edge", "face-barred-edge", "back-edge", "back-weave")
"""Frames and rules, which need less contrast than text."""


def _colors(**roles: str) -> Colors:
    """Return colours by role. Several in one text, such as those of suits, are numbered from 0."""
    colors: Colors = {}
    for name, text in roles.items():
        role, each = name.replace("_", "-"), text.split()
        if len(each) == 1:
            colors[role] = text
        else:
            colors |= {f"{role}-{number}": color for number, color in enumerate(each)}
    return colors


DARK = _colors(
    background="#0f2a22", surface="#17382e", field="#2c5a49", foreground="#ece7d8", soft="#9db5aa", faint="#86a294",
    line="#4c6a5d", primary="#ffd166", success="#7ddf9a", error="#ff7b72", warning="#ffb454", joker="#cfa6ff",
    chosen="#ffd166", on_chosen="#1c1a12", side="#8ecbff #ffb38a #7ddf9a #d6b4ff #f3e37c",
    suit="#8fd6a8 #ffb074 #ff8b84 #f4efe1",
    face="#f6f1e4", face_edge="#8b8573", face_heavy="#7a4f00", face_foot="#6b6552",
    face_suit="#14532d #a83c09 #c1121f #14140f", face_joker="#6a1fb0",
    face_dim="#84978c", face_dim_edge="#3a4a41", face_dim_foot="#14211b",
    face_dim_suit="#10291a #4a1b04 #52080f #0c0c08", face_dim_joker="#2c0d4a",
    face_chosen="#ffe08a", face_chosen_edge="#7a4f00", face_chosen_foot="#7a4f00",
    face_chosen_suit="#14532d #a83c09 #c1121f #14140f", face_chosen_joker="#6a1fb0",
    back="#7a2f3b", back_edge="#d8b4b4", back_weave="#b0616c", on_back="#ffe9c9",
)  # fmt: skip

LIGHT = DARK | _colors(
    background="#dde8dc", surface="#cddccd", field="#b9cfbb", foreground="#16281f", soft="#3c5147", faint="#4a5f54",
    line="#93a89b", primary="#6a4700", success="#0d6230", error="#a8141c", warning="#7f4500", joker="#5b2a9d",
    chosen="#1f5c43", on_chosen=WHITE, side="#0b4f8a #93300f #0d6230 #5b2a9d #5c4a00",
    suit="#0f5f35 #8f3d00 #a8141c #14140f", face="#fffdf6", face_dim="#b3bfb5",
)  # fmt: skip

CONTRAST = DARK | _colors(
    background=BLACK, surface="#1c1c1c", field="#003a66", foreground=WHITE, soft="#f0f0f0", faint="#dcdcdc",
    line="#a0a0a0", primary="#ffe100", success="#6cff8c", error="#ff9d97", warning="#ffbf5e", joker="#e2c8ff",
    chosen="#ffe100", on_chosen=BLACK, side="#86d9ff #ffc59e #6cff8c #e2c8ff #fff59a",
    suit="#7dffa8 #8cc8ff #ff9d97 #ffffff",
    face=WHITE, face_edge="#4a4a4a", face_heavy=BLACK, face_foot="#3a3a3a",
    face_suit="#004a1e #0a2f9e #960012 #000000", face_joker="#4b0f8a",
    face_dim="#b4b4b4", face_dim_suit="#001e0c #04133f #3c0007 #000000", face_dim_joker=BLACK,
    face_chosen="#ffee70", face_chosen_edge=BLACK, face_chosen_foot=BLACK,
    face_chosen_suit="#004a1e #0a2f9e #960012 #000000", face_chosen_joker="#4b0f8a",
    back="#5c0018", back_edge=WHITE, back_weave="#d08a97", on_back=WHITE,
)  # fmt: skip

RED_GREEN = DARK | _colors(  # blue for good, orange for bad, and distinct suits and sides
    background="#12212e", surface="#1b2e3e", field="#2c4c66", foreground="#f0ede4", soft="#a9bccb", faint="#92a6b6",
    line="#4c6478", primary="#ffd54a", success="#659fff", error="#ee8a2e", warning="#f2f23c", joker="#ff9ac0",
    chosen="#ffd54a", on_chosen=BLACK, side="#8cefff #f1c24a #659fff #e97593 #ebffc6",
    suit="#2fbb74 #a18cfd #f4c611 #ffffff",
    face="#f7f3ea", face_suit="#0f747e #471ac3 #a24212 #14140f", face_joker="#8a1060",
    face_dim="#8796a3", face_dim_edge="#33434f", face_dim_suit="#062e32 #1c0a4e #411a07 #080806", face_dim_joker=BLACK,
    face_chosen="#ffe69a", face_chosen_suit="#0e6e78 #471ac3 #a24212 #14140f", face_chosen_joker="#8a1060",
    back="#24497a", back_edge="#a9c4e6", back_weave="#6f93c4",
)  # fmt: skip

WARM = DARK | _colors(
    background="#2b1c13", surface="#3b281c", field="#5f4330", foreground="#f6e7d2", soft="#cbb195", faint="#b99f83",
    line="#7d5f46", primary="#ffc757", success="#b8d26e", error="#ff8b72", warning="#ffab5e", joker="#e6b4d8",
    chosen="#ffc757", on_chosen="#1f160c", side="#9fcbdc #ffb38a #b8d26e #e6b4d8 #f2e28c",
    suit="#a9cf8f #ffb86b #ff8f7d #f7ecd9",
    face="#fbf0dc", face_edge="#94805f", face_suit="#33531c #94470a #b01c1c #1c140d", face_joker="#6d1d74",
    face_dim="#a39079", face_dim_edge="#54432f", face_dim_suit="#14210b #3b1c04 #460b0b #0b0805", face_dim_joker=BLACK,
    face_chosen="#ffd98a", face_chosen_suit="#33531c #94470a #b01c1c #1c140d", face_chosen_joker="#6d1d74",
    back="#7d2f28",
)  # fmt: skip

# Terminals differ in their 16 colours: brown may be yellow, and grey light or dark. So text is on black, white or
# yellow, in colours that are readable there on every terminal; tests measure this.

_ON_BLACK = "ansi_bright_green ansi_bright_cyan ansi_bright_yellow ansi_bright_white"
"""Suits on black, in those of the 16 colours that have enough contrast on every terminal."""
_DARK_SUITS = "ansi_blue ansi_magenta ansi_red ansi_black"
_BLACK_SUITS = " ".join(4 * ["ansi_black"])

SIXTEEN = _colors(
    background="ansi_black", surface="ansi_black", field="ansi_blue", foreground="ansi_bright_white",
    soft="ansi_white", faint="ansi_white", line="ansi_bright_black", primary="ansi_bright_yellow",
    success="ansi_bright_green", error="ansi_bright_red", warning="ansi_bright_yellow", joker="ansi_bright_white",
    chosen="ansi_bright_yellow", on_chosen="ansi_black",
    side="ansi_bright_cyan ansi_bright_magenta ansi_bright_green ansi_white ansi_bright_yellow",
    suit="ansi_bright_cyan ansi_bright_magenta ansi_bright_red ansi_bright_white",
    face="ansi_bright_white", face_edge="ansi_bright_black", face_heavy="ansi_black", face_foot="ansi_black",
    face_suit=_DARK_SUITS, face_joker="ansi_black",
    face_dim="ansi_white", face_dim_edge="ansi_bright_black", face_dim_foot="ansi_black", face_dim_suit=_BLACK_SUITS,
    face_dim_joker="ansi_black",
    face_chosen="ansi_bright_yellow", face_chosen_edge="ansi_black", face_chosen_foot="ansi_black",
    face_chosen_suit="ansi_blue ansi_red ansi_red ansi_black", face_chosen_joker="ansi_black",
    back="ansi_red", back_edge="ansi_white", back_weave="ansi_white", on_back="ansi_bright_white",
)  # fmt: skip

SIXTEEN_ON_WHITE = _colors(
    background="ansi_bright_white", surface="ansi_bright_white", field="ansi_bright_yellow", foreground="ansi_black",
    soft="ansi_black", faint="ansi_black", line="ansi_white", primary="ansi_blue", success="ansi_blue",
    error="ansi_red", warning="ansi_magenta", joker="ansi_black",
    side="ansi_blue ansi_red ansi_blue ansi_magenta ansi_black", suit=_DARK_SUITS,
)  # fmt: skip
"""What differs on a light background."""

BLACK_CARDS = _colors(
    chosen="ansi_bright_white", face="ansi_black", face_edge="ansi_bright_white", face_heavy="ansi_bright_white",
    face_foot="ansi_white", face_suit=_ON_BLACK, face_joker="ansi_bright_white",
    face_dim="ansi_black", face_dim_foot="ansi_white", face_dim_suit=" ".join(4 * ["ansi_white"]),
    face_dim_joker="ansi_white", face_chosen="ansi_bright_white", face_chosen_suit=_BLACK_SUITS,
    face_barred_edge="ansi_black", face_barred_foot="ansi_black", face_barred_suit=_BLACK_SUITS,
    face_barred_joker="ansi_black", back="ansi_black", back_weave="ansi_bright_black",
)  # fmt: skip
"""What differs in high contrast, and on the Linux console, where white is grey and yellow is brown.

Four suits are distinct only on black.
"""

SIXTEEN_OTHERWISE = {
    "contrast": _colors(
        error="ansi_bright_yellow", suit=_ON_BLACK,
        side="ansi_bright_cyan ansi_bright_yellow ansi_bright_green ansi_white ansi_bright_yellow",
    ),
    "red-green": _colors(
        success="ansi_bright_cyan",
        side="ansi_bright_white ansi_bright_magenta ansi_bright_cyan ansi_white ansi_bright_yellow",
    ),
}  # fmt: skip
"""What differs on black, by theme: few of the 16 colours have enough contrast to black everywhere, and red-green blind
people confuse lime and yellow.
"""

TERMINAL = _colors(
    background="ansi_default", surface="ansi_default", field="ansi_default", foreground="ansi_default",
    soft="ansi_default", faint="ansi_default", line="ansi_default", primary="ansi_default", success="ansi_green",
    error="ansi_red", warning="ansi_magenta", joker="ansi_default",
    side="ansi_cyan ansi_red ansi_green ansi_magenta ansi_default",
    suit="ansi_green ansi_magenta ansi_red ansi_default",
)  # fmt: skip
"""What differs from the dark theme on the terminal's own background, which may be dark or light."""

FOR_TEXTUAL = {
    "panel": "surface", "footer-background": "background", "footer-key-foreground": "primary",
    "block-cursor-foreground": "on-chosen", "block-cursor-background": "chosen",
    "screen-selection-foreground": "on-chosen", "screen-selection-background": "chosen",
}  # fmt: skip
"""Variables of Textual's widgets with the colours of our roles."""

FOR_TEXTUAL_IN_SIXTEEN = FOR_TEXTUAL | {
    "ansi-background": "background", "ansi-foreground": "foreground", "surface-active": "surface",
    "foreground-disabled": "soft", "border": "line", "border-blurred": "line",
    "input-cursor-background": "foreground", "input-cursor-foreground": "background",
    "input-selection-background": "field", "input-selection-foreground": "foreground",
    **dict.fromkeys(("scrollbar", "scrollbar-hover", "scrollbar-active"), "soft"),
    **dict.fromkeys(("scrollbar-background", "scrollbar-background-hover", "scrollbar-background-active"), "line"),
}  # fmt: skip
"""The same for 16 colours, where Textual's own aren't readable everywhere, or are missing."""

OWN = {"dark": DARK, "light": LIGHT, "contrast": CONTRAST, "red-green": RED_GREEN, "warm": WARM}
"""The themes that are defined here in all colours; others are Textual's, or of 16 colours."""

ENOUGH = 4.5
"""Minimum contrast ratio for text by WCAG 2, level AA."""
MUCH = 7.0
"""Minimum contrast ratio for the high-contrast theme (level AAA)."""
SPARE = 0.05
"""Added to a required contrast ratio, because of rounding."""


@lru_cache(maxsize=8)
def theme_of(name: str, depth: Depth = "true", *, grey: bool = False, two: bool = False) -> Theme:
    """Return a theme by its name in the settings; the dark one if it's unknown, as in other versions of Textual.

    `grey`: colours are off (NO_COLOR), so Textual makes everything grey; `two`: suits are red and black. With few
    colours it's a theme of 16, and on the Linux console a dark one, because that has no light background.
    """
    if name not in (*OWN, "sixteen", "terminal", *BUILTIN_THEMES):
        name = "dark"
    dark = name != "light" and (name not in BUILTIN_THEMES or BUILTIN_THEMES[name].dark)
    ansi = depth in ("16", "8") or name in ("sixteen", "terminal")
    if name == "terminal":
        colors = theme_of("dark", depth).variables | TERMINAL
    elif ansi:
        dark = dark or depth == "8"
        colors = _of_sixteen(name, depth, dark)
    else:
        colors = _with_barred(OWN[name] if name in OWN else _of_textual(BUILTIN_THEMES[name]))
        if depth == "256" and name in OWN and dark:
            colors = {**colors, "surface": "#262626"}  # the nearest colour would be a bright one
        if depth == "256" or grey or name not in OWN:
            seen = triplet
            if grey:
                seen = _grey
            elif depth == "256":
                seen = _of_256
            colors = _legible(colors, MUCH if name == "contrast" else ENOUGH, seen)
    if two:
        for suit, like in (("suit-0", "suit-3"), ("suit-1", "suit-2")):  # clubs like spades, diamonds like hearts
            colors |= {role: colors[role.replace(suit, like)] for role in colors}
    textual = FOR_TEXTUAL_IN_SIXTEEN if ansi else FOR_TEXTUAL
    parts = (name, depth if depth != "true" else "", "grey" if grey else "", "two" if two else "")
    return Theme(
        "-".join(filter(None, parts)), dark=dark, ansi=ansi, primary=colors["primary"], secondary=colors["side-0"],
        accent=colors["primary"], warning=colors["warning"], error=colors["error"], success=colors["success"],
        foreground=colors["foreground"], background=colors["background"], surface=colors["surface"],
        panel=colors["surface"],
        variables=colors | {name: colors[role] for name, role in textual.items()},
    )  # fmt: skip


def _of_sixteen(name: str, depth: Depth, dark: bool) -> Colors:
    colors = SIXTEEN if dark else SIXTEEN | SIXTEEN_ON_WHITE
    if name == "contrast" or depth == "8":
        colors = colors | BLACK_CARDS
    return _with_barred(colors | SIXTEEN_OTHERWISE.get(name, {}))


def _with_barred(colors: Colors) -> Colors:
    """Return the colours with those of a chosen card that isn't playable."""
    dim = {role.replace("dim", "barred"): color for role, color in colors.items() if role.startswith("face-dim-")}
    return {**dim, "face-barred": colors["face-chosen"], **colors}


class Styles(dict[str, Style]):
    """The styles of a theme by how drawing code writes them, such as ``bold $primary on $surface``."""

    VARIABLE = re.compile(r"\$([a-z0-9-]+)")

    def __init__(self, variables: Mapping[str, str]) -> None:
        """Take the variables of a theme. Raises KeyError later for a variable that isn't there."""
        super().__init__()
        self._variables = variables

    def __missing__(self, words: str) -> Style:
        """Make the style."""
        style = Style.parse(self.VARIABLE.sub(lambda name: self._variables[name[1]].removeprefix("ansi_"), words))
        self[words] = style
        return style


# Themes of Textual get colours for our roles from their own. Each text colour then becomes lighter or darker until it's
# readable on its background, in as many colours as the terminal has.

Triplet = tuple[int, int, int]
Seen = Callable[[str], Triplet]
"""A function that converts a colour as the terminal will."""


def _of_textual(theme: Theme) -> Colors:
    """Return colours for our roles from a theme of Textual."""
    has = {part: color[:7].lower() for part, color in theme.to_color_system().generate().items()}
    ground, text = has["background"], has["foreground"]
    if not text.startswith("#"):  # Textual says "auto" if the text colour depends on the background
        text = "#e0e0e0" if theme.dark else "#1e1e1e"
    face = mixed(text if theme.dark else ground, WHITE, 0.75)
    chosen = mixed(has["warning"], WHITE, 0.6)
    signals = (has["success"], has["warning"], has["error"])
    suits = _apart((*signals, text), _numbered(DARK, "suit"))
    printed = _apart((*signals, DARK["face-suit-3"]), _numbered(DARK, "face-suit"))
    others = tuple(DARK[role] for role in ("success", "side-0", "side-1", "side-3", "side-4"))
    parts = ("success", "primary", "warning", "accent", "secondary")
    green, sky, peach, *rest = _apart(tuple(has[part] for part in parts), others)
    surface = has["surface"] if has["surface"] != ground else has["panel"]
    return DARK | _colors(
        background=ground, surface=surface,
        field=mixed(has["panel"], has["primary"], 0.25), foreground=text, soft=mixed(text, ground, 0.25),
        faint=mixed(text, ground, 0.35), line=mixed(text, ground, 0.6), primary=has["accent"], success=green,
        error=has["error"], warning=has["warning"], joker=has["accent"], chosen=has["accent"], on_chosen=BLACK,
        side=" ".join((sky, peach, green, *rest)), suit=" ".join(suits),
        face=face, face_edge=mixed(face, BLACK, 0.45), face_suit=" ".join(printed),
        face_dim=mixed(face, BLACK, 0.35), face_dim_edge=mixed(face, BLACK, 0.7),
        face_dim_suit=" ".join(mixed(ink, BLACK, 0.6) for ink in printed), face_dim_joker=BLACK,
        face_chosen=chosen, face_chosen_suit=" ".join(printed),
        back=mixed(has["primary"], BLACK, 0.5), back_edge=mixed(has["primary"], WHITE, 0.6),
        back_weave=has["primary"], on_back=WHITE,
    )  # fmt: skip


def _numbered(colors: Colors, role: str) -> tuple[str, ...]:
    return tuple(colors[f"{role}-{number}"] for number in range(4))


NEAR = 70
"""Minimum total difference of red, green and blue (0 to 255 each) for two colours to be distinct."""


def _apart(wanted: tuple[str, ...], others: tuple[str, ...]) -> tuple[str, ...]:
    """Return the colours; replace one that is too similar to an earlier one by the colour of `others` at its index."""
    taken: list[str] = []
    for one, other in zip(wanted, others, strict=True):
        near = [has for has in taken if _distance(one, has) < NEAR]
        taken.append(other if near else one)
    return tuple(taken)


def _distance(one: str, other: str) -> int:
    return sum(abs(a - b) for a, b in zip(triplet(one), triplet(other), strict=True))


def grounds_of(role: str) -> tuple[str, ...]:
    """Return the backgrounds on which a role has to be readable; none if it's a background, a frame or a rule."""
    if role in (*GROUNDS, *DRAWN):
        return ()
    if role.startswith("on-"):
        return (role.removeprefix("on-"),)
    return next(((face,) for face in FACES if role.startswith(f"{face}-")), TABLE)


def _legible(colors: Colors, least: float, seen: Seen) -> Colors:
    """Return the colours, with text that has at least this contrast ratio."""
    made = dict(colors)
    for role in colors:
        for ground in grounds_of(role):
            made[role] = readable(made[role], made[ground], least, seen)
    text = seen(made["foreground"])
    steps = (mixed(made["field"], made["background"], step / 10) for step in range(11))
    made["field"] = next(tried for tried in steps if contrast(text, seen(tried)) >= least + SPARE)
    return made


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
    total = 0.0
    for share, part in zip((0.2126, 0.7152, 0.0722), color, strict=True):
        light = part / 255
        total += share * (light / 12.92 if light <= 0.03928 else ((light + 0.055) / 1.055) ** 2.4)
    return total


def contrast(one: Triplet, other: Triplet) -> float:
    """Return the contrast ratio by WCAG 2, from 1 (equal) to 21 (black on white)."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)
