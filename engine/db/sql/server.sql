-- name: server_version
-- Asks for the version as a number (150004) and as people write it (15.4).
SELECT current_setting('server_version_num')::int AS number, current_setting('server_version') AS text;

-- name: server_extension
-- Asks which version of an extension is installed here, and which one the server could install.
SELECT
    (SELECT extversion FROM pg_extension WHERE extname = $1) AS installed,
    (SELECT default_version FROM pg_available_extensions WHERE name = $1) AS available;

-- name: server_create_vector
-- Installs pgvector into this database.
CREATE EXTENSION IF NOT EXISTS vector;

-- name: server_create_trgm
-- Installs pg_trgm into this database.
CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- name: server_data_directory
-- Asks where the server keeps its files; empty for roles that may not know.
SELECT CASE WHEN pg_has_role('pg_read_all_settings', 'usage') THEN current_setting('data_directory') ELSE '' END;
