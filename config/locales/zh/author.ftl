# 主人写在数据文件夹世界书和角色文件夹里的文件。

author-file-broken = { $file }：第 { NUMBER($line, useGrouping: 0) } 行第 { NUMBER($column, useGrouping: 0) } 列有错。请改正；在那之前用的是上一次能读的版本（如果有）。
author-file-refused = { $file }：{ $what }在能读之前，用的是上一次能读的版本（如果有）。
author-file-closed = 打不开 { $file }：{ $why }。用的是上一次能读的版本（如果有）。
author-file-link = { $file } 是指向数据文件夹之外的链接，没有读取。请把文件本身放进去。
author-file-name = { $file } 没有读取：文件名不是有效的 UTF-8。请改名。
author-file-big = { $file } 超过 { $megabytes } MB，没有读取。
author-file-twice = { $file } 和 { $other } 同名，只用 { $other }。请给其中一个改名。
author-entry-silent = { $file }：有 { $count } 个条目（{ $titles }）不会被触发，因为既没有关键词，也没有始终启用。这本书照常使用。
author-files-many = 世界书和角色文件夹里的文件超过 { $limit } 个，只读前 { $limit } 个，少了的不算删除。
author-files-more = 世界书和角色的文件夹里还有 { $count } 个文件有问题，日志里逐个写着。
author-book-gone = { $file } 不见了，世界书《{ $name }》不再使用。什么都没有丢：把文件放回去，这本书和它的各个版本就回到原来用着的地方。
author-character-gone = { $file } 里的角色卡不见了。{ $name }保持原样，因为可能有会话正在用；/角色 隐藏 让它不出现在列表里。
error-entry-without-keys = 第 { NUMBER($line, useGrouping: 0) } 行的条目“{ $title }”没有关键词，永远不会被触发。请在标题下面写“关键词：……”，或者“始终启用：是”。
error-entry-line-unreadable = 第 { NUMBER($line, useGrouping: 0) } 行的“{ $value }”不能作为 { $field } 的值。/场景 世界书 全部栏目 可以查看每一栏能填什么。
error-card-part-unknown = 第 { NUMBER($line, useGrouping: 0) } 行的“{ $part }”不是角色卡的一部分。可以写：描述、性格、场景、开场白、群聊开场白、对话示例、系统提示词、后置指令、昵称、作者、作者备注、版本、标签。
