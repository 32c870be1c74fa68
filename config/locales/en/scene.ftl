# What surrounds the talk: world books, presets, the author's note, personas.

scene-title = The scene
scene-preset = Preset
scene-world = World books
scene-note = Author's note
scene-persona = Who you play
scene-none = none

world-none = No world books yet. Send one along with /import.
world-list = World books ({ $page }/{ $pages })
world-list-hint = /scene world show { $number } · /scene world bind { $number } chat · /scene world unbind { $number } · /export world { $number }
world-item = { $count ->
    [one] one entry
   *[other] { $count } entries
}{ $bound ->
    [0] {", counts nowhere here"}
   *[other] , counts for { $where }
}
world-binding-chat = this chat
world-binding-persona = your persona
world-binding-character = the character
world-shown = { $name }, { $count ->
    [one] one entry
   *[other] { $count } entries
} ({ $page }/{ $pages })
world-entry = { $listens ->
    [off] switched off
    [constant] always there
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
   *[outlet] where {"{{outlet}}"} stands
} · { $words }
world-entry-unnamed = (no title)
world-bound = { $name } counts for { $where } now.
world-unbound = { $name } does not count any more for: { $where }.
world-delete-sure = Delete the world book { $name } ({ $count ->
    [one] one entry
   *[other] { $count } entries
})? It counts nowhere then.
world-deleted = Deleted: { $name }.

preset-list = Presets ({ $page }/{ $pages })
preset-list-hint = /scene preset use { $number } · /scene preset show { $number } · /scene preset use default
preset-builtin = built-in
preset-default = This chat uses the built-in preset now.
preset-used = This chat uses { $name } now.
preset-shown = { $name } ({ $page }/{ $pages })
preset-marker = { $state ->
    [off] switched off
   *[in] filled in by Omoide
}
preset-prompt = { $state ->
    [off] switched off
    [depth] in the chat at depth { $depth }
    [not-in-order] not in the order, so not sent
   *[in] in its place
}, { $role ->
        [system] system
        [user] user
       *[assistant] character
    }, { $length ->
    [one] one character
   *[other] { $length } characters
}
preset-sampling = It asks for: { $values }
preset-ignored = Not honoured: { $names }{ $more ->
    [0] {""}
   *[other] {" "}and { $more } more
}
preset-delete-sure = Delete the preset { $name }? Chats that use it go on with it.
preset-deleted = Deleted: { $name }.

note-title = Author's note
note-none = There is no author's note here. /scene note set and a text writes one.
note-hint = /scene note set text · /scene note depth 4 · /scene note every 1 · /scene note role system · /scene note place chat · /scene note off
note-where = { $position ->
    [in-chat] in the chat, { $depth ->
        [0] behind the newest message
        [one] one message from the end
       *[other] { $depth } messages from the end
    }
    [before-main] before the main prompt
    [after-main] after the main prompt
   *[nowhere] sent nowhere
}, as { $role ->
        [system] the system
        [user] the user
       *[assistant] the character
    }, { $every ->
    [0] never
    [one] always
   *[other] once in every { $every } messages of people
}
note-too-deep = The depth can be { $low } to { $high }.
note-too-rare = The interval can be { $low } to { $high }: 1 is always, 0 is never.
note-off = The author's note is gone.

persona-none = You play nobody in particular. /me persona set name text says who you are in stories.
persona-list = Who you may play ({ $page }/{ $pages })
persona-list-hint = /me persona use { $number } · /me persona set name text · /me persona off
persona-title = You play { $name }{ $here ->
    [yes] {" "}(in this chat alone)
   *[no] {""}
}
persona-hint = /me persona list · /me persona set name text · /me persona off
persona-empty = (no description)
persona-used = You play { $name } now.
persona-off = You play nobody but yourself now.
