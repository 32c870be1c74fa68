# Chapters of a story.

chapter-told = Chapter { NUMBER($number, useGrouping: 0) } is closed. Its summary goes on into the next one, and what happened in it can be remembered.
chapter-untold = Chapter { NUMBER($number, useGrouping: 0) } is closed, but the model could not sum it up. Its messages stay as they are; choose another model for work in the background.

error-nothing-since-chapter = Nothing was said since the last chapter began. Write on first, then close it.
