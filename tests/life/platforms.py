"""A life on a platform: its people sit before the platform's test server, its characters write there.

The process that lets them write may be killed.
"""

import asyncio
import os
import random  # noqa: TID251 - seeded, for when to kill and when clocks go wrong; nothing of the product
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import asdict, dataclass, replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, Final

import asyncpg

from engine.work.clock import SystemClock
from tests.conftest import MIGRATIONS
from tests.life.checks import comments_in, posts_in, said, violations
from tests.life.clock import LivedClock, living_database
from tests.life.grounds import Ground, ground
from tests.life.household import OPEN
from tests.life.model import LifeModel
from tests.life.month import Month
from tests.life.passing import Life
from tests.life.people import CIRCLE, PLATFORM, Cast, Deed, Event
from tests.life.product import Product
from tests.life.shown import SeenMessage
from tests.processes.program import configured
from tests.servers.model import ModelServer

PATIENCE: Final = float(os.environ.get("OMOIDE_PATIENCE", "120"))
_A_LOOK: Final = 0.01
"""Seconds between two looks at what has become of something."""
_SOON: Final = 0.25
"""Seconds within which the process dies when its hour has come."""
_UNPINGED: Final = "\uff20"
"""What stands for "@" on Telegram, where a name behind it would ping somebody."""
_HEARD: Final = "SELECT true FROM inbox WHERE kind = 'message' AND external LIKE '%' || $1 AND text = $2"
_SAID: Final = "SELECT count(*) FROM inbox WHERE kind = 'message' AND text = $1"
_LIKED: Final = "SELECT count(*) FROM inbox WHERE kind = 'reaction'"
_WRITTEN: Final = """
SELECT outbox.platform_id FROM outbox
JOIN channel ON channel.space_id = outbox.space_id AND channel.id = outbox.channel_id
WHERE channel.external = $1 AND outbox.kind = 'reply' AND outbox.state = 'sent' ORDER BY outbox.id DESC LIMIT 1
"""

_UNSURE: Final = "SELECT text FROM outbox WHERE state = 'unknown' AND kind = 'reply'"


@dataclass(frozen=True, slots=True)
class Trouble:
    """``kills``: so often the process dies; ``wrong``: so often the clock of the house goes wrong, or right again."""

    kills: int = 0
    wrong: int = 0


_CALM: Final = Trouble()


class ServedClock(LivedClock):
    """The time that is lived, which is the platform's too; but when the house's clocks are wrong, it is right there."""

    def __init__(self, connection: asyncpg.Connection, at: Ground) -> None:
        super().__init__(connection)
        self._at = at

    async def to(self, at: datetime, *, back: bool = False) -> None:
        before = SystemClock.ahead
        await super().to(at, back=back)
        self._at.later((SystemClock.ahead - before).total_seconds())


class PlatformLife(Life):
    """What people do is done on the server, and what comes of it is waited for."""

    def __init__(
        self, cast: Cast, sql: asyncpg.Connection, clock: LivedClock, at: Ground, product: Product, trouble: Trouble
    ) -> None:
        super().__init__(cast, sql, clock)
        self._at, self._product = at, product
        self._chance = random.Random(f"{cast.seed} {at.name} trouble")
        self._deaths, self._wrong = self._moments(trouble.kills), self._moments(trouble.wrong)

    def _moments(self, many: int) -> list[datetime]:
        long = self._cast.end - self._cast.begin
        return sorted(self._cast.begin + long * self._chance.random() for _ in range(many))

    async def begins(self) -> None:
        await self._product.order("begins")
        if self._at.channel is not None:
            await self._at.seat.uses(self._at.people[0], self._at.circle, "circle open")

    async def passes(self) -> None:
        now = self._clock.now()
        if self._cast.is_out(now):
            await self._product.goes_out()
            assert self._cast.out
            await self._clock.to(self._cast.out[1])
            await self._product.starts()
        while self._wrong and self._wrong[0] <= now:
            self._wrong.pop(0)
            await self._clock.goes_wrong(timedelta(hours=self._chance.choice([-1, 0, 1])))
        while self._deaths and self._deaths[0] <= now:
            self._deaths.pop(0)
            again = [self._chance.random()] if self._deaths and self._chance.random() < 1 / 3 else []
            del self._deaths[: len(again)]
            self._product.is_to_die(self._chance.uniform(0.0, _SOON), again)
        await self._product.order("clock")

    async def does(self, event: Event) -> None:
        if event.deed is Deed.NEVER:
            await self._product.order("never", number=event.number)
        elif not self._at.serves(event.spot):
            await self._product.order("says" if event.deed is Deed.SAY else "likes", number=event.number)
        elif self._at.is_terminal:
            await self._types(event)
        elif event.deed is Deed.SAY:
            external = self._at.says(event)
            await self._becomes(_HEARD, external, event.text)
        else:
            await self._likes(event)
        await self._product.order("idle", number=event.number)

    async def _types(self, event: Event) -> None:
        """Type a line; whoever sees the program die over it types it again."""
        if event.deed is Deed.LIKE:
            await self._product.order("types", line="/react ❤" if self._cast.language == "en" else "/回应 ❤")
            return
        before = await self._sql.fetchval(_SAID, event.text)
        while await self._sql.fetchval(_SAID, event.text) == before:
            await self._product.order("types", again=False, line=event.text)

    async def _likes(self, event: Event) -> None:
        external = await self._sql.fetchval(_WRITTEN, self._at.origin(CIRCLE, 0).channel)
        before, deaths = await self._sql.fetchval(_LIKED), self._product.deaths
        if external and self._at.likes(event, external):
            async with asyncio.timeout(PATIENCE):  # what is liked while nobody looks is told to nobody
                while await self._sql.fetchval(_LIKED) == before and self._product.deaths == deaths:  # noqa: ASYNC110
                    await asyncio.sleep(_A_LOOK)

    async def _becomes(self, query: str, *args: Any) -> None:
        async with asyncio.timeout(PATIENCE):
            while not await self._sql.fetchval(query, *args):  # noqa: ASYNC110 - only the database knows
                await asyncio.sleep(_A_LOOK)

    async def wakes(self) -> None:
        async with asyncio.timeout(PATIENCE):
            await self._product.order("wakes")
            while await self._sql.fetch(OPEN, PLATFORM):  # noqa: ASYNC110 - only the database knows
                await asyncio.sleep(_A_LOOK)

    async def ends(self) -> None:
        """The product ends as it should."""
        await self._product.leaves()


@contextmanager
def _own_time() -> Iterator[None]:
    """The clocks of this process go as before afterwards."""
    before = SystemClock.ahead
    try:
        yield
    finally:
        SystemClock.ahead = before


@dataclass
class PlatformMonth:
    """A life that is over: ``posts`` are what people see of the circle."""

    month: Month
    at: Ground
    posts: list[list[SeenMessage]]

    async def violations(self) -> list[str]:
        """What should not be; what a character said stands there once."""
        lines = await said(self.month)
        asked = self.at.platform == "telegram"  # no call of it tells what was sent
        unsure = [it["text"] for it in await self.month.sql(_UNSURE)] if asked else []
        return [
            *await violations(self.month),
            *self._unseen(lines, unsure),
            *(f"refused: {it}" for it in self._refused),
        ]

    def _unseen(self, lines: list[Any], unsure: list[str]) -> list[str]:
        """``unsure``: what was on its way when the process died, and that people were asked about."""
        if self.at.name == "terminal story":
            return []
        seen = (it for post in self.posts for it in post if it.name and not it.text.startswith("/"))
        there = Counter(it.text.replace(_UNPINGED, "@") for it in seen)
        meant = [*posts_in(lines), *comments_in(lines)]
        found = [
            f"{there[it.text]} times there: {it.text!r}"
            for it in meant
            if not (there[it.text] or any(it.text in one for one in unsure))
        ]
        if self.at.is_terminal:  # what was printed before a death is printed once more behind it
            return found
        doubled = sum(there.values()) - len([it for it in lines if it.channel == CIRCLE.channel])
        # A kill between a call and its answer: no call of Telegram tells what was sent.
        allowed = self.month.kills if self.at.platform == "telegram" else 0
        return [*found, *([f"{doubled} messages stand there that nobody said"] if doubled > allowed else [])]

    @property
    def _refused(self) -> list[Any]:
        return self.at.seat.rejected if self.at.seat else []


@asynccontextmanager
async def lived_on(
    name: str, admin: str, folder: Path, cast: Cast, trouble: Trouble = _CALM
) -> AsyncIterator[PlatformMonth]:
    """A life on a platform, lived to its end."""
    cast = replace(cast, attic=False, sitting=(0,) if name == "terminal" else cast.sitting)
    url = await living_database(admin, f"life_{name.replace(' ', '_')}_{cast.language}_{cast.seed}", MIGRATIONS)
    mind = LifeModel(cast)
    async with ModelServer(mind.answer) as model, ground(name, cast) as at:
        model.notes, model.embed = mind.notes, mind.embed
        sql = await asyncpg.connect(url)
        try:
            await sql.execute("ALTER TABLE person ALTER COLUMN asked_at SET DEFAULT now()")
            with _own_time():
                clock = ServedClock(sql, at)
                await clock.to(cast.begin, back=True)
                async with _product(url, folder, model, at) as product:
                    life = PlatformLife(cast, sql, clock, at, product, trouble)
                    await life.lives()
                    await life.ends()
                month = Month(cast, model, mind, kills=product.deaths, wrong=trouble.wrong, spots=at.spots, _sql=sql)
                yield PlatformMonth(month, at, at.read(product.printed))
        finally:
            await sql.close()


@asynccontextmanager
async def _product(url: str, folder: Path, model: ModelServer, at: Ground) -> AsyncIterator[Product]:
    """The process that serves it, started."""
    vectors = {"EMBEDDING__URL": model.url, "EMBEDDING__MODEL": "vectors"}  # the built-in one loads slowly
    usual = {"LANGUAGE": at.cast.language, "TIMEZONE": at.cast.zone.key, "DEFAULTS__DEBOUNCE": "0"}
    accounts = at.seat.names if at.seat else {}
    environment = configured(url, folder, model.url, **vectors, **usual, **accounts)
    environment["USER"] = at.cast.words["people"][0]
    await asyncio.to_thread(folder.mkdir, parents=True, exist_ok=True)
    told = {"cast": asdict(at.cast), "platforms": at.platforms, "origins": at.origins}
    async with Product(told, environment, folder / "served.log") as product:
        await product.starts()
        yield product
