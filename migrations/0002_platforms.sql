-- Talking on platforms: who may, what arrives besides messages, what a message of theirs shows, where reading goes on.

-- Places and people -------------------------------------------------------------------------------------------------

ALTER TABLE space
    ADD COLUMN private boolean NOT NULL DEFAULT false,
    ADD COLUMN access text NOT NULL DEFAULT 'new' CHECK (access IN ('new', 'asked', 'open', 'refused')),
    ADD COLUMN access_by bigint REFERENCES person,
    ADD COLUMN access_at timestamptz;
COMMENT ON COLUMN space.private IS 'A place of one person and the characters: a DM, the terminal.';
COMMENT ON COLUMN space.access IS 'Closed until an owner opens it; asked: an owner has been asked. Owners are heard everywhere.';
UPDATE space SET private = true, access = 'open' WHERE platform = 'terminal';

ALTER TABLE person
    ADD COLUMN owner_since timestamptz,
    ADD COLUMN refused_at timestamptz;
COMMENT ON COLUMN person.refused_at IS 'When this person was last told that nobody may talk here yet.';
UPDATE person SET owner_since = now() WHERE platform = 'terminal';

CREATE TABLE owner_code (
    sha256 text NOT NULL,
    platform text NOT NULL,
    used_by bigint NOT NULL REFERENCES person,
    used_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (sha256, platform)
);
COMMENT ON TABLE owner_code IS 'Codes that made somebody the owner, once on each platform. Unused codes are not stored.';

CREATE TABLE reading_mark (
    platform text NOT NULL,
    name text NOT NULL,
    value text NOT NULL,
    moved_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (platform, name)
);
COMMENT ON TABLE reading_mark IS 'What a platform''s client has to know after a restart: how far it has read, what it has registered.';

-- What arrives ------------------------------------------------------------------------------------------------------

ALTER TABLE inbox DROP CONSTRAINT inbox_kind_check;
ALTER TABLE inbox
    ADD CONSTRAINT inbox_kind_check CHECK (kind IN ('message', 'edit', 'delete', 'button', 'command')),
    ADD COLUMN quiet boolean NOT NULL DEFAULT false,
    ADD COLUMN target text,
    ADD COLUMN branch_id integer,
    ADD COLUMN seq bigint;
COMMENT ON COLUMN inbox.quiet IS 'Enters the log with the next turn, but asks for none: overheard, or too old to be answered.';
COMMENT ON COLUMN inbox.target IS 'For an edit or a deletion: the external name of the message it is about.';
COMMENT ON COLUMN inbox.seq IS 'The entry of the log that a consumed message became, on branch_id of session_id.';
CREATE INDEX inbox_in_order ON inbox (space_id, channel_id, position);

CREATE TABLE attachment (
    space_id bigint NOT NULL,
    inbox_id bigint NOT NULL,
    n integer NOT NULL,
    sha256 text NOT NULL REFERENCES blob,
    filename text NOT NULL,
    PRIMARY KEY (space_id, inbox_id, n),
    FOREIGN KEY (space_id, inbox_id) REFERENCES inbox ON DELETE CASCADE
);
CREATE INDEX attachment_of_blob ON attachment (sha256);

-- The log: erasure is the one destructive act ------------------------------------------------------------------------

ALTER TABLE entry DROP CONSTRAINT entry_status_check;
ALTER TABLE entry ADD CONSTRAINT entry_status_check
    CHECK (status IN ('complete', 'interrupted', 'empty', 'error', 'erased'));

ALTER TABLE turn ADD COLUMN joined integer NOT NULL DEFAULT 0;
COMMENT ON COLUMN turn.joined IS 'How often the request began anew because something arrived before the first visible word.';

-- What is shown -----------------------------------------------------------------------------------------------------

CREATE INDEX outbox_shown ON outbox (space_id, channel_id, platform_id, id DESC) WHERE platform_id IS NOT NULL;
COMMENT ON COLUMN outbox.platform_id IS 'The platform''s message that shows this part; the newest row that names it says what it shows now.';
