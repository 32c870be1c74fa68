"""Who may talk: the owner's code, and the places that an owner opens."""

from hashlib import sha256
from hmac import compare_digest

from engine.actions.house.tries import Tries, new_code, plain_code
from engine.context import EngineContext
from engine.db.house import access
from engine.db.house import settings as settings_store
from engine.db.postgres.pool import Transaction
from engine.db.postgres.repeat import repeat, take_effect
from engine.errors import NoSuchSpace, NotOwner
from engine.ports import Clock
from engine.turns.intake.holding import hold
from engine.values.chats.incoming import Here, Incoming
from engine.values.chats.places import Admission, Claim, Opened, SpaceAccess, SpaceInfo
from engine.values.house.settings import Mode, SettingScope
from engine.work.crashpoints import maybe_crash


class OwnerCode:
    """The code that makes its sender an owner: the operator's, or one that lives as long as the process."""

    def __init__(self, given: str, clock: Clock) -> None:
        self._shown = given.strip() or new_code()
        self._plain = plain_code(self._shown)
        self._tries = Tries(clock)

    @property
    def shown(self) -> str:
        """As people read it and type it."""
        return self._shown

    @property
    def digest(self) -> str:
        """Its hash, by which the database knows where it was used."""
        return sha256(self._plain.encode()).hexdigest()

    def judge(self, person: int, text: str, *, meant: bool = False) -> Claim:
        """What ``text`` is. Who was wrong five times within ten minutes has to wait, and is told so once.

        Only a text as long as the code is a try, or one that is ``meant`` as one: who says hello first is not locked
        out, and hears nothing of codes.
        """
        typed = plain_code(text)
        long_enough = len(typed) == len(self._plain)
        if not (long_enough or meant):
            return Claim.NONE
        if self._tries.spent(person):
            waits = Claim.WAIT if meant and self._tries.tells(person) else Claim.SPENT
            return waits if meant else Claim.NONE
        if long_enough and compare_digest(sha256(typed.encode()).digest(), sha256(self._plain.encode()).digest()):
            return Claim.RIGHT
        return self.refuse(person) if meant else self._unheard(person)

    def refuse(self, person: int) -> Claim:
        """Count a try that does not make an owner."""
        self._tries.wrong(person)
        return Claim.WRONG

    def _unheard(self, person: int) -> Claim:
        self._tries.wrong(person)
        return Claim.NONE


async def admission(ctx: EngineContext, here: Here) -> Admission:
    """Whether the person is an owner and the space open; what others changed counts within seconds."""
    return (await ctx.doors.door(ctx.db, here)).admission


def answer_waiting(ctx: EngineContext) -> None:
    """Answer at once what a new owner has said before, now that they are welcomed; it would be done soon anyway."""
    ctx.due_bell.set()


async def claim(ctx: EngineContext, code: OwnerCode, here: Here, text: str, *, meant: bool = False) -> Claim:
    """Make the person an owner if ``text`` is the owner's code, unused on this platform.

    A private place of theirs opens with it, and what they said anywhere before is answered. ``meant``: it is known
    to be meant as the code.
    """
    judged = code.judge(here.person, text, meant=meant) if here.person else Claim.NONE
    if judged is not Claim.RIGHT:
        return judged

    async def once(on: Transaction) -> bool:
        used = await access.use_code(on, code.digest, here)
        if used:
            await access.let_in(on, person=here.person, tell=False)
        return used

    used = await take_effect(ctx.db, once, key=f"claim:{here.person}", clock=ctx.clock)
    ctx.doors.forget()
    if used:
        return Claim.RIGHT
    return Claim.AGAIN if (await ctx.doors.door(ctx.db, here)).admission.owner else code.refuse(here.person)


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
