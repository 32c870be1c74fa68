-- Numbers by which people call things: counted where they are seen, from 1, given when a thing is first shown. What is
-- there already gets its numbers that way too, so there is nothing to fill in.
CREATE TABLE numbered (
    space_id bigint NOT NULL,
    session_id bigint NOT NULL,
    person_id bigint NOT NULL,
    kind text NOT NULL,
    thing bigint NOT NULL,
    number integer NOT NULL CHECK (number > 0),
    PRIMARY KEY (space_id, session_id, person_id, kind, thing)
);
COMMENT ON TABLE numbered IS 'The numbers by which people call things, given when one is first shown and kept from then on.';
COMMENT ON COLUMN numbered.session_id IS 'With space_id and person_id: where a kind is counted; 0 where there is none.';
COMMENT ON COLUMN numbered.number IS 'Several versions of one thing have the same.';
CREATE INDEX numbered_as ON numbered (space_id, session_id, person_id, kind, number);
