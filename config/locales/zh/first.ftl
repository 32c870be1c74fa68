# 主动写消息的角色。

first-title = 主动写消息
first-what = 打开后，角色可以先给你写消息：你想被提醒的日子、约好的事、没说完的话，或者很久没聊了。每天最多一次，夜里不写；连续两条没有回复，就等你先开口。/我 主动 开 允许当前角色在这个聊天里这么做。
first-hint = 多些或少些：/我 主动 次数 2。免打扰时段：/我 主动 免打扰 22-9。哪天没空：/我 主动 没空 周五。看看打算写什么：/我 打算
first-holds = { $state ->
    [on] 可以主动写消息，{ $every ->
        [1] 每天
       *[other] 每 { $every } 天
    }最多 { $daily } 次
    [never] 不再主动写消息，这是你说的
   *[off] 不主动写消息
}
first-quiet = 免打扰时段
first-hours = { $none ->
    [yes] 没有
   *[no] { $begin }–{ $end }
}（{ $zone }）
first-unwanted = 不提的事
first-unwanted-is = { $count } 件
first-cost = 费用
first-cost-is = 每天最多约 { $tokens } 词元{ $priced ->
    [yes] （{ $dollars } 美元）
   *[no] {""}
}；所有主动写消息的角色合计最多用全天预算的 { $percent } %
first-others = 其他可以主动写的角色
first-on = 从现在起，{ $name }可以在这个聊天里主动给你写消息。
first-off = { $name }不会主动给你写消息。
first-quiet-set = 免打扰时段已设好。
first-less = 从现在起，{ $name }会少写一些。
first-topic = { $name }不会再主动提这件事。
first-never = { $name }再也不会主动给你写消息。只有你自己能改：/我 主动 开
first-busy = { DATETIME($day, dateStyle: "full") } 没有角色会主动给你写消息。
first-free = { DATETIME($day, dateStyle: "full") } 角色又可以主动给你写消息了。
button-first-on = 允许主动写
button-first-off = 不要主动写
button-first-often = 每天最多 { $count } 次
button-first-plans = 打算写什么
button-first-free = 我又有空了
button-first-less = 少写一些
button-first-topic = 别提这件事
button-first-never = 再也不要

plans-title = 角色打算写的消息{ $pages ->
    [1] {""}
   *[other] （{ $page }/{ $pages }）
}
plans-none = 还没有打算。打算提前一天定好，而且只在你允许角色主动写消息的地方：/我 主动
plans-hint = 哪天没空：/我 主动 没空 周五
plans-when = { $name }，{ DATETIME($day, dateStyle: "medium") }，{ $begins }–{ $ends }
plans-why = { $why ->
    [due] 你的一个日子
    [promise] 约好的事
    [thread] 没说完的话
    [silence] 很久没聊了
    [moment] 只给你看的动态
   *[other] 别的事
}{ $words ->
    [yes] ：{ $about }
   *[no] {""}
}
plans-state = { $state ->
    [planned] 已计划
    [written] 已写
    [lost] 已写，可能没有送到
   *[dropped] 已取消：{ $obstacle ->
        [never] 你不想要
        [off] 没有打开
        [unwanted] 你不想听这件事
        [quiet] 免打扰时段
        [busy] 你没空
        [enough] 已经写得够多
        [unanswered] 有两条还没回复
        [gone] 已经没有理由
        [elsewhere] 角色不在那个聊天里
        [shut] 那里不能写
        [late] 时间已过
       *[budget] 这部分预算用完了
    }
}

first-under = 少写些：/我 主动 少些 · 别提这件事：/我 主动 别提 · 再也不要：/我 主动 别再

error-first-not-here = 角色只在私聊里主动写消息。打开和我的私聊，在那里发 /我 主动 开。
error-nothing-written-first = 这里没有角色主动给你写过消息。看看允许了什么：/我 主动
error-day-not-understood = 我不知道“{ $day }”是哪一天。比如可以发：/我 主动 没空 明天
error-hours-not-understood = “{ $hours }”不是一天里的两个钟点。比如可以发：/我 主动 免打扰 22-9
