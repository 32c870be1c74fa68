# 故事页。

error-nothing-to-compress = 这个故事还没有可以压缩的详细故事页。输入 /设置 story_pages on，之后每隔几条消息会在后台写一页。
