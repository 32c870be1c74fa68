# Prompts that grow too long to be good.

picture-unseen = The picture was kept, but none of the models here can see it: say in words what is on it. The person who runs Omoide can set a model that sees.
prompt-long-middle = The middle of the prompt (talk and recalled memories) is { $tokens } tokens long, { $threshold } or more is a lot. Models lose track of what stands in the middle of so much text. Lower history_limit or budget_tokens with /settings.
prompt-long-total = The prompt is { $tokens } tokens long, close to its limit ({ $threshold } is 95 % of it). From there on, older messages and memories are left out. Lower budget_tokens with /settings, or use a smaller card or world book.
prompt-long-conversation = This conversation has { $tokens } tokens by now, { $threshold } or more is a lot. Most of it is no longer sent word for word. /save it and begin a new one with /new when a chapter ends.
prompt-unread = Since the last reply { $messages } messages came, { $tokens } tokens together, and there was room for { $limit }. The newest { $whole } were read whole, of the older ones only what fitted beside them. To have one of them answered, send it again by itself.
prompt-shortened = Character, preset and persona take { $tokens } tokens of the { $limit } that fit, so the middles of their longest texts were left out and { $read } tokens of them were read. A shorter character (/char edit) or preset, or a model that reads more, brings all of it.
file-cut = Of { $name } the first { $shown } of { $length } characters are read. Send the rest as another file if it matters.
file-unread = { $name } was kept, but it is not read: it has { $kilobytes } KiB, and { $limit } KiB are read of a text file. Send the part that matters as a smaller file.
