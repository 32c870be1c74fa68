# 角色：新建、修改、查看、删除。

error-character-built-in = { $of ->
    [folder] { $name }来自数据文件夹里的文件，请在那里修改或删除。
   *[house] { $name }是自带角色，不能修改或删除。
}/角色 复制 { $number } 可以复制一个来改；/角色 隐藏 { $number } 让它不出现在列表里。
error-no-such-version = { $name }没有编号 { NUMBER($number, useGrouping: 0) }。/角色 版本 和 /角色 开场白 可以查看有哪些。
error-picture-unreadable = 这张图片不能用作头像。请发 PNG、JPEG 或 WebP 图片。
error-no-such-emotion = { $name }没有“{ $emotion }”的图片。要添加，请把图片和这条命令一起发来。/角色 表情 { $number } 可以看到已有的。
error-emotion-name-unusable = “{ $name }”不能用作情绪的名字。请用简短的词，例如 开心，最多 { $limit } 个字。
error-too-many-emotions = { $name }已经有 { $limit } 张表情图片了。请替换或删除其中一张。
error-card-field-unknown = 角色卡里没有“{ $field }”这一栏。可以改的有：{ $known }，还有 greeting2、greeting3……
error-character-thrown-away = 这个角色在回收站里，无法回复。用 /角色 回收站 恢复，或用 /角色 换一个。

command-char-gallery = 用一张图看所有角色
command-char-expressions = 看角色的表情图片
command-char-greetings = 选一段开场白开始
command-char-new = 新建一个角色
command-char-new-name = 名字
command-char-new-description = 描述：这是谁
command-char-new-personality = 性格，几个词就好
command-char-new-scenario = 场景：你们在哪里相遇
command-char-new-greeting = 第一句话
command-char-edit = 修改角色卡
command-char-edit-name = 名字
command-char-edit-description = 描述：这是谁
command-char-edit-personality = 性格，几个词就好
command-char-edit-scenario = 场景：你们在哪里相遇
command-char-edit-greeting = 第一句话
command-char-field = 修改角色卡的一栏，或一段开场白
command-char-fields = 查看角色卡的所有栏目
command-char-face = 给角色换头像
command-char-expression = 给角色换一张表情图片
command-char-versions = 查看角色卡的历史版本
command-char-revert = 恢复角色卡的旧版本
command-char-copy = 复制一个角色
command-char-delete = 删除角色（保留 30 天）
command-char-trash = 查看已删除的角色
command-char-restore = 恢复已删除的角色
command-char-hide = 在列表里隐藏某个角色
command-char-unhide = 重新显示隐藏的角色

param-description = 描述
param-description-help = 这个角色是谁
param-personality = 性格
param-personality-help = 是个什么样的人，几个词就好
param-scenario = 场景
param-scenario-help = 你们在哪里相遇
param-greeting = 开场白
param-greeting-help = 第一句话；或开场白的编号，用它开始
param-content = 内容
param-content-help = 新的内容；写 - 就清空
param-picture = 图片
param-picture-help = PNG、JPEG 或 WebP
param-emotion = 情绪
param-emotion-help = 例如 开心；不附图片，就会删除已有的那张
param-older = 版本
param-older-help = /角色 版本 里的编号
param-card-field = 栏目
param-card-field-help = 名字、描述、性格、开场白、开场白2、示例、标签……

char-list = 角色{ $pages ->
    [1] {""}
   *[other] （{ $page }/{ $pages }）
}
char-list-hint =
    /角色 查看 { $number } —— 查看角色卡
    /角色 使用 { $number } —— 开始会话
    /角色 新建 —— 自己创建角色
    /导入 —— 导入角色卡
char-list-hidden = 隐藏了 { $count } 个；/角色 取消隐藏 可以看到。
char-button-gallery = 🖼 画廊
char-button-use = ▶ 开始会话
char-button-edit = ✏️ 编辑
char-button-fields = 全部栏目
char-button-back = ↩ 撤销修改
char-button-restore = ↩ 恢复
char-button-unhide = ↩ 重新显示
char-button-expressions = 🙂 表情
char-expressions = { $name }的表情
char-expressions-below = 共 { $count } 张{ $pages ->
    [1] {""}
   *[other] {" "}· 第 { $page }/{ $pages } 页
}
char-no-expressions = { $name }没有表情图片。它们随角色卡包（CHARX）一起导入，也可以用 /角色 换表情 一张张添加。
char-expression-delete-sure = 这条命令没有附图片。要删除{ $name }的“{ $emotion }”图片吗？旧版本的角色卡里还会保留。
char-gallery = 角色
char-gallery-below = 共 { $total } 个{ $pages ->
    [1] {""}
   *[other] {" "}· 第 { $page }/{ $pages } 页
}
char-gallery-here = 在当前会话
char-gallery-file = 角色画廊
char-you = 你
char-no-greetings = { $name }没有开场白，由你先开口。想加一段，比如：/角色 栏目 { $number } 开场白 晚上好！
char-greetings = { $name }的开场白，共 { $count } 段{ $pages ->
    [1] {""}
   *[other] （{ $page }/{ $pages }）
}
char-greeting = 开场白 { $number }
char-field-name = 名字
char-field-nickname = 昵称
char-field-mes-example = 对话示例
char-field-system-prompt = 系统提示词
char-field-post-history-instructions = 后置指令
char-field-creator = 作者
char-field-character-version = 作者的版本号
char-field-tags = 标签
char-field-alternate-greetings = 开场白
char-field-group-only-greetings = 群聊开场白
char-field-picture = 头像
char-field-emotions = 表情图片
char-fields = { $name }的角色卡{ $pages ->
    [1] {""}
   *[other] （{ $page }/{ $pages }）
}
char-fields-hint =
    /角色 栏目 { $number } 性格 安静又精确 —— 修改角色卡上的一项
    /角色 换头像 { $number }，和图片一起发 —— 换头像
    /角色 换表情 { $number } 开心，和图片一起发 —— 设置一张表情图片
char-length = { $count ->
    [0] 空
   *[other] { $count } 个字
}
char-made = 已创建：{ $name }，编号 { $number }。
char-made-hint = 添加头像：/角色 换头像。
char-changed = 已修改，现在是第 { $version } 版。从下一条回复起，所有会话都用它；会话和记忆都会保留。
char-unchanged = 没有任何改动。
char-copied = 已复制：{ $name }，编号 { $number }，这个可以修改。
char-versions = { $name }的历史版本{ $pages ->
    [1] {""}
   *[other] （{ $page }/{ $pages }）
}
char-versions-hint = /角色 恢复版本 { $number } 1 —— 恢复到第 1 版
char-version-first = 原始版本
char-delete-sure = 要把{ $name }移到回收站吗？{ $chats ->
    [0] 没有会话用到这个角色。
   *[other] { $chats } 个会话和 { $memories } 条记忆都会保留，还能查看，只是不会再有人回复。
}30 天内可以恢复。
char-deleted = { $name }已移到回收站，保留 30 天。
char-trash = 已删除的角色{ $pages ->
    [1] {""}
   *[other] （{ $page }/{ $pages }）
}
char-trash-hint = 超过 30 天会彻底删除，会话仍会保留。
char-trash-empty = 回收站是空的。
char-restore-named = ↩ { $name }
char-restored = { $name }已恢复。
char-hidden = { $name }不再显示在这里的列表中。
char-unhidden = { $name }又显示在列表中了。
char-hidden-list = 这里隐藏的角色
char-none-hidden = 这里没有隐藏的角色。
