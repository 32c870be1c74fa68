"""Where stories are set and what is to happen in them."""

from engine.actions.story import background_drafts, backgrounds
from engine.context import EngineContext
from engine.turns.runner import Runner
from engine.values.chats.incoming import Here
from engine.values.story.backgrounds import BackgroundDraft, BackgroundInfo, Switched
from engine.values.story.director import Background


class BackgroundsService:
    """List, show, write by hand or with the model's help, use in a story, delete. Files come in by ``FilesService``."""

    def __init__(self, ctx: EngineContext, runner: Runner) -> None:
        self._ctx = ctx
        self._runner = runner

    async def list(self, here: Here) -> list[BackgroundInfo]:
        """The backgrounds that may be used here, and which one the story here is set in."""
        return await backgrounds.listed(self._ctx, here)

    async def show(self, here: Here, number: int) -> Background:
        """A background's newest version. Raises NoSuchBackground."""
        return await backgrounds.show(self._ctx, here, number)

    async def used(self, here: Here) -> Background:
        """What the story here is set in. Raises SessionMissing, NoBackground."""
        return await backgrounds.used(self._ctx, here)

    async def create(self, here: Here, background: Background) -> int:
        """A new background; its number. Raises BackgroundEmpty, FieldTooLong, OutlineTooLong, PointTooLong."""
        return await backgrounds.create(self._ctx, here, background)

    async def change(self, here: Here, number: int, part: str, text: str) -> Background:
        """Write a part anew: ``name``, ``setting``, ``outline``, ``ending`` or a point by its number. A new version.

        An empty text takes a point away; the number behind the last one adds one. The story here uses the new version
        if it is set in this background. Raises NoSuchBackground, NoSuchPoint, BackgroundEmpty, FieldTooLong,
        OutlineTooLong, PointTooLong.
        """
        return await backgrounds.change(self._ctx, self._runner, here, number, part, text)

    async def use(self, here: Here, number: int) -> Switched:
        """Set the story here in a background, from the next reply on. How far it has come stays.

        Raises NoSuchBackground, SessionMissing.
        """
        return await backgrounds.use(self._ctx, self._runner, here, number)

    async def stop(self, here: Here) -> None:
        """Set the story here nowhere, from the next reply on. Raises SessionMissing, NoBackground."""
        await backgrounds.stop(self._ctx, self._runner, here)

    async def delete(self, here: Here, number: int) -> None:
        """Forget a background; stories that are set in it go on. Raises NoSuchBackground."""
        await backgrounds.delete(self._ctx, here, number)

    async def draft(self, here: Here, idea: str, points: int = background_drafts.USUAL_POINTS) -> BackgroundDraft:
        """A background as the model writes it; it waits an hour for a yes or a no.

        Those are ``bring`` and ``drop`` of ``FilesService``.
        Raises BackgroundEmpty without an idea, TextTooLong, NoModelConfigured and other ModelErrors.
        """
        return await background_drafts.draft(self._ctx, here, idea, points)

    async def again(self, here: Here, token: str, wish: str = "") -> BackgroundDraft:
        """Another draft in its place; with a ``wish`` the same one with that changed.

        Raises NoDraft, TextTooLong, ModelErrors; the older one still waits then.
        """
        return await background_drafts.again(self._ctx, here, token, wish)

    async def newest_draft(self, here: Here) -> str:
        """The token of the draft that the person asked for last in this channel. Raises NoDraft where none waits."""
        return await background_drafts.newest(self._ctx, here)

    async def draft_waits(self, here: Here, token: str) -> None:
        """Raises NoDraft unless a draft waits under ``token``."""
        await background_drafts.waits(self._ctx, here, token)

    async def reword(self, here: Here, token: str, part: str, text: str) -> BackgroundDraft:
        """The draft with a part written anew by hand, as in ``change``. Raises NoDraft, and what that raises."""
        return await background_drafts.reword(self._ctx, here, token, part, text)
