"""Stores of a long story: background, plot, chronicle, a persona that grows."""
