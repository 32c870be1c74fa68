"""What retrievers may look at in a turn: who asks what, who is there, and where an answer may lie."""

from collections.abc import Sequence
from datetime import datetime, tzinfo
from functools import partial
from itertools import accumulate
from typing import Final
from zoneinfo import ZoneInfo

from engine.context import EngineContext
from engine.recall.choosing import NOTHING, Choosing
from engine.recall.fan_out import Ask, asked
from engine.recall.once import Once
from engine.recall.question import LONGEST, Asking, Question
from engine.recall.scope import Presence, RecallReach, presence_of, reach_of
from engine.rules.framework.history.windows import window
from engine.rules.recall.remembering.batches import BatchMessage
from engine.rules.recall.telling.quoting import mark_of
from engine.rules.speaking import names_of
from engine.rules.text.spoken import unmarked
from engine.rules.text.tokens import estimate
from engine.turns.assemble import macros_of, moment_of, talk_of
from engine.turns.inputs.choosing import Matter, choose
from engine.turns.inputs.chronicle import story_rules
from engine.turns.inputs.directing import overdue
from engine.turns.inputs.occasions import occasion_of, sought_of
from engine.turns.inputs.searching import look_up_of
from engine.turns.load import TurnScene, is_said, settings_here, speaker_of
from engine.utility.asking import Errand
from engine.values.chats.entries import Entry, as_message
from engine.values.chats.incoming import Here
from engine.values.chats.turns import Claimed, Hidden, Turn
from engine.values.memory.recall import TimeRange
from engine.values.story.chronicle import NO_CHRONICLE

LATELY: Final = 6
"""Messages before the newest words that pages and dossiers are chosen by."""
CERTAIN: Final = 2
"""Which part of a prompt, as a divisor, is always left to the talk."""


async def ask_of(ctx: EngineContext, scene: TurnScene, claimed: Claimed, now: datetime) -> Ask:
    """What retrievers may look at in this turn. It starts no query itself; the caller closes it."""
    turn, history = claimed.turn, scene.loaded.history
    moment = moment_of(scene, claimed, now)
    present = _presence(scene, claimed, now)
    question = await _question(ctx, scene, claimed, moment.now, present)
    asker = (turn.character, turn.person)
    reach = partial(reach_of, ctx.db, turn.session_key, claimed.line, asker, present, scene.settings)
    return Ask(
        session=turn.session_key,
        line=claimed.line,
        character=turn.character,
        person=turn.person,
        text=question.said[-1] if question.said else "",
        now=now,
        last_spoken=history[-1].said_at if history else None,
        settings=scene.settings,
        scene=macros_of(moment),
        texts=ctx.texts[scene.settings.language],
        question=question,
        present=present,
        reach=Once(reach if scene.settings.recall else _nowhere),
        books=scene.books,
        due_point=overdue(scene, claimed),
        choosing=_choosing(ctx, scene, claimed, present),
        look_up=look_up_of(ctx, scene, claimed, present, _newest(scene)),
        zone_of=partial(_zone, ctx, scene, claimed.turn),
    )


async def _zone(ctx: EngineContext, scene: TurnScene, turn: Turn, person: int) -> tzinfo:
    """By whose clock the days of a person are counted: their own, wherever whoever asks may be."""
    if person == turn.person:
        return ZoneInfo(scene.settings.timezone)
    here = Here(turn.key.space, turn.channel, person, "", scene.loaded.private)
    return ZoneInfo((await settings_here(ctx.db, ctx.defaults, here, turn.character)).timezone)


def _choosing(ctx: EngineContext, scene: TurnScene, claimed: Claimed, present: Presence) -> Choosing:
    """What pages and dossiers are chosen from; nothing where the story has none."""
    if scene.chronicle is NO_CHRONICLE or not scene.settings.story_pages:
        return NOTHING
    turn, newest = claimed.turn, _newest(scene)
    said, sight = [it for it in scene.loaded.history if is_said(it)], _sight(scene)
    seen = [_spoken(scene, it) for it in said[-LATELY - len(newest) :] if not present.hidden(it.place.seq)]
    errand = Errand(turn.session_key, turn.character, scene.settings)
    return Choosing(
        chronicle=scene.chronicle,
        lately=[it for it in seen if it.seq not in {one.place.seq for one in newest}],
        said=[it.place.seq for it in said],
        away=[it.place.seq for it in said if it.place.seq not in sight],
        choose=partial(choose, ctx, Matter(errand, seen, present.mark)),
    )


def _sight(scene: TurnScene) -> frozenset[int]:
    """The messages that are shown however long the rest of the prompt is: the newest of those that stay in it."""
    talk = talk_of(scene)
    lines = (*window(talk.history, talk.current, scene.chronicle, story_rules(scene.settings)).lines, *talk.current)
    sizes = accumulate(estimate(it.text) for it in reversed(lines))
    room = scene.settings.budget_tokens // CERTAIN
    return frozenset(line.seq for line, size in zip(reversed(lines), sizes, strict=True) if size <= room)


def _spoken(scene: TurnScene, entry: Entry) -> BatchMessage:
    narrated, by_person = as_message(entry).narrator, entry.person is not None
    name = entry.person_name or "" if by_person else speaker_of(scene, entry)
    return BatchMessage(
        seq=entry.place.seq,
        branch=entry.place.branch,
        place=entry.place,
        at=entry.said_at,
        text=entry.text,
        name="" if narrated else name,
        person=None if narrated else entry.person,
        character=entry.character,
    )


async def _nowhere() -> RecallReach | None:
    return None


def _presence(scene: TurnScene, claimed: Claimed, now: datetime) -> Presence:
    loaded, person = scene.loaded, claimed.turn.person
    newest = _newest(scene)
    people, speaking = presence_of(loaded.history, person, now)
    if person is not None and loaded.around.asker is not None:
        people[person] = loaded.around.asker.called
    return Presence(
        people=people,
        speaking=speaking,
        private=loaded.private,
        covered=loaded.covered,
        hidden=partial(_is_hidden, loaded.around.hides),
        heard_at=tuple(it.said_at for it in loaded.history if is_said(it) and it not in newest),
        mark=mark_of(str(loaded.seed)),
    )


async def _question(
    ctx: EngineContext, scene: TurnScene, claimed: Claimed, now: datetime, present: Presence
) -> Question:
    others = {card.called: character for character, card in scene.others.items()}
    occasion = occasion_of(scene, claimed)
    said = [unmarked(it.text) for it in _newest(scene)]
    texts = tuple(said) if occasion is None else (sought_of(scene, occasion),)
    asking = Asking(
        texts=texts,
        now=now,
        person=claimed.turn.person,
        people={name.lower(): person for person, name in present.people.items()},
        characters={name.lower(): it for name, it in {**others, scene.card.called: claimed.turn.character}.items()},
        nicknames=frozenset(name for card in (scene.card, *scene.others.values()) for name in names_of(card)),
    )
    return await asked(asking, ctx.embedder, partial(_leftover, ctx, "\n".join(texts), now))


async def _leftover(ctx: EngineContext, text: str, now: datetime) -> TimeRange | None:
    """The time that is meant where the rules see none. A text that is searched for in part is not asked about."""
    if ctx.leftovers is None or len(text) > LONGEST:
        return None
    return await ctx.leftovers.range_in(text, now)


def _newest(scene: TurnScene) -> Sequence[Entry]:
    """What people said since the character's last word; when it spoke last, what was said before that."""
    said = [it for it in scene.loaded.history if is_said(it)]
    end = len(said)
    while end and said[end - 1].person is None:
        end -= 1
    start = end
    while start and said[start - 1].person is not None:
        start -= 1
    hides = scene.loaded.around.hides
    return [it for it in said[start:end] if not _is_hidden(hides, it.place.seq)]


def _is_hidden(hides: Sequence[Hidden], seq: int) -> bool:
    return next((it.hidden for it in reversed(hides) if it.first <= seq <= it.last), False)
