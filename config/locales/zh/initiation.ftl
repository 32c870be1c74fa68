# 读入故事，以及记忆文件。

error-memory-file-empty = 这个文件里没有记忆。请换一个文件，或用 /记忆 添加 自己写。
error-memory-file-newer = 这个记忆文件是第 { NUMBER($version, useGrouping: 0) } 版格式，目前最多支持第 { NUMBER($known, useGrouping: 0) } 版。请先更新 Omoide，再重新导入。
error-nothing-remembered = 这个会话还没有任何记忆。接着聊，或者写一条，比如：/记忆 添加 莉娜周日要来
error-initiation-running = 这个故事正在读入记忆。
error-initiation-not-running = 这个故事现在没有在读入记忆。
error-initiation-not-paused = 读入没有暂停，不需要继续。
error-nothing-to-read = 这个故事已经全部读入记忆，新的内容会随时读入。
error-pages-off = 这里没有打开故事页。请先打开设置“story_pages”。

file-memories-pages = 故事页：{ $count }
file-memories-timeline = 时间线：{ $count } 条
file-memories-items = 物品：{ $count }
file-memories-dossiers = 人物：{ $count }
file-memories-summaries = 摘要和章节：{ $count }
file-memories-notes = 记忆：{ $count }
file-memories-persona = 角色的成长人设
file-memories-left-aside = 读不出来而跳过的：{ $count }
brought-memories = 新增 { $count } 条。导入前的位置已存档，用 /读档 可以回去。
brought-memories-known = 已经知道的：{ $count } 条。

initiation-begins = 正在把故事读入记忆：共 { NUMBER($total, useGrouping: 0) } 条消息……
initiation-resumed = 继续把故事读入记忆：已读 { NUMBER($read, useGrouping: 0) } 条，共 { NUMBER($total, useGrouping: 0) } 条消息……
initiation-setting = 正在把故事读入记忆：世界书和角色卡……
initiation-messages = 正在把故事读入记忆：第 { NUMBER($first, useGrouping: 0) }–{ NUMBER($last, useGrouping: 0) } 条消息，共 { NUMBER($total, useGrouping: 0) } 条……
initiation-paused = 读入已暂停，停在第 { NUMBER($read, useGrouping: 0) } 条，共 { NUMBER($total, useGrouping: 0) } 条。
initiation-anew = 正在重读没有写进故事页的 { NUMBER($messages, useGrouping: 0) } 条消息。结果可以用 /剧情 读入 查看。
initiation-gaps = 故事已读入记忆，共 { NUMBER($total, useGrouping: 0) } 条消息。其中 { NUMBER($lost, useGrouping: 0) } 条，模型没有给出可用的回答，所以没有写进故事页。换一个辅助模型后，输入 /剧情 读入 开始，会再试这一部分。
initiation-done = 故事已读入记忆，共 { NUMBER($total, useGrouping: 0) } 条消息。
file-memories-joined = { $name }合并后是：{ $text }
file-memories-joined-more = 另有 { $count } 项这里已经知道一些，都会保留，再补上文件里的
file-memories-grows = 角色已有的成长人设会保留，再补上文件里的
file-memories-known = 这里已经知道、不会改动的：{ $count }
brought-memories-joined = 与已有内容合并的：{ $count } 项。
