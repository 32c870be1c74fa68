# 联网搜索为什么没有结果。

error-search = { $provider } 没能联网搜索。
error-search-unreachable = 连不上 { $provider }。请确认服务已启动、地址无误。
error-search-silent = { $provider } 没有及时响应。
error-search-rate = { $provider } 的搜索太频繁，或者本月的额度已用完。请稍后再试。
error-search-key = { $provider } 不接受这个密钥。请检查 OMOIDE_SEARCH__KEY。
error-search-format-off = { $provider } 不提供 JSON。请在它的 settings.yml 里，给“search:”下的“formats:”列表加一行“- json”，然后重启它。
error-search-unreadable = { $provider } 返回的不是搜索结果。请检查地址是否正确。
error-search-failed = { $provider } 现在无法搜索。
error-search-not-started = { $provider }：启动命令无法运行。请检查 OMOIDE_SEARCH__MCP__COMMAND。
error-search-tool-missing = { $provider } 没有提供联网搜索的工具，它有：{ $tools }。可以用 OMOIDE_SEARCH__MCP__TOOL 指定。
error-search-engines = { $provider } 什么也没找到：它背后的搜索引擎没有响应。

# 上网查：/搜索。

error-search-missing = 还没有可用的搜索服务。运行这个机器人的人可以添加一个，做法见使用说明的“联网搜索”一节。
error-search-off = 这里没有打开联网搜索。管理员可以改：/设置 search 自动
error-search-spent = 你今天查的次数已经达到这里每人的上限（{ $limit } 次）。
error-nothing-to-search = 说说要查什么，例如：/搜索 里斯本 天气。邮箱、电话号码和密钥不会发出去。
error-nothing-found-lately = 没有这个编号的网页。先查点什么：/搜索 里斯本 天气
search-title = “{ $words }”的搜索结果（{ $provider }）：{ $count } 条
search-hint = /搜索 详情 1 —— 看第一个网页说了什么
search-more = 看详情
search-use = 用到聊天里
search-brought = 下一条回复会知道查到的内容，接着聊就好。
search-unread = 这个网页读不到。
search-nothing = { $failed ->
    [yes] 搜索没有回应，过一会儿再试。
   *[no] 没有找到，换个说法试试。
}
command-search = 上网查东西
command-search-help = 在打开了联网搜索的聊天里，马上查这些词。不写词就查我刚才问过要不要查的内容。查到的网页可以用到下一条回复里。
command-search-more = 看网页说了什么
command-search-use = 把查到的用到下一条回复里
param-query = 词
param-query-help = 要查什么
param-result = 编号
param-result-help = 网页的编号
search-thought = { $kind ->
    [mem] 💭 { $said }
   *[websearch] 🔎 { $said }
}
