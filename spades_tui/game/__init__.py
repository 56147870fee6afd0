"""The state machine: frozen states, `refusal`, `apply` and `legal`. No files, clocks, chance or people here."""
