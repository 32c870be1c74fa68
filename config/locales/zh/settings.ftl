# 设置：每一项的名字、一句说明，以及设置时可能出的错。

setting-language = 语言
setting-language-help = Omoide 跟你说话时用的语言。没有选过的话，你写什么语言就用什么语言。角色总是用你写的语言回答。
setting-language-is-en = English
setting-language-is-zh = 中文
setting-timezone = 时区
setting-timezone-help = “今天”“昨晚”按哪个时区算，例如 Asia/Shanghai。
setting-mode = 模式
setting-mode-help = 我在这里怎样聊天：像朋友一样聊（陪伴），写长文、可以换一版和存档（剧情），在群里叫到才回答（群聊），或者角色们自己发动态（圈子）。
setting-mode-is-chat = 陪伴
setting-mode-is-story = 剧情
setting-mode-is-lounge = 群聊
setting-mode-is-circle = 圈子
setting-speaks = 什么时候回复
setting-speaks-help = 角色什么时候回复。{ $hears ->
    [no] 提到它或回复它，它总会回复。群里的其他消息我收不到。
   *[yes] 提到它、回复它或叫它的名字，它总会回复。
}
setting-speaks-is-always = 每条都回
setting-speaks-is-called = 叫到才回
setting-speaks-is-chance = 叫到就回，偶尔也插话
setting-chance = 插话的机会
setting-chance-help = 不是对它说的消息，角色有多大机会接话：0.1 就是十条里一条。{ $hears ->
    [no] 群里的这种消息我收不到。
   *[yes] {""}
}
setting-listen = 旁听
setting-listen-help = 不是对它说的消息，角色也会读、也会记。关闭时，这些消息一概不保存。{ $hears ->
    [no] 群里的这种消息我收不到。
   *[yes] {""}
}
setting-undo-by = 谁可以撤回
setting-undo-by-help = 谁可以撤回最后一轮对话。会话发起人和管理员总是可以。
setting-undo-by-is-part = 参与的人
setting-undo-by-is-everyone = 所有能聊天的人
setting-undo-by-is-host = 只有会话发起人
setting-proxies = 代发的消息
setting-proxies-help = 读用 PluralKit、Tupperbox 代发的消息。
setting-controls = 按钮
setting-controls-help = 在回复下面显示按钮：换一条、继续、想起了什么、更多。
setting-webhooks = 自己的名字和头像
setting-webhooks-help = 在 Discord 上，角色用自己的名字和头像说话。
setting-drafts = 草稿
setting-drafts-help = 在 Telegram 私聊里，回复以草稿的形式逐渐显示。看得更快，但万一崩溃，可能会显示两次。
setting-scene-strategy = 谁来回复
setting-scene-strategy-help = 有几个角色时，没点名由谁回复。
setting-scene-strategy-is-auto = 按导入的故事，没有就自然接话
setting-scene-strategy-is-natural = 想说的人说
setting-scene-strategy-is-list = 按顺序每个都说
setting-scene-strategy-is-pooled = 由还没说过的说
setting-scene-strategy-is-manual = 只有点到名的说
setting-scene-rounds = 角色之间接话
setting-scene-rounds-help = 人说完一句后，角色之间最多再互相接几句。每句都和普通回复一样花钱。
setting-scene-cards = 场景里的角色卡
setting-scene-cards-help = 角色能读到其他角色卡的多少。
setting-scene-cards-is-auto = 按导入的故事，没有就只读自己的
setting-scene-cards-is-swap = 只读自己的
setting-scene-cards-is-join = 所有角色卡合在一起
setting-history-limit = 可见消息数
setting-history-limit-help = 角色能逐字看到最近多少条消息。0 表示预算能放多少就放多少。
setting-budget-tokens = 预算
setting-budget-tokens-help = 每次回复前让模型读多少内容。越多记得越多，花费也越高。
setting-memory-position = 回忆的位置
setting-memory-position-help = 想起来的事放在模型所读内容的什么地方。
setting-memory-position-is-before-history = 历史消息之前
setting-memory-position-is-before-last-message = 你最后一句话之前
setting-history-characters = 可见字数
setting-history-characters-help = 模型读到的历史消息最多多少字。0 表示不限。
setting-history-load-all = 整个会话
setting-history-load-all-help = 从第一条消息起全部发给模型；太长就会报错，不再裁剪。
setting-recall = 回忆
setting-recall-help = 角色会想起以前聊过的、和现在有关的事。
setting-recall-items = 回忆：条数
setting-recall-items-help = 每次回复最多想起几条记忆。
setting-recall-tokens = 回忆：预算
setting-recall-tokens-help = 想起的记忆在提示词里最多占多少。
setting-recall-candidates = 回忆：候选
setting-recall-candidates-help = 从多少条可能相关的记忆里挑选。
setting-recall-floor = 回忆：相似度
setting-recall-floor-help = 一条记忆的意思和用词合起来要和问题多像才会想起：0.2 是毫不相干，0.5 是一问一答。/为什么 全部 里能看到这个数。
setting-recall-ranking = 回忆：排序
setting-recall-ranking-help = 记忆按什么排序。
setting-recall-ranking-is-fused = 综合考虑
setting-recall-ranking-is-decay = 相似度随时间变淡
setting-recall-half-life = 回忆：淡忘
setting-recall-half-life-help = 选“相似度随时间变淡”时，过多久一条记忆就不太算数了。
setting-recall-tags = 回忆：种类
setting-recall-tags-help = 哪些记忆会自动想起来，用逗号隔开：manual（手写的）、summary（摘要）、user_input（大家说的话）、ai_output（角色说的话）。
setting-recall-replies = 回忆角色的话
setting-recall-replies-help = 不只想起大家说的，也想起角色自己说过的话。
setting-diary-filter = 日记：按话题
setting-diary-filter-help = 问到某一天时，只带上和问题相近的内容。
setting-diary-threshold = 日记：相似度
setting-diary-threshold-help = 要多相似才算相近。
setting-diary-turns = 日记：每天回复数
setting-diary-turns-help = 一天里至少回复过这么多次，才会为这天写一篇日记。
setting-facts = 记录事实
setting-facts-help = 记下关于大家和故事的事实。会时不时用一次辅助模型。
setting-core-rounds = 事实：轮数
setting-core-rounds-help = 从最近多少轮对话里找事实。
setting-core-items = 事实：条数
setting-core-items-help = 每次回复最多带上几条事实。
setting-core-floor = 事实：相似度
setting-core-floor-help = 事实和正在说的话要多相似才带上。
setting-world-top-k = 世界书：按意思
setting-world-top-k-help = 最多带上几条意思相近的世界书条目。
setting-books-threshold = 世界书：相似度
setting-books-threshold-help = 条目要多相似才带上。
setting-background-tokens = 后台预算
setting-background-tokens-help = 这里的后台工作每天最多用多少 token。0 表示不做。
setting-retention-days = 保留
setting-retention-days-help = 消息多久之后删除。0 表示一直保留。
setting-summary = 摘要
setting-summary-help = 聊得很长时，较早的部分什么时候换成摘要，不再逐字发送。
setting-summary-is-off = 从不
setting-summary-is-auto = 占满预算的一半时
setting-summary-is-classic = 超过一定字数时
setting-summary-trigger = 摘要：从多长开始
setting-summary-trigger-help = 按字数时：超过这么长就写摘要。
setting-summary-length = 摘要：长度
setting-summary-length-help = 一篇摘要最多多长。
setting-summary-first = 摘要：保留开头
setting-summary-first-help = 按字数时：开头这么多条消息保留原文。
setting-summary-last = 摘要：保留结尾
setting-summary-last-help = 按字数时：最后这么多条消息保留原文。
setting-chapter-turns = 章节：保留轮数
setting-chapter-turns-help = 新的一章从上一章最后这么多轮接着写。
setting-chapter-order = 章节：顺序
setting-chapter-order-help = 新的一章以什么开头。
setting-chapter-order-is-summary-first = 先放摘要，再放最后几轮
setting-chapter-order-is-last-n-first = 先放最后几轮，再放摘要
setting-story-pages = 故事页
setting-story-pages-help = 把故事记成索引、故事页和人物档案，需要时再取出来。
setting-page-every = 故事页：每隔
setting-page-every-help = 每这么多条消息写一页。
setting-page-choice = 故事页：由谁挑选
setting-page-choice-help = 回复需要哪些故事页和人物档案，由谁来挑。
setting-page-choice-is-model = 辅助模型
setting-page-choice-is-keywords = 和对话共有的词
setting-search = 联网搜索
setting-search-help = 你问到新闻、价格、天气这类外面世界的事时，角色要不要上网查。选“模型”时，由聊天模型在回答时自己决定，每次回复最多查两次；不会调用工具的模型按“自动”处理。需要配置搜索服务，make doctor 会显示有没有。
setting-search-is-off = 关
setting-search-is-ask = 先问一声
setting-search-is-auto = 自动
setting-search-is-tool = 由模型决定
setting-search-results = 联网搜索：结果数
setting-search-results-help = 每次搜索最多取回多少个网页。
setting-search-tokens = 联网搜索：篇幅
setting-search-tokens-help = 查到的内容里，角色最多读多少。
setting-search-daily = 联网搜索：每天次数
setting-search-daily-help = 每个人每天最多查多少次。0 表示不查。
setting-search-sections = 联网搜索：心里话
setting-search-sections-help = 角色要不要另外说出想起了什么、怎么看查到的内容，以及怎么显示。
setting-search-sections-is-off = 不说
setting-search-sections-is-quote = 显示为引用
setting-search-sections-is-spoiler = 遮住，点开才看
setting-page-items = 故事页：条数
setting-page-items-help = 每次回复最多取回几页。
setting-page-depth = 故事页：深度
setting-page-depth-help = 放在对话末尾往前第几条消息处。
setting-dossier-items = 人物档案：条数
setting-dossier-items-help = 每次回复最多取回几份人物档案。
setting-dossier-depth = 人物档案：深度
setting-dossier-depth-help = 放在对话末尾往前第几条消息处。
setting-index-tokens = 索引：预算
setting-index-tokens-help = 故事索引在提示词里最多占多少。
setting-fresh-pages = 故事页：详细页数
setting-fresh-pages-help = 多少页保持详细，更早的会压缩成简略。
setting-catalogue-pages = 故事页：目录页数
setting-catalogue-pages-help = 目录里最多这么多页，更早的只留在时间线里。
setting-timeline-lines = 时间线：行数
setting-timeline-lines-help = 时间线超过这么多行，就把旧的合并。
setting-hide-processed = 隐藏已成页的消息
setting-hide-processed-help = 已经写进故事页的消息不再发给模型，但仍会保留。
setting-visible-messages = 隐藏：保留条数
setting-visible-messages-help = 最近这么多条消息始终保留原文。
setting-init-batch = 读入记忆：每批
setting-init-batch-help = 把故事读入记忆时，每批读多少条消息。
setting-director = 导演
setting-director-help = 故事按背景里的大纲推进。
setting-director-after = 导演：提醒时机
setting-director-after-help = 连续这么多次回复没有推进，就提醒角色当前剧情点。
setting-director-events = 导演：事件数
setting-director-events-help = 一次提醒最多带上本故事的多少个事件。
setting-director-others = 导演：其他故事
setting-director-others-help = 一次提醒最多带上其他故事的多少个事件，仅供参考。
setting-director-checks = 导演：核对
setting-director-checks-help = 由辅助模型根据对话判断剧情点是否达成。
setting-show-progress = 导演：显示标记
setting-show-progress-help = 回复里的进度标记也显示给大家看。
setting-evolve = 成长人设
setting-evolve-help = 角色的人设随故事成长。
setting-evolve-every = 成长：每隔
setting-evolve-every-help = 每这么多轮自动成长一次。
setting-evolve-turns = 成长：读多少轮
setting-evolve-turns-help = 根据最近这么多轮来成长。
setting-evolve-change = 成长：改动幅度
setting-evolve-change-help = 一次最多改动人设的多少。
setting-evolve-locked = 成长：锁定
setting-evolve-locked-help = 永远不变的字段，用逗号隔开。
setting-total-tokens = 总上限
setting-total-tokens-help = 裁剪之后仍超过这个长度的提示词，不会发送。
setting-cached-percent = 缓存价格
setting-cached-percent-help = 刚读过的内容再读一次，服务商按原价的百分之几收费。消息保留多少条原文、什么时候把更早的写成摘要，就按这个价格取最省钱的做法。如果设了预算，或者没有打开回忆角色的话，则改为拿预算的一半放消息。
setting-middle-warning = 提醒：中段
setting-middle-warning-help = 历史消息、回忆和提醒加起来超过这个长度时，提醒一次。
setting-conversation-warning = 提醒：整个会话
setting-conversation-warning-help = 整个会话超过这个长度时，提醒一次。
setting-depth-counting = 深度怎么数
setting-depth-counting-help = 深度从哪里数起。一般的角色卡和世界书都是从最新一条消息数。
setting-depth-counting-is-st = 从最新一条消息数
setting-depth-counting-is-user = 从你最新一条消息数
setting-strict-order = 严格按顺序
setting-strict-order-help = 预设顺序里缺少的内容照 SillyTavern 的办法处理：聊天记录和示例对话不发送，角色卡的内容放到最后。
setting-scripts = 正则脚本
setting-scripts-help = 运行角色卡和预设里、导入时允许过的正则脚本。
setting-world-scan-depth = 世界书：扫描深度
setting-world-scan-depth-help = 在最近多少条消息里找世界书的关键词。
setting-world-budget = 世界书：预算
setting-world-budget-help = 世界书条目最多占模型上下文的多少。
setting-world-budget-cap = 世界书：预算封顶
setting-world-budget-cap-help = 不管占比多少，世界书条目最多这么长。0 表示不封顶。
setting-world-recursion = 世界书：递归
setting-world-recursion-help = 条目的内容可以再触发别的条目。
setting-world-recursion-steps = 世界书：递归层数
setting-world-recursion-steps-help = 最多查找几遍，第一遍也算在内。1 表示条目不会触发别的条目，0 表示不限。
setting-world-min-activations = 世界书：至少几条
setting-world-min-activations-help = 找不到这么多条就继续往前扫描。0 表示不用。
setting-world-case = 世界书：区分大小写
setting-world-case-help = 关键词的大小写也要一致。
setting-world-whole-words = 世界书：整词匹配
setting-world-whole-words-help = 单个词的关键词要独立成词。中文、日文关键词照样能在句子里匹配。
setting-world-group-scoring = 世界书：分组评分
setting-world-group-scoring-help = 同一组里，匹配关键词最多的条目胜出。
setting-world-names = 世界书：名字
setting-world-names-help = 说话人的名字里也找关键词。
setting-world-order = 世界书：先后
setting-world-order-help = 哪些条目先用预算；顺序值相同时，先用的排在后面。
setting-world-order-is-character-first = 依次是会话、人设、角色的世界书
setting-world-order-is-evenly = 所有世界书放在一起，顺序值大的优先
setting-reply-max-tokens = 回复长度上限
setting-reply-max-tokens-help = 一条回复最长到这里，超过会截断。
setting-temperature = 温度
setting-temperature-help = 低则稳定，高则出人意料。不设就用模型自己的。
setting-pictures = 给模型看的图片
setting-pictures-help = 会看图的模型最多看到聊天里最新的多少张图片，每张约占 1,000 个 token。0 表示一张也不给。
setting-bubbles = 分条发送
setting-bubbles-help = 把一条回复分成最多这么多条短消息发送。0 表示作为一整条发送。
setting-voice = 朗读
setting-voice-help = 什么时候把回复也读出来：从不、有人输入 /朗读 时，或者每条都读。要先接上一个朗读的服务。
setting-voice-is-off = 从不
setting-voice-is-request = 按需
setting-voice-is-always = 总是
setting-feelings = 表情图片
setting-feelings-help = 回复里带了情绪、而角色正好有这张表情图片时，把图片发在回复后面；表情变了才发。
setting-show-gestures = 显示动作
setting-show-gestures-help = 在回复里保留 *微笑* 这样的动作描写。
setting-emotion-pattern = 情绪标记
setting-emotion-pattern-help = 模型怎样标注情绪，{"{}"} 代表情绪本身。
setting-gesture-pattern = 动作标记
setting-gesture-pattern-help = 模型怎样标注动作，{"{}"} 代表动作本身。
setting-debounce = 回复前的等待
setting-debounce-help = 最多等多久，看你是否还要说，好把连发的几条一起回复。话已说完、也没人在输入时，只等四分之一。
setting-answer-unanswered = 补回复的时限
setting-answer-unanswered-help = 模型恢复后，多久以内的消息还会补上回复。
setting-person-share = 每人份额
setting-person-share-help = 这里有总预算时，一个人一天最多用其中多少；单独给这个人设了预算的除外。0 表示不限。
setting-person-files = 每人文件
setting-person-files-help = 每个人在这里最多保存多少：角色卡、世界书、其他导入的文件和图片。
setting-space-files = 全部文件
setting-space-files-help = 这里所有人加起来最多保存多少。
setting-person-imports = 每人待导入
setting-person-imports-help = 每个人最多有几个文件可以等着确认导入。
setting-space-imports = 全部待导入
setting-space-imports-help = 这里所有人加起来最多有几个文件等着确认导入。
setting-person-memories = 每人记忆
setting-person-memories-help = 每个人在这里最多手写或导入多少条记忆。
setting-space-memories = 全部记忆
setting-space-memories-help = 这里所有人加起来最多手写或导入多少条记忆。

unit-bubbles = { $count ->
    [0] 一条
    [1] 一条
   *[other] 最多 { $count } 条
  }
unit-messages = { $count } 条
unit-tokens = { $count } 个 token
unit-characters = { $count } 字
unit-days = { $count } 天
unit-percent = { $count }%
unit-megabytes = { $count } MB
unit-seconds = { $count } 秒
unit-minutes = { $count } 分钟

scope-default = Omoide 默认
scope-house = 配置里的默认值
scope-mode = 这个会话的模式
scope-app = 你的应用所用的语言
scope-space = { $platform ->
    [telegram] 整个群
    [terminal] 这里的所有会话
   *[other] 整个服务器
}
scope-character = 这个角色
scope-channel = 这个会话
scope-written = 你平时写的语言
scope-named = 你输入的命令
scope-person = 你自己

error-setting-unknown = 没有叫“{ $name }”的设置。{ $count ->
    [0] 输入 /设置 查看有哪些。
   *[other] 你要找的也许是：{ $near }
  }
error-setting-out-of-range = “{ $label }”（{ $name }）可以设为 { $low } 到 { $high }。
error-setting-not-understood = { $name ->
    [timezone] 没有这个时区。请按这样的写法填：{ $expected }
   *[other] “{ $label }”（{ $name }）不能这样设。可以填：{ $expected }
  }
error-setting-not-here = “{ $label }”（{ $name }）不能{ $scope ->
    [person] 为个人
    [channel] 为一个会话
    [character] 为一个角色
    [space] 为{ $platform ->
        [telegram] 整个群
        [terminal] 这里的所有会话
       *[other] 整个服务器
    }
   *[other] 在这里
  }单独设置。能在哪里设，看 /设置 { $name }。
error-setting-too-loose = “{ $label }”（{ $name }）在这里最多是 { $limit }：{ $scope ->
    [space] { $platform ->
        [telegram] 群
        [terminal] 这里
       *[other] 服务器
    }
    [character] 角色
    [channel] 会话
   *[other] 上一级
  }的设置限定了上限。

error-prompt-too-long = 内容太长，模型读不下：共 { $tokens } 个 token，最多 { $limit } 个。
error-prompt-refused = { $cause ->
    [message] 这条消息太长，没法回复：它有 { $own } 个 token，除去每次都要带的内容，只剩 { $free } 个的空间。请分几次发，或用 /改写 缩短；直接发下一条也会得到回复。
    [history] 已设为每次都读整个会话（history_load_all），现在共有 { $tokens } 个 token，最多放得下 { $limit } 个。输入 /设置 history_load_all 关，或用 /新对话 重新开始。
   *[standing] 光是角色卡、预设和人设就有 { $own } 个 token，最多放得下 { $limit } 个。请用 /角色 编辑 精简角色卡，或换一个短些的预设。
}{ $bound ->
    [total] 上限来自 total_tokens：输入 /设置 total_tokens { NUMBER($better, useGrouping: 0) } 就放得下了。
    [reply] 上限来自模型的上下文，其中一部分要留给回复：输入 /设置 reply_max_tokens { NUMBER($better, useGrouping: 0) } 就放得下了。
    [context] 上限来自模型的上下文，换一个上下文更长的模型才能读更多。
   *[most] 没有哪个设置能放宽到这么长。
}
error-message-too-long = 这条消息没有收下：它有 { $length } 个字符，约 { $tokens } 个 token，一次最多放得下 { $limit } 个。请分几次发，或者缩短。{ $bound ->
    [total] 上限来自 total_tokens：输入 /设置 total_tokens { NUMBER($better, useGrouping: 0) } 就放得下了。
    [reply] 上限来自模型的上下文，其中一部分要留给回复：输入 /设置 reply_max_tokens { NUMBER($better, useGrouping: 0) } 就放得下了。
    [context] 上限来自模型的上下文，换一个上下文更长的模型才能读更多。
   *[most] 没有哪个设置能放宽到这么长。
}

error-config-invalid = 配置里有 { $count } 项不能用。应该写成这样：
    { $problems }
error-owner-code-weak = { $name } 太容易猜到：谁猜中，谁就是机器人的主人。请用至少十个没有规律的字母和数字，例如 { $example }；或者留空，每次启动时会自动生成一个口令并显示出来。
config-unknown-name = Omoide 不认识 { $name }，能用的名字见 .env.example。
config-unknown-name-near = Omoide 不认识 { $name }，是不是想写 { $near }？
