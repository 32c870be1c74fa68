# 故事的章节。

chapter-told = 第 { NUMBER($number, useGrouping: 0) } 章结束了。摘要会带进下一章，这一章里发生的事以后也能想起来。
chapter-untold = 第 { NUMBER($number, useGrouping: 0) } 章结束了，但模型没能写出摘要。这一章的消息都还在；请给后台工作换一个模型。

error-nothing-since-chapter = 这一章开始以后还没有人说过话。请先接着写，再结束它。
