"""Forms on Telegram: one question after another, for one person, across a restart."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from bot.commands.framework.forms import titled
from engine.actions.characters import worlds
from engine.actions.memory import garden
from engine.actions.story import backgrounds, notes
from engine.values.chats.incoming import Here
from engine.values.paging import Wanted
from tests.platforms.room import SPEECH, House
from tests.platforms.telegram.room import Room, origin, room
from tests.servers.telegram import Chat, Message, User, telegram_server

EN = SPEECH.speaker("en")
_AWAY = (
    "CREATE SEQUENCE tries",
    "CREATE FUNCTION away() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN IF nextval(''tries'') <= 3 THEN"
    " RAISE EXCEPTION USING ERRCODE = ''admin_shutdown''; END IF; RETURN NEW; END'",
    "CREATE TRIGGER away BEFORE INSERT ON asked_form FOR EACH ROW EXECUTE FUNCTION away()",
)
"""The database answers everything but what goes on with a form, which it takes at the fourth try."""
_BACK = ("DROP TRIGGER away ON asked_form", "DROP FUNCTION away", "DROP SEQUENCE tries")
TRICKY = '“全角” and "quotes"\n\n/save it, yes'


async def test_what_is_missing_is_asked_for_and_taken_to_the_letter(house: House) -> None:
    """A word of a memory could only be changed by typing all of it again, and the answer went to the character."""
    async with telegram_server(privacy=False) as t:
        ann = t.user("Ann")
        dm = ann.private()
        async with room(t, house, ann, dm) as r:
            here = await _talked(r, ann, dm)
            await garden.add(r.daemon.engine.ctx, r.daemon.engine.runner, here, "Her boat is called Tern.")
            ann.uses(dm, "/memory edit 1")
            intro = await _asked(r, dm)
            assert "Her boat is called Tern." in intro.text
            [code] = [it for it in intro.entities if it["type"] == "pre"]
            assert intro.text[code["offset"] :][: code["length"]] == "Her boat is called Tern."
            assert EN.say("form-question", label="the new text") in intro.text
            ann.says(dm, TRICKY)
            await r.sees(dm, "Changed; it is")
            new = (await garden.page(r.daemon.engine.ctx, here, Wanted())).planted[0].memory
            assert " ".join(new.text.split()) == " ".join(TRICKY.split())
            ann.says(dm, "And now?")
            await r.sees(dm, "Well.")
        assert len(house.model.generations) == 2


async def test_a_form_goes_on_after_a_restart(house: House) -> None:
    """Whoever had answered the first of two questions would begin again, or talk to the character by mistake."""
    async with telegram_server(privacy=False) as t:
        ann = t.user("Ann", "zh")
        dm = ann.private()
        async with room(t, house, ann, dm) as r:
            here = await _talked(r, ann, dm)
            ann.uses(dm, "/剧情 背景 新建")
            intro = await _asked(r, dm)
            assert "第 1 步，共 2 步" in intro.text
            ann.says(dm, "港口")
            await t.history.holds(lambda: "第 2 步，共 2 步" in intro.text)
            assert ".txt" in intro.text
        async with room(t, house) as r:
            ann.says(dm, "海边的小镇。\n常常下雨。")
            await t.history.holds(lambda: "港口" in r.shown(dm)[-1])
            await t.history.holds(lambda: not intro.buttons and "填好" in intro.text)
            [made] = [it for it in await backgrounds.listed(r.daemon.engine.ctx, here) if it.name == "港口"]
            assert (await backgrounds.show(r.daemon.engine.ctx, here, made.id)).setting == "海边的小镇。\n常常下雨。"
        assert len(house.model.generations) == 1
        assert await house.sql("SELECT 1 FROM asked_form") == []


async def test_an_answer_waits_for_the_database(house: House) -> None:
    """An answer that fell into an outage would be noted and lost, without a word to whoever wrote it."""
    async with telegram_server(privacy=False) as t:
        ann = t.user("Ann")
        dm = ann.private()
        async with room(t, house, ann, dm) as r:
            here = await _talked(r, ann, dm)
            ann.uses(dm, "/story background new")
            intro = await _asked(r, dm)
            async with _away(house):
                ann.says(dm, "Harbour")
                await t.history.holds(lambda: "step 2 of 2" in intro.text)
            ann.says(dm, "A town by the sea.")
            await r.sees(dm, "Harbour")
            [made] = [it for it in await backgrounds.listed(r.daemon.engine.ctx, here) if it.name == "Harbour"]
            assert (await backgrounds.show(r.daemon.engine.ctx, here, made.id)).setting == "A town by the sea."
        assert len(house.model.generations) == 1


async def test_in_a_group_only_the_reply_of_whoever_was_asked_counts(house: House) -> None:
    """Somebody else's words would become a memory, or what people say among themselves."""
    async with telegram_server(privacy=False) as t:
        ann, ben = t.user("Ann"), t.user("Ben")
        group = t.group("Club", [ann, ben])
        async with room(t, house, ann, group) as r:
            ann.says(ann.private(), "Hello.")
            here = await _talked(r, ann, group)
            await garden.add(r.daemon.engine.ctx, r.daemon.engine.runner, here, "Her boat is called Tern.")
            command = ann.uses(group, "/memory edit 1")
            question = await _asked(r, group)
            assert question.reply_to is command
            assert EN.say("form-reply") in question.text
            assert "Tern" not in question.text
            await t.history.holds(lambda: any("Tern" in it for it in r.shown(ann.private())))
            ann.says(group, "by the way")
            ben.says(group, "It is called Gull.", reply_to=question)
            ann.says(group, "It is called Auk.", reply_to=question)
            await r.sees(group, "Changed; it is")
            found = (await garden.page(r.daemon.engine.ctx, here, Wanted())).planted
            assert [it.memory.text for it in found] == ["It is called Auk."]


async def test_a_form_can_be_left(house: House) -> None:
    """A question would stay open for an hour and take the next words, whatever they were."""
    async with telegram_server(privacy=False) as t:
        ann = t.user("Ann")
        dm = ann.private()
        async with room(t, house, ann, dm) as r:
            await _talked(r, ann, dm)
            ann.uses(dm, "/scene note set")
            intro = await _asked(r, dm)
            ann.uses(dm, "/save Harbour")
            left = await r.sees(dm, "Harbour")
            assert EN.say("form-left", title=titled(EN.say("command-scene-note-set"))) in left.text
            ann.uses(dm, "/scene note set")
            intro = await _asked(r, dm, left)
            ann.uses(dm, "/cancel")
            await r.sees(dm, EN.say("button-left-as-is"))
            ann.uses(dm, "/scene note set")
            intro = await _asked(r, dm, intro)
            tap = await ann.taps(intro, "cancel:").answered()
            assert tap.text == EN.say("button-left-as-is")
            await t.history.holds(lambda: not intro.buttons)
            ann.uses(dm, "/scene note set")
            await _asked(r, dm, intro)
            await house.sql("UPDATE asked_form SET made_at = now() - interval '61 minutes'")
            ann.says(dm, "Good evening.")
            await r.sees(dm, "Well.")
        assert "Good evening." in house.model.generations[-1].prompt


async def test_what_stands_there_can_be_kept_and_files_are_words_too(house: House) -> None:
    """A text longer than a message could not be written at all, and its pieces would be said to the character."""
    async with telegram_server(privacy=False) as t:
        ann = t.user("Ann")
        dm = ann.private()
        async with room(t, house, ann, dm) as r:
            here = await _talked(r, ann, dm)
            ann.uses(dm, "/scene note set It rains.")
            note = await r.sees(dm, "It rains.")
            ann.uses(dm, "/scene note set")
            intro = await _asked(r, dm, note)
            async with house.without_database():  # a press is not lost in an outage of a second
                await ann.taps(intro, "keep:text").answered()
            kept = await r.sees(dm, "It rains.")
            ann.uses(dm, "/scene note set")
            await _asked(r, dm, kept)
            for piece in ("long " * 819, "and more"):
                ann.says(dm, piece)
            cut = await r.sees(dm, EN.say("form-cut"))
            assert cut.buttons, "it can be left and kept still"
            ann.sends_photo(dm, b"\x89PNG\r\n\x1a\n" * 4)
            await r.sees(dm, EN.say("form-no-words"))
            ann.sends_document(dm, b"It snows.\n" * 600, "note.txt", "text/plain")
            await r.sees(dm, "It snows.")
            written = await notes.note(r.daemon.engine.ctx, here)
            assert written is not None
            assert written.text.strip() == ("It snows.\n" * 600).strip()
        assert len(house.model.generations) == 1


@asynccontextmanager
async def _away(house: House) -> AsyncIterator[None]:
    for statement in _AWAY:
        await house.sql(statement)
    yield
    for statement in _BACK:
        await house.sql(statement)


async def test_a_world_is_written_step_by_step_and_switched_by_buttons(house: House) -> None:
    """An author writes a world in another program, because here nobody asks for its entries."""
    async with telegram_server(privacy=False) as t:
        ann = t.user("Ann", "zh")
        dm = ann.private()
        async with room(t, house, ann, dm) as r:
            ctx, here = r.daemon.engine.ctx, await _talked(r, ann, dm)
            ann.uses(dm, "/场景 世界书 新建 港口")
            await r.sees(dm, "已创建：《港口》")
            ann.uses(dm, "/场景 世界书 添加 1")
            intro = await _asked(r, dm)
            for step, words in enumerate(("潮汐", "潮水、海浪", "月亮", TRICKY), 1):
                await t.history.holds(lambda step=step: f"第 {step} 步，共 4 步" in intro.text)
                ann.says(dm, words)
            await r.sees(dm, "已添加到《港口》：潮汐")
            [book] = await worlds.listed(ctx, here)
            [entry] = (await worlds.show(ctx, here, book.id)).entries
            assert (entry.comment, entry.keys, entry.secondary_keys) == ("潮汐", ("潮水", "海浪"), ("月亮",))
            assert entry.content == TRICKY
            ann.uses(dm, "/场景 世界书 查看 1")
            await r.sees(dm, "潮水、海浪")
            ann.taps(r.server.messages(dm, by_bot=True)[-1], f"run:/scene world switch id:{book.id} 0 off")
            await r.sees(dm, "已关闭：潮汐")
        assert len(house.model.generations) == 1


async def _talked(r: Room, ann: User, chat: Chat) -> Here:
    ann.says(chat, "Good morning.", mention=chat.kind != "private")
    await r.sees(chat, "Well.")
    return await r.daemon.engine.places.resolve(origin(chat, ann))


async def _asked(r: Room, chat: Chat, behind: Message | None = None) -> Message:
    """The message that asks, with its buttons."""

    def found() -> Any:
        said = [it for it in r.server.messages(chat, by_bot=True) if it.id > (behind.id if behind else 0)]
        return said[-1] if said and "✏️" in said[-1].text and said[-1].buttons else None

    await r.server.history.holds(found)
    return found()


async def test_many_steps_are_one_message(house: House) -> None:
    """A character of four fields would be asked for in eight messages."""
    async with telegram_server(privacy=False) as t:
        ann = t.user("Ann")
        dm = ann.private()
        async with room(t, house, ann, dm) as r:
            await _talked(r, ann, dm)
            before = len(t.messages(dm, by_bot=True))
            ann.uses(dm, "/char new")
            form = await _asked(r, dm, t.messages(dm, by_bot=True)[-1])
            steps = int(form.text.partition("step 1 of ")[2][:1])
            assert steps > 2
            for step in range(1, steps + 1):
                await t.history.holds(lambda step=step: f"step {step} of {steps}" in form.text)
                assert len(t.messages(dm, by_bot=True)) == before + 1
                ann.says(dm, f"Words {step}")
            await r.sees(dm, "Words 1")
            await t.history.holds(lambda: not form.buttons)
            assert EN.say("form-filled", title=titled(EN.say("command-char-new"))) == form.text
            assert len(t.messages(dm, by_bot=True)) == before + 2
