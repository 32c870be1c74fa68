"""Whether the tests notice when a line of the rules or of a turn is wrong: ``make mutants``."""
