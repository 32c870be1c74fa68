# Chapters of a story.

chapter-told = Chapter { NUMBER($number, useGrouping: 0) } is closed. Its summary carries over into the next one, and what happened in it can still be remembered.
chapter-untold = Chapter { NUMBER($number, useGrouping: 0) } is closed, but the model couldn't summarize it. Its messages are kept; please choose another model for background work.

error-nothing-since-chapter = Nothing has been said since this chapter began. Write something first, then close it.
