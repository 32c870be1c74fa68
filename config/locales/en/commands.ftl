# Commands: what they do, what they answer.

command-again = write the last reply again
command-again-help = Writes another version of the last reply. The old one stays on its branch: /chats branches shows it.
command-continue = let the character go on
command-continue-help = The character goes on from the last line, also after a reply that was cut off. /continue me writes what you might say.
command-continue-me = let the model write your next message
command-stop = stop the reply that is being written
command-stop-help = Stops the reply. What is there stays, marked as interrupted.
command-undo = take back the last exchange
command-undo-back = bring back what was taken back
command-undo-help = Takes back your last message and the reply to it. Nothing is lost: what you leave stays a branch.
command-edit = change your newest message
command-edit-help = Replaces the text of your newest message. Use /again afterwards for a reply to the new text. /edit hide keeps messages from the character; 1 is the newest one.
command-edit-hide = hide messages from the character: 3, or 3-5
command-edit-unhide = show them to the character again
command-memory = see what the character remembers
command-memory-help = Shows all that can be recalled here: messages, notes, diary, facts about you, the story, world books. Beside each stands the command that shows and changes it.
command-memory-list = see the notes
command-memory-search = find memories and messages by words, meaning or time
command-memory-show = see a memory with where it comes from
command-memory-add = write a memory down
command-memory-edit = give a memory other words
command-memory-delete = delete memories
command-memory-pin = keep a memory on top
command-memory-unpin = let a memory stand among the others again
command-memory-map = see the garden as a map of stars
command-fix = put a wrong memory right
command-fix-help = Say what is right: /fix it was my sister. You see what would change first; only your yes changes it. Sent as a reply to a message, it is about what that message was told.
command-fix-memory = put the memory with this number right
command-fix-fact = put a fact about you right
command-fix-yes = make the change
command-fix-edit = say it in other words
command-fix-forget = forget it, with nothing in its place
command-diary = read the character's diary
command-diary-help = Shows the page of a day: /diary, /diary last Friday, /diary 2026-03-05. Without a day it is yesterday's, or else the newest page.
command-diary-list = see which days have a page
command-new = begin a new chat
command-new-help = Begins a new chat, with the same character or the one you name. The old chat stays under /chats.
command-chats = show your chats
command-chats-help = Shows your chats. A chat is meant by its number or its title.
command-chats-open = go on with another chat
command-chats-rename = give this chat a title
command-chats-archive = put a chat away
command-chats-trash = throw a chat away (kept for 30 days)
command-chats-archived = show what was put away or thrown away
command-chats-branches = show the branches of this chat
command-chats-branch = go on along another branch
command-chats-move = move this chat to another place
command-chats-from = begin a branch some messages back
command-save = save this place of the story
command-save-help = Saves this place under a name. /load brings you back to it exactly.
command-save-rename = give a save another name
command-save-delete = delete a save
command-load = show your saves, or go back to one
command-load-help = Alone it shows your saves. With a number or a name it shows what is there, asks, and brings everything of the story back to that place.
command-char = show the characters
command-char-help = Shows who you can talk to. A character is meant by its number or its name.
command-char-show = show a character's card
command-char-use = begin a chat with a character
command-char-export = get a character as a card: png, json or charx
command-import = bring in a card, world book, preset or chat
command-import-help = Shows what is in a file and asks before anything is imported: character cards, world books, presets, chats, regex scripts, SillyTavern backups. In the terminal give the path, elsewhere send the file along.
command-import-yes = import what was looked at
command-import-script = say whether a script of the file may run
command-import-no = do not import it
command-export = get this chat as a file
command-export-help = Gives this chat as JSONL, with every version of its replies, as SillyTavern reads it; or a character, a world book or a preset.
command-export-omoide = take the whole story along
command-export-text = get the chat as a text to read
command-export-chat = get a branch of the chat as JSONL
command-export-char = get a character as a card
command-export-world = get a world book
command-export-preset = get a preset
command-scene = see what surrounds the talk here
command-scene-help = Shows and changes what the character is told besides the talk: world books, the preset, the author's note.
command-scene-cast = see who plays
command-scene-cast-add = let a character join the story
command-scene-cast-remove = let a character leave the story
command-scene-cast-mute = let a character only listen
command-scene-cast-unmute = let a character speak again
command-scene-cast-talk = how readily a character speaks, 0 to 100
command-scene-cast-speak = let a character say something now
command-scene-world = see the world books
command-scene-world-show = see the entries of a world book
command-scene-world-bind = let a world book count here
command-scene-world-unbind = let a world book count no more
command-scene-world-delete = delete a world book
command-scene-preset = see the presets
command-scene-preset-use = use a preset in this chat
command-scene-preset-show = see what a preset sends
command-scene-preset-delete = delete a preset
command-scene-note = see the author's note
command-scene-note-set = write the author's note
command-scene-note-depth = how many messages from the end it stands
command-scene-note-every = at every how many messages it is there
command-scene-note-role = in whose name it is said
command-scene-note-place = in the chat, or before or after the main prompt
command-scene-note-off = take the author's note away
command-why = see why the character said that
command-why-help = Shows what the last prompt was made of: which world entries fired, what was left out and why, how long each step took. /why full, or /prompt, shows every part.
command-why-recalled = what was recalled for the last reply
command-why-full = every part of the last prompt
command-why-file = the same as a file
command-settings = show and change settings
command-settings-help = Alone it shows the settings. With a name it shows where the value comes from, with a value it sets it for this place.
command-settings-advanced = show the settings few people need
command-settings-reset = take back one setting, a group, or all
command-settings-space = set something for the whole server
command-settings-character = set something for this character
command-settings-here = set something for this chat
command-settings-write = set something to a value of your own
command-me = see your language, time zone, who you play and what is known about you
command-me-help = Shows and changes how Omoide speaks with you.
command-me-language = speak another language, en or zh
command-me-timezone = tell the time in your zone
command-me-persona = see who you play
command-me-persona-list = see who you may play
command-me-persona-set = say who you are in stories
command-me-persona-use = play somebody else
command-me-persona-off = play nobody but yourself
command-me-persona-lock = play somebody in this chat alone
command-me-persona-unlock = play in this chat who you play elsewhere
command-me-export = get all there is of you as a file
command-me-forget = have everything of you erased, everywhere
command-me-fact = see what is known about you
command-me-fact-show = see a fact with what it said before
command-me-fact-add = tell something about yourself
command-me-fact-edit = give a fact other words
command-me-fact-delete = delete a fact
command-me-fact-share = let every character know a fact, or let it be told in groups
command-me-fact-unshare = keep a fact to this character, or to private talk
command-me-remember = whether facts about you are noted
command-me-elsewhere = whether private things may be told in groups
command-me-settle = keep language and time zone
command-me-persona-edit = write a persona anew
command-me-persona-delete = delete a persona
command-me-link = be one person on two platforms, by a code
command-me-unlink = take a link back
command-me-optout = not be heard in groups
command-me-optin = be heard in groups again
command-mode = see or change what this place is for
command-mode-help = chat answers everything like a friend, story plays and shows buttons, lounge speaks only when called and can give each person a booth.
command-admin = see where people may talk
command-admin-help = For owners: shows every place and opens or closes it.
command-admin-spaces = see every place
command-admin-open = let everybody in a place talk
command-admin-close = let nobody but owners talk in a place
command-admin-backup = see the backups
command-admin-backup-now = make a backup now
command-admin-code = become the owner with the code from the log
command-start = begin
command-start-help = Says welcome and what to do next.
command-status = see what is open and which models answer
command-status-help = Shows the open chat, the models, the database, and where your data lie.
command-help = show help
command-help-help = Shows help by task, for one task, or for one command: /help save.
command-quit = leave
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
param-percent = readiness
param-percent-help = 0 is only when called, 100 is every time; nothing is as its card says
param-book = book
param-book-help = its number in /scene world, or its name
param-depth = depth
param-depth-help = 0 is behind the newest message, 4 is four from the end
param-every = interval
param-every-help = 1 is always, 3 at every third message of people, 0 never
param-first = message
param-first-help = counted from the end: 1 is the newest
param-form = form
param-form-help = png, json or charx
param-last = to
param-last-help = the other end, where it is several
param-offer = what
param-offer-help = what is to be done with the file
param-persona = persona
param-persona-help = its number in /me persona list, or its name
param-position = place
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
param-token-help = the sign that the question showed
param-language = language
param-language-help = en or zh
param-name = name
param-name-help = a name of your choice
param-page = page
param-page-help = which page of the list
param-memory = memory
param-memory-help = its number in /memory
param-memories = numbers
param-memories-help = numbers in /memory: 12, or 12 13 14
param-words = words
param-words-help = what it is about; a time counts too: last week
param-fact = fact
param-fact-help = its number in /me fact
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
param-setting-help = a name that /settings shows
param-text = text
param-text-help = the new text
param-title = title
param-title-help = a title of your choice
param-topic = command
param-topic-help = a command or the number of a task
param-value = value
param-value-help = the new value
param-yes = yes
param-yes-help = do it without asking
param-mode = mode
param-mode-help = chat, story or lounge
param-space = place
param-space-help = its number in /admin spaces
param-code = code
param-code-help = the owner's code from the log, or the one from /chats move
param-zone = time zone
param-zone-help = for example Europe/Berlin

command-unknown = There is no command /{ $name }. Type /help to see what there is.
command-unknown-near = There is no command /{ $name }. Did you mean { $near }?
command-not-allowed = You may not do that here. Ask whoever looks after this place.
command-wrong-missing = Something is missing: { $param }. Type: { $usage }
command-wrong-not-a-number = “{ $given }” is not a number. Type: { $usage }
command-wrong-not-a-choice = “{ $given }” is not one of the words that fit. Type: { $usage }
command-wrong-action = /{ $command } does not know “{ $given }”. It knows: { $offered } (/help { $command } says more)
command-wrong-too-much = “{ $given }” is too much here. Type: { $usage } (/help { $command } says more)
handler-failed = Something went wrong inside Omoide. Please try again. The sign { $number } is in the log; /help errors says what to do with it.

error-nothing-called = Nothing here is called “{ $name }”. Type { $command } to see what there is.
error-several-called = “{ $name }” fits more than one. Please give the number: { $found }
error-file-missing = There is no file { $path }. Please check the path.
error-file-is-folder = { $path } is a folder without SillyTavern's data. Please name a file inside it.
error-file-unreadable = { $path } cannot be read ({ $reason }). Please check that you may open it.
error-file-not-sent = Which file? In the terminal type /import and its path, elsewhere send the file along.

talk-nothing-to-stop = Nothing is being written. /again writes the last reply anew, /undo takes it back.

story-brought-back = Brought back. The story stands here now:
story-undone = Taken back. The story stands here now:
story-edited = Changed. Type /again for a reply to the new text.
story-hidden = { $count ->
    [0] Nothing changed: that was hidden already.
    [one] One message is hidden from the character now. You still see it.
   *[other] { $count } messages are hidden from the character now. You still see them.
}
story-seen = { $count ->
    [0] Nothing changed: that was not hidden.
    [one] The character sees one message again.
   *[other] The character sees { $count } messages again.
}
story-save-default = { DATETIME($date, dateStyle: "medium", timeStyle: "short") }
story-saved = Saved: { $name }. Type /load { $number } to come back here.
story-save-renamed = The save is called { $name } now.
story-load-preview = { $name }, { $ago }:
story-loaded = Back to { $name }, { $ago }.
story-no-saves = No saves yet. Type /save and a name to make one.
story-save-before-load = before loading
story-save-before-import = before an import
story-save-daily = of the day

chats-new = A new chat with { $character }.
chats-none = There is nothing here. Type /new to begin a chat.
chats-untitled = (no title yet)
chats-item = { $characters }, { $messages ->
    [one] one message
   *[other] { $messages } messages
}, { $ago }{ $status ->
    [trashed] {" "}– thrown away
    [archived] {" "}– put away
   *[active] {""}
}
chats-opened = Opened: { $title }.
chats-renamed = This chat is called { $title } now.
chats-renamed-one = Chat { $number } is called { $title } now.
chats-archive-done = Put away: { $title }. /chats archived shows it.

branches-goes-on = after “{ $words }”
branches-empty = (nothing said yet)
branches-switched = You are on branch { $branch } now.
branches-begun = { $back ->
    [0] A new branch begins here.
    [one] A new branch begins one message back.
   *[other] A new branch begins { $back } messages back.
}

char-builtin = comes with Omoide
char-card = { $name } ({ $tags })
char-field-description = Description
char-field-personality = Personality
char-field-scenario = Scenario
char-field-first-greeting = Greeting
char-field-creator-notes = Notes by the author

me-title = You
me-language = Language
me-timezone = Time zone
me-persona = Who you play
me-language-set = From now on in English.
me-timezone-set = Your time zone is { $zone } now.

settings-list = Settings ({ $page }/{ $pages })
settings-advanced-list = Advanced settings ({ $page }/{ $pages })
settings-list-hint = /settings history_limit explains one · /settings history_limit 40 sets it · /settings reset all · /settings advanced
settings-row = { $label } = { $value }
settings-item = { $name } ({ $scope ->
    [mode] from the mode
    [space] set for the server
    [character] set for this character
    [channel] set here
    [person] set by you
   *[default] default
  })
settings-set = { $label } is now “{ $value }”, { $scope ->
    [space] for the whole server.
    [character] for this character.
    [person] for you.
   *[channel] in this place.
}
settings-reset-one = { $label } is { $value } again.
settings-overruled = Here { $value } holds all the same: { $by } decides.
settings-kept = It stays as it was: { $value }
settings-page = { $label } = { $value } ({ $name })
settings-changes = Changed lately
settings-change = { $before } → { $after }
settings-change-by = { $who }, { $ago }, for: { $whose }
settings-not-set = not set
settings-empty = none
settings-fits = What fits: { $range }
settings-fit = { $typed } ({ $label })
settings-fits-between = {" · "}
settings-write-button = Other…
settings-write-what = { $label }: which value? What fits: { $range }
settings-whose-button = For: { $whose }
settings-back-button = ‹ { $group }
settings-reset-many = { $count ->
    [0] Nothing was set here, so nothing changed.
    [one] One setting was taken back.
   *[other] { $count } settings were taken back.
}
settings-how = For: { $whose }. Type: { $line } value. What fits: { $range }
settings-origin = { $value }{ $fate ->
    [wins] {" "}← in use
    [held] {" "}← in use, held to the limit above
    [unreadable] {" "}(cannot be used)
    [not-here] {" "}(cannot be set there)
   *[overridden] {""}
}
settings-range = { $low } to { $high }
settings-on = on
settings-off = off
settings-model-decides = the model decides
settings-group-people = people
settings-group-memory = memory
settings-group-recall = recall
settings-group-prompt = prompt
settings-group-world = world books
settings-group-reply = reply
settings-group-pace = pace
settings-group-place = place
settings-group-story = story
settings-group-list = Settings: { $group } ({ $page }/{ $pages })
settings-reset-button = Default
settings-reset-asks = { $count ->
    [one] One setting was changed here: { $names }. Take it back?
   *[other] { $count } settings were changed here: { $names }. Take them back?
}
mode-title = What is this place for?
mode-booths-hint = In a lounge, { $command } posts a button: whoever presses it gets a place alone with the character.
mode-booths-button = Offer booths
mode-hint = A button gives this chat another mode. /settings space mode story sets it for the whole server.
mode-chat = Chat
mode-story = Story
mode-lounge = Lounge
mode-sets = { $label }: { $value }
mode-between = ,{" "}
mode-changes = { $label }: { $before } → { $after }
mode-changed = { $count ->
    [0] Nothing else changes.
   *[other] This changes, from the next reply on:
}

status-title = Omoide { $version }
status-chat = Chat
status-chat-is = { $title } with { $character }
status-messages = Messages
status-messages-is = { $messages }, on branch { $branch }
status-last = Last reply
status-last-is = { $prompt } tokens read, { $reply } written, { $seconds } s
status-warning = Note
status-role-chat = Chat model
status-role-utility = Utility model
status-role-embedding = Embedding
status-role-is = { $rests ->
    [0] { $model } at { $endpoint }
    [one] { $model } at { $endpoint } – failing, asked again in a second
   *[other] { $model } at { $endpoint } – failing, asked again in { $rests } seconds
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
help-title = Just write to talk. Commands begin with /, a line that begins with // is an aside: nobody answers it.
help-word = help
help-hint = /help save explains a command · /help errors
help-on-discord = In a direct message I answer everything. On a server I answer when you mention me, reply to me or say my name. Delete your message and it is gone from the story too; edit it and the story knows the new words.
help-on-telegram = In a private chat I answer everything. In a group I answer when you mention me, reply to me or say my name. Telegram does not tell me when you delete a message: type /undo to take it back. Edit a message and the story knows the new words.
help-rest = Also: { $names }
help-example-talk = For example, just write: “Good morning, where did we stop yesterday?”
help-example-chats = For example: /save before the harbour, and when it goes wrong /load before the harbour
help-example-memory = For example: /fix I live in Lisbon, not in Porto
help-example-characters = For example: send me a card as a file, or /char to see who is there
help-example-surroundings = For example: /scene note set It is snowing hard outside
help-example-house = For example: /me timezone Europe/Lisbon
help-errors = An error comes with a sign such as 3fa2c1. Try once more; if it stays, tell the sign to whoever runs this bot: searching the log for it shows the cause. { $status } says whether the models answer.
help-command = /{ $name }: { $help }
help-also = The same: { $names }
house-goodbye = See you! The chat goes on at the next start.
