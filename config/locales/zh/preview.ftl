# python -m bot preview

preview-about = 显示角色卡、预设、世界书和聊天记录会为下一条回复拼成怎样的提示词。不会发送也不会保存任何内容，不需要数据库、模型或配置。
preview-example = 例如：python -m bot preview mira.png --preset my.json --world town.json --chat evening.jsonl --user 小莫
preview-card = 角色卡：PNG、APNG、JSON、CHARX、BYAF 或 YAML
preview-preset = 聊天补全预设（JSON）；不给则用自带的
preview-world = 世界书（JSON、PNG 或 YAML）；可以写多次
preview-chat = 聊天记录（JSONL）；不给则只有角色卡的开场白
preview-user = 聊天的人叫什么（默认沿用聊天记录里的名字，没有则为 User）
preview-seed = 决定随机的部分；同一个数得到同样的提示词（默认 0）
preview-format = 请求的格式，用 --json 时显示（默认 openai）
preview-json = 输出 JSON：messages、ledger、request
preview-lang = 界面和自带预设的语言
preview-ledger = { $messages } 条消息，约 { $tokens } 个 token。组成如下（+ 采用，- 未采用）：
preview-persona = 这个人是谁
preview-now = 回复的日期和时间，例如 2027-03-01T18:30（现在）
preview-model = 模型叫什么，有些内容取决于它（默认不指定）
preview-set = 一项设置，名称同 /设置，例如 world_recursion=off；可以写多次
preview-diff = 两张角色卡、两个预设、两本世界书或两份聊天记录：显示把 A 换成 B 后提示词有什么变化
preview-same = 换哪个文件，提示词都一样。
preview-files = 关于这些文件：
error-setting-not-previewed = 设置“{ $name }”不影响由文件生成的提示词。可以写：{ $known }。
