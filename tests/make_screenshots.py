"""Write screenshots/*.svg, from the same scenes as the snapshot tests: `python -m tests.make_screenshots [SCENE …]`."""

import asyncio
import os
import sys
import tempfile
from pathlib import Path

from tests.scenes import PICTURES, SCENES, SIZES
from tests.setup_scenes import SETUP_SCENES

EVERY = {**SETUP_SCENES, **SCENES}


async def picture(name: str, size: tuple[int, int]) -> str:
    """One scene at one size, as SVG."""
    scene = EVERY[name]
    app = scene.app()
    async with app.run_test(size=size) as pilot:
        await scene.go(pilot)
        await pilot.pause()
        return app.export_screenshot(title="spades-tui")


def main(names: list[str]) -> int:
    """Write the pictures of these scenes, or of all."""
    PICTURES.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as home:
        for name in names or EVERY:
            os.environ["SPADES_TUI_HOME"] = str(Path(home) / name)
            for size in SIZES:
                path = PICTURES / f"{name}-{size[0]}x{size[1]}.svg"
                path.write_text(asyncio.run(picture(name, size)), encoding="utf-8")
                print(path.relative_to(PICTURES.parent))
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
