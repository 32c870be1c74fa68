# Character cards and the files they come in.

error-text-too-long = This text is too long: { $length } characters, and { $limit } are allowed. Please shorten it or send it in parts.
error-file-too-big = This file is too big to read: the limit is { $megabytes } MB. Please use a smaller one.
error-file-too-big-to-show = { $path } is too large for a message: the limit is { $megabytes } MB, so the character didn't get it. Please send a smaller file. If you want to import it, send it together with /import: up to { $imported } MB.
error-file-empty = This file is empty. Please export or download it again.
error-file-kind-unknown = I can't tell what this file is. I can import character cards, world books, presets, chats, regex scripts, story backgrounds, memory files and SillyTavern backups.
error-other-kind-expected = This file isn't a character card: it's { $kind ->
    [world] a world book
    [preset] a preset
    [chat] a chat
    [scripts] a file of regex scripts
    [quick] a set of quick replies
    [background] a background
    [memories] a file of memories
    [story] a story exported from Omoide
   *[backup] a SillyTavern backup
  }.
error-file-unknown = I can't read this file as a character card. Please send the card as a PNG, CHARX or JSON file.
error-file-not-utf8 = This file isn't UTF-8 text. Please save it as UTF-8 and send it again.
error-json-broken = This file isn't valid JSON: there is a mistake at line { NUMBER($line, useGrouping: 0) }, column { NUMBER($column, useGrouping: 0) }. Please correct it, or export the file again.
error-json-too-deep = The data in this file is nested more than { $limit } levels deep, so I didn't read it. Please export the card again.
error-json-too-many = This file holds more than { $limit } values. Please send a smaller card, for example with a shorter world book.
error-json-number = This file holds a number with { $length } digits, and { $limit } are allowed. Please correct it and send the file again.
error-field-too-long = The field “{ $field }” is too long: { $length } characters, and { $limit } are allowed. Please shorten it and send the file again.
error-picture-without-card = There is no character card in this { $kind } picture. If you sent it as a photo, please send it again as a file: photos lose the card.
error-picture-truncated = This picture is incomplete: its end is missing. Please download it and send it again.
error-picture-too-many-parts = This PNG is made of more than { $limit } chunks, so I didn't read it. Please save the picture again with another program.
error-picture-not-png = A card can only be stored in a PNG picture. Please choose a PNG.
error-card-damaged = The card inside this picture is damaged ({ $part ->
    [checksum] wrong checksum
    [compression] broken compression
    [exif] broken EXIF data
   *[base64] broken base64
  }). Please download the original again and send it as a file.
error-not-a-card = I can read this file, but it isn't a character card: there is no named character in it.
error-nodest-without-card = This is a character file of NodeST (CradleAI), but the character itself is missing or damaged in it: there is no usable “roleCard”. Please export the character there once more.

card-chats-left = The archive also holds chats. They are not imported.
card-characters-left = The archive holds several characters. The first one is imported.
card-newer-spec = This card uses a newer version of the card format. It is imported; parts I don't know yet are kept for export but not used.
