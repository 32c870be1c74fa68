# 每个人自己的设置和许可、在几个平台上的名字、第一次来时问的事。

me-links = 已关联的账号
me-links-none = 无
me-timezone-how = 你在哪个时区？选一个，或者直接输入：{ $command } Asia/Shanghai

button-link = 关联另一个平台
button-unlink = 取消关联
button-persona-new = 写一个人设
button-persona-list = 我的人设
button-persona-off = 不用人设
button-persona-lock = 只在这个会话里用
button-persona-unlock = 和别处一样
persona-locked = 在这个会话里你就是“{ $name }”，不管在别处用什么人设。
persona-unlocked = { $somebody ->
    [no] 在这个会话里你和别处一样，就是你自己。
   *[other] 在这个会话里你和别处一样，是“{ $name }”。
}
persona-but-here = 在这个会话里你还是“{ $name }”，这是为它单独选的。想和别处一样：{ $command }
button-edit = 修改
button-remember = { $switch ->
    [on] 记下关于我的事实
   *[off] 不要记关于我的事实
}
button-elsewhere = { $switch ->
    [on] 允许在群里提私下的事
   *[off] 私下的事不在群里提
}
button-heard = { $switch ->
    [on] 重新读我在群里的消息
   *[off] 不读我在群里的消息
}
elsewhere-no = 只在私下
elsewhere-yes = 群里也可以

about-heard = 你在群里的消息
about-heard-is = { $switch ->
    [on] 叫到我时，以及开了旁听的地方，我会读
   *[off] 不读
}
about-opted-out = 从现在起我不读你在群里的消息：不保存，也不回复。以前存下的会保留，用 { $forget } 可以删除。想恢复就输入 { $optin }。
about-opted-in = 我又会读你在群里的消息了。

persona-how = 写上这是谁，比如：/我 人设 写 “{ $name }” 五十岁的疲惫船长，谁都不信
persona-example = 里德船长
persona-delete-sure = 要删除人设“{ $name }”吗？会话里用它说过的话都会保留。
persona-deleted = 已删除：“{ $name }”。

link-code = 十分钟内，在另一个平台的私聊里把这一句发给我：{ $line }
link-what = 之后我会在两边都问是不是你；两边都点“是”的一天后，你的人设、关于你的事实、你的许可、语言和时区在两边都一样，你在这边私下跟角色说的，到那边私聊时它也记得。口令只能用一次，别告诉任何人，也不要输入别人给你的口令。
link-name = { $name }（{ $platform }）
link-asked = { $mine }（{ $mine_on }）和 { $other }（{ $other_on }）都是你吗？如果是，请在这里和另一个平台上都点“是”，我在那边也会问。一天之后，我就把它们当成同一个人：在任何一边都能查看、导出和删除另一边的一切。如果你不认识 { $other }，或者口令是别人发给你的，请点“不是”，这样什么都不会关联。
link-half = 好。请再到 { $other_on } 上用 { $other } 点“是”：我在那边的私聊里问同样的问题，或者发送 /我 关联 就能看到。在那之前什么都不会关联。
link-agreed = { $mine }（{ $mine_on }）和 { $other }（{ $other_on }）两边都点了“是”，一天后我就把它们当成同一个人。在那之前，每个账号只能查看、导出和删除自己的东西。如果不对，用 /我 取消关联 就能撤销。
link-joined = { $mine }（{ $mine_on }）和 { $other }（{ $other_on }）现在是同一个人了：人设、关于你的事实、语言和时区两边通用，你私下跟角色说的，在另一边私聊时它也记得。如果不对，用 /我 取消关联 就能撤销。
link-parted = { $mine }（{ $mine_on }）和 { $other }（{ $other_on }）没有关联，这是在另一边决定的。每个账号只有自己的东西。
error-link-not-asked = 这个问题已经失效了。请用 /我 关联 获取新口令。
button-link-no = 不是我
button-link-yes = 是，都是我
link-owners = { $all ->
    [yes] 你关联的账号都是机器人的主人。
   *[no] 主人的权限只属于原来的账号：关联不会带来权限。
}
unlink-sure = 要取消和 { $names } 的关联吗？各自保留用自己账号做的东西。
unlink-done = 已取消和 { $names } 的关联。各自恢复原来的样子；关联之后改的设置，留在修改它的账号上。

error-name-shared = 这个名字可能有好几个人在用（频道、匿名管理员或代发机器人），所以谁也不能导出或删除用它说过的一切。请删除你自己的消息，或者用自己的账号发送。
error-link = 这两个账号没法关联。请用 /我 关联 获取新口令。
error-link-code-wrong = 没有这个口令，或者已经用过了。请在另一个平台上用 /我 关联 获取新口令。
error-link-code-old = 这个口令已超过十分钟。请在另一个平台上用 /我 关联 获取新口令。
error-link-code-own = 这是你自己的口令。请到另一个平台上发给我，不要在这里发。
error-link-code-tries = 口令已经错了 { $tries } 次。请等十分钟，再获取新口令。
error-link-known = 这两个账号已经关联了，输入 /我 可以看到。
error-link-taken = 两边在 { $platform } 上各有一个账号。每个平台只能关联一个；用 /我 取消关联 可以先去掉一个。
error-link-shared = 这个账号有好几个人在用，没法关联。请用你自己的账号。
error-link-none = 这个账号还没有关联别的账号。用 /我 关联 可以拿到给另一个平台用的口令。

newcomer-asked = 免得我把日子弄错：你那边现在是 { $time }（{ $city }）吗？{ $holds ->
    [UTC] 在你回答之前，我按 UTC 计算。
   *[this] {""}
}
newcomer-right = 对
newcomer-zone = { $city } { $time }
newcomer-other-zone = 别的时区
newcomer-settled = 好，{ $city }，{ $time }。以后随时可以用 { $me } 修改。
elsewhere-asked = { $named ->
    [no] 刚才在群里
   *[other] 刚才在“{ $where }”
}，你私下告诉我的事，我没有提：“{ $what }”{ $more ->
    [0] {""}
   *[other] ，还有 { $more } 件
}。有别人在场时，角色可以提起这样的事吗？可以的话，输入 /我 别处 开；在那之前，只留在你我之间。只想公开其中一件：/我 事实
elsewhere-asked-here = 有件私下听来的事，因为这里还有别人，我没有提。如果是你告诉我的：用 /我 别处 可以决定能不能在群里提。

welcome-talk = 开始聊天
welcome-choose = 选一个角色
welcome-card = 导入我的角色卡
welcome-just-write = { $place ->
    [private] 直接打字就行，像跟朋友说话一样。比如：“早上好！昨晚睡得好吗？”
   *[group] { $calling ->
        [mention] 提到我或回复我就行。
        [always] 直接说话就行，这里我每条都回。
       *[name] 提到我、回复我或叫我的名字就行。
    }比如：“早上好，昨晚睡得好吗？”
}
welcome-bring = { $how ->
    [terminal] 输入 { $command }，后面跟上角色卡的路径：PNG、JSON 或 CHARX 文件，SillyTavern、Chub 的也可以。
   *[sent] 把角色卡作为文件发给我：PNG、JSON 或 CHARX，SillyTavern、Chub 的也可以。{ $platform ->
        [telegram] 在群里
       *[other] 在服务器里
    }请用 { $command }。导入之前，我会先给你看里面有什么。
}

place-listens = 从现在起，这里没叫到我的消息我也会保存，好跟上大家的话题。不想让自己的消息被保存，请输入：{ $optout }
place-listens-no-more = 从现在起，这里我只保存对我说的话。
status-listens = 旁听
status-listens-is = { $listens ->
    [yes] 没叫到我的消息也会保存
   *[no] 只保存对我说的话
}

turn-failed = 回复时出错了。你的消息已保存，我稍后会再试。错误编号：{ $number }。/帮助 错误 说明怎么用它。

needs-content = Message Content Intent 没有打开：我只读得到对我说的话。
needs-send = 我不能在这里说话：请给我“发送消息”权限。
needs-posts = 我不能在这个论坛里发帖：请给我“创建帖子”权限。
needs-history = 我读不到以前的消息：请给我“读取消息历史记录”权限。
needs-files = 我不能发文件：请给我“附加文件”权限。
needs-webhooks = 角色只能用我的名字说话：请给我“管理 Webhook”权限，让角色有自己的名字和头像。
needs-threads = 我不能在子区里说话：请给我“在子区内发送消息”权限。
needs-privacy = 隐私模式开着：群里我只读得到命令、回复和提到我的消息。想改的话，打开 https://t.me/BotFather?text=/setprivacy 并发送，选 Disable，再把我重新拉进群。把我设为群管理员也可以。

persona-asked = 你的人设是“{ $name }”，那是你在别处写的。{ $named ->
    [no] 刚才在群里
   *[other] 在“{ $where }”
}，我用的是你本来的名字，没有提起这个人设。可以让那里能看到消息的人知道吗？
persona-known = 从现在起，那里的人会知道“{ $name }”。
persona-where = { $here ->
    [yes] {""}
   *[no] 在这里用的是你本来的名字：这个人设是你在别处写的。想在这里也用它：/我 人设 使用。
}{ $known ->
    [0] 只在私聊里知道。
   *[other] 知道的地方：{ $titles }
}
persona-keep = 不告诉他们
persona-tell = 让他们知道
