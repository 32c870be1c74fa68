-- Memory: what is searched, by words and by meaning; facts about people; consent and forgetting.

CREATE TABLE embedding_model (
    id smallint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name text NOT NULL,
    dims integer NOT NULL,
    UNIQUE (name, dims)
);
COMMENT ON TABLE embedding_model IS 'Models that vectors were made by. Vectors of different models never meet.';

CREATE TABLE memory (
    space_id bigint NOT NULL,
    session_id bigint NOT NULL,
    derived_id bigint NOT NULL,
    kind text NOT NULL,
    tag text NOT NULL,
    holder bigint NOT NULL REFERENCES character,
    branch_id integer NOT NULL,
    seq bigint NOT NULL,
    nth integer,
    person_id bigint REFERENCES person,
    character_id bigint REFERENCES character,
    about bigint[] NOT NULL DEFAULT '{}',
    people bigint[] NOT NULL DEFAULT '{}',
    characters bigint[] NOT NULL DEFAULT '{}',
    pinned boolean NOT NULL DEFAULT false,
    occurred_at timestamptz NOT NULL,
    until timestamptz NOT NULL,
    words integer NOT NULL,
    PRIMARY KEY (space_id, derived_id, session_id),
    FOREIGN KEY (space_id, session_id, derived_id) REFERENCES derived ON DELETE CASCADE
) WITH (autovacuum_vacuum_insert_scale_factor = 0.02);
COMMENT ON TABLE memory IS 'Derived rows that are searched: messages, core memories, memories written by hand, diary pages.';
COMMENT ON COLUMN memory.nth IS 'For a message: which one of its line, from 1 without a gap, so that its neighbours are known.';
COMMENT ON COLUMN memory.about IS 'The people it is about, besides who said it.';
COMMENT ON COLUMN memory.people IS 'Who was present: people who wrote within the last 50 messages and 30 minutes.';
COMMENT ON COLUMN memory.characters IS 'The characters that were present.';
COMMENT ON COLUMN memory.occurred_at IS 'When what it tells began: the time of the message, not of writing it down. until: when it ended.';
COMMENT ON COLUMN memory.words IS 'How many words of it are counted.';
-- The only index that begins with the session: without statistics a server would take any other as gladly.
CREATE INDEX memory_on_line ON memory (space_id, session_id, branch_id, seq) INCLUDE (derived_id, kind, tag, holder, nth,
    person_id, character_id, about, people, characters, pinned, occurred_at, until, words);
COMMENT ON INDEX memory_on_line IS 'Everything, so that a session is read from a few pages however its rows lie in the table.';

CREATE TABLE memory_vector (
    space_id bigint NOT NULL,
    session_id bigint NOT NULL,
    model_id smallint NOT NULL REFERENCES embedding_model,
    derived_id bigint NOT NULL,
    v halfvec NOT NULL,
    PRIMARY KEY (space_id, session_id, derived_id, model_id),
    FOREIGN KEY (space_id, derived_id, session_id) REFERENCES memory ON DELETE CASCADE
) WITH (autovacuum_vacuum_insert_scale_factor = 0.02);
COMMENT ON COLUMN memory_vector.v IS 'Of length 1, so that the inner product is the cosine.';
CREATE INDEX memory_vector_together ON memory_vector (space_id, session_id, model_id, derived_id) INCLUDE (v)
    WHERE vector_dims(v) <= 1280;
COMMENT ON INDEX memory_vector_together IS 'The vectors themselves, session by session, however their rows lie in the table.';

CREATE TABLE word (
    space_id bigint NOT NULL,
    session_id bigint NOT NULL,
    term integer NOT NULL,
    derived_id bigint NOT NULL,
    times smallint NOT NULL,
    words integer NOT NULL,
    PRIMARY KEY (space_id, session_id, term, derived_id) INCLUDE (times, words),
    FOREIGN KEY (space_id, session_id) REFERENCES session ON DELETE CASCADE
) WITH (autovacuum_vacuum_insert_scale_factor = 0.02);
COMMENT ON TABLE word IS 'Which memories hold a word, as a hash of its stem, and how often. Read from its index alone.';
COMMENT ON COLUMN word.words IS 'How many words the memory has.';

CREATE TABLE word_count (
    space_id bigint NOT NULL,
    session_id bigint NOT NULL,
    term integer NOT NULL,
    memories integer NOT NULL,
    times bigint NOT NULL,
    PRIMARY KEY (space_id, session_id, term),
    FOREIGN KEY (space_id, session_id) REFERENCES session ON DELETE CASCADE
) WITH (fillfactor = 70);
COMMENT ON TABLE word_count IS 'How many memories of a session hold a word, on all its branches, and how often. Term 0: all memories, all words.';

CREATE TABLE remembered (
    space_id bigint NOT NULL,
    session_id bigint NOT NULL,
    kind text NOT NULL,
    branch_id integer NOT NULL,
    seq bigint NOT NULL,
    PRIMARY KEY (space_id, session_id, kind, branch_id),
    FOREIGN KEY (space_id, session_id, branch_id) REFERENCES branch ON DELETE CASCADE
);
COMMENT ON TABLE remembered IS 'How far each kind of background work has read each branch.';

-- They do not begin as the primary keys do: without statistics a server would take one for the other.
CREATE INDEX derived_on_line ON derived (space_id, branch_id, session_id, seq);
CREATE INDEX retired_of ON retired (space_id, derived_id, session_id);
CREATE INDEX source_of_place ON source (space_id, branch_id, session_id, from_seq, to_seq);

-- People ------------------------------------------------------------------------------------------------------------

CREATE TABLE person_fact (
    person_id bigint NOT NULL REFERENCES person,
    id bigint GENERATED ALWAYS AS IDENTITY,
    character_id bigint REFERENCES character,
    text text NOT NULL,
    private boolean NOT NULL,
    space_id bigint NOT NULL,
    session_id bigint NOT NULL,
    branch_id integer NOT NULL,
    seq bigint NOT NULL,
    occurred_at timestamptz NOT NULL,
    made_at timestamptz NOT NULL DEFAULT now(),
    ended_at timestamptz,
    ended_by bigint,
    ended_why text,
    PRIMARY KEY (person_id, id)
);
COMMENT ON TABLE person_fact IS 'What is true of a real person. It belongs to them, not to a story; branches and savepoints leave it alone.';
COMMENT ON COLUMN person_fact.character_id IS 'Who knows it; null: every character.';
COMMENT ON COLUMN person_fact.private IS 'Said where nobody else was: told in groups only if the person allows it.';
COMMENT ON COLUMN person_fact.space_id IS 'Where it was said: space, session, branch, seq; 0 for one written on the card itself.';
CREATE UNIQUE INDEX person_fact_once ON person_fact (person_id, space_id, session_id, branch_id, seq, character_id, text)
    NULLS NOT DISTINCT WHERE space_id > 0;
CREATE UNIQUE INDEX person_fact_on_card ON person_fact (person_id, character_id, text)
    NULLS NOT DISTINCT WHERE space_id = 0 AND ended_at IS NULL;
CREATE INDEX person_fact_said ON person_fact (space_id, session_id, branch_id, seq);

CREATE TABLE person_fact_vector (
    person_id bigint NOT NULL,
    fact_id bigint NOT NULL,
    model_id smallint NOT NULL REFERENCES embedding_model,
    v halfvec NOT NULL,
    PRIMARY KEY (person_id, fact_id, model_id),
    FOREIGN KEY (person_id, fact_id) REFERENCES person_fact ON DELETE CASCADE
);

CREATE TABLE consent (
    person_id bigint PRIMARY KEY REFERENCES person,
    elsewhere boolean NOT NULL DEFAULT false,
    facts boolean NOT NULL DEFAULT true,
    set_at timestamptz NOT NULL DEFAULT now()
);
COMMENT ON COLUMN consent.elsewhere IS 'What was said in private may be told in groups, and what was said in one chat in another.';
COMMENT ON COLUMN consent.facts IS 'Whether facts about the person are kept at all.';

CREATE TABLE forgotten (
    platform text NOT NULL,
    external_sha256 text NOT NULL,
    at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (platform, external_sha256)
);
COMMENT ON TABLE forgotten IS 'Who asked to be forgotten, as a hash: a backup that is older is to forget them again.';

-- World books by meaning --------------------------------------------------------------------------------------------

CREATE TABLE world_vector (
    sha256 text NOT NULL,
    model_id smallint NOT NULL REFERENCES embedding_model,
    v halfvec NOT NULL,
    used_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (sha256, model_id)
);
COMMENT ON TABLE world_vector IS 'Vectors of texts of world entries by what they say: made again only when that changes.';
