-- fragment: page_begins
-- Behind how many rows a part of a list begins. Of "wanted" it takes the size, after how many rows, and the turn from a
-- mark; of "counted" how many rows there are in all, and how many lie ahead of the mark, with the marked one where the
-- turn is behind it. Where nothing is left, the last page begins there.
SELECT CASE WHEN meant.start < counted.total THEN greatest(meant.start, 0)
    ELSE (greatest(counted.total, 1) - 1) / wanted.size * wanted.size END AS start
FROM counted CROSS JOIN wanted CROSS JOIN LATERAL (
    SELECT CASE wanted.turn WHEN '>' THEN counted.ahead WHEN '<' THEN counted.ahead - wanted.size ELSE wanted.after END AS start
) AS meant
