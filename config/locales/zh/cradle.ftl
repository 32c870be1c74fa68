# 摇篮：靠大家投喂长大的角色。

error-no-such-cradle = 这里没有正在成长的角色，或者那个已经不在了。新建一个：/摇篮 新建
error-nothing-fed = 没有可以投喂的内容。请写几句话、附上文本文件或图片，或发一个链接。
error-piece-too-long = 太长了：一份材料最多 { $limit } 字，这份有 { $length } 字。请只投喂说到这个角色的部分。
error-piece-unreadable = “{ $filename }”读不出来。可以投喂文本文件和 PNG、JPEG、WebP 图片；其他文件请把文字复制出来。
error-cradle-full = 一个角色最多投喂 { $limit } 份材料，这个角色已经满了。收回几份，或者让它诞生。
error-too-much-fed = 投喂给一个角色的材料加起来最多 { $limit } 字。收回几份，或者让它诞生。
error-no-such-piece = 没有编号为 { NUMBER($number, useGrouping: 0) } 的材料，或者已经收回了。看看有哪些：/摇篮 材料
error-no-such-statement = 编号为 { NUMBER($number, useGrouping: 0) } 的句子不能这样改。看看有哪些：/摇篮 查看
error-born-already = { $name }已经诞生了。可以改角色卡，也可以继续投喂，再在会话里决定要不要：/摇篮 查看
error-not-born-yet = { $name }还在成长，没有等你同意的内容。看看草稿：/摇篮 查看
error-draft-empty = 对{ $name }还一无所知。先投喂点什么：/摇篮 投喂
error-link-unread = { $address } 没有读到文字。请检查链接，或者把文字复制出来投喂。
error-picture-unseen = 没有模型能看这张图片。请用文字描述，或请部署者配置一个能看图的辅助模型。
error-proposal-elsewhere = { $name }不在这个会话里，没法加到这里。先和{ $name }开始一个会话，再在那里同意：/角色 使用 { NUMBER($number, useGrouping: 0) }

command-char-cradle = 让角色靠投喂慢慢长大
command-cradle = 靠投喂慢慢长大的角色
command-cradle-help = 先给角色一个名字，然后在几天里慢慢投喂：文字、文本文件、图片、链接。每喂一份，角色卡的草稿就长一点，还会问你问题。长好了就让它诞生。
command-cradle-new = 新建一个要慢慢长大的角色
command-cradle-new-name = 角色的名字
command-cradle-show = 查看草稿，以及每句话来自哪份材料
command-cradle-feed = 投喂文字或链接
command-cradle-file = 投喂文本文件或图片
command-cradle-pieces = 查看投喂过什么、哪天投喂的
command-cradle-unfeed = 收回一份材料，连同由它得来的内容
command-cradle-strike = 从草稿里划掉一句
command-cradle-older = 两句互相矛盾时，改用旧的那句
command-cradle-dream = 把还缺的部分想象出来
command-cradle-try = 在单独的会话里和草稿聊聊
command-cradle-born = 让角色诞生，进入角色列表
command-cradle-agree = 把诞生后投喂的内容加进这里的成长人设
command-cradle-refuse = 不要这条内容
command-cradle-delete = 把正在成长的角色移到回收站

param-cradle = 角色
param-cradle-help = /摇篮 里的编号，或名字；不写就是最新的那个
param-food = 材料
param-food-help = 关于角色的文字，或一个链接
param-fed = 材料编号
param-fed-help = /摇篮 材料 里的编号
param-sentence = 句子
param-sentence-help = /摇篮 查看 里的编号

cradle-none =
    这里还没有正在成长的角色。
    /摇篮 新建 —— 先起个名字，再把手头的东西喂给它：笔记、信、图片、链接
cradle-list = 正在成长的角色{ $pages ->
    [1] {""}
   *[other] （{ $page }/{ $pages }）
}
cradle-list-hint =
    /摇篮 查看 { $number } —— 看草稿
    /摇篮 投喂 { $number } —— 投喂
    /摇篮 新建 —— 再养一个
cradle-of = { $born ->
    [yes] 已诞生
   *[no] 成长中
} · { $ago }开始 · { $pieces } 份材料{ $waiting ->
    [0] {""}
   *[other] ，{ $waiting } 份还没读
}
cradle-begun = { $name }（编号 { $number }）已经躺进摇篮，现在只有一个名字。
cradle-begun-hint = 把手头的东西喂给它吧，用几天都行：文字、文本文件、图片、链接。{ $private ->
    [yes] {""}
   *[no] 这里能导入角色的人都看得到你投喂的内容。
}除非你要求，否则什么都不会编造。
    /摇篮 投喂 { $number } —— 投喂
cradle-title = { $name } · { $stage ->
    [seed] 种子
    [sketch] 轮廓
    [shape] 渐渐成形
    [ready] 可以诞生了
   *[born] 已诞生
} · { $pieces } 份材料{ $waiting ->
    [0] {""}
   *[other] ，{ $waiting } 份还没读
}
cradle-empty =
    对{ $name }还一无所知。
    /摇篮 投喂 { $number } —— 投喂
cradle-show-hint =
    /摇篮 划掉 { $sentence } { $number } —— 划掉一句
    /摇篮 材料 { $number } —— 看投喂过什么
cradle-grown-up =
    没有等你同意的内容。现在投喂的，会作为建议加进会话里的成长人设。
    /摇篮 投喂 { $number } —— 投喂
cradle-proposals = 诞生之后，等你同意的内容
cradle-proposals-hint =
    在和这个角色的会话里同意，它就成为角色在那里的一部分。
    /摇篮 同意 { $sentence } { $number } —— 同意
cradle-asks = ❓ { $question }
cradle-food = 给{ $name }的文字或链接
cradle-how =
    把手头的东西喂给它：
    /摇篮 投喂 { $number } —— 投喂文字或链接
    /摇篮 文件 { $number } —— 投喂文本文件或图片
cradle-read = 材料 { $piece }：新增 { $count } 句
cradle-nothing-new = 材料 { $piece } 没有说到角色的新内容，已经留着。
cradle-more =
    还有 { $count } 句
    /摇篮 查看 { $number } —— 看草稿
cradle-unfounded = 有 { $count } 句没有采用，因为材料里没有这么说。
cradle-because = { $field }{ $quoted ->
    [yes] ——“{ $quote }”
   *[no] {""}
}
cradle-before = { $against ->
    [yes] 与之矛盾
   *[no] 代替
}：{ $piece ->
    [0] 想象出来的
   *[other] 材料 { $piece } 的
}“{ $text }”
cradle-where = { $field } · { $piece ->
    [0] 想象出来的
   *[other] 材料 { $piece }
}
cradle-field-description = 描述
cradle-field-personality = 性格
cradle-field-speech = 说话方式
cradle-field-scenario = 场景
cradle-field-example = 原话
cradle-field-greeting = 开场白
cradle-field-world = 世界
cradle-waits = 材料 { $piece } 已经留着，还没读。{ $fault ->
    [none] 要花一点时间，过一会儿再看草稿。
    [error-model-none] 还没有配置能读它的模型，配置好就会读。
    [error-day-spent] 今天的额度用完了，额度恢复后就会读。
   *[other] 模型暂时没有回应，恢复后就会读。
}
    /摇篮 查看 { $number } —— 看草稿
cradle-unread = 材料 { $piece } 已经留着，但没能读：{ $fault ->
    [error-link-unread] 那个地址没有文字。请检查链接，或把文字复制出来投喂。
    [error-picture-unseen] 这里没有能看图的模型，请用文字描述。
   *[other] 模型的回答用不了，请分成小份再试。
}
    /摇篮 材料 { $number } —— 看投喂过什么
cradle-pieces = 投喂给{ $name }的材料{ $pages ->
    [1] {""}
   *[other] （{ $page }/{ $pages }）
}
cradle-pieces-hint =
    /摇篮 收回 { $piece } { $number } —— 收回一份材料，连同由它得来的内容
cradle-not-fed =
    还没有投喂过{ $name }。
    /摇篮 投喂 { $number } —— 投喂
cradle-piece = { $day } · { $kind ->
    [text] 文字
    [file] 文件
    [picture] 图片
   *[link] 链接
}{ $state ->
    [waiting] ，还没读
    [unread] ，没能读
    [taken] ，已收回
   *[read] {" "}· { $count } 句
}
cradle-unfed = 材料 { $piece } 已经收回，原文也删掉了。{ $count ->
    [0] 没有由它得来的内容。
   *[other] 由它得来的 { $count } 句也一起去掉了。
}
cradle-struck = 划掉了：“{ $text }”
cradle-settled = 现在以这句为准：“{ $holds }”这句不再算数：“{ $gone }”再用一次同样的命令可以换回来。
cradle-dreamed = 想象出 { $count } 句
cradle-dreamed-hint =
    /摇篮 划掉 { $sentence } { $number } —— 划掉不合适的
cradle-dreamed-nothing = 没有想象出{ $name }还没有的内容。
cradle-thread = 试聊{ $name }
cradle-trying = 可以在“{ $title }”里和{ $name }的草稿聊聊。这里的会话不受影响。
cradle-born = { $name }诞生了，现在在角色列表里，编号 { $number }。
cradle-born-lacking =
    角色卡还缺：{ $fields }。
    /角色 编辑 { $number } —— 自己写上
cradle-agreed = 从现在起，{ $name }在这里就是这样：“{ $text }”
cradle-refused = 没有采用：“{ $text }”
cradle-delete-sure = 要把{ $name }移到回收站吗？投喂过的 { $count } 份材料也一起。会保留 30 天。
cradle-deleted =
    { $name }已经在回收站里，保留 30 天。
    /角色 回收站 —— 看回收站
cradle-button-all = 成长中的角色
cradle-button-feed = 投喂
cradle-button-try = 试聊
cradle-button-dream = 想象剩下的
cradle-button-born = 让它诞生
cradle-button-older = 用旧的（{ $number }）
cradle-button-agree = 同意
cradle-button-refuse = 不要
cradle-button-export = 导出
