# 能在别的 Omoide 里打开的故事文件，以及会话的搬家。

error-story-file-broken = 这个故事文件已损坏、不完整或被改过（{ $what }），没有导入任何内容。请重新导出。
error-story-file-newer = 这个文件来自更新的 Omoide（格式 { $version }，本机支持 { $known }）。请先更新 Omoide。
error-story-file-unequal = 读到的内容和导出时不一致，没有导入任何内容。请反馈这个问题。
error-move-code = 没有找到这个口令对应的会话。口令十分钟内有效，只能用一次；请在要搬的会话里发送 /会话 搬家 获取新口令。
error-move-code-tries = 口令已经错了 { $tries } 次。请等十分钟，再到要搬的会话里发送 /会话 搬家 获取新口令。
error-move-same-place = 这个会话已经在这里了。
error-move-others-spoke = 这个会话里别人说过话，或者角色讲过从别人那里知道的事，所以不能搬进私聊，也不能搬到别的群，只能搬到这里的其他频道或话题。想自己留一份，请在那边用 /导出，再到这里 /导入；关于别人的记忆不会带过来。
error-move-walled = 这个会话里有别人在只有一部分成员看得到的地方说的话，或者角色讲过从那里知道的事，所以不能搬到更多人看得到的地方；可以搬到同样这些人或更少人看得到的频道或子区。想自己留一份，请在那边用 /导出，再到和我的私聊里 /导入。

file-story = { $branches } 个分支上的 { $entries } 条记录，{ $saves } 个存档，{ $memories } 条记忆。
file-story-characters = 角色：{ $names }。
file-story-person = 里面有{ $name }写下的、自己在故事里的身份。
file-story-scripts = 原来有 { $count } 个正则脚本在运行。每个脚本都会先把全文给你看，你同意后才运行。
file-story-own = 由{ $name }导出。如果就是你，你说过的话仍归你{ $facts ->
    [0] {""}
   *[other] ，关于你的 { $facts } 条事实也会一并导入
  }。
file-story-left-out = 未包含属于别人的 { $count } 条记忆。
file-story-hash = 校验值 { $hash }。
brought-story-equal = 已完整导入：{ $branches } 个分支上的 { $entries } 条记录，校验值 { $hash }，与导出时一致。

brought-story-played = 在这个会话里，你和文件里一样是“{ $name }”。
brought-story-settings = 这里有 { $count } 项设置与原来不同：{ $names }。
brought-story-scripts = 这里原有的正则脚本也会在其中运行：{ $names }。

export-story = 这是整个故事，可以在别的 Omoide 里用 /导入 打开。校验值 { $hash }，导入后不会变。
export-story-person = 你写下的、自己在故事里的身份（{ $name }）也在里面。只有以本人身份导入的人会得到这个人设，但拿到文件的人都能读到。
export-story-left-out = 未包含：{ $count } 条属于别人、且对方没有同意在别处提起的记忆；关于别人的事实；向量（会重新生成）。
export-story-warning = 里面有大家在这里说过的话，以及大家在这里的名字。

chats-move-code = 这个会话的口令：{ $code }
    到要继续的地方发送：/会话 搬家 { $code }
    十分钟内有效，只能用一次。在那之前会话仍留在这里。
chats-move-sure = 要把“{ $title }”从{ $place }搬到这里吗？{ $messages } 条消息以及所有分支、存档和记忆都会一起搬来，那边就不能再继续了。
chats-move-into-group = 注意：这是私聊会话。搬过来后，这里的所有人都能看到那边说过的话，角色也可能会提起。
chats-move-others = 那边还有 { $count } 个频道在用这个会话，搬走后那些频道就没有它了。
chats-move-done = “{ $title }”已搬到这里，直接接着聊吧。
moved-away = 这里的会话已搬到别处。发送 /新对话 可以在这里开始新会话。
