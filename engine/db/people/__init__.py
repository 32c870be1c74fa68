"""Stores of what belongs to people: personas, consent, linked names; and how it is erased."""
