# What surrounds the talk: world books, presets, the author's note, personas.

scene-title = The scene
scene-preset = Preset
scene-world = World books
scene-note = Author's note
scene-persona = Your persona
scene-none = none

world-none = There are no world books yet. To write one: /scene world new. To add one that you have, send it with /import.
world-list = World books{ $pages ->
    [1] {""}
   *[other] {" "}({ $page }/{ $pages })
}
world-list-hint =
    /scene world show { $number } – see and change its entries
    /scene world new – write one
    /scene world bind { $number } chat – use it in this chat
    /scene world unbind { $number } – stop using it
    /export world { $number } – get it as a file; with md behind it, as Markdown
world-item = { $count ->
    [one] one entry
   *[other] { $count } entries
}{ $bound ->
    [0] {", not used here"}
   *[other] , used for { $where }
}
world-binding-chat = this chat
world-binding-persona = your persona
world-binding-character = the character
world-shown = { $name }, { $count ->
    [one] one entry
   *[other] { $count } entries
}{ $pages ->
    [1] {""}
   *[other] {" "}({ $page }/{ $pages })
}
world-entry = { $listens ->
    [off] switched off
    [constant] always sent
    [keys] { $keys }
   *[none] no keys
} · { $place ->
    [before-character] before the character
    [after-character] after the character
    [note-top] above the author's note
    [note-bottom] below the author's note
    [at-depth] in the chat at depth { $depth }
    [examples-top] above the examples
    [examples-bottom] below the examples
   *[outlet] at {"{{outlet}}"}
} · { $words }
world-entry-title = { $title } ({ $book }, entry { $number })
world-entry-off = Switched off
world-entry-delete-sure = Delete the entry “{ $title }” from { $book }?
world-entry-deleted = Deleted from { $book }: { $title }.
world-entry-copied = Copied into { $book }: { $title }.
world-added = Added to { $book }: { $title }. It is used from the next reply on wherever this book is used.
world-edited = Changed in { $book }: { $title }. It is used from the next reply on wherever this book is used.
world-uncalled = It has no keys and isn't always sent, so nothing brings it up. Give it keys with Edit, or have it always sent.
world-unused = This chat doesn't use { $book } yet.
world-switched-on = Switched on: { $title }.
world-switched-off = Switched off: { $title }.
world-made = Created: { $name }, number { $number }.
world-copied = Copied: { $name }, number { $number }. You can change this one.
world-made-hint = Add entries, then use it in this chat.
world-reverted = { $book } is as it was then. This is version { $version }.
world-versions = Versions of { $name }{ $pages ->
    [1] {""}
   *[other] {" "}({ $page }/{ $pages })
}
world-versions-hint = /scene world revert { $number } 1 – go back to version 1
world-version = { $count ->
    [one] one entry
   *[other] { $count } entries
} · { $when }
world-fields = “{ $title }”: every field{ $pages ->
    [1] {""}
   *[other] {" "}({ $page }/{ $pages })
}
world-fields-hint = /scene world field { $book } { $entry } depth 2 – change one; - gives back what a new entry has
world-test-no-books = No world book with entries is used here, so nothing can come up. /scene world lists the books.
world-test = “{ $said }” would bring up { $count ->
    [0] nothing
    [one] one entry
   *[other] { $count } entries
} of { $entries ->
    [one] one
   *[other] { $entries }
} in use here{ $count ->
    [0] .
   *[other] :
}
world-test-missed = Called, but not told: { $count ->
    [one] one entry
   *[other] { $count } entries
}
world-test-line = • { $entry }: { $why }
world-button-add = ➕ Add an entry
world-button-edit = ✏️ { $number }
world-button-edit-alone = ✏️ Edit { $number }
world-button-edit-this = ✏️ Edit
world-button-on = ▶ { $number }
world-button-on-alone = ▶ Switch on { $number }
world-button-on-this = ▶ Switch on
world-button-off = ⏸ { $number }
world-button-off-alone = ⏸ Switch off { $number }
world-button-off-this = ⏸ Switch off
world-button-fields = All fields
world-button-delete = 🗑 Delete
world-button-entries = Entries
world-button-use = Use in this chat
world-book-edited = Changed: { $book }.
world-book-field-scan-depth = Messages looked through
world-book-field-budget = Budget of the book in tokens
world-book-field-recursion = Entries call others
world-field-title = Title
world-field-keys = Keys
world-field-also = Second keys
world-field-text = Text
world-field-never = Not with these words
world-field-logic = Logic of the second keys
world-field-always = Always sent
world-field-position = Position
world-field-depth = Depth in the chat
world-field-role = Role
world-field-outlet = Outlet
world-field-order = Order
world-field-chance = Chance in percent
world-field-case = Upper and lower case differ
world-field-whole-words = Whole words
world-field-scan-depth = Messages looked through
world-field-look-in = Also look in
world-field-not-called = Not called by other entries
world-field-calls-none = Calls no other entries
world-field-recursion-level = Waits for recursion level
world-field-sticky = Stays for messages
world-field-cooldown = Rests for messages
world-field-delay = Not before message
world-field-group = Group
world-field-group-weight = Weight in the group
world-field-group-first = First in the group
world-field-no-budget = Outside the budget
world-field-characters = Only for characters
world-field-group-scoring = By the most keys in the group
world-field-tags = Only for characters with tags
world-field-but-those = For all but those characters
world-field-greeting = Only with greeting
world-field-after = Not before reply
world-field-every = Every so many replies
world-field-regex = Keys are regexes
world-field-priority = Priority in the budget of the book
world-field-from-start = Depth from the first message
world-field-triggers = Only for kinds of reply
world-value-on = on
world-value-off = off
world-value-chat = not set here
world-value-and-any = one of them as well
world-value-not-all = not all of them
world-value-not-any = none of them
world-value-and-all = all of them as well
world-value-before-character = before the character
world-value-after-character = after the character
world-value-note-top = above the author's note
world-value-note-bottom = below the author's note
world-value-at-depth = in the chat
world-value-examples-top = above the examples
world-value-examples-bottom = below the examples
world-value-outlet = at its outlet
world-value-system = system
world-value-user = user
world-value-assistant = assistant
world-value-persona = persona
world-value-description = description
world-value-personality = personality
world-value-depth-prompt = depth prompt
world-value-scenario = scenario
world-value-creator-notes = creator's notes
world-value-normal = normal
world-value-continue = continue
world-value-impersonate = impersonate
world-value-swipe = swipe
world-value-regenerate = regenerate
world-value-quiet = quiet
world-entry-unnamed = (no title)
world-bound = { $name } is now used for { $where }.
world-unbound = { $name } is no longer used for { $where }.
world-delete-sure = Delete the world book { $name } ({ $count ->
    [one] one entry
   *[other] { $count } entries
})? Then it isn't used anywhere any more.
world-deleted = Deleted: { $name }.

preset-list = Presets{ $pages ->
    [1] {""}
   *[other] {" "}({ $page }/{ $pages })
}
preset-list-hint =
    /scene preset use { $number } – use it in this chat
    /scene preset show { $number } – see what it sends
    /scene preset use default – use the built-in one again
preset-builtin = built-in
preset-default = This chat now uses the built-in preset.
preset-used = This chat now uses { $name }.
preset-shown = { $name }{ $pages ->
    [1] {""}
   *[other] {" "}({ $page }/{ $pages })
}
preset-filled-in = { $part ->
    [worldInfoBefore] World entries before the character
    [personaDescription] Persona
    [charDescription] The character's description
    [charPersonality] The character's personality
    [scenario] Scenario
    [worldInfoAfter] World entries after the character
    [dialogueExamples] Example dialogues
   *[chatHistory] The chat
}
preset-marker = { $state ->
    [off] switched off
    [not-in-order] not in the order, so not sent
   *[in] filled in by Omoide
}
preset-prompt = { $state ->
    [off] switched off
    [depth] in the chat at depth { $depth }
    [not-in-order] not in the order, so not sent
    [unsent] marked as one of SillyTavern's own, so not sent
   *[in] sent in order
}, { $role ->
        [system] system
        [user] user
       *[assistant] character
    }, { $length ->
    [one] one character
   *[other] { $length } characters
}
preset-sampling = Sampling: { $values }
preset-ignored = Not used here: { $names }{ $more ->
    [0] {""}
   *[other] {" "}and { $more } more
}
preset-delete-sure = Delete the preset { $name }? Chats that use it keep using it.
preset-deleted = Deleted: { $name }.

note-title = Author's note
note-none = There is no author's note here. To write one: /scene note set It is winter
note-hint =
    /scene note set It is winter – write another one
    /scene note depth 4 – put it four messages from the end
    /scene note every 1 – send it with every message
    /scene note role system – choose who says it
    /scene note place chat – put it into the chat
    /scene note off – remove it
note-where = { $position ->
    [in-chat] in the chat, { $depth ->
        [0] after the newest message
        [one] one message from the end
       *[other] { $depth } messages from the end
    }
    [before-main] before the main prompt
    [after-main] after the main prompt
   *[nowhere] not sent
}, as { $role ->
        [system] the system
        [user] the user
       *[assistant] the character
    }, { $every ->
    [0] never
    [one] always
   *[other] once in every { $every } messages of people
}
note-too-deep = Please give a depth from { $low } to { $high }.
note-too-rare = Please give an interval from { $low } to { $high }: 1 is always, 0 is never.
note-off = The author's note was removed.

persona-none = You have no persona. To say who you are in stories: /me persona set Kai A tired sea captain
persona-list = Your personas{ $pages ->
    [1] {""}
   *[other] {" "}({ $page }/{ $pages })
}
persona-list-hint =
    /me persona use { $number } – use it
    /me persona set Kai A tired sea captain – write one
    /me persona off – use none
persona-title = Your persona: { $name }{ $here ->
    [yes] {" "}(in this chat only)
   *[no] {""}
}
persona-hint =
    /me persona list – see your personas
    /me persona set Kai A tired sea captain – write one
    /me persona off – use none
persona-empty = (no description)
persona-used = Your persona is now { $name }.
persona-off = You have no persona now.
