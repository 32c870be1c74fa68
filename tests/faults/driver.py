"""A small platform of many channels, as a process that may be killed: JSON lines in, JSON lines out.

In: ``{"do": "say", "channel": "c1", "external": "e1", "text": "…", "position": 1}``, also ``react``, ``again``,
``stop``, ``idle``, ``sweep`` and ``due``. Out: what the engine said, one event a line; its reader is the person, and
the truth of what was delivered. The configuration comes from the environment, as the daemon's does.
"""

import asyncio
import json
import os
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import ExitStack
from typing import Any

from engine.actions.chats import replies, sessions
from engine.actions.house import access, settings
from engine.app import Engine
from engine.background_work import jobs_of
from engine.config.reading import read_config
from engine.errors import OmoideError
from engine.values.chats.incoming import Here, Incoming, IncomingKind, Origin, ReactionChange
from engine.values.chats.outgoing import Ended, Grew, Noticed, TurnEvent
from engine.values.chats.places import Address
from engine.values.house.setting_scopes import SettingScope
from engine.wiring.opening import open_engine
from engine.work.due import DueWork
from engine.work.tasks import Tasks
from tests import calendar
from tests.log_lines import plain_tracebacks


def tell(event: str, **data: Any) -> None:
    """One line, whole or not at all."""
    os.write(1, json.dumps({"event": event, **data}, ensure_ascii=False).encode() + b"\n")


class Platform:
    """``channels`` are open from the start, so that nothing of what is taken up again goes unseen."""

    def __init__(self, engine: Engine, name: str) -> None:
        self._engine = engine
        self._platform = name
        self._named: set[int] = set()
        self._here: dict[str, Here] = {}
        self._in_order: dict[str, asyncio.Lock] = {}
        self._tasks: set[asyncio.Future[Any]] = set()

    def _origin(self, channel: str) -> Origin:
        return Origin(self._platform, "space", channel, "person", "Ann")

    async def open(self, channel: str, stack: ExitStack) -> None:
        here = self._here[channel] = await self._engine.places.resolve(self._origin(channel))
        await access.at_home(self._engine.ctx, here)
        events = stack.enter_context(self._engine.turns.watch(here))
        self._keep(self._show(channel, aiter(events)))
        if len(self._here) == 1:
            await settings.put(self._engine.ctx, here, SettingScope.SPACE, "debounce", "0")
        view = await sessions.open_here(self._engine.ctx, here, "Ann")
        spoken = [(it.status.value, it.text) for it in view.spoken if it.character is not None]
        tell("view", channel=channel, spoken=spoken)

    def begin(self, order: dict[str, Any]) -> None:
        """Do it beside what else is done, as a platform's events come."""
        self._keep(self._obey(order))

    async def _obey(self, order: dict[str, Any]) -> None:
        name = order.get("id") or order.get("external")
        try:
            await self._do(order)
        except OmoideError as error:
            tell("failed", id=name, error=error.message)
        else:
            tell("done", id=name)

    async def _do(self, order: dict[str, Any]) -> None:
        engine, turns, here = self._engine, self._engine.turns, self._here[order.get("channel", next(iter(self._here)))]
        match order["do"]:
            case "say":
                now = calendar.now()
                origin = self._origin(order["channel"])
                async with self._in_order.setdefault(order["channel"], asyncio.Lock()):
                    await turns.accept(Incoming(origin, order["external"], order["text"], now, order["position"]))
            case "react":
                put = ReactionChange(put=(order["sign"],))
                at = {"target": order["target"], "kind": IncomingKind.REACTION, "reaction": put}
                await turns.react(Incoming(self._origin(order["channel"]), order["id"], "", calendar.now(), 0, **at))
            case "again":
                await replies.again(engine.ctx, engine.runner, here)
            case "stop":
                await replies.stop(engine.ctx, here)
            case "idle":
                await asyncio.gather(*(turns.idle(it) for it in self._here.values()))
            case "sweep":
                await engine.runner.sweep()
            case "due":
                ctx, runner = engine.ctx, engine.runner
                tasks = Tasks()
                due = DueWork(ctx.db, "driver", jobs_of(ctx, runner), ctx.clock, tasks)
                while await due.run_ready():
                    pass
                await tasks.stop()
            case other:
                raise ValueError(other)

    async def _show(self, channel: str, events: AsyncIterator[TurnEvent]) -> None:
        async for event in events:
            match event:
                case Grew(turn=turn, text=text):
                    tell("grew", channel=channel, turn=turn, text=text)
                    await self._name(channel, turn)
                case Ended():
                    notice = event.notice and event.notice.message
                    tell("ended", channel=channel, turn=event.turn, state=event.state, text=event.text, notice=notice)
                    self._engine.turns.delivered(event.sendings)
                case Noticed(notice=notice):
                    tell("noticed", channel=channel, notice=notice.message)
                case _:
                    pass

    async def _name(self, channel: str, turn: int) -> None:
        """The reply has a message now; then it grows beyond that, and nobody will ever know the name of the second."""
        if turn in self._named:
            return
        self._named.add(turn)
        at = Address(self._platform, "space", channel)
        self._engine.turns.placed(at, turn, 0, f"p{turn}")
        await self._engine.turns.sending(turn, 1)

    def _keep(self, work: Any) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


async def main(name: str, channels: list[str]) -> None:
    plain_tracebacks()
    ended = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, ended.set)
    reader = asyncio.StreamReader(limit=1 << 24)
    await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    config, _ = read_config()
    with ExitStack() as stack:
        async with open_engine(config, name="driver", platforms={name: None}) as engine:
            platform = Platform(engine, name)
            for channel in channels:
                await platform.open(channel, stack)
            tell("ready", pid=os.getpid())
            over = asyncio.ensure_future(ended.wait())
            while not over.done():
                coming = asyncio.ensure_future(reader.readline())
                await asyncio.wait({coming, over}, return_when=asyncio.FIRST_COMPLETED)
                if not coming.done():
                    coming.cancel()
                elif not coming.result():
                    break
                else:
                    platform.begin(json.loads(coming.result()))
            over.cancel()


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], sys.argv[2:]))
