"""Pictures of emotions one by one, as authors give them to their characters in front of each platform."""

from typing import Final

import pytest

from engine.actions.characters import cards
from tests.platforms.desk import desk
from tests.platforms.front import PLATFORMS
from tests.platforms.room import House
from tests.servers.model import say
from tests.turns.files import picture

LANGUAGES: Final = ("en", "zh")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("platform", PLATFORMS)
async def test_one_picture_is_set_replaced_and_deleted(house: House, platform: str, language: str) -> None:
    """For one new expression an author packs the whole card again in another program."""
    house.model.script(say("Well."))
    async with desk(platform, house, language) as it:
        say_, engine = it.speak.say, it.room.engine
        await it.says("Hello.", "Well.")
        here = await it.here
        made = await cards.create(engine.ctx, here, "Ida", {}, picture("blue"))
        line = "/char expression Ida"
        await it.uses(f"{line} shy", say_("char-changed", version="2"), ("x.png", picture("yellow")))
        assert set(await engine.faces.emotions(engine.ctx, made.id)) == {"shy"}
        first = await engine.faces.face(engine.ctx, made.id, "shy")
        await it.uses(f"{line} Shy", say_("char-changed", version="3"), ("y.png", picture("black")))
        assert (await engine.faces.face(engine.ctx, made.id, "shy")).picture != first.picture
        await it.uses(f"{line} shy", say_("char-expression-delete-sure", name="Ida", emotion="shy"))
        await it.presses(say_("button-yes"), say_("char-changed", version="4"))
        assert set(await engine.faces.emotions(engine.ctx, made.id)) == set()
        told = await it.uses(f"{line} shy", "shy")
        assert say_("error-no-such-emotion", name="Ida", emotion="shy", number="/").partition("/")[0] in told
        await it.uses(f"{line} shy", say_("error-picture-unreadable"), ("z.png", b"no picture"))
        changed = await cards.versions(engine.ctx, here, made.id)
        assert [one.changed for one in changed] == [("emotions",)] * 3 + [()]
        await cards.back(engine.ctx, here, made.id, 3)
        assert "shy" in await engine.faces.emotions(engine.ctx, made.id)
