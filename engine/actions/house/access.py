"""Who may talk: the owner's code, and the places that an owner opens."""

from datetime import timedelta
from hashlib import sha256
from hmac import compare_digest
from typing import Final

import structlog

from engine.actions.house.tries import Tries, new_code, plain_code
from engine.context import EngineContext
from engine.db.house import access
from engine.db.house import settings as settings_store
from engine.db.postgres.pool import Transaction
from engine.db.postgres.repeat import repeat, take_effect
from engine.errors import NoSuchSpace, NotOwner
from engine.ports import Clock
from engine.rules.guessing import FREE_GUESSES, Guesses
from engine.turns.intake.holding import hold
from engine.values.chats.incoming import Here, Incoming
from engine.values.chats.notices import Notice
from engine.values.chats.places import Admission, Claim, Opened, SpaceAccess, SpaceInfo
from engine.values.house.setting_choices import Mode
from engine.values.house.setting_scopes import SettingScope
from engine.work.crashpoints import maybe_crash

OWNER: Final = "owner"
ASKED_SECONDS: Final = 3_600.0

_log = structlog.get_logger(__name__)


class OwnerCode:
    """The code that makes its sender an owner: the operator's, or one that lives as long as the process.

    It holds on a platform that has no owner; where there is one, only a code holds that an owner asked for.
    """

    def __init__(self, given: str, clock: Clock) -> None:
        self._given = bool(given.strip())
        self._shown = given.strip() or new_code()
        self._clock = clock
        self._tries = Tries(clock)
        self._asked: dict[str, tuple[str, float]] = {}
        self.kept = self._given
        """Whether wrong codes of an earlier process count: what it made itself, nobody has tried yet."""

    @property
    def shown(self) -> str:
        """As people read it and type it."""
        return self._shown

    def made_for(self, platform: str) -> str:
        """Another code, for somebody who is to be an owner of ``platform`` too: for an hour, instead of any before."""
        made = new_code()
        self._asked[platform] = (made, self._clock.monotonic() + ASKED_SECONDS)
        return made

    def used(self, platform: str) -> None:
        """What an owner asked for is used once."""
        self._asked.pop(platform, None)

    def holds(self, platform: str, *, owned: bool) -> str:
        """The code, as it is compared, that makes an owner of ``platform`` now; "" where there is none."""
        if not owned:
            return plain_code(self._shown)
        made, until = self._asked.get(platform, ("", 0.0))
        return plain_code(made) if self._clock.monotonic() < until else ""

    def may_fit(self, text: str) -> bool:
        """Whether ``text`` is as long as a code that may hold: who says hello first hears nothing of codes."""
        return len(plain_code(text)) in {len(plain_code(it)) for it in (self._shown, *self._made)}

    @property
    def _made(self) -> tuple[str, ...]:
        return tuple(made for made, _ in self._asked.values())

    def waits(self, person: int, *, meant: bool) -> Claim | None:
        """What somebody hears who was wrong five times within ten minutes; None for all others. They are told once."""
        if not self._tries.spent(person):
            return None
        waits = Claim.WAIT if meant and self._tries.tells(person) else Claim.SPENT
        return waits if meant else Claim.NONE

    def refuse(self, person: int, *, meant: bool) -> Claim:
        """Count a try that does not make an owner. Nobody hears of one that may have been no try."""
        self._tries.wrong(person)
        return Claim.WRONG if meant else Claim.NONE


def fits(text: str, code: str) -> bool:
    """Whether ``text`` is the ``code``, as it is compared."""
    typed = sha256(plain_code(text).encode()).digest()
    return bool(code) and compare_digest(typed, sha256(code.encode()).digest())


async def admission(ctx: EngineContext, here: Here) -> Admission:
    """Whether the person is an owner and the space open; what others changed counts within seconds."""
    return (await ctx.doors.door(ctx.db, here)).admission


def answer_waiting(ctx: EngineContext) -> None:
    """Answer at once what a new owner has said before, now that they are welcomed; it would be done soon anyway."""
    ctx.due_bell.set()


async def claim(ctx: EngineContext, code: OwnerCode, here: Here, text: str, *, meant: bool = False) -> Claim:
    """Make the person an owner if ``text`` is the owner's code that holds on this platform.

    A private place of theirs opens with it, and what they said anywhere before is answered. ``meant``: it is known
    to be meant as the code.
    """
    if not here.person or not (meant or code.may_fit(text)):
        return Claim.NONE
    if (await admission(ctx, here)).owner:
        return _again(code, text, meant=meant)
    if (waits := code.waits(here.person, meant=meant)) is not None:
        return waits
    holds = code.holds(here.platform, owned=not await access.code_is_free(ctx.db, here.platform))
    if not holds or len(plain_code(text)) != len(holds):
        return code.refuse(here.person, meant=meant) if meant else Claim.NONE
    if not await _may_guess(ctx, code, here):
        return Claim.WAIT if meant else Claim.NONE
    if not fits(text, holds):
        return code.refuse(here.person, meant=meant)
    return await _made_owner(ctx, code, here, holds, meant=meant)


def _again(code: OwnerCode, text: str, *, meant: bool) -> Claim:
    """An owner who sends the code once more."""
    if fits(text, plain_code(code.shown)):
        return Claim.AGAIN
    return Claim.WRONG if meant else Claim.NONE


async def _may_guess(ctx: EngineContext, code: OwnerCode, here: Here) -> bool:
    """Count a code before it is looked at; False while nobody's is: too many were wrong, whoever sent them."""
    async with ctx.db.transaction() as on:
        before = await access.guesses(on, OWNER)
        if not code.kept:
            before, code.kept = Guesses(0, before.last_at), True
        counted = before.next(ctx.clock.now())
        if counted is not None:
            await access.count_guesses(on, OWNER, counted)
    if counted is not None and counted.wrong == FREE_GUESSES:
        ctx.spending.news.append(Notice("owner-code-guessed", {"platform": here.platform, "tries": counted.wrong}))
    if counted is not None and counted.wrong >= FREE_GUESSES:
        minutes = round(counted.pause / timedelta(minutes=1))
        action = "if that was not you, take OMOIDE_OWNER_CODE out of .env and start again: a new code is printed then"
        _log.warning("owner code guessed", platform=here.platform, tries=counted.wrong, minutes=minutes, action=action)
    return counted is not None


async def _made_owner(ctx: EngineContext, code: OwnerCode, here: Here, holds: str, *, meant: bool) -> Claim:
    digest = sha256(holds.encode()).hexdigest()

    async def once(on: Transaction) -> bool:
        used = await access.use_code(on, digest, here)
        if used:
            await access.let_in(on, person=here.person, tell=False)
            await access.count_guesses(on, OWNER, Guesses(0, ctx.clock.now()))
        return used

    used = await take_effect(ctx.db, once, key=f"claim:{here.person}", clock=ctx.clock)
    ctx.doors.forget()
    if used:
        code.used(here.platform)
        return Claim.RIGHT
    return Claim.AGAIN if (await admission(ctx, here)).owner else code.refuse(here.person, meant=meant)


async def another_code(ctx: EngineContext, code: OwnerCode, here: Here) -> str:
    """A code for one more owner on this platform, as people read it. Raises NotOwner."""
    if not (await admission(ctx, here)).owner:
        raise NotOwner
    return code.made_for(here.platform)


async def unused_code(ctx: EngineContext, code: OwnerCode, platform: str) -> str | None:
    """The code as people read it, while nobody is the owner on ``platform``."""
    return code.shown if await access.code_is_free(ctx.db, platform) else None


async def at_home(ctx: EngineContext, here: Here) -> None:
    """Make the person an owner and their place open, without a code."""
    if await access.make_at_home(ctx.db, here):
        ctx.doors.forget()


async def wait(ctx: EngineContext, here: Here, incoming: Incoming, text: str, tongue: str) -> bool:
    """Keep that somebody waits to be let in, and what they say, until an owner decides; a week at most.

    ``tongue`` is the language that they are spoken to in. False when they may talk by now: nothing is kept then.
    """

    async def once() -> bool:
        return await hold(ctx, here, incoming, text, tongue)

    return await repeat(once, key=f"hold:{incoming.external}", clock=ctx.clock)


async def refuse_once(ctx: EngineContext, here: Here) -> bool:
    """Whether the person is to be told now that nobody may talk here yet."""
    return await access.refuse_once(ctx.db, here.person)


async def ask_once(ctx: EngineContext, here: Here) -> bool:
    """Whether the owners are to be asked now to open this space: once, until somebody answers."""
    asked = await access.ask_once(ctx.db, here.space)
    if asked:
        ctx.doors.forget()
    return asked


async def owners(ctx: EngineContext, platform: str) -> list[str]:
    """The owners on ``platform``, as it names people."""
    return await access.owners(ctx.db, platform)


async def spaces(ctx: EngineContext, here: Here, *, waiting: bool = False) -> list[SpaceInfo]:
    """Every space of every platform, first those where somebody waits, then the newest.

    ``waiting``: only those that nobody decided on. Raises NotOwner.
    """
    await _owner(ctx, here)
    return await access.spaces(ctx.db, ctx.defaults, waiting=waiting)


async def space_ids(ctx: EngineContext, here: Here) -> list[int]:
    """The ids of all of them in that order. Raises NotOwner."""
    await _owner(ctx, here)
    return await access.space_ids(ctx.db)


async def open_space(ctx: EngineContext, here: Here, space: int, mode: Mode | None = None) -> Opened:
    """Let everybody in a space talk, in ``mode`` (None: as it is). Who waited there is told, and answered.

    Raises NotOwner, NoSuchSpace.
    """
    return await _decide(ctx, here, space, SpaceAccess.OPEN, mode)


async def close_space(ctx: EngineContext, here: Here, space: int) -> SpaceInfo:
    """Let nobody but owners talk in a space; what waited there goes. Raises NotOwner, NoSuchSpace."""
    return (await _decide(ctx, here, space, SpaceAccess.REFUSED, None)).space


async def _decide(ctx: EngineContext, here: Here, space: int, decision: SpaceAccess, mode: Mode | None) -> Opened:
    await _owner(ctx, here)

    async def once(on: Transaction) -> Opened:
        before = await access.spaces(on, ctx.defaults, space=space)
        if not before:
            raise NoSuchSpace(number=space)
        if before[0].access is not decision:
            await access.decide(on, space, decision, here.person)
        if mode is not None:
            await settings_store.put(on, space, SettingScope.SPACE, space, "mode", mode.value, here.person)
        told: frozenset[int] = frozenset()
        if decision is SpaceAccess.REFUSED:
            await access.turn_away(on, space)
        elif before[0].access is not decision:
            told = await access.let_in(on, space=space)
        [now] = await access.spaces(on, ctx.defaults, space=space)
        return Opened(now, told)

    opened = await take_effect(ctx.db, once, key=f"decide:{space}", clock=ctx.clock)
    maybe_crash("after_decision")
    ctx.doors.forget()
    ctx.due_bell.set()
    return opened


async def _owner(ctx: EngineContext, here: Here) -> None:
    if not (await ctx.doors.door(ctx.db, here)).admission.owner:
        raise NotOwner
