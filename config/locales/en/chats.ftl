# Chats of other programs, and backups of SillyTavern.

error-not-a-chat = I can't read this file as a chat. I read SillyTavern chats (JSONL), and chats exported as JSON from oobabooga, Agnai, CAI Tools, Kobold Lite and Risu.
error-chat-line-broken = Line { $line } of this chat is damaged, so nothing was imported. Please repair or delete that line and send the file again.
error-chat-line-not-message = Line { $line } of this chat isn't a message, so nothing was imported. Please repair or delete that line and send the file again.
error-chat-line-too-long = The message on line { $line } is too long: { $length } characters, and { $limit } are allowed. Please shorten it and send the file again.
error-chat-too-many-swipes = The message on line { $line } has more than { $limit } swipes. Please delete some of them and send the file again.
error-chat-too-many-lines = This chat has more than { $limit } messages. Please split it into several files.
error-chat-too-many-values = This chat holds more than { $limit } pieces of data, so I didn't read it. Please split it into several files.
error-not-a-backup = There are no SillyTavern characters, chats or settings in this archive. Please pack the whole user folder, for example default-user.
error-backup-member-missing = This backup has no file “{ $path }”. Please open the backup again and choose from its list.
error-not-a-group = There is no group of characters in this file.

chat-cut = The last line of this chat is cut off; the download may be incomplete. Everything before it was read.
chat-several = This file holds several chats. I use the first one that isn't empty.
backup-member-too-big = { $name } is too big: { $megabytes } MB is the limit.
backup-member-empty = { $name } is empty.
