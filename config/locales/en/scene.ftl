# What surrounds the talk: world books, presets, the author's note, personas.

scene-title = The scene
scene-preset = Preset
scene-world = World books
scene-note = Author's note
scene-persona = Your persona
scene-none = none

world-none = There are no world books yet. To add one, send it with /import.
world-list = World books{ $pages ->
    [1] {""}
   *[other] {" "}({ $page }/{ $pages })
}
world-list-hint =
    /scene world show { $number } – see its entries
    /scene world bind { $number } chat – use it in this chat
    /scene world unbind { $number } – stop using it
    /export world { $number } – get it as a file
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
preset-marker = { $state ->
    [off] switched off
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
