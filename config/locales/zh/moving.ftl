# 能在别的 Omoide 里打开的故事文件，以及会话的搬家。

error-story-file-broken = 这个故事文件已损坏、不完整或被改过（{ $what }），没有导入任何内容。请重新导出。
error-story-file-newer = 这个文件来自更新的 Omoide（格式 { $version }，本机支持 { $known }）。请先更新 Omoide。
error-story-file-unequal = 读到的内容和导出时不一致，没有导入任何内容。请反馈这个问题。
error-move-code = 没有会话在等这个口令。口令十分钟内有效，只能用一次；请在会话所在的地方发送 /会话 搬家 重新获取。
error-move-not-yours = 只有索取口令的人或本机主人才能接管这个会话。
error-move-same-place = 这个会话已经在这里了。
