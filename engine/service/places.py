"""Where a request comes from, in our numbers, and what platforms' clients have to know after a restart."""

from engine.actions.house import access, settings
from engine.context import EngineContext
from engine.db.characters import post_threads
from engine.db.chats import places
from engine.turns.intake.accept import resolve
from engine.values.chats.incoming import Here, Origin
from engine.values.chats.places import Address, Admission, KnownChannel, PostThread
from engine.values.house.setting_choices import Language, Mode
from engine.values.house.settings import Settings


class PlacesService:
    """Spaces, channels and people."""

    def __init__(self, ctx: EngineContext) -> None:
        self._ctx = ctx

    async def resolve(self, origin: Origin) -> Here:
        """The channel and the person behind a platform's names; made when they are new."""
        return await resolve(self._ctx, origin)

    def seen(self, origin: Origin) -> Here | None:
        """The same of who was here lately and was not forgotten since; nothing is made."""
        return self._ctx.places.seen(origin)

    async def title(self, here: Here) -> str:
        """What people call the channel, or the space that it is in; "" where neither has a name."""
        return await places.title(self._ctx.db, here)

    async def settings(self, here: Here) -> Settings:
        """The settings that hold for this person in this channel."""
        return await settings.current(self._ctx, here)

    async def admission(self, here: Here) -> Admission:
        """Whether the person is an owner and the space open."""
        return await access.admission(self._ctx, here)

    async def language_of_owners(self, platform: str) -> Language:
        """The language of whoever has looked after the house longest on ``platform``."""
        return await settings.language_of_owners(self._ctx, platform)

    async def is_circle(self, at: Address) -> bool:
        """Whether a channel is a circle; one that nothing has come from is none."""
        here = await places.called(self._ctx.db, at)
        return here is not None and (await settings.current(self._ctx, here)).mode is Mode.CIRCLE

    async def known(self, platform: str) -> list[KnownChannel]:
        """Every channel of ``platform`` that anything has come from."""
        return await places.known(self._ctx.db, platform)

    async def moved(self, platform: str, old_space: str, new_space: str) -> None:
        """The platform calls a space, and so its channels, by another name from now on."""
        await self._ctx.places.moved(self._ctx.db, platform, old_space, new_space)
        self._ctx.shows.addresses.moved(platform, old_space, new_space)

    async def mark(self, platform: str, name: str) -> str | None:
        """What a client of ``platform`` wrote down under ``name``; None when it never did."""
        return await places.mark(self._ctx.db, platform, name)

    async def set_mark(self, platform: str, name: str, value: str) -> None:
        """Write something down for the next start of a client."""
        await places.set_mark(self._ctx.db, platform, name, value)

    async def note_thread(self, at: Address, thread: PostThread) -> None:
        """The platform has made a copy of a post in a circle's own channel: what answers it is a comment."""
        if (here := await places.called(self._ctx.db, at)) is not None:
            await post_threads.note(self._ctx.db, here.key, thread)

    async def thread_root(self, at: Address, post: str) -> str:
        """The copy of a post in a circle's own channel; "" where none has come."""
        here = await places.called(self._ctx.db, at)
        return "" if here is None else await post_threads.root_of(self._ctx.db, here.key, post)

    async def post_of(self, at: Address, root: str) -> str:
        """Which post a message is the copy of; "" where it is none."""
        here = await places.called(self._ctx.db, at)
        return "" if here is None else await post_threads.post_of(self._ctx.db, here.key, root)

    async def lost_post(self, at: Address, said: str) -> str:
        """A post that came as a copy, and that nobody knows to have sent, by the hash of its text; "" for none."""
        here = await places.called(self._ctx.db, at)
        return "" if here is None else await post_threads.that_said(self._ctx.db, here.key, said)

    async def forget_thread(self, at: Address, post: str) -> None:
        """A post is gone, and its copy with it."""
        if (here := await places.called(self._ctx.db, at)) is not None:
            await post_threads.forget(self._ctx.db, here.key, post)
