"""Golden games: records with findings, fixed byte by byte."""
