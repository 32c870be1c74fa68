# Words that a command asks for: in a window, or one message after another.

button-write = ✏️ Write
button-form-cancel = ✖ Cancel
button-form-keep = Keep it
button-form-empty = Leave it empty

form-how = To write it, type: { $usage }
form-title = { $title }{ $steps ->
    [1] {""}
   *[other] {" "}· step { $step } of { $steps }
}
form-now = This stands there now. Tap it to copy:
form-now-in-file = What stands there now is in the file.
form-long = Longer than one message (4,096 characters)? Send it as a .txt file.
form-question = ✏️ { $label }
form-part-label = { $label } ({ $part }/{ $parts })
form-left = “{ $title }” was left. Nothing was changed there.
form-cut = That filled a whole message, so the end may be missing. Send all of it as a .txt file, or answer this message with something shorter. /cancel leaves it as it is.
form-no-words = Words are needed here: a message or a .txt file. /cancel leaves it as it is.
form-not-read = This file holds no text. Send a .txt file, or write a message. /cancel leaves it as it is.
form-empty = This may not be empty. /cancel leaves it as it is.
form-gone = This form is no longer open. Use the command again.
form-terminal-now = It says now: { $words }
form-terminal-keep = { $now ->
    [yes] An empty line keeps it{ $optional ->
        [yes] , a line with only “.” empties it
       *[no] {""}
    }. /cancel leaves everything as it is.
   *[no] { $optional ->
        [yes] An empty line leaves it empty.{" "}
       *[no] {""}
    }/cancel leaves everything as it is.
}
form-terminal-edit = Change the text and press Enter. /cancel leaves everything as it is.

command-fix-text = What is right, in a sentence
command-fix-memory-text = How it reads when it is right
command-fix-fact-text = How it reads when it is right
command-edit-text = What you said, as it should read
command-save-rename-name = The new name
command-chats-rename-title = The new title
