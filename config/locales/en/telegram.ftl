# What only Telegram's people and operators read.

telegram-privacy = In Telegram groups the bot can read only commands, replies to it, and messages with its name. To let it read everything: send /setprivacy to @BotFather, choose @{ $name }, then Disable; then remove the bot from the group and add it again. Making it an administrator of the group works too.

error-card-sent-as-photo = Telegram removes the character from pictures that are sent as photos. Please send the card as a file: attach it with “File”, or switch off compression.
error-file-not-fetched = I couldn't fetch { $path }. Please send it again.
