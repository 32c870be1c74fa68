"""How characters look on Discord: the name and the picture of the webhook that they speak through."""

import base64
import re
from collections.abc import Mapping
from contextlib import suppress
from typing import Final

import structlog

from bot.delivery.surface import Later, NotAllowed, SurfaceMessage
from bot.discord.faces.hooks import SHARED, Hook
from bot.discord.link import Link
from bot.discord.translate import PLATFORM
from bot.discord.wire import explained
from engine.app import Engine
from engine.errors import NoSuchCharacter, OmoideError

_FORBIDDEN: Final = re.compile(r"(dis)(cord)|(cl)(yde)|(```)", re.IGNORECASE)
_NOT_NAMES: Final = frozenset({"everyone", "here"})
_LONGEST_NAME: Final = 80
_BIGGEST_PICTURE: Final = 8 * 1024 * 1024
_PICTURES: Final[Mapping[bytes, str]] = {b"\x89PNG": "png", b"\xff\xd8\xff": "jpeg", b"GIF8": "gif", b"RIFF": "webp"}
_NO_FACE: Final = ""

_log = structlog.get_logger(__name__)


class Looks:
    """Gives webhooks the faces of those who speak, each picture once; a mark says what each one wears."""

    def __init__(self, link: Link, engine: Engine) -> None:
        self._link = link
        self._engine = engine

    async def exists(self, character: int) -> bool:
        """Whether a character was not deleted; one that cannot be asked for was not."""
        try:
            await self._engine.faces.face(self._engine.ctx, character)
        except NoSuchCharacter:
            return False
        except OmoideError:
            return True
        return True

    async def of(self, character: int, emotion: str = "") -> tuple[str, str | None]:
        """The hash of a character's picture, and the picture as Discord takes it; nothing where there is none.

        Of an emotion the picture is its own, where the character has one.
        """
        try:
            face = await self._engine.faces.face(self._engine.ctx, character, emotion)
        except OmoideError as error:
            _log.warning("no face", reason=str(error), action="the character speaks without a picture")
            return _NO_FACE, None
        picture = data_uri(face.picture) if face.picture is not None else None
        return (face.sha256, picture) if picture is not None else (_NO_FACE, None)

    async def wear(self, hook: Hook, part: SurfaceMessage) -> None:
        """Give the webhook the face of who speaks; where Discord does not take it, it goes on as it is."""
        face, picture = await self.of(part.number, part.emotion)
        if face == hook.face:
            return
        looks = {"avatar": picture} | ({"name": shown_name(part.speaker)} if hook.character != SHARED else {})
        link = self._link
        try:
            with explained():
                await link.adapter.edit_webhook_with_token(hook.id, hook.token, looks, session=link.session)
        except NotAllowed as error:
            _log.warning("no face", reason=str(error), action="the character speaks without a picture")
            return
        except Later:
            if hook.character == SHARED or not part.emotion:
                raise
            return  # its own face will do: the words count
        hook.face = face
        await self.keep(hook)

    async def recall(self, hook: Hook) -> None:
        """What was known of a webhook before."""
        with suppress(OmoideError):
            hook.remember(await self._engine.places.mark(PLATFORM, f"face-{hook.id}"))

    async def keep(self, hook: Hook) -> None:
        """Write it down. Where that fails a picture goes out once more after the next start, no more."""
        with suppress(OmoideError):
            await self._engine.places.set_mark(PLATFORM, f"face-{hook.id}", hook.mark)


def shown_name(name: str) -> str:
    """A name that Discord lets a webhook have: without its own names, 1 to 80 characters."""
    parted = _FORBIDDEN.sub(lambda found: "·".join(part for part in found.groups() if part and part != "```"), name)
    bare = parted.strip()[:_LONGEST_NAME].strip()
    return f"{bare}·" if bare.casefold() in _NOT_NAMES else bare or "…"


def data_uri(picture: bytes) -> str | None:
    """A picture as Discord takes it; None for what it would refuse."""
    kind = next((kind for magic, kind in _PICTURES.items() if picture.startswith(magic)), None)
    if kind is None or len(picture) > _BIGGEST_PICTURE:
        return None
    return f"data:image/{kind};base64,{base64.b64encode(picture).decode()}"
