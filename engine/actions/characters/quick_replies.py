"""Quick replies: which there are, and what comes of pressing one, all of it in one move of the chat."""

import asyncio
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engine.actions.characters.world_trials import imagined
from engine.actions.chats.head_moves import HeadMove, move_head
from engine.actions.chats.heads import HeadLine, head_line
from engine.actions.chats.replies import another, carry_on
from engine.context import EngineContext
from engine.db.characters import quick_sets
from engine.db.chats import log, sessions
from engine.db.house import work
from engine.db.people import deletions
from engine.errors import NoSuchQuickSet, QuickMeanwhile, SlashSpeakerUnknown, WordBlocked
from engine.recall.fan_out import Retrieved
from engine.rules.acts import injects_of, injects_pressed, variables_body
from engine.rules.framework.history.said import newest_as_stored
from engine.rules.framework.scene import open_scene
from engine.rules.macros.expand import Expander
from engine.rules.quick.running import QuickGround, play
from engine.rules.quick.telling import trouble_of
from engine.rules.regexes.search_time import SearchTime
from engine.rules.text.clean import clean_text
from engine.rules.text.screening import screen
from engine.rules.text.titles import title_from
from engine.turns.assemble import limits_of, moment_of, stage_of
from engine.turns.inputs.bounds import check_length
from engine.turns.load import TurnScene, look
from engine.turns.runner import Runner
from engine.values.characters.casts import MOST_ROUNDS
from engine.values.characters.quick_replies import (
    QuickAsk,
    QuickLine,
    QuickOutcome,
    QuickReply,
    QuickReplySet,
    QuickSetInfo,
    QuickSetName,
    QuickVoice,
)
from engine.values.chats.bodies import MessageBody
from engine.values.chats.entries import NewEntry
from engine.values.chats.incoming import Here
from engine.values.chats.notices import Notice
from engine.values.chats.outgoing import View
from engine.values.chats.turns import TurnKind
from engine.values.people.deletions import Deleted

LONGEST_TYPED = 20_000
_ROUNDS = 5


@dataclass(frozen=True, slots=True)
class Pressed:
    """What came of a quick reply. ``called``: what the chat calls who said it; ``view`` is as with another reply."""

    called: str
    lines: tuple[QuickLine, ...] = ()
    offered: str | None = None
    view: View | None = None


async def listed(ctx: EngineContext, here: Here) -> list[QuickSetInfo]:
    """The sets that were imported here, the oldest first."""
    return await ctx.quick_sets.listed(ctx.db, here.space)


async def names(ctx: EngineContext, here: Here) -> list[QuickSetName]:
    """The same without what they hold."""
    return await quick_sets.names(ctx.db, here.space)


async def troubles(replies: Sequence[tuple[QuickReplySet, QuickReply]]) -> list[Notice | None]:
    """Why nothing comes of quick replies here, each of its set; None where it is done. Scripts are long to read."""
    return await asyncio.to_thread(lambda: [trouble_of(chosen, reply) for chosen, reply in replies])


async def show(ctx: EngineContext, here: Here, number: int) -> QuickSetInfo:
    """One set, with all of its file. Raises NoSuchQuickSet."""
    found = await quick_sets.whole(ctx.db, here.space, number)
    if found is None:
        raise NoSuchQuickSet(number=number)
    return found


async def delete(ctx: EngineContext, here: Here, number: int) -> None:
    """Forget a set; what it has said and stored stays. Raises NoSuchQuickSet."""
    async with ctx.db.transaction() as on:
        if not await quick_sets.delete(on, here.space, number):
            raise NoSuchQuickSet(number=number)
        await deletions.note(on, here, Deleted.QUICK)
    ctx.quick_sets.forget(number)


async def press(
    ctx: EngineContext, runner: Runner, here: Here, name: str, chosen: QuickReplySet, reply: QuickReply, typed: str = ""
) -> Pressed:
    """Say or do what a quick reply says, for the person called ``name``, who has ``typed`` that along.

    All of it enters the log at once, or nothing does. A reply that grows here ends where one is asked for, begins anew
    where something is only said or stored, and else goes on. Raises SessionMissing, NobodyPlays, what ``play`` raises,
    SlashSpeakerUnknown, WordBlocked, MessageTooLong, TextTooLong, QuickMeanwhile, and what asking for a reply raises.
    """
    typed = clean_text(typed, LONGEST_TYPED)
    sets = tuple(it.found for it in await listed(ctx, here))
    for _ in range(_ROUNDS):
        at = await head_line(ctx, here)
        claimed = imagined(here, at)
        scene = await look(ctx, claimed, here.platform)
        moment = moment_of(scene, claimed, ctx.clock.now())
        stage = stage_of(scene, claimed, moment, Retrieved((), ()), limits_of(ctx, scene), ctx.texts[moment.language])
        ground = QuickGround(
            Expander(open_scene(stage, newest_as_stored(stage, SearchTime())).context, stage.variables),
            injects_of(at.acts),
            sets,
            tuple(it.called for it in (scene.card, *scene.others.values())),
            str(ctx.clock.now().timestamp()),
        )
        outcome = await asyncio.to_thread(play, ground, chosen, reply, typed)
        _check(ctx, scene, typed, outcome.lines)
        done = await _done(ctx, runner, here, name, at, scene, outcome)
        if done is not None:
            return done
    raise QuickMeanwhile


async def _done(
    ctx: EngineContext, runner: Runner, here: Here, name: str, at: HeadLine, scene: TurnScene, outcome: QuickOutcome
) -> Pressed | None:
    """Do what has come of a quick reply where the story still stands as it was read; None where it does not any more.

    Then nothing has been done, but what grew there has ended, or begun anew where no reply is asked for.
    """
    said = list(_messages(ctx, here, outcome.lines))
    entries = [*said, *_acts(ctx, here, at, outcome)]
    speaker = _character(scene, outcome.speaker) if outcome.speaker else None
    asker = scene.loaded.around.asker
    called = (asker.called if asker else None) or name
    if not entries and outcome.asks is None:
        return Pressed(called, outcome.lines, outcome.offered)

    async def act(move: HeadMove) -> Pressed | None:
        if (move.found.channel_head.branch, move.head) != (at.channel_head.branch, at.line.head):
            return None
        if entries:
            await move.append(*entries)
            await work.mark_said(move.on, move.key)
        if said and move.found.untitled:
            await sessions.rename(move.on, move.key, title_from(said[0].text), here.person)
        view = await _ask(move, here, outcome.asks, speaker)
        return Pressed(called, outcome.lines, outcome.offered, view)

    return await move_head(ctx, runner, here, at.channel_head, act, stays=outcome.asks is None)


async def _ask(move: HeadMove, here: Here, asks: QuickAsk | None, speaker: int | None) -> View | None:
    """Begin what the model is asked for. Raises what ``another`` and ``carry_on`` raise, NobodyPlays, Paused."""
    if asks is QuickAsk.AGAIN:
        return await another(move, here)
    if asks is QuickAsk.CONTINUE:
        await carry_on(move, here)
    if asks is QuickAsk.REPLY:
        said = await log.messages(move.on, move.key, move.line, 1)
        answers = not said or said[0].person is not None
        kind, rounds = (TurnKind.PRESSED, 0) if answers else (TurnKind.NEXT, MOST_ROUNDS)
        await move.answer(kind, here.person, speaker=speaker, rounds=rounds)
    return None


def _check(ctx: EngineContext, scene: TurnScene, typed: str, lines: Sequence[QuickLine]) -> None:
    """Whether that may be said here, wherever what was typed goes. Raises WordBlocked, MessageTooLong."""
    for it in lines:
        if it.voice is not QuickVoice.ASIDE:
            check_length(ctx, scene.settings, it.text)
    refused = screen(scene.loaded.words)
    if scene.loaded.words and any(refused.finds(it) for it in (typed, *(line.text for line in lines))):
        raise WordBlocked


def _messages(ctx: EngineContext, here: Here, lines: Sequence[QuickLine]) -> Iterator[NewEntry]:
    """What enters the log of that. A narrator's words are those of the person who had them said."""
    now = ctx.clock.now()
    for it in lines:
        if it.voice is not QuickVoice.ASIDE:
            yield NewEntry(MessageBody(narrator=it.voice is QuickVoice.NARRATOR), now, it.text, person=here.person)


def _acts(ctx: EngineContext, here: Here, at: HeadLine, outcome: QuickOutcome) -> Iterator[NewEntry]:
    """What was stored, and what was placed where that is something else than before."""
    now = ctx.clock.now()
    if outcome.changed or outcome.changed_shared:
        body = variables_body(outcome.variables, outcome.changed, outcome.changed_shared)
        yield NewEntry(body, now, person=here.person)
    if outcome.injects != injects_of(at.acts):
        yield NewEntry(injects_pressed(at.acts, outcome.injects), now, person=here.person)


def _character(scene: TurnScene, name: str) -> int:
    """Who of those that play is called so. Raises SlashSpeakerUnknown."""
    wanted = name.casefold()
    for number, card in {scene.speaker: scene.card, **scene.others}.items():
        if wanted in (card.called.casefold(), card.name.casefold()):
            return number
    raise SlashSpeakerUnknown(name=name[:200])
