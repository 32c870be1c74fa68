"""One pass over what people said, what stands on the platform, and the tables: is anything lost, doubled or torn?"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from bot.discord.surface import DiscordSurface
from bot.telegram.surface import TelegramSurface
from engine.rules.text.bubbles import messages
from engine.turns.going_on import LEAST_READ
from engine.turns.showing import COUNTINGS
from tests.faults.platform_town import Town
from tests.servers.history import History

_INBOX = """
SELECT inbox.*, channel.external AS channel FROM inbox
JOIN channel ON channel.space_id = inbox.space_id AND channel.id = inbox.channel_id WHERE kind = 'message'
"""
_OUTBOX = """
SELECT outbox.*, channel.external AS channel FROM outbox
JOIN channel ON channel.space_id = outbox.space_id AND channel.id = outbox.channel_id ORDER BY outbox.id
"""
_TURNS = """
SELECT turn.*, channel.external AS channel FROM turn
JOIN stand ON stand.space_id = turn.space_id AND stand.id = turn.stand_id
JOIN channel ON channel.space_id = stand.space_id AND channel.id = stand.channel_id
"""
_ENTRIES = "SELECT * FROM entry WHERE kind = 'message' ORDER BY session_id, branch_id, seq"
_LIMITS = {"discord": DiscordSurface.limit, "telegram": TelegramSurface.limit}
MOST_TRIES = 3
_WORD = re.compile(r"r(\d+)w(\d+)")
_ANSWERS = frozenset({"reply", "retry"})
_BUBBLES = 3
"""The most messages of a reply where people chat with somebody: in private. Elsewhere it is cut as it fits."""


@dataclass
class Books:
    """Everything that was read for one pass. ``orphans`` are the messages that nobody knows any more."""

    town: Town
    inbox: list[Any]
    outbox: list[Any]
    turns: list[Any]
    entries: list[Any]
    orphans: list[str] = field(default_factory=list)
    barred: set[int] = field(default_factory=set)

    @property
    def replies(self) -> dict[int, list[Any]]:
        """The rows of the outbox that show a turn's reply, part after part."""
        by_turn: dict[int, list[Any]] = defaultdict(list)
        for row in self.outbox:
            if row["kind"] == "reply" and row["turn_id"] is not None:
                by_turn[row["turn_id"]].append(row)
        return {turn: sorted(rows, key=lambda it: it["part"]) for turn, rows in by_turn.items()}


async def read_books(town: Town) -> Books:
    """Read the tables."""
    fetch = town.sql.fetch
    return Books(town, await fetch(_INBOX), await fetch(_OUTBOX), await fetch(_TURNS), await fetch(_ENTRIES))


async def check(town: Town, **expected: Any) -> None:
    """Fail with all that does not hold; ``expected`` as in ``violations``."""
    found = await violations(town, **expected)
    assert not found, "\n".join(found)


async def violations(
    town: Town,
    *,
    orphans: int = 0,
    refused: Iterable[str] = (),
    unanswered: Iterable[str] = (),
    barred: int = 0,
    books: Books | None = None,
) -> list[str]:
    """What does not hold, in words; empty when all is well. The daemon has come to rest.

    ``orphans``: so many messages may stand there that no table names (Telegram cannot be asked after a crash).
    ``refused``: routes whose refusals the test provoked. ``unanswered``: messages that no turn may have answered.
    ``barred``: so many replies could not be finished because the platform did not let us any more.
    """
    books = books or await read_books(town)
    books.barred = _barred(books)
    return [
        *_stored_once(books, frozenset(unanswered)),
        *_answered_once(books, frozenset(unanswered)),
        *(f"I3: turns {books.barred} were not delivered" for _ in range(len(books.barred) != barred)),
        *_shown_is_kept(books, orphans),
        *_kept_is_shown(books),
        *(f"I4: still open: {it}" for it in await town.undone()),
        *_in_order(books),
        *_whole(books),
        *_what_was_read_stays(books),
        *_rung_once(books),
        *(pings_on(town.seat.history) if town.is_discord else ()),
        *_refused(town, tuple(refused)),
    ]


def _stored_once(books: Books, unanswered: frozenset[str]) -> Iterator[str]:
    """I1"""
    rows = Counter((it["channel"], it["external"]) for it in books.inbox)
    said = Counter(it["text"] for it in books.entries if it["person_id"] is not None)
    for one in books.town.said:
        if rows[(one.place, one.external)] != 1:
            yield f"I1: {one.place}/{one.external} is {rows[(one.place, one.external)]} times in the inbox"
        if one.external not in unanswered and said[one.text] != 1:
            yield f"I1: {one.text!r} is {said[one.text]} times in the log"


def _answered_once(books: Books, unanswered: frozenset[str]) -> Iterator[str]:
    """I2"""
    told = {it["turn_id"] for it in books.outbox if it["kind"] == "notice"}
    parked = {it["id"] for it in books.turns if it["outcome"] == "parked" and it["tries"] >= MOST_TRIES} & told
    complete = {it["id"] for it in books.turns if it["state"] in ("complete", "interrupted")} | parked
    answers = Counter(
        (it["session_id"], it["branch_id"], it["after_seq"])
        for it in books.turns
        if it["state"] == "complete" and it["kind"] in _ANSWERS
    )
    yield from (f"I2: {place} was answered {count} times" for place, count in answers.items() if count > 1)
    wanted = {(it.place, it.external) for it in books.town.said if it.external not in unanswered}
    turns = {it["id"]: it for it in books.turns}
    for row in books.inbox:
        turn = turns.get(row["turn_id"])
        if (row["channel"], row["external"]) not in wanted:
            continue
        if row["outcome"] != "turn" or turn is None:
            yield f"I2: {row['external']} belongs to no turn: {row['outcome']}"
        elif turn["id"] not in complete and not answers[(turn["session_id"], turn["branch_id"], turn["after_seq"])]:
            yield f"I2: {row['external']} was not answered: {turn['state']} {turn['outcome']}"


def _shown_is_kept(books: Books, orphans: int) -> Iterator[str]:
    """I3, from the platform's side: what stands there is what the newest row that names it says."""
    town, newest = books.town, {}
    for row in books.outbox:
        if row["platform_id"]:
            newest[(row["channel"], row["platform_id"])] = row
    stopped = town.speak.say("delivery-stopped")
    told = {town.speak.say("delivery-lost")}
    for room in _rooms_of_today(town):
        for seen in town.stands(room):
            row = newest.get((town.name_of(room), str(seen.id)))
            if row is None:
                if seen.text not in told:
                    books.orphans.append(f"{town.name_of(room)}/{seen.id} {seen.text}")
            elif row["turn_id"] in books.barred and row["text"].startswith(seen.text.rstrip()):
                continue
            elif row["kind"] == "reply" and seen.text.removesuffix(stopped).rstrip() != row["text"].rstrip():
                yield f"I3: people see {seen.text!r}, the outbox has {row['text']!r} of turn {row['turn_id']}"
    if len(books.orphans) > orphans:
        yield f"I3: nobody knows of these messages: {books.orphans}"


def _rooms_of_today(town: Town) -> list[Any]:
    """A group that moved leaves its messages behind, and their numbers are given anew where it went."""
    return [room for room, _ in town.rooms if str(room.id) not in town.moved]


def _kept_is_shown(books: Books) -> Iterator[str]:
    """I3, from the log's side: each reply is delivered as its parts, once."""
    town, kept = books.town, defaultdict(list)
    limit = _LIMITS[town.seat.platform]
    for entry in books.entries:
        if entry["turn_id"] is not None:
            kept[entry["turn_id"]].append(entry)
    standing = {(town.name_of(room), town.number_of(room, it.id)) for room, _ in town.rooms for it in town.stands(room)}
    newest = {(it["channel"], it["platform_id"]): it["id"] for it in books.outbox if it["platform_id"]}
    replies, here = books.replies, {town.name_of(room) for room, _ in town.rooms}
    private = {town.name_of(room) for room, _ in town.rooms if town.is_private(room)}
    for turn in books.turns:
        entries, rows = kept[turn["id"]], [it for it in replies.get(turn["id"], ()) if it["text"].strip()]
        if len(entries) > 1:
            yield f"I3: turn {turn['id']} has {len(entries)} replies"
        if not entries or turn["kind"] == "continue":
            continue
        most = _BUBBLES if turn["channel"] in private else 0
        texts, kept_text = [it["text"].rstrip() for it in rows], entries[0]["text"]
        if texts != [it.rstrip() for it in messages(kept_text, most, limit.size, COUNTINGS[limit.utf16])]:
            yield from _cut_elsewhere(turn, kept_text, texts)
        for row in rows:
            place = (row["channel"], row["platform_id"])
            shown = row["state"] == "sent" and newest[place] == row["id"] and row["channel"] in here
            if shown and place not in standing:
                yield f"I3: part {row['part']} of turn {turn['id']} does not stand in {row['channel']}"


def _cut_elsewhere(turn: Any, kept: str, planned: list[str]) -> Iterator[str]:
    """What was read before a crash stays in its message, so the messages of that reply may end elsewhere."""
    if turn["tries"] < 2 or "".join("".join(planned).split()) != "".join(kept.split()):
        yield f"I3: turn {turn['id']} kept {kept!r}, planned {planned}"


def _barred(books: Books) -> set[int]:
    """Turns whose replies were given up, though people are not offered to see them again."""
    offered = books.town.speak.say("delivery-lost")
    lost = {it["turn_id"]: it["channel"] for it in books.outbox if it["state"] == "unknown" and it["kind"] == "reply"}
    offers = Counter(
        books.town.name_of(room) for room, _ in books.town.rooms for it in books.town.stands(room) if it.text == offered
    )
    return {turn for turn, place in lost.items() if not offers[place]}


def _in_order(books: Books) -> Iterator[str]:
    """I5"""
    positions = {it.text: n for n, it in enumerate(books.town.said)}
    by_session = defaultdict(list)
    for entry in books.entries:
        if entry["text"] in positions:
            by_session[(entry["session_id"], entry["branch_id"])].append(positions[entry["text"]])
    yield from (f"I5: session {it} has order {order}" for it, order in by_session.items() if order != sorted(order))


def _whole(books: Books) -> Iterator[str]:
    """A reply is the words of one answer of the model, from the first on, none missing or doubled."""
    for entry in books.entries:
        words = _WORD.findall(entry["text"])
        if len({reply for reply, _ in words}) > 1 or [int(n) for _, n in words] != list(range(len(words))):
            yield f"I3: spliced: {entry['text']!r}"


def _what_was_read_stays(books: Books) -> Iterator[str]:
    """A message that shows one reply only grows, unless what it answers was changed. Short beginnings may go."""
    town, turns = books.town, {it["id"]: it for it in books.turns}
    rows: dict[tuple[str, str], set[int]] = defaultdict(set)
    for row in books.outbox:
        if row["platform_id"] and row["turn_id"] is not None and row["kind"] == "reply":
            rows[(row["channel"], row["platform_id"])].add(row["turn_id"])
    rooms = {room.id: room for room, _ in town.rooms}
    read: dict[tuple[str, str], str] = {}
    for one in town.seat.history:
        room = rooms.get(one.channel)
        if room is None or not one.client or one.kind not in ("message", "edit"):
            continue
        place = (town.name_of(room), town.number_of(room, one.message))
        shown = " ".join(f"r{reply}w{word}" for reply, word in _WORD.findall(one.text))
        of = rows.get(place, set())
        if len(of) != 1 or turns[next(iter(of))]["joined"] or not shown:
            continue
        before = read.get(place, "")
        if len(before) >= LEAST_READ and not (shown.startswith(before) or before.startswith(shown)):
            yield f"I3: people read {before!r}, then {shown!r}"
        read[place] = max(before, shown, key=len)


def _rung_once(books: Books) -> Iterator[str]:
    """A turn notifies at most once, unless a message of it is in doubt."""
    town = books.town
    turns = Counter(it["channel"] for it in books.turns)
    rung = Counter({town.name_of(room): 0 for room, _ in town.rooms})
    for room, _ in town.rooms:
        rung[town.name_of(room)] += town.seat.bells(room)
    extra = len(books.orphans) + len(town.moved)
    yield from (f"{it}: {n} notifications for {turns[it]} turns" for it, n in rung.items() if n > turns[it] + extra)


def pings_on(history: History) -> Iterator[str]:
    """Bodies that leave it to Discord whom they ping."""
    for call in history.calls():
        if call.method not in ("POST", "PATCH") or not isinstance(call.body, dict):
            continue
        body = call.body.get("data") if "/interactions/" in call.route else call.body
        if not isinstance(body, dict) or not (body.get("content") or body.get("embeds")):
            continue
        allowed = body.get("allowed_mentions")
        open_to = allowed and any(allowed.get(it) for it in ("parse", "users", "roles", "replied_user"))
        if allowed is None or open_to:
            yield f"pings: {call.method} {call.route} {allowed}"


def _refused(town: Town, provoked: tuple[str, ...]) -> Iterator[str]:
    """Calls that the platform refused, but for haste and for what the test provoked."""
    for call in town.seat.rejected:
        if call.status == 429 or "message to delete not found" in call.name:  # deleted before a kill: no matter
            continue
        if not any(re.search(it, f"{call.method} {call.route} {call.name}") for it in provoked):
            yield f"refused: {call.method} {call.route} {call.status} {call.name} {call.body}"
