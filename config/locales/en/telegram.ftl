# What only Telegram's people and operators read.

error-card-sent-as-photo = Telegram removes the character from pictures that are sent as photos. Please send the card as a file: attach it with “File”, or switch off compression.
error-file-not-fetched = I couldn't fetch { $path }. Please send it again.
