-- Who gave a save its name: others do not take it along to where its readers are not.

ALTER TABLE savepoint ADD COLUMN named_by bigint REFERENCES person;
COMMENT ON COLUMN savepoint.named_by IS 'Who gave it its name; null: whoever made it.';
