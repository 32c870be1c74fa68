-- Characters that grow from what people feed them, before they are born.

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
