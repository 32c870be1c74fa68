# 一个人的日期：接下来是哪一天，要不要提。

date-none = 我还不知道你有什么日子。要添加的话：/我 日期 添加 生日 每年五月三日
date-list = 你的日期：{ $total } 个{ $pages ->
    [1] {""}
   *[other] （{ $page }/{ $pages }）
}
date-list-hint =
    /我 日期 添加 我的考试 下周四上午九点 —— 添加一个
    /我 日期 修改 { $number } 每年五月三日 —— 换一天
    /我 日期 提醒 { $number } 提醒 —— 说好怎么办：提醒、提起、不提
    /我 日期 删除 { $number } —— 删除
    /我 事实 修改 { $number } 我的生物考试 —— 改说法
date-kind = { $kind ->
    [birthday] 生日
    [anniversary] 纪念日
    [exam] 考试
    [appointment] 约会
    [promise] 你的承诺
    [promised] 角色的承诺
   *[other] 其他
}
date-wish = { $wish ->
    [remind] 🔔 我会提醒你
    [mention] 💬 我会提起
   *[leave] 🤫 我不会提
}
button-date-wish = { $wish ->
    [remind] 🔔 提醒我 { $number }
    [mention] 💬 提起它 { $number }
   *[leave] 🤫 别提它 { $number }
}
date-day = { $timed ->
    [yes] { DATETIME($at, dateStyle: "full", timeStyle: "short") }
   *[no] { DATETIME($at, dateStyle: "full") }
}
date-away = { $days ->
    [0] 今天
    [1] 明天
   *[other] 还有 { $days } 天
}
date-every = { $every ->
    [never] {""}
    [year] 每年
    [month] 每月
   *[week] 每周
}
date-over = 已经过了
date-added = 已添加，编号 { $number }：{ $words }
    { $when }。{ $wish ->
    [remind] 到时候我会提醒你。
    [mention] 聊天时我会提起。
   *[leave] 我不会提。
}
date-edited = 已修改，编号 { $number }：{ $words }
    { $when }。{ $wish ->
    [remind] 到时候我会提醒你。
    [mention] 聊天时我会提起。
   *[leave] 我不会提。
}
date-wished = 编号 { $number }：{ $words }
    { $when }。{ $wish ->
    [remind] 到时候我会提醒你。
    [mention] 聊天时我会提起。
   *[leave] 我不会提。
}

error-no-such-date = 事实 { $number } 没有日期。要给它一个日期：/我 日期 修改 { $number } 下周四上午九点
error-when-unclear = 我不明白“{ $given }”是哪一天。可以试试：下周四上午九点、2027-03-05 14:00、两周后、每年五月三日、每周一、农历八月十五
error-when-over = “{ $given }”已经过了。请写一个还没到的日子，或者说明它会再来：每年五月三日
error-no-such-lunar-day = 农历里没有“{ $given }”这一天。一个月有 29 天或 30 天，闰月只在有些年份才有。可以试试：农历八月十五、每年闰六月初十
