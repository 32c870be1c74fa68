# 同一处的几条回复，以及被指着的消息。

error-first-swipe = 这已经是这里的第一条回复了。点 ▶ 看下一条，或再写一条。
error-reply-moved = { $turned ->
    [yes] 这里已经换成另一条回复了，看过再点。
   *[no] 这是较早的一条回复，请用最新一条下面的按钮。
}
error-not-on-the-line = 这条消息不在故事现在的分支上。

more-title = 这条回复
more-edit = ✏️ 改写这条
more-chats-from = 🌿 从这里分支
more-save = 💾 在此存档
more-why = ❓ 为什么
more-fix = 🔧 纠正

divider-load = ——回到“{ $name }”（{ $ago }存的）——
divider-open = { $title ->
    [none] ——回到和{ $character }的会话——
   *[other] ——“{ $title }”，和{ $character }——
}
divider-new = ——和{ $character }的新会话——
divider-new-by = ——{ $person }开始了和{ $character }的新会话——
divider-branch = ——分支 { $branch }——
divider-from = ——从这里另开一个分支——
divider-restored = ——已恢复——
divider-fork = { $title ->
    [none] ——会话从这里继续——
   *[other] ——“{ $title }”从这里继续——
}

held-fix = 纠正
held-feed = 投喂给摇篮
held-from = 从这里分支
held-edit = 改写
held-save = 在此存档

undo-told = { $what ->
    [further] { $who }撤回了回复后来接着说的部分。
    [unasked] { $who }撤回了角色自己写的内容。
   *[exchange] { $who }撤回了最后一轮对话{ $others ->
        [none] {""}
       *[other] ，其中有{ $others }的话
    }。大家写的话还看得到，但不再算数。
}
undo-back-told = { $who }恢复了撤回的内容：
button-bring-back = ↪ 恢复
story-taken-back = { $what ->
    [further] 已撤回：回复后来接着说的部分。
    [unasked] 已撤回：角色自己写的内容。
    [message] 已撤回：你的这句话。它还看得到，但不再算数。
    [exchange] 已撤回：你的话和对它的回复。你的话还看得到，但不再算数。
    [messages] 已撤回：{ $count } 句话。它们还看得到，但不再算数。
   *[exchanges] 已撤回：{ $count } 句话和对它们的回复。这些话还看得到，但不再算数。
}

param-to = 哪一条
param-to-help = 上一条：翻回前一条回复；下一条：翻到后一条，或再写一条
