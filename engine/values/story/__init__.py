"""Values of a long story: background, outline, chronicle, a persona that grows, notes."""
