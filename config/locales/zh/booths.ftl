# 单间：在群聊旁边，一个人和角色单独聊的地方。

error-no-booth = { $why ->
    [one-place] 这里只有一处，没有单间。你已经在和角色单独聊了。
    [private] 你在这里已经是和角色单独聊了。
    [kind] 这种频道不能开子区，什么都没有变。单间要开在文字频道里。
    [later] 平台刚才没有回应，单间还没有开好。请稍后再试。
    [talk-alone] 我没法让你进子区：我在这里缺少“在子区内发送消息”权限。请让服务器的管理者给我这个权限，然后再点一次。
   *[rights] 我没法开私密子区：我在这里缺少“创建私密子区”权限。请让服务器的管理者给我这个权限，然后再点一次。
}

command-mode-booths = 让大家和角色单独聊
booths-lounge = 单间只开在群聊模式里。输入这个就能换成群聊：{ $command }
booths-offered = 想和{ $character }单独聊聊吗？点按钮就有一个只属于你的地方。
booths-button = 单独聊
booth-title = 和{ $character }单独聊
booth-made = 你的单间：{ $way }
booth-again = 你已经有单间了：{ $way }
booth-alone = 在这里可以和我单独聊：{ $address }
divider-booth = — 和{ $character }单独聊；除了你，只有服务器的管理者能看到这个子区 —
command-mode-booth = 打开自己和角色单独聊天的地方
