# 存档、会话与分支：列表、差别，以及前情提要。

error-branch-in-use = 你正在分支 { NUMBER($number, useGrouping: 0) } 上，不能归档它。请先换到别的分支：/会话 分支 查看有哪些。
error-one-place-only = 终端里没有子区，故事没法在别处继续。/会话 从 0 可以就地另开分支。
error-no-thread-here = { $why ->
    [private] 私聊里不能开子区，没有任何变化。/会话 从 0 可以就地另开分支。
    [no-forum] 这个群没有打开话题，没有任何变化。群主可以在群设置里打开“话题”。
    [kind] 这种频道不能开子区，没有任何变化。请换到文字频道试试。
    [later] 平台刚才没有响应，没有任何变化。请稍后再试。
   *[rights] 我在这里没有权限，没有任何变化。在 Discord 请给我“创建公共子区”和“在子区内发送消息”权限；在 Telegram 请让我当管理员，并允许“管理话题”。
}

command-chats-search = 按标题找会话
command-chats-branches-rename = 给分支起名字
command-chats-branches-archive = 归档分支
command-chats-branches-archived = 查看归档的分支
command-chats-branches-back = 恢复归档的分支
command-chats-diff = 对比某个分支和这里
command-chats-diff-save = 对比某个存档和这里
command-chats-tree = 以树的形式查看分支
command-chats-tree-picture = 查看分支树的图
command-chats-fork = 从这里到子区或话题里继续
command-save-deleted = 查看已删除的存档
command-save-undelete = 恢复已删除的存档
command-load-list = 查看存档
command-load-search = 查找存档
command-load-deleted = 查看已删除的存档
command-recap = 查看前情提要
command-recap-help = 讲讲你上次发言之后这里说了什么。只有你看得到，也不会被记住。

previous-page = ‹ 第 { $page } 页
button-undelete = ↩ 恢复

story-save-delete-sure = 要删除存档“{ $name }”吗？故事本身不受影响，30 天内可以恢复这个存档。
story-save-deleted = 已删除：“{ $name }”。30 天内可以恢复：/存档 恢复
story-save-undeleted = 已恢复：“{ $name }”。输入 /读档 { $number } 可以回到那里。
story-load-sure = 要回到这里吗？现在的位置会先自动存档。

saves-list = 存档：{ $total } 个{ $pages ->
    [1] {""}
   *[other] （{ $page }/{ $pages }）
}
saves-found = 含“{ $words }”的存档：{ $total } 个{ $pages ->
    [1] {""}
   *[other] （{ $page }/{ $pages }）
}
saves-not-found = 没有含“{ $words }”的存档。/读档 可以看全部。
saves-hint =
    /读档 { $number } —— 回到这个存档
    /读档 几个字 —— 查找存档
    /存档 改名 { $number } 暴风雨之前 —— 改名
    /存档 删除 { $number } —— 删除
    /存档 已删除 —— 查看删掉的存档
saves-messages = { $messages } 条消息
saves-none-deleted = 最近 30 天没有删过存档。
saves-deleted = 已删除的存档：{ $total } 个{ $pages ->
    [1] {""}
   *[other] （{ $page }/{ $pages }）
}
saves-deleted-hint = /存档 恢复 { $number } —— 恢复
saves-gone-on = { DATETIME($date, dateStyle: "medium") } 彻底删除

load-changes = 会有这些变化（内容不会丢）
load-nothing-changes = 没有变化：故事现在就在这里。
load-stays = 不变的是：设置，以及对真人的了解。
load-left = 之后的内容保留在分支 { $branch } 上。想回去：/会话 切换 { $branch }。
load-left-button = ↩ 分支 { $branch }
load-part = { $here ->
    [0] { $part }：恢复 { $there } 条
   *[other] { $part }：{ $there ->
        [0] { $here } 条移到另一个分支
       *[other] { $here } 条移到另一个分支，恢复 { $there } 条
    }
}

diff-title = 这里和“{ $name }”有 { $common } 条消息是共同的。
diff-none = 没有不同。
diff-part = { $part }：这里 { $here }，那里 { $there }
diff-here = ‹
diff-there = ›
diff-states = 其他不同
diff-state = { $state }：{ $here } → { $there }
diff-nothing = 无
part-messages = 消息
part-memories = 记忆
part-facts = 剧情事实
part-diary = 日记
part-pages = 故事页
part-summaries = 摘要
part-timeline = 时间线
part-items = 物品
part-people = 人物
state-plot = 剧情点
state-persona = 人设版本
state-note = 作者注
state-preset = 预设
state-background = 背景

chats-list = 会话：{ $total } 个{ $pages ->
    [1] {""}
   *[other] （{ $page }/{ $pages }）
}
chats-list-hint =
    /会话 打开 { $number } —— 接着聊
    /会话 改名 { $number } 灯塔 —— 改标题
    /会话 归档 { $number } —— 归档
    /会话 删除 { $number } —— 移到回收站
    /会话 搜索 几个字 —— 查找会话
chats-found = 标题含“{ $words }”的会话：{ $total } 个{ $pages ->
    [1] {""}
   *[other] （{ $page }/{ $pages }）
}
chats-not-found = 没有标题含“{ $words }”的会话。/会话 可以看全部。
chats-archived-list = 归档和删除的会话：{ $total } 个{ $pages ->
    [1] {""}
   *[other] （{ $page }/{ $pages }）
}
chats-archived-list-hint = /会话 打开 { $number } —— 恢复
chats-empties = { DATETIME($date, dateStyle: "medium") } 彻底删除
chats-trash-counted = 要删除“{ $title }”吗？里面有 { $branches } 个分支上的 { $messages } 条消息、{ $saves } 个存档和 { $memories } 条记忆{ $places ->
    [1] {""}
   *[other] ，正在 { $places } 个频道里使用
}。{ DATETIME($date, dateStyle: "medium") } 之前可以恢复。
chats-trash-done = 已删除：{ $title }。{ DATETIME($date, dateStyle: "medium") } 之前可以用 /会话 打开 { $number } 恢复。

branches-list = 当前会话的分支：{ $total } 个{ $pages ->
    [1] {""}
   *[other] （{ $page }/{ $pages }）
}
branches-list-hint =
    /会话 切换 { $number } —— 切换过去
    /会话 分支 改名 { $number } 翻过山脊 —— 起名
    /会话 分支 归档 { $number } —— 归档
    /会话 对比 { $number } —— 看看有什么不同
    /会话 树 —— 以树的形式查看
branches-archived-list = 归档的分支：{ $total } 个{ $pages ->
    [1] {""}
   *[other] （{ $page }/{ $pages }）
}
branches-archived-hint = /会话 分支 恢复 { $number } —— 恢复
branches-none-archived = 没有归档的分支。
branches-item = { $reason ->
    [again] 另一种回复
    [undo] 撤回之后
    [restore] 读档之后
    [branch] 你另开的
    [thread] 在子区里继续
   *[start] 开头
}，{ $messages } 条消息，{ $ago }
branches-after = 接在：{ $words }
branches-elsewhere = 在别的频道里使用
branches-renamed = 分支 { $number } 现在叫“{ $name }”。
branches-archived = 分支 { $number } 已归档，内容不会丢；/会话 分支 已归档 可以看到它。
branches-back = 分支 { $number } 回到列表里了。
branches-forked = 故事也在“{ $title }”里继续了。这里保持原样。

tree-title = 分支树：{ $total } 个分支{ $pages ->
    [1] {""}
   *[other] （{ $page }/{ $pages }）
}
tree-hint =
    /会话 切换 { $number } —— 切换过去
    /会话 对比 { $number } —— 看看有什么不同
tree-button = 🌳 看图
tree-item = { $messages } 条消息{ $archived ->
    [yes] {" "}· 已归档
   *[no] {""}
}
tree-below = { $total } 个分支 · 右边的数字是消息数
tree-hidden = +n：从那里还分出这么多
tree-here = ◀ 在这里
tree-file = 分支
tree-said = 共 { $total } 个分支，你在分支 { $number } 上；/会话 树 可以列出全部。

recap-title = 前情提要（{ $known ->
    [yes] 你上次发言是{ $ago }，之后
   *[no] 你还没有在这里发过言，
}共 { $missed } 条消息）：
recap-nothing-new = 你上次发言{ $known ->
    [yes] （{ $ago }）
   *[no] {""}
}之后没有新内容。到目前为止：
recap-nothing-said = 这里还没有人说过话。写点什么就能开始。
