# 导演：故事走到了哪一步。

plot-ended = 大纲的最后一个剧情点完成了，故事到此结束。可以继续聊下去，也可以换一个背景。

error-point-missing = 大纲只有 { $points } 个剧情点，没有第 { $point } 点。
error-outline-missing = 这个故事的背景还没有大纲。写第一点：/剧情 背景 修改 加背景编号、1 和内容；或用 /剧情 背景 换一个背景。
