"""Tests of records: their form, their findings, and a second reading of the rules."""
