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
