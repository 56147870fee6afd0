"""The modules to compile exist; `tests/test_installing.py` compiles them, installs them and compares their results."""

from tests.compiled import MODULES, ROOT


def test_every_compiled_module_exists() -> None:
    assert [module for module in MODULES if not (ROOT / module).is_file()] == []
