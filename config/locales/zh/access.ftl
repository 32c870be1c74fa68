# 谁能说话：主人，以及主人开放的地方。

error-not-owner = 只有这个 Omoide 的主人能这样做。
error-no-such-space = 没有编号为 { $number } 的地方，请看地方列表。
