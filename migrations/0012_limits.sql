-- What speaks for people under names of their choosing is counted as one.
ALTER TABLE person ADD COLUMN through text NOT NULL DEFAULT '';
COMMENT ON COLUMN person.through IS 'What speaks for this person and others under any name, a webhook: it is counted and not they. Empty: the person speaks.';
UPDATE person SET through = substring(external FROM '^proxy-[^-]+-([0-9]+)-')
WHERE platform = 'discord' AND external ~ '^proxy-[^-]+-[0-9]+-';
CREATE INDEX person_through ON person (through) WHERE through <> '';

-- Who keeps which files where, so that nobody fills the disk.
CREATE TABLE kept_file (
    space_id bigint NOT NULL,
    id bigint GENERATED ALWAYS AS IDENTITY,
    person_id bigint REFERENCES person,
    sha256 text NOT NULL REFERENCES blob ON DELETE CASCADE,
    bytes bigint NOT NULL,
    PRIMARY KEY (space_id, id),
    UNIQUE NULLS NOT DISTINCT (space_id, sha256, person_id)
);
COMMENT ON TABLE kept_file IS 'Who keeps a file in a space: counted until nothing names the file any more.';
COMMENT ON COLUMN kept_file.person_id IS 'Null: nobody knows, or they asked to be forgotten. It counts for the space alone.';
CREATE INDEX kept_file_of_person ON kept_file (person_id);
CREATE INDEX kept_file_of_blob ON kept_file (sha256);

INSERT INTO kept_file (space_id, person_id, sha256, bytes)
SELECT held.space_id, held.person_id, held.sha256, octet_length(blob.bytes) FROM (
    SELECT attachment.space_id, inbox.person_id, attachment.sha256 FROM attachment
    JOIN inbox ON inbox.space_id = attachment.space_id AND inbox.id = attachment.inbox_id
    UNION SELECT space_id, person_id, sha256 FROM upload
    UNION SELECT character.owner_space, NULL, file.sha256 FROM character_version
    JOIN character ON character.id = character_version.character_id
    CROSS JOIN LATERAL (VALUES (file_sha256), (picture_sha256)) AS file (sha256)
    UNION SELECT owner_space, NULL, file_sha256 FROM world_book_version JOIN world_book ON world_book.id = book_id
    UNION SELECT owner_space, NULL, file_sha256 FROM preset_version JOIN preset ON preset.id = preset_id
    UNION SELECT space_id, NULL, file_sha256 FROM script_file
) AS held JOIN blob ON blob.sha256 = held.sha256 WHERE held.space_id IS NOT NULL;

CREATE INDEX memory_by_hand ON memory (space_id, person_id) WHERE kind = 'manual';
