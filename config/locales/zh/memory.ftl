# 记忆花园、日记、纠正，以及关于自己的事。

memory-kind = { $kind ->
    [said] 消息
    [core] 笔记
    [manual] 亲手写的
    [diary] 日记
    [event] 故事页（简略）
    [plot] 故事页（详细）
   *[other] 记忆
}
memory-moment = { DATETIME($at, dateStyle: "medium", timeStyle: "short") }
memory-pin-mark = 📌
memory-list = { $name }的笔记，共 { $total } 条{ $pages ->
    [1] {""}
   *[other] （{ $page }/{ $pages }）
}
memory-said-hint = 另外还记得 { $said } 条消息，用 /记忆 搜索 可以找到。
memory-list-hint =
    /记忆 查看 { $number } —— 看它从哪里来
    /记忆 添加 莉娜周日要来 —— 添加一条
    /记忆 修改 { $number } 莉娜周一要来 —— 修改
    /记忆 删除 { $number } —— 删除
    /记忆 置顶 { $number } —— 一直放在最前面
    /记忆 星空 —— 以星空的样子查看全部
memory-none = { $name }还没有笔记。{ $said ->
    [0] 聊天时，重要的事会自动记下来。
   *[other] 说过的话也都记得，用 /记忆 搜索 可以找到。
}
    /记忆 添加 莉娜周日要来 —— 添加一条
memory-not-found = 没有找到和“{ $words }”有关的记忆。换个词试试，或者写个时间，例如上周。
memory-found = 和“{ $words }”有关的记忆{ $pages ->
    [1] {""}
   *[other] （{ $page }/{ $pages }）
}
memory-found-hint =
    /记忆 查看 { $number } —— 看它从哪里来
    /记忆 修改 { $number } 莉娜周一要来 —— 修改
    /记忆 删除 { $number } —— 删除
    /记忆 置顶 { $number } —— 一直放在最前面
memory-shown = 记忆 { $number }{ $pinned ->
    [yes] {" "}· 已置顶
   *[no] {""}
}
memory-of-chat = { $own ->
    [yes] 来自当前会话
   *[no] 来自会话“{ $chat }”
}
memory-uses = { $uses ->
    [0] 最近没有想起过
   *[other] 想起过 { $uses } 次
}
memory-was = 以前是：{ $words }
memory-ended = { $known ->
    [yes] { $at } {""}
   *[no] {""}
}{ $why ->
    [edited] 手动修改
    [corrected] 已纠正
    [pinned] 置顶或取消置顶
    [shared] 改为所有角色都知道
    [unshared] 改为只有一个角色知道
    [deleted] 已删除
    [forgotten] 已忘掉
   *[other] 被更新的内容取代
}
memory-added = 已添加，编号 { $number }：{ $words }
memory-edited = 已修改，现在的编号是 { $number }：{ $words }
memory-delete-sure = 删除{ $count ->
    [1] 这条记忆：{ $words }？
   *[other] 这 { $count } 条记忆：{ $words }{ $more ->
        [0] {""}
       *[other] ，以及另外 { $more } 条
    }？
}聊天里说过的话不受影响。
memory-deleted = 已删除 { $count } 条记忆。想恢复，用 /读档 回到以前的存档。
memory-pinned = 已置顶：{ $number }。
memory-unpinned = 已取消置顶：{ $number }。

button-change = ✏️ { $number }
button-change-alone = ✏️ 修改{ $number }
button-drop = 🗑 { $number }
button-drop-alone = 🗑 删除{ $number }
button-pin = 📌 置顶
button-unpin = 📌 取消置顶

sky-title = { $name }的记忆
sky-below = { $whole ->
    [yes] { $shown } 条记忆
   *[no] { $total } 条记忆中的 { $shown } 条
}
sky-file = 记忆星空
sky-said = 记忆星空：{ $whole ->
    [yes] { $shown } 条记忆
   *[no] { $total } 条记忆中的 { $shown } 条
}。越亮越新，越大越常想起，离得越近意思越像。

diary-day = { DATETIME($at, dateStyle: "full") }
diary-page = { $name }的日记，{ $day }
diary-page-hint =
    /记忆 修改 { $number } 今天聊了海 —— 修改这一篇
    /日记 列表 —— 查看全部
diary-list = { $name }的日记，共 { $total } 篇{ $pages ->
    [1] {""}
   *[other] （{ $page }/{ $pages }）
}
diary-list-hint = /日记 { $day } —— 读这一篇
diary-none = { $asked ->
    [yes] { $name }的日记里没有“{ $day }”这一天。用 /日记 列表 查看哪些天有日记。
   *[no] { $name }的日记还是空的。
}一天结束后，如果{ $name }那天至少说过 { $needed } 次话，就会写一篇（/设置 diary_turns）。

fix-proposed = “{ $was }” → “{ $now }”
fix-yes = 对，就这样改
fix-edit = ✏️ 换个说法
fix-forget = 🗑 忘掉
fix-done = 已纠正：“{ $was }” → “{ $now }”。上一条回复可以重写一遍。
fix-forgotten = 已忘掉：“{ $was }”。上一条回复可以重写一遍。
fix-again = ↻ 重写

memory-from = 来自 { $platform }
recalled-page = 上一条回复想起了 { $total } 条{ $pages ->
    [1] {""}
   *[other] （{ $page }/{ $pages }）
}
recalled-nothing =
    上一条回复没有用到记忆。
    /记忆 搜索 周日 —— 找一条记忆
    /记忆 添加 莉娜周日要来 —— 添加一条
recalled-further = 查看想起的全部内容
recalled-score = { $strength ->
    [strong] 很贴近
    [fair] 有关
   *[faint] 略有关联
}
recalled-fact = { $own ->
    [yes] 关于你
   *[no] 关于这里的某个人
}
recalled-fact-key = 事实
recalled-piece = { $what ->
    [pages] 故事页 { $name }
   *[people] { $name }的人物档案
}
recalled-story-page = 故事页第 { $number } 页 · { $by ->
    [keywords] 有相同的词
   *[other] 由模型选出
}
recalled-dossier = { $name }的人物档案 · { $by ->
    [keywords] 有相同的词
   *[other] 由模型选出
}

about-title = 关于你的事实
about-count = { $total ->
    [0] 还没有记下什么
   *[other] { $total } 条
}
about-none = 我还不知道关于你的事。{ $remembers ->
    [on] 你以自己的身份聊天时，会慢慢记下来。
   *[off] 现在没有在记；输入 /我 记住 开 可以打开。
}想自己写一条，比如：/我 事实 添加 我有两只猫
about-list = 关于你的事实，共 { $total } 条{ $pages ->
    [1] {""}
   *[other] （{ $page }/{ $pages }）
}
about-list-hint =
    /我 事实 查看 { $number } —— 查看以前的内容
    /我 事实 修改 { $number } 我有两只猫 —— 修改
    /我 事实 删除 { $number } —— 删除
    /我 事实 共享 { $number } —— 让所有角色都知道
    /我 事实 共享 { $number } 群聊 —— 允许在群里提起
about-shown = 事实 { $number }
about-known = { $shared ->
    [yes] 所有角色都知道
   *[no] 只有{ $name }知道
}，{ $private ->
    [yes] 只在私下提起
   *[no] 群里也可以提起
}
about-added = 已添加，编号 { $number }：{ $words }（{ $known }）
about-edited = 已修改，现在的编号是 { $number }：{ $words }（{ $known }）
about-delete-sure = 要删除“{ $words }”吗？以后谁都不会再提起它。
about-deleted = 已删除。
about-shared = { $number }：{ $words }（{ $known }）
about-remember = 记下关于你的事实
about-remember-is = { $switch ->
    [on] 开
   *[off] 关
}
about-remember-set = { $switch ->
    [on] 从现在起，聊天时会记下关于你的事实。
   *[off] 从现在起，不再记下关于你的事实。{ $known ->
        [0] {""}
       *[other] 已经知道的 { $known } 条会保留，你可以用 /我 事实 删除。
    }
}
about-elsewhere = 私下说的事
about-elsewhere-is = { $switch ->
    [on] 可以在群里提起
   *[off] 只留在私下
}
about-elsewhere-set = { $switch ->
    [on] 从现在起，你私下说的事可以在群里提起，在一个会话里说的也可以在另一个会话里提起。
   *[off] 从现在起，你私下说的事只留在私下。
}

secret-said = 我已经私下回答你了。
secret-unsaid = 这件事我只能私下告诉你，但我现在没法在私聊里给你发消息。{ $platform ->
    [telegram] 打开和我的私聊，点一次“开始”，我就在那里告诉你：{ $address }
   *[other] 请先允许我在私聊里给你发消息，再回这里重试。
}
secret-about = 关于“{ $title }”：
secret-commands = 这些命令要在{ $named ->
    [yes] “{ $title }”
   *[no] 你提问的地方
}里输入，它们只对那里的会话有效。

error-no-such-memory = 这里没有编号为 { $number } 的记忆。用 /记忆 查看有哪些，或者搜索，比如：/记忆 搜索 周日
error-memory-elsewhere = { $chat ->
    [none] 记忆 { $number } 属于另一个会话，那里还有别人。想修改它，请先打开那个会话：/会话 会列出全部。
   *[other] 记忆 { $number } 属于会话“{ $chat }”，那里还有别人。想修改它，请先打开那个会话：/会话 会列出全部。
}
error-memory-linked = 记忆 { $number } 来自你在 { $platform } 上的会话，请到那边修改。
error-memory-empty = 没有内容。请在命令后面写上要记住的内容。
error-no-such-fact = 没有编号为 { $number } 的事实。输入 /我 事实 查看有哪些。
error-fact-known = 这件事我已经知道了。输入 /我 事实 可以看到。
error-date-unknown = “{ $given }”不是过去的某一天。可以试试：昨天、上周五、2026-03-05；/日记 列表 可以看到哪些天有日记。

recallable-group = { $group ->
    [talk] { $name }在这里能想起的
    [people] 关于你
    [story] 故事
   *[books] 在用的世界书
}
recallable-kind = { $kind ->
    [said] 消息
    [notes] 笔记
    [diary] 日记
    [facts] 事实
    [pages] 故事页
    [timeline] 时间线
    [items] 物品
    [people] 人物
    [summaries] 摘要
    [chapters] 章节
    [events] 故事页（简略）
    [plots] 故事页（详细）
    [grown] 角色的成长
   *[entries] 条目
}
recallable-count = { $all ->
    [yes] { $count }
   *[no] { $count }，其中 { $here } 条可以在这里提起
}
