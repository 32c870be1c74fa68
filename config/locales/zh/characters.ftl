# 角色：新建、修改、查看、删除。

error-character-built-in = { $name } 是 Omoide 自带的，不能改也不能删。/角色 复制 { $number } 可以做出一个能改的；/角色 隐藏 { $number } 让它不出现在列表里。
error-no-such-version = { $name } 没有编号为 { NUMBER($number, useGrouping: 0) } 的这一项。/角色 版本 和 /角色 开场白 会列出有哪些。
error-picture-unreadable = 这张图片没法当头像。请发 PNG、JPEG 或 WebP 图片。
error-card-field-unknown = 角色卡里没有“{ $field }”这一栏。可以改的有：{ $known }，还有 greeting2、greeting3……
error-character-thrown-away = 这个角色在回收站里，不会回复。/角色 回收站 可以找回来，/角色 看看还有谁。

command-char-gallery = 用一张图看所有角色
command-char-greetings = 挑一段开场白开始
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
command-char-versions = 查看角色卡的历史版本
command-char-revert = 恢复角色卡的旧版本
command-char-copy = 照着这张卡再做一个角色
command-char-delete = 删除角色（保留 30 天）
command-char-trash = 查看删除的角色
command-char-restore = 找回删除的角色
command-char-hide = 不在列表里显示某个角色
command-char-unhide = 重新显示隐藏的角色

param-description = 描述
param-description-help = 这个角色是谁
param-personality = 性格
param-personality-help = 是个什么样的人，几个词就好
param-scenario = 场景
param-scenario-help = 你们在哪里相遇
param-greeting = 开场白
param-greeting-help = 第一句话；开始对话时写它的编号
param-content = 内容
param-content-help = 要写成什么；写 - 就清空
param-picture = 图片
param-picture-help = PNG、JPEG 或 WebP
param-older = 版本
param-older-help = /角色 版本 里的编号
param-card-field = 栏目
param-card-field-help = 名字、描述、性格、开场白、开场白2、示例、标签……

char-list = 角色（{ $page }/{ $pages }）
char-list-hint = /角色 查看 { $number } 看看这个人 · /角色 使用 { $number } 开始对话 · /角色 新建 自己做一个 · /导入 带一个进来
char-list-hidden = 隐藏了 { $count } 个；/角色 取消隐藏 可以看到。
char-button-gallery = 🖼 画廊
char-button-use = ▶ 开始对话
char-button-edit = ✏️ 编辑
char-button-fields = 全部栏目
char-button-back = ↩ 改回去
char-button-restore = ↩ 找回来
char-button-unhide = ↩ 重新显示
char-gallery = 角色
char-gallery-below = 共 { $total } 个 · 第 { $page }/{ $pages } 页
char-gallery-here = 正在对话
char-gallery-file = 角色画廊
char-you = 你
char-no-greetings = { $name } 没有开场白，由你先开口。输入 /角色 栏目 { $number } 开场白，后面写上内容，就能加一段。
char-greetings = { $name } 的开场白，共 { $count } 段（{ $page }/{ $pages }）
char-greeting = 开场白 { $number }
char-field-name = 名字
char-field-nickname = 昵称
char-field-mes-example = 对话示例
char-field-system-prompt = 系统提示
char-field-post-history-instructions = 后置指令
char-field-creator = 作者
char-field-character-version = 作者的版本号
char-field-tags = 标签
char-field-alternate-greetings = 开场白
char-field-group-only-greetings = 群聊开场白
char-field-picture = 头像
char-fields = { $name } 的角色卡（{ $page }/{ $pages }）
char-fields-hint = /角色 栏目 { $number } 性格 安静，精确 · 换头像：发图片时写 /角色 换头像 { $number }
char-length = { $count ->
    [0] 空
   *[other] { $count } 个字
}
char-made = { $name } 建好了，编号 { $number }。
char-made-hint = 头像用 /角色 换头像 加上。
char-changed = 改好了，现在是第 { $version } 版。从下一条回复起，所有会话都用它；会话和记忆都还在。
char-unchanged = 什么都没改。
char-copied = { $name } 又多了一个，编号 { $number }，这个可以随便改。
char-versions = { $name } 的历史版本（{ $page }/{ $pages }）
char-versions-hint = /角色 恢复版本 { $number } 1 让第 1 版重新生效
char-version-first = 最初的样子
char-delete-sure = 要删除 { $name } 吗？{ $chats ->
    [0] 没有会话用到它。
   *[other] 它的 { $chats } 个会话和 { $memories } 条记忆都会留着，还能看，只是不会再有人回复。
}30 天内可以找回来。
char-deleted = { $name } 放进了回收站，保留 30 天。
char-trash = 删除的角色（{ $page }/{ $pages }）
char-trash-hint = 超过 30 天就真的没有了；会话还在。
char-trash-empty = 回收站里没有角色。
char-restore-named = ↩ { $name }
char-restored = { $name } 回来了。
char-hidden = 这里的列表不再显示 { $name }。
char-unhidden = 列表里又能看到 { $name } 了。
char-hidden-list = 这里隐藏的角色
char-none-hidden = 这里没有隐藏的角色。
