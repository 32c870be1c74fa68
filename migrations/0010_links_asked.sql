-- Two accounts are joined when both say so, and a day later: until then neither reads, takes or deletes what is the other's.

CREATE TABLE link_ask (
    maker_id bigint PRIMARY KEY REFERENCES person,
    taker_id bigint NOT NULL UNIQUE REFERENCES person,
    maker_token bigint NOT NULL,
    taker_token bigint NOT NULL,
    maker_yes boolean NOT NULL DEFAULT false,
    taker_yes boolean NOT NULL DEFAULT false,
    made_at timestamptz NOT NULL,
    joined_at timestamptz
);
COMMENT ON TABLE link_ask IS 'Who sent whose code: both are asked whether both are them, and nothing is joined before both said yes and a day went by.';
COMMENT ON COLUMN link_ask.maker_token IS 'With the next one what the button of each holds, which nobody can be talked into typing.';
COMMENT ON COLUMN link_ask.joined_at IS 'When the two become one; null until both said yes.';
