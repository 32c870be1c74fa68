"""Commands for a story: background, outline, chronicle, scene, a persona that grows."""
