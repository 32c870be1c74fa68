# 其他程序的聊天记录，以及 SillyTavern 的备份。

error-not-a-chat = 这个文件读不出聊天记录。支持 SillyTavern 的聊天文件（JSONL），以及 oobabooga、Agnai、CAI Tools、Kobold Lite、Risu 导出的 JSON。
error-chat-line-broken = 聊天文件第 { $line } 行已损坏，没有导入任何内容。请修好或删掉这一行再发一次。
error-chat-line-not-message = 聊天文件第 { $line } 行不是消息，没有导入任何内容。请修好或删掉这一行再发一次。
error-chat-line-too-long = 第 { $line } 行的消息太长了：有 { $length } 个字符，最多 { $limit } 个。请缩短后再发。
error-chat-too-many-swipes = 第 { $line } 行的消息有 { $limit } 条以上的备选回复。请删掉一些再发。
error-chat-too-many-lines = 这份聊天记录超过 { $limit } 条消息。请拆成几个文件。
error-chat-too-many-values = 这份聊天记录里的数据超过 { $limit } 项，没有读取。请拆成几个文件。
error-not-a-backup = 这个压缩包里没有找到 SillyTavern 的角色、聊天或设置。请把整个用户文件夹（比如 default-user）打包后再发。
error-backup-member-missing = 备份里没有“{ $path }”这个文件。请重新打开备份，从列表里选一个。
error-not-a-group = 这个文件里没有角色群组。

chat-cut = 聊天文件的最后一行不完整，可能没有下载完。前面的内容都已读取。
chat-several = 这个文件里有好几段聊天，使用第一段有内容的。
backup-member-too-big = { $name } 太大了，上限是 { $megabytes } MB。
backup-member-empty = { $name } 是空的。
