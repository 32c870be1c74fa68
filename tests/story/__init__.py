"""The log against a pure model: random trees for the stores, random programs for the actions."""
