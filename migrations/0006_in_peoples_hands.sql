-- People on several platforms, budgets and roles, forms that wait for words, booths, what pictures show.

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

ALTER TABLE person ADD COLUMN asked_at timestamptz;
COMMENT ON COLUMN person.asked_at IS 'When the person was asked for language and time zone, which is done once.';
ALTER TABLE person ADD COLUMN elsewhere_asked_at timestamptz;
COMMENT ON COLUMN person.elsewhere_asked_at IS 'When they were asked, or said, whether private things may be told in groups.';
ALTER TABLE person ADD COLUMN home_id bigint REFERENCES space ON DELETE SET NULL;
COMMENT ON COLUMN person.home_id IS 'Where they talk with the characters alone: a DM, the terminal.';
CREATE INDEX person_at_home ON person (home_id);
UPDATE person SET home_id = it.space_id FROM (
    SELECT DISTINCT ON (session.created_by) session.created_by, session.space_id
    FROM session JOIN space ON space.id = session.space_id AND space.private
    ORDER BY session.created_by, session.touched_at DESC
) AS it WHERE it.created_by = person.id;

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

CREATE TABLE hidden_character (
    space_id bigint NOT NULL REFERENCES space ON DELETE CASCADE,
    character_id bigint NOT NULL REFERENCES character ON DELETE CASCADE,
    PRIMARY KEY (space_id, character_id)
);
COMMENT ON TABLE hidden_character IS 'Characters that a place does not want to see in its list.';

ALTER TABLE turn DROP CONSTRAINT turn_kind_check;
ALTER TABLE turn ADD CONSTRAINT turn_kind_check
    CHECK (kind IN ('reply', 'again', 'continue', 'retry', 'impersonate', 'next'));

ALTER TABLE outbox ADD COLUMN branch_id integer, ADD COLUMN seq bigint,
    ADD COLUMN controls boolean NOT NULL DEFAULT false;
CREATE INDEX outbox_controls ON outbox (space_id, channel_id, id DESC) WHERE controls;
COMMENT ON COLUMN outbox.controls IS 'Buttons of a reply stand under its message; under an older one they are taken away.';
COMMENT ON COLUMN outbox.seq IS 'With branch_id: the entry that a row shows which its turn did not begin: it was said before, or went on.';
ALTER TABLE outbox DROP CONSTRAINT outbox_kind_check;
ALTER TABLE outbox ADD CONSTRAINT outbox_kind_check CHECK (kind IN ('reply', 'line', 'notice', 'progress', 'post'));
DROP INDEX outbox_of_turn;
CREATE UNIQUE INDEX outbox_of_turn ON outbox (space_id, session_id, turn_id, part, kind)
    WHERE turn_id IS NOT NULL AND kind <> 'line';

ALTER TABLE branch ADD COLUMN name text NOT NULL DEFAULT '', ADD COLUMN named_by bigint REFERENCES person,
    ADD COLUMN archived_at timestamptz;
COMMENT ON COLUMN branch.archived_at IS 'Since when lists leave it out. The name and this may change, nothing else of a branch does.';
ALTER TABLE savepoint ADD COLUMN description text NOT NULL DEFAULT '', ADD COLUMN messages integer, ADD COLUMN day date;
COMMENT ON COLUMN savepoint.messages IS 'How many lay on its line when it was made; null for those made before this was counted.';
COMMENT ON COLUMN savepoint.day IS 'Of a daily one: the day, where people play, that it ends.';
ALTER TABLE session ADD COLUMN saves integer NOT NULL DEFAULT 0;
COMMENT ON COLUMN session.saves IS 'The number of the newest save, as people read it: the next one is numbered saves + 1.';
UPDATE session SET saves = it.last FROM (
    SELECT space_id, session_id, max(id) AS last FROM savepoint GROUP BY space_id, session_id
) AS it WHERE it.space_id = session.space_id AND it.session_id = session.id;
ALTER TABLE savepoint ALTER COLUMN id DROP IDENTITY;
CREATE UNIQUE INDEX savepoint_daily ON savepoint (space_id, session_id, day);

CREATE TABLE move_code (
    sha256 text PRIMARY KEY,
    space_id bigint NOT NULL REFERENCES space,
    session_id bigint NOT NULL,
    stand_id bigint NOT NULL,
    person_id bigint NOT NULL REFERENCES person,
    made_at timestamptz NOT NULL DEFAULT now()
);
COMMENT ON TABLE move_code IS 'Codes by which a chat is taken over in another place: used once, for ten minutes.';

CREATE INDEX audit_of_setting ON audit (space_id, (body ->> 'name')) WHERE act = 'setting';

CREATE TABLE chat_persona (
    space_id bigint NOT NULL,
    session_id bigint NOT NULL,
    person_id bigint NOT NULL REFERENCES person,
    persona_id bigint NOT NULL REFERENCES user_persona,
    PRIMARY KEY (space_id, session_id, person_id),
    FOREIGN KEY (space_id, session_id) REFERENCES session ON DELETE CASCADE
);
COMMENT ON TABLE chat_persona IS 'Who a person is in one chat, whoever they are elsewhere.';

CREATE INDEX inbox_held ON inbox (space_id, channel_id, person_id) WHERE outcome = 'held';
COMMENT ON COLUMN inbox.outcome IS 'null: waiting; held: until an owner lets its person in; turn: consumed by exactly one turn; absorbed…: taken in without an answer.';
