"""The table: journals, deals, and going on after anything."""
