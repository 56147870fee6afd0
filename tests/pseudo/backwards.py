"""Run tests with every sentence backwards, as a plugin: `python -m pytest -p tests.pseudo.backwards FILES`."""

from tests.pseudo.reversing import install

install()
