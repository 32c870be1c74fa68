# Files that the owner writes into worlds/ and characters/ of the data folder.

author-file-broken = { $file }: there is a mistake at line { NUMBER($line, useGrouping: 0) }, column { NUMBER($column, useGrouping: 0) }. Please correct it; until then I use the last version that I could read, if there is one.
author-file-refused = { $file }: { $what } Until it can be read, I use the last version that I could read, if there is one.
author-file-closed = I can't open { $file }: { $why }. I use the last version that I could read, if there is one.
author-file-link = { $file } is a link to something outside of the data folder, so I don't read it. Please put the file itself there.
author-file-name = I can't read { $file }: its name is not valid UTF-8. Please rename it.
author-file-big = { $file } is larger than { $megabytes } MB, so I don't read it.
author-file-twice = { $file } has the same name as { $other }. I use { $other } only; please rename one of them.
author-entry-silent = { $file }: nothing calls { $count ->
    [one] the entry { $titles }: it has
   *[other] { $count } entries ({ $titles }): they have
} no keys and { $count ->
    [one] is
   *[other] are
} not always sent. I use the book as it is.
author-files-many = There are too many files in worlds/ and characters/: I read the first { $limit }, and what is missing does not count as deleted.
author-files-more = { $count ->
    [one] Another file in worlds/ or characters/ has a problem; the log names it.
   *[other] { $count } other files in worlds/ or characters/ have problems; the log names each.
}
author-book-gone = { $file } is gone, so the world book “{ $name }” is not used any more. Nothing is lost: put the file back, and the book is there with its versions, wherever it was used.
author-character-gone = The card in { $file } is gone. { $name } stays as it was, since chats may be using it; /char hide hides it from the list.
error-entry-without-keys = The entry “{ $title }” has no keys, so nothing would call it (line { NUMBER($line, useGrouping: 0) }). Write “keys: …” below its title, or “always: on”.
error-entry-line-unreadable = “{ $value }” at line { NUMBER($line, useGrouping: 0) } is no value for { $field }. /scene world fields shows what each field may be.
error-card-part-unknown = “{ $part }” at line { NUMBER($line, useGrouping: 0) } is no part of a card. Parts are: Description, Personality, Scenario, Greeting, Group greeting, Examples, System prompt, Post-history instructions, Nickname, Creator, Creator notes, Version, Tags.
