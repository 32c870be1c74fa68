# Prompts that grow too long to be good.

picture-unseen = The picture was kept, but none of the models here can see it: say in words what is on it. The person who runs Omoide can set a model that sees.
prompt-long-middle = The middle of the prompt (talk and recalled memories) is { $tokens } tokens long, { $threshold } or more is a lot. Models lose track of what stands in the middle of so much text. Lower history_limit or budget_tokens with /settings.
prompt-long-total = The prompt is { $tokens } tokens long, close to its limit ({ $threshold } is 95 % of it). From there on, older messages and memories are left out. Lower budget_tokens with /settings, or use a smaller card or world book.
prompt-long-conversation = This conversation has { $tokens } tokens by now, { $threshold } or more is a lot. Most of it is no longer sent word for word. /save it and begin a new one with /new when a chapter ends.
