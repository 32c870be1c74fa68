# What only Discord needs words for.

discord-without-content = I can only read messages that mention me, replies to me and private chats. To let me read whole channels, switch on Message Content Intent under Bot at https://discord.com/developers/applications and restart me.
discord-no-webhooks = All characters speak under my name here. Give me the permission Manage Webhooks in this channel, and each one speaks under its own name and picture.
discord-file-missing = [A file was sent that I couldn't fetch: { $name }]
