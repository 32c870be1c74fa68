# Character cards and the files they come in.

error-text-too-long = This text is too long: { $length } characters, and { $limit } are allowed. Please shorten it or send it in parts.
error-file-too-big = This file is too big to read: the limit is { $megabytes } MB. Please use a smaller one.
error-file-empty = This file is empty. Please export or download it again.
error-file-kind-unknown = I cannot tell what this file is. I can import character cards, world books, presets, chats, regex scripts, backgrounds for stories, files of memories and SillyTavern backups.
error-other-kind-expected = This file is no character card: it is { $kind ->
    [world] a world book
    [preset] a preset
    [chat] a chat
    [scripts] a file of regex scripts
   *[backup] a SillyTavern backup
  }.
error-file-unknown = I cannot read this file as a character card. Please send the card as a PNG picture, a CHARX or a JSON file.
error-file-not-utf8 = This file is not UTF-8 text. Please save it again as UTF-8 and send it once more.
error-json-broken = This file is not valid JSON: something is wrong at line { NUMBER($line, useGrouping: 0) }, column { NUMBER($column, useGrouping: 0) }. Please correct it there, or export the file again.
error-json-too-deep = The data in this file lies more than { $limit } levels deep. No real card needs that, so it was not read.
error-json-too-many = This file holds more than { $limit } values. Please send a smaller card, for example with a shorter world book.
error-json-number = This file holds a number with { $length } digits, and { $limit } are allowed. Please correct it and send the file again.
error-field-too-long = The field “{ $field }” is too long: { $length } characters, and { $limit } are allowed. Please shorten it and send the file again.
error-picture-without-card = This { $kind } picture carries no character card. If you sent the card as a photo, please send it again as a file: photos lose the card.
error-picture-truncated = This picture is incomplete: its end is missing. Please download it again and send it once more.
error-picture-too-many-parts = This PNG is made of more than { $limit } chunks, so it was not read. Please save the picture again with another program.
error-picture-not-png = A card can only be stored in a PNG picture. Please choose a PNG.
error-card-damaged = The card inside this picture is damaged ({ $part ->
    [checksum] wrong checksum
    [compression] broken compression
    [exif] broken EXIF data
   *[base64] broken base64
  }). Please download the original again and send it as a file.
error-not-a-card = This file is readable, but it is no character card: there is no named character in it.

card-newer-spec = This card was made for a newer version of the card format. It is imported; parts that are not known yet are kept for export but not used.
