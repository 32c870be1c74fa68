# Pages of a story.

error-nothing-to-compress = This story has no detailed pages to compress. /settings story_pages on has them written behind the talk, every few messages.
pages-begun = This chat has grown long, so from now on it gets an index and pages in which older talk is looked up. Every { $every } messages take about { NUMBER($tokens) } tokens for that, and what was said so far about { NUMBER($behind, maximumSignificantDigits: 2) } once.
