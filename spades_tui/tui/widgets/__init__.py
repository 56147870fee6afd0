"""Widgets: each draws a state and posts messages. None of them knows the rules."""
