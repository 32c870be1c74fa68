"""The garden, corrections, the diary and the about-me card on both platforms, with their buttons and pictures."""

import pytest

from engine.actions.house import settings
from engine.values.house.setting_scopes import SettingScope
from tests.platforms.front import ROOMS
from tests.platforms.room import SPEECH, House
from tests.platforms.seats import seat_at
from tests.platforms.test_transfers import evening

pytestmark = pytest.mark.share(2)

SAID = {
    "en": ("Her boat is called Tern.", "What is her boat called, Tern?", "Her boat is called Auk.", "I hate nuts."),
    "zh": ("她的船叫燕鸥。", "她的船叫什么，燕鸥吗？", "她的船叫海雀。", "我对坚果过敏。"),
}  # fmt: skip


@pytest.mark.parametrize(
    ("platform", "language"), [("discord", "zh"), ("telegram", "en"), ("discord", "en"), ("telegram", "zh")]
)
async def test_a_memory_is_written_recalled_and_put_right(house: House, platform: str, language: str) -> None:
    """What a character remembers could not be seen, or not be put right, on somebody's platform."""
    note, question, right, fact = SAID[language]
    async with evening(platform, house, language) as it:
        await it.says("Hm.", "Well.")
        added = await it.says(f"/memory add {note}", note)
        number = next(word for word in added.text.replace("：", " ").replace(":", " ").split() if word.isdecimal())
        listed = await it.says("/记忆" if language == "zh" else "/memory", it.words("memory-kind", kind="manual"))
        assert f"{number} · {note}" in listed.text
        sky = it.words("sky-said", shown=2, total=2, whole="yes").replace("。", ".").split(".")[1].strip()[:12]
        picture = await it.says("/memory sky", sky)
        assert it.file_of(picture).startswith(b"\x89PNG")
        await it.says(question, "Well.")
        assert note in house.model.generations[-1].prompt
        why = await it.says("/why", it.words("why-group", group="memories", total=1, all="yes"))
        asked = await it.fills(why, "run:/fix memory", note, right, "→")
        assert note in asked.text
        assert right in asked.text
        done = await it.presses(asked, "run:/fix yes", right)
        await it.seat.presses(it.person, done, "run:/again")
        await it.daemon.diary.reads("heard", "run:/again")
        await it.daemon.engine.turns.idle(it.here)
        prompt = house.model.generations[-1].prompt
        assert right in prompt
        assert note not in prompt
        sure = await it.says(f"/memory delete {number}", right)
        await it.presses(sure, "run:/memory delete", it.words("memory-deleted", count=1))
        await it.says("/memory", it.words("memory-none", said=0, name="").partition("。")[0].partition(".")[0].strip())
        await it.says(f"/me fact add {fact}", fact)
        await it.says("/me fact", fact)
        await it.says("/diary purple", it.words("error-date-unknown", given="purple"))
        await it.says("/memory show 999999", it.words("error-no-such-memory", number="999999"))


@pytest.mark.parametrize("platform", ["discord", "telegram"])
async def test_in_a_group_nobody_else_reads_the_answer(house: House, platform: str) -> None:
    """A whole group would read what somebody has told the character about themselves."""
    rooms = ROOMS[platform]
    async with seat_at(platform) as seat:
        ann, ben = seat.person("Ann", "en"), seat.person("Ben", "en")
        group, alone = seat.invites("Club", ann, ben), seat.private(ann)
        async with rooms.room(seat.server, house, ann, group, alone) as r:
            here = await r.daemon.engine.places.resolve(rooms.origin(group, ann))
            await settings.put(r.daemon.engine.ctx, here, SettingScope.PERSON, "language", "en")
            seat.says(ann, alone, "hi")
            await seat.reads(alone, "Well.")
            seat.says(ann, alone, "/me fact add I hate nuts.")
            await seat.reads(alone, "Added as number")
            asked = seat.says(ann, group, "/me fact")
            await seat.reads(group, SPEECH.speaker("en").say("secret-said"), asked.id)
            listed = await seat.reads(alone, "What is known about you")
            assert "nuts" in listed.text
            seat.says(ben, group, "/me fact")
            await seat.waits(lambda: [it for it in seat.stands(group) if "private" in it.text and it.id > asked.id + 1])
            opened = seat.says(ann, group, "Hello!", called=True)
            await seat.reads(group, "Well.", opened.id)
            seat.says(ann, alone, "/me fact share 1 groups")
            await r.diary.reads("heard", "/me fact share 1 groups")
            fixed = seat.says(ann, group, "/fix fact 1 I like milk.")
            line = await seat.reads(alone, "→")
            assert "/fix" not in line.text
            if platform == "discord":  # where a button acts in the channel alone in which it stands
                line = await seat.reads(group, SPEECH.speaker("en").say("secret-said"), fixed.id)
            assert [it.split()[:2][-1] for it in line.controls] == ["yes", "edit", "forget", "no:"]
            await seat.presses(ann, line, line.controls[0])
            await r.diary.reads("heard", f"run:/fix{line.controls[0].partition('/fix')[2]}")
            assert "I like milk." in [it["text"] for it in await house.sql("SELECT text FROM person_fact")]
            assert all("milk" not in it.text for it in seat.stands(group))


@pytest.mark.parametrize(("platform", "language"), [("discord", "zh"), ("telegram", "en")])
async def test_whether_private_things_may_be_told_is_asked_in_private(
    house: House, platform: str, language: str
) -> None:
    """A group would read what somebody told the character alone, or nobody would learn that it may be used there."""
    rooms = ROOMS[platform]
    words = SPEECH.speaker(language).say
    async with seat_at(platform) as seat:
        ann, ben = seat.person("Ann", language), seat.person("Ben", "en")
        group, alone = seat.invites("Club", ann, ben), seat.private(ann)
        async with rooms.room(seat.server, house, ann, group, alone) as r:
            here = await r.daemon.engine.places.resolve(rooms.origin(group, ann))
            await settings.put(r.daemon.engine.ctx, here, SettingScope.PERSON, "language", language)
            seat.says(ann, alone, "hi")
            await seat.reads(alone, "Well.")
            seat.says(ann, alone, "/me fact add I hate nuts.")
            await seat.reads(alone, "I hate nuts.")
            for text in ("Hello!", "Still there?"):
                said = seat.says(ann, group, text, called=True)
                await seat.reads(group, "Well.", said.id)
                assert "nuts" not in house.model.generations[-1].prompt
            named = "“I hate nuts.”"
            asked = await seat.reads(alone, named)
            assert "Club" in asked.text
            assert asked.controls == ("run:/me elsewhere off", "run:/me elsewhere on")
            await seat.presses(ann, asked, "run:/me elsewhere on")
            await r.diary.reads("heard", "run:/me elsewhere on")
            said = seat.says(ann, group, "And now?", called=True)
            await seat.reads(group, "Well.", said.id)
            assert "nuts" in house.model.generations[-1].prompt
            assert sum(named in it.text for it in seat.stands(alone)) == 1
            assert not any("nuts" in it.text or words("elsewhere-asked-here") == it.text for it in seat.stands(group))
