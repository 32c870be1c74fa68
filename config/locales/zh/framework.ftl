# 提示词变得过长时的提醒。

picture-unseen = 图片收到并保存了，但这里的模型都看不了图：请用文字说说图上有什么。搭建者可以配置一个会看图的模型。
prompt-long-middle = 提示词的中段（对话和回忆）已有 { $tokens } 个 token，达到提醒线 { $threshold }。中段太长，模型容易忽略其中的内容。可以用 /settings 调低 history_limit 或 budget_tokens。
prompt-long-total = 提示词已有 { $tokens } 个 token，快到上限了（上限的 95 % 是 { $threshold }）。再长就会开始省略较早的消息和记忆。可以用 /settings 调低 budget_tokens，或换用更短的角色卡、世界书。
prompt-long-conversation = 这段对话累计已有 { $tokens } 个 token，达到提醒线 { $threshold }。其中大部分已不再逐字发送给模型。告一段落时，可以先 /save 存档，再用 /new 开始新的对话。
