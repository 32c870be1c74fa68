-- Characters post in a circle: who of them, how often, what about.

CREATE TABLE circle_member (
    space_id bigint NOT NULL,
    channel_id bigint NOT NULL,
    character_id bigint NOT NULL REFERENCES character ON DELETE CASCADE,
    frequency text NOT NULL DEFAULT 'rare' CHECK (frequency IN ('off', 'rare', 'daily', 'often')),
    interests text NOT NULL DEFAULT '',
    tone text NOT NULL DEFAULT '',
    joined_by bigint REFERENCES person,
    joined_at timestamptz NOT NULL DEFAULT now(),
    planned_until date,
    PRIMARY KEY (space_id, channel_id, character_id),
    FOREIGN KEY (space_id, channel_id) REFERENCES channel ON DELETE CASCADE
);
COMMENT ON TABLE circle_member IS 'The characters of a circle. Who plays there is told by the log; how often each posts, here.';
COMMENT ON COLUMN circle_member.planned_until IS 'The last day for which marks of due work were made for its posts.';
