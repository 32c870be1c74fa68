-- Posts of a circle are planned by a clock: who moves it has them planned anew.

ALTER TABLE circle_member ADD planned_zone text NOT NULL DEFAULT '';
COMMENT ON COLUMN circle_member.planned_zone IS 'By which time zone the days of planned_until, and the marks of its posts, are meant.';
