# 每个人自己的设置和许可、在几个平台上的名字、第一次来时问的事。

me-links = 也是你
me-links-none = 没有关联别的平台
me-timezone-how = 你在哪个时区？按一个，或者直接输入：{ $command } Asia/Shanghai

button-link = 关联另一个平台
button-unlink = 取消关联
button-persona-new = 写一个人设
button-persona-list = 我的人设
button-persona-off = 就做我自己
button-persona-lock = 只在这个会话里用
button-persona-unlock = 和别处一样
persona-locked = 在这个会话里你就是“{ $name }”，不管在别处是谁。
persona-unlocked = { $somebody ->
    [no] 在这个会话里你和别处一样，就是你自己。
   *[other] 在这个会话里你和别处一样，是“{ $name }”。
}
persona-but-here = 在这个会话里你还是“{ $name }”，这是为它单独选的。想和别处一样，输入 { $command }
button-edit = 修改
button-remember = { $switch ->
    [on] 记下关于我的事
   *[off] 别记关于我的事
}
button-elsewhere = { $switch ->
    [on] 群里也可以提私下的事
   *[off] 私下的事别在群里提
}
button-heard = { $switch ->
    [on] 重新听我在群里说话
   *[off] 群里别听我说话
}
elsewhere-no = 只在私下
elsewhere-yes = 群里也可以

about-heard = 你在群里说的话
about-heard-is = { $switch ->
    [on] 叫到我，或开了旁听的地方，我会听
   *[off] 不听
}
about-opted-out = 从现在起我不听你在群里说的话：不保存，也不回答。以前存下的会留着，直到你输入 { $forget }。想恢复就输入 { $optin }。
about-opted-in = 我又会听你在群里说的话了。

persona-how = 请输入：/我 人设 写 “{ $name }”，后面写上这是谁，比如：五十岁的疲惫船长，谁都不信。
persona-example = 里德船长
persona-delete-sure = 删除人设“{ $name }”吗？会话里用它说过的话都会留着。
persona-deleted = 人设“{ $name }”已删除。

link-code = 十分钟内，在另一个平台上私下发给我这一句：{ $line }
link-what = 之后，你的人设、关于你的事、你的许可、语言和时区在两边都一样；你在这边单独跟角色说的，到那边单独聊时它也记得。口令只能用一次，别告诉任何人。
link-name = { $name }（{ $platform }）
link-done = 好了：{ $names } 也是你。
link-holds = 人设、关于你的事、语言和时区现在两边合一；你单独跟角色说的，在另一边单独聊时它也记得。私下说的事，在群里{ $elsewhere ->
    [yes] 可以提。
   *[no] 不提。
}
link-owners = { $all ->
    [yes] 你的每个名字都是这里的主人。
   *[no] 主人的权限还只属于原来的名字：关联不带来权限。
}
unlink-sure = 要和 { $names } 分开吗？各自留下用自己名字做的东西。
unlink-done = 已和 { $names } 分开。各自恢复原来的样子；关联之后改的设置，留在改它的名字上。

error-link = 这两个名字没法关联。请用 /我 关联 要一个新口令。
error-link-code-wrong = 没有这个口令，或者已经用过了。请在另一个平台上用 /我 关联 要一个新的。
error-link-code-old = 这个口令已超过十分钟。请在另一个平台上用 /我 关联 要一个新的。
error-link-code-own = 这是你自己的口令。请到另一个平台上发给我，不是在这里。
error-link-code-tries = 已经错了 { $tries } 次。请等十分钟，再要一个新口令。
error-link-known = 这两个名字已经关联了，输入 /我 就能看到。
error-link-taken = 两边在 { $platform } 上各有一个名字。每个平台只能关联一个；/我 取消关联 可以先去掉一个。
error-link-shared = 这个名字有好几个人在用，没法关联。请用你自己的账号。
error-link-none = 这个名字没有关联别人。用 /我 关联 可以拿到给另一个平台用的口令。

newcomer-asked = 顺便问一下：我跟你说{ $language }，你那边现在大概是 { $time }（{ $city }）。对吗？
newcomer-right = 对
newcomer-zone = { $city } { $time }
newcomer-other-zone = 别的时区
newcomer-settled = 好，{ $city }，{ $time }。以后随时可以用 { $me } 修改。
elsewhere-asked = 刚才在群里，有件你私下告诉我的事，我没有提。有别人在场时，角色也可以提起这样的事吗？可以的话，输入 /我 别处 开；在那之前，只留在你我之间。
elsewhere-asked-here = 有件私下听来的事，因为这里还有别人，我没有提。如果是你告诉我的：输入 /我 别处，可以决定能不能在群里提。

welcome-talk = 现在就聊
welcome-choose = 选一个角色
welcome-card = 带上我的角色卡
welcome-just-write = { $place ->
    [private] 直接写就行，像跟朋友说话一样。比如：“早上好！昨晚睡得好吗？”
   *[group] 提到我、回复我或叫我的名字就行。比如：“早上好，昨晚睡得好吗？”
}
welcome-bring = { $how ->
    [terminal] 输入 { $command }，后面跟上角色卡的路径：PNG、JSON 或 CHARX 文件，SillyTavern、Chub 的也行。
   *[sent] 把角色卡当作文件发给我：PNG、JSON 或 CHARX，SillyTavern、Chub 的也行。在服务器里请用 { $command }。改动之前，我会先说里面有什么。
}

place-listens = 从现在起，这里没叫到我的话我也会存下来，好跟上大家。不愿意的人请输入：{ $optout }
place-listens-no-more = 从现在起，这里我只存对我说的话。
status-listens = 旁听
status-listens-is = { $listens ->
    [yes] 没叫到我的话也会存下来
   *[no] 只存对我说的话
}

turn-failed = 回答时出错了。你的消息已存好，稍后会再处理；编号 { $number } 在日志里，/帮助 错误 说明怎么用它。

needs-content = Message Content Intent 没开：我只读得到对我说的话。
needs-send = 我不能在这里说话：请给我“发送消息”权限。
needs-history = 我读不到以前的消息：请给我“读取消息历史记录”权限。
needs-files = 我不能发文件：请给我“附加文件”权限。
needs-webhooks = 角色只能用我的名字说话：请给我“管理 Webhook”权限，让它们有自己的头像和名字。
needs-threads = 我不能在子区里说话：请给我“在子区内发送消息”权限。
needs-privacy = 隐私模式开着：我只读得到命令、对我的回复和叫我名字的话。找 @BotFather，用 /setprivacy 可以关掉。
