# 文件的导入和导出，以及它们带来的世界书、预设和用户人设。

error-no-such-upload = 已经失效了：可能已经用过、改过或取消了，或者过了一个小时。请重新发一次文件；如果是背景草稿，请重新起草。
error-no-such-script = 这个文件里没有要你决定的第 { NUMBER($number, useGrouping: 0) } 个脚本。
error-not-offered-there = 这个文件不能这样导入（{ $kind }，{ $offer }）。请从它下面给出的方式里选。
error-no-such-world = 没有你能在这里使用的编号 { NUMBER($number, useGrouping: 0) } 的世界书。输入 /场景 世界书 查看有哪些。
error-world-of-the-house = “{ $name }”来自机器人的世界书文件夹，只有主人能在那里修改或删除。想改自己的副本：/场景 世界书 复制 { $number }
error-no-such-world-version = 《{ $name }》没有第 { NUMBER($version, useGrouping: 0) } 版。输入 /场景 世界书 版本 { $number } 查看有哪些。
error-entry-gone = 这个条目已经不在这本书里了。输入 /场景 世界书 查看 { $number } 查看有哪些。
error-entry-field-unknown = { $of ->
    [book] 世界书
   *[entry] 条目
}里没有“{ $field }”这一栏。可以改的有：{ $known }
error-entry-value-unknown = 这里不能写“{ $value }”。{ $wanted ->
    [known] 请从这些里选：{ $known }
    [whole] 请写 { $low } 到 { $high } 之间的整数。
   *[number] 请写 { $low } 到 { $high } 之间的数。
}
error-no-such-preset = 没有你能在这里使用的编号 { NUMBER($number, useGrouping: 0) } 的预设。输入 /场景 预设 查看有哪些。
error-no-such-persona = 你没有编号 { NUMBER($number, useGrouping: 0) } 的人设。输入 /我 人设 查看有哪些。
error-no-persona = 你现在没有人设。请先用 /我 人设 选一个。
error-form-unknown = 角色可以导出为 png、json 或 charx，没有“{ $form }”这种格式。

# 查看一个文件时，里面有些什么。

file-card = 约 { $tokens } 个 token，{ $greetings ->
    [0] 没有开场白
   *[other] { $greetings } 段开场白
  }。
file-card-creator = 作者：{ $creator }。
file-card-version = 作者：{ $creator }，版本 { $version }。
file-card-no-picture = 没有图片。
file-card-book = 自带世界书：{ $entries } 个条目，约 { $tokens } 个 token。
file-card-other-book = 它配有世界书“{ $name }”，但不在这个文件里。
file-card-assets = 另有 { $count } 个图片或音频，导出时保留，这里不显示。
file-card-preset = 自带预设，和这个角色的每个新会话都会用它，也列在 /场景 预设 里：
file-card-note = 自带作者注，和这个角色的每个新会话里都生效。可以用 /场景 作者注 修改。
file-card-depths = 和这个角色的会话里，深度按用户消息来数，和 NodeST 一样；可以改：/设置 depth_counting
file-card-unused = 导出时保留、但在这里用不上的有 { $count } 项：{ $names }。
file-card-broken = 这个文件里有 { $count } 个部分损坏，用不上：{ $names }。导出时会原样保留。
file-left-unread = 有 { $count } 项在这里用不上，不会导入：{ $names }。
file-scripts-left = 有 { $count } 个脚本没有写要查找什么，不会导入。
file-world = 共 { $entries } 个条目，约 { $tokens } 个 token{ $always ->
    [0] {""}
   *[other] ，始终启用 { $always } 个
  }{ $off ->
    [0] {""}
   *[other] ，已关闭 { $off } 个
  }。
file-preset = 共 { $prompts } 条提示词，其中 { $sent } 条已启用并有自己的内容，约 { $tokens } 个 token。
file-preset-no-chat = 它的提示词顺序里没有聊天记录：SillyTavern 用它时一条消息也不发送。这里至少会发送最新的消息，除非你设置 /设置 strict_order on。
file-preset-limits = 上下文：{ $context ->
    [0] 按这里的设置
   *[other] { $context } 个 token
  }；回复：{ $reply ->
    [0] 按这里的设置
   *[other] 最多 { $reply } 个 token
  }。
preset-wider-budget = 它是按 { $context } 个 token 写的，而这里的预算是每条回复 { $budget } 个。改成 { $wider } 个的话，聊到那么长以后，100 条消息最多{ $priced ->
    [true] 花费 { $dollars } 美元
   *[false] 用掉 { $tokens } 个 token
  }。这样设置：/设置 budget_tokens { NUMBER($wider, useGrouping: 0) }
file-preset-prefill = 模型是 Claude 时，它会替角色写好回复的开头。
file-preset-ignored = 保留但在这里不起作用的有 { $count } 项：{ $names }。
file-preset-unsent = 标成 SillyTavern 自带、其实不是，因此不发送的提示词有 { $count } 条：{ $names }。
file-macros-unfilled = 这里会留空的宏有 { $count } 个：{ $names }。
file-chat = { $messages } 条消息{ $swipes ->
    [0] {""}
   *[other] ，{ $swipes } 条备选回复
  }。
file-chat-dates = 从 { $first } 到 { $last }。
file-chat-date = 日期：{ $date }。
file-chat-hidden = 其中 { $count } 条对模型隐藏。
file-chat-note = 带有作者注。
file-chat-variables = 存有 { $count } 个变量。
file-chat-world = 它使用世界书“{ $name }”，这里有的话就会用上。
file-scripts-run = 带有 { $count } 个正则脚本：{ $names }。脚本只会改动你看到的文字和模型读到的文字；每个脚本都会先把全文给你看，你同意后才运行。
file-script-refused = 脚本“{ $name }”不会运行。
file-scripts-refused-more = 另有 { $count } 个脚本不会运行。
file-scripts-off = 已停用的脚本：{ $count } 个。
file-key-refused = 关键词 { $key } 永远不会命中。
file-keys-refused-more = 另有 { $count } 个关键词永远不会命中。
file-backup-characters = 角色：{ $count } 个
file-backup-worlds = 世界书：{ $count } 本
file-backup-presets = 预设：{ $count } 个
file-backup-personas = 人设：{ $count } 个
file-backup-groups = 群组：{ $count } 个
file-backup-chats = 聊天记录：{ $count } 份
file-backup-scripts = 正则脚本：{ $count } 个
file-backup-quick = 快捷回复：{ $count } 组
file-backup-more-problems = 另有 { $count } 个文件无法导入。
file-backup-left-aside = 与聊天无关、没有处理的文件：{ $count } 个。
file-backup-calm = 这些文件里的正则脚本会逐个给你看，你同意的才会运行。

# 导入的结果。

brought-world-character = 它和{ $character }一起使用，在每个会话里都生效。
brought-world-chat = 它在这个会话里生效。
brought-scripts-character = 它们在每个有{ $character }的会话里运行。
brought-scripts-all = 它们会在这里的所有会话里运行。
brought-preset-used = 从下一条回复起，这个会话就用它。
brought-chat-other = 这里没有叫“{ $wanted }”的角色，所以由{ $name }接着聊。
brought-backup-characters = 角色：{ $count } 个
brought-backup-worlds = 世界书：{ $count } 本
brought-backup-presets = 预设：{ $count } 个
brought-backup-personas = 人设：{ $count } 个
brought-backup-groups = 群组：{ $count } 个
brought-backup-chats = 聊天记录：{ $count } 份
brought-backup-scripts = 正则脚本：{ $count } 个
brought-backup-quick = 快捷回复：{ $count } 组
brought-backup-problem = 没有导入：{ $name }（{ $path }）
left-no-book = 没有导入：世界书“{ $name }”原来在用，但这份备份里没有。
left-no-preset = 没有导入：预设“{ $name }”原来选着，但这份备份里没有。
left-no-persona = 没有导入：头像为“{ $name }”的人设原来选着，但这份备份里没有。
left-no-chat = 没有打开：最后一次是和“{ $name }”聊，但这份备份里没有这样的聊天记录。
left-setting = 没有导入：{ $name }。原来的值在这里不能用。
left-setting-here = 没有导入：{ $name }。当前频道已有自己的值，保持不变。
left-text-completion = 没有导入：文本补全（{ $name }）的设置，包括模板和采样参数。Omoide 只用聊天补全。
left-card-prompts = 没有导入：原来关掉了 { $name }。在这里，只要预设不禁止，角色卡自带的提示词总会代替预设里的。
left-global-first = 没有导入：{ $name } 让对所有聊天生效的世界书排在最前。这里要么角色的世界书优先，要么统一排序。
left-stops = 没有导入：{ $name }。在这里，让回复停下的文字由预设决定。
left-bias = 没有导入：{ $name }。在这里，只有预设能替模型写开头。
