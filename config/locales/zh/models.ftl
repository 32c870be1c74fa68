error-model = 模型没有回复。请重试，日志里有详细原因。
error-model-none = 还没有配置用于 { $role } 的模型。请运行 `python -m bot setup`，或设置 OMOIDE_CHAT__URL、OMOIDE_CHAT__MODEL 和 OMOIDE_CHAT__KEY。
error-model-key = { $endpoint } 不接受 { $model } 的密钥。请检查 Omoide 里填写的密钥，并确认它有权使用这个模型。
error-model-credit = { $endpoint } 的账户余额不足，无法使用 { $model }。请充值，或换一个模型。
error-model-not-found = { $endpoint } 上没有名为 { $model } 的模型。请检查名称，或先在那里下载该模型。
error-model-url = { $url } 上没有模型服务。请检查地址，多数服务的地址以 /v1 结尾。
error-model-unreachable = 连不上 { $endpoint }（{ $url }）。请确认服务已启动、地址无误。
error-model-rate = { $seconds ->
    [0] 对 { $endpoint } 上 { $model } 的请求过于频繁，请稍后再试。
   *[other] 对 { $endpoint } 上 { $model } 的请求过于频繁，请在 { $seconds } 秒后再试。
}
error-model-busy = { $status ->
    [0] { $endpoint } 的 { $model } 暂时出了故障，请稍后再试。
   *[other] { $endpoint } 的 { $model } 暂时出了故障（状态码 { NUMBER($status, useGrouping: 0) }），请稍后再试。
}
error-model-paused = { $endpoint } 的 { $model } 连续多次失败，{ $seconds } 秒后会再次尝试。
error-model-silent = { $endpoint } 的 { $model } 已有 { $seconds } 秒没有响应。请重试；较大的本地模型可能还在加载。
error-model-broken = 回复还没开始，与 { $endpoint } 的 { $model } 的连接就断了，请重试。
error-model-context = 会话内容超出了 { $endpoint } 的 { $model } 能读的长度。接下来会少发一些给它：输入 /重来 再试一次。换一个上下文更长的模型能读更多。
error-model-refused = { $endpoint } 拒绝了发给 { $model } 的请求（{ $reason }）。可能是它不支持某个采样设置，或者不收图片。详细原因请看该服务自己的日志。
error-embedding-local-missing = { $model } 需要的软件包还没有安装。请运行 pip install fastembed，或去掉 OMOIDE_EMBEDDING__FORMAT。
error-embedding-local-failed = 无法在本机加载 { $model }。请检查名称，并确认能联网下载一次它的文件。
error-embedding-unfit = { $endpoint } 没有为 { $model } 返回可用的向量。请确认它是嵌入模型。

# 同上，用在回复会自动补上的时候：不用谁去重试。

error-model-rate-waits = 对 { $endpoint } 上 { $model } 的请求过于频繁。
error-model-busy-waits = { $endpoint } 的 { $model } 暂时出了故障{ $status ->
    [0] {""}
   *[other] （状态码 { NUMBER($status, useGrouping: 0) }）
}。
error-model-silent-waits = { $endpoint } 的 { $model } 已有 { $seconds } 秒没有响应。较大的本地模型可能还在加载。
error-model-broken-waits = 回复还没开始，与 { $endpoint } 的 { $model } 的连接就断了。
turn-broken-cut-waits = 回复还没写出一个字，与 { $endpoint } 的连接就断了。
turn-broken-error-waits = 回复还没写出一个字，{ $endpoint } 就报错了。
turn-broken-silent-waits = 回复还没写出一个字，{ $endpoint } 就没有响应了。

# 有别人在场，或者看的人改变不了什么时，改说这一句。

model-trouble = 模型出了问题，现在做不到。{ $owner ->
    [yes] 想知道是什么问题，请在私聊里发 { $command }。
   *[no] 请过一会儿再试；如果一直这样，请告诉机器人的主人。
}
