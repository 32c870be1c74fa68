# 不属于某个具体主题的错误、时间说法和语言名称。

error-internal = Omoide 内部出错了。请再试一次；如果还不行，看看 /帮助 错误。
error-config = 配置项 { $name } 无法使用（{ $reason }）。请改正后重新启动。
error-input = 无法使用这个输入。请检查后再试一次。
error-state = 现在还不能这样做，请稍后再试。

time-now = 刚刚
time-minutes = { $count } 分钟前
time-hours = { $count } 小时前
time-days = { $count ->
    [1] 昨天
   *[other] { $count } 天前
}
time-months = { $count } 个月前
time-years = { $count } 年前

language-en = English
language-zh = 中文

list-comma = {"、"}
with-colon = { $before }：{ $behind }
with-brackets = { $before }（{ $inside }）
sentences = { $one }{ $other }
