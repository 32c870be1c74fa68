# 故事页。

error-nothing-to-compress = 这个故事还没有可以压缩的详细故事页。开启故事页后，每隔几条消息会在后台自动写一页。
