-- name: fate
-- What became of a transaction: committed, aborted, in progress; null when it is long ago.
SELECT pg_xact_status($1::text::xid8)
