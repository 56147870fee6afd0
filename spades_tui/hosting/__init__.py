"""Hosting: friends play at one table, each in their own terminal, over ssh."""
