"""Work that keeps a long story: pages, summaries, chapters, a persona that grows."""
