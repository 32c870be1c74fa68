# Replies beside one another, and messages that are pointed at.

error-first-swipe = This is the first reply here. ▶ shows the next one, or writes another.
error-reply-moved = { $turned ->
    [yes] Somebody else has just turned to another reply here.
   *[no] This is an older reply. The buttons that work are under the newest one.
}
error-not-on-the-line = This message is not part of the story as it is played here now.
