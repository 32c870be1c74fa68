# Files on their way in and out, and what they bring: world books, presets, personas.

error-no-such-upload = This has expired: it was used, changed or cancelled, or more than an hour has passed. Please send the file again; for a background, have a new one drafted.
error-no-such-script = There is no question about script { NUMBER($number, useGrouping: 0) } in this file.
error-not-offered-there = This file can't be imported that way ({ $kind }, { $offer }). Please choose one of the ways offered below it.
error-no-such-world = There is no world book { NUMBER($number, useGrouping: 0) } that you can use here. /scene world lists them.
error-world-of-the-house = “{ $name }” comes from the world book folder of this bot. Only the owner can change or delete it there. To change a copy of your own: /scene world copy { $number }
error-no-such-world-version = { $name } has no version { NUMBER($version, useGrouping: 0) }. To see which there are: /scene world versions { $number }
error-entry-gone = This entry is not in the book any more. To see what is: /scene world show { $number }
error-entry-field-unknown = { $of ->
    [book] A world book
   *[entry] An entry
} has no field “{ $field }”. You can change: { $known }
error-entry-value-unknown = “{ $value }” can't be used here. { $wanted ->
    [known] You can write: { $known }
    [whole] Write a whole number from { $low } to { $high }.
   *[number] Write a number from { $low } to { $high }.
}
error-no-such-preset = There is no preset { NUMBER($number, useGrouping: 0) } that you can use here. /scene preset lists them.
error-no-such-persona = You have no persona { NUMBER($number, useGrouping: 0) }. /me persona lists yours.
error-no-persona = You have no persona at the moment. Choose one first, with /me persona.
error-form-unknown = Characters can be exported as png, json or charx, not as “{ $form }”.

# What is in a file that was looked at.

file-card = About { $tokens ->
      [one] one token
     *[other] { $tokens } tokens
  }, { $greetings ->
    [0] no greeting
    [one] one greeting
   *[other] { $greetings } greetings
  }.
file-card-creator = By { $creator }.
file-card-version = By { $creator }, version { $version }.
file-card-no-picture = It has no picture.
file-card-book = It comes with a world book: { $entries ->
    [one] one entry
   *[other] { $entries } entries
  }, about { $tokens ->
      [one] one token
     *[other] { $tokens } tokens
  }.
file-card-other-book = It belongs with the world book “{ $name }”, which is not in this file.
file-card-assets = { $count ->
    [one] One more picture or sound is
   *[other] { $count } more pictures and sounds are
  } kept for export, but not shown.
file-card-preset = It comes with a preset of its own, which holds in every new chat with this character, and is in /scene preset:
file-card-note = It comes with an author's note, which holds in every new chat with this character. /scene note changes it.
file-card-depths = Depths in a chat with this character count messages of people, as in NodeST; /settings depth_counting changes that.
file-card-unused = Kept for export, but not used here ({ $count }): { $names }.
file-card-broken = { $count ->
    [one] One part
   *[other] { $count } parts
  } of this file can't be used, because { $count ->
    [one] it is
   *[other] they are
  } damaged: { $names }. Everything is kept for export.
file-left-unread = { $count ->
    [one] One field is
   *[other] { $count } fields are
  } not imported, because nothing here uses { $count ->
    [one] it
   *[other] them
  }: { $names }.
file-scripts-left = { $count ->
    [one] One script looks
   *[other] { $count } scripts look
  } for nothing and { $count ->
    [one] is
   *[other] are
  } not imported.
file-world = { $entries ->
    [0] No entries
    [one] One entry
   *[other] { $entries } entries
  }, about { $tokens ->
      [one] one token
     *[other] { $tokens } tokens
  }{ $always ->
    [0] {""}
   *[other] ; { $always } always sent
  }{ $off ->
    [0] {""}
   *[other] ; { $off } switched off
  }.
file-preset = { $prompts ->
    [one] One prompt
   *[other] { $prompts } prompts
  }; { $sent ->
    [0] none is switched on with a text of its own
    [one] one is switched on with a text of its own
   *[other] { $sent } are switched on with texts of their own
  } (about { $tokens ->
      [one] one token
     *[other] { $tokens } tokens
  }).
file-preset-no-chat = Its order leaves out the chat: SillyTavern sends none of your messages with it. Here at least the newest are sent, unless you set /settings strict_order on.
file-preset-limits = Context { $context ->
    [0] as set here
    [one] one token
   *[other] { $context } tokens
  }, reply { $reply ->
    [0] as set here
    [one] one token
   *[other] at most { $reply } tokens
  }.
preset-wider-budget = In tokens, its context is { $context }, and the budget here { $budget } for each reply. With { $wider }, 100 messages { $priced ->
    [true] cost up to US${ $dollars }
   *[false] take up to { $tokens }
  } once the chat is that long. To set that: /settings budget_tokens { NUMBER($wider, useGrouping: 0) }
file-preset-prefill = It starts the character's replies with a fixed text, where the model is a Claude.
file-preset-ignored = Kept, but not used here ({ $count }): { $names }.
file-preset-unsent = Marked as SillyTavern's own texts and none of them, so not sent ({ $count }): { $names }.
file-macros-unfilled = Macros that are left empty here ({ $count }): { $names }.
file-chat = { $messages ->
    [0] No messages
    [one] One message
   *[other] { $messages } messages
  }{ $swipes ->
    [0] {""}
    [one] , one other version
   *[other] , { $swipes } other versions
  }.
file-chat-dates = From { $first } to { $last }.
file-chat-date = Of { $date }.
file-chat-hidden = { $count ->
    [one] One message is
   *[other] { $count } messages are
  } hidden from the model.
file-chat-note = It has an author's note.
file-chat-variables = It has { $count ->
    [one] one stored value
   *[other] { $count } stored values
  }.
file-chat-world = It uses the world book “{ $name }”, if you have it here.
file-scripts-run = { $count ->
    [one] It comes with a regex script
   *[other] It comes with { $count } regex scripts
  }: { $names }. { $count ->
    [one] It
   *[other] They
  } can change what you read and what the model reads, nothing else. You see the full text of { $count ->
    [one] it
   *[other] each
  } before it may run.
file-script-refused = The script “{ $name }” will not run.
file-scripts-refused-more = { $count ->
    [one] One more script
   *[other] { $count } more scripts
  } will not run.
file-scripts-off = Scripts that are switched off: { $count }.
file-key-refused = The key { $key } will never match.
file-keys-refused-more = { $count ->
    [one] One more key
   *[other] { $count } more keys
  } will never match.
file-backup-characters = Characters: { $count }
file-backup-worlds = World books: { $count }
file-backup-presets = Presets: { $count }
file-backup-personas = Personas: { $count }
file-backup-groups = Groups: { $count }
file-backup-chats = Chats: { $count }
file-backup-scripts = Regex scripts: { $count }
file-backup-quick = Sets of quick replies: { $count }
file-backup-more-problems = { $count ->
    [one] One more file
   *[other] { $count } more files
  } can't be imported.
file-backup-left-aside = Skipped, because they have nothing to do with chats: { $count ->
    [one] one file
   *[other] { $count } files
  }.
file-backup-calm = Regex scripts in these files run only after you have seen and allowed each one.

# What an import came to.

brought-world-character = It is used with { $character }, in every chat.
brought-world-chat = It is used in this chat.
brought-scripts-character = They run in every chat with { $character }.
brought-scripts-all = They run in all chats here.
brought-preset-used = It is used in this chat from the next reply on.
brought-chat-other = There is no character “{ $wanted }” here, so { $name } takes over in this chat.
brought-backup-characters = Characters: { $count }
brought-backup-worlds = World books: { $count }
brought-backup-presets = Presets: { $count }
brought-backup-personas = Personas: { $count }
brought-backup-groups = Groups: { $count }
brought-backup-chats = Chats: { $count }
brought-backup-scripts = Regex scripts: { $count }
brought-backup-quick = Sets of quick replies: { $count }
brought-backup-problem = Not imported: { $name } ({ $path })
left-no-book = Not imported: the world book “{ $name }” was in use there, but is not in this backup.
left-no-preset = Not imported: the preset “{ $name }” was chosen there, but is not in this backup.
left-no-persona = Not imported: the persona with the picture “{ $name }” was chosen there, but is not in this backup.
left-no-chat = Not opened: the last chat was with “{ $name }”, and this backup has no chat with them.
left-setting = Not imported: { $name }. Its value can't be used here.
left-setting-here = Not imported: { $name }. This channel has its own value, which is kept.
left-text-completion = Not imported: the text-completion settings ({ $name }), with their templates and samplers. Omoide uses chat completion.
left-card-prompts = Not imported: { $name } was switched off. Here a card's own prompts always replace the preset's, unless the preset forbids it.
left-global-first = Not imported: { $name } put books for all chats first. Here a character's books come first, or all share one order.
left-stops = Not imported: { $name }. Here the preset decides which texts end a reply.
left-bias = Not imported: { $name }. Here only a preset can start a reply for the model.
