"""One pass over what was sent, what was shown, and what stands in the database: is anything lost, doubled or torn?"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from typing import Any

from tests.faults.house import House

_UNLIKE_THE_LOG = """
WITH said AS (
    SELECT space_id, session_id, branch_id, seq, text FROM entry
    WHERE space_id = ANY ($1) AND kind = 'message' AND status IN ('complete', 'interrupted') AND NOT body ? 'greeting'
), known AS (
    SELECT memory.space_id, memory.session_id, memory.branch_id, memory.seq, derived.text, (
        SELECT count(*) FROM memory_vector AS it
        WHERE it.space_id = memory.space_id AND it.session_id = memory.session_id AND it.derived_id = memory.derived_id
    ) AS vectors
    FROM memory JOIN derived ON derived.space_id = memory.space_id AND derived.session_id = memory.session_id
        AND derived.id = memory.derived_id
    WHERE memory.space_id = ANY ($1) AND memory.kind = 'said'
)
SELECT session_id, branch_id, seq, count(said.text) AS said, count(known.text) AS known, sum(vectors) AS vectors
FROM said FULL JOIN known USING (space_id, session_id, branch_id, seq, text)
GROUP BY space_id, session_id, branch_id, seq
HAVING (count(said.text), count(known.text), coalesce(sum(vectors), 0)) <> (1, 1, 1)
"""


async def violations(house: House) -> list[str]:
    """What does not hold, in words; empty when all is well. The daemon has come to rest."""
    inbox = await house.sql(
        "SELECT inbox.*, channel.external AS channel FROM inbox "
        "JOIN channel ON channel.space_id = inbox.space_id AND channel.id = inbox.channel_id "
        "WHERE inbox.space_id = ANY ($1) AND inbox.kind <> 'reaction'"
    )
    entries = await house.sql(
        "SELECT * FROM entry WHERE space_id = ANY ($1) AND kind = 'message' ORDER BY session_id, seq"
    )
    turns = await house.sql("SELECT * FROM turn WHERE space_id = ANY ($1)")
    outbox = await house.sql("SELECT * FROM outbox WHERE space_id = ANY ($1)")
    return [
        *_stored_once(house, inbox, entries),
        *_answered_once(house, inbox, turns),
        *_shown_is_kept(house, entries),
        *_nothing_open(await house.open_work(), turns, entries, outbox),
        *_in_order(house, entries),
        *_whole(entries),
        *_no_foreign_words(house),
        *_remembered_once(await house.sql(_UNLIKE_THE_LOG)),
    ]


def _stored_once(house: House, inbox: list[Any], entries: list[Any]) -> Iterator[str]:
    """I1"""
    rows = Counter(it["external"] for it in inbox)
    said = Counter(it["text"] for it in entries if it["person_id"] is not None)
    for one in house.sent.values():
        if rows[one.external] != 1:
            yield f"I1: {one.external} is {rows[one.external]} times in the inbox"
        if said[one.text] != 1:
            yield f"I1: {one.external} is {said[one.text]} times in the log"


def _answered_once(house: House, inbox: list[Any], turns: list[Any]) -> Iterator[str]:
    """I2"""
    for row in inbox:
        if row["outcome"] != "turn" or row["turn_id"] is None:
            yield f"I2: {row['external']} belongs to no turn"
    answers = Counter(
        (it["session_id"], it["branch_id"], it["after_seq"])
        for it in turns
        if it["state"] == "complete" and it["kind"] in ("reply", "retry")
    )
    yield from (f"I2: {place} was answered {count} times" for place, count in answers.items() if count > 1)
    ends = Counter(it["turn"] for it in house.records if it["event"] == "ended")
    yield from (f"I2: turn {turn} was shown ending {count} times" for turn, count in ends.items() if count > 1)


def _shown_is_kept(house: House, entries: list[Any]) -> Iterator[str]:
    """I3"""
    by_turn = defaultdict(list)
    for entry in entries:
        by_turn[entry["turn_id"]].append(entry["text"])
    texts = {it["text"] for it in entries}
    for turn, kept in by_turn.items():
        if turn is not None and len(kept) > 1:
            yield f"I3: turn {turn} has {len(kept)} replies"
    for record in house.records:
        if record["event"] == "ended" and record["text"] and by_turn[record["turn"]] != [record["text"]]:
            yield f"I3: turn {record['turn']} was shown {record['text']!r}, kept {by_turn[record['turn']]!r}"
        kept = by_turn[record["turn"]] if record["event"] == "grew" else []
        if record["event"] == "grew" and not any(it.startswith(record["text"].rstrip()) for it in kept):
            yield f"I3: turn {record['turn']} showed {record['text']!r}, kept {kept!r}"
        if record["event"] == "view":
            yield from (f"I3: {text!r} was shown, not kept" for _, text in record["spoken"] if text not in texts)


def _nothing_open(open_work: list[Any], turns: list[Any], entries: list[Any], outbox: list[Any]) -> Iterator[str]:
    """I4"""
    yield from (f"I4: still open: {it}" for it in open_work)
    told = {it["turn_id"] for it in [*entries, *outbox]}
    for turn in turns:
        if turn["state"] != "running" and turn["id"] not in told and turn["kind"] != "retry":
            yield f"I4: turn {turn['id']} ended as {turn['state']} without a word"


def _in_order(house: House, entries: list[Any]) -> Iterator[str]:
    """I5"""
    positions = {it.text: it.position for it in house.sent.values()}
    by_session = defaultdict(list)
    for entry in entries:
        if entry["text"] in positions:
            by_session[entry["session_id"]].append(positions[entry["text"]])
    yield from (f"I5: session {it} has order {order}" for it, order in by_session.items() if order != sorted(order))


def _whole(entries: list[Any]) -> Iterator[str]:
    """A reply is the words of one answer of the model, from the first on, none missing or doubled."""
    for entry in entries:
        words = re.findall(r"r(\d+)w(\d+)", entry["text"])
        if len({reply for reply, _ in words}) > 1 or [int(n) for _, n in words] != list(range(len(words))):
            yield f"I3: spliced: {entry['text']!r}"


def _no_foreign_words(house: House) -> Iterator[str]:
    """I6"""
    for seen in house.model.generations:
        channels = set(re.findall(r"\[(c\d+)\]", seen.prompt))
        if len(channels) > 1:
            yield f"I6: one prompt has words of {sorted(channels)}"


def _remembered_once(unlike: list[Any]) -> Iterator[str]:
    """I8"""
    yield from (f"I8: said and remembered are not alike: {dict(it)}" for it in unlike)
