# Reading a story in, and files of memories.

error-memory-file-empty = There are no memories in this file. Send another one, or add memories with /memory add.
error-memory-file-newer = This memory file has version { NUMBER($version, useGrouping: 0) }, and I know version { NUMBER($known, useGrouping: 0) } at most. Update Omoide, then import it again.
error-nothing-remembered = There are no memories of this chat yet. Keep chatting, or add one: /memory add Lena comes on Sunday
error-initiation-running = This story is being read into memory already.
error-initiation-not-running = This story is not being read into memory at the moment.
error-initiation-not-paused = Reading is not paused, so there is nothing to resume.
error-nothing-to-read = All of this story has been read into memory. New messages are read as they come.
error-pages-off = This story keeps no pages. Switch on the setting “story_pages” first.

file-memories-pages = Pages: { $count }
file-memories-timeline = Timeline entries: { $count }
file-memories-items = Items: { $count }
file-memories-dossiers = People: { $count }
file-memories-summaries = Summaries and chapters: { $count }
file-memories-notes = Memories: { $count }
file-memories-persona = The character's grown persona
file-memories-left-aside = Skipped, because it couldn't be read: { $count }
brought-memories = New: { $count }. The chat was saved first; /load takes you back.
brought-memories-known = Already known: { $count }.

initiation-begins = Reading the story into memory: { $total ->
    [one] one message
   *[other] { NUMBER($total, useGrouping: 0) } messages
}…
initiation-resumed = Reading the story into memory goes on: { NUMBER($read, useGrouping: 0) } of { $total ->
    [one] one message
   *[other] { NUMBER($total, useGrouping: 0) } messages
} so far…
initiation-setting = Reading the story into memory: world books and card…
initiation-messages = Reading the story into memory: messages { NUMBER($first, useGrouping: 0) }–{ NUMBER($last, useGrouping: 0) } of { NUMBER($total, useGrouping: 0) }…
initiation-paused = Reading is paused at message { NUMBER($read, useGrouping: 0) } of { NUMBER($total, useGrouping: 0) }.
initiation-anew = Reading { $messages ->
    [one] one message again that is
   *[other] { NUMBER($messages, useGrouping: 0) } messages again that are
} on no page yet. /story init shows the result.
initiation-gaps = The story was read into memory: { $total ->
    [one] one message
   *[other] { NUMBER($total, useGrouping: 0) } messages
}. For { $lost ->
    [one] one of them the model gave no usable answer, so it is
   *[other] { NUMBER($lost, useGrouping: 0) } of them the model gave no usable answer, so they are
} on no page. Choose another utility model; then /story init start tries again.
initiation-done = The story was read into memory: { $total ->
    [one] one message
   *[other] { NUMBER($total, useGrouping: 0) } messages
}.
file-memories-joined = { $name } becomes: { $text }
file-memories-joined-more = and { $count } more that this chat knows something about already; nothing is lost
file-memories-grows = The character's grown persona is kept; the file adds to it
file-memories-known = Already known here, so not changed: { $count }
brought-memories-joined = Merged with what was known: { $count }.
