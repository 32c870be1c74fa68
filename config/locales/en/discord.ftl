# What only Discord needs words for.

discord-without-content = I can only read what is said to me: mentions, replies and direct messages. To let me follow a whole channel, switch on Message Content Intent under Bot at https://discord.com/developers/applications and start me again.
discord-no-webhooks = Characters speak under my name here. Give me the permission Manage Webhooks in this channel, and each one speaks under its own name and picture.
discord-file-missing = [A file was sent that could not be fetched: { $name }]
