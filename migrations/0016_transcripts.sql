-- What is said in recordings that people send.

CREATE TABLE transcript (
    sha256 text PRIMARY KEY REFERENCES blob ON DELETE CASCADE,
    model text NOT NULL,
    text text NOT NULL,
    made_at timestamptz NOT NULL DEFAULT now()
);
COMMENT ON TABLE transcript IS 'What a service heard in a recording: nobody listens to the same file twice.';
