# 秩序：屏蔽的人、屏蔽的词、成人内容、举报。

error-word-blocked = 这里面有在这里被屏蔽的词，所以没有保留。换个说法再发吧。
error-word-unusable = 这个不能屏蔽：请给一个词或短语，最多 { $limit } 个字符。
error-words-full = 已经屏蔽了 { $most } 个词。先删掉一个：/管理 屏蔽词
error-owners-stay = 不能屏蔽机器人的主人，也不能屏蔽你自己。
blocked-here = 管理员在这里屏蔽了你，你写的内容不会保留。我保存的关于你的数据仍然属于你：/我 导出 和 /我 忘掉我 仍然可用。
block-done = { $where ->
    [all] { $name } 已在所有地方被屏蔽
   *[server] { $platform ->
        [telegram] { $name } 已在这个群里被屏蔽
       *[other] { $name } 已在这个服务器里被屏蔽
    }
}：不再回复，也不保留其消息。要撤销：/管理 取消屏蔽
unblock-done = { $name } 不再被屏蔽。
unblock-none = { $where ->
    [all] { $name } 没有在所有地方被屏蔽。
   *[server] { $name } 在这里没有被屏蔽。
}查看名单：/管理 屏蔽名单
blocked-title = 屏蔽的人{ $pages ->
    [1] {""}
   *[other] （{ $page }/{ $pages }）
}
blocked-none = 这里没有屏蔽任何人。
blocked-everywhere = 所有地方
blocked-hint = { $platform ->
    [discord] 要屏蔽某人：/管理 屏蔽 @名字
   *[other] 要屏蔽某人，用 /管理 屏蔽 回复其消息
}
words-title = 屏蔽的词{ $pages ->
    [1] {""}
   *[other] （{ $page }/{ $pages }）
}
words-none = 这里没有屏蔽任何词。
words-hint = 要屏蔽一个词或短语：/管理 屏蔽词 添加 胡说八道。外语词末尾加星号，则以它开头的都算。含有它的消息不会保留，角色说到时会在显示之前遮住。
word-done = 这个词已被屏蔽。
word-gone = 这个词又可以说了。
word-none = { $where ->
    [all] 这个词没有在所有地方被屏蔽。
   *[server] 这个词在这里没有被屏蔽。
}查看有哪些：/管理 屏蔽词
audit-reach = { $everywhere ->
    [yes] 所有地方
   *[no] 这里
}
audit-word = { $blocked ->
    [yes] 屏蔽了一个词
   *[no] 取消屏蔽了一个词
}
audit-adult = { $adult ->
    [yes] 仅限成人
    [no] 不限成人
   *[as-said] 以角色卡为准
}

command-admin-block = 屏蔽某人
command-admin-unblock = 取消屏蔽某人
command-admin-blocked = 查看屏蔽了谁
command-admin-words = 查看屏蔽的词
command-admin-words-add = 屏蔽一个词
command-admin-words-remove = 取消屏蔽一个词
param-reach = 哪里
param-reach-help = { $platform ->
    [telegram] 群
   *[other] 服务器
}或全部
param-somebody = 谁
param-somebody-help = 提及、编号，或消息旁显示的名字
param-word = 词
param-word-help = 一个词或短语；外语词末尾加星号，则以它开头的都算

error-adult-elsewhere = { $where ->
    [private] { $name } 是成人角色。你确认自己已满 18 岁（或在当地已成年）之后，才能在这里聊。确认：/我 成人 开。这会和你的资料一起保存，/我 成人 关 可以撤回。确认后再发一次。
   *[shared] { $platform ->
        [discord] { $name } 是成人角色，只能在 Discord 的年龄限制频道里出现：请管理这个频道的人在频道设置里打开“年龄限制频道”，然后再发一次。什么都不会丢。
       *[other] { $name } 是成人角色，只能在已确认成年的人的私聊里出现。什么都不会丢。
    }
}
button-adult = 我已满 18 岁
about-adult = { $switch ->
    [on] 你已确认自己成年：成人角色可以在我们的私聊里回复。要撤回：/我 成人 关
   *[off] { $set ->
        [yes] 已撤回：成人角色不再在我们的私聊里回复。
       *[no] 你没有确认自己成年，所以成人角色不会在我们的私聊里回复。
    }
}
char-adult = { $adult ->
    [yes] { $name } 现在是成人角色，只在仅限成人的地方出现。
    [no] { $name } 现在不是成人角色。
   *[as-said] { $name } 是否为成人角色，现在以角色卡的标签为准。
}
char-adult-mark = 18+
file-card-adult = 按标签是成人角色：只能在年龄限制频道里出现，或在已确认成年的人的私聊里出现。
command-me-adult = 确认自己已成年，或撤回
command-char-adult = 标记角色是否限成人
param-adult = 成人
param-adult-help = 是、否，或“卡片”：以标签为准

error-nothing-to-report = 这里没有可以举报的内容。用 /举报 回复角色说的话，或在它下面的 ⋯ 里选“举报”。别人写的内容，请用应用自带的举报。
error-reported-already = 这条回复你已经举报过了。
report-sure = 举报 { $character } 的这条回复？回复内容，以及举报的人是你，会被{ $to ->
    [channel] 能看到 { $channel } 的所有人看到，管理员把举报放在那里。
   *[owners] 机器人的主人看到。
}
report-label = 举报
report-sent = { $to ->
    [channel] 已举报到 { $channel }。
   *[owners] 已告诉机器人的主人。
}谢谢。
report-made = ⚑ { $named ->
    [yes] { $who } 举报了 { $character } 在 { $where } 说的话：
   *[no] { $who } 举报了 { $character } 说的话：
}
reports-go = { $to ->
    [channel] 举报发到 { $channel }：能看到那里的人会看到被举报的内容和举报的人。
   *[owners] 举报私下告诉机器人的主人。
}
reports-hint = 想发到这里：/管理 举报 这里。想告诉主人：/管理 举报 关
more-report = ⚑ 举报
command-report = 举报角色说的话
command-report-help = 把不该写出的回复告诉管理这里的人：最新的一条，或者你回复的那一条。发送前会先说明谁会看到。
command-report-send = 发送举报
command-admin-reports = 查看或选择举报发到哪里
param-report-to = 发到哪里
param-report-to-help = 这里；关：告诉主人
