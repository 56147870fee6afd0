"""What takes long: very many games, watched after every event."""
