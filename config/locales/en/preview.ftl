# python -m bot preview

preview-about = Show the prompt that a character card, a preset, world books and a chat would make for the next reply. Nothing is sent or stored; no database, model or configuration is needed.
preview-example = Example: python -m bot preview mira.png --preset my.json --world town.json --chat evening.jsonl --user Mo
preview-card = a character card: PNG, APNG, JSON, CHARX, BYAF or YAML
preview-preset = a chat-completion preset (JSON); else the built-in one
preview-world = a world book (JSON, PNG or YAML); may be given several times
preview-chat = a chat (JSONL); else the card's greeting alone
preview-user = the name of the person who talks (as in the chat, else User)
preview-seed = decides what would be random; the same number gives the same prompt (0)
preview-format = the format of the request, shown with --json (openai)
preview-json = print JSON: messages, ledger, request
preview-lang = language of the texts and of the built-in preset
preview-ledger = { $messages ->
    [one] one message
   *[other] { $messages } messages
}, about { $tokens ->
    [one] one token
   *[other] { $tokens } tokens
}. What it is made of (+ in, - left out):
preview-persona = who that person is
preview-now = the date and time of the reply, as 2027-03-01T18:30 (now)
preview-model = the name of the model, for what depends on it (none)
preview-set = a setting as in /settings, as world_recursion=off; may be given several times
preview-diff = two cards, presets, world books or chats: show what the prompt changes by with B instead of A
preview-same = With either file the prompt is the same.
preview-files = About the files:
error-setting-not-previewed = No prompt of files depends on the setting “{ $name }”. You can give: { $known }.
