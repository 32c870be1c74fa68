-- name: picture_words
-- What was said of pictures, by their hashes $1.
SELECT sha256, text FROM picture_text WHERE sha256 = ANY($1)

-- name: keep_picture_words
-- Keeps what a model said of a picture that is still there.
INSERT INTO picture_text (sha256, model, text)
SELECT sha256, $2, $3 FROM blob WHERE sha256 = $1
ON CONFLICT (sha256) DO NOTHING

-- name: pictures_untold
-- Pictures of messages that work of kind $3 has not read and nobody has said anything of yet, at most $4.
SELECT DISTINCT file ->> 'sha256' AS sha256 FROM branch
LEFT JOIN remembered ON remembered.space_id = $1 AND remembered.session_id = $2 AND remembered.kind = $3
    AND remembered.branch_id = branch.id
JOIN entry ON entry.space_id = $1 AND entry.session_id = $2 AND entry.branch_id = branch.id AND entry.kind = 'message'
    AND entry.seq > coalesce(remembered.seq, branch.forked_at) AND entry.body ? 'files'
CROSS JOIN LATERAL jsonb_array_elements(entry.body -> 'files') AS file
WHERE branch.space_id = $1 AND branch.session_id = $2 AND file ->> 'media_type' LIKE 'image/%'
    AND file ->> 'sha256' IS NOT NULL
    AND EXISTS (SELECT FROM blob WHERE blob.sha256 = file ->> 'sha256')
    AND NOT EXISTS (SELECT FROM picture_text AS told WHERE told.sha256 = file ->> 'sha256')
LIMIT $4
