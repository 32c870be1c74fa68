# Characters: made, changed, shown, thrown away.

error-character-built-in = { $name } comes with Omoide and stays as it is. /char copy { $number } makes one that you can change; /char hide { $number } keeps it out of the list.
error-no-such-version = { $name } has no { NUMBER($number, useGrouping: 0) } to go to. /char versions and /char greetings show what there is.
error-picture-unreadable = This is no picture that I can show as a face. Please send a PNG, JPEG or WebP picture.
error-card-field-unknown = A card has no “{ $field }” to change. There are: { $known }, and greeting2, greeting3 …
error-character-thrown-away = This character lies in the trash and does not answer. /char trash brings it back, /char shows who else there is.

command-char-gallery = see the characters as a picture
command-char-greetings = choose a greeting to begin with
command-char-new = make a character
command-char-new-name = Name
command-char-new-description = Description: who it is
command-char-new-personality = Personality, in a few words
command-char-new-scenario = Scenario: where you meet
command-char-new-greeting = First message
command-char-edit = change a character's card
command-char-edit-name = Name
command-char-edit-description = Description: who it is
command-char-edit-personality = Personality, in a few words
command-char-edit-scenario = Scenario: where you meet
command-char-edit-greeting = First message
command-char-field = change one field of a card, or a greeting
command-char-fields = see every field of a card
command-char-face = give a character a picture
command-char-versions = see the versions of a card
command-char-revert = go back to an older version of a card
command-char-copy = make a character with the same card
command-char-delete = throw a character away (kept for 30 days)
command-char-trash = see characters that were thrown away
command-char-restore = bring a character back
command-char-hide = keep a character out of the list
command-char-unhide = show a hidden character again

param-description = description
param-description-help = who the character is
param-personality = personality
param-personality-help = what it is like, in a few words
param-scenario = scenario
param-scenario-help = where you meet
param-greeting = greeting
param-greeting-help = what it says first; its number, to begin with it
param-content = text
param-content-help = what shall stand there; - empties it
param-picture = picture
param-picture-help = PNG, JPEG or WebP
param-older = version
param-older-help = its number in /char versions
param-card-field = field
param-card-field-help = name, description, personality, greeting, greeting2, examples, tags …

char-list = Characters ({ $page }/{ $pages })
char-list-hint = /char show { $number } tells about one · /char use { $number } begins a chat · /char new makes one · /import brings one in
char-list-hidden = { $count ->
    [one] One is hidden; /char unhide shows it.
   *[other] { $count } are hidden; /char unhide shows them.
}
char-button-gallery = 🖼 Gallery
char-button-use = ▶ Begin a chat
char-button-edit = ✏️ Edit
char-button-fields = All fields
char-button-back = ↩ As it was before
char-button-restore = ↩ Bring it back
char-button-unhide = ↩ Show it again
char-gallery = Characters
char-gallery-below = { $total ->
    [one] One character
   *[other] { $total } characters
} · page { $page } of { $pages }
char-gallery-here = plays here
char-gallery-file = characters
char-you = you
char-no-greetings = { $name } has no greeting: you write first. /char field { $number } greeting and a text gives one.
char-greetings = { $name }: { $count ->
    [one] one greeting
   *[other] { $count } greetings ({ $page }/{ $pages })
}
char-greeting = Greeting { $number }
char-field-name = Name
char-field-nickname = Nickname
char-field-mes-example = Examples
char-field-system-prompt = System prompt
char-field-post-history-instructions = After the talk
char-field-creator = Author
char-field-character-version = Author's version
char-field-tags = Tags
char-field-alternate-greetings = Greetings
char-field-group-only-greetings = Greetings in groups
char-field-picture = Picture
char-fields = What { $name } is made of ({ $page }/{ $pages })
char-fields-hint = /char field { $number } personality Calm and exact. · /char face { $number } with a picture
char-length = { $count ->
    [0] empty
    [one] one character long
   *[other] { $count } characters long
}
char-made = { $name } is there now, as number { $number }.
char-made-hint = A picture comes with /char face.
char-changed = Changed: this is version { $version }. It holds from the next reply on, in every chat. Chats and memories stay.
char-unchanged = Nothing was changed.
char-copied = { $name } is there a second time, as number { $number }. This one you can change.
char-versions = Versions of { $name } ({ $page }/{ $pages })
char-versions-hint = /char revert { $number } 1 lets version 1 hold again
char-version-first = as it came
char-delete-sure = Throw { $name } away? { $chats ->
    [0] It plays in no chat.
    [one] One chat stays and can be read
   *[other] { $chats } chats stay and can be read
}{ $chats ->
    [0] { "" }
   *[other] , { $memories ->
        [one] one memory stays too
       *[other] { $memories } memories stay too
    }, but nobody answers there any more.
} For 30 days it can be brought back.
char-deleted = { $name } lies in the trash for 30 days.
char-trash = Thrown away ({ $page }/{ $pages })
char-trash-hint = What is here longer than 30 days goes for good; its chats stay.
char-trash-empty = No character lies in the trash.
char-restore-named = ↩ { $name }
char-restored = { $name } is back.
char-hidden = { $name } is not in the list here any more.
char-unhidden = { $name } is in the list again.
char-hidden-list = Hidden here
char-none-hidden = No character is hidden here.
