-- fragment: arrives
-- What of "inbox" is for the holder of "stand", played in "channel": messages where it is played, and the edits, deletions
-- and reactions that are about what its session has taken up, wherever people play now. What somebody said behind a recording
-- waits with it until that was listened to.
inbox.outcome IS NULL AND (
    (inbox.kind = 'message' AND channel.stand_id = stand.id AND NOT EXISTS (
        SELECT FROM inbox AS unheard WHERE unheard.space_id = inbox.space_id AND unheard.channel_id = inbox.channel_id
            AND unheard.outcome IS NULL AND unheard.person_id = inbox.person_id AND unheard.position <= inbox.position
            AND unheard.body ? 'unheard'
    ))
    OR (inbox.kind IN ('edit', 'delete', 'reaction') AND inbox.session_id = stand.session_id)
)

-- fragment: waits
-- What of that asks the holder to do something: what was only overheard does not, nor do messages where the characters were
-- silenced.
{{arrives}} AND NOT inbox.quiet AND (inbox.kind <> 'message' OR (channel.paused_at IS NULL
    AND (SELECT space.paused_at IS NULL FROM space WHERE space.id = channel.space_id)))

-- name: look
-- What the holder of a stand's lease finds: where it stands, a turn that was left running, and what waits. The draft is
-- locked: what its writer saves, and shows, after it was read here would be lost. So is what waits: an edit or a deletion
-- of it must find either a message that waits still or an entry.
SELECT stand.session_id, stand.channel_id, stand.branch_id, session.title = '' AS untitled, session.seed,
    space.platform, space.external AS space_name, channel.external AS channel_name, space.private,
    coalesce(space.paused_at, channel.paused_at) IS NOT NULL AS paused,
    coalesce(
        (SELECT max(seq) FROM entry
         WHERE entry.space_id = $1 AND entry.session_id = stand.session_id AND entry.branch_id = stand.branch_id),
        branch.forked_at
    ) AS head,
    (SELECT row_to_json(left_over) FROM (
        SELECT turn.id, turn.kind, turn.fence, turn.tries, turn.joined, turn.after_seq, turn.character_id,
            turn.person_id, turn.branch_id, turn.facts, draft.text, draft.stop,
            turn.started_at < now() - interval '15 minutes' AS stale
        FROM turn JOIN draft USING (space_id, session_id)
        WHERE turn.space_id = $1 AND turn.stand_id = $2 AND turn.state = 'running' AND draft.turn_id = turn.id
        ORDER BY turn.id DESC LIMIT 1
        FOR UPDATE OF draft
    ) AS left_over) AS running,
    (SELECT json_agg(row_to_json(waiting) ORDER BY waiting.position, waiting.id) FROM (
        SELECT inbox.id, inbox.external, inbox.kind, inbox.quiet, inbox.target, inbox.position, inbox.person_id,
            inbox.text, inbox.body, inbox.sent_at
        FROM inbox
        WHERE inbox.space_id = $1 AND inbox.channel_id = stand.channel_id AND {{arrives}}
        ORDER BY inbox.position, inbox.id LIMIT $3
        FOR UPDATE OF inbox
    ) AS waiting) AS waiting
FROM stand
JOIN space ON space.id = $1
JOIN channel ON channel.space_id = $1 AND channel.id = stand.channel_id
JOIN session ON session.space_id = $1 AND session.id = stand.session_id
JOIN branch ON branch.space_id = $1 AND branch.session_id = stand.session_id AND branch.id = stand.branch_id
WHERE stand.space_id = $1 AND stand.id = $2

-- name: waits
-- Whether anything that arrived waits for the holder of a stand and may change what is being answered: a reaction does not.
SELECT EXISTS (
    SELECT FROM stand JOIN channel ON channel.space_id = $1 AND channel.id = stand.channel_id
    JOIN inbox ON inbox.space_id = $1 AND inbox.channel_id = stand.channel_id
    WHERE stand.space_id = $1 AND stand.id = $2 AND inbox.kind <> 'reaction' AND {{waits}}
)

-- name: said_meanwhile
-- Whether people have said something that waits for the holder of a stand.
SELECT EXISTS (
    SELECT FROM stand JOIN channel ON channel.space_id = $1 AND channel.id = stand.channel_id
    JOIN inbox ON inbox.space_id = $1 AND inbox.channel_id = stand.channel_id
    WHERE stand.space_id = $1 AND stand.id = $2 AND inbox.kind = 'message' AND {{waits}}
)

-- name: open_turn
-- Begins a turn: its row, its empty draft, the parts that will show it, and the inbox rows that it alone answers, with
-- the entries that they became. Its facts ($14) say who speaks after it, and which message it answers if that is not new.
WITH begun AS (
    INSERT INTO turn (space_id, session_id, stand_id, branch_id, after_seq, kind, character_id, fence, person_id, facts)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $10, $14) RETURNING id
), growing AS (
    INSERT INTO draft (space_id, session_id, turn_id, fence) SELECT $1, $2, id, $8 FROM begun
), planned AS (
    INSERT INTO outbox (space_id, channel_id, session_id, turn_id, part, kind, platform_id)
    SELECT $1, $12, $2, begun.id, it.part - 1, 'reply', it.platform_id
    FROM begun, unnest($13::text[]) WITH ORDINALITY AS it (platform_id, part)
), consumed AS (
    UPDATE inbox SET outcome = 'turn', session_id = $2, turn_id = begun.id, branch_id = $4, seq = it.seq
    FROM begun, unnest($9::bigint[], $11::bigint[]) AS it (id, seq)
    WHERE inbox.space_id = $1 AND inbox.id = it.id AND inbox.outcome IS NULL
    RETURNING inbox.id
)
SELECT begun.id, (SELECT count(*) FROM consumed) AS consumed FROM begun

-- name: join_turn
-- Takes more into a running turn, under its fence: how often that was done.
WITH joined AS (
    UPDATE turn SET joined = joined + 1, after_seq = $5, person_id = $6
    WHERE space_id = $1 AND session_id = $2 AND id = $3 AND fence = $4 AND state = 'running'
    RETURNING id, branch_id, joined
), consumed AS (
    UPDATE inbox SET outcome = 'turn', session_id = $2, turn_id = $3, branch_id = joined.branch_id, seq = it.seq
    FROM joined, unnest($7::bigint[], $8::bigint[]) AS it (id, seq)
    WHERE inbox.space_id = $1 AND inbox.id = it.id AND inbox.outcome IS NULL
)
SELECT joined FROM joined

-- name: hand_word_over
-- Gives a running turn, under its fence, to another character, and others the word after it.
UPDATE turn SET character_id = $5, facts = facts || $6
WHERE space_id = $1 AND session_id = $2 AND id = $3 AND fence = $4 AND state = 'running'

-- name: asked_by
-- Whether any message that a turn was begun for is still there.
SELECT EXISTS (
    SELECT FROM inbox WHERE space_id = $1 AND channel_id = $2 AND session_id = $3 AND turn_id = $4
        AND kind = 'message' AND outcome = 'turn' AND NOT quiet
)

-- name: seen_of_turn
-- What a platform shows of a turn's reply, by part, and the newest message that it answers.
SELECT
    (SELECT json_agg(json_build_array(it.part, it.platform_id, it.state) ORDER BY it.part) FROM outbox AS it
     WHERE it.space_id = $1 AND it.session_id = $2 AND it.turn_id = $3 AND it.kind = 'reply') AS parts,
    coalesce((
        SELECT it.external FROM inbox AS it
        WHERE it.space_id = $1 AND it.channel_id = $4 AND it.session_id = $2 AND it.turn_id = $3
            AND it.kind = 'message' AND it.outcome = 'turn' AND NOT it.quiet
        ORDER BY it.position DESC, it.id DESC LIMIT 1
    ), (SELECT it.facts ->> 'answers' FROM turn AS it WHERE it.space_id = $1 AND it.session_id = $2 AND it.id = $3)) AS answers

-- name: showing
-- The platform's messages that show parts of some turns ($3) now: nothing newer was shown in them, and they were not
-- taken away, which a line without text says.
SELECT it.turn_id, it.part, it.platform_id FROM outbox AS it
WHERE it.space_id = $1 AND it.session_id = $2 AND it.turn_id = ANY ($3::bigint[]) AND it.platform_id IS NOT NULL
    AND it.kind = ANY ($4::text[]) AND NOT (it.kind = 'line' AND it.text = '') AND NOT EXISTS (
        SELECT FROM outbox AS newer
        WHERE newer.space_id = $1 AND newer.channel_id = it.channel_id AND newer.platform_id = it.platform_id
            AND newer.id > it.id
    )
ORDER BY it.id

-- name: telling_of_failure
-- The platform's messages that tell that the newest turn, which was to answer what lies at a seq of a branch, failed.
SELECT it.platform_id FROM (
    SELECT id, branch_id, after_seq, state FROM turn WHERE space_id = $1 AND session_id = $2 ORDER BY id DESC LIMIT 1
) AS newest JOIN outbox AS it ON it.space_id = $1 AND it.session_id = $2 AND it.turn_id = newest.id
WHERE newest.state = 'error' AND newest.branch_id = $3 AND newest.after_seq >= $4 AND it.platform_id IS NOT NULL
    AND it.kind IN ('reply', 'notice') AND NOT EXISTS (
        SELECT FROM outbox AS newer
        WHERE newer.space_id = $1 AND newer.channel_id = it.channel_id AND newer.platform_id = it.platform_id
            AND newer.id > it.id
    )
ORDER BY it.id

-- name: external_of
-- What the platform calls the message that became an entry, or the first of those that showed it last.
SELECT coalesce((
    SELECT external FROM inbox
    WHERE space_id = $1 AND channel_id = $2 AND session_id = $3 AND branch_id = $4 AND seq = $5 AND kind = 'message'
), (
    SELECT it.platform_id FROM entry JOIN outbox AS it
        ON it.space_id = entry.space_id AND it.session_id = entry.session_id AND it.channel_id = $2
        AND (it.turn_id = entry.turn_id OR (it.branch_id = entry.branch_id AND it.seq = entry.seq))
    WHERE entry.space_id = $1 AND entry.session_id = $3 AND entry.branch_id = $4 AND entry.seq = $5
        AND it.kind IN ('reply', 'line') AND it.platform_id IS NOT NULL
    ORDER BY it.made_at DESC, it.part LIMIT 1
))

-- name: not_shown
-- Which entries, by branch ($4) and seq ($5), are to be shown in a channel ($2) and cannot be seen there, and whether they
-- may still come.
SELECT entry.branch_id, entry.seq, bool_or(it.state IN ('planned', 'sending')) AS comes
FROM unnest($4::int[], $5::bigint[]) AS named (branch_id, seq)
JOIN entry ON entry.space_id = $1 AND entry.session_id = $3 AND entry.branch_id = named.branch_id AND entry.seq = named.seq
JOIN outbox AS it ON it.space_id = entry.space_id AND it.session_id = entry.session_id AND it.channel_id = $2
    AND (it.turn_id = entry.turn_id OR (it.branch_id = entry.branch_id AND it.seq = entry.seq))
WHERE it.kind IN ('reply', 'line')
GROUP BY 1, 2 HAVING bool_and(it.platform_id IS NULL AND it.state <> 'sent')

-- name: resume_turn
-- Takes over a turn that was left running. Its draft stays ($5) until what comes now is saved: it may be all there is.
WITH again AS (
    UPDATE turn SET tries = tries + 1, fence = $4
    WHERE space_id = $1 AND session_id = $2 AND id = $3 AND state = 'running' RETURNING id
)
UPDATE draft SET fence = $4, text = CASE WHEN $5 THEN draft.text ELSE '' END, stop = false FROM again
WHERE draft.space_id = $1 AND draft.session_id = $2 AND draft.turn_id = again.id

-- name: load_turn
-- All that a turn requires, in one statement: session, cast, settings that could apply, the last $7 messages, what the
-- newest acts say, who asks ($9), and the books, scripts and permissions of whoever speaks ($11).
WITH place AS MATERIALIZED (
    SELECT {{covered}} AS covered FROM channel WHERE channel.space_id = $1 AND channel.id = $8
), act AS MATERIALIZED (
    SELECT newest.kind, newest.body FROM place CROSS JOIN {{newest_acts}}
), asker AS (
    SELECT coalesce(played.name, person.name) AS called, played.id, played.name, played.body,
        CASE WHEN played.id IS NULL AND NOT EXISTS (
            SELECT FROM persona_place AS asked JOIN channel ON channel.space_id = $1 AND channel.id = $8
            WHERE asked.space_id = $1 AND asked.persona_id = {{who_plays}}
                AND asked.audience = coalesce(channel.audience, '{}')
        ) AND EXISTS (
            SELECT FROM (SELECT person.id) AS who CROSS JOIN LATERAL {{circle}} AS same (id)
            JOIN person AS name ON name.id = same.id WHERE name.home_id IS NOT NULL
        ) THEN {{who_plays}} END AS withheld
    FROM person
    LEFT JOIN chat_persona AS worn ON worn.space_id = $1 AND worn.session_id = $2 AND worn.person_id = person.id
    CROSS JOIN LATERAL (
        SELECT at.space_id, {{chat_covers}} AS covered FROM (SELECT $1::bigint AS space_id, $2::bigint AS session_id) AS at
    ) AS chat
    {{persona_told}}
    WHERE person.id = $9
), bound AS (
    SELECT (it.id #>> '{}')::bigint AS book_id, 'chat' AS binding, it.n AS place
    FROM act CROSS JOIN jsonb_array_elements(act.body -> 'books') WITH ORDINALITY AS it (id, n) WHERE act.kind = 'books'
    UNION ALL
    SELECT it.book_id, CASE WHEN it.persona_id IS NULL THEN 'character' ELSE 'persona' END, it.id
    FROM world_binding AS it
    WHERE it.space_id = $1 AND (it.character_id = $11 OR it.persona_id = (SELECT asker.id FROM asker))
    UNION ALL
    SELECT book.id, 'character', book.id
    FROM character AS speaks JOIN world_book AS book ON book.comes_with IN (speaks.builtin, speaks.name)
    WHERE speaks.id = $11 AND NOT EXISTS (
        SELECT FROM world_binding AS it WHERE it.space_id = $1 AND it.character_id = $11 AND it.book_id = book.id
    )
)
SELECT
    (SELECT row_to_json(it) FROM (
        SELECT session.title, session.seed FROM session WHERE session.space_id = $1 AND session.id = $2
    ) AS it) AS session,
    (SELECT json_agg(row_to_json(it)) FROM (
        SELECT it.character_id, {{cast_body}} AS body, it.seq FROM entry AS it {{on_line}} WHERE it.kind = 'member'
    ) AS it) AS members,
    (SELECT json_agg(json_build_array(it.scope, it.scope_id, it.name, it.value)) FROM (
        SELECT scope, scope_id, name, value FROM setting
        WHERE space_id IN (0, $1) AND (scope IN ('space', 'character') OR (scope = 'channel' AND scope_id = $8))
        UNION ALL
        SELECT own.scope, own.scope_id, own.name, own.value
        FROM (SELECT $9::bigint AS id) AS who CROSS JOIN LATERAL {{set_by_person}} AS own
    ) AS it) AS settings,
    (SELECT json_agg(row_to_json(it) ORDER BY it.seq) FROM (
        SELECT {{read_columns}} FROM {{newest_messages}}
    ) AS it) AS history,
    (SELECT private FROM space WHERE id = $1) AS private,
    (SELECT covered FROM place) AS covered,
    (SELECT coalesce(space.paused_at, channel.paused_at) IS NOT NULL FROM space JOIN channel ON channel.space_id = space.id
     WHERE space.id = $1 AND channel.id = $8) AS paused,
    (SELECT {{for_adults}} FROM space JOIN channel ON channel.space_id = space.id
     WHERE space.id = $1 AND channel.id = $8) AS for_adults,
    (SELECT json_object_agg(character.id, character.adult) FROM character WHERE character.adult IS NOT NULL AND character.id IN (
         SELECT it.character_id FROM entry AS it {{on_line}} WHERE it.kind = 'member' UNION ALL SELECT $11
     )) AS said_adult,
    (SELECT json_agg(DISTINCT word) FROM {{words_blocked}}) AS words,
    (SELECT fence FROM draft WHERE space_id = $1 AND session_id = $2 AND turn_id = $10) AS fence,
    (SELECT json_object_agg(act.kind, act.body) FROM act) AS acts,
    (SELECT json_agg(json_build_array(it.target_seq, coalesce((it.body ->> 'upto')::bigint, it.target_seq),
         (it.body ->> 'hidden')::boolean) ORDER BY it.seq) FROM entry AS it {{on_line}} WHERE it.kind = 'hide') AS hides,
    (SELECT json_agg(json_build_array(it.seq, it.target_seq, it.person_id, coalesce(played.name, person.name),
         it.emojis, it.told, coalesce(it.audience, '{}')) ORDER BY it.seq)
     FROM {{newest_reactions}} {{named}}) AS felt,
    (SELECT it.body -> 'greeting' FROM entry AS it {{on_line}}
     WHERE it.seq <= 16 AND it.kind = 'message' AND it.status <> 'erased' ORDER BY it.seq LIMIT 1) AS greeting,
    (SELECT row_to_json(asker) FROM asker) AS asker,
    (SELECT json_agg(json_build_array(bound.book_id, bound.binding, newest.version, world_book.name) ORDER BY bound.place)
     FROM bound JOIN world_book ON world_book.id = bound.book_id AND world_book.deleted_at IS NULL
     CROSS JOIN LATERAL (
         SELECT version FROM world_book_version WHERE book_id = bound.book_id ORDER BY version DESC LIMIT 1
     ) AS newest) AS books,
    (SELECT json_agg(it.id ORDER BY it.id) FROM script_file AS it
     WHERE it.space_id = $1 AND it.deleted_at IS NULL AND (it.character_id IS NULL OR it.character_id = $11)) AS scripts,
    (SELECT runs_scripts FROM character WHERE id = $11) AS card_runs,
    (SELECT array_agg(character.id) FROM character WHERE character.deleted_at IS NOT NULL AND character.id IN (
         SELECT it.character_id FROM entry AS it {{on_line}} WHERE it.kind = 'member' UNION ALL SELECT $11
     )) AS thrown_away,
    (SELECT preset.runs_scripts FROM act JOIN preset ON preset.id = (act.body ->> 'preset')::bigint
     WHERE act.kind = 'preset') AS preset_runs,
    (SELECT it.facts -> 'warnings' FROM turn AS it
     WHERE it.space_id = $1 AND it.session_id = $2 AND it.state <> 'running' ORDER BY it.id DESC LIMIT 1) AS warnings

-- name: end_turn
-- Ends a running turn under its fence, and marks what follows from what was said. A mark of kind $16 (null: none) that
-- nobody serves just now is answered by it. Returns nothing when it had ended or somebody else holds it.
WITH ended AS (
    UPDATE turn SET state = $5, outcome = $6, endpoint = $7, model = $8, prompt_tokens = $9, reply_tokens = $10,
        facts = facts || $11, ended_at = now()
    WHERE space_id = $1 AND session_id = $2 AND id = $3 AND fence = $4 AND state = 'running'
    RETURNING id, branch_id, character_id, person_id, kind
), gone AS (
    DELETE FROM draft USING ended
    WHERE draft.space_id = $1 AND draft.session_id = $2 AND draft.turn_id = ended.id
), touched AS (
    UPDATE session SET touched_at = now() FROM ended WHERE session.space_id = $1 AND session.id = $2
), used AS (
    INSERT INTO usage (space_id, session_id, turn_id, character_id, role, endpoint, model, prompt_tokens, reply_tokens,
        person_id, channel_id, cost, kind)
    SELECT $1, $2, ended.id, ended.character_id, 'chat', $7, $8, $12::integer, $13::integer, ended.person_id, $14::bigint, $15::float8,
        CASE WHEN ended.kind <> 'unasked' THEN '' WHEN ended.person_id IS NULL THEN 'circle' ELSE ended.kind END
    FROM ended
    WHERE $7 IS NOT NULL
), marked AS (
    INSERT INTO due AS it (space_id, session_id, kind, not_before)
    SELECT $1, $2, said.kind, CASE WHEN said.kind = 'facts' AND ended.kind = 'unasked' AND ended.person_id IS NULL
        THEN now() + interval '6 hours' ELSE said.not_before END
    FROM ended, {{said_due}} {{said_again}}
), answered AS (
    DELETE FROM due USING ended WHERE due.space_id = $1 AND due.session_id = $2 AND due.kind = $16 AND due.owner IS NULL
)
SELECT id FROM ended

-- name: turn_state
-- How a turn stands: asked after a commit whose answer was lost.
SELECT state, outcome FROM turn WHERE space_id = $1 AND session_id = $2 AND id = $3

-- fragment: waited
-- How long the oldest message that a turn answers had waited when it was claimed.
(SELECT turn.started_at - min(inbox.received_at) FROM inbox
    WHERE inbox.space_id = turn.space_id AND inbox.turn_id = turn.id AND inbox.kind = 'message' AND inbox.channel_id = (
        SELECT stand.channel_id FROM stand WHERE stand.space_id = turn.space_id AND stand.id = turn.stand_id))

-- fragment: arrived
-- When the last part of a turn's reply had arrived, counted from its claim; null while one has not.
(SELECT CASE WHEN bool_and(outbox.state = 'sent') THEN max(outbox.moved_at) - turn.started_at END FROM outbox
    WHERE outbox.space_id = turn.space_id AND outbox.session_id = turn.session_id AND outbox.turn_id = turn.id
        AND outbox.kind = 'reply')

-- name: last_turn
-- What the newest ended turn of a session cost.
SELECT id, model, prompt_tokens, reply_tokens, facts, ended_at - started_at AS took,
    {{waited}} AS queued, {{arrived}} AS delivered FROM turn
WHERE space_id = $1 AND session_id = $2 AND state <> 'running'
ORDER BY id DESC LIMIT 1

-- name: ended_turn
-- The same of one turn ($3).
SELECT id, model, prompt_tokens, reply_tokens, facts, ended_at - started_at AS took,
    {{waited}} AS queued, {{arrived}} AS delivered FROM turn
WHERE space_id = $1 AND session_id = $2 AND id = $3 AND state <> 'running'

-- name: stop_turn
-- Asks whoever writes the running reply of a stand to stop.
UPDATE draft SET stop = true FROM turn
WHERE turn.space_id = $1 AND turn.stand_id = $2 AND turn.state = 'running'
    AND draft.space_id = $1 AND draft.session_id = turn.session_id AND draft.turn_id = turn.id
RETURNING draft.turn_id

-- name: save_drafts
-- The saver's one statement: every draft that grew, under its fence; what does not come back was lost to another. Whose
-- first words these are is being sent from now on.
WITH grown AS (
    SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::text[], $6::boolean[])
        AS it (space_id, session_id, turn_id, fence, text, first)
), kept AS (
    UPDATE draft SET text = grown.text, saved_at = now() FROM grown
    WHERE draft.space_id = grown.space_id AND draft.session_id = grown.session_id AND draft.turn_id = grown.turn_id
        AND draft.fence = grown.fence
    RETURNING draft.space_id, draft.session_id, draft.turn_id, draft.stop, grown.first
), tried AS (
    UPDATE outbox SET state = 'sending', moved_at = now() FROM kept
    WHERE kept.first AND outbox.space_id = kept.space_id AND outbox.session_id = kept.session_id
        AND outbox.turn_id = kept.turn_id AND outbox.turn_id IS NOT NULL AND outbox.part = 0
        AND outbox.kind = 'reply' AND outbox.state = 'planned'
)
SELECT space_id, session_id, turn_id, stop FROM kept

-- name: unfinished
-- Stands of some platforms with a turn left running, or with something fresh or a deletion that waits, that nobody but $3
-- holds; and for how long the first of that has waited. Begins with the few that have work: it is asked every few seconds, and most
-- stands are idle.
SELECT stand.space_id, stand.id, stand.session_id, stand.channel_id, stand.branch_id, space.platform, space.private,
    work.left_running, coalesce(extract(epoch FROM now() - work.since), 0)::float8 AS waited
FROM (
    SELECT space_id, stand_id, bool_or(running) AS left_running, min(since) AS since FROM (
        SELECT space_id, stand_id, true AS running, NULL::timestamptz AS since FROM turn WHERE state = 'running'
        UNION ALL
        SELECT stand.space_id, stand.id, false, inbox.received_at FROM inbox
        JOIN channel ON channel.space_id = inbox.space_id AND channel.id = inbox.channel_id
        JOIN stand ON stand.space_id = inbox.space_id AND stand.channel_id = inbox.channel_id
        WHERE (inbox.received_at > now() - $2::interval OR inbox.kind = 'delete') AND {{waits}}
    ) AS one GROUP BY space_id, stand_id
) AS work
JOIN stand ON stand.space_id = work.space_id AND stand.id = work.stand_id
JOIN space ON space.id = stand.space_id AND space.platform = ANY ($1::text[])
LEFT JOIN lease ON lease.space_id = stand.space_id AND lease.stand_id = stand.id
WHERE lease.owner IS NULL OR lease.expires_at < now() OR lease.owner = $3
