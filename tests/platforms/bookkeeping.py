"""One pass over what people said, what they were shown and what is stored: is anything lost, doubled or leaked?"""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tests.platforms.quarter_hour import Play

_INBOX = """
SELECT inbox.external, inbox.outcome, inbox.turn_id, channel.external AS channel
FROM inbox JOIN channel ON channel.space_id = inbox.space_id AND channel.id = inbox.channel_id
WHERE inbox.kind = 'message' ORDER BY inbox.id
"""
_SHOWN = """
SELECT DISTINCT ON (channel.external, outbox.platform_id)
    channel.external AS channel, outbox.platform_id AS message, outbox.text, outbox.state, outbox.turn_id, outbox.kind
FROM outbox JOIN channel ON channel.space_id = outbox.space_id AND channel.id = outbox.channel_id
WHERE outbox.kind IN ('reply', 'line') AND outbox.platform_id IS NOT NULL
ORDER BY channel.external, outbox.platform_id, outbox.id DESC
"""
_LOG = """
SELECT turn_id, text, status FROM entry WHERE kind IN ('message', 'revision') AND character_id IS NOT NULL ORDER BY seq
"""
_NAMES = "SELECT name FROM character"
_TURNS = "SELECT id, state FROM turn"


async def faults(play: "Play", secrets: Sequence[str]) -> list[str]:
    """What does not hold, in words; empty when all is well. The daemon has ended."""
    inbox, shown = await play.sql.fetch(_INBOX), await play.sql.fetch(_SHOWN)
    log, turns = await play.sql.fetch(_LOG), await play.sql.fetch(_TURNS)
    names = [it["name"] for it in await play.sql.fetch(_NAMES)]
    return [
        *_stored_once(play, inbox),
        *_shown_as_stored(play, shown, log, names),
        *(f"turn {it['id']} is still running" for it in turns if it["state"] == "running"),
        *(f"{it['channel']}: the outbox still says {it['state']}" for it in shown if it["state"] != "sent"),
        *(f"refused: {it.method} {it.route} {it.status} {it.name} {it.body}" for it in play.seat.rejected),
        *_leaked(play, secrets),
    ]


def _stored_once(play: "Play", inbox: list[Any]) -> Iterator[str]:
    """Every message that was heard is stored once and belongs to one turn; what was not heard is not stored."""
    names = play.seat.named([(it["channel"], it["external"]) for it in inbox])
    rows = Counter(names)
    for said in play.said:
        if rows[said] != 1:
            yield f"{said} is {rows[said]} times in the inbox"
    yield from (f"{said} is in the inbox" for said in play.unsaid if rows[said])
    for name, row in zip(names, inbox, strict=True):
        wanted = "erased" if name in play.erased else "turn"
        if name in play.said and row["outcome"] != wanted and name != play.taken_back:
            yield f"{name} was not answered: {row['outcome']}"


def _shown_as_stored(play: "Play", shown: list[Any], log: list[Any], names: Sequence[str]) -> Iterator[str]:
    """What stands in front of people is what the log has, below the speaker's name where several play."""
    kept = {it["turn_id"]: it for it in log if it["turn_id"] is not None}
    texts = {it["text"].rstrip() for it in log}
    erased = {it["message"] for it in shown if it["turn_id"] in kept and kept[it["turn_id"]]["status"] == "erased"}
    standing = {
        (str(channel.id), str(it.id)): _said(play, it.text, names)
        for channel in play.channels
        for it in play.seat.stands(channel)
        if str(it.id)
        not in erased  # what was said to who is forgotten is gone; what a platform shows is theirs to delete
    }
    for row in shown:
        text = standing.get((row["channel"], row["message"]))
        if text is None:
            continue  # taken back
        stored = kept[row["turn_id"]]["text"].rstrip() if row["kind"] == "reply" and row["turn_id"] in kept else text
        if not text == stored == row["text"].rstrip():
            yield f"people see {text!r}, the log has {stored!r}, the outbox {row['text']!r}"
    replies = [text for text in standing.values() if text.startswith(play.openings)]
    ends = () if play.seat.grows else tuple(texts)  # what went on stands below, without what it went on with
    yield from (f"not in the log: {it!r}" for it in replies if it not in texts and not _ends_one(it, ends))


def _ends_one(words: str, texts: Sequence[str]) -> bool:
    return any(it.endswith(words) for it in texts)


def _said(play: "Play", text: str, names: Sequence[str]) -> str:
    """The words of a reply without what stands around them: who speaks, and that it was stopped."""
    plain = text.removesuffix(play.speak.say("delivery-stopped")).rstrip()
    head, line, words = plain.partition("\n")
    return words if line and head.strip("*") in names else plain


def _leaked(play: "Play", secrets: Sequence[str]) -> Iterator[str]:
    """No secret is in the log, on the screen, or in front of people; what people say is not in the log."""
    log, printed = play.daemon.log.read_text("utf-8", "replace"), "\n".join(play.daemon.said)
    seen = play.seat.seen
    for secret in secrets:
        yield from (
            f"a secret is in {name}"
            for name, text in (("the log", log), ("print", printed), ("sight", seen))
            if secret in text
        )
    yield from (f"the log has what was said: {it!r}" for it in play.words.values() if len(it) > 12 and it in log)
    yield from (
        f"the log has an error: {it}" for it in log.splitlines() if '"level": "error"' in it or "Traceback" in it
    )
