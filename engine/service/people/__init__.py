"""People: who they are, what they may ask for, their linked names."""
