# 只有 Telegram 的用户和运营者会读到的内容。

error-card-sent-as-photo = 以照片形式发送的图片会被 Telegram 去掉其中的角色数据。请把角色卡作为“文件”发送，或关闭压缩。
error-file-not-fetched = 没能下载 { $path }。请再发一次。
