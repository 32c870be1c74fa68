"""The Telegram side of Omoide: one bot, from its first call until it is told to stop."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import AbstractContextManager, AsyncExitStack
from functools import partial
from typing import Any, Final

import structlog
from telegram import User
from telegram.error import InvalidToken, TelegramError

from bot.commands.framework.latin import by_place
from bot.commands.framework.reply import Reply, told
from bot.delivery.waiting import LoopClock, beside
from bot.guest import Deliver, PlatformContext
from bot.platform_questions import KnownBot, telegram_link
from bot.telegram.access_roles import AccessRoles
from bot.telegram.answers import TelegramAnswers
from bot.telegram.apart import AnswersApart
from bot.telegram.drafts import Wishes
from bot.telegram.events import TelegramContext, handle
from bot.telegram.forms import TelegramForms
from bot.telegram.limiter import Limiter
from bot.telegram.linked.circles import LinkedCircles
from bot.telegram.linked.posts import LinkedPosts
from bot.telegram.linked.surface import CircleSurface
from bot.telegram.media import TelegramFiles
from bot.telegram.menu import fingerprint, set_menus
from bot.telegram.request import Flooded, Request
from bot.telegram.surface import PLATFORM
from bot.telegram.toasts import Seldom, Toasts
from bot.telegram.translate import Me
from bot.telegram.untold import Untold
from bot.telegram.updates import RawBot, Updates
from engine.actions.house import settings
from engine.config.platforms import TelegramConfig
from engine.errors import DatabaseError, OmoideError, PlatformTokenWrong

_AGAIN: Final = 5.0
_LONGEST_PAUSE: Final = 30.0
_MENUS: Final = "menus"
_PRIVACY: Final = "privacy"

_log = structlog.get_logger(__name__)


class TelegramClient:
    """One bot. ``deliver`` makes what delivers to a surface; ``ready`` is set once Telegram has let the bot in."""

    def __init__(self, config: TelegramConfig, house: PlatformContext, deliver: Deliver) -> None:
        self.ready = asyncio.Event()
        self.username = ""
        self._house = house
        self._deliver = deliver
        self._request = Request()
        self._bot = RawBot(
            config.token.get_secret_value(),
            base_url=config.api_url,
            base_file_url=config.file_url,
            request=self._request,
            get_updates_request=self._request,
        )

    @property
    def known(self) -> KnownBot:
        """Who Telegram says the bot is."""
        return KnownBot(self.username, telegram_link(self.username))

    async def run(self) -> None:
        """Read and deliver until cancelled. Raises PlatformTokenWrong when Telegram does not know the token."""
        async with AsyncExitStack() as stack:
            await self._request.initialize()
            stack.push_async_callback(self._request.shutdown)
            user = await self._introduce()
            self.username = user.username or ""
            try:
                await self._work(user)
            except* OmoideError as failed:
                raise _first(failed) from None

    async def _work(self, user: User) -> None:
        house, clock = self._house, LoopClock()
        speech = by_place(house.speech, house.table)
        async with asyncio.TaskGroup() as group:
            aside = partial(beside, group, edge=_guarded)
            limiter = Limiter(clock.monotonic)
            wanted = Wishes(house.engine).drafts
            me = Me(user.id, self.username, bool(user.can_read_all_group_messages))
            linked = LinkedPosts(
                house.engine.places, clock.monotonic, lambda at, message: aside(answers.notice(at, message))
            )
            surface = CircleSurface(self._bot, limiter, self._moved, wanted, clock, aside, linked)
            house.handler.opens_threads(surface)
            house.handler.opens_circles(LinkedCircles(self._bot, me, linked))
            answers = TelegramAnswers(house.engine, surface, speech)
            toasts = Toasts(self._bot, house.table, Seldom(clock.monotonic))
            untold = Untold(asyncio.get_running_loop().call_later)
            house.engine.ctx.held.add(untold)

            async def tell(reply: Reply) -> None:
                await answers.tell_owners(reply)

            files = TelegramFiles(self._bot, self._request)
            context = TelegramContext(
                bot=self._bot,
                me=me,
                engine=house.engine,
                handler=house.handler,
                table=house.table,
                answers=answers,
                apart=AnswersApart(house.engine, surface, answers, toasts, untold, house.table, speech),
                toasts=toasts,
                files=files,
                access_roles=AccessRoles(self._bot, clock.monotonic),
                forms=TelegramForms(house.engine, house.handler, house.table, speech, answers, files, aside),
                linked=linked,
                beside=aside,
                now=house.now,
            )
            updates = Updates(
                self._bot,
                lambda raw: handle(raw, context, live=updates.is_live(raw)),
                hold=self._answering_later,
            )
            group.create_task(_supervised("delivery", self._deliver(surface, tell).run))
            group.create_task(_supervised("updates", updates.run))
            aside(self._prepare(user, answers))
            self.ready.set()
            _log.info("ready", platform=PLATFORM, bot=self.username)

    async def _introduce(self) -> User:
        """Who the bot is, once Telegram answers."""
        pause = 0.1
        while True:
            try:
                return await self._bot.get_me()
            except InvalidToken:
                raise PlatformTokenWrong(platform="Telegram", name="OMOIDE_TELEGRAM__TOKEN") from None
            except Flooded as flood:
                await asyncio.sleep(flood.seconds)
            except TelegramError as error:
                pause = min(pause * 2, _LONGEST_PAUSE)
                reason = type(error).__name__
                _log.warning("telegram cannot be reached", reason=reason, action="check the network and the address")
                await asyncio.sleep(pause)

    async def _prepare(self, user: User, answers: TelegramAnswers) -> None:
        """The command menus, and a word on privacy mode. Both are tried again at the next start."""
        house = self._house
        marks = house.engine.places
        wanted = fingerprint(user.id, house.table, house.speech)
        if await marks.mark(PLATFORM, _MENUS) != wanted:
            try:
                await set_menus(self._bot, house.table, house.speech)
                await marks.set_mark(PLATFORM, _MENUS, wanted)
            except TelegramError as error:
                _log.warning("command menus not set", reason=type(error).__name__, action="tried at the next start")
        if user.can_read_all_group_messages:
            return
        spoken = (await settings.language_of_owners(house.engine.ctx, PLATFORM)).value
        text = house.speech.speaker(spoken).say("needs-privacy")
        _log.info("privacy mode is on", meaning=text)
        if await marks.mark(PLATFORM, _PRIVACY) != str(user.id) and await answers.tell_owners(told(text)):
            await marks.set_mark(PLATFORM, _PRIVACY, str(user.id))

    async def _answering_later(self) -> AbstractContextManager[None]:
        """While this is entered, nothing is answered that arrives where people have talked before."""
        while True:
            try:
                known = await self._house.engine.places.known(PLATFORM)
            except DatabaseError as error:  # nothing could be stored either
                _log.warning("places not read", error=str(error), action="check that the database runs")
                await asyncio.sleep(_AGAIN)
            else:
                return self._house.engine.turns.catching_up([it.key for it in known])

    async def _moved(self, old: str, new: str) -> None:
        await self._house.engine.places.moved(PLATFORM, old, new)


async def _supervised(name: str, run: Callable[[], Awaitable[None]]) -> None:
    """Run, and run again after an error; a token that is refused ends it."""
    while True:
        try:
            await run()
        except* PlatformTokenWrong:
            raise
        except* Exception:  # noqa: BLE001 — a loop of the process: it begins again
            _log.exception("begun again", work=name, action="report this with the log")
        await asyncio.sleep(_AGAIN)


async def _guarded(work: Coroutine[Any, Any, None]) -> None:
    """One answer that fails must not end the reading."""
    try:
        await work
    except Exception:  # noqa: BLE001 — a platform event: the rest goes on
        _log.exception("answer failed", action="report this with the log")


def _first(group: BaseExceptionGroup[OmoideError]) -> OmoideError:
    """The error inside groups of groups."""
    inner = group.exceptions[0]
    return _first(inner) if isinstance(inner, BaseExceptionGroup) else inner
