# World books, presets, regex scripts and injected texts: the files they come in.

error-not-a-book = This is no world book: { $seems ->
    [picture] it is a picture without one. Please send the book as a file.
    [card] it is a character card. Import it as a character; a book inside it comes along.
    [preset] it is a chat-completion preset. Import it as a preset.
    [text-preset] it is a preset for text completion.
    [scripts] it holds regex scripts.
    [chat] it is a chat.
    [settings] it holds the settings of another program.
    [theme] it is a colour theme.
    [text] it is plain text. A YAML book has a line “keyword: description” for each entry.
   *[json] it has no list of entries. Please export the book again.
  }
error-not-a-preset = This is no chat-completion preset: { $seems ->
    [picture] it is a picture. Please send the preset as a JSON file.
    [card] it is a character card. Import it as a character.
    [book] it is a world book. Import it as a world book.
    [text-preset] it is a preset or template for text completion. Please export one for chat completion.
    [scripts] it holds regex scripts.
    [chat] it is a chat.
    [settings] it holds the settings of another program. Please export the preset alone.
    [theme] it is a colour theme.
   *[json] it has no prompts and no sampling values. Please export the preset again.
  }
error-not-scripts = There are no regex scripts in this file: { $seems ->
    [picture] it is a picture. Please send the scripts as a JSON file.
    [card] it is a character card. Import it as a character; its scripts come along.
    [book] it is a world book. Import it as a world book.
    [preset] it is a preset. Import it as a preset; its scripts come along.
    [text-preset] it is a preset for text completion.
    [chat] it is a chat.
    [settings] it holds the settings of another program. Please export the scripts alone.
    [theme] it is a colour theme.
   *[json] nothing in it has a pattern to find. Please export the scripts again.
  }
error-too-many-entries = This file has more than { $limit } entries, so it was not read. Please split it into several files.

book-decorators-ignored = Some entries have decorators (lines that start with @@) that are not supported. They are ignored.
preset-without-prompts = This preset has only sampling values and short texts, so the usual prompts stay in use.
preset-format-without-gap = A format in this preset doesn't say where the scenario, personality or world entries go, so the plain text is used.
inject-filter-undecided = Some injected texts have a filter script. Scripts in chats are never run, so these texts are left out.
