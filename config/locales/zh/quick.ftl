# 快捷回复。

command-scene-quick = 使用快捷回复
command-scene-quick-list = 查看快捷回复
command-scene-quick-delete = 删除一组快捷回复
command-export-quick = 导出一组快捷回复
param-quick = 快捷回复
param-quick-help = /场景 快捷回复 列表 里的名字或编号
param-quick-set = 组
param-quick-set-help = 组的名字
file-quick = { $count ->
    [0] 里面没有快捷回复。
   *[other] 共 { $count } 条快捷回复：{ $texts } 条是文字，{ $runs } 条是能在这里运行的脚本。
  }
quick-hidden = 列表里不显示、但可以按名字使用的：{ $names }。
quick-unrun = “{ $name }”不能在这里运行。不支持：{ $what }
quick-broken = “{ $name }”不能运行：脚本{ $at ->
    [0] 读不懂。
   *[other] 从第 { $at } 个字符起读不懂。
  }
quick-unrun-more = 另有 { $count } 个脚本不能在这里运行{ $what ->
    [none] 。
   *[other] 。不支持：{ $what }
  }
quick-not-by-itself = 这里不会自动运行任何快捷回复，以下 { $count } 条只在你选择时运行：{ $names }。
quick-no-menus = 这里不显示其他组的菜单：{ $names }。
quick-list = 快捷回复{ $pages ->
    [1] {""}
   *[other] （{ $page }/{ $pages }）
}
quick-list-hint =
    /场景 快捷回复 { $number } —— 使用它；写名字也可以，后面的话会一起用上（脚本里要用得上）
    /导入 —— 添加一组
quick-none = 这里还没有快捷回复。用 /导入 可以导入 SillyTavern 的快捷回复。
quick-all-hidden = 这里的快捷回复都不在列表里显示。/场景 快捷回复 { $number } 可以使用其中一条；写名字也可以。
quick-of-set = { $name } · { $text }
quick-said = { $name }：{ $text }
quick-offered = 可以改好后自己发送：
quick-done = 已完成：{ $name }。
quick-delete-sure = 要删除“{ $name }”这一组吗？它说过和存过的内容会保留。
quick-deleted = 已删除“{ $name }”这一组。
error-not-quick-replies = 这个文件里没有快捷回复。
error-slash-broken = 这个脚本{ $at ->
    [0] 读不懂
   *[other] 从第 { $at } 个字符起读不懂
  }，什么都没有做。
error-slash-unrun = “{ $reply }”不能在这里运行，什么都没有做。不支持：{ $what }
error-slash-takes-no-words = “{ $reply }”后面不能加话，什么都没有做。请不加话再用一次。
error-slash-too-long = { $what ->
    [commands] 这个脚本要做的命令超过 { $limit } 条
    [messages] 这个脚本要说的话超过 { $limit } 句
    [characters] 这个脚本要说的话超过 { $limit } 个字符
    [read] 这个脚本要读的脚本超过 { $limit } 个字符
    [depth] 互相运行的快捷回复超过 { $limit } 层
    [text] 这个脚本要放进提示词的一段文字超过 { $limit } 个字符
   *[texts] 脚本放进这个会话提示词的文字会超过 { $limit } 段
  }，什么都没有做。
error-slash-speaker-unknown = 会话里没有叫“{ $name }”的角色，什么都没有做。
error-slash-reply-unknown = 这里没有快捷回复“{ $name }”。用 /场景 快捷回复 列表 可以查看全部。
error-slash-variable-refused = 变量“{ $name }”存不下，什么都没有做。
error-slash-comparison-unknown = 这个脚本的比较方式“{ $rule }”做不到，什么都没有做。
error-no-such-quick-set = 这里没有叫“{ $number }”的快捷回复组。
error-too-many-quick-sets = 这里已经有 { $limit } 组快捷回复，不能再多了。用 /场景 快捷回复 删除 可以腾出位置。
error-quick-meanwhile = 同一时刻有人说了别的话，请再试一次。
