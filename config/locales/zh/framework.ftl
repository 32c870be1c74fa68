# 提示词变得过长时的提醒。

picture-unseen = 图片收到并保存了，但这里的模型都看不了图：请用文字说说图上有什么。机器人的主人可以配置一个会看图的模型。
prompt-long-middle = 提示词的中段（对话和回忆）已有 { $tokens } 个 token，达到提醒线 { $threshold }。中段太长，模型容易忽略其中的内容。可以用 /设置 调低 history_limit 或 budget_tokens。
prompt-long-total = 提示词已有 { $tokens } 个 token，快到上限了（上限的 95% 是 { $threshold }）。再长就会开始省略较早的消息和记忆。可以用 /设置 调低 budget_tokens，或换用更短的角色卡、世界书。
prompt-long-conversation = 这个会话累计已有 { $tokens } 个 token，达到提醒线 { $threshold }。其中大部分已不再逐字发送给模型。告一段落时，可以先 /存档，再用 /新对话 开始新会话。
prompt-unread = 上次回复之后来了 { $messages } 条消息，共 { $tokens } 个 token，但最多放得下 { $limit } 个。最新的 { $whole } 条完整读过，更早的只读了放得下的部分。想让哪一条得到回复，请单独再发一次。
prompt-shortened = 角色卡、预设和人设共有 { $tokens } 个 token，最多放得下 { $limit } 个，所以略去了其中最长几段的中间部分，只读了 { $read } 个 token。精简角色卡（/角色 编辑）、换短些的预设，或换一个上下文更长的模型，就能全部读到。
file-cut = { $name } 共 { $length } 个字符，只读前 { $shown } 个。后面的内容如果重要，请另存成一个文件再发。
file-unread = { $name } 已保存，但没有读：它有 { $kilobytes } KiB，文本文件最多读 { $limit } KiB。请把重要的部分另存成小一些的文件再发。
