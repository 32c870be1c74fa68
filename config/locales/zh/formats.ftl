# 压缩包和 YAML，不论里面是什么。

error-archive-damaged = 这个压缩包不完整或已损坏。请重新下载后再发。
error-archive-too-many = 这个压缩包里的文件超过 { $limit } 个，没有读取。请少打包一些。
error-archive-encrypted = 这个压缩包设了密码。请去掉密码重新打包。
error-archive-unsafe = 这个压缩包的结构不正常，可能会写到不该写的地方或占满磁盘，所以没有读取。请用原来的软件重新导出。
error-archive-overpacked = 这个压缩包里有文件解开后会超过原来的 { $ratio } 倍，没有读取。请去掉多余的填充后重新打包。
error-archive-method = 读不了这个压缩包的压缩方式。请重新打包成普通的 zip。
error-archive-without-card = 这个压缩包里没有角色卡。CHARX 的 card.json、Backyard 存档的 manifest.json 应该在最外层。
error-yaml-broken = 这个文件的 YAML 有错，在第 { $line } 行第 { $column } 列。请改正后再发。
