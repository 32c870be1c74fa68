# 运营者看到的 Discord 与 Telegram：令牌、邀请、主人口令。

setup-discord = Discord 机器人的令牌 [回车：{ $kept ->
    [yes] 沿用 { $now }
   *[no] 跳过 Discord
}]（输入时显示为 *）：
setup-telegram = Telegram：@BotFather 给的机器人令牌 [回车：{ $kept ->
    [yes] 沿用 { $now }
   *[no] 跳过 Telegram
}]（输入时显示为 *）：
setup-token-trying = 正在询问 { $platform } …
setup-token-works = 令牌可用：{ $platform } 上的 { $name }。
setup-discord-hears = { $hears ->
    [yes] Message Content Intent 已打开：频道里说的话它都读得到。
   *[no] Message Content Intent 没有打开：在服务器里，只读得到提到它和回复它的消息。到这里的 Privileged Gateway Intents 打开：{ $page }
}
setup-telegram-hears = { $hears ->
    [yes] 隐私模式已关闭：群里的消息它都读得到。
   *[no] 隐私模式开着：群里只读得到命令、回复和提到它的消息。想改的话，给 @BotFather 发送 /setprivacy，选 Disable，再把它重新拉进群。把它设为群管理员也可以。
}
setup-token-anyway = [1] 仍然使用  [回车] 换一个令牌：
setup-token-elsewhere = 这看起来像是 { $platform } 的令牌。

app-invite-discord = 邀请机器人进入 Discord 服务器：{ $link }
app-invite-telegram = 在 Telegram 上和机器人聊天：{ $link }
app-invite-added = 在 { $platform } 上和机器人聊天：{ $link }
app-owner-code = { $platform } 上还没有主人。请在私聊里把这个主人口令发给机器人：{ $code }

error-platform = { $platform } 拒绝了机器人的登录，详情见日志。
error-platform-token = { $platform } 不接受机器人的令牌。请重新复制，填到 { $name }（运行 make setup 也可以）。
error-platform-unreachable = 连不上 { $platform }（{ $reason }）。请检查网络和地址。

doctor-part-platform = { $platform }
doctor-platform-none = 没有令牌；需要的话运行 make setup
doctor-platform = { $name } 可以登录。链接：{ $link }
