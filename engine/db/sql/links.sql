-- fragment: circle
-- Everybody who is the same human being as person "who.id", which comes before: under this name and others.
(
    SELECT who.id UNION ALL
    SELECT other.person_id FROM person_link AS mine
    JOIN person_link AS other ON other.circle = mine.circle AND other.person_id <> mine.person_id
    WHERE mine.person_id = who.id
)

-- fragment: names_of_first
-- The same for person $1, where nothing comes before.
(SELECT same.id FROM (SELECT $1::bigint AS id) AS who CROSS JOIN LATERAL {{circle}} AS same (id))

-- fragment: set_by_person
-- What person "who.id", which comes before, has set for themselves under any of their names: the newest of each.
(
    SELECT DISTINCT ON (setting.name) setting.scope, who.id AS scope_id, setting.name, setting.value, setting.set_by,
        setting.set_at
    FROM setting
    WHERE setting.space_id = 0 AND setting.scope = 'person' AND setting.scope_id IN {{circle}}
    ORDER BY setting.name, setting.set_at DESC, setting.scope_id
)

-- name: circle_of
-- A person under all their names; the one that is asked about first.
SELECT person.id, person.platform, person.name, person.owner_since IS NOT NULL AS owner, link.linked_at
FROM person LEFT JOIN person_link AS link ON link.person_id = person.id
WHERE person.id IN {{names_of_first}}
ORDER BY person.id <> $1, link.linked_at, person.id

-- name: lock_links
-- Keeps others from joining and leaving until the end of the transaction.
SELECT pg_advisory_xact_lock(hashtextextended('person_link', 0))

-- name: put_link_code
-- A code of person $2, instead of any before. Nobody gets one under a name that several people share.
INSERT INTO link_code (sha256, person_id)
SELECT $1, id FROM person WHERE id = $2 AND NOT starts_with(external, '-') AND NOT starts_with(external, 'proxy-')
ON CONFLICT (person_id) DO UPDATE SET sha256 = excluded.sha256, made_at = now()
RETURNING person_id

-- name: link_code
-- Whose code this is, and whether it is not older than $2.
SELECT person_id, made_at > now() - $2::interval AS fresh FROM link_code WHERE sha256 = $1

-- name: link_asked
-- What person $1 is asked: who sent whose code, with what each said. What nobody agreed to by $2 is not asked any more.
SELECT maker_id, taker_id, maker_token, taker_token, maker_yes, taker_yes, joined_at FROM link_ask
WHERE $1 IN (maker_id, taker_id) AND (joined_at IS NOT NULL OR made_at > $2)

-- name: ask_link
-- Person $2 has sent the code of person $1: both are asked, and nothing else is asked of them.
WITH others AS (
    DELETE FROM link_ask WHERE (maker_id, taker_id) <> ($1, $2)
        AND (maker_id = ANY (ARRAY[$1, $2]::bigint[]) OR taker_id = ANY (ARRAY[$1, $2]::bigint[]))
)
INSERT INTO link_ask (maker_id, taker_id, maker_token, taker_token, made_at) VALUES ($1, $2, $3, $4, $5)
ON CONFLICT (maker_id) DO UPDATE SET maker_token = excluded.maker_token, taker_token = excluded.taker_token,
    maker_yes = false, taker_yes = false, made_at = excluded.made_at, joined_at = NULL

-- name: agree_link
-- Person $1 says that both are them; when both have, they are joined at $2.
UPDATE link_ask SET maker_yes = maker_yes OR maker_id = $1, taker_yes = taker_yes OR taker_id = $1,
    joined_at = CASE WHEN (maker_yes OR maker_id = $1) AND (taker_yes OR taker_id = $1) THEN coalesce(joined_at, $2) END
WHERE $1 IN (maker_id, taker_id)

-- name: drop_asked_link
-- Nothing is asked of person $1 any more, and nothing is joined.
DELETE FROM link_ask WHERE $1 IN (maker_id, taker_id)

-- name: shares_name
-- Whether person $1 has a name that several people share.
SELECT starts_with(external, '-') OR starts_with(external, 'proxy-') FROM person WHERE id = $1

-- name: drop_link_code
-- A code is used up.
DELETE FROM link_code WHERE sha256 = $1

-- name: join_circle
-- The people $2 are one human being from now on; what each was before is kept for the day on which they part.
INSERT INTO person_link (person_id, circle, persona_id, elsewhere, facts, opted_out)
SELECT person.id, $1, person.persona_id, consent.elsewhere, consent.facts, consent.opted_out
FROM person LEFT JOIN consent ON consent.person_id = person.id
WHERE person.id = ANY ($2::bigint[])
ON CONFLICT (person_id) DO UPDATE SET circle = excluded.circle

-- name: agree_alike
-- What the people $1, who are one, have allowed under any name holds for all: no "no" of theirs is lost. Whose row is
-- as old as the link has chosen nothing since, also where a third name comes later.
INSERT INTO consent (person_id, elsewhere, facts, opted_out, set_at)
SELECT it.person_id, said.elsewhere, said.facts, said.opted_out, it.linked_at
FROM person_link AS it CROSS JOIN (
    SELECT bool_and(elsewhere) AS elsewhere, bool_and(facts) AS facts, bool_or(opted_out) AS opted_out
    FROM consent WHERE person_id = ANY ($1::bigint[]) HAVING count(*) > 0
) AS said
WHERE it.person_id = ANY ($1::bigint[])
ON CONFLICT (person_id) DO UPDATE
    SET elsewhere = excluded.elsewhere, facts = excluded.facts, opted_out = excluded.opted_out,
        set_at = CASE WHEN consent.set_at = excluded.set_at THEN consent.set_at ELSE now() END

-- name: play_alike
-- The people $1, who are one, play the same persona: that of $2, else that of $3.
UPDATE person SET persona_id = coalesce(
    (SELECT it.persona_id FROM person AS it WHERE it.id = $2), (SELECT it.persona_id FROM person AS it WHERE it.id = $3)
) WHERE id = ANY ($1::bigint[])

-- name: leave_circle
-- The people $1 are somebody of their own again, with the persona and the consent from before, but for what they have
-- chosen since.
WITH gone AS (
    DELETE FROM person_link WHERE person_id = ANY ($1::bigint[])
    RETURNING person_id, linked_at, persona_id, elsewhere, facts, opted_out
), unsaid AS (
    DELETE FROM consent USING gone
    WHERE consent.person_id = gone.person_id AND consent.set_at = gone.linked_at AND gone.elsewhere IS NULL
), said AS (
    UPDATE consent SET elsewhere = gone.elsewhere, facts = gone.facts, opted_out = gone.opted_out FROM gone
    WHERE consent.person_id = gone.person_id AND consent.set_at = gone.linked_at AND gone.elsewhere IS NOT NULL
)
UPDATE person SET persona_id = CASE
    WHEN EXISTS (SELECT FROM user_persona AS it WHERE it.id = person.persona_id AND it.person_id = person.id)
    THEN person.persona_id ELSE gone.persona_id END
FROM gone WHERE person.id = gone.person_id

-- name: mend_persona
-- Those of $2 who play a persona of one of $1, who has left them, are who they were before; in no chat does anybody
-- play a persona of somebody else.
WITH worn AS (
    DELETE FROM chat_persona USING user_persona AS it
    WHERE it.id = chat_persona.persona_id AND it.person_id <> chat_persona.person_id AND (
        chat_persona.person_id = ANY ($1::bigint[])
        OR (chat_persona.person_id = ANY ($2::bigint[]) AND it.person_id = ANY ($1::bigint[]))
    )
)
UPDATE person SET persona_id = link.persona_id FROM person_link AS link
WHERE person.id = ANY ($2::bigint[]) AND link.person_id = person.id
    AND person.persona_id = ANY (ARRAY(SELECT id FROM user_persona WHERE person_id = ANY ($1::bigint[])))

-- name: ask_person_once
-- Notes that a person is asked for language and zone; returns nothing when one of their names was. The rows of all names
-- are locked before they are looked at: two questions at one moment are one.
WITH named AS MATERIALIZED (
    SELECT asked_at FROM person WHERE id = ANY (ARRAY{{names_of_first}}) ORDER BY id FOR UPDATE
)
UPDATE person SET asked_at = now() WHERE id = $1 AND NOT EXISTS (SELECT FROM named WHERE asked_at IS NOT NULL)
RETURNING id

-- name: ask_consent_once
-- Notes that a person is asked, or has said, whether private things may be told in groups; returns nothing when one of
-- their names was. Locked as above.
WITH named AS MATERIALIZED (
    SELECT elsewhere_asked_at FROM person WHERE id = ANY (ARRAY{{names_of_first}}) ORDER BY id FOR UPDATE
)
UPDATE person SET elsewhere_asked_at = now()
WHERE id = $1 AND NOT EXISTS (SELECT FROM named WHERE elsewhere_asked_at IS NOT NULL)
RETURNING id

-- name: home_of
-- The private place of person $1 on one of the platforms $2: under this name, else under another of theirs.
SELECT home.id AS space_id, channel.id AS channel_id, home.platform, home.external AS space_name,
    channel.external AS channel_name
FROM {{names_of_first}} AS same (id)
JOIN person ON person.id = same.id
JOIN space AS home ON home.id = person.home_id AND home.private
CROSS JOIN LATERAL (
    SELECT channel.id, channel.external FROM channel WHERE channel.space_id = home.id
    ORDER BY length(channel.external), channel.id LIMIT 1
) AS channel
WHERE home.platform = ANY ($2::text[])
ORDER BY person.id <> $1, person.id LIMIT 1
