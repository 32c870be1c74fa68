-- Stories that last: backgrounds with outlines, and what a chronicle is read by.

CREATE TABLE background (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    builtin text UNIQUE,
    owner_space bigint REFERENCES space,
    owner_person bigint REFERENCES person,
    name text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    deleted_at timestamptz,
    CHECK (num_nonnulls(builtin, owner_space, owner_person) = 1)
);
COMMENT ON TABLE background IS 'Where stories are set and what is to happen in them. A chat pins a version by an entry of its log.';

CREATE TABLE background_version (
    background_id bigint NOT NULL REFERENCES background,
    version integer NOT NULL,
    body jsonb NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (background_id, version)
);
COMMENT ON COLUMN background_version.body IS 'The setting, the points of the outline in order, the ending.';

CREATE INDEX derived_of_kind ON derived (space_id, session_id, kind, branch_id, seq);
COMMENT ON INDEX derived_of_kind IS 'A chronicle is read without the thousands of messages that are remembered beside it.';

ALTER TABLE due ADD COLUMN fault text NOT NULL DEFAULT '';
COMMENT ON COLUMN due.fault IS 'The id of the error that ended the last try; empty after none.';

ALTER TABLE usage ADD COLUMN kind text NOT NULL DEFAULT '';
COMMENT ON COLUMN usage.kind IS 'What a call that belongs to no reply was for; empty for replies.';

CREATE TABLE settled (
    space_id bigint NOT NULL,
    session_id bigint NOT NULL,
    branch_id integer NOT NULL,
    seq bigint NOT NULL,
    rows bigint[] NOT NULL,
    processed bigint NOT NULL,
    PRIMARY KEY (space_id, session_id, branch_id, seq),
    FOREIGN KEY (space_id, session_id, branch_id) REFERENCES branch ON DELETE CASCADE
);
COMMENT ON TABLE settled IS 'What of a chronicle is live at a place of a line, so that what ended before need not be read. Can be dropped at any time.';
COMMENT ON COLUMN settled.processed IS 'Up to which seq of the line pages were made.';
