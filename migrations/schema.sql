-- Places, people, characters, the log with everything derived from it, and the work around a turn.
-- Growing tables start with space_id, then session_id: every hot statement filters on them.

CREATE EXTENSION IF NOT EXISTS vector;

-- Places and people -------------------------------------------------------------------------------------------------

CREATE TABLE space (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    platform text NOT NULL,
    external text NOT NULL,
    title text NOT NULL DEFAULT '',
    created_at timestamptz NOT NULL DEFAULT now(),
    private boolean NOT NULL DEFAULT false,
    access text NOT NULL DEFAULT 'new' CHECK (access IN ('new', 'asked', 'open', 'refused')),
    access_by bigint,
    access_at timestamptz,
    UNIQUE (platform, external)
);
COMMENT ON TABLE space IS 'A Discord server, a DM, a Telegram chat, the terminal: the tenant.';
COMMENT ON COLUMN space.private IS 'A place of one person and the characters: a DM, the terminal.';
COMMENT ON COLUMN space.access IS 'Closed until an owner opens it; asked: an owner has been asked. Owners are heard everywhere.';

CREATE TABLE person (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    platform text NOT NULL,
    external text NOT NULL,
    name text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    owner_since timestamptz,
    refused_at timestamptz,
    persona_id bigint,
    UNIQUE (platform, external)
);
COMMENT ON COLUMN person.refused_at IS 'When this person was last told that nobody may talk here yet.';

ALTER TABLE space ADD FOREIGN KEY (access_by) REFERENCES person;

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

CREATE TABLE audience_clause (
    space_id bigint NOT NULL REFERENCES space,
    id integer GENERATED ALWAYS AS IDENTITY,
    readers text[] NOT NULL,
    PRIMARY KEY (space_id, id),
    UNIQUE (space_id, readers)
);
COMMENT ON TABLE audience_clause IS 'Whoever can read holds one of the readers: a role, a thread''s membership, an account. Immutable.';
COMMENT ON COLUMN audience_clause.readers IS 'In order, as the platform''s client names them.';

CREATE TABLE channel (
    space_id bigint NOT NULL REFERENCES space,
    id bigint GENERATED ALWAYS AS IDENTITY,
    external text NOT NULL,
    title text NOT NULL DEFAULT '',
    stand_id bigint,
    created_at timestamptz NOT NULL DEFAULT now(),
    audience integer[],
    audience_known boolean NOT NULL DEFAULT false,
    PRIMARY KEY (space_id, id),
    UNIQUE (space_id, external)
);
COMMENT ON COLUMN channel.audience IS 'Who can read it now: clauses that each reader meets; null: everybody in the space.';
COMMENT ON COLUMN channel.audience_known IS 'Whether the platform ever told. What was said before then gets the first audience that it tells.';
COMMENT ON COLUMN channel.stand_id IS 'Where people play now; null before the first session.';

-- Characters --------------------------------------------------------------------------------------------------------

CREATE TABLE blob (
    sha256 text PRIMARY KEY,
    media_type text NOT NULL,
    bytes bytea NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE character (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    builtin text UNIQUE,
    owner_space bigint REFERENCES space,
    owner_person bigint REFERENCES person,
    name text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    deleted_at timestamptz,
    runs_scripts boolean NOT NULL DEFAULT false,
    CHECK (num_nonnulls(builtin, owner_space, owner_person) = 1)
);
COMMENT ON COLUMN character.runs_scripts IS 'Whether the regex scripts of its card may run: said when it was imported.';

CREATE TABLE character_version (
    character_id bigint NOT NULL REFERENCES character,
    version integer NOT NULL,
    card json NOT NULL,
    file_sha256 text REFERENCES blob,
    created_at timestamptz NOT NULL DEFAULT now(),
    picture_sha256 text REFERENCES blob,
    PRIMARY KEY (character_id, version)
);
COMMENT ON COLUMN character_version.picture_sha256 IS 'The picture that shows the character; the file itself when that is one.';
COMMENT ON COLUMN character_version.card IS 'json, not jsonb: what was imported is exported to the letter.';

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
    comes_with text,
    CHECK (num_nonnulls(builtin, owner_space, owner_person) = 1),
    CHECK (comes_with IS NULL OR builtin IS NOT NULL)
);
COMMENT ON COLUMN world_book.builtin IS 'The file or folder of the house that it is read from, anew when that changes.';
COMMENT ON COLUMN world_book.comes_with IS 'The built-in name of the character whose folder it is read from, or the plain name where the folder has no card.';
CREATE INDEX world_book_of_character ON world_book (comes_with) WHERE comes_with IS NOT NULL;

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

ALTER TABLE person ADD FOREIGN KEY (persona_id) REFERENCES user_persona;
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

-- Sessions and the log ----------------------------------------------------------------------------------------------

CREATE TABLE session (
    space_id bigint NOT NULL REFERENCES space,
    id bigint GENERATED ALWAYS AS IDENTITY,
    title text NOT NULL DEFAULT '',
    titled_by bigint REFERENCES person,
    status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'archived', 'trashed')),
    seed bigint NOT NULL,
    branches integer NOT NULL DEFAULT 1,
    created_by bigint REFERENCES person,
    created_at timestamptz NOT NULL DEFAULT now(),
    touched_at timestamptz NOT NULL DEFAULT now(),
    trashed_at timestamptz,
    saves integer NOT NULL DEFAULT 0,
    PRIMARY KEY (space_id, id)
);
COMMENT ON COLUMN session.titled_by IS 'Who gave it its title; null: whoever began it, or nobody.';
COMMENT ON COLUMN session.branches IS 'How many branches were ever made: the next one is numbered branches + 1.';
COMMENT ON COLUMN session.saves IS 'The number of the newest save, as people read it: the next one is numbered saves + 1.';

CREATE TABLE branch (
    space_id bigint NOT NULL,
    session_id bigint NOT NULL,
    id integer NOT NULL,
    parent integer,
    forked_at bigint NOT NULL DEFAULT 0,
    reason text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    name text NOT NULL DEFAULT '',
    named_by bigint REFERENCES person,
    archived_at timestamptz,
    PRIMARY KEY (space_id, session_id, id),
    FOREIGN KEY (space_id, session_id) REFERENCES session ON DELETE CASCADE,
    FOREIGN KEY (space_id, session_id, parent) REFERENCES branch,
    CHECK ((parent IS NULL) = (forked_at = 0)),
    CHECK (parent < id)
);
COMMENT ON TABLE branch IS 'Immutable. The parent is the branch that owns entry forked_at.';
COMMENT ON COLUMN branch.archived_at IS 'Since when lists leave it out. The name and this may change, nothing else of a branch does.';

CREATE TABLE stand (
    space_id bigint NOT NULL,
    id bigint GENERATED ALWAYS AS IDENTITY,
    session_id bigint NOT NULL,
    channel_id bigint NOT NULL,
    branch_id integer NOT NULL,
    PRIMARY KEY (space_id, id),
    UNIQUE (space_id, session_id, channel_id),
    UNIQUE (space_id, session_id, branch_id),
    FOREIGN KEY (space_id, session_id, branch_id) REFERENCES branch ON DELETE CASCADE,
    FOREIGN KEY (space_id, channel_id) REFERENCES channel
);
COMMENT ON TABLE stand IS 'Where a session stands in one channel. Two stands never share a branch, so leases are per stand.';

ALTER TABLE channel ADD FOREIGN KEY (space_id, stand_id) REFERENCES stand (space_id, id) ON DELETE SET NULL (stand_id);

CREATE TABLE entry (
    space_id bigint NOT NULL,
    session_id bigint NOT NULL,
    branch_id integer NOT NULL,
    seq bigint NOT NULL CHECK (seq > 0),
    kind text NOT NULL,
    person_id bigint REFERENCES person,
    character_id bigint REFERENCES character,
    turn_id bigint,
    target_seq bigint,
    status text NOT NULL DEFAULT 'complete' CHECK (status IN ('complete', 'interrupted', 'empty', 'error', 'erased')),
    text text NOT NULL DEFAULT '',
    raw text,
    body jsonb NOT NULL DEFAULT '{}',
    said_at timestamptz NOT NULL,
    written_at timestamptz NOT NULL DEFAULT now(),
    audience integer[],
    PRIMARY KEY (space_id, session_id, branch_id, seq),
    FOREIGN KEY (space_id, session_id, branch_id) REFERENCES branch ON DELETE CASCADE
);
COMMENT ON COLUMN entry.audience IS 'Who could read it when it was said.';
COMMENT ON TABLE entry IS 'The log: messages and acts. Immutable; only the holder of the stand''s lease appends.';
COMMENT ON COLUMN entry.target_seq IS 'For a revision: the entry of the same line whose text it replaces for readers.';
CREATE INDEX entry_acts ON entry (space_id, session_id, branch_id, kind, seq) WHERE kind <> 'message';
CREATE INDEX entry_newest_act ON entry (space_id, session_id, kind, seq) WHERE kind <> 'message';

CREATE TABLE derived (
    space_id bigint NOT NULL,
    session_id bigint NOT NULL,
    id bigint GENERATED ALWAYS AS IDENTITY,
    kind text NOT NULL,
    branch_id integer NOT NULL,
    seq bigint NOT NULL,
    holder bigint NOT NULL REFERENCES character,
    from_seq bigint NOT NULL,
    to_seq bigint NOT NULL,
    n integer NOT NULL DEFAULT 0,
    text text NOT NULL DEFAULT '',
    body jsonb NOT NULL DEFAULT '{}',
    created_at timestamptz NOT NULL DEFAULT now(),
    audience integer[],
    PRIMARY KEY (space_id, session_id, id),
    UNIQUE (space_id, session_id, kind, holder, branch_id, from_seq, to_seq, n),
    FOREIGN KEY (space_id, session_id, branch_id) REFERENCES branch ON DELETE CASCADE,
    CHECK (from_seq <= to_seq)
);
COMMENT ON COLUMN derived.audience IS 'Who could read all of its sources, and the place where it was made.';
COMMENT ON TABLE derived IS 'What a character knows, made from the log. Insert-only; n counts the rows of one derivation.';

CREATE TABLE source (
    space_id bigint NOT NULL,
    session_id bigint NOT NULL,
    derived_id bigint NOT NULL,
    branch_id integer NOT NULL,
    from_seq bigint NOT NULL,
    to_seq bigint NOT NULL,
    PRIMARY KEY (space_id, session_id, derived_id, branch_id, from_seq),
    FOREIGN KEY (space_id, session_id, derived_id) REFERENCES derived ON DELETE CASCADE,
    FOREIGN KEY (space_id, session_id, branch_id) REFERENCES branch ON DELETE CASCADE,
    CHECK (from_seq <= to_seq)
);

CREATE TABLE retired (
    space_id bigint NOT NULL,
    session_id bigint NOT NULL,
    derived_id bigint NOT NULL,
    branch_id integer NOT NULL,
    seq bigint NOT NULL,
    by_id bigint,
    reason text NOT NULL,
    PRIMARY KEY (space_id, session_id, branch_id, seq, derived_id),
    FOREIGN KEY (space_id, session_id, derived_id) REFERENCES derived ON DELETE CASCADE,
    FOREIGN KEY (space_id, session_id, branch_id) REFERENCES branch ON DELETE CASCADE
);
COMMENT ON TABLE retired IS 'What ends a derived row, from this place of the log on: superseded, edited, deleted, compressed, redone.';

CREATE TABLE savepoint (
    space_id bigint NOT NULL,
    session_id bigint NOT NULL,
    id bigint NOT NULL,
    branch_id integer NOT NULL,
    seq bigint NOT NULL,
    kind text NOT NULL DEFAULT 'manual' CHECK (kind IN ('manual', 'before_load', 'before_import', 'daily')),
    name text NOT NULL,
    preview text NOT NULL DEFAULT '',
    created_by bigint REFERENCES person,
    created_at timestamptz NOT NULL DEFAULT now(),
    deleted_at timestamptz,
    description text NOT NULL DEFAULT '',
    messages integer,
    day date,
    named_by bigint REFERENCES person,
    PRIMARY KEY (space_id, session_id, id),
    FOREIGN KEY (space_id, session_id, branch_id) REFERENCES branch ON DELETE CASCADE
);
COMMENT ON COLUMN savepoint.named_by IS 'Who gave it its name; null: whoever made it.';
COMMENT ON COLUMN savepoint.messages IS 'How many lay on its line when it was made; null for those made before this was counted.';
COMMENT ON COLUMN savepoint.day IS 'Of a daily one: the day, where people play, that it ends.';
CREATE UNIQUE INDEX savepoint_daily ON savepoint (space_id, session_id, day);

-- Memory ------------------------------------------------------------------------------------------------------------

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
    audience integer[],
    PRIMARY KEY (space_id, derived_id, session_id),
    FOREIGN KEY (space_id, session_id, derived_id) REFERENCES derived ON DELETE CASCADE
) WITH (autovacuum_vacuum_insert_scale_factor = 0.02);
COMMENT ON COLUMN memory.audience IS 'As the derived row says.';
COMMENT ON TABLE memory IS 'Derived rows that are searched: messages, core memories, memories written by hand, diary pages.';
COMMENT ON COLUMN memory.nth IS 'For a message: which one of its line, from 1 without a gap, so that its neighbours are known.';
COMMENT ON COLUMN memory.about IS 'The people it is about, besides who said it.';
COMMENT ON COLUMN memory.people IS 'Who was present: people who wrote within the last 50 messages and 30 minutes.';
COMMENT ON COLUMN memory.characters IS 'The characters that were present.';
COMMENT ON COLUMN memory.occurred_at IS 'When what it tells began: the time of the message, not of writing it down. until: when it ended.';
COMMENT ON COLUMN memory.words IS 'How many words of it are counted.';
-- The only index that begins with the session: without statistics a server would take any other as gladly.
CREATE INDEX memory_on_line ON memory (space_id, session_id, branch_id, seq) INCLUDE (derived_id, kind, tag, holder, nth,
    person_id, character_id, about, people, characters, pinned, occurred_at, until, words, audience);
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
    audience integer[],
    learned_in bigint NOT NULL DEFAULT 0,
    shared boolean NOT NULL DEFAULT false,
    PRIMARY KEY (person_id, id)
);
COMMENT ON COLUMN person_fact.audience IS 'Who could read where it was said.';
COMMENT ON COLUMN person_fact.learned_in IS 'The space in which it may be told unless it is private or shared; 0 for none.';
COMMENT ON COLUMN person_fact.shared IS 'The person chose that it may be told everywhere; else it stays in the space where it was said.';
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

CREATE TABLE fact_date (
    person_id bigint NOT NULL,
    fact_id bigint NOT NULL,
    kind text NOT NULL CHECK (kind IN ('birthday', 'anniversary', 'exam', 'appointment', 'promise', 'promised', 'other')),
    calendar text NOT NULL CHECK (calendar IN ('solar', 'lunar')),
    year smallint,
    month smallint NOT NULL CHECK (month BETWEEN 1 AND 12),
    day smallint NOT NULL CHECK (day BETWEEN 1 AND 31),
    leap boolean NOT NULL DEFAULT false,
    minute smallint CHECK (minute BETWEEN 0 AND 1439),
    every text NOT NULL CHECK (every IN ('never', 'year', 'month', 'week')),
    wish text NOT NULL CHECK (wish IN ('remind', 'mention', 'leave')),
    PRIMARY KEY (person_id, fact_id),
    FOREIGN KEY (person_id, fact_id) REFERENCES person_fact ON DELETE CASCADE,
    CHECK (year IS NOT NULL OR every = 'year')
);
COMMENT ON TABLE fact_date IS 'The day of a fact about a person. Who may be told it is said by the fact.';
COMMENT ON COLUMN fact_date.kind IS 'promise: the person promised it; promised: a character promised it to them.';
COMMENT ON COLUMN fact_date.year IS 'The year, of the calendar that is named; null where nobody said it.';
COMMENT ON COLUMN fact_date.leap IS 'The month is the leap month of a lunar year.';
COMMENT ON COLUMN fact_date.minute IS 'Of the day, by the clock where the person is; null: all day.';

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

CREATE TABLE world_vector (
    sha256 text NOT NULL,
    model_id smallint NOT NULL REFERENCES embedding_model,
    v halfvec NOT NULL,
    used_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (sha256, model_id)
);
COMMENT ON TABLE world_vector IS 'Vectors of texts of world entries by what they say: made again only when that changes.';

-- Turns and the work around them ------------------------------------------------------------------------------------

CREATE TABLE turn (
    space_id bigint NOT NULL,
    session_id bigint NOT NULL,
    id bigint GENERATED ALWAYS AS IDENTITY,
    stand_id bigint NOT NULL,
    branch_id integer NOT NULL,
    after_seq bigint NOT NULL,
    kind text NOT NULL CHECK (kind IN ('reply', 'again', 'continue', 'retry', 'impersonate', 'next', 'unasked', 'pressed')),
    character_id bigint NOT NULL REFERENCES character,
    person_id bigint REFERENCES person,
    state text NOT NULL DEFAULT 'running'
        CHECK (state IN ('running', 'complete', 'interrupted', 'empty', 'error')),
    outcome text NOT NULL DEFAULT '',
    tries integer NOT NULL DEFAULT 1,
    fence bigint NOT NULL,
    endpoint text,
    model text,
    prompt_tokens integer,
    reply_tokens integer,
    facts jsonb NOT NULL DEFAULT '{}',
    started_at timestamptz NOT NULL DEFAULT now(),
    ended_at timestamptz,
    joined integer NOT NULL DEFAULT 0,
    PRIMARY KEY (space_id, session_id, id),
    FOREIGN KEY (space_id, session_id, branch_id) REFERENCES branch ON DELETE CASCADE
);
COMMENT ON COLUMN turn.person_id IS 'Who spoke last, or asked for the turn: their own settings hold for it.';
COMMENT ON COLUMN turn.facts IS 'Counts, references and times of the steps; never prompt text.';
COMMENT ON COLUMN turn.joined IS 'How often the request began anew because something arrived before the first visible word.';
CREATE INDEX turn_running ON turn (space_id, stand_id) WHERE state = 'running';
CREATE INDEX turn_on_branch ON turn (space_id, session_id, branch_id);

CREATE TABLE draft (
    space_id bigint NOT NULL,
    session_id bigint NOT NULL,
    turn_id bigint NOT NULL,
    fence bigint NOT NULL,
    text text NOT NULL DEFAULT '',
    stop boolean NOT NULL DEFAULT false,
    saved_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (space_id, session_id, turn_id),
    FOREIGN KEY (space_id, session_id, turn_id) REFERENCES turn ON DELETE CASCADE
) WITH (fillfactor = 50);
COMMENT ON TABLE draft IS 'A reply while it grows. Written by the saver alone, under the fence.';

CREATE TABLE lease (
    space_id bigint NOT NULL,
    stand_id bigint NOT NULL,
    fence bigint NOT NULL DEFAULT 1,
    owner text,
    boot uuid,
    expires_at timestamptz NOT NULL DEFAULT '-infinity',
    PRIMARY KEY (space_id, stand_id),
    FOREIGN KEY (space_id, stand_id) REFERENCES stand (space_id, id) ON DELETE CASCADE
) WITH (fillfactor = 50);
COMMENT ON TABLE lease IS 'Who may append on a stand. Whoever writes shows the fence; every head move takes the next one.';
CREATE INDEX lease_owner ON lease (owner) WHERE owner IS NOT NULL;

CREATE TABLE inbox (
    space_id bigint NOT NULL,
    id bigint GENERATED ALWAYS AS IDENTITY,
    channel_id bigint NOT NULL,
    external text NOT NULL,
    kind text NOT NULL CHECK (kind IN ('message', 'edit', 'delete', 'reaction', 'button', 'command')),
    person_id bigint NOT NULL REFERENCES person,
    position bigint NOT NULL,
    text text NOT NULL DEFAULT '',
    body jsonb NOT NULL DEFAULT '{}',
    sent_at timestamptz NOT NULL,
    received_at timestamptz NOT NULL DEFAULT now(),
    outcome text,
    session_id bigint,
    turn_id bigint,
    quiet boolean NOT NULL DEFAULT false,
    target text,
    branch_id integer,
    seq bigint,
    PRIMARY KEY (space_id, id),
    UNIQUE (space_id, channel_id, external),
    FOREIGN KEY (space_id, channel_id) REFERENCES channel
);
COMMENT ON COLUMN inbox.outcome IS 'null: waiting; held: until an owner lets its person in; turn: consumed by exactly one turn; absorbed…: taken in without an answer.';
COMMENT ON COLUMN inbox.quiet IS 'Enters the log with the next turn, but asks for none: overheard, or too old to be answered.';
COMMENT ON COLUMN inbox.target IS 'For an edit, a deletion or a reaction: the external name of the message it is about.';
COMMENT ON COLUMN inbox.seq IS 'The entry of the log that a consumed message became, on branch_id of session_id.';
CREATE INDEX inbox_in_order ON inbox (space_id, channel_id, position);
CREATE INDEX inbox_waiting ON inbox (space_id, channel_id, position, id) WHERE outcome IS NULL;
CREATE INDEX inbox_held ON inbox (space_id, channel_id, person_id) WHERE outcome = 'held';

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

CREATE TABLE outbox (
    space_id bigint NOT NULL,
    id bigint GENERATED ALWAYS AS IDENTITY,
    channel_id bigint NOT NULL,
    session_id bigint,
    turn_id bigint,
    part integer NOT NULL DEFAULT 0,
    kind text NOT NULL CHECK (kind IN ('reply', 'line', 'notice', 'progress', 'post')),
    text text NOT NULL DEFAULT '',
    body jsonb NOT NULL DEFAULT '{}',
    state text NOT NULL DEFAULT 'planned' CHECK (state IN ('planned', 'sending', 'sent', 'unknown')),
    platform_id text,
    made_at timestamptz NOT NULL DEFAULT now(),
    moved_at timestamptz NOT NULL DEFAULT now(),
    branch_id integer,
    seq bigint,
    controls boolean NOT NULL DEFAULT false,
    PRIMARY KEY (space_id, id),
    FOREIGN KEY (space_id, channel_id) REFERENCES channel
) WITH (fillfactor = 70);
CREATE INDEX outbox_controls ON outbox (space_id, channel_id, id DESC) WHERE controls;
COMMENT ON COLUMN outbox.controls IS 'Buttons of a reply stand under its message; under an older one they are taken away.';
CREATE UNIQUE INDEX outbox_of_turn ON outbox (space_id, session_id, turn_id, part, kind)
    WHERE turn_id IS NOT NULL AND kind <> 'line';
COMMENT ON COLUMN outbox.seq IS 'With branch_id: the entry that a row shows which its turn did not begin: it was said before, or went on.';
COMMENT ON COLUMN outbox.platform_id IS 'The platform''s message that shows this part; the newest row that names it says what it shows now.';
CREATE INDEX outbox_shown ON outbox (space_id, channel_id, platform_id, id DESC) WHERE platform_id IS NOT NULL;
CREATE INDEX outbox_open ON outbox (space_id, channel_id, id) WHERE state <> 'sent';

CREATE TABLE due (
    space_id bigint NOT NULL,
    session_id bigint NOT NULL,
    kind text NOT NULL,
    since timestamptz NOT NULL DEFAULT now(),
    marks integer NOT NULL DEFAULT 1,
    not_before timestamptz NOT NULL DEFAULT now(),
    fence bigint NOT NULL DEFAULT 0,
    owner text,
    held_until timestamptz,
    tries integer NOT NULL DEFAULT 0,
    body jsonb NOT NULL DEFAULT '{}',
    fault text NOT NULL DEFAULT '',
    PRIMARY KEY (space_id, session_id, kind)
);
COMMENT ON COLUMN due.marks IS 'How often it was marked: what was marked anew while it was done stays due.';
COMMENT ON TABLE due IS 'Work to be done later, marked in the transaction of its cause. session_id 0: of the space; space_id 0: of the house.';
CREATE INDEX due_ready ON due (kind, not_before);

-- House -------------------------------------------------------------------------------------------------------------

CREATE TABLE setting (
    space_id bigint NOT NULL,
    scope text NOT NULL CHECK (scope IN ('space', 'character', 'channel', 'person')),
    scope_id bigint NOT NULL,
    name text NOT NULL,
    value jsonb NOT NULL,
    set_by bigint REFERENCES person,
    set_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (space_id, scope, scope_id, name)
);
COMMENT ON COLUMN setting.space_id IS '0 for a person''s own settings, which belong to no space.';

CREATE TABLE audit (
    space_id bigint NOT NULL,
    id bigint GENERATED ALWAYS AS IDENTITY,
    at timestamptz NOT NULL DEFAULT now(),
    person_id bigint REFERENCES person,
    act text NOT NULL,
    body jsonb NOT NULL DEFAULT '{}',
    PRIMARY KEY (space_id, id)
);
CREATE INDEX audit_of_setting ON audit (space_id, (body ->> 'name')) WHERE act = 'setting';

CREATE TABLE usage (
    space_id bigint NOT NULL,
    session_id bigint NOT NULL,
    id bigint GENERATED ALWAYS AS IDENTITY,
    turn_id bigint,
    character_id bigint,
    role text NOT NULL,
    endpoint text NOT NULL,
    model text NOT NULL,
    prompt_tokens integer NOT NULL,
    reply_tokens integer NOT NULL,
    at timestamptz NOT NULL DEFAULT now(),
    kind text NOT NULL DEFAULT '',
    PRIMARY KEY (space_id, id)
);
COMMENT ON COLUMN usage.kind IS 'What a call that belongs to no reply was for; empty for replies.';
CREATE INDEX usage_by_day ON usage (space_id, at);

-- Stories that last -------------------------------------------------------------------------------------------------

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

COMMENT ON COLUMN due.fault IS 'The id of the error that ended the last try; empty after none.';

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

-- In people's hands -------------------------------------------------------------------------------------------------

CREATE TABLE person_link (
    person_id bigint PRIMARY KEY REFERENCES person,
    circle bigint NOT NULL,
    linked_at timestamptz NOT NULL DEFAULT now(),
    persona_id bigint,
    elsewhere boolean,
    facts boolean,
    opted_out boolean
);
COMMENT ON TABLE person_link IS 'One human being under several names of platforms: all whose circle is the same.';
COMMENT ON COLUMN person_link.persona_id IS 'As consent below: who this name was before, which comes back when the link goes.';
COMMENT ON COLUMN person_link.elsewhere IS 'With the next two what was allowed under this name before; null where nothing had been said.';
CREATE INDEX person_link_circle ON person_link (circle);

CREATE TABLE link_code (
    sha256 text PRIMARY KEY,
    person_id bigint NOT NULL UNIQUE REFERENCES person,
    made_at timestamptz NOT NULL DEFAULT now()
);
COMMENT ON TABLE link_code IS 'Codes by which somebody shows that another name is theirs too: used once, for ten minutes.';

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

ALTER TABLE person ADD COLUMN asked_at timestamptz;
COMMENT ON COLUMN person.asked_at IS 'When the person was asked for language and time zone, which is done once.';
ALTER TABLE person ADD COLUMN elsewhere_asked_at timestamptz;
COMMENT ON COLUMN person.elsewhere_asked_at IS 'When they were asked, or said, whether private things may be told in groups.';
ALTER TABLE person ADD COLUMN home_id bigint REFERENCES space ON DELETE SET NULL;
COMMENT ON COLUMN person.home_id IS 'Where they talk with the characters alone: a DM, the terminal.';
CREATE INDEX person_at_home ON person (home_id);

ALTER TABLE consent ADD COLUMN opted_out boolean NOT NULL DEFAULT false;
COMMENT ON COLUMN consent.opted_out IS 'Nothing that the person says is stored or answered, until they say otherwise.';

CREATE TABLE allowance (
    space_id bigint NOT NULL,
    scope text NOT NULL CHECK (scope IN ('house', 'space', 'channel', 'role', 'person')),
    scope_id text NOT NULL,
    unit text NOT NULL CHECK (unit IN ('tokens', 'cents', 'messages')),
    amount bigint NOT NULL CHECK (amount >= 0),
    set_by bigint REFERENCES person,
    set_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (space_id, scope, scope_id, unit)
);
COMMENT ON TABLE allowance IS 'How much may be used in a day.';
COMMENT ON COLUMN allowance.space_id IS '0 for the whole house.';
COMMENT ON COLUMN allowance.scope_id IS 'Our number of the space, channel or person; the platform''s of a role.';

CREATE TABLE allowance_told (
    space_id bigint NOT NULL,
    scope text NOT NULL,
    scope_id text NOT NULL,
    day date NOT NULL,
    share smallint NOT NULL,
    channel_id bigint NOT NULL,
    PRIMARY KEY (space_id, scope, scope_id, day, share, channel_id)
);
COMMENT ON TABLE allowance_told IS 'Where it was said that a share (percent) of a day''s allowance is used, so that it is said once.';

ALTER TABLE usage ADD COLUMN person_id bigint REFERENCES person;
ALTER TABLE usage ADD COLUMN channel_id bigint;
ALTER TABLE usage ADD COLUMN cost numeric;
COMMENT ON COLUMN usage.cost IS 'In US dollars, by the price that was known then; null where none was.';
CREATE INDEX usage_of_house ON usage (at);

ALTER TABLE space ADD COLUMN paused_at timestamptz;
COMMENT ON COLUMN space.paused_at IS 'Since when the characters are silent here because somebody who looks after the place wants it.';
ALTER TABLE channel ADD COLUMN paused_at timestamptz;
COMMENT ON COLUMN channel.paused_at IS 'The same for one channel.';

CREATE TABLE role_grant (
    space_id bigint NOT NULL REFERENCES space,
    role text NOT NULL,
    may text NOT NULL CHECK (may IN ('talk', 'import', 'admin')),
    granted_by bigint REFERENCES person,
    granted_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (space_id, role, may)
);
COMMENT ON TABLE role_grant IS 'What the roles of a server allow. Where no role may talk, everybody may.';

CREATE TABLE asked_form (
    space_id bigint NOT NULL,
    channel_id bigint NOT NULL,
    person_id bigint NOT NULL REFERENCES person,
    line text NOT NULL,
    given jsonb NOT NULL DEFAULT '{}',
    field text NOT NULL,
    message text NOT NULL DEFAULT '',
    made_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (space_id, channel_id, person_id),
    FOREIGN KEY (space_id, channel_id) REFERENCES channel
);
COMMENT ON TABLE asked_form IS 'Where a platform has no forms: a command whose words are asked for one after another, for an hour.';

CREATE TABLE panel (
    space_id bigint NOT NULL,
    channel_id bigint NOT NULL,
    person_id bigint NOT NULL REFERENCES person,
    kind text NOT NULL,
    message text NOT NULL,
    line text NOT NULL,
    standings text[] NOT NULL,
    tongue text NOT NULL,
    shown text NOT NULL,
    made_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (space_id, channel_id, person_id, kind),
    FOREIGN KEY (space_id, channel_id) REFERENCES channel
);
COMMENT ON TABLE panel IS 'A message that shows what holds, with buttons that change it: it follows every change, and the next of its kind closes it.';
COMMENT ON COLUMN panel.line IS 'The command that shows it anew.';
COMMENT ON COLUMN panel.shown IS 'A hash of what it shows, so that it is drawn anew only where that changed.';

CREATE TABLE booth (
    space_id bigint NOT NULL,
    lobby bigint NOT NULL,
    person_id bigint NOT NULL REFERENCES person,
    channel_id bigint NOT NULL,
    made_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (space_id, lobby, person_id),
    FOREIGN KEY (space_id, lobby) REFERENCES channel,
    FOREIGN KEY (space_id, channel_id) REFERENCES channel
);
COMMENT ON TABLE booth IS 'The private thread that a person has in a lounge.';

CREATE TABLE picture_text (
    sha256 text PRIMARY KEY REFERENCES blob ON DELETE CASCADE,
    model text NOT NULL,
    text text NOT NULL,
    made_at timestamptz NOT NULL DEFAULT now()
);
COMMENT ON TABLE picture_text IS 'What a model saw in a picture, for models that see none.';

CREATE TABLE transcript (
    sha256 text PRIMARY KEY REFERENCES blob ON DELETE CASCADE,
    model text NOT NULL,
    text text NOT NULL,
    made_at timestamptz NOT NULL DEFAULT now()
);
COMMENT ON TABLE transcript IS 'What a service heard in a recording: nobody listens to the same file twice.';

CREATE TABLE hidden_character (
    space_id bigint NOT NULL REFERENCES space ON DELETE CASCADE,
    character_id bigint NOT NULL REFERENCES character ON DELETE CASCADE,
    PRIMARY KEY (space_id, character_id)
);
COMMENT ON TABLE hidden_character IS 'Characters that a place does not want to see in its list.';

CREATE TABLE move_code (
    sha256 text PRIMARY KEY,
    space_id bigint NOT NULL REFERENCES space,
    session_id bigint NOT NULL,
    stand_id bigint NOT NULL,
    person_id bigint NOT NULL REFERENCES person,
    made_at timestamptz NOT NULL DEFAULT now()
);
COMMENT ON TABLE move_code IS 'Codes by which a chat is taken over in another place: used once, for ten minutes.';

CREATE TABLE chat_persona (
    space_id bigint NOT NULL,
    session_id bigint NOT NULL,
    person_id bigint NOT NULL REFERENCES person,
    persona_id bigint NOT NULL REFERENCES user_persona,
    PRIMARY KEY (space_id, session_id, person_id),
    FOREIGN KEY (space_id, session_id) REFERENCES session ON DELETE CASCADE
);
COMMENT ON TABLE chat_persona IS 'Who a person is in one chat, whoever they are elsewhere.';

CREATE TABLE numbered (
    space_id bigint NOT NULL,
    session_id bigint NOT NULL,
    person_id bigint NOT NULL,
    kind text NOT NULL,
    thing bigint NOT NULL,
    number integer NOT NULL CHECK (number > 0),
    PRIMARY KEY (space_id, session_id, person_id, kind, thing)
);
COMMENT ON TABLE numbered IS 'The numbers by which people call things, given when one is first shown and kept from then on.';
COMMENT ON COLUMN numbered.session_id IS 'With space_id and person_id: where a kind is counted; 0 where there is none.';
COMMENT ON COLUMN numbered.number IS 'Several versions of one thing have the same.';
CREATE INDEX numbered_as ON numbered (space_id, session_id, person_id, kind, number);

CREATE TABLE guess (
    what text PRIMARY KEY,
    wrong integer NOT NULL,
    last_at timestamptz NOT NULL
);
COMMENT ON TABLE guess IS 'How many wrong codes of a kind were sent by all people together, within a day of each other.';
COMMENT ON COLUMN guess.what IS 'The kind of code: owner. Nothing of what was sent is kept.';

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

ALTER TABLE person ADD COLUMN through text NOT NULL DEFAULT '';
COMMENT ON COLUMN person.through IS 'What speaks for this person and others under any name, a webhook: it is counted and not they. Empty: the person speaks.';
CREATE INDEX person_through ON person (through) WHERE through <> '';

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

CREATE INDEX memory_by_hand ON memory (space_id, person_id) WHERE kind = 'manual';

-- What may be shown where, who may not talk, which words are refused, and where reports go.

ALTER TABLE channel ADD COLUMN age_restricted boolean NOT NULL DEFAULT false;
COMMENT ON COLUMN channel.age_restricted IS 'The platform lets adults alone read it. A place whose platform cannot say so is not.';
ALTER TABLE character ADD COLUMN adult boolean;
COMMENT ON COLUMN character.adult IS 'Whether it is for adults, as somebody said who may; null: as the tags of its card say.';
ALTER TABLE consent ADD COLUMN adult boolean NOT NULL DEFAULT false;
COMMENT ON COLUMN consent.adult IS 'The person has said that they are an adult.';
ALTER TABLE space ADD COLUMN reports_id bigint;
COMMENT ON COLUMN space.reports_id IS 'The channel that reports go to; null: the owners are told in private.';
ALTER TABLE space ADD FOREIGN KEY (id, reports_id) REFERENCES channel (space_id, id) ON DELETE SET NULL (reports_id);

CREATE TABLE blocked_person (
    space_id bigint NOT NULL,
    platform text NOT NULL,
    external text NOT NULL,
    blocked_by bigint REFERENCES person,
    blocked_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (space_id, platform, external)
);
COMMENT ON TABLE blocked_person IS 'Who is not heard in a space (0: anywhere), until somebody lets them again.';
COMMENT ON COLUMN blocked_person.external IS 'The platform''s number and nothing else, so that asking to be forgotten does not undo it.';

CREATE TABLE blocked_word (
    space_id bigint NOT NULL,
    word text NOT NULL,
    set_by bigint REFERENCES person,
    set_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (space_id, word)
);
COMMENT ON TABLE blocked_word IS 'Words that nobody may say in a space (0: anywhere), and that no character is heard to say.';

ALTER TABLE character ADD COLUMN growing boolean NOT NULL DEFAULT false;
COMMENT ON COLUMN character.growing IS 'It lies in a cradle: lists of characters do not show it yet.';

CREATE TABLE cradle (
    character_id bigint PRIMARY KEY REFERENCES character ON DELETE CASCADE,
    space_id bigint NOT NULL REFERENCES space,
    person_id bigint NOT NULL REFERENCES person,
    begun_at timestamptz NOT NULL,
    born_at timestamptz,
    question text NOT NULL DEFAULT '',
    question_of integer NOT NULL DEFAULT 0,
    statements integer NOT NULL DEFAULT 0
);
COMMENT ON TABLE cradle IS 'What a character grows from. It stays behind a born one: it says where each sentence comes from.';
COMMENT ON COLUMN cradle.person_id IS 'Who began it.';
COMMENT ON COLUMN cradle.question IS 'What the draft would like to know next; question_of is the piece whose reading asked it.';
COMMENT ON COLUMN cradle.statements IS 'How many statements there ever were, so that a number is never used twice.';
CREATE INDEX cradle_of_space ON cradle (space_id);

CREATE TABLE cradle_piece (
    character_id bigint NOT NULL REFERENCES cradle ON DELETE CASCADE,
    number integer NOT NULL,
    kind text NOT NULL CHECK (kind IN ('text', 'file', 'picture', 'link')),
    state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'read', 'unread', 'taken')),
    text text NOT NULL,
    source text NOT NULL DEFAULT '',
    asked text NOT NULL DEFAULT '',
    sha256 text REFERENCES blob,
    person_id bigint NOT NULL REFERENCES person,
    fed_at timestamptz NOT NULL,
    read_to integer NOT NULL DEFAULT 0,
    fault text NOT NULL DEFAULT '',
    PRIMARY KEY (character_id, number)
);
COMMENT ON TABLE cradle_piece IS 'What was fed, with its day. Taken: somebody took it back, and its words are gone.';
COMMENT ON COLUMN cradle_piece.source IS 'The name of a file or picture, the address of a link.';
COMMENT ON COLUMN cradle_piece.asked IS 'The question that stood open when it was fed.';
COMMENT ON COLUMN cradle_piece.read_to IS 'So many characters of it have been read.';
COMMENT ON COLUMN cradle_piece.fault IS 'The id of the error for which it is unread.';
CREATE INDEX cradle_piece_of_blob ON cradle_piece (sha256) WHERE sha256 IS NOT NULL;
CREATE INDEX cradle_piece_of_person ON cradle_piece (person_id);

CREATE TABLE cradle_statement (
    character_id bigint NOT NULL REFERENCES cradle ON DELETE CASCADE,
    number integer NOT NULL,
    field text NOT NULL,
    text text NOT NULL,
    title text NOT NULL DEFAULT '',
    keys text[] NOT NULL DEFAULT '{}',
    quote text NOT NULL DEFAULT '',
    piece integer,
    made_at timestamptz NOT NULL,
    instead_of integer,
    contradicts boolean NOT NULL DEFAULT false,
    ended_by integer,
    proposed boolean NOT NULL DEFAULT false,
    PRIMARY KEY (character_id, number)
);
COMMENT ON TABLE cradle_statement IS 'A sentence of a draft. A card is made of those that nothing has ended.';
COMMENT ON COLUMN cradle_statement.piece IS 'Where it was read; null: it was dreamed up.';
COMMENT ON COLUMN cradle_statement.quote IS 'The words of the piece that say so.';
COMMENT ON COLUMN cradle_statement.instead_of IS 'The older statement that it took the place of; contradicts: since both cannot be true.';
COMMENT ON COLUMN cradle_statement.ended_by IS 'The statement that took its place; 0: it was put aside by hand.';
COMMENT ON COLUMN cradle_statement.proposed IS 'Read after birth: nobody has said yes to it yet.';

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
    planned_zone text NOT NULL DEFAULT '',
    seen_by text NOT NULL DEFAULT 'everybody' CHECK (seen_by IN ('everybody', 'cast', 'person')),
    seen_by_person bigint REFERENCES person,
    PRIMARY KEY (space_id, channel_id, character_id),
    FOREIGN KEY (space_id, channel_id) REFERENCES channel ON DELETE CASCADE,
    CHECK ((seen_by = 'person') = (seen_by_person IS NOT NULL))
);
COMMENT ON TABLE circle_member IS 'The characters of a circle. Who plays there is told by the log; how often each posts, here.';
COMMENT ON COLUMN circle_member.planned_until IS 'The last day for which marks of due work were made for its posts.';
COMMENT ON COLUMN circle_member.planned_zone IS 'By which time zone the days of planned_until, and the marks of its posts, are meant.';
COMMENT ON COLUMN circle_member.seen_by_person IS 'Who has chosen to be the only one: it posts in their own chat with it, where they let it write first.';

CREATE TABLE post_thread (
    space_id bigint NOT NULL,
    channel_id bigint NOT NULL,
    post text NOT NULL,
    root text NOT NULL,
    said_sha256 text NOT NULL,
    PRIMARY KEY (space_id, channel_id, post),
    FOREIGN KEY (space_id, channel_id) REFERENCES channel ON DELETE CASCADE
);
CREATE INDEX post_thread_root ON post_thread (space_id, channel_id, root);
COMMENT ON TABLE post_thread IS 'Copies of posts, as a platform makes them by itself: what answers one is a comment on its post.';
COMMENT ON COLUMN post_thread.said_sha256 IS 'Of the text of the copy: by it a post is found whose sending got no answer.';

CREATE TABLE quick_set (
    space_id bigint NOT NULL REFERENCES space,
    id bigint GENERATED ALWAYS AS IDENTITY,
    name text NOT NULL,
    replies json NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (space_id, id)
);
COMMENT ON COLUMN quick_set.replies IS 'json, not jsonb: what was imported is exported to the letter.';
