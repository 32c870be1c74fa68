# 送达：回复周围的提示和按钮。

delivery-thinking = { $name }还在想……
delivery-stopped = ——已停止——
delivery-lost = 有一条回复可能没有送到。
delivery-stays = 上面那条消息在这里已经改不了了。故事里用的是新内容。
delivery-shown-in-part = 新内容太长，上面那条消息放不下。这里只显示开头，故事里是完整的。
delivery-not-allowed = 我不能在频道 { $channel } 里发言：{ $reason }。请给我这个权限，或者换个频道。

# 模型出问题时大家看到的话，由角色来说。
trouble-later = 我现在脑子转不过来，缓过来就回你。
trouble-again = 我现在脑子转不过来。过一会儿再叫我：/重来
trouble-mending = { $owner ->
    [yes] 我现在脑子转不过来，等也没用，得先修好。
   *[no] 我现在脑子转不过来，得先修好，已经告诉主人了。
}
trouble-cut = 我说到一半断了。/继续 接着说，/重来 重新说。
trouble-withheld = 后面的我说不出来了。试试 /重来，或用 /改写 换个说法。
trouble-long = 内容太多，我一下子记不住。接下来我会少看一些，请输入 /重来。
trouble-unheard = 这条语音我没能听到。请把说的话打成文字，或者过一会儿再发一次。
trouble-unspoken = 这条我没能读出来，文字还在。请过一会儿再试。
trouble-owners = 有人在等回复，但我没能答上来。{ $what }

button-again = ↻ 重来
button-continue = ▸ 继续
button-undo = ↩ 撤回
button-stop = ⏹ 停止
button-left = ◀
button-right = { $many ->
    [yes] ▶ { $number }/{ $count }
   *[no] ▶
}
button-recalled = 🧠
button-more = ⋯
button-less = ‹ 返回
button-show = 再看一次
button-yes = 是
button-no = 否
button-left-as-is = 没有任何改动。
button-old = 这是较早的一条回复，请用最新一条下面的按钮。
button-unknown = 这个按钮已经失效。输入 /帮助 看看能做什么。

pages-confirm = 要这样做，请输入：{ $command }
