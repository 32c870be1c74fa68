# 关于自己的数据：导出一份，或者让它全部消失。

forget-counts = 关于你，这里有 { $messages } 条消息（在 { $places } 个服务器、群或私聊的 { $chats } 个会话里）、{ $memories } 条记忆、{ $facts } 条事实和 { $personas } 个人设。
forget-what-goes = 这些会从所有分支上全部删除，包括角色回你的话、别人对你的引用、你的文件和设置。私聊会整个删除，连同你在那里导入的角色、世界书和预设。别人说的话会保留。平台上的消息要你自己去删。
forget-owner = 你是机器人的主人。删除之后就不再是了，要用主人口令重新成为主人。
forget-export-first = 删除后无法恢复。可以先用 { $command } 导出一份。
forget-sure = 要删除关于你的一切吗？
forget-label = 忘掉我
forget-done = 已删除：{ $places } 个服务器、群或私聊的 { $chats } 个会话里的 { $messages } 条消息、{ $memories } 条记忆、{ $facts } 条事实、{ $personas } 个人设。
forget-begun = 正在删除：{ $places } 个服务器、群或私聊的 { $chats } 个会话里的 { $messages } 条消息、{ $memories } 条记忆、{ $facts } 条事实、{ $personas } 个人设。内容较多，完成后会在这里告诉你。
forget-after = 从现在起，你对我来说就是一个陌生人。
forget-after-terminal = 下次启动会像第一次一样重新开始。
own-nothing = 这里没有保存你说过的话，也没有关于你的事实。我在这里还没有启用，只知道你的名字，好让主人决定。
rights-exported = { $name } 里是关于你的全部数据，只有你能看到。
rights-readme-file = 说明.txt
rights-readme = 你在 Omoide 的数据，{ DATETIME($date, dateStyle: "long") }

    messages.json   你说过的话、在哪里、什么时候，以及你回复的内容。修改过的版本各占一条；branch_id 和 seq 是它在会话里的位置。
    memories.json   角色从你的话里记住的、你自己写下的，以及关于你的记忆。ended 表示已经不再使用。
    facts.json      关于你的事实，包括以前的版本；ended_by 是取代它的那一条。
    personas.json   你在故事里的身份。
    settings.json   你给自己选的设置。
    consent.json    这里怎么认识你，以及你允许了什么。
    saves.json      你起过名字的存档。
    stored_by_quick_replies.json
                    你用过的快捷回复存下、放进提示词和去掉的内容。
    posts_for_them_alone.json
                    圈子里哪些角色的动态只发给你。
    characters_that_write_first.json, what_they_planned.json, busy_days.json
                    你允许哪些角色主动写消息、它们打算什么时候写，以及你哪天没空。

    时间都是 UTC。文件是 JSON 格式，用任何文本编辑器都能打开。别人的话只有你回复过的、或者被你用的快捷回复抄下的，才会出现在这里。
