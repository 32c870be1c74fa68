# 送达：回复周围的提示和按钮。

delivery-thinking = { $name }还在想……
delivery-stopped = ——已停止——
delivery-lost = 有一条回复可能没有送到。
delivery-not-allowed = 我不能在频道 { $channel } 里发言：{ $reason }。请给我这个权限，或者换个地方。

button-again = ↻ 重来
button-continue = ▸ 继续
button-undo = ↩ 撤回
button-stop = ⏹ 停
button-left = ◀
button-right = { $many ->
    [yes] ▶ { $number }/{ $count }
   *[no] ▶
}
button-recalled = 🧠
button-more = ⋯
button-show = 再看一次
button-yes = 是
button-no = 否
button-left-as-is = 什么都没有改动。
button-old = 这是较早的一条回复。能用的按钮在最新的那条下面。
button-unknown = 这个按钮已经没有用了。输入 /帮助 看看能做什么。

pages-confirm = 要这样做，请输入：{ $command }
