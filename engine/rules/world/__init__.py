"""Which entries of world books a turn is told: keys in the talk, conditions, groups, chance, budget, timers."""
