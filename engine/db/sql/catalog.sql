-- fragment: own_namespace
-- True for a namespace ``n`` that is not the system's.
n.nspname !~ '^pg_' AND n.nspname <> 'information_schema'

-- name: catalog_lines
-- Describes every table, column, constraint, index, view, function, trigger, type and sequence of ours, a line each.
WITH brought AS (
    SELECT classid, objid FROM pg_depend WHERE deptype = 'e'
), relation AS (
    SELECT c.oid, n.nspname || '.' || c.relname AS name, c.relkind, c.relpersistence, c.reloptions
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE {{own_namespace}}
      AND c.relname NOT IN ('schema_migration', 'schema_migration_pkey')
      AND (('pg_class'::regclass, c.oid)) NOT IN (SELECT classid, objid FROM brought)
)
SELECT concat_ws(' ', 'table', r.name, r.relkind, r.relpersistence, pg_get_partkeydef(r.oid), r.reloptions::text) AS line
FROM relation r WHERE r.relkind IN ('r', 'p')
UNION ALL
SELECT concat_ws(
    ' ', 'column', r.name || '.' || a.attname, format_type(a.atttypid, a.atttypmod),
    CASE WHEN a.attnotnull THEN 'not null' END,
    'default ' || pg_get_expr(d.adbin, d.adrelid),
    'identity ' || nullif(a.attidentity::text, ''), 'generated ' || nullif(a.attgenerated::text, ''),
    'collate ' || (SELECT l.collname FROM pg_collation l WHERE l.oid = a.attcollation AND l.collname <> 'default'),
    'storage ' || a.attstorage::text, 'compression ' || nullif(a.attcompression::text, '')
)
FROM relation r
JOIN pg_attribute a ON a.attrelid = r.oid AND a.attnum > 0 AND NOT a.attisdropped
LEFT JOIN pg_attrdef d ON d.adrelid = r.oid AND d.adnum = a.attnum
WHERE r.relkind IN ('r', 'p', 'v', 'm', 'c')
UNION ALL
SELECT concat_ws(' ', 'constraint', r.name, k.conname, pg_get_constraintdef(k.oid))
FROM relation r JOIN pg_constraint k ON k.conrelid = r.oid AND k.contype <> 'n'
UNION ALL
SELECT concat_ws(
    ' ', 'index', pg_get_indexdef(i.indexrelid), CASE WHEN i.indisclustered THEN 'clustered' END,
    CASE WHEN NOT i.indisvalid THEN 'invalid' END
)
FROM relation r JOIN pg_index i ON i.indrelid = r.oid
UNION ALL
SELECT concat_ws(' ', 'view', r.name, r.relkind, pg_get_viewdef(r.oid)) FROM relation r WHERE r.relkind IN ('v', 'm')
UNION ALL
SELECT concat_ws(' ', 'sequence', r.name, format_type(s.seqtypid, NULL), s.seqstart, s.seqincrement, s.seqcycle)
FROM relation r JOIN pg_sequence s ON s.seqrelid = r.oid
UNION ALL
SELECT concat_ws(' ', 'trigger', r.name, pg_get_triggerdef(t.oid))
FROM relation r JOIN pg_trigger t ON t.tgrelid = r.oid AND NOT t.tgisinternal
UNION ALL
SELECT concat_ws(' ', 'function', pg_get_functiondef(p.oid))
FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
WHERE {{own_namespace}} AND p.prokind IN ('f', 'p')
  AND (('pg_proc'::regclass, p.oid)) NOT IN (SELECT classid, objid FROM brought)
UNION ALL
SELECT concat_ws(
    ' ', 'type', n.nspname || '.' || t.typname, t.typtype, nullif(format_type(t.typbasetype, t.typtypmod), '-'),
    (SELECT string_agg(e.enumlabel, ',' ORDER BY e.enumsortorder) FROM pg_enum e WHERE e.enumtypid = t.oid),
    (SELECT string_agg(pg_get_constraintdef(k.oid), ',' ORDER BY k.conname) FROM pg_constraint k WHERE k.contypid = t.oid)
)
FROM pg_type t JOIN pg_namespace n ON n.oid = t.typnamespace
WHERE {{own_namespace}} AND t.typtype IN ('e', 'd')
  AND (('pg_type'::regclass, t.oid)) NOT IN (SELECT classid, objid FROM brought)
ORDER BY line;
