"""Tests of the table: journals, deals, and resuming after any kill."""
