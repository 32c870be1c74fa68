-- How often a code that somebody chose was guessed wrong by all people together: a restart gives nobody new tries.

CREATE TABLE guess (
    what text PRIMARY KEY,
    wrong integer NOT NULL,
    last_at timestamptz NOT NULL
);
COMMENT ON TABLE guess IS 'How many wrong codes of a kind were sent by all people together, within a day of each other.';
COMMENT ON COLUMN guess.what IS 'The kind of code: owner. Nothing of what was sent is kept.';
