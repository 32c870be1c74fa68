# 故事页。

error-nothing-to-compress = 这个故事还没有可以压缩的详细故事页。输入 /设置 story_pages 开，之后每隔几条消息会在后台写一页。
pages-begun = 这个会话已经很长了，从现在起会在后台整理索引和故事页，方便回想以前的内容。每 { $every } 条消息大约用 { NUMBER($tokens) } 个 token，之前的内容一次性大约用 { NUMBER($behind, maximumSignificantDigits: 2) } 个。
