# Commands: what they do, what they answer.

command-again = write the last reply again
command-again-help = Writes another version of the last reply. The old version is kept: /chats branches shows it.
command-continue = let the character go on
command-continue-help = The character goes on from the last line, also after a reply that was cut off. /continue me writes what you might say.
command-continue-me = let the model write your next message
command-speak = hear a reply read aloud
command-speak-help = Says the last reply aloud, or the one you reply to with this, where voice is set to “request” or “always”. In the terminal it is written to a file.
command-stop = stop the reply that is being written
command-stop-help = Stops the reply. What is written so far stays, marked as interrupted.
command-undo = undo the last exchange
command-undo-back = restore what was undone
command-undo-help = Removes your last message and the reply to it; what a character wrote on its own is removed alone. Nothing is lost: it is kept as a branch.
command-react = react to the last reply with an emoji
command-react-help = Puts an emoji on the last reply, as the reactions of Discord and Telegram do. The character is told of it with its next reply. The same emoji again takes it away.
command-edit = change your newest message
command-edit-help = Replaces the text of your newest message. Use /again afterwards for a reply to the new text. /edit hide hides messages from the character, /edit delete takes them out of the story; 1 is the newest one. A reply that is changed keeps what it said: ◀ turns back to it, and /edit swipes 3 lists it where more was said since.
command-edit-other = change a message, also the character's; 1 is the newest
command-edit-swipes = what a reply said before it was changed, and other versions of it; take one
command-edit-swap = take another version of a reply
command-edit-hide = hide messages from the character: 3, or 3-5
command-edit-unhide = show them to the character again
command-edit-delete = delete messages from the story: 3, or 3-5
command-edit-deleted = what was deleted here, to restore it
command-edit-cut = delete what was asked about
command-edit-restore = restore what was deleted
command-memory = see what the character remembers
command-memory-help = Shows everything that can be recalled here: messages, notes, diary, facts about you, the story, world books. Next to each is the command that shows and changes it.
command-memory-list = see the notes
command-memory-search = find memories and messages by words, meaning or time
command-memory-show = see a memory and where it comes from
command-memory-add = add a memory
command-memory-edit = change a memory
command-memory-delete = delete memories
command-memory-pin = keep a memory at the top
command-memory-unpin = unpin a memory
command-memory-sky = see the memories as stars in the sky
command-fix = correct a wrong memory
command-fix-help = Say what is right: /fix it was my sister. You see the change first; nothing happens until you say yes. As a reply to a message, it corrects what that message was based on.
command-fix-memory = correct the memory with this number
command-fix-fact = correct a fact about you
command-fix-yes = make the change
command-fix-edit = put it in other words
command-fix-forget = forget it and write nothing instead
command-diary = read the character's diary
command-diary-help = Shows the page of a day: /diary, /diary last Friday, /diary 2026-03-05. Without a day it shows yesterday's, or else the newest page.
command-diary-list = see which days have a page
command-new = start a new chat
command-new-help = Starts a new chat, with the same character or the one you name. The old chat stays under /chats.
command-chats = show your chats
command-chats-help = Shows your chats. Use a chat's number or its title to choose it.
command-chats-open = go on with another chat
command-chats-rename = give this chat a title
command-chats-archive = archive a chat
command-chats-trash = move a chat to the trash (kept for 30 days)
command-chats-archived = see archived and deleted chats
command-chats-branches = see the branches of this chat
command-chats-branch = switch to another branch
command-chats-move = move this chat to another channel or platform
command-chats-from = start a branch some messages back
command-save = save this point of the story
command-save-help = Saves this point under a name. /load brings you back to exactly here.
command-save-rename = rename a save
command-save-delete = delete a save
command-load = see your saves, or go back to one
command-load-help = Alone it shows your saves. With a number or a name it shows that save, asks, and takes the whole story back to that point.
command-char = show the characters
command-char-help = Shows who you can talk to. Use a character's number or name to choose it.
command-char-show = show a character's card
command-char-use = start a chat with a character
command-char-export = get a character as a card: png, json or charx
command-import = import a card, world book, preset or chat
command-import-help = Shows what is in a file and asks before importing it: character cards, world books, presets, chats, regex scripts, SillyTavern backups. In the terminal give the path; elsewhere attach the file.
command-import-yes = import the file that was shown
command-import-script = say whether a script of the file may run
command-import-no = do not import it
command-export = get this chat as a file
command-export-help = Gives you this chat as JSONL, with every version of its replies, ready for SillyTavern; or a character, a world book or a preset.
command-export-omoide = get the whole story as a file
command-export-text = get the chat as readable text
command-export-chat = get a branch of the chat as JSONL
command-export-char = get a character as a card
command-export-world = get a world book
command-export-preset = get a preset
command-scene = see the scene of this chat
command-scene-help = Shows and changes what the character is told besides the chat: world books, the preset, the author's note.
command-scene-cast = see which characters are in this chat
command-scene-cast-add = add a character to this chat
command-scene-cast-remove = remove a character from this chat
command-scene-cast-mute = let a character only listen
command-scene-cast-unmute = let a character speak again
command-scene-cast-talk = how often a character joins in, 0 to 100
command-scene-cast-speak = let a character say something now
command-scene-world = see the world books
command-scene-world-show = see the entries of a world book
command-scene-world-bind = use a world book here
command-scene-world-unbind = stop using a world book
command-scene-world-delete = delete a world book
command-scene-world-new = create a world book
command-scene-world-rename = give a book another name
command-scene-world-set = how far a book looks back, its budget, whether its entries call others
command-scene-world-add = add an entry to a world book
command-scene-world-entry = see one entry of a world book
command-scene-world-edit = change an entry of a world book
command-scene-world-test = see which entries a sentence would bring up, and why
command-scene-world-switch = switch an entry on or off
command-scene-world-delete-entry = delete an entry of a world book
command-scene-world-copy-entry = copy an entry into another world book
command-scene-world-copy = make a copy of a world book
command-scene-world-field = change one field of an entry
command-scene-world-fields = see every field of an entry
command-scene-world-versions = see the versions of a world book
command-scene-world-revert = go back to an older version of a world book
command-scene-preset = see the presets
command-scene-preset-use = use a preset in this chat
command-scene-preset-show = see what a preset sends
command-scene-preset-delete = delete a preset
command-scene-note = see the author's note
command-scene-note-set = write the author's note
command-scene-note-depth = how many messages from the end it is placed
command-scene-note-every = in every how many messages it is sent
command-scene-note-role = who says it
command-scene-note-place = in the chat, or before or after the main prompt
command-scene-note-off = remove the author's note
command-why = see why the character said that
command-why-help = Shows what the last prompt was made of: which world book entries were used, what was left out and why, how long each step took. /why full, or /prompt, shows every part.
command-why-recalled = see what was recalled for the last reply
command-why-full = see every part of the last prompt
command-why-file = get all parts as a file
command-settings = show and change settings
command-settings-help = Alone it shows the settings. With a name it shows where the value comes from; with a value it sets it for this chat.
command-settings-advanced = see the settings few people need
command-settings-reset = reset one setting, a group, or all
command-settings-space = change a setting for { $platform ->
    [telegram] the whole group
    [terminal] all chats here
   *[other] the whole server
}
command-settings-character = change a setting for this character
command-settings-here = change a setting for this chat
command-settings-from = see a setting, with the way back to its list
command-settings-write = type a value of your own
command-me = see your language, time zone, persona and what is known about you
command-me-help = Shows and changes how Omoide speaks with you.
command-me-language = switch to another language: English or Chinese
command-me-timezone = set your time zone
command-me-persona = see your persona
command-me-persona-list = see your personas
command-me-persona-set = write a persona: who you are in stories
command-me-persona-use = use another persona
command-me-persona-off = use no persona
command-me-persona-lock = use a persona in this chat only
command-me-persona-unlock = use the same persona here as elsewhere
command-me-persona-known = let those who read a channel know your persona
command-me-export = get all your data as a file
command-me-forget = delete everything about you, everywhere
command-me-first = see whether a character may write to you first
command-me-first-on = let the character write to you first
command-me-first-off = don't let it write first
command-me-first-often = how many times a day it may write first
command-me-first-quiet = hours in which nobody writes to you first
command-me-first-busy = a day on which nobody writes to you first
command-me-first-free = let them write on that day again
command-me-first-less = let it write first less often
command-me-first-topic = let it not write about this again
command-me-first-never = let it never write first again
command-me-first-wish = say how it should write first from now on
command-me-plans = see what characters plan to write to you
command-me-fact = see what is known about you
command-me-fact-show = see a fact and its earlier versions
command-me-fact-add = add a fact about yourself
command-me-fact-edit = change a fact
command-me-fact-delete = delete a fact
command-me-fact-share = share a fact with every character, or let it be mentioned in groups
command-me-fact-unshare = keep a fact to this character, or out of groups
command-me-date = see your dates: birthdays, exams, promises
command-me-date-add = add a date
command-me-date-edit = change the day of a fact
command-me-date-wish = say whether I remind you of a date, mention it or leave it
command-me-date-delete = delete a date
command-me-remember = whether facts about you are noted
command-me-elsewhere = whether private things may be mentioned in groups
command-me-settle = say which time zone is yours
command-me-persona-edit = rewrite a persona
command-me-persona-delete = delete a persona
command-me-link = link your accounts on two platforms with a code
command-me-link-yes = say that both accounts are yours
command-me-unlink = unlink your accounts
command-me-optout = keep your messages in groups from being read
command-me-optin = let your messages in groups be read again
command-mode = see or change the mode here
command-mode-help = chat: answers everything, like a friend. story: roleplay, with buttons. lounge: answers only when called, and can talk with each person alone. circle: characters post by themselves.
command-admin = see where people can talk to me
command-admin-help = For owners: shows all servers, groups and private chats, and switches me on or off there.
command-admin-spaces = see all servers, groups and private chats
command-admin-open = switch me on somewhere
command-admin-close = switch me off somewhere
command-admin-place = switch me on or off somewhere
command-admin-asked = see whether somebody may talk to me
command-admin-waiting = see who is waiting for your answer
command-admin-backup = see the backups
command-admin-backup-now = make a backup now
command-admin-backup-forget = remove those who asked to be forgotten from the backups
command-admin-code = become the owner with a code, or get one for another owner
command-start = start
command-start-help = Welcomes you and shows what to do next.
command-status = see the current chat and whether the models answer
command-status-help = Shows the current chat, the models, the database, and where your data is kept.
command-help = show help
command-help-help = Shows help by task, for one task, or for one command: /help save.
command-quit = quit
command-quit-help = Ends the program. The chat goes on at the next start.

param-back = how many messages back
param-back-help = 2 is before the last message of yours and the reply to it
param-branch = branch
param-branch-help = its number in /chats branches
param-character = character
param-character-help = its number in /char, or its name
param-chat = chat
param-chat-help = its number in /chats, or its title
param-file = file
param-file-help = a card, world book, preset or chat
param-binding = for what
param-binding-help = chat, persona or character
param-member = character
param-member-help = its number in /scene cast, or its name
param-percent = how often
param-percent-help = 0 is only when called, 100 is every time; leave it out to follow the card
param-book = book
param-book-help = its number in /scene world, or its name
param-entry = entry
param-entry-help = its number in /scene world show, or its title
param-entry-title = title
param-entry-title-help = Title
param-keys = keys
param-keys-help = Keys: words in the chat that bring it up
param-also = second keys
param-also-help = Second keys: one of these as well
param-entry-text = text
param-entry-text-help = Text: what the character is told
param-entry-field = field
param-entry-field-help = keys, position, depth, order, chance, always … (/scene world fields)
param-said = sentence
param-said-help = a sentence, as you would write it in the chat
param-other-book = other book
param-other-book-help = the book to copy it into: its number, or its name
param-book-version = version
param-book-version-help = its number in /scene world versions
param-book-field = setting
param-book-field-help = scan-depth, budget, recursion
param-message-number = message
param-message-number-help = counted from the newest, which is 1
param-swipe = which
param-swipe-help = its number in that list
param-depth = depth
param-depth-help = 0 is after the newest message, 4 is four messages from the end
param-every = interval
param-every-help = 1 is always, 3 is with every third message of people, 0 is never
param-first = message
param-first-help = counted from the end: 1 is the newest
param-form = format
param-form-help = png, json or charx
param-book-form = format of the book
param-book-form-help = json, or md for an editor
param-last = to
param-last-help = the other end, for several messages
param-offer = what to do
param-offer-help = what to do with the file
param-persona = persona
param-persona-help = its number in /me persona list, or its name
param-position = position
param-position-help = chat, before or after
param-preset = preset
param-preset-help = its number in /scene preset, or its name
param-role = role
param-role-help = system, user or assistant
param-number = number
param-number-help = which script, as the question counts them
param-answer = answer
param-answer-help = yes or no; all or none for every script that is left
param-token = file
param-token-help = the code shown with the question
param-language = language
param-language-help = English or Chinese
param-name = name
param-name-help = a name of your choice
param-page = page
param-page-help = which page of the list
param-memory = memory
param-memory-help = its number in /memory
param-memories = numbers
param-memories-help = numbers in /memory: 12, or 12 13 14
param-words = words
param-words-help = what it is about, or a time: last week
param-likes = likes
param-likes-help = what it likes to post about, e.g. the sea and old songs; empty: as it likes
param-tone = tone
param-tone-help = in which tone, e.g. gentle, few words; empty: as it likes
param-times = how often
param-times-help = 0 to 3
param-hours = hours
param-hours-help = from when to when
param-coming-day = day
param-coming-day-help = tomorrow, a weekday, or a date
param-fact = fact
param-fact-help = its number in /me fact
param-what = what
param-what-help = what it is; several words in quotes
param-when = when
param-when-help = for example next Thursday 9am, 3 May every year, lunar 8/15
param-kind = kind
param-kind-help = what kind of day; otherwise the words say it
param-less = what
param-less-help = less often, not about this, or never
param-wish = wish
param-wish-help = remind me, mention it, or leave it
param-with = with whom
param-with-help = with every character, or in groups
param-switch = on or off
param-switch-help = on or off
param-theme = colours
param-theme-help = dark or light
param-day = day
param-day-help = for example yesterday, last Friday, 2026-03-05
param-save = save
param-save-help = its number in /load, or its name
param-setting = setting
param-setting-help = a name from /settings
param-emoji = emoji
param-emoji-help = the emoji
param-text = text
param-text-help = the new text
param-title = title
param-title-help = a title of your choice
param-topic = command
param-topic-help = a command, or the number of a topic
param-value = value
param-value-help = the new value
param-yes = yes
param-yes-help = do it without asking
param-mode = mode
param-mode-help = chat, story, lounge or circle
param-decision = on or off
param-decision-help = open or close
param-space = where
param-space-help = its number in /admin spaces
param-code = code
param-code-help = the owner's code from the log, or the one from /chats move
param-zone = time zone
param-zone-help = for example Europe/Berlin

command-unknown = There is no command /{ $name }. /help shows all commands.
command-unknown-near = There is no command /{ $name }. Did you mean { $near }?
command-not-allowed = You can't do that here. Ask a manager.
command-wrong-missing = Something is missing: { $param }. Type: { $usage }
command-wrong-not-a-number = “{ $given }” is not a number. Type: { $usage }
command-wrong-not-a-choice = “{ $given }” isn't one of the choices. Type: { $usage }
command-wrong-action = /{ $command } has no “{ $given }”. You can type: { $offered } (more: /help { $command })
command-wrong-too-much = “{ $given }” can't be used here. Type just: { $usage } (more: /help { $command })
handler-failed = Something went wrong. Please try again. Error code: { $number }. /help errors explains what to do with it.

error-nothing-called = There is no { $kind ->
    [chat] chat
    [branch] branch
    [save] save
    [deleted-save] deleted save
    [character] character
    [trashed] deleted character
    [cradle] growing character
    [member] character
    [book] world book
    [entry] entry
    [preset] preset
    [prompt] prompt of the preset
    [quick] quick reply
    [quick-set] set of quick replies
    [background] background
    [persona] persona
    [page] story page
    [timeline] timeline entry
    [item] item
    [person] profile
    [summary] summary
   *[chapter] chapter
} “{ $name }” here. { $command } shows what you can choose.
error-no-longer-there = That { $kind ->
    [chat] chat
    [branch] branch
    [save] save
    [deleted-save] deleted save
    [character] character
    [trashed] deleted character
    [cradle] growing character
    [member] character
    [book] world book
    [entry] entry
    [preset] preset
    [prompt] prompt of the preset
    [quick] quick reply
    [quick-set] set of quick replies
    [background] background
    [persona] persona
    [page] story page
    [timeline] timeline entry
    [item] item
    [person] profile
    [summary] summary
   *[chapter] chapter
} isn't here any more. { $command } shows what you can choose.
error-several-called = “{ $name }” matches more than one. Please use the number: { $found }
error-file-missing = There is no file { $path }. Please check the path.
error-file-is-folder = { $path } is a folder without SillyTavern data. Please name a file inside it.
error-file-unreadable = { $path } can't be read ({ $reason }). Please check that you have permission to open it.
error-file-not-sent = Which file? In the terminal type /import and its path; elsewhere attach the file.

talk-reacted = { $put ->
    [yes] { $sign } is on the reply now.
   *[no] { $sign } is gone from the reply.
}
undo-offered = Undo this message, with what it answers, if anything, and everything after it? Nothing is lost: it is kept as a branch.
talk-spoken = There is no sound here, so this is a file:
talk-nothing-to-stop = No reply is being written. /again rewrites the last one, /undo removes it.

story-brought-back = Restored. The chat now ends here:
story-undone = The chat now ends here:
story-edited = Changed. Type /again for a reply to the new text.
story-edited-message = Changed. The story goes on with the new text.
story-wordings = What this reply can say ({ $count }):
story-wordings-hint = To take the second, for example: { $line }
story-wording-alone = There is no other reply beside that one.
story-wording-none = Type a number from 1 to { $count }.
story-wording-taken = Done. The story goes on with this one; the others stay.
button-take = Take { $number }
button-before = What it said before
story-cut-sure = Delete { $count ->
    [one] this message
   *[other] these { $count } messages
} from the story?
    { $count ->
    [one] “{ $first }”
   *[other] First: “{ $first }” Last: “{ $last }”
}
    The character forgets { $count ->
    [one] it
   *[other] them
}, and what it noted of { $count ->
    [one] it
   *[other] them
}. /edit deleted can restore { $count ->
    [one] it
   *[other] them
}.
story-cut = { $count ->
    [one] One message is deleted
   *[other] { $count } messages are deleted
} from the story.{ $stays ->
    [yes] {" "}What people wrote stays visible here, but it no longer counts.
   *[no] {""}
}
story-uncut = { $count ->
    [one] One message is
   *[other] { $count } messages are
} in the story again.{ $shown ->
    [all] {" "}{ $count ->
        [one] It is
       *[other] They are
    } shown once more here.
    [some] {" "}The last { $last } of them are shown once more here.
    [told] {""}
   *[none] {" "}What was removed from here does not appear again.
}
story-cut-none = Nothing was deleted in this chat, or everything is restored.
story-cut-list = Deleted in this chat:
story-cut-item = { $count ->
    [one] “{ $first }”
   *[other] { $count } messages, from “{ $first }” to “{ $last }”
}
story-cut-hint = Choose one to restore it.
button-uncut = Restore{ $number ->
    [none] {""}
   *[other] {" "}{ $number }
}
story-hidden = { $count ->
    [0] Nothing changed: those messages were hidden already.
    [one] The character can't see one message any more. You still can.
   *[other] The character can't see { $count } messages any more. You still can.
}
story-seen = { $count ->
    [0] Nothing changed: those messages were not hidden.
    [one] The character can see one message again.
   *[other] The character can see { $count } messages again.
}
story-save-default = { DATETIME($date, dateStyle: "medium", timeStyle: "short") }
story-saved = Saved: “{ $name }”. Type /load { $number } to come back here.
story-save-renamed = The save is now called “{ $name }”.
story-load-preview = “{ $name }”, saved { $ago }:
story-loaded = Back at “{ $name }”, saved { $ago }.
story-no-saves = No saves yet. To make one: /save Before the storm
story-save-before-load = before loading
story-save-before-import = before an import
story-save-daily = daily save

chats-new = A new chat with { $character }.
chats-none = There are no chats here. Type /new to start one.
chats-untitled = (no title yet)
chats-item = { $characters }, { $messages ->
    [one] one message
   *[other] { $messages } messages
}, { $ago }{ $status ->
    [trashed] {" "}– deleted
    [archived] {" "}– archived
   *[active] {""}
}
chats-opened = Opened: { $title }.
chats-renamed = This chat is now called “{ $title }”.
chats-renamed-one = Chat { $number } is now called “{ $title }”.
chats-archive-done = Archived: { $title }. /chats archived shows it.

branches-goes-on = after “{ $words }”
branches-empty = (empty)
branches-switched = You are now on branch { $branch }.
branches-begun = { $back ->
    [0] A new branch starts here.
    [one] A new branch starts one message back.
   *[other] A new branch starts { $back } messages back.
}

char-of-folder = from a file
char-builtin = { $language ->
    [zh] built-in, speaks Chinese
   *[en] built-in, speaks English
}
char-card = { $name } ({ $tags })
char-field-description = Description
char-field-personality = Personality
char-field-scenario = Scenario
char-field-first-greeting = Greeting
char-field-creator-notes = Author's notes

me-title = You
me-language = Language
me-timezone = Time zone
me-persona = Your persona
me-language-set = I'll speak English with you from now on.
me-timezone-set = Your time zone is now { $zone }.

settings-list = Settings{ $pages ->
    [1] {""}
   *[other] {" "}({ $page }/{ $pages })
}
settings-advanced-list = Advanced settings{ $pages ->
    [1] {""}
   *[other] {" "}({ $page }/{ $pages })
}
settings-list-hint = Choose one to see and change it, or type { $line }.
settings-row = { $label } = { $value }
settings-item = { $name } ({ $scope ->
    [mode] from the mode
    [space] set for { $platform ->
        [telegram] the group
        [terminal] all chats here
       *[other] the server
    }
    [character] set for this character
    [channel] set here
    [person] set by you
    [app] told by your app
    [written] as you write
    [named] as you type commands
   *[default] default
  })
settings-set = “{ $label }” is now “{ $value }” { $scope ->
    [space] for { $platform ->
        [telegram] the whole group
        [terminal] all chats here
       *[other] the whole server
    }.
    [character] for this character.
    [person] for you.
   *[channel] in this chat.
}
settings-reset-one = “{ $label }” is back to “{ $value }”.
settings-overruled = Here “{ $value }” still applies; it comes from: { $by }.
settings-kept = “{ $label }” is still “{ $value }”.
settings-page = { $label } = { $value } ({ $name })
settings-changes = Recent changes
settings-change = { $before } → { $after }
settings-change-by = { $who }, { $ago }, for: { $whose }
settings-not-set = not set
settings-empty = none
settings-nothing-here = This setting does nothing on this platform, so it can't be changed here.
settings-fits = Allowed: { $range }
settings-fit = { $typed } ({ $label })
settings-fits-between = {" · "}
settings-write-button = Other…
settings-write-choice = another value
settings-now-button = ✏️ { $value }
settings-all-button = ‹ All settings
settings-advanced-button = advanced
settings-more = More settings: { $pages }
panel-closed = There is a newer page below; this one is closed.
settings-write-what = { $label }: which value? Allowed: { $range }
settings-whose-button = Set it for { $whose }
settings-back-button = ‹ { $group }
settings-reset-many = { $count ->
    [0] Nothing was set here, so nothing changed.
    [one] One setting was reset.
   *[other] { $count } settings were reset.
}
settings-how = For: { $whose }. Choose below, or type, for example: { $line }
    Allowed: { $range }
settings-origin = { $value }{ $fate ->
    [wins] {" "}← in use
    [held] {" "}← in use, limited by the value above
    [unreadable] {" "}(can't be used)
    [not-here] {" "}(can't be set there)
   *[overridden] {""}
}
settings-range = { $low } to { $high }
settings-on = on
settings-off = off
settings-model-decides = the model decides
settings-group-people = people
settings-group-memory = memory
settings-group-recall = recalling
settings-group-prompt = prompt
settings-group-world = world books
settings-group-web = looking things up
settings-group-reply = reply
settings-group-pace = pace
settings-group-place = behaviour
settings-group-story = story
settings-group-limits = limits
settings-group-list = Settings: { $group }{ $pages ->
    [1] {""}
   *[other] {" "}({ $page }/{ $pages })
}
settings-reset-button = Reset to default
settings-reset-asks = { $count ->
    [one] One setting was changed here: { $names }. Reset it?
   *[other] { $count } settings were changed here: { $names }. Reset them all?
}
mode-title = Which mode should I use here?
mode-booths-hint = In a lounge, { $command } posts a button that opens a private thread with the character for anybody who presses it.
mode-booths-button = Offer private threads
mode-hint = Choose below to change the mode of this chat. /settings space mode story changes it for { $platform ->
    [telegram] the whole group
    [terminal] all chats here
   *[other] the whole server
}.
mode-about-chat = chat: company, like with a friend
mode-about-story = story: prose, with several versions and saves
mode-about-lounge = lounge: a group, answers when called
mode-chat = Chat
mode-story = Story
mode-lounge = Lounge
mode-sets = { $label }: { $value }
mode-between = ,{" "}
mode-changes = { $label }: { $before } → { $after }
mode-changed = { $count ->
    [0] Nothing else changes.
   *[other] From the next reply on, this changes too:
}

status-title = Omoide { $version }
status-chat = Chat
status-chat-is = “{ $title }”, with { $character }
status-messages = Messages
status-messages-is = { $messages }, on branch { $branch }
status-last = Last reply
status-last-is = { $prompt ->
    [one] one token
   *[other] { $prompt } tokens
} read, { $reply ->
    [one] one token
   *[other] { $reply } tokens
} written, { $short ->
    [yes] under 0.1 s
   *[no] { $seconds } s
}
status-prompts = Prompts lately
status-prompts-is = { $replies ->
    [one] one reply
   *[other] { $replies } replies
} read { $tokens ->
    [one] one token
   *[other] { $tokens } tokens
}{ $cached ->
    [unknown] {""}
   *[known] , { $percent } % of them from the service's cache
}{ $priced ->
    [true] , for US${ $dollars }
   *[false] {""}
}
status-warning = Note
status-role-chat = Chat model
status-role-utility = Utility model
status-role-embedding = Embedding model
status-role-is = { $endpoint ->
    [none] { $model }
   *[other] { $model } at { $endpoint }
}{ $rests ->
    [0] {""}
    [one] {" "}– not working, next try in a second
   *[other] {" "}– not working, next try in { $rests } seconds
}{ $context ->
    [0] {""}
   *[other] , { $context } tokens
}
status-no-model = none. Run: python -m bot setup

help-task-talk = Talk
help-task-memory = Memory
help-task-chats = Chats and saves
help-task-characters = Characters and files
help-task-surroundings = Scene and prompt
help-task-house = Settings and help
help-title = Just write to talk. Commands start with /. A line that starts with // is an aside that nobody answers.
help-hint =
    /stop – end a reply that is being written
    /help save – read about a command
    /help errors – what to do about an error code
    /help privacy – who can learn what
help-on-discord = { $calling ->
    [mention] In a private chat I answer everything. On a server I answer when you mention me or reply to me.
    [always] In a private chat I answer everything, and here too.
   *[name] In a private chat I answer everything. On a server I answer when you mention me, reply to me or say my name.
} If you delete your message, I forget it too; if you edit it, I go by the new text.
help-on-telegram = { $calling ->
    [mention] In a private chat I answer everything. In a group I answer when you mention me or reply to me.
    [always] In a private chat I answer everything, and here too.
   *[name] In a private chat I answer everything. In a group I answer when you mention me, reply to me or say my name.
} Telegram doesn't tell me when you delete a message: type /undo instead. If you edit a message, I go by the new text.
help-rest = Also: { $names }
help-example-talk = For example, just write: “Good morning, where did we stop yesterday?”
help-example-chats = For example: /save before the harbour, and if it goes wrong /load before the harbour
help-example-memory = For example: /fix I live in Lisbon, not in Porto
help-example-characters = For example: send me a card as a file, or type /char to see the characters
help-example-surroundings = For example: /scene note set It is snowing hard outside
help-example-house = For example: /me timezone Europe/Lisbon
help-errors = An error shows a code such as 3fa2c1. Please try again first. If it happens again, give the code to the owner of this bot: searching the log for it shows the cause. { $status } shows whether the models answer.
help-privacy-who = Who can learn what: what you say to me in private I tell nowhere else, unless you allow it with /me elsewhere on. { $platform ->
    [discord] On a server I tell what was said in a channel or thread only where everybody who can read along could read that too. What I note about you there stays on that server. Whoever administers the server can read all of it.
    [telegram] In a group everybody in it is told what was said there. What I note about you there stays in that group.
   *[other] Here only you read along.
} Your persona others learn only where you say yes. The owner of this bot runs the machine, and could read all that is kept.
help-privacy-kept = What is kept: what you say where I listen, the replies, reactions and files, and what is made of them: memories, facts, pages of the diary, summaries. Also your personas, settings and saves. All of it lies on the machine of this bot's owner, until you delete it or the time is up that is set for a chat. Backups of the last 7 nights and 4 weeks, and those that the owner made, hold it longer.
help-privacy-model = What leaves that machine: for each reply, the character's card, the last messages and the memories that fit go to the models that the owner chose, for notes and for finding memories too. Where a company runs a model, it reads them. Where web search is on, search words go to a search service, and pages are read from their sites; from words that I choose I leave out the names of people here, addresses, phone numbers and keys. Recordings, and replies read aloud, go to services for that, if the owner set them up. { $platform ->
    [discord] Discord can read everything that is written on it.
    [telegram] Telegram can read everything that is written to a bot.
   *[other] Nothing else goes out.
}
help-privacy-yours =
    What you can do:
    /me – what I know about you, and what you allow
    /me fact – each thing, to correct, share or delete
    /memory – what is remembered of this chat
    /me optout – I no longer read your messages in groups
    /me export – all there is of you, as a file
    /me forget – erase all of it, for good
help-command = /{ $name }: { $help }
help-also = Other names: { $names }
house-goodbye = See you! The chat goes on at the next start.
