# Words that a command asks for: in a window, or one message after another.

button-write = ✏️ Write
button-form-cancel = ✖ Cancel
button-form-keep = Keep as it is
button-form-empty = Leave empty

form-how = To write it, type: { $usage }
form-title = { $title }{ $steps ->
    [1] {""}
   *[other] {" "}· step { $step } of { $steps }
}
form-now = This is the current text. Tap it to copy:
form-now-in-file = The current text is in the file.
form-long = Longer than one message (4,096 characters)? Send it as a .txt file.
form-question = ✏️ { $label }
form-part-label = { $label } ({ $part }/{ $parts })
form-left = “{ $title }” was cancelled. Nothing was changed.
form-closed = “{ $title }” was cancelled.
form-filled = “{ $title }”: filled in.
form-reply = Reply to this message to answer.
form-cut = That filled a whole message, so the end may be missing. Send all of it as a .txt file, or reply to this message with something shorter. /cancel changes nothing.
form-no-words = Please send a text: a message or a .txt file. /cancel changes nothing.
form-forwarded = A forwarded message is no answer: it is somebody else's words. Copy the text and send it yourself, or /cancel.
form-not-read = There is no text in this file. Send a .txt file, or write a message. /cancel changes nothing.
form-asked-there = I asked you in the group. Please reply to my question there.
form-empty = This can't be empty. /cancel changes nothing.
form-overtaken = This was changed while you were writing. Yours isn't saved yet, so that neither text is lost. To save yours, open the form again and put it there.
form-overtaken-now = { $label } – it now says:
form-overtaken-yours = { $label } – you wrote:
form-gone = This form has expired. Please use the command again.
form-terminal-now = Current text: { $words }
form-terminal-keep = { $now ->
    [yes] Press Enter to keep it{ $optional ->
        [yes] , or type only “.” to clear it
       *[no] {""}
    }. /cancel changes nothing.
   *[no] { $optional ->
        [yes] Press Enter to skip.{" "}
       *[no] {""}
    }/cancel changes nothing.
}
form-terminal-edit = Change the text and press Enter. /cancel changes nothing.

command-fix-text = What is right, in a sentence
command-fix-memory-text = The corrected text
command-fix-fact-text = The corrected text
command-edit-text = Your message, the way it should read
command-edit-pointed = change this message
command-edit-pointed-text = The message, the way it should read
command-save-rename-name = The new name
command-chats-rename-title = The new title
