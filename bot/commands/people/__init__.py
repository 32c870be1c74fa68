"""Commands for oneself: persona, facts, linked names, rights."""
