"""Taking back what was said in a place that several people share: who may, what all are told, and how it comes back."""

from collections.abc import AsyncIterator
from dataclasses import replace

import pytest

from bot.commands.framework.controls import RUN, control
from bot.words.localise import Speech
from engine.actions.chats import replies, sessions
from engine.actions.house import settings
from engine.values.chats.incoming import IncomingKind
from engine.values.house.setting_scopes import SettingScope
from tests.bot.delivery.test_delivery_engine import shown
from tests.bot.delivery.test_swipes_seen import QuickClock
from tests.bot.visitor import Visitor, ann, controls_of, owner, words
from tests.platforms.recording import RecordingSurface
from tests.servers.model import say
from tests.turns.room import Room

__all__ = ["ann", "owner"]


STAYS = " What people wrote stays visible here, but it no longer counts."


class Tavern:
    """A shared channel: its owner, who takes no part, and Ann, Bob and Cara."""

    def __init__(self, owner: Visitor, surface: RecordingSurface) -> None:
        self.owner = owner
        self.surface = surface
        self.ann, self.bob, self.cara = (owner.named(it, private=False) for it in ("Ann", "Bob", "Cara"))

    async def exchange(self, who: Visitor, text: str, answer: str) -> None:
        who.model.script(say(answer))
        await who.says(text, addressed=True)
        await who.idle()
        await self.surface.until(lambda it: answer in it.texts())

    async def told(self, text: str) -> str:
        """The control under a line that everybody reads; "" without one."""
        await self.surface.until(lambda it: text in it.texts())
        [part] = [it for it in self.surface.parts() if it.text == text]
        return part.buttons[0][0].control if part.buttons else ""

    async def taken_back(self, who: Visitor) -> None:
        reply = await who.uses("/undo")
        assert not reply.speaks, words(reply)  # everybody reads a line of it, with the button
        assert reply.gone
        for message in reply.gone:
            await self.surface.delete(self.surface_at, message)

    @property
    def surface_at(self):
        return next(it.at for it in self.surface.of("send"))

    async def said(self) -> list[str]:
        here = await self.owner.engine.places.resolve(self.ann.origin)
        return [it.text for it in (await sessions.open_here(self.owner.engine.ctx, here, "Ann")).spoken]


@pytest.fixture
async def tavern(owner: Visitor) -> AsyncIterator[Tavern]:
    host = owner.named(owner.origin.person, private=False)
    here = await host.engine.places.resolve(host.origin)
    await host.uses(f"/admin open id:{here.space} story")
    await settings.put(host.engine.ctx, here, SettingScope.CHANNEL, "debounce", "0")
    await settings.put(host.engine.ctx, here, SettingScope.CHANNEL, "bubbles", "0")
    surface = RecordingSurface(QuickClock(), limit=400)
    async with shown(host.engine, replace(host.origin), surface, QuickClock()):
        await host.uses("/new")
        yield Tavern(host, surface)


async def test_a_bystander_takes_nothing_back(tavern: Tavern) -> None:
    """Whoever reads along could take away what others play."""
    await tavern.exchange(tavern.ann, "I open the door.", "It creaks.")
    before = await tavern.said()
    for refused in (await tavern.bob.uses("/undo"), await tavern.bob.presses(control(RUN, "/undo"))):
        assert words(refused) == "Others wrote this. One of them or the person who started this chat can undo it."
        assert refused.private
    assert await tavern.said() == before


async def test_everybody_reads_who_took_what_back(tavern: Tavern) -> None:
    """Words would be gone, and nobody but the one who took them knew why."""
    await tavern.exchange(tavern.ann, "I open the door.", "It creaks.")
    await tavern.taken_back(tavern.ann)
    assert await tavern.told("Ann undid the last exchange." + STAYS) == "run:/undo back 1"


async def test_everybody_reads_that_only_what_was_added_is_gone(tavern: Tavern) -> None:
    """All would read that the last exchange is gone, while it stands there still."""
    await tavern.exchange(tavern.ann, "I open the door.", "It creaks.")
    host = tavern.owner
    host.model.script(say("It creaks, and falls."))
    await replies.go_on(host.engine.ctx, host.engine.runner, await host.engine.places.resolve(tavern.ann.origin))
    await host.idle()
    reply = await host.uses("/undo")
    assert not reply.speaks
    assert await tavern.told(f"{host.origin.person_name} undid what the reply had added.") == "run:/undo back 1"
    assert await tavern.said() == [*(await tavern.said())[:-2], "I open the door.", "It creaks."]


async def test_a_host_takes_back_and_says_whose_words(tavern: Tavern) -> None:
    """Nobody could end what a troublemaker began; or nobody knew whose words went."""
    await tavern.exchange(tavern.ann, "I open the door.", "It creaks.")
    owner = tavern.owner
    await tavern.taken_back(owner)
    name = owner.origin.person_name
    assert await tavern.told(f"{name} undid the last exchange, including messages of Ann." + STAYS)
    assert "I open the door." not in await tavern.said()


async def test_for_a_minute_it_can_be_brought_back(tavern: Tavern) -> None:
    """A step back by mistake could only be mended by who knows branches."""
    await tavern.exchange(tavern.ann, "I open the door.", "It creaks.")
    before = await tavern.said()
    await tavern.taken_back(tavern.ann)
    back = await tavern.told("Ann undid the last exchange." + STAYS)
    assert await tavern.said() != before
    refused = await tavern.bob.presses(back)
    assert "Others wrote this" in words(refused)
    done = await tavern.ann.presses(back)
    assert done.spent
    assert await tavern.said() == before
    await tavern.surface.until(lambda it: "Ann restored it:" in it.texts())
    again = await tavern.ann.uses(back.removeprefix("run:"))
    assert "too late" in words(again)


async def test_later_or_once_somebody_went_on_it_stays_as_it_is(tavern: Tavern) -> None:
    """A press on an old button would throw away what was played since."""
    owner = tavern.owner
    await tavern.exchange(tavern.ann, "I open the door.", "It creaks.")
    await tavern.taken_back(tavern.ann)
    back = (await tavern.told("Ann undid the last exchange." + STAYS)).removeprefix("run:")
    await tavern.exchange(tavern.bob, "I knock.", "Nobody answers.")
    said = await tavern.said()
    assert "too late" in words(await tavern.ann.uses(back))
    assert await tavern.said() == said
    await tavern.taken_back(tavern.bob)
    here = await owner.engine.places.resolve(owner.origin)
    room = Room(owner.engine, owner.model, owner.origin, here)
    await room.sql("UPDATE branch SET created_at = now() - interval '61 s' WHERE space_id = $1", here.space)
    assert "too late" in words(await tavern.bob.uses("/undo back 2"))


async def test_the_button_goes_after_a_minute(tavern: Tavern) -> None:
    """People would press what does nothing any more."""
    await tavern.exchange(tavern.ann, "I open the door.", "It creaks.")
    await tavern.taken_back(tavern.ann)
    assert await tavern.told("Ann undid the last exchange." + STAYS)
    line = "Ann undid the last exchange." + STAYS
    await tavern.surface.until(lambda it: [part.buttons for part in it.parts() if part.text == line] == [()])


async def test_all_who_took_part_may_and_each_exchange_counts(tavern: Tavern) -> None:
    """Somebody who wrote once, long ago, could take back all that others played since."""
    await tavern.exchange(tavern.ann, "I open the door.", "It creaks.")
    await tavern.exchange(tavern.bob, "I knock.", "Nobody answers.")
    assert "Others wrote this" in words(await tavern.ann.uses("/undo"))
    first = tavern.surface.of("send")[-2].message
    incoming = tavern.ann.incoming("/undo", IncomingKind.COMMAND, replied=first)
    assert "Others wrote this" in words(await tavern.ann.handler.hear(incoming, tavern.ann.sender))
    await tavern.taken_back(tavern.bob)
    await tavern.taken_back(tavern.ann)


@pytest.mark.parametrize(("value", "may"), [("part", False), ("everyone", True), ("host", False)])
async def test_a_place_decides_who_may(tavern: Tavern, value: str, may: bool) -> None:
    """A table of friends, or one with a strict host, could not play as it likes."""
    await tavern.exchange(tavern.ann, "I open the door.", "It creaks.")
    here = await tavern.owner.engine.places.resolve(tavern.owner.origin)
    await settings.put(tavern.owner.engine.ctx, here, SettingScope.CHANNEL, "undo_by", value)
    assert bool((await tavern.bob.uses("/undo")).gone) is may
    if value == "host":
        assert words(await tavern.ann.uses("/undo")) == "Only the person who started this chat can undo here."
        await tavern.taken_back(tavern.owner)


async def test_alone_it_is_told_what_was_undone_and_brought_back(owner: Visitor) -> None:
    """Their own words stand there still, so people think that they count; and a slip of the finger stays."""
    owner.model.script(say("Hm."), say("Hm, yes."))
    await owner.says("Hello.")
    await owner.idle()
    here = await owner.engine.places.resolve(owner.origin)
    await replies.go_on(owner.engine.ctx, owner.engine.runner, here)
    await owner.idle()
    further = await owner.uses("/undo")
    assert words(further) == "Undone: what the reply had added."
    reply = await owner.uses("/undo")
    assert words(reply) == ("Undone: your message and the reply. Yours stays visible here, but it no longer counts.")
    assert reply.private
    [back] = controls_of(reply)
    assert (await owner.presses(back)).spent
    assert [it.text for it in (await sessions.open_here(owner.engine.ctx, here, "Mo")).spoken][-2:] == ["Hello.", "Hm."]


@pytest.mark.parametrize(
    ("what", "count", "told"),
    [
        ("further", 0, "Undone: what the reply had added."),
        ("message", 1, "Undone: your message. It stays visible here, but it no longer counts."),
        ("messages", 3, "Undone: 3 messages. They stay visible here, but no longer count."),
        ("exchanges", 1, "Undone: one message and the reply. The message stays visible here, but it no longer counts."),
    ],
)
def test_each_thing_that_is_undone_has_its_words(what: str, count: int, told: str) -> None:
    """A host who undoes another's words would read that theirs are gone."""
    assert Speech().speaker("en").say("story-taken-back", what=what, count=count) == told
    assert Speech().speaker("zh").say("story-taken-back", what=what, count=count).startswith("已撤回：")
