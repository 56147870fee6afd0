"""What several tests of the set-up screens look at."""

from textual.pilot import Pilot

from spades_tui.screens.choosing import ChoiceList

SIZES = ((80, 24), (140, 45))


def labels(pilot: Pilot[int]) -> list[str]:
    """The lines of the list that stands."""
    return [choice.label for choice in pilot.app.screen.query_one(ChoiceList).choices]


def shown(pilot: Pilot[int]) -> str:
    """Everything on the screen, as text."""
    app = pilot.app
    width, height = app.size
    lines = app.screen._compositor.render_strips()
    return "\n".join("".join(segment.text for segment in strip) for strip in lines)[: (width + 1) * height * 2]


async def press(pilot: Pilot[int], *keys: str) -> None:
    """Press keys, and let the screens come to rest."""
    await pilot.press(*keys)
    await pilot.pause()
