# 关于自己的数据：导出一份，或者让它全部消失。

forget-counts = 关于你，这里有 { $messages } 条消息（在 { $places } 处的 { $chats } 个会话里）、{ $memories } 条记忆、{ $facts } 条事实和 { $personas } 个人设。
forget-what-goes = 这些会从所有分支上全部清除，包括角色回你的话、别人对你的引用、你的文件和设置。私聊会整个清掉，连同你带进来的角色、世界书和预设。别人说的话会保留。平台上的消息要你自己去删。
forget-owner = 你是这里的主人。清除之后就不再是了，要用口令重新成为主人。
forget-export-first = 清除后无法恢复。可以先用 { $command } 拿走一份。
forget-sure = 要忘掉你吗？
forget-label = 忘掉我
forget-done = 已忘掉：{ $places } 处 { $chats } 个会话里的 { $messages } 条消息、{ $memories } 条记忆、{ $facts } 条事实、{ $personas } 个人设。
forget-begun = 正在忘掉：{ $places } 处 { $chats } 个会话里的 { $messages } 条消息、{ $memories } 条记忆、{ $facts } 条事实、{ $personas } 个人设。东西不少，做完会在这里说一声。
forget-after = 从现在起，你说的话就像来自一个陌生人。
forget-after-terminal = 下次启动会像第一次一样重新开始。
own-nothing = 这里没有存下你说过的话，也没有记下关于你的事。这里还没有开放，只知道你的名字，好让主人决定。
rights-exported = { $name } 里是关于你的全部数据，只给你一个人。
rights-readme-file = 说明.txt
rights-readme = 你在 Omoide 的数据，{ DATETIME($date, dateStyle: "long") }

    messages.json   你说过的话、在哪里、什么时候，以及你回复的内容。修改过的版本各占一条；branch_id 和 seq 是它在会话里的位置。
    memories.json   角色从你的话里记住的、你自己写下的，以及关于你的记忆。ended 表示已经不再提起。
    facts.json      关于你的事实，包括以前的说法；ended_by 是取代它的那一条。
    personas.json   你在故事里的身份。
    settings.json   你给自己设的选项。
    consent.json    这里怎么认识你，以及你允许了什么。
    saves.json      你起过名字的存档。

    时间都是 UTC。文件是 JSON 格式，用任何文本编辑器都能打开。别人的话只有你回复过的才会出现在这里。
