# 剧情：故事的页、时间线、摘要、章节、大纲和成长人设的查看与修改。

error-not-in-chronicle = { $kind ->
    [story_page] 这里没有第 { $name } 页。输入 /剧情 页 看看有哪些。
    [timeline] 时间线上没有第 { $name } 条。输入 /剧情 时间线 看看有哪些。
    [item] 这里没有叫“{ $name }”的物品。输入 /剧情 物品 看看有哪些。
    [dossier] 故事里没有叫“{ $name }”的人物。输入 /剧情 人物 看看有谁。
    [chapter] 第 { $name } 章还没有摘要。输入 /剧情 章节 看看有哪些。
   *[summary] 这里没有第 { $name } 条摘要。输入 /剧情 摘要 列表 看看有哪些。
}
error-not-tellable = 没有哪一页提到“{ $name }”，所以没法重写。可以直接修改，或者删掉。
error-nothing-to-sum-up = 内容还太少：最新的 { $staying } 条消息总会原样保留，没有可以写进摘要的。
error-summaries-off = 这里没有开启摘要。输入 /设置 summary auto 可以打开。
