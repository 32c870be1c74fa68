# 命令：各做什么，怎样回答。

command-again = 重写上一条回复
command-again-help = 把上一条回复换个写法。旧的那条会保留，用 /会话 分支 可以看到。
command-continue = 让角色接着说
command-continue-help = 角色从最后一句接着往下说；回复中断了也可以用。/继续 代我说 会替你写下一句。
command-continue-me = 让模型替你写下一句
command-speak = 朗读回复
command-speak-help = 朗读上一条回复；用它回复某一条，就朗读那一条。要先把“朗读”设为“按需”或“总是”。在终端里会写成文件。
command-stop = 停止正在写的回复
command-stop-help = 停止回复。已写出的部分保留，并标为中断。
command-undo = 撤回最后一轮
command-undo-back = 恢复撤回的内容
command-undo-help = 撤回你的上一句话和对它的回复；角色自己写的内容单独撤回。内容不会丢，会保留为一个分支。
command-react = 用表情回应最后一条回复
command-react-help = 给最后一条回复加上一个表情，和 Discord、Telegram 上的表情回应一样。角色写下一条回复时会知道。再用一次同样的表情就会去掉。
command-edit = 改写你最新的一句
command-edit-help = 替换你最新一句话的内容。之后用 /重来 可以得到针对新内容的回复。/改写 隐藏 让角色看不到某些消息，/改写 删除 把它们从故事里去掉，1 是最新的一条。改写过的回复会保留原来的内容：用 ◀ 可以翻回去；后面已经有别的消息时，用 /改写 候选 3 查看和换用。
command-edit-other = 改写一条消息，角色的也可以；1 是最新的一条
command-edit-swipes = 查看一条回复改写之前的内容和其他备选，换用其中一条
command-edit-swap = 换用一条备选回复
command-edit-hide = 不让角色看到某些消息：3，或 3-5
command-edit-unhide = 让角色重新看到它们
command-edit-delete = 从故事里删除一些消息：3，或 3-5
command-edit-deleted = 查看这里删除过的消息，可以恢复
command-edit-cut = 删除刚才询问的消息
command-edit-restore = 恢复删除的消息
command-memory = 查看角色记得什么
command-memory-help = 显示在这里能想起的一切：消息、笔记、日记、关于你的事实、故事和世界书。每一类旁边写着查看和修改它的命令。
command-memory-list = 查看记下的事
command-memory-search = 按字词、意思或时间找记忆和消息
command-memory-show = 查看一条记忆和它的来源
command-memory-add = 添加一条记忆
command-memory-edit = 修改一条记忆
command-memory-delete = 删除记忆
command-memory-pin = 把一条记忆置顶
command-memory-unpin = 取消置顶
command-memory-sky = 查看记忆星空
command-fix = 纠正记错的事
command-fix-help = 说出正确的内容，例如：/纠正 是我妹妹。会先给你看要改成什么，你确认后才改。回复某条消息时使用，纠正的是那条消息用到的记忆。
command-fix-memory = 纠正这个编号的记忆
command-fix-fact = 纠正一条关于你的事实
command-fix-yes = 照这样改
command-fix-edit = 换个说法
command-fix-forget = 忘掉它，不补别的
command-diary = 查看角色的日记
command-diary-help = 查看某一天的日记：/日记、/日记 上周五、/日记 2026-03-05。不写日期就看昨天的；昨天没有，就看最新的一篇。
command-diary-list = 查看哪些天有日记
command-new = 开始新会话
command-new-help = 开始一个新会话，角色不变，也可以指定别的角色。旧会话仍在 /会话 里。
command-chats = 查看会话
command-chats-help = 列出你的会话。用编号或标题来指定一个会话。
command-chats-open = 继续另一个会话
command-chats-rename = 给当前会话改名
command-chats-archive = 归档会话
command-chats-trash = 删除会话（保留 30 天）
command-chats-archived = 查看归档和删除的会话
command-chats-branches = 查看当前会话的分支
command-chats-branch = 切换到另一个分支
command-chats-move = 把会话搬到别的频道或平台
command-chats-from = 从前面几条处另开分支
command-save = 在故事的当前位置存档
command-save-help = 给当前位置起个名字存下来。以后用 /读档 可以原样回来。
command-save-rename = 给存档改名
command-save-delete = 删除存档
command-load = 查看存档，或回到某个存档
command-load-help = 单独使用时列出存档；加上编号或名字，会先给你看那里的内容，确认后让整个故事回到那个位置。
command-char = 查看角色
command-char-help = 列出可以聊天的角色。用编号或名字来指定一个角色。
command-char-show = 查看角色卡
command-char-use = 和某个角色开始会话
command-char-export = 把角色导出为角色卡：png、json 或 charx
command-import = 导入角色卡、世界书、预设或聊天记录
command-import-help = 先给你看文件里有什么，问过之后才导入：角色卡、世界书、预设、聊天记录、正则脚本、SillyTavern 备份。在终端里写路径，其他地方把文件一起发来。
command-import-yes = 导入刚才看过的文件
command-import-script = 决定文件里的脚本能不能运行
command-import-no = 不导入
command-export = 把当前会话导出为文件
command-export-help = 把当前会话导出为 JSONL，包含每条回复的各个版本，SillyTavern 可以直接读；也可以导出角色、世界书或预设。
command-export-omoide = 导出整个故事
command-export-text = 导出为可读的文本
command-export-chat = 把某个分支导出为 JSONL
command-export-char = 把角色导出为角色卡
command-export-world = 导出世界书
command-export-preset = 导出预设
command-scene = 查看这里的场景设定
command-scene-help = 查看和更改聊天之外告诉角色的内容：世界书、预设、作者注。
command-scene-cast = 查看在场的角色
command-scene-cast-add = 让一个角色加入会话
command-scene-cast-remove = 让一个角色离开会话
command-scene-cast-mute = 让一个角色只听不说
command-scene-cast-unmute = 让一个角色重新开口
command-scene-cast-talk = 角色有多爱说话，0 到 100
command-scene-cast-speak = 让一个角色现在说句话
command-scene-world = 查看世界书
command-scene-world-show = 查看一本世界书的条目
command-scene-world-bind = 在这里启用一本世界书
command-scene-world-unbind = 停用一本世界书
command-scene-world-delete = 删除一本世界书
command-scene-world-new = 新建一本世界书
command-scene-world-rename = 给世界书改名
command-scene-world-set = 世界书自己的扫描深度、预算，以及条目是否触发其他条目
command-scene-world-add = 添加一个条目
command-scene-world-entry = 查看一个条目
command-scene-world-edit = 修改一个条目
command-scene-world-test = 看看一句话会用上哪些条目、为什么
command-scene-world-switch = 打开或关闭一个条目
command-scene-world-delete-entry = 删除一个条目
command-scene-world-copy-entry = 把条目复制到另一本世界书
command-scene-world-copy = 复制一本世界书
command-scene-world-field = 修改条目的一栏
command-scene-world-fields = 查看条目的所有栏目
command-scene-world-versions = 查看世界书的历史版本
command-scene-world-revert = 恢复世界书的旧版本
command-scene-preset = 查看预设
command-scene-preset-use = 在当前会话里使用某个预设
command-scene-preset-show = 查看预设会发送什么
command-scene-preset-delete = 删除预设
command-scene-note = 查看作者注
command-scene-note-set = 写作者注
command-scene-note-depth = 放在倒数第几条消息之前
command-scene-note-every = 每隔几条消息出现一次
command-scene-note-role = 以谁的身份说
command-scene-note-place = 放在聊天里，还是主提示词的前面或后面
command-scene-note-off = 删除作者注
command-why = 查看角色为什么这样说
command-why-help = 显示最近一次的提示词由什么组成：用到哪些世界书条目，哪些没有采用、为什么，每一步用了多久。/为什么 全部（或 /提示词）显示每个部分。
command-why-recalled = 查看上一条回复想起了什么
command-why-full = 查看最近一次提示词的每个部分
command-why-file = 把全部内容存成文件
command-settings = 查看和更改设置
command-settings-help = 直接输入会列出设置；后面加上设置项，能看它现在的值和来源；再加上值就能修改。
command-settings-advanced = 查看不常用的设置
command-settings-reset = 恢复一项、一组或全部设置
command-settings-space = 为{ $platform ->
    [telegram] 整个群
    [terminal] 这里的所有会话
   *[other] 整个服务器
}设置
command-settings-character = 为这个角色设置
command-settings-here = 为这个会话设置
command-settings-from = 查看一项设置，可以回到原来的列表
command-settings-write = 输入自己想要的值
command-me = 查看你的语言、时区、人设，以及关于你的事
command-me-help = 查看和更改 Omoide 与你交流的方式。
command-me-language = 换一种语言：英文或中文
command-me-timezone = 设置你的时区
command-me-persona = 查看你的人设
command-me-persona-list = 列出你的人设
command-me-persona-set = 写一个人设：你在故事里是谁
command-me-persona-use = 换一个人设
command-me-persona-off = 不用人设
command-me-persona-lock = 只在这个会话里用某个人设
command-me-persona-unlock = 这个会话改用和别处一样的人设
command-me-persona-known = 让能看到一个频道的人知道你的人设
command-me-export = 把关于你的全部数据导出成文件
command-me-forget = 删除所有地方关于你的一切
command-me-first = 查看角色可不可以主动给你写消息
command-me-first-on = 允许当前角色主动给你写消息
command-me-first-off = 不让它主动写消息
command-me-first-often = 一天最多主动写几次
command-me-first-quiet = 哪些钟点不打扰你
command-me-first-busy = 哪一天不打扰你
command-me-first-free = 那一天又可以写
command-me-first-less = 让它少主动写一些
command-me-first-topic = 让它别再提这件事
command-me-first-never = 让它再也不要主动写
command-me-first-wish = 说说以后怎么主动写
command-me-plans = 查看角色打算给你写什么
command-me-fact = 查看关于你都知道些什么
command-me-fact-show = 查看一条事实和它以前的说法
command-me-fact-add = 添加一条关于自己的事实
command-me-fact-edit = 修改一条事实
command-me-fact-delete = 删除一条事实
command-me-fact-share = 让所有角色都知道，或允许在群里提起
command-me-fact-unshare = 只让当前角色知道，或不在群里提起
command-me-date = 查看你的日期：生日、考试、承诺
command-me-date-add = 添加一个日期
command-me-date-edit = 修改一条事实的日期
command-me-date-wish = 设定要提醒、提起还是不提
command-me-date-delete = 删除一个日期
command-me-remember = 要不要记下关于你的事
command-me-elsewhere = 私下说的事能不能在群里提起
command-me-settle = 说定你的时区
command-me-persona-edit = 重写一个人设
command-me-persona-delete = 删除一个人设
command-me-link = 用口令关联你在两个平台上的账号
command-me-link-yes = 确认两个账号都是你
command-me-unlink = 取消账号关联
command-me-optout = 不让我读你在群里的消息
command-me-optin = 重新让我读你在群里的消息
command-mode = 查看或更改这里的模式
command-mode-help = 陪伴：像朋友一样每条都回。剧情：角色扮演，带按钮。群聊：叫到才说话，还能给每个人开单间。圈子：角色们自己发动态。
command-admin = 查看哪里可以和我聊天
command-admin-help = 主人用：列出所有服务器、群和私聊，并在那里启用或停用我。
command-admin-spaces = 查看所有服务器、群和私聊
command-admin-open = 在某处启用我
command-admin-close = 在某处停用我
command-admin-place = 在某处启用或停用我
command-admin-asked = 查看能否和我聊天
command-admin-waiting = 查看谁在等你答复
command-admin-backup = 查看备份
command-admin-backup-now = 立即备份
command-admin-backup-forget = 从备份里去掉要求被忘掉的人
command-admin-code = 用口令成为主人，或给另一位主人生成口令
command-start = 开始
command-start-help = 欢迎你，并告诉你接下来做什么。
command-status = 查看当前会话和模型
command-status-help = 显示当前会话、模型、数据库，以及数据存放的位置。
command-help = 查看帮助
command-help-help = 按用途查看帮助，或查看某个命令，例如 /帮助 存档。
command-quit = 退出
command-quit-help = 退出程序。下次启动时会话会继续。

param-back = 往前几条
param-back-help = 2 表示回到你上一句话和它的回复之前
param-branch = 分支
param-branch-help = /会话 分支 里的编号
param-character = 角色
param-character-help = /角色 里的编号，或名字
param-chat = 会话
param-chat-help = /会话 里的编号，或标题
param-file = 文件
param-file-help = 角色卡、世界书、预设或聊天记录
param-binding = 用于
param-binding-help = 会话、人设或角色
param-member = 角色
param-member-help = /场景 登场 里的编号，或名字
param-percent = 话多
param-percent-help = 0 是叫到才说，100 是每次都说；不写就按角色卡
param-book = 世界书
param-book-help = /场景 世界书 里的编号，或名字
param-entry = 条目
param-entry-help = /场景 世界书 查看 里的编号，或标题
param-entry-title = 标题
param-entry-title-help = 标题
param-keys = 关键词
param-keys-help = 关键词：聊到这些词时用上它
param-also = 次要关键词
param-also-help = 次要关键词：还要出现其中一个
param-entry-text = 正文
param-entry-text-help = 正文：告诉角色的内容
param-entry-field = 栏目
param-entry-field-help = 关键词、位置、深度、顺序、概率、始终启用……（/场景 世界书 全部栏目）
param-said = 句子
param-said-help = 一句话，就像在聊天里写的那样
param-other-book = 另一本
param-other-book-help = 复制到哪本世界书：编号或名字
param-book-version = 版本
param-book-version-help = /场景 世界书 版本 里的编号
param-book-field = 设定
param-book-field-help = 扫描深度、预算或递归
param-message-number = 消息
param-message-number-help = 从最新一条数起，最新的是 1
param-swipe = 哪一条
param-swipe-help = 它在列表里的编号
param-depth = 深度
param-depth-help = 0 在最新一条消息之后，4 在倒数第四条之前
param-every = 间隔
param-every-help = 1 每次都出现，3 每三条用户消息出现一次，0 从不出现
param-first = 消息
param-first-help = 从最后往前数：1 是最新的一条
param-form = 格式
param-form-help = 图片（png）、数据（json）或卡包（charx）
param-book-form = 书的格式
param-book-form-help = 数据（json）或文本（便于在编辑器里改）
param-last = 到
param-last-help = 有多条消息时，另一端的编号
param-offer = 方式
param-offer-help = 怎样处理这个文件
param-persona = 人设
param-persona-help = /我 人设 列表 里的编号，或名字
param-position = 位置
param-position-help = 聊天里、主提示词前或主提示词后
param-preset = 预设
param-preset-help = /场景 预设 里的编号，或名字
param-role = 身份
param-role-help = 系统、用户或角色
param-number = 编号
param-number-help = 第几个脚本，按询问时的编号
param-answer = 回答
param-answer-help = yes 允许，no 不允许；all 剩下的全部允许，none 剩下的都不允许
param-token = 文件
param-token-help = 询问时显示的代码
param-language = 语言
param-language-help = 英文或中文
param-name = 名字
param-name-help = 随你起的名字
param-page = 页码
param-page-help = 列表的第几页
param-memory = 记忆
param-memory-help = /记忆 里的编号
param-memories = 编号
param-memories-help = /记忆 里的编号：12，或 12 13 14
param-words = 要找的内容
param-words-help = 和什么有关；也可以写时间，例如上周
param-likes = 喜好
param-likes-help = 喜欢发什么，比如：大海和老歌；不写就由角色自己定
param-tone = 语气
param-tone-help = 用什么语气，比如：温柔、话不多；不写就由角色自己定
param-times = 次数
param-times-help = 0 到 3
param-hours = 钟点
param-hours-help = 从几点到几点
param-coming-day = 日子
param-coming-day-help = 明天、周几或日期
param-fact = 事实
param-fact-help = /我 事实 里的编号
param-what = 什么
param-what-help = 是什么事；有空格时加引号
param-when = 什么时候
param-when-help = 比如：下周四上午九点、每年五月三日、农历八月十五
param-kind = 种类
param-kind-help = 是什么日子；不写就看说法
param-less = 要求
param-less-help = 少写一些、别提这件事，或者再也不要
param-wish = 心愿
param-wish-help = 提醒我、提起它，还是不提
param-with = 范围
param-with-help = 角色：所有角色；群聊：可以在群里提起
param-switch = 开或关
param-switch-help = 开或关
param-theme = 颜色
param-theme-help = 深色或浅色
param-day = 日期
param-day-help = 例如：昨天、上周五、2026-03-05
param-save = 存档
param-save-help = /读档 里的编号，或名字
param-setting = 设置项
param-setting-help = /设置 里显示的名称
param-emoji = 表情
param-emoji-help = 要用的表情
param-text = 内容
param-text-help = 新的内容
param-title = 标题
param-title-help = 随你起的标题
param-topic = 命令
param-topic-help = 某个命令，或用途的编号
param-value = 值
param-value-help = 新的值
param-yes = 是
param-yes-help = 直接执行，不再询问
param-mode = 模式
param-mode-help = 陪伴、剧情、群聊或圈子
param-decision = 启用或停用
param-decision-help = 启用或停用
param-space = 哪里
param-space-help = /管理 地方 里的编号
param-code = 口令
param-code-help = 日志里的主人口令，或 /会话 搬家 得到的口令
param-zone = 时区
param-zone-help = 例如 Asia/Shanghai

command-unknown = 没有 /{ $name } 这个命令。输入 /帮助 查看所有命令。
command-unknown-near = 没有 /{ $name } 这个命令。你是想用 { $near } 吗？
command-not-allowed = 你在这里不能这样做，可以问问管理员。
command-wrong-missing = 还缺{ $param }。请输入：{ $usage }
command-wrong-not-a-number = “{ $given }”不是数字。请输入：{ $usage }
command-wrong-not-a-choice = “{ $given }”不是可选项。请输入：{ $usage }
command-wrong-action = /{ $command } 没有“{ $given }”这个用法。可以用：{ $offered }（详见 /帮助 { $command }）
command-wrong-too-much = “{ $given }”是多余的。直接输入：{ $usage }（详见 /帮助 { $command }）
handler-failed = 出错了，请再试一次。错误编号：{ $number }。/帮助 错误 说明怎么用它。

error-nothing-called = 这里没有{ $kind ->
    [chat] 会话
    [branch] 分支
    [save] 存档
    [deleted-save] 已删除的存档
    [character] 角色
    [trashed] 已删除的角色
    [cradle] 正在成长的角色
    [member] 在场的角色
    [book] 世界书
    [entry] 条目
    [preset] 预设
    [prompt] 提示词
    [quick] 快捷回复
    [quick-set] 快捷回复组
    [background] 背景
    [persona] 人设
    [page] 故事页
    [timeline] 时间线
    [item] 物品
    [person] 人物档案
    [summary] 摘要
   *[chapter] 章节
}“{ $name }”。输入 { $command } 查看有哪些。
error-no-longer-there = 这个{ $kind ->
    [chat] 会话
    [branch] 分支
    [save] 存档
    [deleted-save] 已删除的存档
    [character] 角色
    [trashed] 已删除的角色
    [cradle] 正在成长的角色
    [member] 在场的角色
    [book] 世界书
    [entry] 条目
    [preset] 预设
    [prompt] 提示词
    [quick] 快捷回复
    [quick-set] 快捷回复组
    [background] 背景
    [persona] 人设
    [page] 故事页
    [timeline] 时间线
    [item] 物品
    [person] 人物档案
    [summary] 摘要
   *[chapter] 章节
}已经不在了。输入 { $command } 查看有哪些。
error-several-called = “{ $name }”对应好几个。请用编号：{ $found }
error-file-missing = 找不到文件“{ $path }”。请检查路径。
error-file-is-folder = { $path } 是个文件夹，里面没有 SillyTavern 的数据。请写出里面某个文件的名字。
error-file-unreadable = 读不了 { $path }（{ $reason }）。请检查是否有权限打开它。
error-file-not-sent = 要导入哪个文件？在终端里请输入 /导入 和文件的路径，其他地方请把文件一起发来。

talk-reacted = { $put ->
    [yes] 已给这条回复加上 { $sign }。
   *[no] 已从这条回复去掉 { $sign }。
}
undo-offered = 要撤回这条消息和之后的一切吗？如果它是回复，它回应的内容也会一起撤回。内容不会丢，会保留为一个分支。
talk-spoken = 这里放不出声音，所以写成了文件：
talk-nothing-to-stop = 现在没有正在写的回复。/重来 可以重写上一条，/撤回 可以撤回上一条。

story-brought-back = 已恢复。会话现在到这里：
story-undone = 会话现在到这里：
story-edited = 已修改。输入 /重来 可以得到针对新内容的回复。
story-edited-message = 已修改，之后的故事以新内容为准。
story-wordings = 这条回复可以换成（共 { $count } 条）：
story-wordings-hint = 要换用第二条，例如：{ $line }
story-wording-alone = 这里没有其他备选回复。
story-wording-none = 请填 1 到 { $count } 之间的编号。
story-wording-taken = 已换用这一条，之后的故事以它为准；其他备选都还在。
button-take = 换用 { $number }
button-before = 改写之前的内容
story-cut-sure = 要从故事里删除{ $count ->
    [1] 这条消息
   *[other] 这 { $count } 条消息
}吗？
    { $count ->
    [1] “{ $first }”
   *[other] 第一条：“{ $first }”最后一条：“{ $last }”
}
    角色将不再知道它们，由它们记住的内容也会去掉。用 /改写 已删除 可以恢复。
story-cut = 已从故事里删除 { $count } 条消息。{ $stays ->
    [yes] 你们写的内容在这里仍然可见，但不再算数。
   *[no] {""}
}
story-uncut = { $count } 条消息回到了故事里。{ $shown ->
    [all] 已在这里重新显示。
    [some] 这里重新显示其中最后 { $last } 条。
    [told] {""}
   *[none] 已经从这里移除的消息不会重新出现。
}
story-cut-none = 这个会话没有删除过消息，或者都已经恢复了。
story-cut-list = 这个会话里删除的消息：
story-cut-item = { $count ->
    [1] “{ $first }”
   *[other] { $count } 条消息，从“{ $first }”到“{ $last }”
}
story-cut-hint = 选一项即可恢复。
button-uncut = 恢复{ $number ->
    [none] {""}
   *[other] {" "}{ $number }
}
story-hidden = { $count ->
    [0] 没有变化：这些消息本来就隐藏了。
   *[other] 角色现在看不到这 { $count } 条消息了，你仍然看得到。
}
story-seen = { $count ->
    [0] 没有变化：这些消息并没有隐藏。
   *[other] 角色又能看到这 { $count } 条消息了。
}
story-save-default = { DATETIME($date, dateStyle: "medium", timeStyle: "short") }
story-saved = 已存档：“{ $name }”。输入 /读档 { $number } 可以回到这里。
story-save-renamed = 这个存档现在叫“{ $name }”。
story-load-preview = “{ $name }”（{ $ago }存的）：
story-loaded = 已回到“{ $name }”（{ $ago }存的）。
story-no-saves = 还没有存档。想存一个，比如：/存档 暴风雨之前
story-save-before-load = 读档前自动存档
story-save-before-import = 导入前自动存档
story-save-daily = 每日自动存档

chats-new = 和{ $character }的新会话。
chats-none = 这里没有会话。输入 /新对话 开始一个。
chats-untitled = （还没有标题）
chats-item = { $characters }，{ $messages } 条消息，{ $ago }{ $status ->
    [trashed] ，已删除
    [archived] ，已归档
   *[active] {""}
}
chats-opened = 已打开：{ $title }。
chats-renamed = 这个会话现在叫“{ $title }”。
chats-renamed-one = { $number } 号会话现在叫“{ $title }”。
chats-archive-done = 已归档：{ $title }。用 /会话 已归档 可以看到。

branches-goes-on = 接在“{ $words }”之后
branches-empty = （还没有内容）
branches-switched = 现在在分支 { $branch } 上。
branches-begun = { $back ->
    [0] 从这里另开了一个分支。
   *[other] 从 { $back } 条之前另开了一个分支。
}

char-of-folder = 来自文件
char-builtin = { $language ->
    [zh] 自带，说中文
   *[en] 自带，说英文
}
char-card = { $name }（{ $tags }）
char-field-description = 描述
char-field-personality = 性格
char-field-scenario = 场景
char-field-first-greeting = 开场白
char-field-creator-notes = 作者的话

me-title = 关于你
me-language = 语言
me-timezone = 时区
me-persona = 你的人设
me-language-set = 好，从现在起我用中文。
me-timezone-set = 你的时区现在是 { $zone }。

settings-list = 设置{ $pages ->
    [1] {""}
   *[other] （{ $page }/{ $pages }）
}
settings-advanced-list = 高级设置{ $pages ->
    [1] {""}
   *[other] （{ $page }/{ $pages }）
}
settings-list-hint = 选一项即可查看和更改，或输入 { $line }。
settings-row = { $label } = { $value }
settings-item = { $name }（{ $scope ->
    [mode] 随模式
    [space] 按{ $platform ->
        [telegram] 群
        [terminal] 这里的所有会话
       *[other] 服务器
    }
    [character] 按角色
    [channel] 这个会话
    [person] 你自己
    [app] 来自你的应用
    [written] 按你写的语言
    [named] 按你输入的命令
   *[default] 默认
  }）
settings-set = “{ $label }”现在是“{ $value }”，{ $scope ->
    [space] 对{ $platform ->
        [telegram] 整个群
        [terminal] 这里的所有会话
       *[other] 整个服务器
    }有效。
    [character] 对这个角色有效。
    [person] 对你有效。
   *[channel] 在这里有效。
}
settings-reset-one = “{ $label }”已恢复为“{ $value }”。
settings-overruled = 不过这里用的还是“{ $value }”，由{ $by }决定。
settings-kept = “{ $label }”仍然是“{ $value }”。
settings-page = { $label } = { $value }（{ $name }）
settings-changes = 最近的更改
settings-change = { $before } → { $after }
settings-change-by = { $who }，{ $ago }，{ $whose }
settings-not-set = 未设置
settings-empty = 无
settings-nothing-here = 这项设置在当前平台上不起作用，所以这里不能更改。
settings-fits = 可以填：{ $range }
settings-fit = { $typed }（{ $label }）
settings-fits-between = {"、"}
settings-write-button = 其他…
settings-write-choice = 其他值
settings-now-button = ✏️ { $value }
settings-all-button = ‹ 所有设置
settings-advanced-button = 高级
settings-more = 更多设置：{ $pages }
panel-closed = 新的一页在下面，这一页已关闭。
settings-write-what = “{ $label }”要设成多少？可以填：{ $range }
settings-whose-button = 为{ $whose }设置
settings-back-button = ‹ { $group }
settings-reset-many = { $count ->
    [0] 这里没有改过设置，没有变化。
   *[other] 已恢复 { $count } 项设置。
}
settings-how = 更改{ $whose }的设置：在下面选，或者输入，比如：{ $line }
    可以填：{ $range }
settings-origin = { $value }{ $fate ->
    [wins] {" "}← 正在使用
    [held] {" "}← 正在使用，受上面的值限制
    [unreadable] （无法使用）
    [not-here] （不能在那里设置）
   *[overridden] {""}
}
settings-range = { $low } 到 { $high }
settings-on = 开
settings-off = 关
settings-model-decides = 由模型决定
settings-group-people = 个人
settings-group-memory = 记忆
settings-group-recall = 回忆方式
settings-group-prompt = 提示词
settings-group-world = 世界书
settings-group-web = 上网查
settings-group-reply = 回复
settings-group-pace = 节奏
settings-group-place = 行为
settings-group-story = 剧情
settings-group-limits = 限额
settings-group-list = 设置：{ $group }{ $pages ->
    [1] {""}
   *[other] （{ $page }/{ $pages }）
}
settings-reset-button = 恢复默认
settings-reset-asks = 这里改过 { $count } 项设置：{ $names }。要全部恢复吗？
mode-title = 我在这里用什么模式？
mode-booths-hint = 在群聊模式里，{ $command } 会发出一个按钮，谁点谁就能和角色单独聊。
mode-booths-button = 开单间
mode-hint = 在下面选一个，就能更换这个会话的模式。/设置 全局 模式 剧情 会更改{ $platform ->
    [telegram] 整个群
    [terminal] 这里的所有会话
   *[other] 整个服务器
}。
mode-about-chat = 陪伴：像朋友一样聊天
mode-about-story = 剧情：长文，可以换一版、可以存档
mode-about-lounge = 群聊：叫到才回答
mode-chat = 陪伴
mode-story = 剧情
mode-lounge = 群聊
mode-sets = { $label }：{ $value }
mode-between = ，
mode-changes = { $label }：{ $before } → { $after }
mode-changed = { $count ->
    [0] 其他设置不变。
   *[other] 从下一条回复起，这些也会改变：
}

status-title = Omoide { $version }
status-chat = 会话
status-chat-is = “{ $title }”，角色是{ $character }
status-messages = 消息
status-messages-is = { $messages } 条，在分支 { $branch } 上
status-last = 上一条回复
status-last-is = 读了 { $prompt } 个 token，写了 { $reply } 个 token，用时{ $short ->
    [yes] 不到 0.1 秒
   *[no] {" "}{ $seconds } 秒
}
status-prompts = 近期提示词
status-prompts-is = 最近 { $replies } 次回复共读了 { $tokens } 个 token{ $cached ->
    [unknown] {""}
   *[known] ，{ $percent }% 来自服务商的缓存
}{ $priced ->
    [true] ，花费 { $dollars } 美元
   *[false] {""}
}
status-warning = 注意
status-role-chat = 聊天模型
status-role-utility = 辅助模型
status-role-embedding = 嵌入模型
status-role-is = { $endpoint ->
    [none] { $model }
   *[other] { $endpoint } 的 { $model }
}{ $rests ->
    [0] {""}
   *[other] ，暂时出错，{ $rests } 秒后再试
}{ $context ->
    [0] {""}
   *[other] ，{ $context } 个 token
}
status-no-model = 无。请运行：python -m bot setup

help-task-talk = 聊天
help-task-memory = 记忆
help-task-chats = 会话和存档
help-task-characters = 角色和文件
help-task-surroundings = 场景和提示词
help-task-house = 设置和帮助
help-title = 直接打字就能聊天。命令以 / 开头；以 // 开头的一行是场外话，角色看不到，也不会回复。
help-hint =
    /停 —— 停下正在写的回复
    /帮助 存档 —— 说明某个命令
    /帮助 错误 —— 遇到错误编号怎么办
    /帮助 隐私 —— 谁能知道什么
help-on-discord = { $calling ->
    [mention] 在私聊里我每条都回。在服务器里，提到我或回复我，我才回复。
    [always] 在私聊里我每条都回，在这里也是。
   *[name] 在私聊里我每条都回。在服务器里，提到我、回复我或叫我的名字，我才回复。
}你删除消息，我这里也会删除；你修改消息，我按新的内容来。
help-on-telegram = { $calling ->
    [mention] 在私聊里我每条都回。在群里，提到我或回复我，我才回复。
    [always] 在私聊里我每条都回，在这里也是。
   *[name] 在私聊里我每条都回。在群里，提到我、回复我或叫我的名字，我才回复。
}你删除消息时 Telegram 不会告诉我，想撤回请输入 /撤回。你修改消息，我按新的内容来。在群里，命令只能用英文名；在那里输入 / 就会列出来。
help-rest = 还有：{ $names }
help-example-talk = 例如，直接写：“早上好，昨天我们聊到哪儿了？”
help-example-chats = 例如：/存档 去港口之前，走错了再 /读档 去港口之前
help-example-memory = 例如：/纠正 我住在杭州，不是上海
help-example-characters = 例如：把角色卡作为文件发来，或者输入 /角色 查看有谁
help-example-surroundings = 例如：/场景 作者注 写 外面在下大雪
help-example-house = 例如：/我 时区 Asia/Shanghai
help-errors = 出错时会显示错误编号，比如 3fa2c1。请先再试一次；如果还不行，把编号告诉机器人的主人，在日志里搜索它就能找到原因。{ $status } 可以看模型是否正常。
help-privacy-who = 谁能知道什么：你私下对我说的话，我不会在别处讲，除非你用 /我 别处 开 允许。{ $platform ->
    [discord] 在服务器里，频道或子区里说过的话，只有当眼前能看到的人当初也都看得到时，我才会讲。我在那里记下的关于你的事，只留在那个服务器里。服务器的管理员能看到全部。
    [telegram] 在群里，说过的话群里所有人都能听我讲。我在那里记下的关于你的事，只留在那个群里。
   *[other] 这里只有你自己看。
}你扮演的人设，要你点头，别人才会知道。机器人的主人管着那台机器，保存的内容他都有办法看到。
help-privacy-kept = 保存什么：你在我听着的地方说的话、表情回应、回复和文件，以及由它们得来的记忆、事实、日记和摘要；还有你的人设、设置和存档。这些都放在机器人主人的机器上，直到你删掉，或者到了会话设定的保留期限。最近 7 晚和 4 周的备份，以及主人自己做的备份，会留得更久。
help-privacy-model = 什么会离开那台机器：每次回复，角色卡、最近的消息和放得下的记忆会发给主人选用的模型，记笔记和查找记忆也一样。模型如果由公司运营，那家公司就读得到。打开了联网搜索的地方，搜索词会发给搜索服务，网页从各自的网站读取；我选的搜索词会先去掉这里的人名、地址、电话和密钥。主人接上了听语音、朗读的服务时，语音消息和要读的回复会发给它们。{ $platform ->
    [discord] 写在 Discord 上的一切，Discord 都读得到。
    [telegram] 写给机器人的一切，Telegram 都读得到。
   *[other] 此外什么都不会发出去。
}
help-privacy-yours =
    你可以做的：
    /我 —— 看我知道你什么，你允许什么
    /我 事实 —— 逐条查看，可以改正、共享或删除
    /记忆 —— 这个会话里记住了什么
    /我 退出 —— 我不再读你在群里的消息
    /我 导出 —— 把关于你的一切导出成文件
    /我 忘掉我 —— 全部抹掉，无法恢复
help-command = /{ $name }：{ $help }
help-also = 其他名称：{ $names }
house-goodbye = 再见！下次启动时会话会继续。
