-- name: world_vectors
-- The vectors of some texts by one model, one behind the other in the order of the hashes, each as halfvec is sent.
SELECT array_agg(sha256 ORDER BY sha256) AS digests, string_agg(halfvec_send(v), ''::bytea ORDER BY sha256) AS vectors
FROM world_vector WHERE sha256 = ANY ($1::text[]) AND model_id = $2

-- name: world_vectors_known
-- Which of some texts have a vector by one model.
SELECT sha256 FROM world_vector WHERE sha256 = ANY ($1::text[]) AND model_id = $2

-- name: use_world_vectors
-- The vectors of some texts are in use today.
UPDATE world_vector SET used_at = now()
WHERE sha256 = ANY ($1::text[]) AND model_id = $2 AND used_at < now() - interval '1 day'

-- name: put_world_vectors
-- Keeps the vectors of texts; one that is there stays.
INSERT INTO world_vector (sha256, model_id, v)
SELECT one.sha256, $2, one.v FROM unnest($1::text[], $3::halfvec[]) AS one (sha256, v)
ORDER BY one.sha256
ON CONFLICT DO NOTHING

-- name: drop_unused_world_vectors
-- Forgets the vectors of texts that no book has asked for in an interval.
DELETE FROM world_vector WHERE used_at < now() - $1::interval

-- name: newest_world
-- The newest version of a world book that was not deleted.
SELECT max(version) AS version FROM world_book_version JOIN world_book ON world_book.id = world_book_version.book_id
WHERE book_id = $1 AND deleted_at IS NULL
