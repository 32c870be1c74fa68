"""A long story: background, chronicle, director, a persona that grows."""
