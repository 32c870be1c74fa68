-- name: replies_after
-- Where a character ($6) has replied on a line behind seq $7, before seq $8 (0: to its end), first to last. A greeting
-- and a reply that failed are none.
SELECT it.seq FROM entry AS it {{on_line}} AND line.upto > $7
WHERE it.kind = 'message' AND it.character_id = $6 AND it.seq > $7 AND ($8 = 0 OR it.seq < $8)
    AND it.status IN ('complete', 'interrupted') AND it.text <> '' AND NOT it.body ? 'greeting'
ORDER BY it.seq
