"""A plugin of pytest: `python -m pytest -p tests.pseudo.backwards FILES` runs tests with every sentence backwards."""

from tests.pseudo.reversing import install

install()
