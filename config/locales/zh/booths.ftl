# 单间：在群聊旁边，一个人和角色单独聊的地方。

error-no-booth = { $why ->
    [one-place] 这里没有单间：你已经在和角色单独聊了。
    [private] 你在这里已经是和角色单独聊了。
    [kind] 这种频道不能开子区，没有任何变化。单间要开在文字频道里。
    [later] 平台刚才没有响应，单间还没有开好。请稍后再试。
    [talk-alone] 我没法把你加进子区：我在这里需要“在子区内发送消息”权限。请找服务器管理员给我这个权限，然后再点一次。
   *[rights] 我没法开私密子区：我在这里需要“创建私密子区”权限。请找服务器管理员给我这个权限，然后再点一次。
}

command-mode-booths = 让大家和角色单独聊
booths-lounge = 单间要在群聊模式里开。切换到群聊：{ $command }
booths-offered = 想和{ $character }单独聊聊吗？点按钮就能打开你的单间。
booths-button = 单独聊
booth-title = 和{ $character }单独聊
booth-made = 你的单间：{ $way }
booth-again = 你已经有单间了：{ $way }
booth-alone = 在这里可以和我单独聊：{ $address }
divider-booth = ——和{ $character }单独聊；除了你，只有{ $platform ->
    [telegram] 群
   *[other] 服务器
}管理员能看到这个子区——
command-mode-booth = 打开你和角色的单间
