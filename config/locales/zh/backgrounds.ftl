# 故事背景，以及会成长的人设。

error-no-such-background = 这里没有你能用的编号 { NUMBER($number, useGrouping: 0) } 的背景。
error-background-empty = 这个背景什么都没写：至少要有世界设定、编号的大纲或者结局。
error-outline-too-long = 大纲有 { $count } 个剧情点，最多 { $limit } 个。请合并一些。
error-point-too-long = 大纲的第 { NUMBER($number, useGrouping: 0) } 点太长了：有 { $length } 个字符，最多 { $limit } 个。请缩短。
