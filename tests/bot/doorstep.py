"""A house with people before its door, whose owner decides who may talk."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from pydantic import SecretStr

from bot.commands.framework.reply import Listing, ListItem, Reply
from bot.commands.framework.table import table_for
from bot.handler import Handler
from bot.terminal.conversation import terminal_origin
from bot.words.localise import Speech
from engine.config.config import Config, GivenDefaults
from engine.jobs.chats.let_in import let_in
from engine.ports import Clock
from engine.turns.intake.holding import let_in_mark
from engine.values.chats.outgoing import PartLimit
from engine.work.clock import SystemClock
from engine.work.due import DueWork
from engine.work.tasks import Tasks
from tests.bot.visitor import CODE, DM, Visitor, now
from tests.connections import engine_at
from tests.servers.model import ModelServer, say
from tests.turns.room import config_for, new_origin


@dataclass
class House:
    """A house with people before its door; ``made`` is somebody in front of the handler of the engine that runs."""

    config: Config
    made: Visitor

    def somebody(self, name: str, *, private: bool = True, language: str = "en") -> Visitor:
        """A person in a private chat, or in a group of their own."""
        return replace(
            self.made.named(name, private=private, space="" if private else f"inn-{name}"), language=language
        )

    @property
    def owner(self) -> Visitor:
        return self.somebody("ann")

    @property
    def at_terminal(self) -> Visitor:
        return replace(self.made, origin=terminal_origin("Ann"), access_roles=DM)

    async def settle(self, *people: Visitor) -> None:
        """Do what is due for those who were let in, and wait for their answers."""
        while await self.step():
            await self.arrives()
        for it in people:
            await it.idle()

    async def step(self, clock: Clock | None = None) -> int:
        """Do what is due now, by ``clock``; how much that was."""
        ctx, runner = self.made.engine.ctx, self.made.engine.runner
        ctx, tasks = replace(ctx, clock=clock or ctx.clock), Tasks()
        jobs = {let_in_mark(self.made.origin.platform): partial(let_in, ctx, runner)}
        done = await DueWork(ctx.db, "test", jobs, SystemClock(), tasks).run_ready()
        await tasks.stop()
        return done

    async def arrives(self) -> None:
        """What people are told arrives: what waits for an answer gets it when they have read that."""
        turns, platform = self.made.engine.turns, self.made.origin.platform
        told = [it.sending for it in await turns.open_sendings(platform) if it.sending.kind == "notice"]
        turns.delivered(told)
        await turns._ctx.saver.flush()

    async def sql(self, query: str, *args: Any) -> list[Any]:
        async with self.made.engine.ctx.db.connection() as connection:
            return await connection.fetch(query, *args)

    async def told(self, who: Visitor) -> list[dict[str, Any]]:
        """What stands in the outbox of somebody's channel besides replies."""
        query = "SELECT body FROM outbox WHERE channel_id = $1 AND kind = 'notice' ORDER BY id"
        return [it["body"] for it in await self.sql(query, (await self.here(who)).channel)]

    async def log(self, who: Visitor) -> list[str]:
        """What was said in somebody's place, by people and characters, without a greeting."""
        query = (
            "SELECT text FROM entry WHERE space_id = $1 AND kind = 'message' AND NOT body ? 'greeting' "
            "ORDER BY session_id, seq"
        )
        return [it["text"] for it in await self.sql(query, (await self.here(who)).space)]

    async def here(self, who: Visitor) -> Any:
        return await self.made.engine.places.resolve(who.origin)

    @asynccontextmanager
    async def running(self) -> AsyncIterator["House"]:
        """The same house after a restart."""
        async with _house(self.config, self.made) as house:
            yield house


@asynccontextmanager
async def _house(config: Config, like: Visitor) -> AsyncIterator[House]:
    platforms = {like.origin.platform: PartLimit(2000)}
    async with engine_at(config, name=like.origin.platform, platforms=platforms, background=False) as engine:
        handler = Handler(engine, table_for("telegram"), Speech(), now, "en")
        yield House(config, replace(like, engine=engine, handler=handler))


@pytest.fixture
async def house(fresh_database: str, tmp_path: Path) -> AsyncIterator[House]:
    """A house without an owner, whose character always says the same."""
    async with ModelServer() as model:
        model.answer = lambda _: say("Well met.")
        config = config_for(fresh_database, tmp_path, model).model_copy(
            update={"owner_code": SecretStr(CODE), "defaults": GivenDefaults(debounce=0)}
        )
        nobody: Any = None
        async with _house(config, Visitor(nobody, nobody, model, replace(new_origin(), private=True), DM)) as made:
            yield made


def items(reply: Reply | None) -> list[ListItem]:
    return [it for block in reply.blocks if isinstance(block, Listing) for it in block.items] if reply else []


def button(reply: Reply | None, name: str, decision: str) -> str:
    """The button that lets somebody in, or not."""
    [item] = [it for it in items(reply) if it.text == name]
    [one] = [it.control for it in item.choices if f" {decision} " in it.control]
    return one
