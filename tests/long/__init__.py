"""Long tests: very many games, checked after every event."""
