-- Who gave a chat its title: others do not take it along to where its readers are not.

ALTER TABLE session ADD COLUMN titled_by bigint REFERENCES person;
COMMENT ON COLUMN session.titled_by IS 'Who gave it its title; null: whoever began it, or nobody.';
