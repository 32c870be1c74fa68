"""What may not have happened in a life, read from its database and from what its model was asked."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, time, timedelta
from typing import Any, Final

from engine.embed.builtin import BuiltinEmbedder
from engine.embed.calibration import SENTENCES, learned
from engine.rules.circle.novelty import TOO_ALIKE
from engine.rules.circle.planning import FIRST_HOUR, LAST_HOUR, RARE_DAYS
from engine.rules.circle.rounds import MOST_COMMENTS
from engine.rules.similarity import cosine
from engine.values.characters.circle_members import PostFrequency
from engine.values.chats.turns import SAID_BEFORE
from engine.values.people.writing_first import USUAL_QUIET
from tests.life.model import CANARY
from tests.life.month import Month
from tests.life.people import CIRCLE, FIRST, HUSHED, TILL_TUESDAY, Deed, Spot, alone, events, secrets
from tests.life.punctual import MEMBERS, UNPUNCTUAL, WRITTEN_FIRST, member_of, moments, unpunctual

MOST_TOKENS: Final = 20_000
"""So much a day may take of a circle of eight characters that post as often as is usual, with four people."""
_A_DAY: Final = {
    PostFrequency.OFF: 0.0,
    PostFrequency.RARE: 1 / RARE_DAYS,
    PostFrequency.DAILY: 1.0,
    PostFrequency.OFTEN: 3.0,
}
_SAID: Final = """
SELECT entry.text, entry.said_at, entry.character_id, entry.person_id, turn.kind, entry.turn_id,
    space.external AS space, channel.external AS channel
FROM entry JOIN session USING (space_id) JOIN space ON space.id = entry.space_id
JOIN stand ON stand.space_id = session.space_id AND stand.session_id = session.id
JOIN channel ON channel.space_id = stand.space_id AND channel.stand_id = stand.id
LEFT JOIN turn ON turn.space_id = entry.space_id AND turn.id = entry.turn_id
WHERE entry.session_id = session.id AND entry.kind = 'message' ORDER BY entry.said_at, entry.seq
"""
_LATE: Final = """
SELECT space.external AS space, channel.external AS channel, count(*) - 1 AS more
FROM inbox JOIN space ON space.id = inbox.space_id
JOIN channel ON channel.space_id = inbox.space_id AND channel.id = inbox.channel_id
WHERE inbox.kind = 'message' AND inbox.turn_id IS NOT NULL
GROUP BY inbox.session_id, inbox.turn_id, 1, 2
HAVING count(*) > 1 AND max(inbox.received_at - inbox.sent_at) > interval '15 minutes'
"""
"""Messages that waited for a process whose clock was wrong: too old for a reply of their own, as its limits say."""
_TAKEN: Final = """
SELECT space.external AS space, channel.external AS channel, inbox.kind, inbox.turn_id, turn.kind AS turn, turn.state,
    inbox.sent_at, inbox.received_at, inbox.quiet, inbox.outcome
FROM inbox JOIN space ON space.id = inbox.space_id
JOIN channel ON channel.space_id = inbox.space_id AND channel.id = inbox.channel_id
LEFT JOIN turn ON turn.space_id = inbox.space_id AND turn.session_id = inbox.session_id AND turn.id = inbox.turn_id
ORDER BY inbox.received_at
"""
_LIKES: Final = """
SELECT character_id, target_seq, count(*) AS many FROM entry
WHERE kind = 'reaction' AND character_id IS NOT NULL GROUP BY space_id, session_id, branch_id, character_id, target_seq
"""
_USED: Final = """
SELECT usage.kind, sum(prompt_tokens + reply_tokens)::bigint AS tokens
FROM usage JOIN space ON space.id = usage.space_id
WHERE space.external = 'home' AND at >= $1 GROUP BY 1 ORDER BY 2 DESC
"""


@dataclass(frozen=True, slots=True)
class Said:
    """A message of the life. ``character`` is the number in the cast, None for people; ``unasked``: by itself."""

    text: str
    at: datetime
    character: int | None
    unasked: bool
    space: str
    channel: str
    turn: int | None


async def said(month: Month) -> list[Said]:
    """Everything that was said, in order."""
    [row] = await month.sql("SELECT characters FROM public.lived_in")
    numbers = _numbers(month, row["characters"])
    found: list[Said] = []
    for it in await month.sql(_SAID):
        spot = month.spots.get((it["space"], it["channel"])) or Spot(it["space"], it["channel"])
        who, unasked = numbers.get(it["character_id"]), it["kind"] == "unasked"
        found.append(Said(it["text"], it["said_at"], who, unasked, spot.space, spot.channel, it["turn_id"]))
    return found


def posts_in(lines: Sequence[Said]) -> list[Said]:
    """The posts of characters: a comment begins with whom it answers."""
    return [it for it in lines if it.channel == "circle" and it.unasked and not it.text.startswith("@")]


def comments_in(lines: Sequence[Said]) -> list[Said]:
    """The comments of characters."""
    return [it for it in lines if it.channel == "circle" and it.unasked and it.text.startswith("@")]


async def violations(month: Month) -> list[str]:
    """Everything that should not be, a line each."""
    lines = await said(month)
    posts, comments = posts_in(lines), comments_in(lines)
    likes = await month.sql(_LIKES)
    return [
        *_frequencies(month, posts, await _passed(month)),
        *await _in_time(month, lines),
        *_in_quiet_hours(month, [*posts, *comments], lines),
        *_after_never(month, lines),
        *_foreign(month, lines),
        *await _alike(posts),
        *(f"{it['many']} likes of one character on one message" for it in likes if it["many"] > 1),
        *(f"{many} comments in one turn" for many in Counter(it.turn for it in comments).values() if many > 1),
        *_too_many(posts, comments),
        *await _lost(month, lines),
        *await _promise(month, lines),
    ]


async def _in_time(month: Month, lines: Sequence[Said]) -> list[str]:
    """Posts and messages that come twice, never, or at another time than they were planned for."""
    posts, found = posts_in(lines), list[str]()
    [row] = await month.sql("SELECT characters FROM public.lived_in")
    passed = await month.sql("SELECT character_id, started_at FROM turn WHERE outcome = $1", SAID_BEFORE)
    for it in map(member_of, await month.sql(MEMBERS)):
        number = _numbers(month, row["characters"])[it.character]
        written = [one.at for one in posts if one.character == number]
        written += [one["started_at"] for one in passed if one["character_id"] == it.character]
        wrong = unpunctual(month.cast, moments(month.cast, it), written, month.wrong)
        found += [f"character {number}: {one}" for one in wrong]
    found += [f"not when it was planned: {dict(it)}" for it in await month.sql(UNPUNCTUAL)]
    [first] = await month.sql(WRITTEN_FIRST)
    there = sum(it.unasked and it.space != CIRCLE.space for it in lines)
    return found if there == first["many"] else [*found, f"{there} first messages of {first['many']}"]


async def _passed(month: Month) -> list[int]:
    """Whose posts would have said what was said before, and were not written, by the number in the cast."""
    [row] = await month.sql("SELECT characters FROM public.lived_in")
    passed = await month.sql("SELECT character_id FROM turn WHERE outcome = $1", SAID_BEFORE)
    return [_numbers(month, row["characters"])[it["character_id"]] for it in passed]


def _numbers(month: Month, characters: Sequence[int]) -> dict[int, int]:
    """The numbers in the cast by characters; behind those of the circle stand the ones of people's own chats."""
    return {it: number % len(month.cast.frequencies) for number, it in enumerate(characters)}


def _frequencies(month: Month, posts: Sequence[Said], passed: Sequence[int]) -> list[str]:
    cast, found = month.cast, list[str]()
    if cast.out or month.wrong:  # then no day has what it has usually
        return found
    counts = Counter([*(it.character for it in posts), *passed])
    for number in range(len(cast.frequencies)):
        usual = cast.frequency(number) or PostFrequency.RARE
        expected = _A_DAY[usual] * cast.days
        if abs(counts[number] - expected) > 1 or (usual is PostFrequency.OFF and counts[number]):
            found.append(f"character {number} ({usual}) wrote {counts[number]} posts in {cast.days} days")
    return found


def _in_quiet_hours(month: Month, circle: Sequence[Said], lines: Sequence[Said]) -> list[str]:
    night = [it for it in circle if not FIRST_HOUR <= it.at.astimezone(month.cast.zone).hour < LAST_HOUR]
    for person in range(len(FIRST)):
        zone = month.cast.zone_of(person)
        first = [it for it in lines if it.space == alone(person).space and it.unasked]
        night += [it for it in first if not USUAL_QUIET.end <= it.at.astimezone(zone).hour < USUAL_QUIET.begin]
    return [f"at night: {it.at} {it.space}/{it.channel} {it.text!r}" for it in night]


def _after_never(month: Month, lines: Sequence[Said]) -> list[str]:
    said_at = [it.at for it in events(month.cast) if it.deed is Deed.NEVER]
    found: list[str] = []
    for person, daily in enumerate(FIRST):
        ends = min(said_at, default=None) if person == HUSHED else None if daily else month.cast.begin
        theirs = [it for it in lines if it.space == alone(person).space and it.unasked]
        found += [f"person {person} was written to: {it.at} {it.text!r}" for it in theirs if ends and it.at > ends]
        if person == HUSHED and not theirs:
            found.append("nobody wrote first to who says never later")
    return found


def _foreign(month: Month, lines: Sequence[Said]) -> list[str]:
    """Words that were said in one place alone and are in the circle, or before who writes there."""
    known = secrets(month.cast)
    found = [f"in the circle: {it.text!r}" for it in lines if it.channel == "circle" and CANARY.search(it.text)]
    for it in month.model.requests:
        spots = {known[word] for word in CANARY.findall(it.prompt) if word in known}
        if spots and (month.mind.is_post(it) or it.errand == {"acts"}):
            found.append(f"a prompt of the circle tells what was said in {spots}")
        if len(spots) > 1 and it.errand:
            found.append(f"work behind the turns ({sorted(it.errand)}) reads together what was said in {spots}")
    told = {it.space for it in lines if it.character is not None and CANARY.search(it.text)}
    if known and len(told) < len(FIRST) - 1:
        found.append(f"the model gave secrets away in {told} only: nothing is proved by its silence")
    return found


async def _alike(posts: Sequence[Said]) -> list[str]:
    """What says the same as an earlier post, by the embedding model that comes with the house.

    In a life it is an endpoint, whose scale is learned: that is not to the last digit the one that comes with it.
    """
    model = BuiltinEmbedder()
    scale = learned(await model.embed(SENTENCES))
    vectors = await model.embed([it.text for it in posts])
    found: list[str] = []
    for at in range(1, len(posts)):
        like, text = max((scale(cosine(vectors[at], vectors[it])), posts[it].text) for it in range(at))
        if like >= TOO_ALIKE:
            found.append(f"{like:.2f} alike: {posts[at].text!r} and {text!r}")
    return found


def _too_many(posts: Sequence[Said], comments: Sequence[Said]) -> list[str]:
    """More comments on one day than all that was posted may have."""
    days = Counter(it.at.date() for it in comments)
    written = Counter(it.at.date() for it in posts)
    most = MOST_COMMENTS * 2  # what people post has comments too
    return [f"{many} comments on {day}" for day, many in days.items() if many > most * (written[day] + 2)]


async def _lost(month: Month, lines: Sequence[Said]) -> list[str]:
    """What people said and is not there once, or was not answered once where they were alone."""
    cast, found = month.cast, list[str]()
    meant = Counter((it.spot.channel, it.text) for it in events(cast) if it.deed is Deed.SAY)
    there = Counter((it.channel, it.text) for it in lines if it.character is None)
    found += [f"said {many} times, there {there[it]} times: {it}" for it, many in meant.items() if there[it] != many]
    for it in await month.sql("SELECT kind, state FROM turn WHERE state NOT IN ('complete', 'interrupted')"):
        found.append(f"a turn ({it['kind']}) ended as {it['state']}")
    late = Counter[str]()
    for it in await month.sql(_LATE) if month.kills and month.wrong else ():
        late[(month.spots.get((it["space"], it["channel"])) or Spot(it["space"], it["channel"])).space] += it["more"]
    for person in range(len(FIRST)):
        asked = sum(it.spot == alone(person) and it.deed is Deed.SAY for it in events(cast))
        asked -= late[alone(person).space]
        theirs = [it for it in lines if it.space == alone(person).space]
        replies = sum(it.character is not None and it.turn is not None and not it.unasked for it in theirs)
        if replies != asked:
            found.append(
                f"person {person} said {asked} things and has {replies} replies: {await _answered(month, person)}"
            )
    return found


async def _answered(month: Month, person: int) -> list[str]:
    """Which turn took up what a person said alone, when it was sent and received: to see what was lost or joined."""
    there = alone(person)
    spots = {external for external, spot in month.spots.items() if spot.space == there.space} or {
        (there.space, there.channel)
    }
    rows = await month.sql(_TAKEN)
    return [str(tuple(it.values())) for it in rows if (it["space"], it["channel"]) in spots]


async def _promise(month: Month, lines: Sequence[Said]) -> list[str]:
    """What was promised on Friday for "next Tuesday" is written then, first thing, once."""
    cast = month.cast
    tuesday, zone = cast.day(cast.friday) + TILL_TUESDAY, cast.zone_of(0)
    asked = datetime.combine(cast.day(cast.friday), time(18, 30), zone)
    if tuesday >= cast.day(cast.days) or any(map(cast.is_out, (asked, datetime.combine(tuesday, time(9), zone)))):
        return []
    kept = [it for it in lines if it.space == alone(0).space and it.unasked and _promised(month, it)]
    early = datetime.combine(tuesday, time(USUAL_QUIET.end), zone)
    if len(kept) != 1 or not early <= kept[0].at <= early + timedelta(hours=1):
        return [f"the promise was kept {[str(it.at.astimezone(zone)) for it in kept]}"]
    return []


def _promised(month: Month, it: Said) -> bool:
    return it.text.startswith(month.cast.words["promised"])


async def tokens_a_day(month: Month) -> dict[str, float]:
    """What a day of the circle took, in tokens of prompts and answers, by the product's own record."""
    rows: list[Any] = await month.sql(_USED, month.cast.begin)
    return {it["kind"] or "reply": it["tokens"] / month.cast.days for it in rows}
