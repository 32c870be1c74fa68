# 角色为什么这样回答：最近一次提示的每个部分。

why-nothing = 这里还没有写过回复。先说点什么吧。
why-unbuilt = 上一轮还没生成提示词就结束了。
why-above = 这条回复用到了：
why-above-nothing = 这条回复没有想起什么。
why-group = { $group ->
    [memories] 记忆
    [you] 关于你
    [others] 关于这里的其他人
    [story] 故事里的内容
    [world] 世界书里的内容
   *[missed] 没有用上
}：{ $all ->
    [yes] { $total } 条
   *[no] { $total } 条中的 { $shown } 条
}
why-used = 另外还用到：{ $parts }。
why-named = { $part ->
    [card] 角色卡
    [persona] 人设
    [evolution] 成长人设
    [note] 作者注
    [background] 背景
    [director] 大纲
    [reminder] 往事提醒
    [reactions] 表情回应
    [occasion] 为什么先开口
    [inject] 脚本的文字
   *[story] 故事摘要
}
why-messages = { $run ->
    [yes] 从“{ $words }”开始
   *[no] “{ $words }”
}
# 回想的内容里用了多少。
why-lines = { $count } 条
why-since = { $known ->
    [yes] 从“{ $words }”开始的消息
   *[no] 最近的消息
}
why-told = { $why ->
    [meaning] 和刚才说的意思相近
    [sticky] 前面触发过，仍然有效
    [constant] 一直有效
    [forced] 由脚本启用
   *[key] 出现了关键词
}
why-fired-by = “{ $key }”，出现在条目“{ $entry }”里
why-loss = { $verdict ->
    [late] 来得太晚
    [failed] 出错了
    [trimmed] 放不下了
   *[out] 没有用上
}
why-title = 最近一次的提示词：{ $tokens } 个 token{ $counted ->
    [yes] （模型统计为 { $reported }）
   *[no] {""}
}，{ $model }
why-page = { $title }{ $pages ->
    [1] {""}
   *[other] （{ $page }/{ $pages }）
}
why-further = 查看全部（含大小和耗时）
why-as-file = 存成文件
why-steps = 耗时
why-step = { $step ->
    [queue] 等待
    [claim] 开始
    [load] 读取会话
    [retrieve] 回想
    [assemble] 组合提示词
    [first-word] 模型的第一个字
    [last-word] 从那时到最后一个字
    [commit] 保存
    [shown] 从开始到首次显示
   *[delivered] 从开始到全部送达
}{ $ms ->
    [0] 不到 1 毫秒
   *[other] {" "}{ NUMBER($ms, useGrouping: 0) } 毫秒
}
why-book-of-card = 角色卡自带的世界书
why-fired = “{ $key }”{ $known ->
    [yes] ，出现在“{ $words }”
   *[no] ，出现在更早的消息里
}
why-web = { $state ->
    [looked] 联网：查自 { $provider }，{ $by ->
        [model] 搜索词由辅助模型选
        [tool] 由聊天模型自己查
        [person] 搜索词由你选
       *[rule] 搜索词按规则选
    }，{ $hits } 个网页，用时 { NUMBER($ms, maximumFractionDigits: 0) } 毫秒{ $cached ->
        [yes] ，之前查过
       *[no] {""}
    }
    [failed] 联网：没有查到（{ $provider }），这条回复没有用到
    [crowded] 联网：查自 { $provider }，但提示词放不下，这条回复没有用到
    [wanted] 联网：消息需要查，但没有查
   *[no] 联网：消息不需要查
}（评分 { NUMBER($score, minimumFractionDigits: 2, maximumFractionDigits: 2) }，满分 1）
why-web-words = 搜索词：{ $words }
why-path = { $fact ->
    [generation] 回复类型：{ $value ->
        [normal] 回复
        [continue] 接着说
        [impersonate] 代你说话
        [swipe] 换一版
        [regenerate] 重写
        [quiet] 后台
       *[other] 回复
    }
    [preset] 预设：{ $value }
    [budget] 预算：{ $value } 个 token
    [context] 模型上下文：{ $value } 个 token
    [whole] 是否读到整个会话：{ $value ->
        [true] 是
       *[false] 否
    }
   *[other] 另外：{ $value }
}
why-slot = { $slot ->
    [persona] 角色
    [world-before] 世界书（前）
    [user-persona] 你的人设
    [world-after] 世界书（后）
    [evolved-persona] 角色的成长
    [world-setting] 世界设定
    [outline] 大纲
    [instruction] 指示
    [examples] 对话示例
    [stable-memory] 记忆
    [history] 历史消息
    [recalled] 回想
    [search] 搜索
    [reminder] 提醒
    [reactions] 表情回应
    [time] 时间
    [depth] 聊天中插入
    [current] 最新消息
    [post-history] 聊天之后
    [occasion] 为什么先开口
   *[other] 其他
}
why-example = 示例 { $number }（共 { $count } 段）
# 每一段文字的来源；没有列出的，看位置就够了。
why-origin = { $from ->
    [prompt] 预设
    [preset] 预设
    [card] { $part ->
        [description] 描述
        [personality] 性格
        [scenario] 场景
        [mes-example] 对话示例
        [system-prompt] 系统提示词
        [post-history-instructions] 后置指令
        [depth-prompt] 按深度插入的文字
       *[other] 角色卡
    }
    [history] 第 { $part } 条
    [current] 第 { $part } 条
    [note] 作者注
    [inject] 脚本插入的文字
    [persona] 你的人设
    [time] 现在的时间
    [dates] 近几天的日子
    [evolution] 成长人设
    [background] 背景
    [director] { $part ->
        [outline] 大纲
       *[other] 导演
    }
    [reactions] 表情回应
    [occasion] 为什么先开口
    [reminder] { $part ->
        [events] 这里发生过的事
        [others] 其他故事里发生过的事
       *[other] 提醒
    }
    [story] { $part ->
        [summary] 摘要
        [chapter] 章节
       *[other] 索引
    }
    [pages] 故事页
    [dossiers] 人物档案
    [about] 关于大家
    [core] 事实
    [diary] 日记
    [episodic] 说过的话
    [plots] 故事页（详细）
    [world] 按意思找到的条目
    [macro] 宏 { $part }
    [script] 脚本“{ $part }”
   *[other] {""}
}
why-fate = { $verdict ->
    [in] { $tokens } 个 token
    [trimmed] { $tokens } 个 token，有删减
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
    [shown] 历史消息里已经有了
    [summarised] 已写进摘要
    [shortened] 太长，中间部分略去
    [paged] 已写进故事页
    [selection] 摘选，当时说的不止这些
    [unsent] 标成了 SillyTavern 自带的提示词，其实不是，SillyTavern 也不发送
    [no-speaker] 里面没有以“名字：”开头的台词
    [claude-only] 只发给 Claude，和 SillyTavern 一样
    [nothing-here] 这里没有对应的内容，已留空
    [probability] 概率没有命中
    [group] 同组的另一条已采用
    [cooldown] 冷却中
    [delay] 聊天还不够长
    [filter] 不用于这个角色
    [greeting] 会话用的是另一段开场白
    [replies] 不用于这条回复
    [waits] 要等别的条目触发
    [excluded] 出现了排除词
    [second-keys] 次要关键词不符合
    [book-budget] 这本书的预算用完了
    [key-refused] 关键词无法识别
    [too-slow] 它的正则表达式太费时间
   *[other] 其他原因
}
why-warning = { $kind ->
    [middle] 历史消息和记忆在提示词里占得很多。用 /设置 history_limit 40 可以少带一些消息。
    [total] 整个提示词快到上限了，较早的消息很快会被略去。精简角色卡、预设或世界书可以腾出空间。
    [conversation] 这个会话已经很长了。用 /新对话 开始新会话，用 /存档 保存当前位置。
    [pictures] 这里没有会看图的模型：请用文字说说图上有什么。
   *[other] 这次的提示词不太寻常。/为什么 全部 可以看详情。
}
