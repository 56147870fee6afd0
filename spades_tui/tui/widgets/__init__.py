"""Widgets: each draws the state it is given and posts messages; none knows a rule."""
