# Listening to voice messages, and saying replies aloud.

voice-unheard = I kept the voice message, but I can't listen to recordings here. Please write what you said. The owner of this bot can set up a service that listens.
voice-empty = I listened, but couldn't make out any words. Please say it again, or write it.
voice-too-long = That recording is { $minutes } min long, and I listen to { $limit } min at most. Please send a shorter one, or write what matters.

# Why a service did not listen or speak; an owner reads it.

error-voice = { $endpoint } gave no answer about a voice message. Try again; the log says more.
error-voice-unreachable = { $endpoint } can't be reached. Check that it is running, and { $service ->
    [speaking] OMOIDE_SPEECH__URL.
   *[hearing] OMOIDE_TRANSCRIPTION__URL.
}
error-voice-silent = { $endpoint } took longer than { $seconds ->
    [one] a second.
   *[other] { $seconds } seconds.
} A smaller model is faster.
error-voice-key = { $endpoint } doesn't accept the key, or its account has no credit left. Check { $service ->
    [speaking] OMOIDE_SPEECH__KEY.
   *[hearing] OMOIDE_TRANSCRIPTION__KEY.
}
error-voice-model = { $endpoint } has no model called { $model }. Check { $service ->
    [speaking] OMOIDE_SPEECH__MODEL.
   *[hearing] OMOIDE_TRANSCRIPTION__MODEL.
}
error-voice-rate = { $endpoint } is getting too many requests, or the quota is used up. Try again in a while.
error-voice-too-much = { $service ->
    [speaking] The reply is too long for { $endpoint }. Its text is there.
   *[hearing] The recording is too large for { $endpoint }. Please send a shorter one.
}
error-voice-unreadable = { $endpoint } answered with something else than { $service ->
    [speaking] sound. Check OMOIDE_SPEECH__URL; for most services it ends in /v1.
   *[hearing] a transcript. Check OMOIDE_TRANSCRIPTION__URL; for most services it ends in /v1.
}
error-voice-refused = { $service ->
    [speaking] { $endpoint } refused to say the reply aloud. Check OMOIDE_SPEECH__MODEL and OMOIDE_SPEECH__VOICE.
   *[hearing] { $endpoint } can't read this kind of recording. If it is whisper.cpp, start it with --convert.
}
error-voice-failed = { $endpoint } has a problem right now. Try again in a while.

# Saying a reply aloud: /speak.

error-speech-missing = There is nobody yet who could say it aloud. Whoever runs this bot can add a service: the manual says how, under “Voice”.
error-speech-off = Replies are not read aloud here. A manager can change that: /settings voice request
error-nothing-to-say = There is no reply here that could be read aloud.
