# Reading a story in, and files of memories.

error-memory-file-empty = There is nothing in this file that could be remembered. Send another one, or write memories down with /memory add.
error-memory-file-newer = This file of memories is of version { NUMBER($version, useGrouping: 0) }, and I know version { NUMBER($known, useGrouping: 0) } at most. Bring Omoide up to date, then import it again.
error-nothing-remembered = Nothing is remembered of this chat yet. Talk on, or write a memory down: /memory add and a text.
error-initiation-running = This story is being read in already.
error-initiation-not-running = This story is not being read in.
error-initiation-not-paused = Reading in does not wait: there is nothing to resume.
error-nothing-to-read = All of this story is read already. Talk on: what is new is read as it comes.
error-pages-off = No pages are kept of the story here. Switch the setting “story_pages” on first.

file-memories-pages = Pages: { $count }
file-memories-timeline = Lines of the timeline: { $count }
file-memories-items = Things: { $count }
file-memories-dossiers = Figures: { $count }
file-memories-summaries = Summaries and chapters: { $count }
file-memories-notes = Memories: { $count }
file-memories-persona = Who the character has become
file-memories-left-aside = Left aside, because it could not be read: { $count }
brought-memories = New: { $count }. /load takes you back to before.
brought-memories-known = Known already: { $count }.

initiation-begins = Reading the story in: { NUMBER($total, useGrouping: 0) } messages…
initiation-resumed = Reading the story in goes on: { NUMBER($read, useGrouping: 0) } of { NUMBER($total, useGrouping: 0) } messages are read…
initiation-setting = Reading the story in: world books and card…
initiation-messages = Reading the story in: messages { NUMBER($first, useGrouping: 0) }–{ NUMBER($last, useGrouping: 0) } of { NUMBER($total, useGrouping: 0) }…
initiation-paused = Reading the story in waits at message { NUMBER($read, useGrouping: 0) } of { NUMBER($total, useGrouping: 0) }.
initiation-anew = Reading again what no page tells of: { NUMBER($messages, useGrouping: 0) } messages. /story init says what came of it.
initiation-gaps = The story is read in: { NUMBER($total, useGrouping: 0) } messages. But of { NUMBER($lost, useGrouping: 0) } of them the model gave no usable answer, so no page tells of them. Choose another utility model, then /story init start tries these again.
initiation-done = The story is read in: { NUMBER($total, useGrouping: 0) } messages.
file-memories-joined = { $name } will read: { $text }
file-memories-joined-more = and { $count } more that the chat knows something of already; all of it stays
file-memories-grows = What the character has become stays; the file adds to it
file-memories-known = Known here already, so left as it is: { $count }
brought-memories-joined = Put behind what was known: { $count }.
