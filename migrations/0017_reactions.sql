-- What people feel about messages arrives too.

ALTER TABLE inbox DROP CONSTRAINT inbox_kind_check;
ALTER TABLE inbox
    ADD CONSTRAINT inbox_kind_check CHECK (kind IN ('message', 'edit', 'delete', 'reaction', 'button', 'command'));
COMMENT ON COLUMN inbox.target IS 'For an edit, a deletion or a reaction: the external name of the message it is about.';
