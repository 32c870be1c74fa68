allowance-what = { $unit ->
    [cents] { $dollars } 美元
    [messages] { $amount } 条回复
   *[tokens] { $amount } 个 token
}
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
