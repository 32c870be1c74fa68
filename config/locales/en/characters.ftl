# Characters: made, changed, shown, thrown away.

error-character-built-in = { $of ->
    [folder] { $name } comes from a file of the data folder, and that is where it is changed or deleted.
   *[house] { $name } is built in and can't be changed or deleted.
} /char copy { $number } makes a copy that you can change; /char hide { $number } hides it from the list.
error-no-such-version = { $name } has no number { NUMBER($number, useGrouping: 0) } here. /char versions and /char greetings list what you can choose.
error-picture-unreadable = I can't use this picture. Please send a PNG, JPEG or WebP picture.
error-no-such-emotion = { $name } has no picture of “{ $emotion }”. To add one, send it with this command. /char expressions { $number } shows those there are.
error-emotion-name-unusable = “{ $name }” can't be the name of an emotion. Please use a short word such as joy; the limit in characters is { $limit }.
error-too-many-emotions = { $name } has as many pictures of emotions as a character can have ({ $limit }). Please replace or delete one.
error-card-field-unknown = A card has no field “{ $field }”. You can change: { $known }, and greeting2, greeting3 …
error-character-thrown-away = This character is in the trash and can't answer. Restore it with /char trash, or choose another one with /char.

command-char-gallery = see the characters as a picture
command-char-expressions = see the pictures of its emotions
command-char-greetings = choose a greeting to start with
command-char-new = create a character
command-char-new-name = Name
command-char-new-description = Description: who they are
command-char-new-personality = Personality, in a few words
command-char-new-scenario = Scenario: where you meet
command-char-new-greeting = First message
command-char-edit = change a character's card
command-char-edit-name = Name
command-char-edit-description = Description: who they are
command-char-edit-personality = Personality, in a few words
command-char-edit-scenario = Scenario: where you meet
command-char-edit-greeting = First message
command-char-field = change one field of a card, or a greeting
command-char-fields = see every field of a card
command-char-face = give a character a picture
command-char-expression = give a character a picture for an emotion
command-char-versions = see the versions of a card
command-char-revert = go back to an older version of a card
command-char-copy = make a copy of a character
command-char-delete = move a character to the trash (kept for 30 days)
command-char-trash = see deleted characters
command-char-restore = restore a deleted character
command-char-hide = hide a character from the list
command-char-unhide = show a hidden character again

param-description = description
param-description-help = who the character is
param-personality = personality
param-personality-help = what they are like, in a few words
param-scenario = scenario
param-scenario-help = where you meet
param-greeting = greeting
param-greeting-help = what they say first; or a greeting's number, to start with it
param-content = text
param-content-help = the new text; - clears it
param-picture = picture
param-picture-help = PNG, JPEG or WebP
param-emotion = emotion
param-emotion-help = such as joy; without a picture, the one it has is deleted
param-older = version
param-older-help = its number in /char versions
param-card-field = field
param-card-field-help = name, description, personality, greeting, greeting2, examples, tags …

char-list = Characters{ $pages ->
    [1] {""}
   *[other] {" "}({ $page }/{ $pages })
}
char-list-hint =
    /char show { $number } – see the card
    /char use { $number } – start a chat
    /char new – create a character
    /import – import a card
char-list-hidden = { $count ->
    [one] One is hidden; /char unhide shows it.
   *[other] { $count } are hidden; /char unhide shows them.
}
char-button-gallery = 🖼 Gallery
char-button-use = ▶ Start a chat
char-button-edit = ✏️ Edit
char-button-fields = All fields
char-button-back = ↩ Undo the change
char-button-restore = ↩ Restore
char-button-unhide = ↩ Show again
char-button-expressions = 🙂 Expressions
char-expressions = { $name }: expressions
char-expressions-below = { $count ->
    [one] One picture
   *[other] { $count } pictures
}{ $pages ->
    [1] {""}
   *[other] {" "}· page { $page } of { $pages }
}
char-no-expressions = { $name } has no pictures of emotions. They come with a CHARX card, or one by one: /char expression.
char-expression-delete-sure = There is no picture with this command. Delete { $name }'s picture of “{ $emotion }”? An older version of the card keeps it.
char-gallery = Characters
char-gallery-below = { $total ->
    [one] One character
   *[other] { $total } characters
}{ $pages ->
    [1] {""}
   *[other] {" "}· page { $page } of { $pages }
}
char-gallery-here = in this chat
char-gallery-file = characters
char-you = you
char-no-greetings = { $name } has no greeting, so you write first. To add one: /char field { $number } greeting Good evening! (with its words)
char-greetings = { $name }: { $count ->
    [one] one greeting
   *[other] { $count } greetings{ $pages ->
       [1] {""}
      *[other] {" "}({ $page }/{ $pages })
   }
}
char-greeting = Greeting { $number }
char-field-name = Name
char-field-nickname = Nickname
char-field-mes-example = Examples
char-field-system-prompt = System prompt
char-field-post-history-instructions = Post-history instructions
char-field-creator = Author
char-field-character-version = Author's version
char-field-tags = Tags
char-field-alternate-greetings = Greetings
char-field-group-only-greetings = Greetings in groups
char-field-picture = Picture
char-field-emotions = Expressions
char-fields = { $name }'s card{ $pages ->
    [1] {""}
   *[other] {" "}({ $page }/{ $pages })
}
char-fields-hint =
    /char field { $number } personality Calm and exact – change a text of the card
    /char face { $number }, sent with a picture – change the picture
    /char expression { $number } joy, sent with a picture – set the picture of an emotion
char-length = { $count ->
    [0] empty
    [one] 1 character
   *[other] { $count } characters
}
char-made = Created: { $name }, number { $number }.
char-made-hint = To add a picture: /char face.
char-changed = Changed: this is version { $version }, used from the next reply on in every chat. Chats and memories are kept.
char-unchanged = Nothing was changed.
char-copied = Copied: { $name }, number { $number }. You can change this one.
char-versions = Versions of { $name }{ $pages ->
    [1] {""}
   *[other] {" "}({ $page }/{ $pages })
}
char-versions-hint = /char revert { $number } 1 – go back to version 1
char-version-first = the original
char-delete-sure = Move { $name } to the trash? { $chats ->
    [0] No chat uses it.
    [one] One chat can still be read
   *[other] { $chats } chats can still be read
}{ $chats ->
    [0] { "" }
   *[other] , and { $memories ->
        [one] one memory is kept
       *[other] { $memories } memories are kept
    }, but nobody answers there any more.
} You can restore it for 30 days.
char-deleted = { $name } is in the trash and stays there for 30 days.
char-trash = Deleted characters{ $pages ->
    [1] {""}
   *[other] {" "}({ $page }/{ $pages })
}
char-trash-hint = After 30 days a character is deleted for good; its chats are kept.
char-trash-empty = The trash is empty.
char-restore-named = ↩ { $name }
char-restored = { $name } is back.
char-hidden = { $name } is now hidden from the list here.
char-unhidden = { $name } is in the list again.
char-hidden-list = Hidden here
char-none-hidden = No character is hidden here.
