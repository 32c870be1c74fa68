# doctor 的各项结果。关于数据库的部分在 database.ftl。

doctor-line-ok = 正常  { $part }：{ $text }
doctor-line-problem = 问题  { $part }：{ $text }
doctor-well = 一切正常。
doctor-unwell = 有问题需要处理，请看标有“问题”的各行。

doctor-part-program = 程序
doctor-part-data = 数据文件夹
doctor-part-database = 数据库
doctor-part-chat = 聊天模型
doctor-part-utility = 辅助模型
doctor-part-embedding = 嵌入模型
doctor-part-search = 联网搜索
doctor-part-hearing = 语音消息
doctor-part-speaking = 朗读
doctor-part-demo = 演示模型
doctor-part-terminal = 终端
doctor-part-clock = 时钟

doctor-python = Python { $version }。
doctor-python-old = Python { $version } 太旧。请安装 3.11 或更高版本，然后运行 make clean run。
doctor-packages = 依赖都已安装。
doctor-packages-missing = 缺少依赖：{ $names }。请重新运行 make run。
doctor-data = { $folder } 可以写入。
doctor-data-folder = { $folder } 无法写入（{ $reason }）。请修改它的所有者，或用 OMOIDE_DATA_DIR 指定别的文件夹。
doctor-data-disk = 剩余空间 { $megabytes } MB。
doctor-data-disk-low = 只剩 { $megabytes } MB 空间。请清理磁盘，或把文件夹移到别处并用 OMOIDE_DATA_DIR 指定新位置。
doctor-database-new = { $folder } 里还没有数据库，首次启动时会自动创建。
doctor-chat-none = 尚未配置，由演示模型用英语回答。运行 make setup 可配置真正的模型。
doctor-utility-none = 没有单独配置，由聊天模型兼任。
doctor-embedding-none = 使用自带的嵌入模型。
doctor-search-none = 没有启用；设置 OMOIDE_SEARCH__URL、OMOIDE_SEARCH__KEY 或 OMOIDE_SEARCH__MCP__COMMAND 即可启用。
doctor-search-set = 已配置 { $provider }，没有实际搜索。
doctor-search-answers = { $provider } 有响应，试搜时找到 { $results } 个网页。
doctor-search-empty = { $provider } 有响应，但试搜时什么也没找到。请检查它启用了哪些搜索引擎。
doctor-hearing-none = 没有人听；设置 OMOIDE_TRANSCRIPTION__URL 可以接上听语音的服务。
doctor-hearing-answers = { $endpoint } 能听语音，模型是 { $model }。
doctor-speaking-none = 没有人朗读回复；设置 OMOIDE_SPEECH__URL 可以接上朗读的服务。
doctor-speaking-answers = { $endpoint } 能朗读，模型是 { $model }。
doctor-speaking-other = { $endpoint } 能朗读，模型是 { $model }，但给的不是 Ogg 里的 Opus，所以会发文件，不是语音消息。
doctor-voice-set = 已配置 { $endpoint } 和 { $model }，没有实际试用。
doctor-model-reachable = 能连上 { $endpoint }，没有向 { $model } 提问。
doctor-model-answers = { $endpoint } 的 { $model } 有响应。
doctor-model-proved = { $endpoint } 的 { $model } 有响应，上下文 { $context } 个 token，实测了 { $proved } 个。
doctor-model-context-unknown = { $endpoint } 的 { $model } 有响应，能读完实测的 { $proved } 个 token。它没有说明上限，可用 { $name } 指定。
doctor-model-unsure = { $endpoint } 的 { $model } 有响应，但无法确认它能否完整读完 { $proved } 个 token 的提示词。
doctor-model-cuts = { $endpoint } 的 { $model } 会悄悄截断 { $proved } 个 token 的提示词，角色会因此忘事。请在那边调大上下文（Ollama 是 num_ctx），或把 { $name } 设为它实际能读的数量。
doctor-model-refuses = { $endpoint } 的 { $model } 拒绝 { $proved } 个 token 的提示词。请把 { $name } 设为它能读的数量。
doctor-demo = 演示模型已安装。
doctor-demo-none = 没有安装；只有在没配置其他模型时才需要它。
doctor-terminal = 终端能显示各种文字。
doctor-terminal-encoding = 终端的编码是 { $encoding }，有些文字显示不出来。请设置 LANG=C.UTF-8。
doctor-clock = 现在是 { $now } UTC；对话中的时间按 { $zone } 时区显示。
doctor-clock-wrong = 时钟显示 { $now } UTC，明显不对。请校准时钟，否则加密连接会失败。
