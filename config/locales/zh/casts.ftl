error-not-in-cast = 编号 { NUMBER($number, useGrouping: 0) } 的角色不在场。输入 /场景 登场 看看谁在。
error-plays-already = { $name }已经在场了。
error-cast-full = 一个会话里最多 { $most } 个角色。先输入 /场景 登场 离开 加名字，让一个离开。
error-last-of-cast = 会话里只剩这一个角色，不能离开。输入 /角色 使用 加名字，可以和别的角色开始新会话。
cast-title = 在场的角色{ $pages ->
        [1] {""}
       *[other] （{ $page }/{ $pages }）
    }
cast-hint = 输入 /场景 登场 加入 加名字，让谁加入；还有静音、话多、发言、离开。角色之间要不要互相接话：/设置 scene_rounds。
cast-talk = 没点名时有 { $talk }% 的机会开口{ $own ->
        [yes] （这里设的）
       *[no] {""}
    }
cast-is-muted = 已静音 · { $talk }
cast-joined = { $name }来了。
cast-left = { $name }离开了。
cast-muted = { $name }现在只听不说。输入 /场景 登场 取消静音 可以改回来。
cast-unmuted = { $name }又可以说话了。
cast-talks = 没点名时，{ $name }有 { $talk }% 的机会开口。
cast-too-much = 请写 0 到 { $high } 之间的数字。
cast-cannot = { $why ->
    [trash] 在回收站里，不参与对话；输入 /角色 找回 加名字可以找回来
   *[card] 角色卡不见了，或者读不出来，不参与对话；可以用 /导入 重新导入一张
}
cast-absent = { $name }没有参与对话：{ $why ->
    [trash] 这个角色在回收站里。输入 /角色 找回 { $name } 可以找回来，输入 /场景 登场 离开 { $name } 可以让 TA 离开。
   *[card] 角色卡不见了，或者读不出来。可以用 /导入 另外导入一张，输入 /场景 登场 离开 { $name } 可以让 TA 离开。
}
error-nobody-can-play = 在场的角色都没法回复：不是在回收站里，就是没了角色卡。输入 /场景 登场 看看各是什么情况；/角色 回收站 可以找回来，/场景 登场 加入 加名字可以让别的角色来。
