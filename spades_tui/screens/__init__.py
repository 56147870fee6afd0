"""Screens: they show observations and turn keys and clicks into facts."""
