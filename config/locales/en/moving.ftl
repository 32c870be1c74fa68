# Stories as files that another Omoide opens, and chats that move.

error-story-file-broken = This file of a story was damaged, cut or changed ({ $what }). Nothing was imported. Please export it again.
error-story-file-newer = This file comes from a newer Omoide (format { $version }; this one reads { $known }). Update Omoide first.
error-story-file-unequal = What was read from the file is not what was exported, so nothing was imported. Please report this.
error-move-code = No chat waits under this code. Codes hold for ten minutes and work once; /chats move gives a new one where the chat is.
error-move-not-yours = This chat can only be taken over by whoever asked for the code, or by an owner of this house.
error-move-same-place = The chat is here already.
