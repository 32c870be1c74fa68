"""Files that come in and go out: cards, world books, presets, backgrounds, chats, memories, scripts, backups."""

from engine.actions.transfers import exports, looking, script_answers, uploads
from engine.actions.transfers.bringing import bring
from engine.actions.transfers.stories_out import StoryOut, story
from engine.context import EngineContext
from engine.turns.runner import Runner
from engine.values.characters.scripts import AskedScript
from engine.values.chats.incoming import Here
from engine.values.transfers.transfers import Brought, Document, Looked, Offer


class FilesService:
    """Look into a file, import it, export."""

    def __init__(self, ctx: EngineContext, runner: Runner) -> None:
        self._ctx = ctx
        self._runner = runner

    async def look(self, here: Here, data: bytes, filename: str = "") -> Looked:
        """Say what is in a file; it waits an hour for a yes. Raises InputError; nothing is kept then."""
        return await looking.look(self._ctx, here, data, filename)

    async def bring(self, here: Here, name: str, token: str, offer: Offer = Offer.BRING) -> Brought:
        """Import a file that was looked at, for the person called ``name``: all of it or nothing.

        Of its regex scripts those run that were allowed; none where the offer is to import it calm.
        A chat is played here afterwards. Raises NoSuchUpload, and the InputError leaves of formats.
        """
        return await bring(self._ctx, self._runner, here, name, token, offer)

    async def scripts(self, here: Here, token: str) -> tuple[AskedScript, ...]:
        """The regex scripts of a file that waits, which run only after a yes to each. Raises NoSuchUpload."""
        return await script_answers.asked(self._ctx, here, token)

    async def allow(self, here: Here, token: str, number: int | None, *, allow: bool) -> tuple[AskedScript, ...]:
        """Say whether one of them may run, or (None) all that nobody has spoken about: how they stand then.

        Raises NoSuchUpload, NoSuchScript.
        """
        return await script_answers.answer(self._ctx, here, token, number, allow=allow)

    async def drop(self, here: Here, token: str) -> None:
        """Forget a file that was looked at."""
        await uploads.drop(self._ctx, here, token)

    async def character(self, here: Here, number: int, form: str = "png") -> Document:
        """A character's card as it is now: ``png``, ``json`` or ``charx``. Raises NoSuchCharacter."""
        return await exports.character(self._ctx, here, number, form)

    async def world(self, here: Here, number: int) -> Document:
        """A world book. Raises NoSuchWorld."""
        return await exports.world(self._ctx, here, number)

    async def preset(self, here: Here, number: int) -> Document:
        """A preset. Raises NoSuchPreset."""
        return await exports.preset(self._ctx, here, number)

    async def background(self, here: Here, number: int) -> Document:
        """A background. Raises NoSuchBackground."""
        return await exports.background(self._ctx, here, number)

    async def chat(self, here: Here, branch: int | None = None) -> Document:
        """The chat that is played here, or another branch, line by line, with its swipes.

        Raises SessionMissing, NoSuchBranch.
        """
        return await exports.chat(self._ctx, here, branch)

    async def text(self, here: Here, branch: int | None = None) -> Document:
        """The same as a text to be read. Raises SessionMissing, NoSuchBranch."""
        return await exports.text(self._ctx, here, branch)

    async def story(self, here: Here, product: str) -> StoryOut:
        """All of the story that is played here, for another Omoide. ``product``: our version. Raises SessionMissing."""
        return await story(self._ctx, here, product)

    async def memories(self, here: Here) -> Document:
        """What is remembered of the chat that is played here. Raises NothingRemembered, SessionMissing, NobodyPlays."""
        return await exports.memories(self._ctx, here)
