"""What people write on Telegram, as the house hears it."""

from typing import Any

import pytest

from bot.commands.abilities import Standing
from engine.errors import CardSentAsPhoto, FileNotSent
from engine.values.incoming import IncomingKind
from tests.platforms.telegram.room import FakeEngine, room
from tests.servers.telegram import Message, TelegramServer, telegram_server

PNG = b"\x89PNG\r\n\x1a\n" + b"\x00\x00\x00\rIHDR" + b"\x00\x00\x00\x08" * 2 + b"\x08\x06\x00\x00\x00" + b"\x00" * 4


def raw(t: TelegramServer, chat: Any, sender: dict[str, Any], **fields: Any) -> None:
    """A message of somebody that the test server does not play."""
    body = {"message_id": t.number("message"), "date": int(t.now()), "chat": {"id": chat.id, "type": chat.kind}}
    t.updates.add("message", body | {"from": sender, "text": "hello"} | fields)


async def test_in_private_everything_is_for_the_character() -> None:
    """People would have to call the character by name in their own chat."""
    async with telegram_server() as t, room(t) as r:
        ann = t.user("Ann", "zh-hans")
        said = ann.says(ann.private(), "hello")
        (heard,) = await r.handler.until(1)
        assert (heard.addressed, heard.origin.private, heard.text) == (True, True, "hello")
        assert (heard.external, heard.position) == (str(said.id), said.id)
        assert (heard.origin.space, heard.origin.person, heard.origin.person_name) == (str(ann.id), str(ann.id), "Ann")
        assert r.handler.senders[0].language == "zh"
        assert Standing.DM in r.handler.senders[0].standings


async def test_in_a_group_the_character_is_called() -> None:
    """A character would answer every word of a group, or none."""
    async with telegram_server(privacy=False) as t, room(t) as r:
        ann = t.user("Ann")
        group = t.group("Club", [ann])
        ann.says(group, "among us")
        ann.says(group, "how are you?", mention=True)
        ann.says(group, f"what does @{t.bot.username.upper()}, say 🙂?")
        ann.says(group, "you?", entities=[{"type": "text_mention", "offset": 0, "length": 3, "user": me(t)}])
        bots = t.put(message_of(t, group))
        ann.says(group, "and why?", reply_to=bots)
        ann.uses(group, "/new")
        heard = await r.handler.until(6)
        assert [(it.text, it.addressed) for it in heard] == [
            ("among us", False),
            ("how are you?", True),
            ("what does , say 🙂?", True),
            ("you?", True),
            ("and why?", True),
            ("/new", True),
        ]
        assert heard[4].replied == str(bots.id)
        assert not heard[0].origin.private
        assert heard[0].origin.space_title == "Club"


async def test_commands_of_other_bots_are_theirs() -> None:
    """Two bots in a group would answer the same command."""
    async with telegram_server(privacy=False) as t, room(t) as r:
        ann = t.user("Ann")
        group = t.group("Club", [ann])
        for text in ("/new@some_other_bot", "/weather", "/new@OMOIDE_test_bot", "/undo"):
            ann.uses(group, text)
        ann.uses(ann.private(), "/存档 灯塔")
        await r.handler.until(3)
        assert set(r.handler.texts) == {"/new@OMOIDE_test_bot", "/undo", "/存档 灯塔"}


async def test_a_topic_is_a_channel_of_its_own() -> None:
    """Two topics of a forum would share one story."""
    async with telegram_server(privacy=False) as t, room(t) as r:
        ann = t.user("Ann")
        forum = t.group("Club", [ann], forum=True)
        topic = t.topic(forum, "Harbour", ann)
        ann.says(forum, "in general")
        ann.says(forum, "in the harbour", topic=topic)
        general, harbour = await r.handler.until(2)
        assert general.origin.channel == str(forum.id)
        assert harbour.origin.channel == f"{forum.id}.{topic.id}"
        assert harbour.origin.channel_title == "Harbour"
        assert (harbour.replied, harbour.addressed) == ("", False)


async def test_a_thread_of_replies_is_no_channel() -> None:
    """Every reply in a plain supergroup would begin a new story."""
    async with telegram_server(privacy=False) as t, room(t) as r:
        ann = t.user("Ann")
        group = t.group("Club", [ann])
        first = ann.says(group, "one")
        ann.says(group, "two", reply_to=first)
        one, two = await r.handler.until(2)
        assert one.origin.channel == two.origin.channel == str(group.id)


@pytest.mark.parametrize(("gesture", "command"), [("🗑", "/undo"), ("🗑️", "/undo"), ("/undo", "/undo"), ("🔄", "/again")])
async def test_a_sign_in_reply_to_the_bot_is_a_command(gesture: str, command: str) -> None:
    """Bots are not told of deletions: people could take nothing back by a gesture."""
    async with telegram_server() as t, room(t) as r:
        ann = t.user("Ann")
        ann.says(ann.private(), "hi")
        bots = t.put(message_of(t, ann.private()))
        ann.says(ann.private(), gesture, reply_to=bots)
        ann.says(ann.private(), gesture)
        heard = await r.handler.until(3)
        assert (heard[1].text, heard[1].replied) == (command, str(bots.id))
        assert heard[2].text == gesture


async def test_an_edit_names_what_it_changes() -> None:
    """A corrected message would be answered as a second one."""
    async with telegram_server() as t, room(t) as r:
        ann = t.user("Ann")
        said = ann.says(ann.private(), "helo")
        ann.edits(said, "hello")
        shown = ann.sends_document(ann.private(), b"1", "a.txt", caption="see")
        ann.edits(shown, "")
        ann.edits(shown, "look")
        edit, _, words = (await r.handler.until(4))[1:]
        assert (words.kind, words.text, words.files) == (IncomingKind.EDIT, "look", ())
        assert (edit.kind, edit.target, edit.text) == (IncomingKind.EDIT, str(said.id), "hello")
        assert edit.external.startswith(f"{said.id}@")


async def test_who_is_no_person_is_not_answered() -> None:
    """Two bots would talk with each other for ever."""
    async with telegram_server(privacy=False) as t, room(t) as r:
        ann = t.user("Ann")
        group = t.group("Club", [ann])
        other = {"id": 9, "is_bot": True, "first_name": "B"}
        telegram = {"id": 777000, "is_bot": False, "first_name": "Telegram"}
        raw(t, group, other)
        raw(t, group, {"id": ann.id, "is_bot": False, "first_name": "Ann"}, via_bot=other)
        channel = {"id": -1005, "type": "channel", "title": "News"}
        raw(t, group, telegram, sender_chat=channel, is_automatic_forward=True)
        raw(t, group, {**other, "id": 136817688}, sender_chat=channel)
        raw(t, group, {**other, "id": 1087968824}, sender_chat={"id": group.id, "type": group.kind, "title": "Club"})
        ann.joins(group)
        ann.says(group, "end")
        heard = await r.handler.until(3)
        assert [it.origin.person for it in heard] == ["-1005", str(group.id), str(ann.id)]
        assert heard[0].origin.person_name == "News"


async def test_anonymous_administrators_may_what_administrators_may() -> None:
    """Who hides their name in a group they own could not change its settings."""
    async with telegram_server(privacy=False) as t, room(t) as r:
        ann, ben = t.user("Ann"), t.user("Ben")
        group = t.group("Club", [ann, ben])
        anonymous = {"id": 1087968824, "is_bot": True, "first_name": "Group"}
        raw(t, group, anonymous, sender_chat={"id": group.id, "type": group.kind, "title": "Club"}, text="/new")
        raw(t, group, anonymous, sender_chat={"id": -1005, "type": "channel", "title": "News"}, text="/new")
        for number, person in enumerate((ann, ben, ann)):
            person.uses(group, "/new")
            await r.handler.until(number + 3)
        given = [Standing.ADMIN in it.standings for it in r.handler.senders]
        assert given == [True, False, True, False, True]
        assert len(t.calls("getChatMember")) == 2
        assert all({Standing.MEMBER, Standing.PLAYER} <= it.standings for it in r.handler.senders)


async def test_files_come_with_their_message() -> None:
    """A picture that somebody shows the character would be lost, or its message with it."""
    async with telegram_server() as t, room(t) as r:
        ann = t.user("Ann")
        ann.sends_photo(ann.private(), PNG, "look")
        ann.sends_document(ann.private(), b"12345", "notes.txt", "text/plain")
        ann.sends_voice(ann.private(), b"OggS!")
        ann.sends_sticker(ann.private(), "🐈")
        ann.sends_document(ann.private(), b"1", "film.mkv", caption="see", size=11 * 1024 * 1024)
        ann.sends_document(ann.private(), b"1" * (10 * 1024 * 1024 + 1), "liar.bin", size=5)
        heard = await r.handler.until(6)
        files = [[(it.media_type, len(it.data)) for it in one.files] for one in heard]
        assert files[1:4] == [[("text/plain", 5)], [("audio/ogg", 5)], []]
        assert files[0][0][0] == "image/jpeg"
        assert [it.text for it in heard] == ["look", "", "", "🐈", "see\n📎 film.mkv", "📎 liar.bin"]
        assert heard[1].files[0].filename == "notes.txt"


async def test_a_file_that_cannot_be_fetched_costs_only_itself() -> None:
    """What somebody wrote would wait for ever behind a picture that Telegram lost."""
    async with telegram_server() as t, room(t) as r:
        ann = t.user("Ann")
        t.faults.fail("getFile", 400)
        ann.sends_document(ann.private(), b"12345", "notes.txt", caption="read this")
        (heard,) = await r.handler.until(1)
        assert (heard.text, heard.files) == ("read this\n📎 notes.txt", ())


async def test_a_card_comes_along_with_import() -> None:
    """Nobody could bring a character from a phone."""
    async with telegram_server() as t, room(t) as r:
        ann = t.user("Ann")
        ann.sends_document(ann.private(), b"{}", "aki.json", caption="/import")
        sent = ann.sends_document(ann.private(), b"[]", "ben.json")
        ann.says(ann.private(), "/import", reply_to=sent)
        photo = ann.sends_photo(ann.private(), PNG, "/import")
        ann.says(ann.private(), "/import")
        await r.handler.until(5)
        caption, _, reply, shown, nothing = [it.files for it in r.handler.senders]
        assert (await caption.read("")).filename == "aki.json"
        assert (await reply.read("")).data == b"[]"
        assert r.handler.heard[0].files == ()
        assert photo.id
        with pytest.raises(CardSentAsPhoto):
            await shown.read("")
        with pytest.raises(FileNotSent):
            await nothing.read("")


async def test_a_group_that_moves_keeps_its_story() -> None:
    """A group that grows into a supergroup would lose everything it has played."""
    async with telegram_server() as t:
        engine = FakeEngine()
        async with room(t, engine) as r:
            ann = t.user("Ann")
            group = t.group("Club", [ann], supergroup=False)
            new = t.migrates(group)
            ann.says(new, "still here", mention=True)
            await r.handler.until(1)
            moves = [it for it in engine.told if it[0] == "moved"]
            assert set(moves) == {("moved", "telegram", str(group.id), str(new.id))}


async def test_coming_and_going_is_noticed() -> None:
    """Owners would not learn of a new group, and a lost one would be written to for ever."""
    async with telegram_server() as t:
        engine = FakeEngine()
        async with room(t, engine) as r:
            ann = t.user("Ann")
            ann.says(ann.private(), "hi")
            group = t.group("Club", [ann], with_bot=False)
            ann.adds_bot(group)
            came = (await r.handler.until(2))[1]
            assert (came.origin.space, came.text, came.origin.private) == (str(group.id), "", False)
            ann.kicks_bot(group)
            ann.blocks_bot()
            left = [("leave", str(group.id)), ("leave", str(ann.id))]
            await engine.until(lambda: [it for it in engine.told if it[0] == "leave"] == left)


def me(t: TelegramServer) -> dict[str, Any]:
    """The bot as a person's client names it."""
    return {"id": t.bot.id, "is_bot": True, "first_name": t.bot.name, "username": t.bot.username}


def message_of(t: TelegramServer, chat: Any) -> Any:
    """A message of the bot that stands in ``chat`` already."""
    return Message(chat, t.bot, "something said")
