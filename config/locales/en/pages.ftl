# Pages of a story.

error-nothing-to-compress = This story has no detailed pages to compress. Pages are written behind the talk, every few messages, where story pages are on.
