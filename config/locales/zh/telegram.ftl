# 只有 Telegram 的用户和运营者会读到的内容。

telegram-privacy = 在 Telegram 群里，机器人只读得到命令、对它的回复和提到它的消息。想让它读到全部消息：给 @BotFather 发送 /setprivacy，选择 @{ $name }，点 Disable，再把机器人移出群并重新加入。把它设为群管理员也可以。

error-card-sent-as-photo = 以照片形式发送的图片会被 Telegram 去掉其中的角色数据。请把角色卡作为“文件”发送，或关闭压缩。
error-file-not-fetched = 没能下载 { $path }。请再发一次。
