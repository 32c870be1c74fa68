"""What commands and buttons answer on Telegram."""

import json
from dataclasses import replace
from typing import Any

import pytest

from bot.commands.framework.latin import by_place
from bot.commands.framework.reply import told
from bot.telegram import events
from bot.telegram.toasts import fleeting, toast
from bot.words.marking import DATA
from engine.values.chats.incoming import IncomingKind
from tests.bot.words.everybody import EVERYWHERE
from tests.bot.words.test_offering import NAMED, all_said
from tests.code.locales import LANGUAGES
from tests.platforms.recording import PATIENCE
from tests.platforms.room import SPEECH, House
from tests.platforms.telegram.room import Room, room
from tests.servers.model import say
from tests.servers.telegram import Message, TelegramServer, telegram_server


def button(t: TelegramServer, chat: Any, data: str = "again:7") -> Message:
    """A message of the bot with a button under it."""
    markup = {"inline_keyboard": [[{"text": "Press", "callback_data": data}]]}
    return t.put(Message(chat, t.bot, "a reply", markup=markup))


async def test_a_command_is_answered_where_it_was_given(house: House) -> None:
    """People would press a command and see nothing."""
    async with telegram_server(privacy=False) as t:
        ann = t.user("Ann")
        group, forum = t.group("Club", [ann]), t.group("Forum", [ann], forum=True)
        topic = t.topic(forum, "Harbour")
        async with room(t, house, ann, ann.private(), group, forum) as r:
            ann.uses(ann.private(), "/help")
            asked = ann.uses(group, "/undo")
            ann.uses(forum, "/undo", topic=topic)
            await t.history.holds(lambda: len(t.calls("sendMessage")) == 3)
            assert "/save" in r.shown(ann.private())[0]
            (answer,) = t.messages(group, by_bot=True)
            assert answer.reply_to is asked
            assert t.messages(forum, by_bot=True)[-1].topic == topic.id


async def test_a_group_is_told_commands_that_reach_the_bot(house: House) -> None:
    """Under privacy mode somebody types the Chinese command that they were told to type, and nothing happens."""
    async with telegram_server(privacy=True) as t:
        ann = t.user("Ann", "zh")
        group = t.group("Club", [ann])
        async with room(t, house, ann, ann.private(), group) as r:
            ann.says(group, "你好", mention=True)
            await r.reads(group, "Well.")
            ann.uses(group, "/load")
            await r.sees(group, "还没有存档。想存一个，比如：/save 暴风雨之前")
            ann.uses(group, "/save 港口")
            await r.sees(group, "输入 /load 1")
            ann.uses(ann.private(), "/load")
            await r.sees(ann.private(), "比如：/存档 暴风雨之前")


async def test_a_draft_that_is_read_in_private_is_kept_where_it_was_asked_for(house: House) -> None:
    """In a group a story could get no background: its yes would be typed in private, about another story."""
    drafted = {"name": "The pier", "setting": "Rain.", "outline": ["A boat comes."], "ending": "Dawn."}
    async with telegram_server(privacy=False) as t:
        ann = t.user("Ann")
        group = t.group("Club", [ann])
        async with room(t, house, ann, ann.private(), group) as r:
            ann.says(ann.private(), "hi")
            await r.reads(ann.private(), "Well.")
            ann.says(group, "hi", mention=True)
            await r.reads(group, "Well.")
            house.model.notes = lambda _: say(json.dumps(drafted))
            ann.uses(group, "/story background draft A pier in the rain")
            read = await r.sees(ann.private(), "A boat comes.")
            assert "/import" not in read.text
            said = await r.sees(group, SPEECH.speaker("en").say("secret-said"))
            assert not said.buttons
            assert "A boat comes." not in "\n".join(r.shown(group))
            asks = "Use this background for the story in “Club”?"
            assert read.text.endswith(asks), "nobody who reads it is where the story is"
            await ann.taps(read, "↻ Another draft").answered()
            await t.history.holds(lambda: len([it for it in r.shown(ann.private()) if "A boat comes." in it]) == 2)
            read = t.messages(ann.private(), by_bot=True)[-1]
            assert read.text.endswith(asks)
            house.model.notes = lambda _: say(json.dumps({**drafted, "name": "The quay"}))
            await ann.taps(read, "✏️ Change it").answered()
            question = await r.sees(group, "what to change")
            await r.sees(ann.private(), SPEECH.speaker("en").say("form-asked-there"))
            ann.says(group, "not a pier", reply_to=question)
            read = await r.sees(ann.private(), "The quay")
            assert "not a pier" in house.model.errands[-1].prompt
            assert read.text.endswith(asks)
            before = len(r.shown(group))
            await ann.taps(read, "Use it now").answered()
            await t.history.holds(lambda: not read.buttons)
            [used] = await house.sql("SELECT name FROM background")
            assert used["name"] == "The quay"
            asked = await r.sees(ann.private(), "Switch on the director")
            await ann.taps(asked, asked.buttons[0]["text"]).answered()
            decided = "The director is on: the story follows the outline."
            await t.history.holds(lambda: asked.text.endswith(f"outline?\n\n{decided}") and not asked.buttons)
            about = SPEECH.speaker("en").say("secret-about", title="Club")
            assert [it.startswith(about) for it in r.shown(ann.private())[-2:]] == [True, True], "it is that story's"
            there = await house.sql(
                "SELECT space.external FROM setting JOIN space ON space.id = setting.space_id WHERE name = 'director'"
            )
            assert [it["external"] for it in there] == [str(group.id)]
            assert len(r.shown(group)) == before


async def test_what_was_recalled_is_shown_to_whoever_pressed_alone(house: House) -> None:
    """A group would read what a character remembers, with buttons that delete it under everybody's thumb."""
    async with telegram_server(privacy=False) as t:
        ann, ben = t.user("Ann"), t.user("Ben")
        group = t.group("Club", [ann, ben])
        async with room(t, house, ann, ann.private(), group) as r:
            ann.says(ann.private(), "hi")
            await r.reads(ann.private(), "Well.")
            ann.says(group, "hi", mention=True)
            await r.reads(group, "Well.")
            ann.uses(group, "/memory add The boat is called Auk.")
            await r.sees(group, "Added")
            said = ann.says(group, "What is the boat called?", mention=True)
            reply = await r.answered(group, "Well.")
            assert reply.reply_to is said
            await t.history.holds(lambda: any("recalled" in it["callback_data"] for it in reply.buttons))
            brain, shown = next(it["text"] for it in reply.buttons if "🧠" in it["text"]), r.shown(group)
            said_to = SPEECH.speaker("en")
            tap = await ben.taps(reply, brain).answered()
            assert tap.url == f"https://t.me/{t.bot.username}?start=told"
            tap = await ann.taps(reply, brain).answered()
            assert tap.text == said_to.say("secret-said")
            listed = await r.sees(ann.private(), "Recalled for the last reply")
            assert "Auk" in listed.text
            ben.says(ben.private(), "/start told")
            await r.sees(ben.private(), "Recalled for the last reply")
            assert "switched on" not in "".join(r.shown(ben.private())), "nobody has to let them in for that"
            tap = await ben.taps(reply, brain).answered()
            assert tap.text == said_to.say("secret-said")
            await t.history.holds(lambda: len(r.shown(ben.private())) == 2)
            ben.says(ben.private(), "/start told")
            await r.sees(ben.private(), "switched on")
            assert r.shown(group) == shown, "others read nothing of it"
            deletes = next((it["text"] for it in listed.buttons if "🗑" in it["text"]), repr(listed.buttons))
            await ann.taps(listed, deletes).answered()
            sure = await r.sees(ann.private(), "Delete")
            before = r.shown(group)
            tap = await ann.taps(sure, sure.buttons[0]["text"]).answered()
            assert tap.text == ""
            done = await r.sees(ann.private(), "One memory was deleted.")
            assert "/load" in done.text, "what leads back can be tapped"
            await t.history.holds(lambda: not sure.buttons)
            assert r.shown(group) == before


async def _begun(r: Room, ann: Any, group: Any) -> None:
    """Somebody has talked alone and in a group."""
    for channel in (ann.private(), group):
        ann.says(channel, "hi", mention=True)
        await r.reads(channel, "Well.")


@pytest.mark.parametrize("language", ["en", "zh"])
async def test_what_a_button_in_private_shows_of_a_group_names_it(house: House, language: str) -> None:
    """Somebody in three groups reads that the commands below have to be typed where they asked."""
    async with telegram_server(privacy=False) as t:
        ann, speak = t.user("Ann", language), SPEECH.speaker(language)
        group = t.group("Club", [ann])
        async with room(t, house, ann, ann.private(), group) as r:
            await _begun(r, ann, group)
            await ann.taps(button(t, ann.private(), f"in:{group.id}:/memory"), "Press").answered()
            shown = await r.sees(ann.private(), "/memory add")
            assert speak.say("secret-commands", named="yes", title="Club") in shown.text


async def test_a_button_in_private_acts_in_no_group_that_its_person_has_left(house: House) -> None:
    """Whoever left a group would go on changing what is remembered there."""
    async with telegram_server(privacy=False) as t:
        ann, ben = t.user("Ann"), t.user("Ben")
        group = t.group("Club", [ann])
        async with room(t, house, ann, ben.private(), group) as r:
            ben.says(ben.private(), "hi")
            await r.reads(ben.private(), "Well.")
            under = button(t, ben.private(), f"in:{group.id}:/memory add It rains.")
            assert (await ben.taps(under, "Press").answered()).text == ""
            await r.sees(ben.private(), SPEECH.speaker("en").say("button-unknown"))
            assert r.shown(group) == []


async def test_a_busy_group_is_told_once_that_somebody_was_answered_in_private(house: House) -> None:
    """The same line three times in a row pushes the story off the screen."""
    async with telegram_server(privacy=False) as t:
        ann = t.user("Ann")
        group = t.group("Club", [ann])
        async with room(t, house, ann, ann.private(), group) as r:
            ann.says(ann.private(), "hi")
            await r.reads(ann.private(), "Well.")
            for line in ("/me", "/me fact", "/me"):
                before = len(r.shown(ann.private()))
                ann.uses(group, line)
                await t.history.holds(lambda before=before: len(r.shown(ann.private())) > before)
            ann.uses(group, "/help")
            await r.sees(group, "/save")
            assert r.shown(group)[:-1] == [SPEECH.speaker("en").say("secret-said")]


async def test_who_cannot_be_answered_in_private_is_told_each_time(house: House) -> None:
    """Somebody asks again, since they have no private chat with the bot, and meets silence for a minute."""
    async with telegram_server(privacy=False) as t:
        ann = t.user("Ann")
        group = t.group("Club", [ann])
        async with room(t, house, ann, group) as r:
            for count in (1, 2):
                ann.uses(group, "/me fact")
                await t.history.holds(lambda count=count: len(r.shown(group)) == count)
            assert all("Start a private chat with me" in it for it in r.shown(group))


@pytest.mark.parametrize("language", ["en", "zh"])
async def test_what_is_said_in_private_of_a_group_names_it(house: House, language: str) -> None:
    """Somebody in three groups reads in private what was recalled, and guesses in which of them."""
    async with telegram_server(privacy=False) as t:
        ann, speak = t.user("Ann", language), SPEECH.speaker(language)
        group = t.group("Club", [ann])
        async with room(t, house, ann, ann.private(), group) as r:
            await _begun(r, ann, group)
            about = speak.say("secret-about", title="Club")
            for line, names in (("/memory", True), ("/memory search tea", True), ("/diary", True), ("/me fact", False)):
                before = len(r.shown(ann.private()))
                ann.uses(group, line)
                await t.history.holds(lambda before=before: len(r.shown(ann.private())) > before)
                assert r.shown(ann.private())[before].startswith(about) is names, line


async def test_a_pressed_button_reaches_the_handler_and_stops_spinning(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A button would look dead, or do its work twice when Telegram repeats it."""
    monkeypatch.setattr(events, "_AT_ONCE", PATIENCE)  # what is said in time, however slow the machine is
    async with telegram_server(privacy=False) as t:
        ann = t.user("Ann", "zh")
        async with room(t, house, ann, ann.private()) as r:
            ann.says(ann.private(), "hi")
            await r.reads(ann.private(), "Well.")
            under = button(t, ann.private())
            tap = await ann.taps(under, "again:7").answered()
            heard = (await r.handler.until(2))[1]
            assert (heard.kind, heard.text, heard.external) == (IncomingKind.BUTTON, "again:7", tap.id)
            assert heard.replied == str(under.id)
            assert (tap.text, tap.alert, tap.count) == (SPEECH.speaker("zh").say("button-old"), False, 1)
            await t.history.holds(lambda: not under.buttons)
            assert r.shown(ann.private()) == ["Well.", "a reply"]


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_command_is_named_in_a_message_once(
    house: House, monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    """What leads on would go before it is read, and could not be tapped; or a dead button would fill a group."""
    monkeypatch.setattr(events, "_AT_ONCE", PATIENCE)
    async with telegram_server(privacy=False) as t:
        ann, ben = t.user("Ann", language), t.user("Ben", language)
        group = t.group("Club", [ann, ben])
        async with room(t, house, ann, group) as r:
            under = button(t, group, "no such button")
            says = by_place(SPEECH, EVERYWHERE)[False].speaker(language).say("button-unknown")
            assert (await ann.taps(under, "Press").answered()).text == ""
            said = await r.sees(group, says)
            assert (said.silent, said.reply_to) == (True, under)
            assert (await ann.taps(under, "Press").answered()).text == says, "it has just been said"
            assert (await ben.taps(under, "Press").answered()).text == "", "to ben, nothing has"
            await t.history.holds(lambda: r.shown(group).count(says) == 2)
            assert len(r.shown(group)) == 3


def test_no_text_with_a_command_goes_by_itself() -> None:
    """Whoever is told to type a command has to remember it: it is gone in seconds, and cannot be copied."""
    texts = [(lang, name, DATA.sub(r"\1", text)) for lang, name, text in all_said()]
    named = {text: any(EVERYWHERE.find(it) for it in NAMED.findall(text)) for *_, text in texts}
    assert [it for it in texts if named[it[2]] is fleeting(it[2], EVERYWHERE)] == []
    assert len({name for _, name, text in texts if named[text] and toast(replace(told(text), private=True))}) > 100


async def test_a_slow_button_is_acknowledged_before_it_is_done(house: House) -> None:
    """Telegram would tell people that the bot does not answer."""
    async with telegram_server(privacy=False) as t:
        ann = t.user("Ann")
        group = t.group("Club", [ann])
        async with room(t, house, ann, group) as r:
            under = button(t, group)
            async with house.stuck(group.id):
                tap = await ann.taps(under, "again:7").answered()
                assert tap.text == ""
            said = await r.sees(group, SPEECH.speaker("en").say("button-old"))
            assert (said.silent, said.reply_to) == (True, under)


async def test_a_press_that_was_not_stored_is_asked_for_again(house: House) -> None:
    """What a button was to do would be lost in an outage of a second."""
    async with telegram_server(privacy=False) as t:
        ann, ben = t.user("Ann"), t.user("Ben")
        group = t.group("Club", [ann, ben])
        async with room(t, house, ann, group) as r:
            async with house.without_database():
                ben.taps(button(t, group), "again:7")
                await r.diary.reads("unstored", "again:7")
            await r.handler.hears("again:7")


async def test_choices_are_buttons_and_what_is_gone_goes(house: House) -> None:
    """An undo would leave the words that it took back; a question could not be answered."""
    async with telegram_server(privacy=False) as t:
        ann = t.user("Ann")
        group, other = t.group("Club", [ann]), t.group("Other", [ann])
        async with room(t, house, ann, group) as r:
            ann.says(group, "Take this back.", mention=True)
            taken = await r.sees(group, "Well.")
            await r.daemon.rests()  # what is shown already may not be whole yet
            ann.uses(group, "/undo")
            told = await r.sees(group, "Ann undid the last exchange.")
            await t.history.holds(lambda: taken.deleted)
            await r.daemon.rests()
            assert r.shown(group) == [told.text], "where an answer is read by all, they are told of it once"
            assert [it["callback_data"] for it in told.buttons] == ["run:/undo back 1"]
            ann.uses(other, "/chats")
            question = await r.sees(other, "Other")
            assert [it["callback_data"].split()[:2] for it in question.buttons][-1] == ["run:/admin", "close"]
            await ann.taps(question, next(it["text"] for it in question.buttons)).answered()
            await t.history.holds(lambda: not question.buttons)


async def test_owners_are_told_in_private(house: House) -> None:
    """A group would read that it asks to be let in, and the owner would not."""
    async with telegram_server(privacy=False) as t:
        owner, ann = t.user("Owner"), t.user("Ann")
        async with room(t, house, owner, owner.private()) as r:
            owner.says(owner.private(), "hi")
            await r.reads(owner.private(), "Well.")
            group = t.group("Club", [ann], with_bot=False)
            ann.adds_bot(group)
            await r.sees(owner.private(), "Club")
            assert r.shown(group) == []


async def test_an_answer_waits_as_telegram_asks(house: House) -> None:
    """The answer to a command would be dropped on a busy evening."""
    async with telegram_server(privacy=False) as t:
        ann = t.user("Ann")
        async with room(t, house, ann, ann.private()) as r:
            t.faults.fail("sendMessage", 429, retry_after=1)
            ann.uses(ann.private(), "/help")
            await r.sees(ann.private(), "/save")
            assert len(t.calls("sendMessage")) == 2
