"""Pictures and text files in messages: who sees them, who is told of them, and what is remembered."""

import io
import itertools
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from PIL.PngImagePlugin import PngInfo

from engine.actions.house import settings
from engine.actions.people import forgetting
from engine.config.endpoints import RoleConfig
from engine.values.chats.incoming import Attached, Incoming
from engine.values.chats.outgoing import Noticed
from engine.values.house.setting_scopes import SettingScope
from tests import calendar
from tests.servers.model import ModelServer, fail, say
from tests.turns.room import Room, config_for, enter, new_origin, opened

_BICYCLE = "A red bicycle leans on a harbour wall."
_numbers = itertools.count(1)


def picture(side: int = 1600, colour: str = "red") -> bytes:
    """A PNG of one colour, and a file of its own: what is on one is known by its hash, also to the tests behind."""
    out, own = io.BytesIO(), PngInfo()
    own.add_text("number", str(next(_numbers)))
    Image.new("RGB", (side, side // 2), colour).save(out, "PNG", pnginfo=own)
    return out.getvalue()


@asynccontextmanager
async def talking(
    database_url: str, folder: Path, chat: dict[str, Any], utility: dict[str, Any] | None = None
) -> AsyncIterator[tuple[Room, ModelServer]]:
    """A room whose chat model is configured so, and a second server for the model behind the turns, if there is one."""
    async with AsyncExitStack() as stack:
        model = await stack.enter_async_context(ModelServer(lambda _: say("I see.")))
        second = await stack.enter_async_context(ModelServer(lambda _: say(_BICYCLE)))
        config = config_for(database_url, folder, model)
        gemini = chat.get("format") == "gemini"
        chat = {"url": model.gemini_url if gemini else model.url, "model": "m", **chat}
        parts: dict[str, Any] = {"chat": RoleConfig.model_validate(chat)}
        if utility is not None:
            parts["utility"] = RoleConfig.model_validate({"url": second.url, "model": "eyes", **utility})
        origin = new_origin()
        engine = await stack.enter_async_context(opened(config.model_copy(update=parts), origin.platform))
        yield await enter(engine, model, origin), second


async def send(room: Room, text: str, *files: Attached) -> None:
    """Somebody sends files with a text, and has an answer."""
    room.position += 1
    now = calendar.now()
    await room.engine.turns.accept(Incoming(room.origin, f"f{room.position}", text, now, room.position, files=files))
    await room.idle()


def attached(data: bytes, name: str = "bike.png") -> Attached:
    return Attached(name, "image/png", data)


@pytest.mark.parametrize("form", ["openai", "gemini"])
async def test_a_model_that_sees_is_shown_the_picture(form: str, database_url: str, tmp_path: Path) -> None:
    """People send a photo, and a model that could see it gets its name alone."""
    async with talking(database_url, tmp_path, {"format": form, "sees": True}) as (room, _):
        await send(room, "Look at this!", attached(picture()))
        asked = room.model.generations[-1]
        [shown] = asked.pictures
        with Image.open(io.BytesIO(shown)) as image:
            assert (image.format, image.size) == ("JPEG", (1024, 512))
        assert "Look at this!\n[picture: bike.png]" in asked.prompt
        await room.say("Well?")
        assert room.model.generations[-1].pictures == [shown], "it is gone from the talk"
        assert room.shown.of(Noticed) == [], "people hear that it was not seen"


async def test_only_the_newest_pictures_are_shown(database_url: str, tmp_path: Path) -> None:
    """A chat full of photos costs more with every message."""
    async with talking(database_url, tmp_path, {"sees": True}) as (room, _):
        await settings.put(room.engine.ctx, room.here, SettingScope.CHANNEL, "pictures", "1")
        await send(room, "One", attached(picture(64)))
        await send(room, "Two", attached(picture(64, "blue"), "sea.png"))
        [shown] = room.model.generations[-1].pictures
        with Image.open(io.BytesIO(shown)) as image:
            red, _, blue = image.getpixel((5, 5))  # type: ignore[misc]
        assert blue > red
        assert "[picture: bike.png]" in room.model.generations[-1].prompt


async def test_a_model_that_refuses_pictures_answers_all_the_same(database_url: str, tmp_path: Path) -> None:
    """A wrong guess about a model's eyes costs people their reply."""
    async with talking(database_url, tmp_path, {"sees": None, "model": "some-vision-model"}) as (room, _):
        room.model.script(fail(400), say("What is on it?"))
        await send(room, "Look!", attached(picture(64)))
        assert [len(it.pictures) for it in room.model.generations] == [1, 0]
        assert room.ended[-1].text == "What is on it?"
        await send(room, "And this?", attached(picture(64, "blue")))
        assert room.model.generations[-1].pictures == []
        assert [it.notice.message for it in room.shown.of(Noticed)] == ["picture-unseen"]


async def test_another_model_says_what_is_on_it(database_url: str, tmp_path: Path) -> None:
    """A model without eyes hears nothing of a photo, and nobody finds it again by what was on it."""
    async with talking(database_url, tmp_path, {"sees": False}, {"sees": True}) as (room, second):
        await send(room, "", attached(picture(64)))
        assert f"[picture: {_BICYCLE}]" in room.model.generations[-1].prompt
        assert room.model.generations[-1].pictures == []
        await room.say("Nice, is it not?")
        looks = [it for it in second.requests if it.path.endswith("/chat/completions") and it.pictures]
        assert len(looks) == 1, "it is looked at once"
        assert room.shown.of(Noticed) == [], "people hear that it was not seen"
        await room.drain()
        remembered = await room.sql("SELECT text FROM derived WHERE space_id = $1", room.here.space)
        assert any(_BICYCLE in row["text"] for row in remembered)


async def test_a_picture_is_told_in_memory_by_a_model_that_sees(database_url: str, tmp_path: Path) -> None:
    """What was on a photo is forgotten as soon as it has left the talk."""
    async with talking(database_url, tmp_path, {"sees": True}, {"sees": True}) as (room, _):
        await send(room, "My new one", attached(picture(64)))
        await room.drain()
        query = "SELECT text FROM derived WHERE space_id = $1 AND text LIKE '%bicycle%'"
        [told] = await room.sql(query, room.here.space)
        assert told["text"] == f"My new one\n[{_BICYCLE}]"


async def test_nobody_sees_and_people_are_told_once(database_url: str, tmp_path: Path) -> None:
    """People wonder why the character ignores their photos, or hear at each one that it does."""
    async with talking(database_url, tmp_path, {"sees": False}) as (room, _):
        await send(room, "Look!", attached(picture(64)))
        await send(room, "And this!", attached(picture(64, "blue")))
        await room.say("Hm.")
        assert [it.notice.message for it in room.shown.of(Noticed)] == ["picture-unseen"]


async def test_a_text_file_is_read(database_url: str, tmp_path: Path) -> None:
    """A long paste, which apps turn into a file, reaches the character as a name."""
    async with talking(database_url, tmp_path, {}) as (room, _):
        poem = Attached("poem.txt", "text/plain", "床前明月光".encode("gb18030"))
        await send(room, "What is this?", poem)
        assert "What is this?\n[poem.txt]\n床前明月光" in room.model.generations[-1].prompt


async def test_what_is_on_a_picture_goes_with_its_sender(database_url: str, tmp_path: Path) -> None:
    """Somebody asks to be forgotten, and what was on their photo is still known."""
    async with talking(database_url, tmp_path, {"sees": False}, {"sees": True}) as (room, _):
        photo = picture(66, "teal")
        told = "SELECT text FROM picture_text WHERE sha256 = $1"
        await send(room, "", attached(photo))
        assert await room.sql(told, sha256(photo).hexdigest())
        await forgetting.forget_me(room.engine.ctx, room.engine.runner, room.here)
        await room.drain()
        assert not await room.sql(told, sha256(photo).hexdigest())
