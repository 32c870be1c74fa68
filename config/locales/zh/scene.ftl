# 聊天之外的设定：世界书、预设、作者注、人设。

scene-title = 场景
scene-preset = 预设
scene-world = 世界书
scene-note = 作者注
scene-persona = 你的人设
scene-none = 无

world-none = 还没有世界书。想自己写一本：/场景 世界书 新建。已经有文件，就和 /导入 一起发来。
world-list = 世界书{ $pages ->
    [1] {""}
   *[other] （{ $page }/{ $pages }）
}
world-list-hint =
    /场景 世界书 查看 { $number } —— 查看和修改条目
    /场景 世界书 新建 —— 自己写一本
    /场景 世界书 绑定 { $number } 会话 —— 用在这个会话里
    /场景 世界书 解绑 { $number } —— 不再使用
    /导出 世界书 { $number } —— 导出成文件；后面加上 文本，得到便于编辑的文本
world-item = { $count } 个条目{ $bound ->
    [0] ，这里没有用到
   *[other] ，用于{ $where }
}
world-binding-chat = 当前会话
world-binding-persona = 你的人设
world-binding-character = 当前角色
world-shown = { $name }，{ $count } 个条目{ $pages ->
    [1] {""}
   *[other] （{ $page }/{ $pages }）
}
world-entry = { $listens ->
    [off] 已关闭
    [constant] 始终启用
    [keys] { $keys }
   *[none] 没有关键词
} · { $place ->
    [before-character] 角色定义之前
    [after-character] 角色定义之后
    [note-top] 作者注上方
    [note-bottom] 作者注下方
    [at-depth] 聊天中，深度 { $depth }
    [examples-top] 对话示例上方
    [examples-bottom] 对话示例下方
   *[outlet] {"{{outlet}}"} 处
} · { $words }
world-entry-title = { $title }（《{ $book }》，条目 { $number }）
world-entry-off = 已关闭
world-entry-delete-sure = 要从《{ $book }》里删除条目“{ $title }”吗？
world-entry-deleted = 已从《{ $book }》删除：{ $title }。
world-entry-copied = 已复制到《{ $book }》：{ $title }。
world-added = 已添加到《{ $book }》：{ $title }。用到这本世界书的会话，从下一条回复起生效。
world-edited = 《{ $book }》里已修改：{ $title }。用到这本世界书的会话，从下一条回复起生效。
world-uncalled = 它没有关键词，也不是始终发送，所以不会被触发。请点“编辑”填上关键词，或设为始终发送。
world-unused = 这个会话还没有用《{ $book }》。
world-switched-on = 已打开：{ $title }。
world-switched-off = 已关闭：{ $title }。
world-made = 已创建：《{ $name }》，编号 { $number }。
world-copied = 已复制：《{ $name }》，编号 { $number }，这本可以修改。
world-made-hint = 先添加条目，再用在这个会话里。
world-reverted = 《{ $book }》已恢复成当时的样子，现在是第 { $version } 版。
world-versions = 《{ $name }》的历史版本{ $pages ->
    [1] {""}
   *[other] （{ $page }/{ $pages }）
}
world-versions-hint = /场景 世界书 恢复版本 { $number } 1 —— 恢复到第 1 版
world-version = { $count } 个条目 · { $when }
world-fields = “{ $title }”的全部栏目{ $pages ->
    [1] {""}
   *[other] （{ $page }/{ $pages }）
}
world-fields-hint = /场景 世界书 栏目 { $book } { $entry } 深度 2 —— 修改一栏；写 - 就恢复成新条目的样子
world-test-no-books = 这里没有用到带条目的世界书，什么都不会触发。输入 /场景 世界书 查看有哪些。
world-test = “{ $said }”会用上这里 { $entries } 个条目中的 { $count } 个{ $count ->
    [0] 。
   *[other] ：
}
world-test-missed = 触发了但没有用上的有 { $count } 个：
world-test-line = • { $entry }：{ $why }
world-button-add = ➕ 添加条目
world-button-edit = ✏️ { $number }
world-button-edit-alone = ✏️ 修改 { $number }
world-button-edit-this = ✏️ 修改
world-button-on = ▶ { $number }
world-button-on-alone = ▶ 打开 { $number }
world-button-on-this = ▶ 打开
world-button-off = ⏸ { $number }
world-button-off-alone = ⏸ 关闭 { $number }
world-button-off-this = ⏸ 关闭
world-button-fields = 全部栏目
world-button-delete = 🗑 删除
world-button-entries = 所有条目
world-button-use = 用在这个会话里
world-book-edited = 已修改：{ $book }。
world-book-field-scan-depth = 扫描深度
world-book-field-budget = 预算
world-book-field-recursion = 递归
world-field-title = 标题
world-field-keys = 关键词
world-field-also = 次要关键词
world-field-text = 正文
world-field-never = 排除词
world-field-logic = 次要关键词的逻辑
world-field-always = 始终启用
world-field-position = 位置
world-field-depth = 深度
world-field-role = 身份
world-field-outlet = 出口
world-field-order = 顺序
world-field-chance = 概率
world-field-case = 区分大小写
world-field-whole-words = 全词匹配
world-field-scan-depth = 扫描深度
world-field-look-in = 另外查找
world-field-not-called = 不被其他条目触发
world-field-calls-none = 不触发其他条目
world-field-recursion-level = 递归层级
world-field-sticky = 持续
world-field-cooldown = 冷却
world-field-delay = 延迟
world-field-group = 分组
world-field-group-weight = 组内权重
world-field-group-first = 组内优先
world-field-no-budget = 不计预算
world-field-characters = 限定角色
world-field-group-scoring = 按匹配数选组内
world-field-tags = 限定标签
world-field-but-those = 排除这些角色
world-field-greeting = 限定开场白
world-field-after = 第几条回复之后
world-field-every = 每隔几条回复
world-field-regex = 关键词是正则
world-field-priority = 书内预算优先级
world-field-from-start = 从第一条消息数深度
world-field-triggers = 限定回复类型
world-value-on = 开
world-value-off = 关
world-value-chat = 未单独设置
world-value-and-any = 出现任一
world-value-not-all = 未全部出现
world-value-not-any = 全都没出现
world-value-and-all = 全部出现
world-value-before-character = 角色定义之前
world-value-after-character = 角色定义之后
world-value-note-top = 作者注上方
world-value-note-bottom = 作者注下方
world-value-at-depth = 聊天中
world-value-examples-top = 对话示例上方
world-value-examples-bottom = 对话示例下方
world-value-outlet = 出口处
world-value-system = 系统
world-value-user = 用户
world-value-assistant = 助手
world-value-persona = 人设
world-value-description = 描述
world-value-personality = 性格
world-value-depth-prompt = 深度提示词
world-value-scenario = 场景
world-value-creator-notes = 作者的话
world-value-normal = 普通
world-value-continue = 继续
world-value-impersonate = 代我说
world-value-swipe = 换一条
world-value-regenerate = 重新生成
world-value-quiet = 后台
world-entry-unnamed = （没有标题）
world-bound = 《{ $name }》现在用于{ $where }。
world-unbound = 《{ $name }》不再用于{ $where }。
world-delete-sure = 要删除世界书《{ $name }》（{ $count } 个条目）吗？删除后哪里都不再用到它。
world-deleted = 已删除：{ $name }。

preset-list = 预设{ $pages ->
    [1] {""}
   *[other] （{ $page }/{ $pages }）
}
preset-list-hint =
    /场景 预设 使用 { $number } —— 用在这个会话里
    /场景 预设 查看 { $number } —— 查看会发送什么
    /场景 预设 使用 默认 —— 换回自带的预设
preset-builtin = 自带
preset-default = 当前会话现在用自带的预设。
preset-used = 当前会话现在用预设“{ $name }”。
preset-shown = { $name }{ $pages ->
    [1] {""}
   *[other] （{ $page }/{ $pages }）
}
preset-filled-in = { $part ->
    [worldInfoBefore] 角色之前的世界书条目
    [personaDescription] 人设
    [charDescription] 角色的描述
    [charPersonality] 角色的性格
    [scenario] 场景
    [worldInfoAfter] 角色之后的世界书条目
    [dialogueExamples] 对话示例
   *[chatHistory] 会话内容
}
preset-marker = { $state ->
    [off] 已关闭
    [not-in-order] 不在顺序里，不会发送
   *[in] 由 Omoide 填入
}
preset-prompt = { $state ->
    [off] 已关闭
    [depth] 聊天中，深度 { $depth }
    [not-in-order] 不在顺序里，不会发送
    [unsent] 标成了 SillyTavern 自带的，不会发送
   *[in] 按顺序发送
}，{ $role ->
        [system] 系统
        [user] 用户
       *[assistant] 角色
    }，{ $length } 字
preset-sampling = 采样设置：{ $values }
preset-ignored = 未采用的字段：{ $names }{ $more ->
    [0] {""}
   *[other] ，另有 { $more } 项
}
preset-delete-sure = 要删除预设“{ $name }”吗？正在用它的会话不受影响。
preset-deleted = 已删除：{ $name }。

note-title = 作者注
note-none = 这里还没有作者注。想写一条，比如：/场景 作者注 写 现在是冬天
note-hint =
    /场景 作者注 写 现在是冬天 —— 换一条
    /场景 作者注 深度 4 —— 放在倒数第 4 条消息之前
    /场景 作者注 间隔 1 —— 每条消息都带上
    /场景 作者注 身份 系统 —— 选择以谁的身份说
    /场景 作者注 位置 聊天里 —— 放在聊天里
    /场景 作者注 关闭 —— 去掉作者注
note-where = { $position ->
    [in-chat] 聊天里，{ $depth ->
        [0] 最新一条消息之后
       *[other] 倒数第 { $depth } 条消息之前
    }
    [before-main] 主提示词之前
    [after-main] 主提示词之后
   *[nowhere] 不发送
}，以{ $role ->
        [system] 系统
        [user] 用户
       *[assistant] 角色
    }的身份，{ $every ->
    [0] 从不出现
    [1] 每次都出现
   *[other] 每 { $every } 条用户消息出现一次
}
note-too-deep = 请输入 { $low } 到 { $high } 之间的深度。
note-too-rare = 请输入 { $low } 到 { $high } 之间的间隔：1 表示每次，0 表示从不。
note-off = 作者注已删除。

persona-none = 你还没有人设。想说明你在故事里是谁，比如：/我 人设 写 阿凯 疲惫的老船长
persona-list = 你的人设{ $pages ->
    [1] {""}
   *[other] （{ $page }/{ $pages }）
}
persona-list-hint =
    /我 人设 使用 { $number } —— 使用
    /我 人设 写 阿凯 疲惫的老船长 —— 写一个
    /我 人设 关闭 —— 不用人设
persona-title = 你的人设：{ $name }{ $here ->
    [yes] （只在这个会话里）
   *[no] {""}
}
persona-hint =
    /我 人设 列表 —— 查看你的人设
    /我 人设 写 阿凯 疲惫的老船长 —— 写一个
    /我 人设 关闭 —— 不用人设
persona-empty = （没有描述）
persona-used = 你现在的人设是“{ $name }”。
persona-off = 你现在没有人设。
