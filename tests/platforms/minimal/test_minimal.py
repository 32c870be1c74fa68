"""What a platform without edits, buttons, files and threads can do, on a real connection to a small IRC server."""

from pathlib import Path

import pytest

from bot import platforms
from engine.config.reading import read_config
from engine.errors import ConfigInvalid
from tests.platforms.minimal.room import ENTRY, room
from tests.platforms.minimal.seat import opened
from tests.platforms.minimal.surface import IrcSurface
from tests.platforms.room import House
from tests.servers.model import say


async def test_a_message_and_its_reply(house: House) -> None:
    """Somebody who writes on a platform that was added would hear nothing."""
    async with opened() as seat:
        ann = seat.person("Ann", "en")
        home = seat.private(ann)
        async with room(seat.server, house, ann, home) as r:
            house.model.script(say("Good evening, Ann."))
            seat.says(ann, home, "Good evening.")
            seen = await seat.reads(home, "Good evening, Ann.")
            await r.daemon.rests()
            assert seen.text == "Good evening, Ann."
            assert [it.text for it in seat.stands(home)] == ["Good evening, Ann."]


async def test_a_platform_is_switched_on_by_names(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A platform of one's own could be added by a change of the product alone."""
    monkeypatch.chdir(tmp_path)
    for name, value in {"ENTRY": ENTRY, "HOST": "127.0.0.1", "PORT": "1", "PASSWORD": "123456"}.items():
        monkeypatch.setenv(f"OMOIDE_PLATFORMS__IRC__{name}", value)
    assert platforms.limits(read_config()[0]) == {"irc": IrcSurface.limit}
    monkeypatch.setenv("OMOIDE_PLATFORMS__IRC__PORT", "a door")
    with pytest.raises(ConfigInvalid) as refused:
        platforms.limits(read_config()[0])
    assert "OMOIDE_PLATFORMS__IRC__PORT: " in str(refused.value.data["problems"])
    monkeypatch.setenv("OMOIDE_PLATFORMS__IRC__ENTRY", "no.such.module")
    with pytest.raises(ConfigInvalid) as missing:
        platforms.limits(read_config()[0])
    assert "OMOIDE_PLATFORMS__IRC__ENTRY: no.such.module" in str(missing.value.data["problems"])


async def test_several_people_in_a_channel(house: House) -> None:
    """A channel would hear an answer to everything, or who calls the bot none, or not see who speaks."""
    async with opened() as seat:
        ann, ben = seat.person("Ann", "en"), seat.person("Ben", "en")
        harbour = seat.server.channel("#harbour")
        async with room(seat.server, house, ann, harbour, channels="#harbour") as r:
            await seat.waits(lambda: any(it.name == "JOIN #harbour" for it in seat.history))
            seat.says(ann, harbour, "Ben, is it late?")
            await r.daemon.handler.hears("Ben, is it late?")
            house.model.script(say("It is late."))
            seat.says(ben, harbour, "Is it late?", called=True)
            await seat.reads(harbour, "It is late.")
            await r.daemon.rests()
            assert len(house.model.generations) == 1
            seat.says(ben, harbour, "!me fact add I hate nuts.")
            await seat.reads(seat.private(ben), "Added")
            assert not any("nuts" in it.text for it in seat.stands(harbour))


async def test_numbers_are_typed_and_commands_work(house: House) -> None:
    """What others press could not be chosen, or a number be taken for one that was offered long ago."""
    async with opened() as seat:
        ann = seat.person("Ann", "en")
        home = seat.private(ann)
        async with room(seat.server, house, ann, home) as r:
            asked = seat.says(ann, home, "!me forget")
            question = await seat.reads(home, "[1] ", asked.id)
            await seat.presses(ann, question, seat.labels(question)["No"])
            await r.daemon.handler.until(2)
            late = seat.says(ann, home, "1")
            await seat.reads(home, "Well.", late.id)
            assert r.daemon.handler.texts[-1] == "1"


async def test_no_setting_is_offered_for_buttons_that_there_are_none_of(house: House) -> None:
    """Somebody switches buttons on, and none ever comes."""
    async with opened() as seat:
        ann = seat.person("Ann", "en")
        home = seat.private(ann)
        async with room(seat.server, house, ann, home):
            asked = seat.says(ann, home, "!settings controls")
            await seat.reads(home, "does nothing on this platform", asked.id)
            asked = seat.says(ann, home, "!settings place")
            listed = await seat.reads(home, "Answers = ", asked.id)
            assert "(controls)" not in listed.text
            assert "controls (" not in listed.text


async def test_a_long_reply_comes_in_lines(house: House) -> None:
    """A server would cut what is longer than a line, in the middle of a letter."""
    text = " ".join(f"word{n} 海" for n in range(400))
    async with opened() as seat:
        ann = seat.person("Ann", "en")
        home = seat.private(ann)
        async with room(seat.server, house, ann, home) as r:
            house.model.script(say(text))
            seat.says(ann, home, "Tell me everything.")
            await seat.reads(home, "word399 海")
            await r.daemon.rests()
            assert len(seat.stands(home)) > 1
            assert " ".join(it.text.replace("\n", " ") for it in seat.stands(home)) == text
            assert seat.rejected == []


async def test_a_restart_and_a_cut(house: House) -> None:
    """A reply would be said twice after a restart or a cut, or the bot stay away."""
    async with opened() as seat:
        ann = seat.person("Ann", "en")
        home = seat.private(ann)
        async with room(seat.server, house, ann, home) as r:
            house.model.script(say("First."), say("Second."), say("Third."), say("Fourth."))
            seat.says(ann, home, "one")
            await seat.reads(home, "First.")
            await r.daemon.rests()
            seat.says(ann, home, "!save before")  # its answer goes out behind the reply, which has arrived then
            await seat.reads(home, "before")
        async with room(seat.server, house) as r:
            seat.says(ann, home, "two")
            await seat.reads(home, "Second.")
            await r.daemon.rests()
            seat.server.cut()
            await seat.waits(lambda: seat.server.logins == 3)
            seat.says(ann, home, "three")
            await seat.reads(home, "Third.")
            await r.daemon.rests()
            said = [it.text for it in seat.stands(home)]
            assert [it for it in said if "before" not in it] == ["First.", "Second.", "Third."]
            seat.server.swallow = 1
            seat.says(ann, home, "four")
            lost = await seat.reads(home, "[1] ")
            assert [it.text for it in seat.stands(home)].count("Fourth.") == 1
            seat.says(ann, home, "1")
            await seat.reads(home, "Fourth.", lost.id)
            prompts = [it.prompt for it in house.model.generations]
            assert len(prompts) == 4
