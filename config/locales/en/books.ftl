# World books, presets, regex scripts and injected texts: the files they come in.

error-not-a-book = I find no world book here: { $seems ->
    [picture] this is a picture without a book in it. Please send the book as a file.
    [card] this is a character card. Import it as a character; a book inside it comes along.
    [preset] this is a chat-completion preset. Import it as a preset.
    [text-preset] this is a preset for text completion.
    [scripts] these are regex scripts.
    [chat] this is a chat.
    [settings] these are the settings of another program.
    [theme] this is a colour theme.
    [text] this is plain text. A YAML book has a line “keyword: description” for each entry.
   *[json] this data has no list of entries. Please export the book again.
  }
error-not-a-preset = I find no chat-completion preset here: { $seems ->
    [picture] this is a picture. Please send the preset as a JSON file.
    [card] this is a character card. Import it as a character.
    [book] this is a world book. Import it as a world book.
    [text-preset] this is a preset or template for text completion. Please export one for chat completion.
    [scripts] these are regex scripts.
    [chat] this is a chat.
    [settings] these are the settings of another program. Please export the preset alone.
    [theme] this is a colour theme.
   *[json] this data has no prompts and no sampling values. Please export the preset again.
  }
error-not-scripts = I find no regex scripts here: { $seems ->
    [picture] this is a picture. Please send the scripts as a JSON file.
    [card] this is a character card. Import it as a character; its scripts come along.
    [book] this is a world book. Import it as a world book.
    [preset] this is a preset. Import it as a preset; its scripts come along.
    [text-preset] this is a preset for text completion.
    [chat] this is a chat.
    [settings] these are the settings of another program. Please export the scripts alone.
    [theme] this is a colour theme.
   *[json] nothing in this data has a pattern to find. Please export the scripts again.
  }
error-too-many-entries = This file has more than { $limit } entries, so it was not read. Please split it into several files.

book-decorators-ignored = Some entries have decorators (lines that begin with @@) that are not supported. They are left out of the prompt and have no effect.
preset-without-prompts = This preset only has sampling values and short texts. The usual prompts stay in use.
preset-format-without-gap = A format in this preset does not say where the scenario, the personality or the world entries go. The plain text is used instead.
inject-filter-undecided = Some injected texts have a filter script. Scripts of chats are never run, so these texts are left out.
