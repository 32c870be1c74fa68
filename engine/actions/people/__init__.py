"""What people do about themselves: personas, facts, linked names, export, forgetting."""
