"""The table: people and computer players, the journal on disk, fair dealing, pace. It shows nothing itself."""
