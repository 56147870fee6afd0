"""Simulate colour blindness: how colours look without one kind of cones, and how far apart they are.

The matrices are from Machado, Oliveira and Fernandes (2009), for a complete lack, in linear RGB.
"""

from tests.screens.readable import Triplet

KINDS: dict[str, tuple[tuple[float, float, float], ...]] = {
    "none": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protan": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deutan": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritan": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
"""How each kind of eye sees red, green and blue; "none" is normal sight."""

Lab = tuple[float, float, float]


def distance(one: Triplet, other: Triplet, kind: str) -> float:
    """Return the distance of two colours to such eyes in CIELAB (Delta E of 1976); 2.3 is just noticeable."""
    first, second = _lab(one, kind), _lab(other, kind)
    return float(sum((a - b) ** 2 for a, b in zip(first, second, strict=True)) ** 0.5)


def _lab(color: Triplet, kind: str) -> Lab:
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
              for part in (part / 255 for part in color)]  # fmt: skip
    met = [min(1.0, max(0.0, sum(a * b for a, b in zip(row, linear, strict=True)))) for row in KINDS[kind]]
    red, green, blue = met
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.95047
    y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.08883
    a, b, c = (t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116 for t in (x, y, z))
    return 116 * b - 16, 500 * (a - b), 200 * (b - c)
