-- Characters that write first, where somebody allows it.

CREATE TABLE first_consent (
    person_id bigint NOT NULL REFERENCES person,
    character_id bigint NOT NULL REFERENCES character ON DELETE CASCADE,
    space_id bigint NOT NULL,
    channel_id bigint NOT NULL,
    daily smallint NOT NULL CHECK (daily BETWEEN 0 AND 3),
    every smallint NOT NULL DEFAULT 1 CHECK (every BETWEEN 1 AND 30),
    quiet_from smallint NOT NULL DEFAULT 23 CHECK (quiet_from BETWEEN 0 AND 23),
    quiet_to smallint NOT NULL DEFAULT 8 CHECK (quiet_to BETWEEN 0 AND 23),
    unwanted text[] NOT NULL DEFAULT '{}',
    never boolean NOT NULL DEFAULT false,
    set_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (person_id, character_id),
    FOREIGN KEY (space_id, channel_id) REFERENCES channel ON DELETE CASCADE
);
COMMENT ON TABLE first_consent IS 'What a person allows a character: to write first in a channel where they are alone. No row: nothing.';
COMMENT ON COLUMN first_consent.daily IS 'How many times a day at most, and every so many days; 0: not at all.';
COMMENT ON COLUMN first_consent.unwanted IS 'What it is not to write about: refs of plans, and kinds of occasions.';
COMMENT ON COLUMN first_consent.never IS 'It holds until the person themselves asks for it again.';
CREATE INDEX first_consent_in_channel ON first_consent (space_id, channel_id);

CREATE TABLE first_plan (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    person_id bigint NOT NULL,
    character_id bigint NOT NULL,
    day date NOT NULL,
    why text NOT NULL,
    ref text NOT NULL,
    begins timestamptz NOT NULL,
    ends timestamptz NOT NULL,
    state text NOT NULL DEFAULT 'planned' CHECK (state IN ('planned', 'written', 'dropped')),
    obstacle text NOT NULL DEFAULT '',
    wrote_on date,
    written_at timestamptz,
    space_id bigint,
    session_id bigint,
    branch_id integer,
    behind bigint,
    UNIQUE (person_id, character_id, day, why, ref),
    FOREIGN KEY (person_id, character_id) REFERENCES first_consent ON DELETE CASCADE
);
COMMENT ON TABLE first_plan IS 'Messages that characters plan to write by themselves, a day ahead. It holds no words: ref names what they are about.';
COMMENT ON COLUMN first_plan.obstacle IS 'Why it was dropped.';
COMMENT ON COLUMN first_plan.wrote_on IS 'The day it was for the person when it was written.';
COMMENT ON COLUMN first_plan.behind IS 'With space, session and branch the entry behind which it was written.';
CREATE INDEX first_plan_written ON first_plan (space_id, session_id, branch_id) WHERE session_id IS NOT NULL;

CREATE TABLE first_busy (
    person_id bigint NOT NULL REFERENCES person,
    day date NOT NULL,
    PRIMARY KEY (person_id, day)
);
COMMENT ON TABLE first_busy IS 'Days on which a person wants to be left alone: no character writes first then.';
