allowance-spent = { $holder ->
    [person] 你今天的用量到上限了
    [role] 你今天的用量到上限了
    [channel] 这个频道今天的用量到上限了
    [space] 这个服务器今天的用量到上限了
   *[house] 今天大家的总用量到上限了
}（{ $unit ->
    [cents] { $dollars } 美元
    [messages] { $amount } 条回复
   *[tokens] { $amount } 个 token
}）。{ $hours ->
    [0] { $minutes } 分钟
   *[other] { $hours } 小时 { $minutes } 分钟
}后恢复；你的消息已经留着，到时发 /重来 就会回复。{ $holder ->
    [house] 主人
   *[other] 这里的管理者
}可以调高：/管理 预算
allowance-near = { $holder ->
    [channel] 这个频道
    [space] 这个服务器
   *[house] 整个家
}今天的用量已经到了 { $percent }%（上限 { $unit ->
    [cents] { $dollars } 美元
    [messages] { $amount } 条回复
   *[tokens] { $amount } 个 token
}）。详见 /管理 预算
place-paused = 角色们在这里暂时不说话。你写的话会留着，恢复之后再回。
error-day-spent = 今天的用量到上限了，聊天之外的后台工作也先停下。{ $seconds } 秒后恢复。
error-no-such-person = 这里没有名叫“{ $name }”的人说过话。请照消息旁边显示的名字来写。

budget-amount = { $unit ->
    [cents] { $dollars } 美元
    [messages] { $number } 条回复
   *[tokens] { $number } 个 token
}
budget-no-limit = 不限
budget-each = 每人每天 { $whole }
budget-used = { $bar } { $percent }% · { $used } / { $whole }
budget-holder = { $holder ->
    [house] 整个家
    [space] 服务器 { $title }
    [channel] 频道 { $title }
    [role] 身份组 { $title }
    [each] 每个人
   *[person] { $title }
}{ $default ->
    [true] （默认）
   *[false] {""}
}
budget-title = 今天能用多少（{ $page }/{ $pages }）
budget-none = 这里没有设上限，谁都不受限。
budget-hint = 设置：/管理 预算 设置 <整个家 | 服务器 | 这里 | 每人 | 我 | @身份组 | 名字> <数量> <token | 美分 | 条>。取消：/管理 预算 关闭 <谁的>
budget-set = 从现在起，{ $holder ->
    [house] 整个家
    [space] 这个服务器
    [channel] 这个频道
    [role] 有这个身份组的人每人
    [each] 每个人
    [asker] 你
   *[person] 这个人
}每天最多用 { $amount }。
budget-off = { $holder ->
    [space] 这个服务器
    [channel] 这个频道
    [role] 这个身份组
    [each] 每个人
    [asker] 你
   *[person] 这个人
}的上限取消了。
budget-off-house = 整个家不再限量。想重新设置：/管理 预算 设置 整个家 100 美分
budget-off-none = 那里本来就没有设上限。

usage-title = { $reach ->
    [house] 整个家的用量
    [space] 这个服务器的用量
   *[person] 你的用量
}
usage-days = { $days ->
    [1] 今天
   *[other] 最近 { $days } 天
}
usage-total = { $replies } 条回复 · { $amount }
usage-for = 用在
usage-kind = { $kind ->
    [reply] 回复
    [memory] 记忆
    [pages] 书页
    [summaries] 总结
    [persona] 人格
   *[other] 其他
}
usage-characters = 角色
usage-channels = 频道
usage-nameless = 私聊
usage-empty = 这几天没有用量。
usage-left = 你今天还能用
usage-file = 用量
usage-hundred = { $priced ->
    [true] 100 条消息大约 { $dollars } 美元
   *[false] 100 条消息大约 { $tokens } 个 token
}{ $measured ->
    [true] （按这里的实际用量）。
   *[false] （按一般聊天估算）。
}

order-paused = { $where ->
    [all] 所有地方的角色都安静了。
    [server] 这里所有频道的角色都安静了。
   *[here] 这个频道的角色安静了。
}大家写的话会留着。恢复：/管理 恢复
order-resumed = { $where ->
    [all] 所有地方的角色都可以说话了。
    [server] 这里的角色可以说话了。
   *[here] 这个频道的角色可以说话了。
}刚才写的现在回。
order-roles = 这里各身份组的权限（{ $page }/{ $pages }）
order-no-roles = 这里没有设身份组：人人都能聊，管理服务器的人负责管理。
order-roles-hint = { $platform ->
    [discord] 授权：/管理 身份组 给 @身份组 <聊天 | 导入 | 管理>
    [telegram] 授权：/管理 身份组 给 <管理员 | 大家> <聊天 | 导入>
   *[other] 授权：/管理 身份组 给 大家 <聊天 | 导入>
}。收回：/管理 身份组 收回。一旦有身份组可以聊天，就只有这些身份组能聊。
order-may = { $may ->
    [talk] 可以和角色聊天
    [import] 可以导入角色卡、世界书和预设
   *[admin] 管理这个地方
}
order-given = { $role }：{ $may ->
    [talk] 现在可以和角色聊天。没有这种身份组的人不能。
    [import] 现在可以导入。
   *[admin] 现在管理这个地方。
}
order-taken = 已从 { $role } 收回。
order-not-taken = 这里没有给过那个身份组权限。
order-role-unknown = 是哪个身份组？{ $platform ->
    [discord] 请提及它：@身份组
   *[other] 这里有两个：管理员、大家
}
order-role-own = { $role ->
    [admins] 管理员
   *[everyone] 大家
}
audit-title = 谁改了什么（{ $page }/{ $pages }）
audit-none = 这里还没有改过什么。
audit-somebody = 某人
audit-nothing = 已取消
audit-act = { $act ->
    [setting] 设置 { $name }：{ $to }
    [allowance] 用量上限：{ $to }
    [pause] 让角色安静
    [resume] 让角色恢复说话
    [grant] 身份组 { $to }
    [revoke] 收回 { $to }
    [claim] 成为主人
    [open] 开放了这个地方
    [close] 关闭了这个地方
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
    [background] 一个背景
    [memories] { $count } 条记忆
   *[other] { $count } 条消息
}
rights-title = 这里谁能做什么
rights-who = { $who ->
    [member] 所有人
    [player] 能在这里聊天的人
    [session-owner] 开始会话的人
    [importer] 能导入的人
    [admin] 管理这里的人
   *[owner] 主人
}
rights-hint = 每一种人也能做上面那些；在私聊里，除了主人的事你都能做。
not-allowed = 你在这里不能这样做。{ $who ->
    [member] 在开放的地方，所有人都可以。
    [player] 要能在这里聊天的人才可以。
    [session-owner] 要开始这个会话的人或管理这里的人才可以。
    [importer] 要管理这里的人或可以导入的身份组才可以。
    [admin] 要管理这里的人才可以。
   *[owner] 要这个家的主人才可以。
}全部权限：/帮助 权限
talk-not-allowed = 这里只有部分身份组能和角色聊天。可以问问管理这里的人。
too-fast = 慢一点，我读不过来了。你刚才写的没有留下，过一分钟再说吧。

status-page = Omoide { $version }（{ $page }/{ $pages }）
status-paused = 安静
status-paused-is = 角色在这里暂时不说话。/管理 恢复
status-budget = 今天已用
status-more = 更多：/状态 { $page }

command-admin-budget = 查看一天能用多少
command-admin-budget-set = 设置一天能用多少
command-admin-budget-off = 取消上限
command-admin-usage = 看用了多少（图）
command-admin-pause = 让角色安静
command-admin-resume = 让角色恢复说话
command-admin-roles = 查看身份组的权限
command-admin-roles-give = 让身份组能聊天、导入或管理
command-admin-roles-take = 收回权限
command-admin-audit = 查看谁改了什么
command-me-usage = 看自己用了多少
param-where = 哪里
param-where-help = 这里、服务器或整个家；每人、身份组或名字
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
