# Archives and YAML, whatever is in them.

error-archive-damaged = This archive is incomplete or damaged. Please download it again and send it once more.
error-archive-too-many = This archive holds more than { $limit } files, so it was not read. Please pack fewer files.
error-archive-encrypted = This archive is locked with a password. Please pack it again without one.
error-archive-unsafe = This archive is built to write where it should not or to fill the disk, so it was not read. Please export it again with the program it came from.
error-archive-overpacked = A file in this archive unpacks to more than { $ratio } times its size, so it was not read. Please pack it again without padding.
error-archive-method = This archive is packed in a way I cannot read. Please pack it again as an ordinary zip.
error-archive-without-card = This archive holds no character card. A CHARX has its card.json at the top, a Backyard archive its manifest.json.
error-yaml-broken = This file is not valid YAML: something is wrong at line { $line }, column { $column }. Please correct it there and send it again.
