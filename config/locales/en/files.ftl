# Files that come in and go out, as people are asked and told.

import-found = { $kind ->
    [character] A character card: { $name }
    [world] A world book: { $name }
    [preset] A preset: { $name }
    [chat] A chat: { $name }
    [scripts] Regex scripts: { $name }
    [background] A background for stories: { $name }
    [memories] Memories of a story: { $name }
    [story] A whole story: { $name }
   *[backup] A SillyTavern backup: { $name }
}
import-more-facts = …and { $count ->
    [one] one more point
   *[other] { $count } more points
}
import-question = { $kind ->
    [character] Import this character?
    [world] { $offer ->
        [character] Import this book for the character here?
        [chat] Import this book for this chat?
       *[bring] Import this world book?
    }
    [preset] Import this preset?
    [background] { $offer ->
        [chat] Import this background and set the story here in it?
       *[bring] Import this background?
    }
    [memories] Add these memories to this chat? The place where it stands is saved first.
    [chat] Import this chat and go on from its last line?
    [scripts] { $offer ->
        [character] Import these scripts for the character here?
       *[bring] Import these scripts for all chats here?
    }
    [story] Go on with this story here?
   *[backup] Import everything in it, without its scripts?
}
import-offer = { $offer ->
    [calm] Without its scripts
    [chat] For this chat
    [character] For the character here
    [mine] It was me
   *[bring] { $kind ->
        [chat] Import and go on
        [world] For later
        [background] For later
        [scripts] For all chats here
        [backup] Show me its scripts
        [story] Import and go on
       *[other] Import
    }
}
import-done = { $kind ->
    [character] Imported: { $name }.
    [world] Imported: the world book { $name }. /scene world shows where it counts.
    [preset] Imported: the preset { $name }. /scene preset shows all of them.
    [chat] Imported. The chat goes on here:
    [scripts] Imported: the regex scripts { $name }.
    [background] Imported: the background { $name }.
    [memories] The memories of { $name } were read.
    [story] Imported. The story goes on here:
   *[backup] Imported: { $name }. /char, /chats and /scene show what has come.
}

# Regex scripts of a file, one after another.

script-title = Script { $number } of { $count }: “{ $name }”
script-owner = { $kind ->
    [card] It belongs to the card of { $name }.
    [preset] It belongs to the preset { $name }.
    [character] It ran with { $name }.
    [place] It ran in every chat.
   *[file] It stands in the file { $name }.
}
script-place = { $place ->
    [user_input] It works on what you write.
    [ai_output] It works on replies.
    [slash_command] It works on what other programs' commands say.
    [world_info] It works on world books.
   *[reasoning] It works on a model's thoughts.
}
script-seen = { $by ->
    [person] It changes what you read, not what the model reads.
    [model] It changes what the model reads, not what you read.
   *[both] It changes both what you read and what the model reads.
}
script-did-not-run = It was not allowed to run where it comes from.
script-find = Looks for: { $text }
script-replace = Puts in its place: { $text }
script-deletes = Takes it away.
script-trim = Cuts out of what it found: { $text }
script-whole = The texts are long. You find them whole in { $name }.
script-question = May it run?
script-yes = Yes, it may
script-all = { $count ->
    [one] Allow this last one
   *[other] Allow all { $count } left
}
script-none = { $count ->
    [one] Forbid this last one
   *[other] Forbid all { $count } left
}

import-left = Nothing was imported.
import-next-character = Begin a chat
import-next-preset = Use it here

export-done = Here is { $name }.

next-page = Page { $page } ›
pages-file-too-big = { $name } is too big to be sent here (the limit is { $megabytes } MB). Use the same command in the terminal.
