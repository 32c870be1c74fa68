# 同一处的几条回复，以及被指着的消息。

error-first-swipe = 这已经是这里的第一条回复了。点 ▶ 看下一条，或再写一条。
error-reply-moved = { $turned ->
    [yes] 刚刚有人翻到了另一条回复。
   *[no] 这是较早的一条回复。能用的按钮在最新的那条下面。
}
error-not-on-the-line = 这条消息不在现在这条故事线上。
