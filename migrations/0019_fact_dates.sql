-- Facts about people that have a date: birthdays, exams, promises.

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
