# The database: its errors, and what `doctor` says about it.

error-database = The database refused a request ({ $query }, code { $code }). Nothing was changed; please report it with the log.
error-database-unreachable = The database does not answer ({ $code }). Please try again in a moment; if it lasts, check that it runs and that DATABASE_URL is right.
error-database-outcome-unknown = The connection to the database broke while something was being stored ({ $code }). Please look whether it is there before you repeat it.
error-database-conflict = Others were changing the same data for too long ({ $code }). Please try again.
error-database-full = The database has no disk space left ({ $code }), so nothing was stored. Please free some space; it goes on by itself then.
error-database-timeout = The database took too long over { $query } ({ $code }) and was stopped. Please try again; if it lasts, look at the load of its machine.
error-database-constraint = The data breaks a rule of the database ({ $constraint } in { $query }, code { $code }). Nothing was stored; please report it with the log.
error-database-refused = The database does not let Omoide in: { $reason } (code { $code }). Please check user, password and database name in DATABASE_URL.
error-database-too-old = This is Postgres { $version }, and Omoide needs { $needed } or newer. Please upgrade the server, or remove DATABASE_URL to use the one that comes along.
error-database-too-new = A newer Omoide has used this database (migration { $name }; this version knows { $known }). Please upgrade Omoide, or restore a backup from before.
error-migration-changed = The migration { $name } was applied with another text than it has now. Please restore the original file; a change needs a new migration.
error-vector-missing = The database server has no pgvector. Please install pgvector 0.8 or newer there (on Debian with the PostgreSQL repository: postgresql-NN-pgvector), then start again.
error-vector-too-old = The database has pgvector { $version }, and Omoide needs 0.8 or newer. Please install a newer one and run ALTER EXTENSION vector UPDATE.
error-vector-forbidden = Omoide's role may not install pgvector. Please run CREATE EXTENSION vector in this database as an administrator, then start again.
error-data-folder-foreign = The folder { $folder } holds something else than a database of Omoide, so it was left alone. Please name another folder in OMOIDE_DATA_DIR.
error-data-folder-major = The database in { $folder } was made by Postgres { $found }, and this version brings { $needed }. Please save it with pg_dumpall of Postgres { $found }, move the folder away, start Omoide once, and load the file with psql.
error-data-folder-unreachable = The user { $user } cannot use the folder { $folder }. Please give it to that user, or name another folder in OMOIDE_DATA_DIR.
error-database-start-timeout = The database was not ready after { $seconds } seconds. It may still be recovering: please try again, and look into { $log }.
error-database-start-failed = The database did not start: { $reason } The full story is in { $log }.
error-embedded-missing = The programs of the database are not installed. Please run “make run” again, or name a server in DATABASE_URL.

doctor-database-reachable = The database answers.
doctor-database-version = Postgres { $version }.
doctor-database-vector = pgvector { $version }.
doctor-database-trgm = pg_trgm is there.
doctor-database-trgm-missing = pg_trgm is missing; only the search for similar spellings does without it.
doctor-database-disk = { $megabytes } MB of disk space are free.
doctor-database-disk-low = Only { $megabytes } MB of disk space are free. Please make room before the database stops.
doctor-database-schema = The tables are up to date.
doctor-database-schema-old = The tables are not up to date. Please run “python -m bot migrate”.
