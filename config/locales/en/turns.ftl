# Turns: how a reply ended, and what cannot be done with a chat at the moment.

turn-stopped = Stopped. What is there stays: /continue goes on, /again begins anew.
turn-empty = (no reply) Type /again to try once more.
turn-only-thought = (no reply) The model only thought and said nothing. Type /again to try once more.
turn-length = The reply ended at its greatest length. Type /continue for the rest.
turn-filtered = { $endpoint } withheld the rest of the reply. Type /again, or change what was said with /edit.
turn-broken-cut = The connection to { $endpoint } broke in the middle of the reply. What is there stays: /continue goes on, /again begins anew.
turn-broken-error = { $endpoint } reported an error in the middle of the reply. What is there stays: /continue goes on, /again begins anew.
turn-broken-silent = { $endpoint } fell silent in the middle of the reply. What is there stays: /continue goes on, /again begins anew.
turn-cut-crash = Omoide ended in the middle of this reply. What is there stays: /continue goes on, /again begins anew.
turn-cut-moved = This reply ended because you went elsewhere in the story.
turn-parked = This message could not be answered several times in a row, so it is left alone. Type /again to try once more.

error-edit-empty = There are no words in it, so nothing was changed. Write what the message is to say.
error-nothing-said = There is nothing to do this with yet. Just write something first.
error-turns-of-others = Others wrote this. One of them can take it back, or the host of this chat.
error-only-hosts-undo = Only the host of this chat takes things back here.
error-not-taken-back = It is too late to bring this back: a minute has passed, or somebody went on. It is kept on branch { NUMBER($number, useGrouping: 0) }. /chats branch { NUMBER($number, useGrouping: 0) } goes there.
error-nothing-of-yours = You have said nothing here yet that could be changed. Just write something first.
error-only-one-greeting = This character has no other greeting. Just write something to begin.
error-no-such-session = There is no chat { NUMBER($number, useGrouping: 0) } here. Type /chats to see what there is.
error-no-such-savepoint = There is no save { NUMBER($number, useGrouping: 0) } in this chat. Type /load to see what there is.
error-no-such-branch = There is no branch { NUMBER($number, useGrouping: 0) } in this chat. Type /chats branches to see what there is.
error-no-such-character = There is no character { NUMBER($number, useGrouping: 0) } for you here. Type /char to see who there is.
error-branch-taken = Branch { NUMBER($number, useGrouping: 0) } is played in another place. Begin one of your own with /chats from.
error-too-far-back = That is too far back: there { $messages ->
    [one] is only one message
   *[other] are only { $messages } messages
  } on this branch.
error-session-missing = This chat is gone or cannot be read. Type /new to begin another, or /chats to open one.
error-nobody-plays = Nobody plays in this chat. Type /char use and a name to begin one with a character.
error-card-missing = The card of this character is gone or cannot be read. Import it again with /import, or choose another with /char.
error-lease-lost = This chat is being continued elsewhere at the moment. Please try again in a few seconds.
