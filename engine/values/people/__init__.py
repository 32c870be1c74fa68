"""Values of the people who talk: their names, their rights, what they delete."""
