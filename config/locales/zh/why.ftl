# 角色为什么这样回答：最近一次提示的每个部分。

why-nothing = 这里还没有向模型提过问。先说点什么吧。
why-title = 最近一次提示：{ $tokens } token{ $counted ->
    [yes] （模型计为 { $reported }）
   *[no] {""}
}，{ $model }
why-page = { $title }（{ $page }/{ $pages }）
why-further = 查看全部
why-as-file = 存成文件
why-steps = 耗时
why-book-of-card = 角色卡自带的世界书
why-fired = “{ $key }”{ $known ->
    [yes] ，出现在“{ $words }”
   *[no] ，出现在更早的消息里
}
why-path = { $fact ->
    [generation] 回复类型：{ $value }
    [preset] 预设：{ $value }
    [budget] 预算：{ $value } token
    [context] 模型上下文：{ $value } token
    [whole] 是否读到整个会话：{ $value ->
        [true] 是
       *[false] 否
    }
   *[other] { $fact }：{ $value }
}
why-slot = { $slot ->
    [persona] 角色
    [world-before] 世界书（前）
    [user-persona] 你的人设
    [world-after] 世界书（后）
    [evolved-persona] 角色的变化
    [world-setting] 世界设定
    [outline] 大纲
    [instruction] 指示
    [examples] 对话示例
    [stable-memory] 记忆
    [history] 历史消息
    [recalled] 回想
    [search] 搜索
    [reminder] 提醒
    [time] 时间
    [depth] 聊天中插入
    [current] 最新消息
    [post-history] 聊天之后
   *[other] { $slot }
}
why-fate = { $verdict ->
    [in] { $tokens } token
    [trimmed] { $tokens } token，有删减
    [empty] 空
    [late] 来得太晚
    [failed] 出错了
   *[out] 未采用
}
why-because = { $fate }：{ $reason }
why-reason = { $reason ->
    [budget] 放不下了
    [history-limit] 超出消息条数
    [not-spoken] 还没人说话
    [no-text] 没有内容
    [hidden] 已隐藏
    [disabled] 已关闭
    [not-in-order] 不在预设的顺序里
    [added-to-order] 预设的顺序里没有，已补上
    [overridden] 由角色卡代替
    [not-scheduled] 这次没轮到
    [trigger] 不用于这种回复
    [no-note] 这次没有作者注
    [shown] 历史里已经有了
    [summarised] 已写进摘要
    [paged] 已写进故事页
    [probability] 概率没中
    [group] 同组的另一条已入选
    [cooldown] 冷却中
    [delay] 聊天还不够长
    [filter] 不适用于这个角色
    [greeting] 开场白不是它要的那一句
    [replies] 还没轮到这条回复
    [waits] 要等别的条目触发
    [excluded] 出现了排除词
    [book-budget] 这本书的额度用完了
    [key-refused] 关键词无法识别
   *[other] { $reason }
}
why-warning = { $kind ->
    [middle] 历史消息和记忆在提示里占得很多。用 /设置 history_limit 40 可以少带一些消息。
    [total] 整个提示快到上限了，较早的消息很快会被略去。精简角色卡、预设或世界书可以腾出位置。
    [conversation] 这个会话已经很长了。用 /新对话 另开一个，用 /存档 记住这一处。
    [pictures] 这里没有会看图的模型：请用文字说说图上有什么。
   *[other] { $kind }
}
