"""Who may talk: the owner's code, and the places that an owner opens."""

from hashlib import sha256
from hmac import compare_digest

from engine.actions.tries import Tries, new_code, plain_code
from engine.db import access
from engine.db import settings as settings_store
from engine.db.repeat import repeat
from engine.errors import NoSuchSpace, NotOwner
from engine.ports import Clock
from engine.turns.needs import Needs
from engine.values.incoming import Here
from engine.values.places import SpaceAccess, SpaceInfo
from engine.values.settings import Mode, Scope


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

    def matches(self, person: int, text: str) -> bool:
        """Whether ``text`` is the code. Who was wrong five times within ten minutes has to wait.

        Only a text as long as the code is a try: whoever says hello first is not locked out.
        """
        typed = plain_code(text)
        if len(typed) != len(self._plain) or self._tries.spent(person):
            return False
        if compare_digest(sha256(typed.encode()).digest(), sha256(self._plain.encode()).digest()):
            return True
        self._tries.wrong(person)
        return False


async def claim(needs: Needs, code: OwnerCode, here: Here, text: str) -> bool:
    """Make the person an owner if ``text`` is the code and unused on this platform."""
    if not here.person or not code.matches(here.person, text):
        return False
    tried = False

    async def once() -> bool:
        nonlocal tried
        again, tried = tried, True
        used = await access.use_code(needs.db, code.digest, here)
        needs.doors.forget()
        return used or (again and (await needs.doors.door(needs.db, here)).admission.owner)

    return await repeat(once, key=f"claim:{here.person}", clock=needs.clock)


async def unused_code(needs: Needs, code: OwnerCode, platform: str) -> str | None:
    """The code as people read it, while nobody is the owner on ``platform``."""
    return code.shown if await access.code_is_free(needs.db, platform) else None


async def at_home(needs: Needs, here: Here) -> None:
    """Make the person an owner and their place open, without a code."""
    if await access.make_at_home(needs.db, here):
        needs.doors.forget()


async def refuse_once(needs: Needs, here: Here) -> bool:
    """Whether the person is to be told now that nobody may talk here yet."""
    return await access.refuse_once(needs.db, here.person)


async def ask_once(needs: Needs, here: Here) -> bool:
    """Whether the owners are to be asked now to open this space."""
    asked = await access.ask_once(needs.db, here.space)
    if asked:
        needs.doors.forget()
    return asked


async def owners(needs: Needs, platform: str) -> list[str]:
    """The owners on ``platform``, as it names people."""
    return await access.owners(needs.db, platform)


async def spaces(needs: Needs, here: Here, *, waiting: bool) -> list[SpaceInfo]:
    """Every space, newest first. Raises NotOwner."""
    await _owner(needs, here)
    return await access.spaces(needs.db, waiting=waiting)


async def open_space(needs: Needs, here: Here, space: int, mode: Mode | None) -> SpaceInfo:
    """Let everybody in a space talk. Raises NotOwner, NoSuchSpace."""
    return await _decide(needs, here, space, SpaceAccess.OPEN, mode)


async def close_space(needs: Needs, here: Here, space: int) -> SpaceInfo:
    """Let nobody but owners talk in a space. Raises NotOwner, NoSuchSpace."""
    return await _decide(needs, here, space, SpaceAccess.REFUSED, None)


async def _decide(needs: Needs, here: Here, space: int, decision: SpaceAccess, mode: Mode | None) -> SpaceInfo:
    await _owner(needs, here)
    async with needs.db.transaction() as on:
        if not (found := await access.spaces(on, space=space)):
            raise NoSuchSpace(number=space)
        await access.decide(on, space, decision, here.person)
        if mode is not None:
            await settings_store.put(on, space, Scope.SPACE, space, "mode", mode.value, here.person)
        found = await access.spaces(on, space=space)
    needs.doors.forget()
    return found[0]


async def _owner(needs: Needs, here: Here) -> None:
    if not (await needs.doors.door(needs.db, here)).admission.owner:
        raise NotOwner
