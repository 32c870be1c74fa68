-- Who can read a place, so that what was said there is told only where everybody who can read could have read it.
CREATE TABLE audience_clause (
    space_id bigint NOT NULL REFERENCES space,
    id integer GENERATED ALWAYS AS IDENTITY,
    readers text[] NOT NULL,
    PRIMARY KEY (space_id, id),
    UNIQUE (space_id, readers)
);
COMMENT ON TABLE audience_clause IS 'Whoever can read holds one of the readers: a role, a thread''s membership, an account. Immutable.';
COMMENT ON COLUMN audience_clause.readers IS 'In order, as the platform''s client names them.';

-- An audience is the clauses that each reader meets; none (null) is everybody in the space.
ALTER TABLE channel ADD COLUMN audience integer[];
ALTER TABLE channel ADD COLUMN audience_known boolean NOT NULL DEFAULT false;
COMMENT ON COLUMN channel.audience IS 'Who can read it now: clauses that each reader meets; null: everybody in the space.';
COMMENT ON COLUMN channel.audience_known IS 'Whether the platform ever told. What was said before then gets the first audience that it tells.';
ALTER TABLE entry ADD COLUMN audience integer[];
COMMENT ON COLUMN entry.audience IS 'Who could read it when it was said.';
ALTER TABLE derived ADD COLUMN audience integer[];
COMMENT ON COLUMN derived.audience IS 'Who could read all of its sources, and the place where it was made.';
ALTER TABLE memory ADD COLUMN audience integer[];
COMMENT ON COLUMN memory.audience IS 'As the derived row says.';
ALTER TABLE person_fact ADD COLUMN audience integer[];
COMMENT ON COLUMN person_fact.audience IS 'Who could read where it was said.';
ALTER TABLE person_fact ADD COLUMN learned_in bigint NOT NULL DEFAULT 0;
COMMENT ON COLUMN person_fact.learned_in IS 'The space in which it may be told unless it is private or shared; 0 for none.';
ALTER TABLE person_fact ADD COLUMN shared boolean NOT NULL DEFAULT false;
COMMENT ON COLUMN person_fact.shared IS 'The person chose that it may be told everywhere; else it stays in the space where it was said.';

-- What was said in private, or written on the card, is not private only where the person chose so.
UPDATE person_fact SET learned_in = space_id;
UPDATE person_fact SET shared = true
WHERE NOT private AND (space_id = 0 OR space_id IN (SELECT id FROM space WHERE space.private));

-- Private threads that people were given may not be seen again before something is told of them.
INSERT INTO audience_clause (space_id, readers)
SELECT DISTINCT booth.space_id, ARRAY['thread:' || channel.external]
FROM booth JOIN channel ON channel.space_id = booth.space_id AND channel.id = booth.channel_id;

UPDATE channel SET audience = ARRAY[clause.id], audience_known = true
FROM booth, audience_clause AS clause
WHERE booth.space_id = channel.space_id AND booth.channel_id = channel.id
    AND clause.space_id = channel.space_id AND clause.readers = ARRAY['thread:' || channel.external];

CREATE TEMPORARY TABLE walled ON COMMIT DROP AS
SELECT branch.space_id, branch.session_id, branch.id AS branch_id, channel.audience
FROM stand JOIN channel ON channel.space_id = stand.space_id AND channel.id = stand.channel_id
JOIN branch ON branch.space_id = stand.space_id AND branch.session_id = stand.session_id AND (
    branch.id = stand.branch_id OR NOT EXISTS (
        SELECT FROM stand AS other WHERE other.space_id = stand.space_id AND other.session_id = stand.session_id
            AND other.channel_id <> stand.channel_id
    )
)
WHERE channel.audience IS NOT NULL;
UPDATE entry SET audience = walled.audience FROM walled WHERE entry.space_id = walled.space_id
    AND entry.session_id = walled.session_id AND entry.branch_id = walled.branch_id;
UPDATE derived SET audience = walled.audience FROM walled WHERE derived.space_id = walled.space_id
    AND derived.session_id = walled.session_id AND derived.branch_id = walled.branch_id;
UPDATE memory SET audience = walled.audience FROM walled WHERE memory.space_id = walled.space_id
    AND memory.session_id = walled.session_id AND memory.branch_id = walled.branch_id;
UPDATE person_fact SET audience = walled.audience FROM walled WHERE person_fact.space_id = walled.space_id
    AND person_fact.session_id = walled.session_id AND person_fact.branch_id = walled.branch_id;

DROP INDEX memory_on_line;
CREATE INDEX memory_on_line ON memory (space_id, session_id, branch_id, seq) INCLUDE (derived_id, kind, tag, holder, nth,
    person_id, character_id, about, people, characters, pinned, occurred_at, until, words, audience);
COMMENT ON INDEX memory_on_line IS 'Everything, so that a session is read from a few pages however its rows lie in the table.';
