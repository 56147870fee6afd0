"""What a variant file may say: small components that own their parameters, read and checked.

This layer knows cards and nothing above it: no game state, no file of a running game, no screen.
"""
