"""The rules of a variant: small components with their own parameters, read from a file and checked.

This layer knows cards and nothing above them: no game state, no record, no screen.
"""
