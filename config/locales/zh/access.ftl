# 谁能说话：主人，以及主人启用了我的地方。

error-not-owner = 只有机器人的主人可以这样做。如果就是你，请在私聊里把主人口令发给我。
error-no-such-space = 没有编号为 { $number } 的服务器、群或私聊。输入 /管理 地方 查看有哪些。

access-closed = { $access ->
    [refused] 我在这里已停用，只有机器人的主人可以启用。
    [unowned] 我还没有设置好：要先由机器人的主人把主人口令发给我。等主人同意了，我就回复你。
   *[new] 我在这里还没有启用，已经去问主人了。如果你就是主人，请把主人口令发给我。
}
access-owner = 欢迎，{ $name }！从现在起，你就是这个机器人的主人。
access-welcome = 欢迎，{ $name }！
access-owner-already = 你已经是这个机器人的主人了。
access-now = { $place ->
    [private] 现在可以在这里和我聊天了。
   *[group] { $calling ->
        [mention] 现在可以在这里和我聊天了。提到我或回复我就行。
        [always] 现在可以在这里和我聊天了。直接说话就行，我每条都回。
       *[name] 现在可以在这里和我聊天了。提到我、回复我或叫我的名字就行。
    }
}
access-opened-here = 现在可以在这里和我聊天了。{ $calling ->
    [mention] 提到我或回复我就行
    [always] 直接说话就行，我每条都回
   *[name] 提到我、回复我或叫我的名字就行
}；更多说明见 { $help }。
access-next = 直接打字就能聊。{ $char } 查看角色，{ $new } 开始新会话，{ $help } 了解更多。
access-asks = { $kind ->
    [private] { $title }想在 { $platform } 上和我聊天，可以吗？
   *[group] 可以让大家在“{ $title }”（{ $platform }）里和我聊天吗？你同意之前，我在那里不说话。
}
access-open-chat = 可以，陪伴
access-open-story = 可以，剧情
access-open-lounge = 可以，群聊（叫到才回答）
access-refuse = 不行

admin-spaces = { $platform ->
    [discord] 服务器和私聊
    [telegram] 群和私聊
   *[several] 服务器、群和私聊
}{ $pages ->
    [1] {""}
   *[other] （{ $page }/{ $pages }）
}
admin-spaces-hint = 想指定用途，输入 /管理 启用 { $number } 陪伴，或者换成 剧情、群聊
admin-no-spaces = 还没有人找过我。把我拉进服务器或群，或者在私聊里找我，就会列在这里。
admin-space = { $platform }，{ $kind ->
    [owned] 主人的私聊
    [private] 私聊
   *[group] { $people } 人说过话
}{ $access ->
    [listed] {""}
    [new] ，未决定
    [asked] ，等你决定
    [open] ，已启用：{ $mode ->
        [chat] 陪伴
        [story] 剧情
        [circle] 圈子
       *[lounge] 群聊
    }{ $kind ->
        [group] （{ $speaks ->
            [always] 每条都回
            [chance] 叫到就回，偶尔也插话
           *[called] 叫到才回
        }{ $who ->
            [roles] ，只有部分身份组能聊
           *[all] {""}
        }）
       *[private] {""}
    }
   *[refused] ，已停用
}，{ $ago }
admin-space-waiting = 等候中：{ $names }{ $more ->
    [0] {""}
   *[other] {" "}等，还有 { $more } 人
}
admin-rest = 预算、暂停、权限、备份等等：{ $help }
admin-waiting = 等你答复
admin-waiting-hint = 同意后，对方会马上收到通知，之前写的话也会得到回复。以后可以在 { $admin } 里找到这份列表。
admin-waiting-none = 现在没有人在等你答复。
admin-let-in = 同意：{ $title }
admin-keep-out = 拒绝：{ $title }
admin-switch-off = 停用：{ $title }
admin-let-in-done = { $kind ->
    [private] { $title }现在可以和我聊天了。
   *[group] 大家现在可以在“{ $title }”里和我聊天了。
}
admin-kept-out-done = { $kind ->
    [private] { $title }不能和我聊天，只有主人可以。
   *[group] 在“{ $title }”里只有主人可以和我聊天。
}
admin-closed = { $kind ->
    [private] { $title }不能再和我聊天了，只有主人可以。
   *[group] 在“{ $title }”里现在只有主人可以和我聊天了。
}
admin-owned = { $title }是机器人的主人，随时可以和我聊天。
admin-code-wait = 错误的口令太多了，请一小时后再试。
admin-code-wrong = 口令不对，或者已经用过。口令在启动后的日志里。
admin-code-made = 谁在 { $platform } 的私聊里把这个口令发给我，谁就也成为机器人的主人：{ $code }
    口令一小时内有效，只能用一次。主人在这里什么都能做，所以别给其他人看。
owner-code-guessed = 有人在 { $platform } 上试主人口令，已经错了 { $tries } 次。从现在起我一小时最多看一个。如果不是你，请把 .env 里的 OMOIDE_OWNER_CODE 删掉，再重新启动我。
