"""Determinised search: sample deals that agree with the observation, play them out by rules, and value their ends.

`strong` and `expert` make all their decisions like this. They differ in the number of deals.
"""
