# Archives and YAML, whatever is in them.

error-archive-damaged = This archive is incomplete or damaged. Please download it again and send it once more.
error-archive-too-many = This archive holds more than { $limit } files, so I didn't read it. Please pack fewer files.
error-archive-encrypted = This archive is locked with a password. Please pack it again without one.
error-archive-unsafe = This archive could write files where it shouldn't or fill the disk, so I didn't read it. Please export it again with the program it came from.
error-archive-overpacked = A file in this archive unpacks to more than { $ratio } times its size, so I didn't read it. Please pack it again without padding.
error-archive-method = I can't read the compression of this archive. Please pack it again as an ordinary zip.
error-archive-without-card = There is no character card in this archive. A CHARX has its card.json at the top level, a Backyard archive its manifest.json.
error-yaml-broken = This file isn't valid YAML: there is a mistake at line { $line }, column { $column }. Please correct it and send the file again.
