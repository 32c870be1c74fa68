# Files that come in and go out, as people are asked and told.

import-found = { $kind ->
    [character] A character card: { $name }
    [world] A world book: { $name }
    [preset] A preset: { $name }
    [chat] A chat: { $name }
    [quick] Quick replies: { $name }
    [scripts] Regex scripts: { $name }
    [background] A story background: { $name }
    [memories] Memories of a story: { $name }
    [story] A whole story: { $name }
   *[backup] A SillyTavern backup: { $name }
}
import-more-facts = …and { $count ->
    [one] one more detail
   *[other] { $count } more details
}
import-question = { $kind ->
    [character] Import this character?
    [world] { $offer ->
        [character] Import this world book for the character here?
        [chat] Import this world book for this chat?
       *[bring] Import this world book?
    }
    [quick] Import these quick replies?
    [preset] Import this preset?
    [background] { $offer ->
        [chat] Import this background and use it for the story here?
       *[bring] Import this background?
    }
    [memories] Add these memories to this chat? The chat is saved first.
    [chat] Import this chat and go on from its last line?
    [scripts] { $offer ->
        [character] Import these scripts for the character here?
       *[bring] Import these scripts for all chats here?
    }
    [story] Import this story and go on with it here?
   *[backup] Import everything in it, without running its scripts?
}
import-offer = { $offer ->
    [calm] Import without scripts
    [chat] For this chat
    [character] For the character here
    [mine] I exported it
   *[bring] { $kind ->
        [chat] Import and go on
        [world] Keep for later
        [background] Keep for later
        [scripts] For all chats here
        [backup] Show me its scripts
        [story] Import and go on
       *[other] Import
    }
}
import-done = { $kind ->
    [character] Imported: { $name }.
    [world] Imported: the world book “{ $name }”. /scene world shows where it is used.
    [preset] Imported: the preset “{ $name }”. /scene preset shows all presets.
    [chat] Imported. The chat goes on here:
    [quick] Imported: the quick replies “{ $name }”. /scene quick shows them.
    [scripts] Imported: the regex scripts “{ $name }”.
    [background] Saved: the background “{ $name }”.
    [memories] Imported: the memories of { $name }.
    [story] Imported. The story goes on here:
   *[backup] Imported: { $name }. /char, /chats and /scene show what is new.
}

# Regex scripts of a file, one after another.

script-title = Script { $number } of { $count }: “{ $name }”
script-owner = { $kind ->
    [card] It belongs to the card of { $name }.
    [preset] It belongs to the preset { $name }.
    [character] It was used with { $name }.
    [place] It was used in every chat.
   *[file] It comes from the file { $name }.
}
script-place = { $place ->
    [user_input] It changes what you write.
    [ai_output] It changes replies.
    [slash_command] It changes what other programs' commands say.
    [world_info] It changes world books.
   *[reasoning] It changes the model's thoughts.
}
script-seen = { $by ->
    [person] It changes what you read, not what the model reads.
    [model] It changes what the model reads, not what you read.
   *[both] It changes both what you read and what the model reads.
}
script-did-not-run = It was not allowed to run where it comes from.
script-find = Finds: { $text }
script-replace = Replaces it with: { $text }
script-deletes = Deletes what it finds.
script-trim = Cuts this out of what it finds: { $text }
script-whole = The full texts are in { $name }.
script-question = Allow it to run?
script-yes = Allow
script-all = { $count ->
    [one] Allow this last one
   *[other] Allow all { $count } left
}
script-none = { $count ->
    [one] Forbid this last one
   *[other] Forbid all { $count } left
}

import-left = Nothing was imported.
import-next-character = Start a chat
import-next-preset = Use it here
import-next-budget = Set the budget to { $tokens }

export-done = Here is your file: { $name }
export-left-out = Not in this file: { $what }. To get everything in one file, a CHARX: { $command }
export-left-out-face = the picture
export-left-out-emotions = { $count ->
    [one] { $count } picture of an emotion
   *[other] { $count } pictures of emotions
}
export-left-out-others = { $count ->
    [one] { $count } other file of the card
   *[other] { $count } other files of the card
}

next-page = Page { $page } ›
pages-file-too-big = { $name } is too big to send here (the limit is { $megabytes } MB). Use the same command in the terminal.
pages-no-files = { $name } can't be sent here: on this platform I can send no files. Use the same command in the terminal.
