# 角色卡，以及装着它的文件。

error-text-too-long = 这段文字太长了：有 { $length } 个字符，最多 { $limit } 个。请缩短，或者分几次发。
error-file-too-big = 这个文件太大了，上限是 { $megabytes } MB。请换一个小一些的。
error-file-too-big-to-show = { $path } 太大了，随消息发送的文件上限是 { $megabytes } MB，所以角色没有收到。请换一个小一些的。如果是要导入的文件，请和 /导入 一起发送，上限 { $imported } MB。
error-file-empty = 这个文件是空的。请重新导出或下载。
error-file-kind-unknown = 看不出这是什么文件。可以导入的有：角色卡、世界书、预设、聊天记录、正则脚本、故事背景、记忆文件和 SillyTavern 备份。
error-other-kind-expected = 这个文件不是角色卡，而是{ $kind ->
    [world] 世界书
    [preset] 预设
    [chat] 聊天记录
    [scripts] 正则脚本
    [quick] 快捷回复
    [background] 背景
    [memories] 记忆文件
    [story] 从 Omoide 导出的故事
   *[backup] SillyTavern 备份
  }。
error-file-unknown = 这个文件里读不出角色卡。请发送 PNG 图片、CHARX 或 JSON 文件。
error-file-not-utf8 = 这个文件不是 UTF-8 编码。请另存为 UTF-8 后再发一次。
error-json-broken = 这个文件的 JSON 有错，在第 { NUMBER($line, useGrouping: 0) } 行第 { NUMBER($column, useGrouping: 0) } 列。请改正，或者重新导出文件。
error-json-too-deep = 这个文件里的数据嵌套超过 { $limit } 层，没有读取。请重新导出角色卡。
error-json-too-many = 这个文件里的数据超过 { $limit } 项。请发送小一些的角色卡，比如精简一下世界书。
error-json-number = 这个文件里有一个 { $length } 位的数字，最多 { $limit } 位。请改正后再发。
error-field-too-long = 字段“{ $field }”太长了：有 { $length } 个字符，最多 { $limit } 个。请缩短后再发。
error-picture-without-card = 这张 { $kind } 图片里没有角色卡。如果是作为照片发的，请改用“文件”方式再发一次：照片会丢掉里面的角色卡。
error-picture-truncated = 这张图片不完整，末尾缺了一段。请重新下载后再发。
error-picture-too-many-parts = 这个 PNG 的数据块超过 { $limit } 个，没有读取。请用别的软件另存一次再发。
error-picture-not-png = 角色卡只能存进 PNG 图片。请换一张 PNG。
error-card-damaged = 图片里的角色卡已损坏（{ $part ->
    [checksum] 校验码不对
    [compression] 压缩数据有错
    [exif] EXIF 数据有错
   *[base64] base64 编码有错
  }）。请重新下载原图，并以文件方式发送。
error-not-a-card = 这个文件能读，但不是角色卡：里面没有带名字的角色。
error-nodest-without-card = 这是 NodeST（CradleAI）的角色文件，但里面的角色本身缺失或损坏：没有可用的“roleCard”。请在那边重新导出一次。

card-chats-left = 这个压缩包里还有聊天记录，不会导入。
card-characters-left = 这个压缩包里有多个角色，只导入第一个。
card-newer-spec = 这张角色卡用的是更新的格式版本。已经导入；还不支持的内容不会生效，但导出时会原样保留。
