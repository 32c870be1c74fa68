-- fragment: on_line
-- Keeps the rows of "it" that lie on the line given as $3 branches, $4 after, $5 upto, of session $2 in space $1.
JOIN unnest($3::int[], $4::bigint[], $5::bigint[]) AS line (branch_id, after, upto)
    ON it.space_id = $1 AND it.session_id = $2
    AND it.branch_id = line.branch_id AND it.seq > line.after AND it.seq <= line.upto

-- fragment: live
-- The derived rows, as "it", that lie on the line and that no retirement lying there names. Stretch by stretch, in the
-- order of its index, which keeps the server to both: as a join, one without statistics compared every row with every
-- stretch, 1 s for 10,000.
(
    SELECT it.* FROM unnest($3::int[], $4::bigint[], $5::bigint[]) AS line (branch_id, after, upto)
    CROSS JOIN LATERAL (
        SELECT * FROM derived
        WHERE space_id = $1 AND session_id = $2 AND branch_id = line.branch_id
            AND seq > line.after AND seq <= line.upto
        ORDER BY seq
    ) AS it
    WHERE it.id NOT IN ({{ended}})
) AS it

-- fragment: ended
-- The derived rows that a retirement on the line names. To be hashed: a correlated NOT EXISTS costs ten times as much.
SELECT it.derived_id FROM unnest($3::int[], $4::bigint[], $5::bigint[]) AS line (branch_id, after, upto)
CROSS JOIN LATERAL (
    SELECT derived_id FROM retired
    WHERE space_id = $1 AND session_id = $2 AND branch_id = line.branch_id AND seq > line.after AND seq <= line.upto
    ORDER BY seq
) AS it

-- fragment: as_read
-- Entries, as "it", after seq $6 of the line, with what reading them takes.
entry AS it {{on_line}} AND line.upto > $6 AND it.seq > $6
    {{readings}}

-- fragment: newest_messages
-- The last $7 messages after seq $6 of the line, as "it", with what reading them takes. Of each branch no more are read,
-- from its end backwards, and only those that are left are joined with anything.
(
    SELECT message.* FROM unnest($3::int[], $4::bigint[], $5::bigint[]) AS line (branch_id, after, upto)
    CROSS JOIN LATERAL (
        SELECT * FROM entry
        WHERE space_id = $1 AND session_id = $2 AND branch_id = line.branch_id
            AND seq > greatest(line.after, $6) AND seq <= line.upto AND kind = 'message' AND status <> 'erased'
        ORDER BY seq DESC LIMIT $7
    ) AS message
    WHERE line.upto > $6
    ORDER BY message.seq DESC LIMIT $7
) AS it
    {{readings}}

-- fragment: newest_reactions
-- The last 40 reactions on the line, as "it", and whether a reply has gone on behind each, so that it was told then.
(
    SELECT it.*, coalesce(it.body -> 'emojis', '[]') AS emojis, EXISTS (
        SELECT FROM entry AS further JOIN unnest($3::int[], $4::bigint[], $5::bigint[]) AS stretch (branch_id, after, upto)
            ON further.space_id = $1 AND further.session_id = $2 AND further.branch_id = stretch.branch_id
            AND further.seq > stretch.after AND further.seq <= stretch.upto
        WHERE further.kind = 'revision' AND further.turn_id IS NOT NULL AND further.seq > it.seq
    ) AS told
    FROM entry AS it {{on_line}} WHERE it.kind = 'reaction' AND it.person_id IS NOT NULL AND it.status <> 'erased'
    ORDER BY it.seq DESC LIMIT 40
) AS it

-- fragment: readings
-- Beside entries, as "it", after seq $6 of the line: the newest revision that is visible there, as "newest", and who
-- said them.
LEFT JOIN (
        SELECT DISTINCT ON (it.target_seq) it.target_seq, it.text, it.raw, it.body, it.turn_id, it.status, it.audience
        FROM entry AS it {{on_line}} AND line.upto > $6 AND it.seq > $6
        WHERE it.kind = 'revision' AND it.status <> 'erased'
        ORDER BY it.target_seq, it.seq DESC
    ) AS newest ON newest.target_seq = it.seq
    {{named}}

-- fragment: named
-- Beside entries, as "it", who said or did them, and whom these play as far as that may be known.
LEFT JOIN person ON person.id = it.person_id
    LEFT JOIN chat_persona AS worn
        ON worn.space_id = $1 AND worn.session_id = it.session_id AND worn.person_id = person.id
    CROSS JOIN LATERAL (
        SELECT at.space_id, {{chat_covers}} AS covered FROM (SELECT $1::bigint AS space_id, $2::bigint AS session_id) AS at
    ) AS chat
    {{persona_told}}

-- fragment: persona_told
-- Whom "person" plays in a "chat", as "played", as far as those may know who can read wherever it is played: in private,
-- where the person lets private things be told, and where they wrote the persona, chose it, or said yes. What does not
-- depend on the person is asked once, and only if anybody plays anybody.
LEFT JOIN LATERAL (
    SELECT it.* FROM user_persona AS it WHERE it.id = {{who_plays}} AND (
        (SELECT space.private FROM space WHERE space.id = chat.space_id)
        OR it.person_id IN (SELECT consent.person_id FROM consent WHERE consent.elsewhere)
        OR it.id IN (
            SELECT place.persona_id FROM persona_place AS place
            WHERE place.space_id = chat.space_id AND place.told AND place.audience <@ chat.covered
        )
    )
) AS played ON true

-- fragment: chat_covers
-- The clauses that each reader meets wherever session "at.session_id" of space "at.space_id" is played.
ARRAY(
    SELECT clause.id FROM audience_clause AS clause WHERE clause.space_id = at.space_id AND NOT EXISTS (
        SELECT FROM stand JOIN channel ON channel.space_id = stand.space_id AND channel.id = stand.channel_id
        WHERE stand.space_id = at.space_id AND stand.session_id = at.session_id AND NOT EXISTS (
            SELECT FROM audience_clause AS here
            WHERE here.space_id = at.space_id AND here.id = ANY (channel.audience) AND here.readers <@ clause.readers
        )
    )
)

-- fragment: who_plays
-- Which persona "person" is: what they chose for the chat ("worn"), else for everywhere.
CASE WHEN worn.persona_id IS NULL THEN person.persona_id ELSE worn.persona_id END

-- fragment: read_columns
-- What the store makes an Entry of. People are called what they are called in their stories. What a line of another
-- program said besides (raw) is read for an export only. A reply that went on in a later turn is as whole as that left it.
it.branch_id, it.seq, it.kind, it.person_id, coalesce(played.name, person.name) AS person_name, it.character_id, it.turn_id,
    it.target_seq, CASE WHEN newest.turn_id IS NULL THEN it.status ELSE newest.status END AS status,
    coalesce(newest.text, it.text) AS text, CASE WHEN newest.text IS NULL THEN it.raw ELSE newest.raw END AS raw,
    newest.text IS NOT NULL AS revised, (it.body - 'raw') || coalesce(newest.body, '{}') AS body, it.said_at,
    {{read_audience}} AS audience

-- fragment: read_audience
-- Who could read an entry, as "it", and its newest revision, as "newest".
it.audience || newest.audience

-- fragment: deleted
-- The seqs, behind seq $6 of the line, of the messages that people have deleted there and not restored. To be hashed, as
-- what is ended.
SELECT about.seq FROM (
    SELECT DISTINCT ON (span.seq) span.seq, coalesce((it.body ->> 'gone')::boolean, false) AS gone
    FROM entry AS it {{on_line}} AND line.upto > $6 AND it.seq > $6
    CROSS JOIN LATERAL generate_series(it.target_seq, coalesce((it.body ->> 'upto')::bigint, it.target_seq)) AS span (seq)
    WHERE it.kind = 'hide'
    ORDER BY span.seq, it.seq DESC
) AS about WHERE about.gone

-- fragment: revised_there
-- Beside an entry, as "it": the newest revision of it on its own branch, as "newest".
LEFT JOIN LATERAL (
    SELECT revision.text, revision.raw, revision.audience FROM entry AS revision
    WHERE revision.space_id = $1 AND revision.session_id = $2 AND revision.branch_id = it.branch_id
        AND revision.kind = 'revision' AND revision.target_seq = it.seq AND revision.status <> 'erased'
    ORDER BY revision.seq DESC LIMIT 1
) AS newest ON true

-- fragment: words_there
-- What an entry, as "it", says with its newest revision, as "newest".
coalesce(newest.text, it.text) AS text, CASE WHEN newest.text IS NULL THEN it.raw ELSE newest.raw END AS raw

-- fragment: newest_acts
-- The newest act on the line, as "newest", of each kind that carries a whole new state. From the newest of the whole
-- session backwards: few lie on other branches, and a long story is not read for it. A count cannot become a join, which
-- would read them all. Of a kind that has words of people only what may be told in a "place" counts, whose readers all meet
-- the clauses "covered" (null: all).
unnest('{preset,note,books,variables,timers,injects,import,background,plot,occasion}'::text[]) AS wanted (kind) CROSS JOIN LATERAL (
    SELECT it.kind, it.body - 'raw' AS body FROM entry AS it
    WHERE it.space_id = $1 AND it.session_id = $2 AND it.kind = wanted.kind AND it.kind <> 'message'
        AND (wanted.kind NOT IN ('note', 'variables', 'injects', 'import', 'occasion') OR it.audience IS NULL OR place.covered IS NULL
            OR it.audience <@ place.covered)
        AND (
        SELECT count(*) FROM unnest($3::int[], $4::bigint[], $5::bigint[]) AS line (branch_id, after, upto)
        WHERE it.branch_id = line.branch_id AND it.seq > line.after AND it.seq <= line.upto
    ) > 0
    ORDER BY it.seq DESC LIMIT 1
) AS newest

-- fragment: card_played
-- The version of the card that an act about the cast, "it", means: of those that came after the act the newest, else the
-- one it names. So an edited card holds in every chat from the next turn on, and a restored place may name an older one.
coalesce(
    (SELECT max(newer.version) FROM character_version AS newer
     WHERE newer.character_id = it.character_id AND newer.created_at > it.written_at),
    (it.body ->> 'version')::integer
)

-- fragment: cast_body
-- What an act about the cast says, with the version of the card that it means now.
it.body - 'raw' || jsonb_strip_nulls(jsonb_build_object('version', {{card_played}}))
