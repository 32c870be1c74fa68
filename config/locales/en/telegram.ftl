# What only Telegram's people and operators read.

telegram-privacy = On Telegram the bot reads only commands, replies to it, and messages that name it in groups. To let it listen to everything there: open @BotFather, /setprivacy, choose @{ $name }, Disable, then remove the bot from the group and add it again. Making it an administrator of the group works too.

error-card-sent-as-photo = Telegram removes the character from pictures that are sent as photos. Please send the card as a file: attach it with “File”, or switch off compression.
error-file-not-fetched = { $path } could not be fetched. Please send it once more.
