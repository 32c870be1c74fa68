error-not-in-cast = 编号 { NUMBER($number, useGrouping: 0) } 的角色不在场。输入 /场景 登场 看看谁在。
error-plays-already = { $name }已经在场了。
error-cast-full = 一个会话里最多 { $most } 个角色。请先移出一个：/场景 登场 查看有谁。
error-last-of-cast = 会话里至少要有一个角色。想和别的角色聊，用 /角色 选一个。
cast-title = 在场的角色{ $pages ->
        [1] {""}
       *[other] （{ $page }/{ $pages }）
    }
cast-hint =
    /场景 登场 加入 米拉 —— 添加角色
    /场景 登场 离开 米拉 —— 移除角色
    /场景 登场 静音 米拉 —— 让角色只听不说
    /场景 登场 发言 米拉 —— 让角色现在说句话
    /场景 登场 话多 米拉 50 —— 让它有一半的时候插话
    /设置 scene_rounds —— 角色之间是否互相接话
cast-talk = 没点名时有 { $talk }% 的机会开口{ $own ->
        [yes] （在这里设置）
       *[no] {""}
    }
cast-is-muted = 已静音 · { $talk }
cast-joined = { $name }加入了。
cast-left = { $name }离开了。
cast-muted = { $name }现在只听不说。想恢复，输入 /场景 登场 取消静音。
cast-unmuted = { $name }又可以说话了。
cast-talks = 没点名时，{ $name }有 { $talk }% 的机会开口。
cast-too-much = 请输入 0 到 { $high } 之间的数字。
cast-cannot = { $why ->
    [adult] 是成人角色，而这里不只有成人能看到，无法回复
    [trash] 在回收站里，无法回复；可以用 /角色 回收站 恢复
   *[card] 角色卡丢失或读不出来，无法回复；可以用 /导入 重新导入
}
cast-absent = { $name }无法回复：{ $why ->
    [adult] 这是成人角色，而这里不只有成人能看到。
    [trash] 这个角色在回收站里。恢复：/角色 恢复 { $name }。移出：/场景 登场 离开 { $name }。
   *[card] 角色卡丢失或读不出来。可以用 /导入 导入别的角色卡。移出：/场景 登场 离开 { $name }。
}
error-nobody-can-play = 在场的角色都无法回复：不是在回收站里，就是角色卡丢失。/场景 登场 可以看详情。用 /角色 回收站 恢复，或添加别的角色：/角色 查看有谁，再输入比如 /场景 登场 加入 米拉。
