"""Who may talk: the owner, and the places that an owner has opened."""

from engine.actions.house import access
from engine.actions.house.access import OwnerCode
from engine.context import EngineContext
from engine.values.chats.incoming import Here, Incoming
from engine.values.chats.places import Admission, Claim, Opened, SpaceInfo
from engine.values.house.settings import Mode


class AccessService:
    """Everything is closed until somebody has sent the owner's code, and then opened place by place."""

    def __init__(self, ctx: EngineContext, code: OwnerCode) -> None:
        self._ctx = ctx
        self._code = code

    async def admission(self, here: Here) -> Admission:
        """Whether the person is an owner and the space open; what others changed counts within seconds."""
        return await access.admission(self._ctx, here)

    async def claim(self, here: Here, text: str, *, meant: bool = False) -> Claim:
        """Make the person an owner if ``text`` is the owner's code, unused on this platform.

        A private place of theirs opens with it, and what they said anywhere before is answered. ``meant``: it is known
        to be meant as the code.
        """
        return await access.claim(self._ctx, self._code, here, text, meant=meant)

    def answer_waiting(self) -> None:
        """Answer at once what a new owner has said before, now that they are welcomed; it would be done soon anyway."""
        access.answer_waiting(self._ctx)

    async def unused_code(self, platform: str) -> str | None:
        """The code as people read it, while nobody is the owner on ``platform``; else None."""
        return await access.unused_code(self._ctx, self._code, platform)

    async def at_home(self, here: Here) -> None:
        """Who sits at this machine's terminal is an owner, and that place is open."""
        await access.at_home(self._ctx, here)

    async def wait(self, here: Here, incoming: Incoming, text: str, tongue: str) -> bool:
        """Keep that somebody waits to be let in, and what they say, until an owner decides; a week at most.

        ``tongue`` is the language that they are spoken to in. False when they may talk by now: nothing is kept then.
        """
        return await access.wait(self._ctx, here, incoming, text, tongue)

    async def refuse_once(self, here: Here) -> bool:
        """Whether the person is to be told now that nobody may talk here yet: once a day."""
        return await access.refuse_once(self._ctx, here)

    async def ask_once(self, here: Here) -> bool:
        """Whether the owners are to be asked now to open this space: once, until somebody answers."""
        return await access.ask_once(self._ctx, here)

    async def spaces(self, here: Here, *, waiting: bool = False) -> list[SpaceInfo]:
        """Every space of every platform, first those where somebody waits, then the newest.

        ``waiting``: only those that nobody decided on.

        Raises NotOwner.
        """
        return await access.spaces(self._ctx, here, waiting=waiting)

    async def open_space(self, here: Here, space: int, mode: Mode | None = None) -> Opened:
        """Let everybody in a space talk, in ``mode`` (None: as it is). Who waited there is told, and answered.

        Raises NotOwner, NoSuchSpace.
        """
        return await access.open_space(self._ctx, here, space, mode)

    async def close_space(self, here: Here, space: int) -> SpaceInfo:
        """Let nobody but owners talk in a space; what people said who waited goes. Raises NotOwner, NoSuchSpace."""
        return await access.close_space(self._ctx, here, space)

    async def owners(self, platform: str) -> list[str]:
        """The owners on ``platform``, as it names people."""
        return await access.owners(self._ctx, platform)
