# Turns: how a reply ended, and what cannot be done with a chat at the moment.

turn-stopped = Stopped. What is written so far stays: /continue goes on, /again starts over.
turn-empty = (no reply) Type /again to try once more.
turn-only-thought = (no reply) The model only thought and said nothing. Type /again to try once more.
turn-length = The reply reached its maximum length. Type /continue for the rest.
turn-filtered = { $endpoint } withheld the rest of the reply. Try /again, or change your message with /edit.
turn-broken-cut = The connection to { $endpoint } broke in the middle of the reply. What is written so far stays: /continue goes on, /again starts over.
turn-broken-error = { $endpoint } reported an error in the middle of the reply. What is written so far stays: /continue goes on, /again starts over.
turn-broken-silent = { $endpoint } stopped sending in the middle of the reply. What is written so far stays: /continue goes on, /again starts over.
turn-cut-crash = Omoide stopped in the middle of this reply. What is written so far stays: /continue goes on, /again starts over.
turn-cut-moved = This reply ended because you went to another point of the story.
turn-parked = This message couldn't be answered several times in a row, so I stopped trying. Type /again to try once more.

error-no-reaction = That is no emoji. Try 👍 or ❤.
error-edit-empty = There is no text, so nothing was changed. Write what the message should say.
error-nothing-said = There is nothing to do that with yet. Just write something first.
error-turns-of-others = Others wrote this. One of them or the person who started this chat can undo it.
error-only-hosts-undo = Only the person who started this chat can undo here.
error-not-taken-back = It's too late to restore this: a minute has passed, or somebody went on. It is kept on branch { NUMBER($number, useGrouping: 0) }. /chats branch { NUMBER($number, useGrouping: 0) } goes there.
error-nothing-of-yours = { $why ->
    [undone] There is no message of yours in the chat as it is now, so there is nothing to change. Just write a new one, or go back to what was undone: /chats branches.
    [others] Somebody else wrote this, so you can't change it.
   *[none] You haven't written anything here yet that could be changed. Just write something first.
}
error-only-one-greeting = This character has no other greeting. Just write something to start.
error-no-such-session = There is no chat { NUMBER($number, useGrouping: 0) } here. /chats lists them.
error-no-such-savepoint = There is no save { NUMBER($number, useGrouping: 0) } in this chat. /load lists them.
error-no-such-branch = There is no branch { NUMBER($number, useGrouping: 0) } in this chat. /chats branches lists them.
error-no-such-character = There is no character { NUMBER($number, useGrouping: 0) } that you can use here. /char lists them.
error-branch-taken = Branch { NUMBER($number, useGrouping: 0) } is used in another channel. Start one of your own with /chats from.
error-too-far-back = That is too far back: there { $messages ->
    [one] is only one message
   *[other] are only { $messages } messages
  } on this branch.
error-too-many-messages = That is too much at once. The most that can be deleted together: { $most }.
error-messages-gone = Those messages are not in the story any more, or they are back in it already.
error-session-missing = This chat is missing or can't be read. Start another one with /new, or open one with /chats.
error-nobody-plays = There is no character in this chat. To start a chat with one, choose it with /char.
error-card-missing = The card of this character is missing or can't be read. Import it again with /import, or choose another one with /char.
error-lease-lost = This chat is being used somewhere else at the moment. Please try again in a few seconds.

# Looked up on the web.
search-sources = { $named ->
    [yes] Looked up “{ $words }”:
   *[no] Looked up before:
}
    { $sources }
search-failed = { $failed ->
    [yes] I wanted to look up “{ $words }”, but the search did not answer. This is without it.
   *[no] I looked up “{ $words }” and found nothing. This is without it.
}
search-crowded = { $named ->
    [yes] I looked up “{ $words }”, but this chat has no room left for what I found. This is without it.
   *[no] This chat has no room left for what was found before. This is without it.
}
search-offer = The answer may be on the web. Do you want me to look it up?
search-look = 🔎 Look it up
search-spent = You have had as much looked up today as one person may here. This is without it.
