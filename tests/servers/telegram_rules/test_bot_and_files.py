"""The bot itself, its menus, and files."""

import io
import struct
import zlib

import aiohttp
import pytest
from telegram import (
    Bot,
    BotCommand,
    BotCommandScopeAllGroupChats,
    BotCommandScopeChat,
)
from telegram.error import BadRequest, InvalidToken

from tests.servers.telegram import TelegramServer, User


async def test_bot_learns_who_it_is_and_whether_it_reads_groups(t: TelegramServer, bot: Bot) -> None:
    """A daemon that cannot read these flags cannot tell people why it is silent in a group."""
    me = await bot.get_me()
    assert (me.id, me.username, me.can_read_all_group_messages) == (t.bot.id, t.bot.username, False)
    t.profile.can_read_all_group_messages = True
    assert (await bot.get_me()).can_read_all_group_messages is True


def png(text: bytes) -> bytes:
    """A picture of one dot that carries a card's text."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", 1, 1, 8, 0, 0, 0, 0)
    parts = [(b"IHDR", head), (b"tEXt", b"chara\0" + text), (b"IDAT", zlib.compress(b"\0\0")), (b"IEND", b"")]
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunk(kind, data) for kind, data in parts)


async def fetched(bot: Bot, file_id: str) -> bytes:
    """The bytes of a file, by the client's own way."""
    return bytes(await (await bot.get_file(file_id)).download_as_bytearray())


async def test_files_are_kept_and_photos_lose_what_is_no_picture(t: TelegramServer, bot: Bot, ann: User) -> None:
    """A card sent as a photo has lost its data; sent as a file it has not; above 20 MB nothing can be fetched."""
    card = png(b"a character")
    ann.sends_photo(ann.private(), card, "look", album="a")
    ann.sends_document(ann.private(), card, "card.png", "image/png")
    ann.sends_document(ann.private(), b"x", "big.bin", size=21 * 1024 * 1024)
    messages = [update.message for update in await bot.get_updates() if update.message]
    photo, document, big = messages
    assert (photo.caption, photo.photo[-1].width, photo.media_group_id) == ("look", 1, "a")
    kept = await fetched(bot, photo.photo[-1].file_id)
    assert b"a character" not in kept
    assert kept.startswith(b"\x89PNG")
    assert document.document is not None
    assert document.document.file_name == "card.png"
    assert await fetched(bot, document.document.file_id) == card
    assert big.document is not None
    with pytest.raises(BadRequest, match="File is too big"):
        await bot.get_file(big.document.file_id)


async def test_stickers_and_voices_are_understood_by_the_client(bot: Bot, ann: User) -> None:
    """What the daemon cannot use must at least arrive as what it is."""
    ann.sends_sticker(ann.private(), "🌱")
    ann.sends_voice(ann.private(), b"OggS", 4)
    sticker, voice = [update.message for update in await bot.get_updates()]
    assert sticker is not None
    assert sticker.sticker is not None
    assert sticker.sticker.emoji == "🌱"
    assert voice is not None
    assert voice.voice is not None


async def test_bot_sends_pictures_and_files(t: TelegramServer, bot: Bot, ann: User) -> None:
    """Pictures and exports must arrive whole, and be sent again by their id."""
    sent = await bot.send_photo(ann.id, io.BytesIO(png(b"")), caption="a garden")
    assert await bot.send_photo(ann.id, sent.photo[-1].file_id)
    file = await bot.send_document(ann.id, b"all of it", filename="story.json")
    assert file.document is not None
    assert file.document.file_name == "story.json"
    assert await fetched(bot, file.document.file_id) == b"all of it"
    await bot.edit_message_caption(ann.id, sent.message_id, caption="the garden")
    with pytest.raises(BadRequest, match="There is no text in the message to edit"):
        await bot.edit_message_text("x", ann.id, sent.message_id)
    kinds = [(message.kind, message.text) for message in t.messages(ann.private(), by_bot=True)]
    assert kinds == [("photo", "the garden"), ("photo", ""), ("document", "")]


async def test_command_menus_go_by_scope_and_language(t: TelegramServer, bot: Bot, ann: User) -> None:
    """People must see the menu of their place in their language, and Telegram's limits must hold."""
    li = t.user("Li", "zh-hans")
    group = t.group("Garden", [ann, li])
    await bot.set_my_commands([BotCommand("undo", "Take it back")])
    await bot.set_my_commands([BotCommand("undo", "撤回")], language_code="zh")
    await bot.set_my_commands([("fix", "Fix")], scope=BotCommandScopeAllGroupChats())
    assert [command.description for command in await bot.get_my_commands(language_code="zh")] == ["撤回"]
    assert [one["description"] for one in t.menu(li, li.private())] == ["撤回"]
    assert [one["command"] for one in t.menu(li, group)] == ["fix"]
    await bot.set_my_commands([("own", "Own")], scope=BotCommandScopeChat(group.id))
    assert [one["command"] for one in t.menu(ann, group)] == ["own"]
    await bot.delete_my_commands(scope=BotCommandScopeChat(group.id))
    assert [one["command"] for one in t.menu(ann, group)] == ["fix"]
    for commands in ([("Undo", "x")], [("undo", "x" * 257)], [(f"c{number}", "x") for number in range(101)]):
        with pytest.raises(BadRequest, match=r"(?i)bot_command"):
            await bot.set_my_commands(commands)
    await bot.set_my_description("Speaks.", language_code="en")
    assert (await bot.get_my_description("en")).description == "Speaks."


async def test_wrong_tokens_and_unknown_methods_are_told_apart(t: TelegramServer, bot: Bot) -> None:
    """A wrong token must be explained as one."""
    stranger = Bot("7000000001:AAwrongwrongwrongwrong", base_url=t.api_url)
    with pytest.raises(InvalidToken):
        await stranger.initialize()
    await stranger.shutdown()
    async with aiohttp.ClientSession() as http:
        async with http.get(f"{t.api_url}7000000001:AAwrongwrongwrong/getMe") as answer:
            assert (answer.status, (await answer.json())["description"]) == (401, "Unauthorized")
        async with http.get(f"{t.api_url}{t.token}/flyToTheMoon") as answer:
            assert await answer.json() == {"ok": False, "error_code": 404, "description": "Not Found"}
        async with http.post(f"{t.api_url}{t.token}/GETME", json={}) as answer:
            assert (await answer.json())["result"]["id"] == t.bot.id
