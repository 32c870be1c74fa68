# 只有 Discord 用得到的话。

discord-without-content = 我现在只读得到提到我、回复我的消息和私聊。想让我读到整个频道，请在 https://discord.com/developers/applications 的 Bot 页打开 Message Content Intent，然后重新启动我。
discord-no-webhooks = 角色在这里只能用我的名字说话。在这个频道给我“管理 Webhook”权限，每个角色就能用自己的名字和头像说话。
discord-file-missing = [有一个文件没能取到：{ $name }]
