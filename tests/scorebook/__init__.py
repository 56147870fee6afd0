"""Tests of the scorebook: scoreboards, statistics, the season, and damage to its files."""
