# 手工修改预设：提示词的开关、顺序、内容，采样设置，版本，复制。

error-no-such-preset-version = “{ $name }”没有版本 { NUMBER($number, useGrouping: 0) }。输入 /场景 预设 版本 查看有哪些。
error-no-such-prompt = 预设里已经没有“{ $name }”这条提示词了。输入 /场景 预设 提示词 查看有哪些。
error-prompt-fixed = “{ $name }”是每个预设都有的，不能删除；由 Omoide 填入的内容也不能手写。可以把它关掉或移动。
error-sampler-unknown = 预设里没有“{ $name }”这一项。可以改的有：{ $known }。
error-sampler-value = { $name } 要填 { NUMBER($low, useGrouping: 0) } 到 { NUMBER($high, useGrouping: 0) } 之间的{ $whole ->
    [1] 整数
   *[0] 数字
}；写 - 就交给服务决定。

command-scene-preset-prompts = 查看当前会话预设里的提示词
command-scene-preset-prompt = 查看一条提示词
command-scene-preset-switch = 打开或关闭一条提示词
command-scene-preset-move = 移动一条提示词的顺序
command-scene-preset-write = 修改提示词的内容
command-scene-preset-rename = 给提示词改名
command-scene-preset-role = 设定提示词以谁的身份发送
command-scene-preset-depth = 把提示词放进聊天或放回顺序
command-scene-preset-add = 添加一条提示词
command-scene-preset-remove = 删除一条提示词
command-scene-preset-sampler = 修改温度、长度等设置
command-scene-preset-copy = 复制一份并在当前会话里使用
command-scene-preset-versions = 查看当前会话预设的版本
command-scene-preset-revert = 恢复到以前的版本
command-scene-preset-everywhere = 让这里的所有会话都用当前这一版预设
command-scene-preset-apply = 在这里的所有会话中使用这一版
command-scene-preset-unapply = 在所有会话中撤回

param-prompt = 提示词
param-prompt-help = /场景 预设 提示词 里的编号，或名字
param-place = 位置
param-place-help = 在顺序里的新编号，1 是最前面
param-prompt-depth = 深度
param-prompt-depth-help = 距离结尾几条消息，0 在最新一条之后；写“顺序”就移出聊天
param-sampler = 采样项
param-sampler-help = 温度、长度等，见 /场景 预设 采样

preset-edit-hint =
    /场景 预设 开关 3 —— 打开或关闭一条提示词
    /场景 预设 看 3 —— 查看一条，并修改它
    /场景 预设 移动 3 1 —— 移到最前面
    /场景 预设 添加 心情 —— 添加一条
    /场景 预设 采样 temperature 0.8 —— 设定模型写得多随意
    /场景 预设 版本 —— 查看和撤销修改
preset-switch = { $on ->
    [yes] ✓
   *[no] ○
} { $name }
preset-switched = { $on ->
    [yes] 已打开：{ $name }。
   *[no] 已关闭：{ $name }。
}
preset-moved = “{ $name }”现在排在第 { $place } 位。
preset-written = 已修改：{ $name }。
preset-added = 已添加到最后：{ $name }。
preset-remove-sure = 要从当前会话的预设里删除提示词“{ $name }”吗？以前的版本里还会保留它。
preset-removed = 已删除：{ $name }。
preset-sampled = { $given ->
    [no] { $name } 交给服务决定。
   *[other] { $name } 现在是 { $value }。
}
preset-depth-unclear = 深度请填 { $low } 到 { NUMBER($high, useGrouping: 0) } 之间的数字，或者“顺序”。
preset-prompt-title = { $number }. { $name }
preset-button-on = 打开
preset-button-off = 关闭
preset-button-up = 上移
preset-button-down = 下移
preset-button-write = 修改
preset-button-remove = 删除
preset-copy-name = { $name }（副本）
preset-copied = 当前会话现在用副本“{ $name }”。其他会话不受影响。
preset-copy-made = 原来的预设在这里不能修改，所以当前会话现在用它的副本：“{ $name }”。
preset-no-versions = 当前会话用的是自带预设，只有一个版本。第一次修改时会复制一份。
preset-versions = “{ $name }”的版本{ $pages ->
    [1] {""}
   *[other] （{ $page }/{ $pages }）
}
preset-versions-hint = /场景 预设 恢复版本 1 —— 当前会话恢复到版本 1
preset-version = { $prompts ->
    [0] { $order ->
        [yes] 发送哪些、什么顺序
       *[no] { $rest ->
            [yes] 设置
           *[no] 最初的版本
        }
    }
   *[other] { $names }{ $more ->
        [0] {""}
       *[other] 等，另外还有 { $more } 条
    }
}
preset-everywhere-sure = 这里还有 { $count } 个会话在用“{ $name }”的其他版本。都改用第 { $version } 版吗？从下一条回复起生效，之后可以一起撤回。
preset-everywhere-none = { $built ->
    [yes] 自带的预设在每个会话里都一样。
   *[no] 这里没有别的会话在用“{ $name }”的其他版本。
}
preset-everywhere = 好了：又有 { $count } 个会话从下一条回复起使用第 { $version } 版。
preset-everywhere-back = 已撤回：{ $count } 个会话恢复使用原来的版本。
button-everywhere-back = 在所有会话中撤回
preset-reverted = 当前会话现在用版本 { $version }，接下来的回复都会用它。
