# 听语音消息，以及朗读回复。

voice-unheard = 语音消息收到并保存了，但我在这里听不了录音：请把说的话打成文字。机器人的主人可以配置一个听语音的服务。
voice-empty = 我听了，但没有听出说的是什么。请再说一遍，或者打成文字。
voice-too-long = 这段录音有 { $minutes } 分钟，我最多听 { $limit } 分钟。请发一段短些的，或者把要紧的打成文字。

# 服务为什么没有听成或读成；主人会看到。

error-voice = { $endpoint } 没有处理这条语音。请再试一次，日志里有详情。
error-voice-unreachable = 连不上 { $endpoint }。请确认服务已启动，并检查 { $service ->
    [speaking] OMOIDE_SPEECH__URL。
   *[hearing] OMOIDE_TRANSCRIPTION__URL。
}
error-voice-silent = { $endpoint } 用了超过 { $seconds } 秒还没有结果。换一个小些的模型会快些。
error-voice-key = { $endpoint } 不接受这个密钥，或者账户余额不足。请检查 { $service ->
    [speaking] OMOIDE_SPEECH__KEY。
   *[hearing] OMOIDE_TRANSCRIPTION__KEY。
}
error-voice-model = { $endpoint } 没有名为 { $model } 的模型。请检查 { $service ->
    [speaking] OMOIDE_SPEECH__MODEL。
   *[hearing] OMOIDE_TRANSCRIPTION__MODEL。
}
error-voice-rate = { $endpoint } 收到的请求太多，或者额度已用完。请过一会儿再试。
error-voice-too-much = { $service ->
    [speaking] 这条回复太长，{ $endpoint } 读不了，文字还在。
   *[hearing] 这段录音太大，{ $endpoint } 听不了。请发一段短些的。
}
error-voice-unreadable = { $endpoint } 返回的不是{ $service ->
    [speaking] 声音。请检查 OMOIDE_SPEECH__URL，多数服务的地址以 /v1 结尾。
   *[hearing] 听写结果。请检查 OMOIDE_TRANSCRIPTION__URL，多数服务的地址以 /v1 结尾。
}
error-voice-refused = { $service ->
    [speaking] { $endpoint } 没有朗读这条回复。请检查 OMOIDE_SPEECH__MODEL 和 OMOIDE_SPEECH__VOICE。
   *[hearing] { $endpoint } 读不了这种录音。如果是 whisper.cpp，请用 --convert 启动它的服务。
}
error-voice-failed = { $endpoint } 现在有问题。请过一会儿再试。

# 朗读回复：/朗读。

error-speech-missing = 还没有可以朗读的服务。运行这个机器人的人可以添加一个，做法见使用说明的“语音”一节。
error-speech-off = 这里没有打开朗读。管理员可以改：/设置 voice 按需
error-nothing-to-say = 这里没有可以读出来的回复。
