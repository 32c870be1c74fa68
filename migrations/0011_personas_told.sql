-- Where it is told whom a person plays: where they wrote it or chose it, and where they said yes.
CREATE TABLE persona_place (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    persona_id bigint NOT NULL REFERENCES user_persona ON DELETE CASCADE,
    space_id bigint NOT NULL REFERENCES space ON DELETE CASCADE,
    audience integer[] NOT NULL DEFAULT '{}',
    told boolean NOT NULL,
    UNIQUE (space_id, persona_id, audience)
);
COMMENT ON TABLE persona_place IS 'Where a persona is known: in this space, where each reader meets these clauses. In private places it always is.';
COMMENT ON COLUMN persona_place.told IS 'False: the person was asked whether it may be, and has not said yes.';
CREATE INDEX persona_place_of ON persona_place (persona_id);

-- Whom somebody has played before others is known there.
INSERT INTO persona_place (persona_id, space_id, told)
SELECT DISTINCT coalesce(worn.persona_id, person.persona_id), entry.space_id, true
FROM entry JOIN space ON space.id = entry.space_id AND NOT space.private
JOIN person ON person.id = entry.person_id
LEFT JOIN chat_persona AS worn
    ON worn.space_id = entry.space_id AND worn.session_id = entry.session_id AND worn.person_id = person.id
WHERE coalesce(worn.persona_id, person.persona_id) IS NOT NULL AND entry.audience IS NULL;
