"""First step of a turn: what arrives is stored, held, joined, and waited upon."""
