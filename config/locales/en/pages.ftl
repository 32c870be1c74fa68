# Pages of a story.

error-nothing-to-compress = This story has no detailed pages to compress. /settings story_pages on has them written behind the talk, every few messages.
