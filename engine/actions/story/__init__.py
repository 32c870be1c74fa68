"""What people do with a long story: background, outline, chapters, chronicle, recaps."""
