# Chats of other programs, and backups of SillyTavern.

error-not-a-chat = This file is no chat I can read. I read SillyTavern chats (JSONL), and chats exported as JSON from oobabooga, Agnai, CAI Tools, Kobold Lite and Risu.
error-chat-line-broken = Line { $line } of this chat is damaged, so nothing was imported. Please repair or delete that line and send the file again.
error-chat-line-not-message = Line { $line } of this chat is no message, so nothing was imported. Please repair or delete that line and send the file again.
error-chat-line-too-long = The message on line { $line } is too long: { $length } characters, and { $limit } are allowed. Please shorten it and send the file again.
error-chat-too-many-swipes = The message on line { $line } has more than { $limit } swipes. Please delete some of them and send the file again.
error-chat-too-many-lines = This chat has more than { $limit } messages. Please split it into several files.
error-chat-too-many-values = This chat carries more than { $limit } pieces of data, so it was not read. Please split it into several files.
error-not-a-backup = I found no characters, chats or settings of SillyTavern in this archive. Please pack the whole user folder, for example default-user.
error-backup-member-missing = This backup has no file “{ $path }”. Please look at the backup again and choose one from its list.
error-not-a-group = This file describes no group of characters.

chat-cut = The last line of this chat is cut off. Everything before it is there; the download may have stopped too early.
chat-several = This file holds several chats. The first one that is not empty is used.
backup-member-too-big = { $name } is too big: { $megabytes } MB is the limit.
backup-member-empty = { $name } is empty.
