# 世界书、预设、正则脚本和注入文本的文件。

error-not-a-book = 这不是世界书：{ $seems ->
    [picture] 这张图片里没有世界书。请以文件形式发送世界书。
    [card] 这是一张角色卡。请按角色导入，卡里的世界书会一并导入。
    [preset] 这是聊天补全预设。请按预设导入。
    [text-preset] 这是文本补全的预设。
    [scripts] 这是正则脚本。
    [chat] 这是聊天记录。
    [settings] 这是其他程序的设置。
    [theme] 这是界面主题。
    [text] 这是纯文本。YAML 世界书的每个条目写成一行“关键词: 描述”。
   *[json] 里面没有条目列表。请重新导出世界书。
  }
error-not-a-preset = 这不是聊天补全预设：{ $seems ->
    [picture] 这是一张图片。请以 JSON 文件形式发送预设。
    [card] 这是一张角色卡。请按角色导入。
    [book] 这是世界书。请按世界书导入。
    [text-preset] 这是文本补全的预设或模板。请导出聊天补全用的预设。
    [scripts] 这是正则脚本。
    [chat] 这是聊天记录。
    [settings] 这是其他程序的设置。请单独导出预设。
    [theme] 这是界面主题。
   *[json] 里面既没有提示词，也没有采样参数。请重新导出预设。
  }
error-not-scripts = 这个文件里没有正则脚本：{ $seems ->
    [picture] 这是一张图片。请以 JSON 文件形式发送脚本。
    [card] 这是一张角色卡。请按角色导入，卡里的脚本会一并导入。
    [book] 这是世界书。请按世界书导入。
    [preset] 这是预设。请按预设导入，其中的脚本会一并导入。
    [text-preset] 这是文本补全的预设。
    [chat] 这是聊天记录。
    [settings] 这是其他程序的设置。请单独导出脚本。
    [theme] 这是界面主题。
   *[json] 里面没有可用于查找的表达式。请重新导出脚本。
  }
error-too-many-entries = 这个文件的条目超过 { $limit } 个，没有读取。请拆成几个文件。

book-decorators-ignored = 有些条目带有不支持的装饰器（以 @@ 开头的行），这些行不起作用。
preset-without-prompts = 这个预设只有采样参数和零散文本，提示词沿用原来的。
preset-format-without-gap = 这个预设里有的格式没有写明场景、性格或世界书条目放在哪里，因此改用原文。
inject-filter-undecided = 有些注入文本带有筛选脚本。聊天里的脚本从不运行，所以没有采用这些文本。
