"""Golden games: records with findings, fixed byte by byte."""

from pathlib import Path

GAMES = sorted(Path(__file__).parent.glob("*.spades.jsonl"))
