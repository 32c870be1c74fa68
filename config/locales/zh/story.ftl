# 剧情：故事的页、时间线、摘要、章节、大纲和成长人设的查看与修改。

error-not-in-chronicle = { $kind ->
    [story_page] 这里没有第 { $name } 页。输入 /剧情 页 查看有哪些。
    [timeline] 时间线上没有第 { $name } 条。输入 /剧情 时间线 查看有哪些。
    [item] 这里没有叫“{ $name }”的物品。输入 /剧情 物品 查看有哪些。
    [dossier] 故事里没有叫“{ $name }”的人物。输入 /剧情 人物 查看有谁。
    [chapter] 第 { $name } 章还没有摘要。输入 /剧情 章节 查看有哪些。
   *[summary] 这里没有编号 { $name } 的摘要。输入 /剧情 摘要 列表 查看有哪些。
}
error-not-tellable = 这个故事里没有讲到它的消息或故事页，所以无法重写。可以直接修改。
error-nothing-to-sum-up = 内容还太少：最新的 { $staying } 条消息不会写进摘要。请先接着写。
error-summaries-off = 这里没有打开摘要。输入 /设置 summary 自动 可以打开。

command-story = 查看故事进展
command-story-help = 显示章节、大纲，以及故事靠什么记住：故事页、时间线、物品、人物、摘要。每一样都能查看、修改、重写：/剧情 页 查看 3，/剧情 人物 修改 小明 话不多的摆渡人。
command-story-pages = 查看故事页：🟢 详细，🟡 简略
command-story-pages-show = 查看一页
command-story-pages-edit = 修改一页
command-story-pages-redo = 重写一页
command-story-pages-delete = 删除一页
command-story-timeline = 查看时间线
command-story-timeline-show = 查看一条
command-story-timeline-edit = 修改一条
command-story-timeline-redo = 重写这一条所在的页
command-story-timeline-delete = 删除一条
command-story-items = 查看重要物品
command-story-items-show = 查看一件物品
command-story-items-edit = 修改物品的现状
command-story-items-redo = 重写一件物品
command-story-items-delete = 删除一件物品
command-story-people = 查看人物档案
command-story-people-show = 查看一个人物
command-story-people-edit = 修改人物档案
command-story-people-redo = 重写人物档案
command-story-people-delete = 删除人物档案
command-story-summary = 查看最新的摘要，或指定编号
command-story-summary-list = 查看所有摘要
command-story-summary-edit = 修改摘要
command-story-summary-redo = 重写摘要
command-story-summary-now = 现在就写摘要
command-story-chapter = 结束这一章
command-story-chapters = 查看章节
command-story-chapters-show = 查看一章的摘要
command-story-chapters-edit = 修改一章的摘要
command-story-chapters-redo = 重写一章的摘要
command-story-compress = 现在就把旧页压缩成简略
command-story-outline = 查看大纲
command-story-point = 改到大纲的另一点
command-story-director = 打开或关闭导演
command-story-background = 查看背景
command-story-background-show = 查看一个背景
command-story-background-use = 把一个背景用于这个故事
command-story-background-off = 不用背景
command-story-background-new = 写一个背景
command-story-background-edit = 修改背景的一部分
command-story-background-delete = 删除背景
command-story-background-draft = 让模型起草背景
command-story-background-change = 修改最近起草的背景
command-story-background-change-text = 要改的地方
command-story-background-redraft = 再起草一份
command-story-background-amend = 修改这份草稿
command-story-background-amend-text = 要改的地方
command-story-background-export = 把背景导出成文件
command-story-persona = 查看角色的成长人设
command-story-persona-list = 查看所有版本
command-story-persona-diff = 查看改了什么
command-story-persona-grow = 现在就让角色成长
command-story-persona-back = 退回某一版
command-story-persona-edit = 修改其中一项
command-story-persona-off = 恢复成角色卡
param-piece = 哪一个
param-piece-help = 编号或名字
param-point = 剧情点
param-point-help = /剧情 大纲 里的编号
param-point_status = 状态
param-point_status-help = 未开始、进行中或已完成
param-background = 背景
param-background-help = 编号或名字
param-part = 哪一部分
param-part-help = 名字、设定、大纲、结局，或剧情点的编号
param-version = 版本
param-version-help = /剧情 人设 列表 里的编号
param-first_version = 从
param-first_version-help = 版本号；0 是角色卡
param-second = 到
param-second-help = 版本号
param-field = 哪一项
param-field-help = 例如：目标

button-anew = ↻ { $number }
button-anew-alone = ↻ 重写 { $number }
button-use = 使用

story-title = 剧情
story-hint =
    /剧情 页 —— 一页页的故事
    /剧情 时间线 —— 什么时候发生了什么
    /剧情 人物 —— 有哪些人
    /剧情 摘要 —— 到目前为止的经过
    /剧情 章节 —— 已结束的章节
    /剧情 大纲 —— 接下来要发生什么
    /剧情 人设 —— 角色有了哪些变化
story-chapter = 章节
story-chapter-is = 第 { NUMBER($number, useGrouping: 0) } 章，至今共 { $messages } 条消息
story-outline = 大纲
story-outline-none = { $name ->
    [none] 还没有背景；/剧情 背景 可以选一个
   *[other] { $name }，没有大纲
}
story-outline-is = { $ended ->
    [yes] { $name }：已经到了结局
   *[no] { $name }：第 { $point } 点，共 { $points } 点（{ $status ->
        [completed] 已完成
        [in_progress] 进行中
       *[pending] 未开始
    }）：{ $words }
}{ $directed ->
    [yes] {""}
   *[no] （导演没有打开）
}
story-pages = 故事页
story-pages-is = 🟢 详细 { $detailed } 页，🟡 简略 { $brief } 页{ $paged ->
    [yes] {""}
   *[no] ，没有打开；/设置 story_pages 开 可以打开
}
story-pages-on = 打开故事页
story-pages-off = 不用故事页
story-index = 索引
story-index-is = 时间线 { $lines } 条，物品 { $items } 件，人物 { $people } 个
story-persona = 成长人设
story-persona-is = { $number ->
    [0] 和角色卡一样
   *[other] 第 { NUMBER($number, useGrouping: 0) } 版
}
story-due = 还没写完
story-due-is = { $fault ->
    [none] { $since }开始等待，会在后台写
   *[other] { $since }开始等待，没有成功：{ $fault }
}

story-no-page = 还没有故事页。输入 /设置 story_pages 开，之后每隔几条消息会在后台写一页。
story-no-line = 时间线还是空的，它会随着故事页增长；输入 /设置 story_pages 开 可以打开故事页。
story-no-item = 还没有重要物品，它们会随着故事页出现；输入 /设置 story_pages 开 可以打开故事页。
story-no-person = 还没有人物档案，它们会随着故事页出现；输入 /设置 story_pages 开 可以打开故事页。
story-no-summary = 还没有摘要。现在就写一份：/剧情 摘要 现在。
story-no-chapter = 还没有结束过的章节。结束现在这一章，比如：/剧情 收章 第一夜
story-page-list = 故事页：🟢 详细 { $detailed } 页，🟡 简略 { $brief } 页{ $pages ->
    [1] {""}
   *[other] （{ $page }/{ $pages }）
}
story-page-hint =
    /剧情 页 查看 { $key } —— 读这一页
    /剧情 页 修改 { $key } 他们在港口相遇 —— 修改
    /剧情 页 重写 { $key } —— 让模型重写
    /剧情 页 删除 { $key } —— 删除
story-line-list = 时间线：{ $total } 条{ $pages ->
    [1] {""}
   *[other] （{ $page }/{ $pages }）
}
story-line-hint =
    /剧情 时间线 修改 { $key } 灯灭了 —— 修改
    /剧情 时间线 重写 { $key } —— 让模型重写
    /剧情 时间线 删除 { $key } —— 删除
story-item-list = 物品：{ $total } 件{ $pages ->
    [1] {""}
   *[other] （{ $page }/{ $pages }）
}
story-item-hint =
    /剧情 物品 修改 { $key } 一把旧铜钥匙 —— 修改
    /剧情 物品 重写 { $key } —— 让模型重写
    /剧情 物品 删除 { $key } —— 删除
story-person-list = 人物：{ $total } 个{ $pages ->
    [1] {""}
   *[other] （{ $page }/{ $pages }）
}
story-person-hint =
    /剧情 人物 查看 { $key } —— 读人物档案
    /剧情 人物 修改 { $key } 话不多的摆渡人 —— 修改
    /剧情 人物 重写 { $key } —— 让模型重写
    /剧情 人物 删除 { $key } —— 删除
story-summary-list = 摘要：{ $total } 份{ $pages ->
    [1] {""}
   *[other] （{ $page }/{ $pages }）
}
story-summary-hint =
    /剧情 摘要 { $key } —— 读这份摘要
    /剧情 摘要 修改 { $key } 他们翻过了山脊 —— 修改
    /剧情 摘要 重写 { $key } —— 让模型重写
story-chapter-list = 章节：{ $total } 章{ $pages ->
    [1] {""}
   *[other] （{ $page }/{ $pages }）
}
story-chapter-hint =
    /剧情 章节 查看 { $key } —— 读这一章的摘要
    /剧情 章节 修改 { $key } 他们翻过了山脊 —— 修改
    /剧情 章节 重写 { $key } —— 让模型重写
story-page-is = 第 { $key } 页 · { $title }{ $detail ->
    [none] {""}
   *[other] {" "}· { $detail }
}
story-line-is = 时间线 { $key }{ $detail ->
    [none] {""}
   *[other] {" "}· { $detail }
}
story-item-is = { $key }
story-person-is = { $key }{ $detail ->
    [none] {""}
   *[other] （又叫 { $detail }）
}
story-chapter-shown = 第 { $key } 章 · { $title }
story-summary-is = { $chapter ->
    [0] 摘要
   *[other] 第 { NUMBER($chapter, useGrouping: 0) } 章的摘要
}{ $why ->
    [none] {""}
    [folded] {" "}· 已并入更新的摘要
    [chapter] {" "}· 已并入这一章
    [edited] {" "}· 后来手动改过
    [redone] {" "}· 后来重写了
    [revised] {" "}· 后来有消息改动
    [corrected] {" "}· 后来有内容被纠正
   *[other] {" "}· 不再使用
}
story-chapter-untitled = 第 { NUMBER($number, useGrouping: 0) } 章
story-chapter-untold = 摘要还在写
story-edited-piece = 已修改：{ $words }
story-redone = 正在重写，稍等一会儿。之后用 { $line } 查看。
story-delete-sure = 要删除{ $kind ->
    [page] 这一页，以及由它记住的内容
    [line] 这一条
    [item] 这件物品
   *[person] 这份人物档案
}吗：“{ $words }”？会话里的消息会保留。
story-deleted = 已删除。想恢复，用 /读档 回到以前的存档。
story-summing-up = 正在写摘要，稍等一会儿。之后用 /剧情 摘要 查看。
story-chapter-sure = 要结束第 { NUMBER($number, useGrouping: 0) } 章{ $title ->
    [none] {""}
   *[other] “{ $title }”
}吗？在下一章里，会用这一章的摘要代替它的消息。
story-chapter-closed = 第 { NUMBER($number, useGrouping: 0) } 章结束了，正在写摘要，写好了会告诉你。
story-compressing = 现在有 { $count } 页是详细的，较旧的会压缩成简略，只留下上限的一半。

story-outline-list = { $name }{ $ended ->
    [yes] {" "}· 已经到了结局
   *[no] {""}
}{ $directed ->
    [yes] {""}
   *[no] {" "}· 导演没有打开：/剧情 导演 开
}{ $pages ->
    [1] {""}
   *[other] （{ $page }/{ $pages }）
}
story-outline-next-hint = /剧情 剧情点 { $point } —— 从那里继续
story-outline-done-hint = /剧情 剧情点 { $point } 已完成 —— 标记为已完成
story-outline-more = 还有 { $count } 点
story-ending = 结局：{ $words }
story-point-set = 故事现在到了第 { $point } 点，共 { $points } 点：{ $status ->
    [completed] 已完成
    [in_progress] 进行中
   *[pending] 未开始
}。{ $directed ->
    [yes] {""}
   *[no] 导演没有打开；/剧情 导演 开 可以打开。
}
story-director-set = { $switch ->
    [on] 导演已打开，故事会跟着大纲走。
    [waiting] 导演已打开，但还没有可以跟着走的大纲。
   *[off] 导演已关闭，故事的进度会保留。
}
story-background-how =
    /剧情 背景 —— 查看所有背景
    /剧情 背景 起草 会回应的灯塔 —— 让模型写一个
story-no-background = 还没有背景。可以用 /导入 导入文件。让模型写一个，比如：/剧情 背景 起草 会回应的灯塔；自己写一个，比如：/剧情 背景 新建 “灯塔” 雾中的小岛
story-background-item = { $points ->
    [0] 没有大纲
   *[other] { $points } 个剧情点
}
story-background-list = 背景{ $pages ->
    [1] {""}
   *[other] （{ $page }/{ $pages }）
}
story-background-hint =
    /剧情 背景 查看 { $key } —— 读这个背景
    /剧情 背景 使用 { $key } —— 用在这个故事里
    /剧情 背景 修改 { $key } 结局 灯又亮了 —— 修改结局
    /剧情 背景 删除 { $key } —— 删除
    /剧情 背景 起草 会回应的灯塔 —— 让模型写一个
    /剧情 背景 关闭 —— 这个故事不用背景
story-background-used = { $name }
story-background-off = 从下一条回复起，这里的故事不再有背景。故事的进度会保留。
story-background-made = 已创建背景 { $number }：{ $name }。写大纲的第一点，比如：/剧情 背景 修改 { $number } 1 阿凯回到家乡；用于这个故事：/剧情 背景 使用 { $number }。
story-background-changed = 已修改：
story-background-delete-sure = 要删除背景“{ $name }”吗？正在用它的故事不受影响。
story-background-deleted = 已删除：“{ $name }”。
story-draft-sure = 要把这个背景用于这里的故事吗？
story-draft-sure-there = 要把这个背景用于{ $named ->
    [yes] “{ $place }”里
   *[no] 你提问的地方
}的故事吗？
story-draft-keep = 现在就用
story-draft-later = 先保存，以后用
story-director-asks = 要打开导演，让故事跟着大纲走吗？
story-draft-again = ↻ 再写一份
story-draft-change = ✏️ 改一改
story-part-name = 名字
story-part-setting = 设定
story-part-outline = 大纲
story-part-ending = 结局

grown-is = 第 { NUMBER($number, useGrouping: 0) } 版 · { $how ->
    [auto] 自动成长
    [hand] 手写
   *[asked] 按要求成长
}{ $current ->
    [yes] {" "}· 使用中
   *[no] {""}
}
grown-hint =
    /剧情 人设 对比 —— 看看有哪些变化
    /剧情 人设 修改 目标 找到她的哥哥 —— 修改其中一项
    /剧情 人设 退回 1 —— 退回第 1 版
    /剧情 人设 成长 —— 让角色现在就成长
    /剧情 人设 关闭 —— 回到角色卡
grown-versions = 成长人设的版本{ $pages ->
    [1] {""}
   *[other] （{ $page }/{ $pages }）
}
grown-versions-hint =
    /剧情 人设 { $number } —— 读这一版
    /剧情 人设 对比 { $number } —— 看看这一版改了什么
    /剧情 人设 退回 { $number } —— 退回这一版
grown-diff = 从{ $first ->
    [0] 角色卡
   *[other] 第 { NUMBER($first, useGrouping: 0) } 版
}到{ $second ->
    [0] 角色卡
   *[other] 第 { NUMBER($second, useGrouping: 0) } 版
}{ $count ->
    [0] 没有变化
   *[other] 改了 { $count } 处
}
grown-growing = 角色正在回想发生过的事，有了结果会告诉你。
grown-back = 从下一条回复起使用第 { NUMBER($number, useGrouping: 0) } 版。
grown-edited = 已修改：从下一条回复起使用第 { NUMBER($number, useGrouping: 0) } 版。
grown-off-sure = 要恢复成角色卡吗？成长人设的 { $count } 个版本都不再使用。
grown-cleared = { $count } 个版本已不再使用，角色和角色卡上一样了。想恢复，用 /读档 回到以前的存档。
grown-field-personality = 性格
grown-field-feelings = 情感
grown-field-relations = 关系
grown-field-goals = 目标
grown-field-beliefs = 信念
grown-field-habits = 习惯
grown-field-speech = 说话方式

status-due = 正在进行
status-due-one = { $kind ->
    [remember] 记住消息
    [embed] 理解意思
    [facts] 记录事实
    [pages] 写日记
    [chronicle] 写故事页
    [answer] 回复
    [let-in] 通知可以聊天的人
    [world] 读世界书
    [forget] 删除某人的数据
    [retention] 清理
   *[other] 清理
}（{ $minutes ->
    [0] { $since }
   *[other] { $minutes } 分钟后
}）
status-later = 稍后
status-failing = 这里失败了
status-failing-anywhere = 失败
status-failing-is = { $kind ->
    [remember] 记住消息
    [embed] 按意思找记忆
    [facts] 记录事实
    [pages] 写日记
    [chronicle] 写故事页
    [answer] 回复
    [let-in] 通知可以聊天的人
    [world] 按意思找世界书条目
    [forget] 删除某人的数据
   *[other] 清理
}，{ $marks ->
    [1] { $since }开始
   *[other] 共 { $marks } 次，{ $since }开始
}：{ $fault }
status-fault = { $fault ->
    [key] 模型不接受密钥。请在 .env 里填上正确的密钥：python -m bot setup
    [credit] 模型的账户没有余额了。请充值，或者换一个模型
    [model] 找不到这个名字或地址的模型。可以检查一下：python -m bot doctor
    [none] 没有配置用来做这件事的模型。请运行：python -m bot setup
    [answer] 模型的回答无法使用。请换一个辅助模型
    [spent] 今天的后台额度用完了，明天会继续；/设置 background_tokens 可以调高
    [busy] 模型没有响应，会自动重试
    [embedding] 嵌入模型没有响应，会自动重试；python -m bot doctor 会说明原因
    [database] 数据库没有响应，会自动重试
    [died] 程序因此崩溃过，一小时后会重试；请附上日志反馈
   *[other] 出错了（错误编号 { $id }），会自动重试；日志里有详情
}

command-story-init = 查看故事读入了多少
command-story-init-start = 把故事读入记忆
command-story-init-pause = 暂停读入
command-story-init-resume = 继续读入
command-story-export = 把记忆导出成文件
command-story-import = 从文件导入记忆
init-stand = { $state ->
    [running] 正在把故事读入记忆：{ $read }/{ $total } 条消息。
    [paused] 读入已暂停，停在第 { $read } 条消息，共 { $total } 条。
    [done] 故事已读入记忆，共 { $total } 条消息。{ $lost ->
        [0] {""}
       *[other] 其中 { $lost } 条，模型没有写出内容。
    }
   *[none] 故事还没有读入记忆。
}
init-waits = 已暂停。
init-goes-on = 继续读入。
init-sure = 要把 { $messages } 条消息（共 { $total } 条）{ $setting ->
    [yes] 以及世界书和角色卡
   *[no] {""}
}读入记忆吗？大约要调用辅助模型 { $calls } 次，读 { $tokens } 个 token，写 { $answers } 个 token。
init-yes = 读入记忆
init-nothing = 这个故事已经全部读入记忆，新的内容会随时读入。
init-begun = 正在后台把 { $messages } 条消息读入记忆，这里会有一条消息显示进度。想暂停：/剧情 读入 暂停。
init-pause = ⏸ 暂停
init-resume = ▶ 继续
