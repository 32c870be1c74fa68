# 导入和导出文件时的询问与回答。

import-found = { $kind ->
    [character] 角色卡：{ $name }
    [world] 世界书：{ $name }
    [preset] 预设：{ $name }
    [chat] 聊天记录：{ $name }
    [quick] 快捷回复：{ $name }
    [scripts] 正则脚本：{ $name }
    [background] 故事背景：{ $name }
    [memories] 故事的记忆：{ $name }
    [story] 完整的故事：{ $name }
   *[backup] SillyTavern 备份：{ $name }
}
import-more-facts = ……另外还有 { $count } 条说明
import-question = { $kind ->
    [character] 要导入这个角色吗？
    [world] { $offer ->
        [character] 要导入这本世界书，给这里的角色用吗？
        [chat] 要导入这本世界书，只在当前会话里用吗？
       *[bring] 要导入这本世界书吗？
    }
    [quick] 要导入这些快捷回复吗？
    [preset] 要导入这个预设吗？
    [background] { $offer ->
        [chat] 要导入这个背景，并用于这里的故事吗？
       *[bring] 要导入这个背景吗？
    }
    [memories] 要把这些记忆加进当前会话吗？导入前会自动存档。
    [chat] 要导入这份聊天记录，从最后一句接着聊吗？
    [scripts] { $offer ->
        [character] 要导入这些脚本，给这里的角色用吗？
       *[bring] 要导入这些脚本，给这里的所有会话用吗？
    }
    [story] 要导入这个故事，在这里继续吗？
   *[backup] 要把里面的内容全部导入（不运行脚本）吗？
}
import-offer = { $offer ->
    [calm] 导入，但不运行脚本
    [chat] 只在当前会话用
    [character] 给这里的角色用
    [mine] 是我导出的
   *[bring] { $kind ->
        [chat] 导入并接着聊
        [world] 先保存，以后用
        [background] 先保存，以后用
        [scripts] 给这里的所有会话用
        [backup] 先看看脚本
        [story] 导入并继续
       *[other] 导入
    }
}
import-done = { $kind ->
    [character] 已导入：{ $name }。
    [world] 已导入世界书“{ $name }”。用 /场景 世界书 可以看它在哪里生效。
    [preset] 已导入预设“{ $name }”。用 /场景 预设 可以看到全部预设。
    [chat] 已导入，从这里接着聊：
    [quick] 已导入快捷回复“{ $name }”。用 /场景 快捷回复 可以看到它们。
    [scripts] 已导入正则脚本“{ $name }”。
    [background] 已保存故事背景“{ $name }”。
    [memories] 已导入{ $name }的记忆。
    [story] 已导入，故事在这里继续：
   *[backup] 已导入：{ $name }。用 /角色、/会话 和 /场景 查看新增的内容。
}

# 文件里的正则脚本，逐个询问。

script-title = 第 { $number } / { $count } 个脚本：“{ $name }”
script-owner = { $kind ->
    [card] 来自{ $name }的角色卡。
    [preset] 来自预设“{ $name }”。
    [character] 原来用于{ $name }。
    [place] 原来用于所有聊天。
   *[file] 来自文件 { $name }。
}
script-place = { $place ->
    [user_input] 修改你写的话。
    [ai_output] 修改角色的回复。
    [slash_command] 修改其他程序的命令发出的话。
    [world_info] 修改世界书的内容。
   *[reasoning] 修改模型的思考过程。
}
script-seen = { $by ->
    [person] 只改你看到的文字，模型读到的不变。
    [model] 只改模型读到的文字，你看到的不变。
   *[both] 你看到的和模型读到的都会改。
}
script-did-not-run = 在原来的地方没有获准运行。
script-find = 查找：{ $text }
script-replace = 替换为：{ $text }
script-deletes = 找到后删掉。
script-trim = 并从找到的内容里去掉：{ $text }
script-whole = 全文在文件 { $name } 里。
script-question = 允许它运行吗？
script-yes = 允许
script-all = { $count ->
    [1] 允许最后这个
   *[other] 剩下 { $count } 个全部允许
}
script-none = { $count ->
    [1] 不允许最后这个
   *[other] 剩下 { $count } 个都不允许
}

import-left = 没有导入任何内容。
import-next-character = 开始会话
import-next-preset = 在这里使用
import-next-budget = 预算改为 { $tokens }

export-done = 文件已生成：{ $name }
export-left-out = 这个文件里不包含：{ $what }。想要一个什么都有的文件，请导出卡包（CHARX）：{ $command }
export-left-out-face = 头像
export-left-out-emotions = { $count } 张表情图片
export-left-out-others = 角色卡里的其他 { $count } 个文件

next-page = 第 { $page } 页 ›
pages-file-too-big = { $name } 太大，在这里发不出来（上限 { $megabytes } MB）。请在终端里用同样的命令导出。
pages-no-files = { $name } 在这里发不出来：在这个平台上我不能发送文件。可以在终端里用同样的命令导出。
