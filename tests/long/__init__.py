"""Long tests: thousands of games, checked after every event."""
