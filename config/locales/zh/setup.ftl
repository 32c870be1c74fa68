# 首次运行：选择模型、设置向导、演示模型。

demo-notice = 现在用的是一个小小的演示模型，只会说英语，也说得不太好；运行 make setup 可以换成真正的模型。
demo-installing = 正在安装演示模型（仅此一次）：{ $megabytes } / { $total } MB …

choose-model = 还没有配置模型。想用哪个模型来扮演角色？
choose-local = { $model }，来自本机的 { $server }
choose-setup = 配置一个模型（填写服务的密钥或地址）
choose-demo =
    { "" }  [回车] 一个小演示模型，只会说英语（需下载 { $megabytes } MB）
choose-number = 请选择：
choose-remember = 要把这个选择保存到 { $file } 里吗？[回车] 保存，[n] 不用：

setup-language = 语言 / Language：[1] English  [2] 中文  [回车] 中文：
setup-no-terminal = 设置向导需要在终端里运行。没有终端时，请在环境变量或 .env 里设置 OMOIDE_CHAT__URL、OMOIDE_CHAT__MODEL 和 OMOIDE_CHAT__KEY；每一项的说明见 .env.example。
setup-left = 没有保存任何内容。
setup-chat = 先配置聊天模型，角色用它说话。
setup-now-chat = 现在的聊天模型是 { $service } 的 { $model }（{ $url }{ $keyed ->
    [yes] ，密钥 { $now }
   *[no] {""}
}）。
setup-now-utility = 现在的辅助模型是 { $service } 的 { $model }（{ $url }{ $keyed ->
    [yes] ，密钥 { $now }
   *[no] {""}
}）。
setup-now-embedding = 现在的嵌入模型是 { $service } 的 { $model }（{ $url }{ $keyed ->
    [yes] ，密钥 { $now }
   *[no] {""}
}）。
setup-keep = [回车] 不变  [1] 换地址  [2] 换密钥  [3] 换模型  [4] 换别的服务：
setup-services = 用的是哪个服务？
setup-other-service = 其他兼容 OpenAI 接口的服务
setup-service = 输入编号：
setup-address = 地址，例如 https://host/v1：
setup-address-default = 地址 [回车：{ $url }]：
setup-address-invalid = 这不是网址。正确的写法类似 https://host/v1。
setup-key = 密钥（输入时显示为 *）：
setup-key-keep = 密钥 [回车：沿用 { $now }]（输入时显示为 *）：
setup-key-optional = 密钥，不需要就直接回车（输入时显示为 *）：
setup-optional = 聊天模型配好了。下面的问题都可以不填，直接回车跳过。
setup-model = 模型名称：
setup-model-from-list = 模型（编号或名称）：
setup-models-many = 共有 { $count } 个模型。输入名称的一部分，就会列出符合的。
setup-trying = 正在询问 { $service } 的 { $model } …
setup-works = 可以用。
setup-reply = 它回复：{ $words }
setup-back = 任何时候输入“返回”都能回到上一个问题。
setup-price-told = 这个服务的价格：每百万 token 输入 { $read } 美元，输出 { $written } 美元。
setup-price = 每百万 token 的价格是多少美元？先写输入，再写输出，例如 0.27 1.10 [回车：不清楚]：
setup-price-invalid = 请输入两个数：先是输入价格，再是输出价格。
setup-correct = [1] 换地址  [2] 换密钥  [3] 换模型  [4] 仍然使用  [回车] 再试一次：
setup-utility = 要为摘要之类的后台工作配一个便宜些的模型吗？[1] 配置  [回车] 跳过：
setup-embedding = Omoide 自带嵌入模型。要换成别的吗？[1] 配置  [回车] 跳过：
setup-search = 要让角色能联网搜索吗？[1] 用 SearXNG  [2] 用 Brave  [3] 两个都用  [4] 用 MCP 服务器  [回车] 跳过：
setup-now-search = 现在的联网搜索：{ $which ->
    [both] SearXNG（{ $url }）和 Brave（密钥 { $now }）
    [key] Brave（密钥 { $now }）
    [mcp] MCP 服务器（{ $url }）
   *[url] SearXNG（{ $url }）
}。
setup-keep-search = [回车] 不变  [1] 只用 SearXNG  [2] 只用 Brave  [3] 两个都用  [4] 只用 MCP 服务器  [5] 都不用：
setup-search-url = 自己的 SearXNG 的地址，例如 http://localhost:8080 [回车：{ $kept ->
    [yes] 沿用 { $now }
   *[no] 跳过
}]：
setup-search-url-invalid = 这不是网址。正确的写法类似 http://localhost:8080。
setup-search-key = Brave 搜索接口的密钥，在 https://api-dashboard.search.brave.com 申请 [回车：{ $kept ->
    [yes] 沿用 { $now }
   *[no] 跳过
}]（输入时显示为 *）：
setup-search-key-invalid = 这不是密钥：里面有空格，或者密钥里不会有的字符。
setup-search-mcp = 启动 MCP 服务器的命令，或者它的地址，例如 http://localhost:8000/mcp [回车：{ $kept ->
    [yes] 沿用 { $now }
   *[no] 跳过
}]：
setup-search-mcp-env = 它需要的密钥，写成“名称=值”，用空格隔开 [回车：{ $kept ->
    [yes] 沿用原来的
   *[no] 没有
}]（输入时显示为 *）：
setup-search-mcp-invalid = 这既不是命令，也不是网址。可能有引号没有成对。
setup-search-trying = 正在用 { $provider } 试搜 …
setup-search-correct = [1] { $keyed ->
    [yes] 换密钥
    [mcp] 换命令
   *[no] 换地址
}  [2] 仍然使用  [3] 保持原样  [回车] 再试一次：
setup-search-next = 每个会话里的联网搜索一开始都没有打开。要用就在会话里输入：/设置 search 自动
setup-hearing = 要让角色听得到语音消息吗？需要一个带 OpenAI /audio/transcriptions 接口的服务。[1] 要  [回车] 跳过：
setup-speaking = 要让角色能朗读回复吗？需要一个带 OpenAI /audio/speech 接口的服务。[1] 要  [回车] 跳过：
setup-now-voice = { $service ->
    [speaking] 现在由 { $url } 朗读回复
   *[hearing] 现在由 { $url } 听语音消息
}，模型是 { $model }。
setup-keep-voice = [回车] 不变  [1] 修改  [2] 不用：
setup-voice-url = 服务的地址，例如 https://api.openai.com/v1 或 http://localhost:8000/v1 [回车：{ $kept ->
    [yes] 沿用 { $now }
   *[no] 跳过
}]：
setup-voice-url-invalid = 这不是网址。正确的写法类似 http://localhost:8000/v1。
setup-voice-key = 密钥 [回车：{ $kept ->
    [yes] 沿用 { $now }
   *[no] 没有
}]（输入时显示为 *）：
setup-voice-model = 模型 [回车：{ $now }]：
setup-voice-voice = 声音 [回车：{ $now }]：
setup-voice-trying = 正在试用 { $url } …
setup-voice-correct = [1] 重新回答  [2] 仍然使用  [3] 保持原样  [回车] 再试一次：
setup-voice-next = { $service ->
    [speaking] 每个会话里的朗读一开始都没有打开。要用就在会话里输入：/设置 voice 按需
   *[hearing] 下次启动之后，就听得到语音消息了。
}
setup-database = 如果有自己的 Postgres 服务器，请输入地址 [回车：{ $kept ->
    [yes] 沿用 { $now }
   *[no] 跳过
}]（输入时显示为 *）：
setup-database-invalid = 这不是 Postgres 地址。正确的写法类似 postgresql://user:password@host:5432/name。
setup-database-anyway = [1] 仍然使用  [回车] 换一个地址：
setup-choose-again = 请输入其中一个：{ $answers }。
setup-choose-again-or-enter = 请输入其中一个：{ $answers }，或者直接回车。
setup-will-write = 将写入 { $file }：
setup-will-remove = 将从中删除：{ $names }
setup-write = [回车] 写入  [n] 全部保持原样：
setup-environment-wins = 以下名称在环境变量里也有设置，会优先于文件：{ $names }。
setup-done = 完成。运行 make run 就在这里开聊，运行 make doctor 检查各个部分。
setup-serve = 运行 make serve 启动 { $platforms } 上的机器人。还没有主人时，它会显示主人口令：在私聊里发给机器人，你就是它的主人。
setup-and = {" "}和 {""}

error-env-file = 无法读取或写入 { $file }（{ $reason }），文件保持原样。请检查它的写入权限，或改用环境变量设置。
error-demo-install = 演示模型安装失败：{ $reason } 请检查网络后重试（make demo），或配置自己的模型（make setup）。
error-demo-start = 演示模型没有启动成功，日志在 { $log }。请重试，或配置自己的模型（make setup）。
