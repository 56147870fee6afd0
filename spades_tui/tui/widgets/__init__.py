"""Widgets: each draws what it is handed and posts messages; none knows a rule."""
