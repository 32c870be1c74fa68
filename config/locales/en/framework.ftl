# Prompts that grow too long to be good.

picture-unseen = I kept the picture, but no model here can see pictures. Please describe it in words. The owner of this bot can set up a model that sees.
prompt-long-middle = The middle of the prompt (messages and recalled memories) is { $tokens } tokens long; { $threshold } or more is a lot. Models overlook things in the middle of so much text. Lower history_limit or budget_tokens with /settings.
prompt-long-total = The prompt is { $tokens } tokens long, close to its limit ({ $threshold } is 95 % of it). Beyond that, older messages and memories are left out. Lower budget_tokens with /settings, or use a shorter card or world book.
prompt-long-conversation = This chat has { $tokens } tokens by now; { $threshold } or more is a lot. Most of it is no longer sent word for word. When a chapter ends, /save it and start a new chat with /new.
prompt-unread = Since the last reply { $messages ->
    [one] one message
   *[other] { $messages } messages
} came, { $tokens ->
    [one] one token
   *[other] { $tokens } tokens
} together, and there was room for { $limit }. The newest { $whole } were read completely; of the older ones only what fitted. To get an answer to one of them, send it again by itself.
prompt-shortened = Character, preset and persona take { $tokens } tokens and { $limit } fit, so the middles of their longest texts were left out and { $read ->
    [one] one token of them was
   *[other] { $read } tokens of them were
} read. To have all of it read, use a shorter character (/char edit) or preset, or a model that reads more.
file-cut = Only the first { $shown } of { $length } characters of { $name } are read. If the rest matters, please send it as another file.
file-unread = I kept { $name } but didn't read it: it has { $kilobytes } KiB, and I read text files up to { $limit } KiB. Please send the important part as a smaller file.
