# 回合：回复怎样结束，以及当前不能做的事。

turn-stopped = 已停止，写出的部分保留。/继续 接着说，/重来 重新写。
turn-empty = （没有回复）输入 /重来 再试一次。
turn-only-thought = （没有回复）模型只想了想，什么也没说。输入 /重来 再试一次。
turn-length = 回复已到最大长度。输入 /继续 看后面的部分。
turn-filtered = { $endpoint } 拦下了后面的内容。试试 /重来，或用 /改写 换个说法。
turn-broken-cut = 回复写到一半，与 { $endpoint } 的连接断了。写出的部分保留：/继续 接着说，/重来 重新写。
turn-broken-error = 回复写到一半，{ $endpoint } 报错了。写出的部分保留：/继续 接着说，/重来 重新写。
turn-broken-silent = 回复写到一半，{ $endpoint } 没有响应了。写出的部分保留：/继续 接着说，/重来 重新写。
turn-cut-crash = 回复写到一半，Omoide 退出了。写出的部分保留：/继续 接着说，/重来 重新写。
turn-cut-moved = 你去了故事的另一个位置，这条回复到此为止。
turn-parked = 这条消息连续几次都没能回复，不再自动尝试。输入 /重来 再试一次。

error-no-reaction = 这不是表情。可以用 👍 或 ❤。
error-edit-empty = 没有内容，所以没有改动。请写上这条消息要改成什么。
error-nothing-said = 现在还没有可以这样处理的内容。先说点什么吧。
error-turns-of-others = 这是别人的对话，要由参与的人或会话发起人来撤回。
error-only-hosts-undo = 这里只有会话发起人可以撤回。
error-not-taken-back = 来不及恢复了：已经过了一分钟，或者有人接着往下说了。内容还在分支 { NUMBER($number, useGrouping: 0) } 上。/会话 切换 { NUMBER($number, useGrouping: 0) } 可以过去。
error-nothing-of-yours = { $why ->
    [undone] 会话现在这一段里没有你说的话，所以没有可以修改的。直接写一句新的就行；要回到撤回之前，用 /会话 分支。
    [others] 这是别人说的话，你不能修改。
   *[none] 你在这里还没说过话，没有可以修改的。先说点什么吧。
}
error-only-one-greeting = 这个角色没有别的开场白。直接打字就能开始。
error-no-such-session = 这里没有编号 { NUMBER($number, useGrouping: 0) } 的会话。输入 /会话 查看有哪些。
error-no-such-savepoint = 这个会话没有编号 { NUMBER($number, useGrouping: 0) } 的存档。输入 /读档 查看有哪些。
error-no-such-branch = 这个会话没有编号 { NUMBER($number, useGrouping: 0) } 的分支。输入 /会话 分支 查看有哪些。
error-no-such-character = 没有你能在这里使用的编号 { NUMBER($number, useGrouping: 0) } 的角色。输入 /角色 查看有谁。
error-branch-taken = 分支 { NUMBER($number, useGrouping: 0) } 正在别的频道使用。可以用 /会话 从 另开一个自己的。
error-too-far-back = 退得太远了：这个分支上只有 { $messages } 条消息。
error-too-many-messages = 一次太多了，最多一起删除 { $most } 条。
error-messages-gone = 这些消息已经不在故事里，或者已经恢复了。
error-session-missing = 这个会话丢失或读不出来。输入 /新对话 开始一个，或用 /会话 打开别的。
error-nobody-plays = 这个会话里没有角色。想开始会话，用 /角色 选一个。
error-card-missing = 这个角色的角色卡丢失或读不出来。用 /导入 重新导入，或用 /角色 换一个。
error-lease-lost = 这个会话正在别处使用，请过几秒再试。

# 上网查到的内容。
search-sources = { $named ->
    [yes] 查了“{ $words }”：
   *[no] 之前查到的：
}
    { $sources }
search-failed = { $failed ->
    [yes] 本想查“{ $words }”，但搜索没有回应。这条回复没有用到网上的内容。
   *[no] 查了“{ $words }”，没有找到。这条回复没有用到网上的内容。
}
search-crowded = { $named ->
    [yes] 查了“{ $words }”，但提示词里放不下查到的内容。这条回复没有用到。
   *[no] 提示词里放不下之前查到的内容。这条回复没有用到。
}
search-offer = 网上也许能查到答案。要查一下吗？
search-look = 🔎 查一下
search-spent = 今天每人可查的次数已经用完。这条回复没有用到网上的内容。
