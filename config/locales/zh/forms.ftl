# 指令要你写的话：弹窗里填，或者一条一条问。

button-write = ✏️ 填写
button-form-cancel = ✖ 取消
button-form-keep = 保持原样
button-form-empty = 留空

form-how = 要写的话，请输入：{ $usage }
form-title = { $title }{ $steps ->
    [1] {""}
   *[other] {" "}· 第 { $step } 步，共 { $steps } 步
}
form-now = 现在的内容（点一下就能复制）：
form-now-in-file = 现在的内容在文件里。
form-long = 超过一条消息（4,096 字）？请用 .txt 文件发来。
form-question = ✏️ { $label }
form-part-label = { $label }（{ $part }/{ $parts }）
form-left = “{ $title }”已取消，没有任何改动。
form-closed = “{ $title }”已取消。
form-filled = “{ $title }”已填好。
form-reply = 请回复这条消息来回答。
form-cut = 这段话占满了一整条消息，后面可能被截断了。请把全文用 .txt 文件发来，或者回复这条消息发一段短一点的。/取消 放弃修改。
form-no-words = 这里需要文字：发一条消息，或者一个 .txt 文件。/取消 放弃修改。
form-forwarded = 转发的消息是别人的话，不能当作回答。请复制文字自己发送，或者 /取消。
form-not-read = 这个文件里没有文字。请发 .txt 文件，或者直接写消息。/取消 放弃修改。
form-asked-there = 我在群里问你了，请在那里回复我的提问。
form-empty = 这里不能留空。/取消 放弃修改。
form-overtaken = 你填写的时候，这里的内容被改过了。为了不丢掉任何一份，你写的还没有保存。要保存你的，请重新打开表单，再填进去。
form-overtaken-now = { $label }——现在的内容：
form-overtaken-yours = { $label }——你写的：
form-gone = 这张表单已失效，请重新输入命令。
form-terminal-now = 现在的内容：{ $words }
form-terminal-keep = { $now ->
    [yes] 直接按回车保持原样{ $optional ->
        [yes] ，只输入“.”清空
       *[no] {""}
    }。/取消 放弃修改。
   *[no] { $optional ->
        [yes] 直接按回车跳过。
       *[no] {""}
    }/取消 放弃修改。
}
form-terminal-edit = 改好后按回车。/取消 放弃修改。

command-fix-text = 正确的是什么？一句话就好
command-fix-memory-text = 改正后的内容
command-fix-fact-text = 改正后的内容
command-edit-text = 你说的话，改成什么
command-edit-pointed = 改写这条消息
command-edit-pointed-text = 这条消息，改成什么
command-save-rename-name = 新名字
command-chats-rename-title = 新标题
