"""What people write on Telegram, as the house hears it."""

import json
from typing import Any

import pytest

from bot.commands.framework.abilities import AccessRole
from engine.errors import CardSentAsPhoto, FileNotSent
from engine.values.chats.incoming import IncomingKind
from tests.platforms.room import SPEECH, House
from tests.platforms.telegram.room import origin, room
from tests.servers.model import say
from tests.servers.model_scripts import Gate, Script
from tests.servers.telegram import Message, TelegramServer, telegram_server
from tests.turns.room import CARD

PNG = b"\x89PNG\r\n\x1a\n" + b"\x00\x00\x00\rIHDR" + b"\x00\x00\x00\x08" * 2 + b"\x08\x06\x00\x00\x00" + b"\x00" * 4
OTHER_CARD = {**CARD, "data": {**CARD["data"], "name": "Ben"}}


def raw(t: TelegramServer, chat: Any, sender: dict[str, Any], **fields: Any) -> None:
    """A message of somebody that the test server does not play."""
    body = {"message_id": next(chat.numbers), "date": int(t.now()), "chat": {"id": chat.id, "type": chat.kind}}
    t.updates.add("message", body | {"from": sender, "text": "hello"} | fields)


async def test_in_private_everything_is_for_the_character(house: House) -> None:
    """People would have to call the character by name in their own chat."""
    async with telegram_server(privacy=False) as t:
        ann = t.user("Ann", "zh-hans")
        async with room(t, house, ann, ann.private()) as r:
            said = ann.says(ann.private(), "hello")
            await r.reads(ann.private(), "Well.")
            [heard] = r.handler.heard
        assert "hello" in house.model.generations[0].prompt
        assert (heard.addressed, heard.origin.private, heard.text) == (True, True, "hello")
        assert (heard.external, heard.position) == (str(said.id), said.id)
        assert (heard.origin.space, heard.origin.person, heard.origin.person_name) == (str(ann.id), str(ann.id), "Ann")
        assert r.handler.senders[0].language == "zh"
        assert AccessRole.DM in r.handler.senders[0].access_roles


async def test_in_a_group_the_character_is_called(house: House) -> None:
    """A character would answer every word of a group, or none."""
    async with telegram_server(privacy=False) as t:
        ann = t.user("Ann")
        group = t.group("Club", [ann])
        async with room(t, house, ann, group) as r:
            for answered, said in enumerate(
                (
                    "how are you?",
                    f"what does @{t.bot.username.upper()}, say 🙂?",
                    {"text": "you?", "entities": [{"type": "text_mention", "offset": 0, "length": 3, "user": me(t)}]},
                    {"text": "and why?", "reply_to": (bots := t.put(message_of(t, group)))},
                )
            ):
                ann.says(group, f"among us {answered}")
                words = {"text": said, "mention": not answered} if isinstance(said, str) else said
                ann.says(group, **words)
                await r.reads(group, "something said", *["Well."] * (answered + 1))
            ann.uses(group, "/new")
            heard = [it for it in await r.handler.until(9) if not it.text.startswith("among us")]
        assert len(house.model.generations) == 4
        assert not [it for it in house.model.generations if "among us" in it.prompt]
        assert [(it.text, it.addressed) for it in heard] == [
            ("how are you?", True),
            ("what does , say 🙂?", True),
            ("you?", True),
            ("and why?", True),
            ("/new", True),
        ]
        assert heard[3].replied == str(bots.id)
        assert not heard[0].origin.private
        assert heard[0].origin.space_title == "Club"


async def test_commands_of_other_bots_are_theirs(house: House) -> None:
    """Two bots in a group would answer the same command."""
    async with telegram_server(privacy=False) as t:
        ann = t.user("Ann")
        group = t.group("Club", [ann])
        async with room(t, house, ann, group, ann.private()) as r:
            for text in ("/new@some_other_bot", "/weather", "/status@OMOIDE_test_bot", "/chats"):
                ann.uses(group, text)
            ann.uses(ann.private(), "/存档 灯塔")
            await t.history.holds(lambda: len(r.shown(group)) == 2 and r.shown(ann.private()))
            assert set(r.handler.texts) == {"/status@OMOIDE_test_bot", "/chats", "/存档 灯塔"}


async def test_a_thread_of_replies_is_no_channel(house: House) -> None:
    """Every reply in a plain supergroup would begin a new story."""
    async with telegram_server(privacy=False) as t:
        ann = t.user("Ann")
        group = t.group("Club", [ann])
        async with room(t, house, ann, group) as r:
            first = ann.says(group, "number one", mention=True)
            await r.reads(group, "Well.")
            ann.says(group, "number two", reply_to=first, mention=True)
            await r.reads(group, "Well.", "Well.")
        assert "number one" in house.model.generations[-1].prompt


@pytest.mark.share(2)
@pytest.mark.parametrize(("gesture", "command"), [("🗑", "/undo"), ("🗑️", "/undo"), ("/undo", "/undo"), ("🔄", "/again")])
async def test_a_sign_in_reply_to_the_bot_is_a_command(house: House, gesture: str, command: str) -> None:
    """Bots are not told of deletions: people could take nothing back by a gesture."""
    async with telegram_server(privacy=False) as t:
        ann = t.user("Ann")
        async with room(t, house, ann, ann.private()) as r:
            ann.says(ann.private(), "hi")
            bots = await r.sees(ann.private(), "Well.")
            house.model.script(say("Once more."))
            ann.says(ann.private(), gesture, reply_to=bots)
            await r.handler.until(2)
            await t.history.holds(lambda: bots.deleted or bots.text == "Once more.")
            ann.says(ann.private(), gesture)
            heard = await r.handler.until(3)
            assert bots.deleted == (command == "/undo")
            assert (heard[1].text, heard[1].replied) == (command, str(bots.id))
            assert heard[2].text == gesture


async def test_an_edit_names_what_it_changes(house: House) -> None:
    """A corrected message would be answered as a second one."""
    async with telegram_server(privacy=False) as t:
        ann = t.user("Ann")
        async with room(t, house, ann, ann.private()) as r:
            said = ann.says(ann.private(), "helo")
            await r.reads(ann.private(), "Well.")
            ann.edits(said, "hallo")
            ann.edits(said, "hello")  # within the second that Telegram dates edits by
            shown = ann.sends_document(ann.private(), b"1", "a.txt", caption="see")
            await r.reads(ann.private(), "Well.", "Well.")
            ann.edits(shown, "")
            ann.edits(shown, "look")
            _, edit, _, words = (await r.handler.until(5))[1:]
            ann.says(ann.private(), "and now?")
            await r.reads(ann.private(), "Well.", "Well.", "Well.")
        prompt = house.model.generations[-1].prompt
        assert "helo" not in prompt
        assert 0 < prompt.index("\nhello\n") < prompt.index("\nlook\n")
        assert (words.kind, words.text, words.files) == (IncomingKind.EDIT, "look", ())
        assert (edit.kind, edit.target, edit.text) == (IncomingKind.EDIT, str(said.id), "hello")
        assert edit.external.startswith(f"{said.id}@")


async def test_who_is_no_person_is_not_answered(house: House) -> None:
    """Two bots would talk with each other for ever."""
    async with telegram_server(privacy=False) as t, room(t, house) as r:
        ann = t.user("Ann")
        group = t.group("Club", [ann])
        await r.daemon.let_in(origin(group, ann))
        other = {"id": 9, "is_bot": True, "first_name": "B"}
        telegram = {"id": 777000, "is_bot": False, "first_name": "Telegram"}
        raw(t, group, other)
        raw(t, group, {"id": ann.id, "is_bot": False, "first_name": "Ann"}, via_bot=other)
        channel = {"id": -1005, "type": "channel", "title": "News"}
        raw(t, group, telegram, sender_chat=channel, is_automatic_forward=True)
        raw(t, group, {**other, "id": 136817688}, sender_chat=channel)
        raw(t, group, {**other, "id": 1087968824}, sender_chat={"id": group.id, "type": group.kind, "title": "Club"})
        ann.joins(group)
        ann.says(group, "end", mention=True)
        await r.reads(group, "Well.")
        heard = r.handler.heard
        assert [it.origin.person for it in heard] == ["-1005", str(group.id), str(ann.id)]
        assert heard[0].origin.person_name == "News"


async def test_anonymous_administrators_may_what_administrators_may(house: House) -> None:
    """Who hides their name in a group they own could not change its settings."""
    async with telegram_server(privacy=False) as t, room(t, house) as r:
        ann, ben = t.user("Ann"), t.user("Ben")
        group = t.group("Club", [ann, ben])
        await r.daemon.let_in(origin(group, t.user("Owner")))
        anonymous = {"id": 1087968824, "is_bot": True, "first_name": "Group"}
        raw(t, group, anonymous, sender_chat={"id": group.id, "type": group.kind, "title": "Club"}, text="/new")
        raw(t, group, anonymous, sender_chat={"id": -1005, "type": "channel", "title": "News"}, text="/new")
        for number, person in enumerate((ann, ben, ann)):
            person.uses(group, "/new")
            await r.handler.until(number + 3)
        await t.history.holds(lambda: len(r.shown(group)) == 8)
        refused = [it for it in r.shown(group) if it.startswith("Only ")]
        begun = [it for it in r.shown(group) if "starts a new chat with" in it]
        [greeting] = {*r.shown(group)} - {*refused, *begun}
        assert (len(refused), len(begun), r.shown(group).count(greeting)) == (2, 3, 3)
        assert begun.count("– Ann starts a new chat with Lan –") == 2
        given = [AccessRole.ADMIN in it.access_roles for it in r.handler.senders]
        assert given == [True, False, True, False, True]
        assert len(t.calls("getChatMember")) == 2
        assert all({AccessRole.MEMBER, AccessRole.PLAYER} <= it.access_roles for it in r.handler.senders)


async def test_files_come_with_their_message(house: House) -> None:
    """A picture that somebody shows the character would be lost, or its message with it."""
    async with telegram_server(privacy=False) as t, room(t, house) as r:
        ann = t.user("Ann")
        await r.daemon.let_in(origin(ann.private(), ann))
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


async def test_what_is_said_and_filmed_is_heard(house: House) -> None:
    """Somebody sends a round video, a song or a film without a word, and is met with silence."""
    async with telegram_server(privacy=False) as t, room(t, house) as r:
        ann = t.user("Ann")
        await r.daemon.let_in(origin(ann.private(), ann))
        ann.sends_voice(ann.private(), b"OggS!", 61)
        ann.sends_video_note(ann.private(), b"round", 7)
        ann.sends_audio(ann.private(), b"ID3", "song.mp3", 200)
        ann.sends_audio(ann.private(), b"ID3!")
        ann.sends_video(ann.private(), b"film", "sea.mp4", "look")
        heard = await r.handler.until(5)
        files = [(it.files[0].media_type, it.files[0].speech, it.files[0].seconds) for it in heard]
        assert files == [
            ("audio/ogg", "voice", 61),
            ("video/mp4", "round", 7),
            ("audio/mpeg", "audio", 200),
            ("audio/mpeg", "audio", 3),
            ("video/mp4", None, 0),
        ]
        named = [it.files[0].filename for it in heard]
        assert named == ["voice-1.ogg", "video-2.mp4", "song.mp3", "audio-4.mp3", "sea.mp4"]


async def test_a_file_that_cannot_be_fetched_costs_only_itself(house: House) -> None:
    """What somebody wrote would wait for ever behind a picture that Telegram lost."""
    async with telegram_server(privacy=False) as t, room(t, house) as r:
        ann = t.user("Ann")
        await r.daemon.let_in(origin(ann.private(), ann))
        t.faults.fail("getFile", 400)
        ann.sends_document(ann.private(), b"12345", "notes.txt", caption="read this")
        await r.reads(ann.private(), "Well.")
        assert "read this\n📎 notes.txt" in house.model.generations[0].prompt
        assert r.handler.heard[0].files == ()


async def test_a_card_comes_along_with_import(house: House) -> None:
    """Nobody could bring a character from a phone."""
    async with telegram_server(privacy=False) as t:
        ann = t.user("Ann")
        async with room(t, house, ann, ann.private()) as r:
            ann.sends_document(ann.private(), json.dumps(CARD).encode(), "mira.json", caption="/import")
            await r.sees(ann.private(), "Mira")
            assert r.handler.heard[0].files == ()
            sent = ann.sends_document(ann.private(), json.dumps(OTHER_CARD).encode(), "ben.json", caption="look")
            await r.sees(ann.private(), "Well.")
            ann.says(ann.private(), "/import", reply_to=sent)
            await r.sees(ann.private(), "Ben")
            for asked, error in (
                (lambda: ann.sends_photo(ann.private(), PNG, "/import"), CardSentAsPhoto()),
                (lambda: ann.says(ann.private(), "/import"), FileNotSent()),
            ):
                asked()
                await r.sees(ann.private(), SPEECH.speaker("en").error(error)[:20])


async def test_a_group_that_moves_keeps_its_story(house: House) -> None:
    """A group that grows into a supergroup would lose everything it has played."""
    async with telegram_server(privacy=False) as t:
        ann = t.user("Ann")
        group = t.group("Club", [ann], supergroup=False)
        async with room(t, house, ann, group) as r:
            ann.says(group, "Remember the lamp.", mention=True)
            await r.reads(group, "Well.")
            new = t.migrates(group)
            ann.says(new, "still here", mention=True)
            await r.reads(new, "Well.")
        assert "Remember the lamp." in house.model.generations[-1].prompt


async def test_coming_and_going_is_noticed(house: House) -> None:
    """Owners would not learn of a new group, and a lost one would be written to for ever."""
    async with telegram_server(privacy=False) as t:
        ann, ben = t.user("Ann"), t.user("Ben")
        async with room(t, house, ann, ann.private()) as r:
            ann.says(ann.private(), "hi")
            await r.reads(ann.private(), "Well.")
            group = t.group("Club", [ben], with_bot=False)
            ben.adds_bot(group)
            await r.sees(ann.private(), "Club")
            came = r.handler.heard[1]
            assert (came.origin.space, came.text, came.origin.private) == (str(group.id), "", False)
            ben.kicks_bot(group)
            await r.diary.reads("leave", str(group.id), "")
            gate = Gate()
            house.model.script(Script(["Well, ", gate]))
            ann.says(ann.private(), "Go on.")
            await gate.reached()
            ann.blocks_bot()
            await house.model.generations[-1].closed.wait()


def me(t: TelegramServer) -> dict[str, Any]:
    """The bot as a person's client names it."""
    return {"id": t.bot.id, "is_bot": True, "first_name": t.bot.name, "username": t.bot.username}


def message_of(t: TelegramServer, chat: Any) -> Any:
    """A message of the bot that stands in ``chat`` already."""
    return Message(chat, t.bot, "something said")
