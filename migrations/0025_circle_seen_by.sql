-- Who sees what a character posts by itself in a circle: everybody there, its characters, or one person alone.

ALTER TABLE circle_member ADD seen_by text NOT NULL DEFAULT 'everybody' CHECK (seen_by IN ('everybody', 'cast', 'person'));
ALTER TABLE circle_member ADD seen_by_person bigint REFERENCES person;
ALTER TABLE circle_member ADD CHECK ((seen_by = 'person') = (seen_by_person IS NOT NULL));
COMMENT ON COLUMN circle_member.seen_by_person IS 'Who has chosen to be the only one: it posts in their own chat with it, where they let it write first.';
