# Backups of the database.

error-backup-failed = The backup failed: { $reason }. Your data is unchanged.
error-backup-server-newer = Your Postgres { $server } is newer than the tools that come with Omoide ({ $ours }), so it can't be backed up. Use the server's own pg_dump, or update Omoide.
error-backup-server-other = Your Postgres { $server } is not of the version that Omoide brings along ({ $ours }), so backups rewritten here might not be restorable on it. Delete old backups by hand, and make a new one: /admin backup now
error-backup-no-room = Not enough space for a backup in { $folder }: { $free } MB free, { $needed } MB needed. Make room, or set OMOIDE_BACKUP__FOLDER to another folder. Older backups are still there.
error-backup-folder = The backup folder can't be used: { $folder } ({ $reason }). Change its owner, or set OMOIDE_BACKUP__FOLDER to another folder.
error-backup-damaged = { $name } has changed since it was made. Use another backup.
error-backup-running = A backup is being made right now. Please try again in a few minutes.
error-house-running = Omoide is running ({ $names }). Stop it first, then restore the backup.
error-no-such-backup = There is no backup called { $name }. “make doctor” shows the folder; the files end in .dump.

admin-backups = Backups{ $pages ->
    [1] {""}
   *[other] {" "}({ $page }/{ $pages })
}
admin-backups-hint =
    /admin backup now – make one now
    /admin backup forget – remove people who asked to be forgotten
    To restore one, stop Omoide on its machine and run: python -m bot restore NAME
admin-backups-none = There is no backup yet. /admin backup now makes one.
admin-backups-off = No automatic backups here: OMOIDE_BACKUP__NIGHTLY is false.
admin-backups-now = Make one now
admin-backup-made = Backup made: { $name } ({ $size }).
admin-backups-forgotten = { $changed ->
    [0] Nobody who asked to be forgotten is in the backups any more.
    [one] One backup is rewritten without the people who asked to be forgotten.
   *[other] { $changed } backups are rewritten without the people who asked to be forgotten.
}{ $clean ->
    [0] {""}
   *[other] {" "}Unchanged, since none of them were in it: { $clean }.
}
admin-backups-unreadable = These could not be opened and still hold what they held: { $names }. Delete the files if you don't need them.
admin-backup-item = { $ago }, { $size }
admin-backup-kind = { $kind ->
    [night] Nightly
    [migration] Before an update
    [restore] Before a restore
   *[hand] Manual
  } · { $at }

doctor-part-backup = Backup
doctor-backup-off = No automatic backups: OMOIDE_BACKUP__NIGHTLY is false.
doctor-backup-none = None yet. The first is made in { $folder } within an hour of running.
doctor-backup-there = The newest is { $hours ->
    [one] an hour
   *[other] { $hours } hours
} old ({ $name }), { $count } in all. Without --quick it is opened to check that it is complete.
doctor-backup-stale = The newest is { $hours ->
    [one] an hour
   *[other] { $hours } hours
} old ({ $name }); none has been made since. Look into the log, or run: python -m bot backup
doctor-backup-opens = The backup of { $hours ->
    [one] an hour
   *[other] { $hours } hours
} ago opens: { $stories ->
    [one] one story
   *[other] { $stories } stories
}, { $entries ->
    [one] one entry
   *[other] { $entries } entries
} ({ $name }, { $count } in all).

app-backup = back up the database now
app-backed-up = Backup made: { $name } ({ $megabytes } MB).
app-restore = replace the database by a backup (the present data is kept)
app-restore-file = the backup's name, or a file that ends in .dump
app-restored = { $name } is restored: { $stories ->
    [one] one story
   *[other] { $stories } stories
} with { $entries ->
    [one] one entry
   *[other] { $entries } entries
}, and { $people ->
    [one] one person
   *[other] { $people } people
}.
app-restored-forgotten = { $count ->
    [one] One person who asked to be forgotten after that backup was forgotten again.
   *[other] { $count } people who asked to be forgotten after that backup were forgotten again.
  }
app-restored-aside = The data from before is kept: { $place }
