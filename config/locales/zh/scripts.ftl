# 角色卡和预设里的正则脚本，以及世界书里的正则。

error-regex-refused = 这个正则表达式无法使用：{ $reason ->
    [syntax] 它不符合 JavaScript 的写法，问题出在“{ $detail }”。请改正后再试。
    [flags] “{ $detail }”不是 JavaScript 正则的标志。请只使用 g、i、m、s、u 和 y。
    [property] 不支持 \p 中的属性“{ $detail }”。请直接列出字符。
    [sets] 它用了标志 v 的集合运算。请直接列出字符。
    [repeat] 它的重复次数超过了 { $detail } 次。请用小一点的数。
    [long] 它超过了 { $detail } 个字符。请写短一些。
    [many] 这本世界书里的正则太多，或者加起来太大。请删掉一些，或写短一些。
    [deep] 它的分组嵌套超过了 { $detail } 层。请简化一下。
   *[size] 它需要的内存太多。请写短一些，或者减少重复。
  }
