allowance-spent = { $holder ->
    [person] 你今天的额度用完了
    [role] 你今天的额度用完了
    [channel] 这里今天的额度用完了
    [space] 这里今天的额度用完了
   *[house] 今天的总额度用完了
}（{ $unit ->
    [cents] { $dollars } 美元
    [messages] { $amount } 条回复
   *[tokens] { $amount } 个 token
}），{ $hours ->
    [0] { $minutes } 分钟
   *[other] { $hours } 小时 { $minutes } 分钟
}后恢复。你的消息会保留，到时发 /重来 就会回复。{ $holder ->
    [house] 主人
   *[other] 管理员
}可以调高额度：/管理 预算
allowance-near = { $holder ->
    [channel] 这里今天的额度
    [space] 这里今天的额度
   *[house] 今天的总额度
}已经用了 { $percent }%（上限 { $unit ->
    [cents] { $dollars } 美元
    [messages] { $amount } 条回复
   *[tokens] { $amount } 个 token
}）。详见 /管理 预算
place-paused = 角色在这里暂停回复。你的消息会保留，恢复后再回。
error-day-spent = 今天的额度用完了，后台工作也已暂停，{ $seconds } 秒后恢复。
error-storage-full = { $kind ->
    [files] { $holder ->
        [person] 这个文件放不下：你在这里最多保存 { $limit } MB，加上它就有 { $used } MB 了。请删除不再需要的角色、世界书或预设，30 天后空间就会释放；图片随消息一起删除
       *[space] 这个文件放不下：这里所有人加起来最多保存 { $limit } MB，加上它就有 { $used } MB 了。请删除没人用的角色、世界书或预设，30 天后空间就会释放；图片随消息一起删除
    }
    [imports] { $holder ->
        [person] 你在这里已经有 { $limit } 个文件等着确认，不能再多了。请先导入或取消其中一个；一小时后它们会自动清除
       *[space] 这里已经有 { $limit } 个文件等着确认，不能再多了。请先导入或取消其中一个；一小时后它们会自动清除
    }
   *[memories] { $holder ->
        [person] 你在这里最多保存 { $limit } 条自己写的记忆和事实，现在有 { $used } 条。请先删除一些
       *[space] 这里所有人加起来最多保存 { $limit } 条手写或导入的记忆，现在有 { $used } 条。请先删除一些
    }
}。管理员可以提高上限：/设置 限额。没有做任何改动。
file-no-room = 你的消息收到了，但有 { $count } 个文件没能保存：{ $holder ->
    [person] 你在这里已经用了 { $used } MB，上限是 { $limit } MB
   *[space] 这里所有人加起来已经用了 { $used } MB，上限是 { $limit } MB
}。请删除不再需要的图片或导入的文件，或者请管理员提高上限：/设置 限额
error-no-such-person = 这里没有名叫“{ $name }”的人发过言。请使用消息旁显示的名字。

budget-amount = { $unit ->
    [cents] { $dollars } 美元
    [messages] { $number } 条回复
   *[tokens] { $number } 个 token
}
budget-no-limit = 不限
budget-each = 每人每天 { $whole }
budget-used = { $bar } { $percent }% · { $used } / { $whole }
budget-holder = { $holder ->
    [house] 全部
    [space] { $platform ->
        [telegram] 群
       *[other] 服务器
    } { $title }
    [channel] { $platform ->
        [telegram] 聊天
       *[other] 频道
    } { $title }
    [role] 身份组 { $title }
    [each] 每个人
   *[person] { $title }
}{ $default ->
    [true] （默认）
   *[false] {""}
}
budget-title = 今日额度{ $pages ->
    [1] {""}
   *[other] （{ $page }/{ $pages }）
}
budget-none = 没有设置额度，不限用量。
budget-hint = 设置，比如：/管理 预算 设置 每人 50 条（也可以是全部、{ $platform ->
    [telegram] 群
   *[other] 服务器
}、这里、我、@身份组或名字；单位还可以用 token、美分）。取消：/管理 预算 关闭 每人
budget-set = 额度已设置：{ $holder ->
    [house] 全部
    [space] 这个{ $platform ->
        [telegram] 群
       *[other] 服务器
    }
    [channel] 这个{ $platform ->
        [telegram] 聊天
       *[other] 频道
    }
    [role] 有这个身份组的每个人
    [each] 每个人
    [asker] 你
   *[person] 这个人
}每天最多 { $amount }。
budget-off = { $holder ->
    [space] 这个{ $platform ->
        [telegram] 群
       *[other] 服务器
    }的额度
    [channel] 这个{ $platform ->
        [telegram] 聊天
       *[other] 频道
    }的额度
    [role] 这个身份组的额度
    [each] 每个人的额度
    [asker] 你的额度
   *[person] 这个人的额度
}已取消。
budget-off-house = 总额度已取消。想重新设置：/管理 预算 设置 全部 100 美分
budget-off-none = 本来就没有设置额度。

usage-title = { $reach ->
    [house] 总用量
    [space] { $platform ->
        [telegram] 本群用量
       *[other] 本服务器用量
    }
   *[person] 你的用量
}
usage-days = { $days ->
    [1] 今天
   *[other] 最近 { $days } 天
}
usage-total = { $replies } 条回复 · { $amount }
usage-for = 用途
usage-kind = { $kind ->
    [reply] 回复
    [unasked] 主动消息
    [circle] 圈子
    [memory] 记忆
    [pages] 故事页
    [summaries] 摘要
    [persona] 人设
   *[other] 其他
}
usage-characters = 角色
usage-channels = { $platform ->
    [telegram] 群和私聊
    [terminal] 在哪里
   *[other] 频道
}
usage-nameless = 私聊
usage-empty = 这几天没有用量。
usage-left = 今天剩余
usage-rest = { $used }，还剩 { $left }
usage-day = 今天
usage-minute = 每分钟消息
usage-minute-left = 现在还能发 { $left } 条，上限 { $whole } 条
usage-kept = 你在这里保存的内容
usage-kept-kind = { $kind ->
    [files] 文件
    [imports] 待导入的文件
   *[memories] 自己写的记忆
}{ $holder ->
    [space] （这里所有人）
   *[person] {""}
}
usage-kept-used = { $bar } { $percent }% · { $used } / { $limit }{ $kind ->
    [files] {" "}MB
   *[other] {""}
}，还剩 { $left }
usage-file = 用量
usage-hundred = { $priced ->
    [true] 100 条消息连同后台工作大约 { $dollars } 美元
   *[false] 100 条消息连同后台工作大约 { $tokens } 个 token
}{ $measured ->
    [true] （按这里的实际用量）。
   *[false] （按一般聊天估算）。
}

order-paused = { $where ->
    [all] 所有地方的角色都已暂停回复。
    [server] 角色在{ $platform ->
        [telegram] 整个群里
       *[other] 这里的所有频道
    }都已暂停回复。
   *[here] 角色在这里暂停回复了。
}消息会保留。恢复：/管理 恢复
order-resumed = { $where ->
    [all] 所有地方的角色都恢复回复了。
    [server] 角色在{ $platform ->
        [telegram] 整个群里
       *[other] 这里的所有频道
    }都恢复回复了。
   *[here] 角色在这里恢复回复了。
}最近的消息现在就回。
order-roles = 这里谁有什么权限{ $pages ->
    [1] {""}
   *[other] （{ $page }/{ $pages }）
}
order-no-roles = 这里没有另设权限：人人都能聊天，由这里的管理员管理我。
order-roles-hint = { $platform ->
    [discord] 授权：/管理 身份组 给 @身份组 聊天（或 导入、管理）
    [telegram] 授权：/管理 身份组 给 管理员 聊天（或 大家；或 导入）
   *[other] 授权：/管理 身份组 给 大家 聊天（或 导入）
}。收回：/管理 身份组 收回。一旦给了谁聊天的权限，其他人就不能聊了。
order-may = { $may ->
    [talk] 可以和角色聊天
    [import] 可以导入角色卡、世界书和预设
   *[admin] 可以在这里管理我
}
order-given = { $role }：{ $may ->
    [talk] 现在可以和角色聊天，没有这项权限的人不能聊。
    [import] 现在可以导入。
   *[admin] 现在可以在这里管理我。
}
order-taken = 已收回{ $role }的权限。
order-not-taken = 对方本来就没有这项权限。
order-role-unknown = 是哪个身份组？{ $platform ->
    [discord] 请提及它：@身份组
   *[other] 这里有两个：管理员、大家
}
order-role-own = { $role ->
    [admins] 管理员
   *[everyone] 大家
}
audit-title = 谁改了什么{ $pages ->
    [1] {""}
   *[other] （{ $page }/{ $pages }）
}
audit-none = 这里还没有任何更改。
audit-somebody = 某人
audit-nothing = 已取消
audit-act = { $act ->
    [setting] 设置 { $name }：{ $to }
    [allowance] 额度：{ $to }
    [pause] 暂停角色
    [resume] 恢复角色
    [grant] 身份组 { $to }
    [revoke] 收回 { $to }
    [block] 屏蔽了一个人（{ $to }）
    [unblock] 取消屏蔽了一个人（{ $to }）
    [word] { $to }
    [report] 举报了一条回复
    [reports] 更改了举报发送到哪里
    [adult] 角色标记：{ $to }
    [claim] 成为主人
    [open] 在这里启用
    [close] 在这里停用
    [delete] 删除了{ $to }
    [forget] 有人要求被忘掉：{ $to }
   *[other] { $name }
}
audit-deleted = { $kind ->
    [chat] 一个会话
    [save] 一个存档
    [character] 一个角色
    [book] 一本世界书
    [preset] 一个预设
    [quick] 一组快捷回复
    [background] 一个背景
    [memories] { $count } 条记忆
   *[other] { $count } 条消息
}
rights-title = { $who }能做的{ $pages ->
    [1] {""}
   *[other] （{ $page }/{ $pages }）
}
rights-own = 你在这里能做的
rights-own-hint = 选一项，查看其他人能做什么，以及每个操作。
rights-back = ‹ 你能做的
rights-who = { $who ->
    [member] 所有人
    [player] 能在这里聊天的人
    [session-owner] 会话发起人
    [importer] 能导入的人
    [admin] 管理员
   *[owner] 主人
}
rights-hint = 排在前面的人能做的，他们也能做。在私聊里，除了只有主人能做的，你都能做。
not-allowed = { $who ->
    [member] 在启用了我的地方，所有人都可以这样做。
    [player] 只有能在这里聊天的人可以这样做。
    [session-owner] 只有会话发起人和管理员可以这样做。
    [importer] 只有管理员和能导入的人可以这样做。
    [admin] 只有{ $platform ->
        [telegram] 群
       *[discord] 服务器
    }管理员可以这样做。
   *[owner] 只有机器人的主人可以这样做。
}全部权限：/帮助 权限
talk-not-allowed = 这里只有一部分人能和角色聊天，可以问问管理员。
too-fast = 慢一点，我读不过来了。你刚才发的没有保留，过一分钟再发吧。

status-page = Omoide { $version }{ $pages ->
    [1] {""}
   *[other] （{ $page }/{ $pages }）
}
status-paused = 暂停
status-paused-is = 角色在这里暂停回复。/管理 恢复
status-budget = 今天已用
status-first = 主动消息
status-first-is = { $people } 人允许；今天已发 { $written } 条，计划中 { $planned } 条{ $limited ->
    [yes] ；当天份额（总量的 { $percent } %）已用 { $used } %
   *[no] {""}
}
status-circle = 圈子
status-circle-is = { $characters } 个角色会发动态；今天已发 { $written } 条{ $limited ->
    [yes] ；当天份额（总量的 { $percent } %）已用 { $used } %
   *[no] {""}
}
status-more = 更多：/状态 { $page }

command-admin-budget = 查看每天的额度
command-admin-budget-set = 设置每天的额度
command-admin-budget-off = 取消额度
command-admin-usage = 查看用量图
command-admin-pause = 暂停角色回复
command-admin-resume = 恢复角色回复
command-admin-roles = 查看谁有什么权限
command-admin-roles-give = 让身份组能聊天、导入或管理
command-admin-roles-take = 收回权限
command-admin-audit = 查看谁改了什么
command-me-usage = 查看自己的用量
param-where = 哪里
param-where-help = 这里、{ $platform ->
    [telegram] 群
   *[other] 服务器
}或全部；每人、身份组或名字
param-amount = 数量
param-amount-help = 每天多少
param-unit = 单位
param-unit-help = token、美分或条
param-days = 天数
param-days-help = 往回看几天，最多 30 天
param-named-role = 身份组
param-named-role-help = 提及一个身份组
param-may = 权限
param-may-help = 聊天、导入或管理
order-overview = 你在这里能做的
