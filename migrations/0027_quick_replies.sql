-- Sets of quick replies: texts and scripts that are said at the press of a button.

CREATE TABLE quick_set (
    space_id bigint NOT NULL REFERENCES space,
    id bigint GENERATED ALWAYS AS IDENTITY,
    name text NOT NULL,
    replies json NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (space_id, id)
);
COMMENT ON COLUMN quick_set.replies IS 'json, not jsonb: what was imported is exported to the letter.';

-- What they say is answered.
ALTER TABLE turn DROP CONSTRAINT turn_kind_check;
ALTER TABLE turn ADD CONSTRAINT turn_kind_check
    CHECK (kind IN ('reply', 'again', 'continue', 'retry', 'impersonate', 'next', 'unasked', 'pressed'));
