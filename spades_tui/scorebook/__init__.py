"""The scorebook: scoreboards, statistics and seasons, computed from records and from notes."""
