"""Compiled parts of the computer players give exactly the results of the Python code."""

from pathlib import Path

import pytest

from tests.bots import kernel_choices
from tests.bots.tables import TABLES
from tests.compiled import MODULES, ROOT, compiled_copy, no_compiler, run_there


def test_every_compiled_module_exists() -> None:
    assert [module for module in MODULES if not (ROOT / module).is_file()] == []


@pytest.mark.slow
@pytest.mark.skipif(bool(no_compiler()), reason=no_compiler() or "-")
def test_compiled_code_gives_the_same_results(tmp_path: Path) -> None:
    compiled_copy(tmp_path)
    form, *compiled = run_there(tmp_path, "-m", "tests.bots.kernel_choices").splitlines()
    assert (kernel_choices.form(), form) == ("python", "compiled")
    python = [line for number in range(len(TABLES)) for line in kernel_choices.results_at(number)]
    assert len(python) > 5_000
    assert compiled == python
    assert run_there(tmp_path, "-m", "spades_tui", "--version").endswith(" (kernel: compiled)\n")
