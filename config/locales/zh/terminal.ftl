# 终端和程序本身。

terminal-person = 朋友
terminal-hint = /帮助 查看能做什么 · Tab 补全 · Ctrl-C 停止回复 · Ctrl-D 退出
terminal-first = 直接打字就能聊。输入“/”会列出命令：/角色 换角色，/导入 导入角色卡，/设置 改设置。Alt-Enter 换行，Ctrl-R 查找以前输入的内容。
terminal-swipes = ◀ { $number }/{ $count } ▶  按 Alt-← 或 Alt-→ 翻看，也可以输入 /重来 上一条、/重来 下一条
terminal-writing = { $name }正在写……
terminal-thinking = { $name }还在想……
terminal-replaced = ——由另一个模型重新开始——
terminal-confirm = { $question }（请输入 是 或 否）
terminal-left-as-is = 没有任何改动。
terminal-number = 输入 [ ] 里的编号就能选，也可以直接往下聊。
terminal-not-a-choice = 这里选不了 { NUMBER($number, useGrouping: 0) }，只能选 [ ] 里的编号。
terminal-choice = [{ NUMBER($number, useGrouping: 0) }] { $label }{ $typed ->
    [yes] {" "}—— { $command }
   *[no] {""}
}
terminal-saved = 已保存到 { $path }。
terminal-not-saved = 没能写入 { $name }（{ $reason }）。请清理磁盘，或把 OMOIDE_DATA_DIR 设成可写的文件夹。
terminal-leave = 再按一次 Ctrl-C 或按 Ctrl-D 退出。

said-interrupted = ——已中断——
said-interrupted-now = ——已中断：/继续 接着说，/重来 重新写——
said-empty = （没有回复）
said-error = ——这条回复失败了——
said-error-now = ——这条回复失败了：/重来 再试一次——

app-about = 住在聊天里、会记得你的角色。
app-chat = 在终端里聊天（默认）
app-run = 作为后台服务运行
app-setup = 选择模型
app-doctor = 检查所有部分，并说明该怎么做
app-doctor-quick = 不向模型提问
app-doctor-quiet = 只显示需要处理的
app-import = 导入角色卡、世界书、预设、聊天记录或备份
app-import-file = 文件，或存放 SillyTavern 数据的文件夹
app-import-yes = 允许运行其中的正则脚本
app-import-unsure = 没有导入：这些脚本会改动你看到的文字和模型读到的文字。仍要导入的话，请加上 --yes
app-imported-calm = 其中的正则脚本不会运行。想让它们运行，请加上 --yes 重新导入。
app-preview = 显示角色卡、预设、世界书和聊天记录会拼成怎样的提示词
app-migrate = 更新数据库结构
app-version = 显示版本
app-no-platforms = Omoide 已启动，但还没有配置 Discord 或 Telegram。它们需要令牌：运行 make setup（或在 .env 里写 OMOIDE_DISCORD__TOKEN、OMOIDE_TELEGRAM__TOKEN）。要在终端里聊天：make run
app-running = Omoide 正在运行：{ $platforms }。按 Ctrl-C 停止。
app-stopped = Omoide 已停止。
app-migrated = 数据库结构已是最新。
app-imported = { $kind ->
    [character] 已导入：{ $name }。想和{ $name }聊天，请运行 python -m bot chat，然后输入 /角色 使用 { $number }
    [preset] 已导入：{ $name }。想用它，请运行 python -m bot chat，然后输入 /场景 预设 使用 { $number }
    [chat] 已导入：{ $name }。想接着聊，请运行 python -m bot chat
   *[other] 已导入：{ $name }。
}
app-failed = Omoide 因内部错误停止了。详情见日志；设置 OMOIDE_LOG=debug 会直接显示在这里。

editor-hint = { $title }。写在各行下面，保存后关闭。没有改动或者留空，就什么都不改。
editor-none = 想在编辑器里写，请在启动时设好 EDITOR，例如 EDITOR=nano。
editor-unchanged = 什么都没写，也没改，一切照旧。
editor-lines-gone = 各栏之间的分隔行不见了，分不清哪段属于哪一栏。什么都没有改；写的内容在这个文件里：
editor-cannot = 打不开编辑器 { $name }：{ $reason }。请把 EDITOR 设成装好的编辑器，例如 EDITOR=nano，或者直接在这里写。
editor-ended = 编辑器 { $name } 出错退出（{ $code }），它写的内容没有用上。可以直接在这里写。
