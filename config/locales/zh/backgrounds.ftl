# 故事背景，以及会成长的人设。

error-no-such-background = 没有编号为 { NUMBER($number, useGrouping: 0) } 的背景可用。输入 /剧情 背景 查看列表。
error-background-empty = 这个背景是空的：至少要有世界设定、带编号的大纲或结局。
error-outline-too-long = 大纲有 { $count } 个剧情点，最多 { $limit } 个。请合并一些。
error-point-too-long = 大纲第 { NUMBER($number, useGrouping: 0) } 点太长：{ $length } 个字符，最多 { $limit } 个。请缩短。
error-no-such-point = 大纲没有第“{ $point }”点：现在有 { $points } 点，用下一个编号可以添加。
error-no-background = 这段剧情还没有背景。用 /剧情 背景 选一个，或者让模型写一个，比如：/剧情 背景 起草 会回应的灯塔
error-no-draft = 这里没有可以改的草稿。草稿会保留一小时，用了、保存了或选了“否”就没有了。用 /剧情 背景 查看已经保存的。想重新写一份，比如：/剧情 背景 起草 会回应的灯塔

file-background = 大纲有 { $points } 个剧情点，连同设定约 { $tokens } 个 token
file-background-ending = 有结局
background-used = 从下一条回复起，剧情就发生在这个背景里。
background-used-at = 从下一条回复起，剧情就发生在这个背景里，{ $point ->
    [1] 从第 1 点开始
   *[other] 进行到第 { NUMBER($point, useGrouping: 0) } 点
}，共 { $points } 点。
background-used-cut = 从下一条回复起，剧情就发生在这个背景里。原来进行到第 { NUMBER($before, useGrouping: 0) } 点，这份大纲只有 { $points } 点，所以现在算第 { NUMBER($point, useGrouping: 0) } 点。

error-no-such-persona-version = 没有第 { NUMBER($number, useGrouping: 0) } 版成长人设。输入 /剧情 人设 列表 查看全部。
error-no-such-persona-field = 成长人设没有“{ $field }”这一项。可用的有：性格、情感、关系、目标、信念、习惯、说话方式。
error-persona-not-grown = 角色还和角色卡上一样，没有别的版本。

evolution-grown = 角色成长了：从下一条回复起使用第 { NUMBER($number, useGrouping: 0) } 版人设。{ $kept ->
    [0] {""}
   *[other] 其中 { $kept } 项一次变动太大，保持原样。
}
evolution-same = 和上一版相比，角色没有变化。
evolution-unanswered = 模型没能说出角色有什么变化。请再试一次，或者换一个辅助模型。
