# Replies beside one another, and messages that are pointed at.

error-first-swipe = This is the first reply here. ▶ shows the next one, or writes another.
error-reply-moved = { $turned ->
    [yes] Another reply stands here by now. Look at it, then press again.
   *[no] This is an older reply. The buttons that work are under the newest one.
}
error-not-on-the-line = This message is not part of the story as it is played here now.

more-title = This reply
more-edit = ✏️ edit
more-chats-from = 🌿 branch from here
more-save = 💾 save here
more-why = ❓ why
more-fix = 🔧 fix

divider-load = — back to “{ $name }”, { $ago } —
divider-open = { $title ->
    [none] — back in a chat with { $character } —
   *[other] — “{ $title }”, with { $character } —
}
divider-new = — a new chat with { $character } —
divider-new-by = — { $person } begins a new chat with { $character } —
divider-branch = — branch { $branch } —
divider-from = — from here, on a new branch —
divider-fork = { $title ->
    [none] — the chat goes on here —
   *[other] — “{ $title }” goes on here —
}

held-fix = Fix
held-why = Why
held-from = Branch from here
held-edit = Edit
held-save = Save here

undo-told = { $others ->
    [none] { $who } took back the last exchange.
   *[other] { $who } took back the last exchange, with what { $others } said.
}
undo-back-told = { $who } brought it back:
button-bring-back = ↪ Bring it back
story-taken-back = Taken back.

param-to = which
param-to-help = back: the reply before; next: the one behind, or another
