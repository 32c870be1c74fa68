# Backups of the database.

error-backup-failed = The backup did not work: { $reason }. What was there before is as it was.
error-backup-server-newer = Your Postgres { $server } is newer than the programs that came along ({ $ours }), so Omoide cannot back it up. Use the server's own pg_dump, or update Omoide.
error-backup-no-room = There is too little space for a backup in { $folder }: { $free } MB are free, { $needed } MB are needed. Make room, or name another folder in OMOIDE_BACKUP__FOLDER. Older backups are all still there.
error-backup-folder = The folder for backups cannot be used: { $folder } ({ $reason }). Change its owner, or name another one in OMOIDE_BACKUP__FOLDER.
error-backup-damaged = { $name } does not hold what it held when it was made. Use another backup.
error-backup-running = A backup is being made just now. Please try again in a few minutes.
error-house-running = Omoide is running ({ $names }). Stop it first; then the backup can be put back.
error-no-such-backup = There is no backup called { $name }. “make doctor” names the folder; the files end in .dump.

admin-backups = Backups ({ $page }/{ $pages })
admin-backups-hint = /admin backup now makes one. To put one back, stop Omoide on its machine and run: python -m bot restore NAME
admin-backups-none = There is no backup yet. /admin backup now makes one.
admin-backups-off = Backups are not made by themselves here: OMOIDE_BACKUP__NIGHTLY is false.
admin-backups-now = Make one now
admin-backup-made = A backup was made: { $name } ({ $size }).
admin-backup-item = { $ago }, { $size }
admin-backup-kind = { $kind ->
    [night] Night
    [migration] Before an update
    [restore] Before another was put back
   *[hand] By hand
  } · { $at }

doctor-part-backup = Backup
doctor-backup-off = None are made: OMOIDE_BACKUP__NIGHTLY is false.
doctor-backup-none = There is none yet; the first is made in { $folder } within an hour of running.
doctor-backup-there = The newest is { $hours } hours old ({ $name }), of { $count }. Without --quick it is opened to see whether it is whole.
doctor-backup-stale = The newest is { $hours } hours old ({ $name }), so none were made lately. Look into the log, or run: python -m bot backup
doctor-backup-opens = The backup of { $hours } hours ago opens: { $stories } stories, { $entries } entries ({ $name }, of { $count }).

app-backup = back up the database now
app-backed-up = A backup was made: { $name } ({ $megabytes } MB).
app-restore = put a backup in place of the database, which is kept
app-restore-file = the backup: its name, or a file that ends in .dump
app-restored = { $name } is back: { $stories } stories with { $entries } entries, and { $people } people.
app-restored-forgotten = { $count ->
    [one] One person who had asked to be forgotten since was forgotten again.
   *[other] { $count } people who had asked to be forgotten since were forgotten again.
  }
app-restored-aside = What was there before is kept: { $place }
