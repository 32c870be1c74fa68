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
