-- The prompt framework: presets, world books, personas, scripts; files that wait for a yes.

-- Files and characters ----------------------------------------------------------------------------------------------

ALTER TABLE character ADD COLUMN runs_scripts boolean NOT NULL DEFAULT false;
COMMENT ON COLUMN character.runs_scripts IS 'Whether the regex scripts of its card may run: said when it was imported.';

ALTER TABLE character_version ADD COLUMN picture_sha256 text REFERENCES blob;
COMMENT ON COLUMN character_version.picture_sha256 IS 'The picture that shows the character; the file itself when that is one.';
UPDATE character_version SET picture_sha256 = file_sha256
FROM blob WHERE blob.sha256 = character_version.file_sha256 AND blob.media_type = 'image/png';

CREATE TABLE upload (
    space_id bigint NOT NULL REFERENCES space,
    token text NOT NULL,
    person_id bigint NOT NULL REFERENCES person,
    sha256 text NOT NULL REFERENCES blob,
    filename text NOT NULL,
    made_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (space_id, token)
);
COMMENT ON TABLE upload IS 'Files that were looked at and wait for a yes, for an hour.';
CREATE INDEX upload_of_blob ON upload (sha256);
CREATE INDEX upload_by_age ON upload (made_at);

-- World books, presets, personas, scripts ---------------------------------------------------------------------------

CREATE TABLE world_book (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    builtin text UNIQUE,
    owner_space bigint REFERENCES space,
    owner_person bigint REFERENCES person,
    name text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    deleted_at timestamptz,
    CHECK (num_nonnulls(builtin, owner_space, owner_person) = 1)
);
COMMENT ON COLUMN world_book.builtin IS 'The file or folder of the house that it is read from, anew when that changes.';

CREATE TABLE world_book_version (
    book_id bigint NOT NULL REFERENCES world_book,
    version integer NOT NULL,
    book json NOT NULL,
    entries integer NOT NULL,
    file_sha256 text REFERENCES blob,
    digest text,
    created_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (book_id, version)
);
COMMENT ON COLUMN world_book_version.book IS 'json, not jsonb: what was imported is exported to the letter.';
COMMENT ON COLUMN world_book_version.digest IS 'For a book of the house: what its files hold, hashed.';

CREATE TABLE preset (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    builtin text UNIQUE,
    owner_space bigint REFERENCES space,
    owner_person bigint REFERENCES person,
    name text NOT NULL,
    runs_scripts boolean NOT NULL DEFAULT false,
    created_at timestamptz NOT NULL DEFAULT now(),
    deleted_at timestamptz,
    CHECK (num_nonnulls(builtin, owner_space, owner_person) = 1)
);
COMMENT ON COLUMN preset.runs_scripts IS 'Whether its regex scripts may run: said when it was imported.';

CREATE TABLE preset_version (
    preset_id bigint NOT NULL REFERENCES preset,
    version integer NOT NULL,
    preset json NOT NULL,
    file_sha256 text REFERENCES blob,
    created_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (preset_id, version)
);
COMMENT ON COLUMN preset_version.preset IS 'json, not jsonb: what was imported is exported to the letter.';

CREATE TABLE user_persona (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    person_id bigint NOT NULL REFERENCES person,
    name text NOT NULL,
    body jsonb NOT NULL DEFAULT '{}',
    created_at timestamptz NOT NULL DEFAULT now(),
    deleted_at timestamptz
);
COMMENT ON TABLE user_persona IS 'Who a person is in their stories. It belongs to the person, in every space.';
CREATE INDEX user_persona_of ON user_persona (person_id);

ALTER TABLE person ADD COLUMN persona_id bigint REFERENCES user_persona;
COMMENT ON COLUMN person.persona_id IS 'Who the person is now; null: nobody but themselves.';

CREATE TABLE world_binding (
    space_id bigint NOT NULL REFERENCES space,
    id bigint GENERATED ALWAYS AS IDENTITY,
    book_id bigint NOT NULL REFERENCES world_book,
    character_id bigint REFERENCES character,
    persona_id bigint REFERENCES user_persona,
    made_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (space_id, id),
    UNIQUE NULLS NOT DISTINCT (space_id, book_id, character_id, persona_id),
    CHECK (num_nonnulls(character_id, persona_id) = 1)
);
COMMENT ON TABLE world_binding IS 'Books that come with a character or a persona, in this space. Those of a chat are entries of its log.';

CREATE TABLE script_file (
    space_id bigint NOT NULL REFERENCES space,
    id bigint GENERATED ALWAYS AS IDENTITY,
    character_id bigint REFERENCES character,
    name text NOT NULL,
    scripts json NOT NULL,
    file_sha256 text REFERENCES blob,
    created_at timestamptz NOT NULL DEFAULT now(),
    deleted_at timestamptz,
    PRIMARY KEY (space_id, id)
);
COMMENT ON COLUMN script_file.character_id IS 'Whom the scripts are for; null: every character of the space.';

-- The log -----------------------------------------------------------------------------------------------------------

CREATE INDEX entry_newest_act ON entry (space_id, session_id, kind, seq) WHERE kind <> 'message';

ALTER TABLE turn DROP CONSTRAINT turn_kind_check;
ALTER TABLE turn ADD CONSTRAINT turn_kind_check CHECK (kind IN ('reply', 'again', 'continue', 'retry', 'impersonate'));
