error-answer-unusable = { $endpoint } 的 { $model } 两次的回答都无法使用。稍后会再问一次；记笔记也许需要大一点的模型。
error-background-spent = 这里的后台工作已用完今天的额度（{ $limit } 个 token），{ $seconds } 秒后继续。
error-correction-gone = 这条更正已经做过，或者已经过期。请再说一遍哪里记错了。
error-nothing-to-correct = 没有找到相关的记忆。用 /记忆 查看有哪些。想写一条，比如：/记忆 添加 莉娜周日要来
