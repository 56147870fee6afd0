"""Determinised search: sample deals that agree with the observation, play them out by rules, and value their ends.

`strong` and `expert` make all their decisions like this. `expert` samples more deals, and
tries every card of the last tricks.
"""
