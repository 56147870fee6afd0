"""The rules of a variant: small components with their own parameters, read from a file and checked.

This layer imports only `cards`: it has no access to game states, records or screens.
"""
