# 谁能说话：主人，以及主人开放的地方。

error-not-owner = 只有这个 Omoide 的主人可以这样做。如果就是你，请私下把主人口令发给我。
error-no-such-space = 没有编号为 { $number } 的地方。输入 /管理 地方 看看有哪些。

access-closed = 这里还没有开放，要等这个 Omoide 的主人同意。如果你就是主人，请把主人口令发给我。
access-owner = 欢迎，{ $name }！从现在起，这个 Omoide 归你管。
access-welcome = 欢迎，{ $name }！
access-opened-here = 我现在在这里醒着了。提到我、回复我或叫我的名字就能聊；{ $help } 说明其余的。
access-next = 直接打字就能聊。{ $char } 看看有谁，{ $new } 另开一段对话，{ $help } 了解更多。
access-asks = { $kind ->
    [private] { $title } 想在 { $platform } 上和我聊天，可以吗？
   *[group] 可以让大家在“{ $title }”（{ $platform }）里和我说话吗？在你同意之前，我在那里不出声。
}
access-open-chat = 可以，日常聊天
access-open-story = 可以，演故事
access-open-lounge = 可以，大家闲聊
access-refuse = 不行

admin-spaces = 各个地方（{ $page }/{ $pages }）
admin-spaces-hint = /管理 开放 { $number } story 开放一处 · /管理 关闭 { $number } 关闭它
admin-no-spaces = 还没有人在任何地方找过我。把我拉进服务器或群，或者私下跟我说话，这里就会列出来。
admin-space = { $platform }，{ $access ->
    [new] 还没决定
    [asked] 等你决定
    [open] 已开放
   *[refused] 已关闭
}，{ $people } 人，{ $ago }
admin-opened = { $title } 已开放。输入 /管理 关闭 { $number } 可以再关上。
admin-closed = { $title } 已关闭，那里只有主人说话才算数。输入 /管理 开放 { $number } 可以开放。
admin-code-wrong = 口令不对，或者已经用过。口令写在这个 Omoide 启动后的日志里。
