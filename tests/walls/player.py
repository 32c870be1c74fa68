"""People of a random world before the handler of a real engine, with a model that repeats every word it is told."""

import itertools
import json
import re
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final

from bot.commands.framework.abilities import AccessRole
from bot.commands.framework.reply import Reply, ReplyChoice
from bot.commands.framework.table import table_for
from bot.handler import Handler, Sender
from bot.words.localise import Speech
from engine.actions.characters import characters, circles
from engine.actions.chats import sessions
from engine.actions.house import access, settings
from engine.app import Engine
from engine.background_work import jobs_of
from engine.context import EngineContext
from engine.db.postgres.queries import Queries
from engine.jobs.characters.circle_posts import due_plans
from engine.jobs.characters.circle_rounds import due_rounds
from engine.values.characters.circle_members import PostFrequency
from engine.values.chats.incoming import Here, Incoming, IncomingKind
from engine.values.chats.outgoing import PartLimit
from engine.values.house.setting_scopes import SettingScope
from engine.work.clock import SystemClock
from engine.work.due import DueWork
from engine.work.tasks import Tasks
from tests import calendar
from tests.bot.visitor import NoFiles, now
from tests.connections import engine_at
from tests.servers.model import NEW_FACT, ModelServer, Script, Seen, say
from tests.turns.remembering import WordEmbedder
from tests.turns.room import config_for
from tests.turns.story.test_story_privacy import repeating
from tests.walls.world import CIRCLE, PEOPLE, Spot, World

CANARY: Final = re.compile(r"kyx[a-z]{4}q", re.IGNORECASE)
MOST_PASSES: Final = 5_000
"""So often due work is done again before it is taken for work without end."""
SETTINGS: Final = {
    "mode": "chat",
    "debounce": "0",
    "facts": "on",
    "budget_tokens": "2500",
    "page_every": "4",
    "story_pages": "on",
    "evolve": "on",
}
_POSTS: Final = """
SELECT entry.turn_id, entry.text FROM entry
JOIN turn ON turn.space_id = entry.space_id AND turn.session_id = entry.session_id AND turn.id = entry.turn_id
JOIN stand ON stand.space_id = turn.space_id AND stand.id = turn.stand_id
WHERE entry.space_id = $1 AND stand.channel_id = $2 AND turn.kind = 'unasked' AND entry.kind = 'message'
    AND turn.id > $3
ORDER BY entry.turn_id
"""
ANYBODY: Final = frozenset({AccessRole.PLAYER, AccessRole.MEMBER})
QUESTIONS: Final = ("What does my parrot eat?", "When does my parrot sing?", "Who told you of a parrot?", "And then?")
_numbers = itertools.count(1)


def canaries(text: str) -> set[str]:
    """The canaries in a text."""
    return {f"Kyx{it[3:].lower()}" for it in CANARY.findall(text)}


@dataclass
class Player:
    """``leaks``: what was told to whom it must not be; ``prompts``: requests for replies looked at, ``own`` of
    them with words of the same place; ``work``: those of work in the background.

    ``posts``: what characters wrote by themselves in circles, up to the turns in ``posted``.
    """

    world: World
    engine: Engine
    handler: Handler
    model: ModelServer
    here: dict[Spot, Here] = field(default_factory=dict[Spot, Here])
    leaks: list[str] = field(default_factory=list[str])
    choices: dict[tuple[Spot, str], tuple[ReplyChoice, ...]] = field(default_factory=dict)
    prompts: int = 0
    own: int = 0
    work: int = 0
    read: int = 0
    posts: int = 0
    posted: dict[Spot, int] = field(default_factory=dict[Spot, int])

    @property
    def ctx(self) -> EngineContext:
        return self.engine.ctx

    def incoming(self, spot: Spot, person: str, text: str) -> Incoming:
        number = next(_numbers)
        kind = IncomingKind.COMMAND if text.startswith("/") else IncomingKind.MESSAGE
        if any(it.control == text for it in self.choices.get((spot, person), ())):
            kind = IncomingKind.BUTTON
        return Incoming(self.world.origin(spot, person), f"e{number}", text, now(), number, kind)

    async def does(self, spot: Spot, person: str, text: str) -> Reply:
        """Somebody writes there, or uses a command; what is said to the model for it is looked at."""
        before = len(self.model.generations)
        given = ANYBODY | {AccessRole.DM} if spot.owner else ANYBODY
        reply = await self.handler.hear(self.incoming(spot, person, text), Sender(given, NoFiles(), "en"))
        if reply.then is not None:
            await reply.then()
        await self.engine.turns.idle(await self.engine.places.resolve(self.world.origin(spot, person)))
        self._look(spot, self.model.generations[before:], text)
        self._read(spot, person, reply, text)
        self.choices[spot, person] = tuple(reply.choices)
        return reply

    async def types(self, spot: Spot, person: str, command: str, param: str) -> None:
        """Somebody types in an input field of a command; what it suggests is shown to them alone."""
        given = ANYBODY | {AccessRole.DM} if spot.owner else ANYBODY
        origin = self.world.origin(spot, person)
        found = await self.handler.complete(origin, Sender(given, NoFiles(), "en"), command, param, "")
        shown = {it for it in canaries(repr(found)) if not self.world.may_see(it, {person}, spot)}
        self._judge(shown, {person}, spot, f"in what is suggested for {command} {param}")

    def _look(self, spot: Spot, requests: Iterable[Seen], why: str) -> None:
        readers = self.world.readers(spot)
        for it in requests:
            heard = canaries(it.prompt)
            self.prompts += 1
            self.own += any(self.world.canaries[word].spot == spot for word in heard)
            self._judge(heard, readers, spot, f"in the prompt for {why!r}")
            for word in _repeated(it):
                self.world.canaries[word].repeated.add(spot)

    def _read(self, spot: Spot, person: str, reply: Reply, line: str) -> None:
        """What an answer shows, in texts, titles, buttons and files, to everybody there or to this person alone.

        What was said where they can read now the platform shows them anyway.
        """
        listeners = {person} if reply.private or reply.secret else self.world.readers(spot)
        self.read += 1
        self._report(spot, person, reply)
        reply = replace(reply, owners=None)
        shown = {it for it in canaries(repr(reply)) - canaries(line) if not self.world.may_see(it, listeners, spot)}
        self._judge(shown, listeners, spot, f"in the answer to {line!r} of {person}")
        if not (reply.private or reply.secret):
            for word in canaries(repr(reply)):
                self.world.canaries[word].repeated.add(spot)

    def _report(self, spot: Spot, person: str, reply: Reply) -> None:
        """What somebody reports they bring before those who read reports: the managers, who asked for it there.

        They know who reads it. What no channel was named for owners read, who read all that their bot was told.
        """
        at, told = (reply.owners.at, canaries(repr(reply.owners))) if reply.owners else (None, set[str]())
        unseen = {it for it in told if not self.world.may_see(it, {person}, spot)}
        self._judge(unseen, {person}, spot, f"in a report of {person}")
        for there in self.world.spots:
            if at is not None and (there.server, there.name) == (at.space, at.channel):
                for word in told:
                    self.world.canaries[word].brought.append((there, self.world.audience(there)))

    def _judge(self, heard: Iterable[str], listeners: set[str], spot: Spot, how: str) -> None:
        for word in sorted(heard):
            if self.world.may_hear(word, listeners, spot.server):
                self.world.hear(word, listeners)
            else:
                said = self.world.canaries[word]
                self.leaks.append(
                    f"{said.line!r} of {said.person} in {said.spot.server}/{said.spot.name} {said.audience} was told "
                    f"{sorted(listeners)} in {spot.server}/{spot.name} {how}"
                )

    async def chat(self, spot: Spot, person: str) -> int | None:
        """The chat that is played there."""
        found = await sessions.played(self.ctx, await self.engine.places.resolve(self.world.origin(spot, person)))
        return found.key.session if found else None

    async def rests(self) -> None:
        """All that is due is done. What a model is asked for it may be told in one place, or to one person."""
        before = len(self.model.requests)
        await due_plans(self.ctx, [self.world.platform])
        await due_rounds(self.ctx, [self.world.platform])
        tasks = Tasks()
        due = DueWork(self.ctx.db, "test", jobs_of(self.ctx, self.engine.runner), SystemClock(), tasks)
        spaces = {it.space for it in self.here.values()}
        async with self.ctx.db.connection() as on:
            await on.execute(
                "UPDATE due SET not_before = now() + interval '1 day' WHERE NOT space_id = ANY ($1)", spaces
            )
        for _ in range(MOST_PASSES):
            async with self.ctx.db.connection() as on:
                await on.execute(
                    "UPDATE outbox SET state = 'sent' WHERE space_id = ANY ($1)", spaces
                )  # it has arrived: a circle reads only what can be seen
                await on.execute(
                    "UPDATE due SET not_before = now() WHERE space_id = ANY ($1) AND owner IS NULL AND tries < 4",
                    spaces,
                )
            if not await due.run_ready():
                break
            for it in self.here.values():
                await self.engine.turns.idle(it)
        else:
            raise AssertionError("something is put off again and again")
        await tasks.stop()
        await self._read_circles()
        for it in self.model.requests[before:]:
            if it in self.model.generations or not it.errand:
                continue
            self.work += 1
            heard = canaries(it.prompt)
            if not self._goes_together(heard):
                where = {
                    f"{c.line!r} of {c.person} in {c.spot.server}/{c.spot.name}"
                    for c in map(self.world.canaries.get, heard)
                    if c
                }
                self.leaks.append(f"work ({sorted(it.errand)}) read words of {sorted(where)} together")

    async def _read_circles(self) -> None:
        """What characters have posted and commented since is shown to everybody there."""
        for spot, here in self.here.items():
            if spot.name != CIRCLE:
                continue
            async with self.ctx.db.connection() as on:
                rows = await on.fetch(_POSTS, here.space, here.channel, self.posted.get(spot, 0))
            for row in rows:
                self.posted[spot] = max(self.posted.get(spot, 0), row["turn_id"])
                self.posts += 1
                words = canaries(row["text"])
                self._judge(words, self.world.readers(spot), spot, "in a post")
                for word in words:
                    self.world.canaries[word].repeated.add(spot)

    def _goes_together(self, words: set[str]) -> bool:
        """Whether there is a place where all of these words may be told, or somebody on a server who may hear them all.

        A channel that only they could read may be open to others since.
        """
        audiences = [(self.world.readers(it), it.server) for it in self.world.spots]
        audiences += [({person}, server) for server, people in self.world.holds.items() for person in people]
        return any(all(self.world.may_hear(it, to, server) for it in words) for to, server in audiences)

    def someone(self, spot: Spot) -> str | None:
        """Somebody who can read there."""
        readers = sorted(self.world.readers(spot))
        return self.world.random.choice(readers) if readers else None


def answers(seen: Seen) -> Script:
    """A reply that says every canary that the prompt told, newest last."""
    return say(" ".join(["I see", *_repeated(seen)]) + ".")


def _repeated(seen: Seen) -> list[str]:
    return sorted(canaries(seen.prompt))[-8:]


def notes(seen: Seen) -> Script:
    """Work behind the turns that repeats all it reads; of what people said of themselves it makes facts.

    It is sloppy: it says of everything somebody said that their newest line says so.
    """
    if seen.errand == {"acts"}:
        return _reads(seen)
    if seen.errand != {"topics", "facts"}:
        return repeating(seen)
    lines = [json.loads(it) for it in seen.prompt.splitlines() if it.startswith('{"n"')]
    newest = {it["id"]: it["n"] for it in lines}
    said = [it for it in lines if canaries(it["text"]) and it["id"]]
    found = [_fact(it, newest[it["id"]]) for it in said]
    return say(json.dumps({"topics": [], "facts": found}))


def _reads(seen: Seen) -> Script:
    """A character comments on what is newest with all that anybody has said there, and likes it."""
    lines = [json.loads(it) for it in seen.prompt.splitlines() if it.startswith('{"n"')]
    newest = [it["n"] for it in lines if "text" in it][-3:]
    said = " ".join(_repeated(seen))
    acts = [{"who": 1, "message": it, "act": "comment", "text": f"{said}!"} for it in newest]
    acts += [{"who": 1, "message": it, "act": "like", "text": ""} for it in newest]
    return say(json.dumps({"acts": acts}))


def _fact(line: Any, source: int) -> dict[str, Any]:
    scope = "person" if "sings" in line["text"] else "story"
    text = f"The parrot is called {' '.join(sorted(canaries(line['text'])))}."
    return {"about": line["id"], "scope": scope, "text": text, "sources": [source], **NEW_FACT}


@asynccontextmanager
async def playing(
    database_url: str, folder: Path, world: World, *, queries: Queries | None = None
) -> AsyncIterator[Player]:
    """The world with a chat in each place, before anybody says anything. ``queries`` instead of the product's own."""
    async with ModelServer(answers) as model:
        model.notes = notes
        config = config_for(database_url, folder, model)
        config = config.model_copy(update={"allowance": config.allowance.model_copy(update={"messages_a_minute": 0})})
        platforms = {world.platform: PartLimit(2000)}
        async with engine_at(config, name=world.platform, platforms=platforms, background=False) as engine:
            runner = engine.runner
            runner._ctx = replace(runner._ctx, embedder=WordEmbedder())
            made = replace(engine, ctx=runner._ctx)
            made.ctx.db._queries = queries or made.ctx.db._queries
            player = Player(world, made, Handler(made, table_for("discord"), Speech(), now, "en"), model)
            for spot in world.spots:
                await _begun(player, spot)
            yield player


async def _begun(player: Player, spot: Spot) -> None:
    world, ctx = player.world, player.ctx
    person = player.someone(spot) or PEOPLE[0]
    here = await player.engine.places.resolve(world.origin(spot, person))
    player.here[spot] = here
    await access.at_home(ctx, here)
    for name, value in SETTINGS.items():
        await settings.put(ctx, here, SettingScope.SPACE, name, value)
    character = next(it for it in await characters.listed(ctx, here) if it.builtin)
    await sessions.new(ctx, player.engine.runner, here, person, character.id)
    if spot.name == CIRCLE:
        # It is noon there: characters post by day.
        for name, value in {"mode": "circle", "timezone": f"Etc/GMT{calendar.now().hour - 12:+d}"}.items():
            await settings.put(ctx, here, SettingScope.CHANNEL, name, value)
        await circles.join(ctx, player.engine.runner, here, character.id, person, PostFrequency.OFTEN)
