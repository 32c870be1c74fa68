-- name: migration_table_exists
-- Tells whether any migration ever ran here.
SELECT to_regclass('schema_migration') IS NOT NULL;

-- name: migration_table_create
-- Makes the list of applied migrations.
CREATE TABLE IF NOT EXISTS schema_migration (
    number     integer PRIMARY KEY,
    name       text NOT NULL,
    sha256     text NOT NULL,
    applied_at timestamptz NOT NULL DEFAULT now()
);

-- name: migration_rows
-- Reads what was applied, in order.
SELECT number, name, sha256 FROM schema_migration ORDER BY number;

-- name: migration_row_add
-- Records a migration in the transaction that ran it.
INSERT INTO schema_migration (number, name, sha256) VALUES ($1, $2, $3);

-- name: migration_lock
-- Waits until no other process migrates this database; held until the end of the transaction.
SELECT pg_advisory_xact_lock(x'6f6d6f69'::int, 1);

-- name: migration_lock_timeout
-- Bounds how long the rest of this transaction waits for a lock (milliseconds).
SELECT set_config('lock_timeout', $1::int::text, true);
