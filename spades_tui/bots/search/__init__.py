"""Determinised search: deals that agree with everything seen are sampled, played out by rules, and their ends valued.

The players `strong` and `expert` decide everything that way; they differ in how many deals they look at.
"""
