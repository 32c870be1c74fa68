# Replies beside one another, and messages that are pointed at.

error-first-swipe = This is the first reply here. ▶ shows the next one, or writes another.
error-reply-moved = { $turned ->
    [yes] There is another reply here now. Please read it, then press again.
   *[no] This is an older reply. Please use the buttons under the newest one.
}
error-not-on-the-line = This message isn't on the current branch of the story.

more-title = This reply
more-edit = ✏️ edit this reply
more-chats-from = 🌿 branch from here
more-save = 💾 save here
more-why = ❓ why
more-fix = 🔧 fix

divider-load = – back to “{ $name }”, saved { $ago } –
divider-open = { $title ->
    [none] – back in a chat with { $character } –
   *[other] – “{ $title }”, with { $character } –
}
divider-new = – a new chat with { $character } –
divider-new-by = – { $person } starts a new chat with { $character } –
divider-branch = – branch { $branch } –
divider-from = – from here, on a new branch –
divider-restored = – restored –
divider-fork = { $title ->
    [none] – the chat goes on here –
   *[other] – “{ $title }” goes on here –
}

held-fix = Fix
held-feed = Feed to cradle
held-from = Branch from here
held-edit = Edit
held-save = Save here

undo-told = { $what ->
    [further] { $who } undid what the reply had added.
    [unasked] { $who } undid what the character had written on its own.
   *[exchange] { $who } undid the last exchange{ $others ->
        [none] {""}
       *[other] , including messages of { $others }
    }. What people wrote stays visible here, but it no longer counts.
}
undo-back-told = { $who } restored it:
button-bring-back = ↪ Restore
story-taken-back = { $what ->
    [further] Undone: what the reply had added.
    [unasked] Undone: what the character had written on its own.
    [message] Undone: your message. It stays visible here, but it no longer counts.
    [exchange] Undone: your message and the reply. Yours stays visible here, but it no longer counts.
    [messages] { $count ->
        [one] Undone: one message. It stays visible here, but it no longer counts.
       *[other] Undone: { $count } messages. They stay visible here, but no longer count.
    }
   *[exchanges] { $count ->
        [one] Undone: one message and the reply. The message stays visible here, but it no longer counts.
       *[other] Undone: { $count } messages and the replies. The messages stay visible here, but no longer count.
    }
}

param-to = which
param-to-help = back: the previous reply; next: the next one, or a new one
