# The database: its errors, and what `doctor` says about it.

error-database = The database refused a request ({ $query }, code { $code }). Nothing was changed; please report it with the log.
error-database-unreachable = The database doesn't answer ({ $code }). Please try again in a moment; if it keeps happening, check that it runs and that DATABASE_URL is right.
error-database-outcome-unknown = The connection to the database broke while something was being saved ({ $code }). Please check whether it was saved before you try again.
error-database-conflict = Somebody else kept changing the same data ({ $code }). Please try again.
error-database-full = The database has no disk space left ({ $code }), so nothing was saved. Please free some space; it then continues by itself.
error-database-timeout = The database took too long for { $query } ({ $code }), so the request was stopped. Please try again; if it keeps happening, check the load of its machine.
error-database-constraint = The data breaks a rule of the database ({ $constraint } in { $query }, code { $code }). Nothing was saved; please report it with the log.
error-database-refused = The database refused the login: { $reason } (code { $code }). Please check user, password and database name in DATABASE_URL.
error-database-too-old = This is Postgres { $version }, and Omoide needs { $needed } or newer. Please upgrade the server, or remove DATABASE_URL to use the built-in one.
error-database-too-new = This database was used by a newer version of Omoide (migration { $name }; this version knows { $known }). Please upgrade Omoide, or restore an earlier backup.
error-migration-changed = The file of migration { $name } was changed after it was applied. Please restore the original file; a change needs a new migration.
error-vector-missing = The database server has no pgvector. Please install pgvector 0.8 or newer there (on Debian with the PostgreSQL repository: postgresql-NN-pgvector), then start again.
error-vector-too-old = The database has pgvector { $version }, and Omoide needs 0.8 or newer. Please install a newer one and run ALTER EXTENSION vector UPDATE.
error-vector-forbidden = Omoide's role may not install pgvector. Please run CREATE EXTENSION vector in this database as an administrator, then start again.
error-data-folder-foreign = The folder { $folder } doesn't hold an Omoide database, so nothing was changed in it. Please set another folder with OMOIDE_DATA_DIR.
error-data-folder-major = The database in { $folder } was made by Postgres { $found }, and this version comes with { $needed }. Please save it with pg_dumpall of Postgres { $found }, move the folder away, start Omoide once, and load the file with psql.
error-data-folder-unreachable = The user { $user } can't use the folder { $folder }. Please give it to that user, or set another folder with OMOIDE_DATA_DIR.
error-database-start-timeout = The database was not ready after { $seconds } seconds. It may still be recovering: please try again, and check { $log }.
error-database-start-failed = The database did not start: { $reason } Details are in { $log }.
error-embedded-missing = The database programs are not installed. Please run “make run” again, or set a server with DATABASE_URL.

doctor-database-reachable = The database answers.
doctor-database-version = Postgres { $version }.
doctor-database-vector = pgvector { $version }.
doctor-database-trgm = pg_trgm is installed.
doctor-database-trgm-missing = pg_trgm is missing, so similar spellings are not found; everything else works.
doctor-database-disk = { $megabytes } MB of disk space are free.
doctor-database-disk-low = Only { $megabytes } MB of disk space are free. Please free some space before the database stops.
doctor-database-schema = The tables are up to date.
doctor-database-first = { $people ->
    [0] Nobody lets characters write first.
    [one] 1 person lets characters write first: { $written } written in the last 24 hours, { $planned } planned.
   *[other] { $people } people let characters write first: { $written } written in the last 24 hours, { $planned } planned.
}
doctor-database-circle = { $characters ->
    [0] No character posts in a circle.
    [one] 1 character posts in circles: { $written } written in the last 24 hours.
   *[other] { $characters } characters post in circles: { $written } written in the last 24 hours.
}
doctor-database-schema-old = The tables are not up to date. Please run “python -m bot migrate”.
