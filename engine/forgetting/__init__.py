"""Forgetting a person, step by step, safe against every interruption."""
