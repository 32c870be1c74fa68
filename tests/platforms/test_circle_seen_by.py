"""Who sees a post of a circle on both platforms: what is for one person or for the cast is not in the group."""

import json

import pytest

from engine.actions.characters import circles
from engine.actions.chats import sessions
from engine.actions.people import writing_first
from engine.values.chats.incoming import Here
from tests.platforms.circles import NAMES, Circle, noon, opened_circle
from tests.platforms.front import PLATFORMS, front
from tests.platforms.room import AnyRoom, House
from tests.servers.model import Script, Seen, nothing_to_note, say

pytestmark = pytest.mark.calendar

MOMENT = "Quilla the kestrel sat on my sill, for you alone."
AMONG = "Quilla the kestrel stole my hat, do not tell."
ANSWER = "She stole mine, too!"


async def _own_chat(house: House, room: AnyRoom, dm: Here, group: Here) -> int:
    """Nela plays in Ann's private chat too, where she may write first."""
    ctx, runner = room.engine.ctx, room.engine.runner
    nela = next(it for it in (await circles.circle(ctx, group)).members if it.name == NAMES["en"][0])
    own = "UPDATE character SET owner_space = NULL, owner_person = $2 WHERE id = $1"
    await house.sql(own, nela.character, dm.person)
    await sessions.new(ctx, runner, dm, "Ann", nela.character)
    await writing_first.allow(ctx, dm, 3)
    await writing_first.keep_quiet(ctx, dm, "0-0")
    return nela.character


def _among_themselves(seen: Seen) -> Script:
    if seen.errand != {"post", "replies"}:
        return nothing_to_note(seen)
    return say(json.dumps({"post": AMONG, "replies": [{"who": 1, "act": "comment", "text": ANSWER}]}))


def _hidden(circle: Circle) -> bool:
    return not any("Quilla" in it or ANSWER in it for it in circle.texts)


@pytest.mark.parametrize("platform", PLATFORMS)
async def test_what_is_for_somebody_alone_comes_to_them_alone(house: House, platform: str) -> None:
    """It is read by a whole group, comes to nobody, or whoever looks after the group cannot read what goes on."""
    async with front(platform, house) as it:
        ann = it.seat.person("Ann", "en")
        dm, group = it.seat.private(ann), it.seat.group("Home", ann)
        async with it.opened(ann, dm) as room:
            house.model.answer = lambda _: say("Hello, Ann.")
            it.says(ann, dm, "Hello.")
            await it.seat.reads(dm, "Hello, Ann.")
            await room.daemon.rests()
            await it.sets(room.daemon, dm, ann, "timezone", noon())
            circle = await opened_circle(it, house, room, "en", ann, group)
            here = [await room.engine.places.resolve(it.rooms.origin(one, ann)) for one in (dm, group)]
            nela = await _own_chat(house, room, *here)
            posts = f"circle_post.%/%.{nela}.%"
            refused = await it.seat.uses(ann, group, "circle seen-by", member="Mo", **{"seen-by": "me"})
            assert "may not write to you yet" in refused
            alone = await it.seat.uses(ann, group, "circle seen-by", member="Nela", **{"seen-by": "me"})
            assert "for you alone from now on" in alone
            house.model.answer = lambda _: say(MOMENT)
            await circle.comes(posts)
            await it.seat.reads(dm, MOMENT)
            assert _hidden(circle)

            cast = await it.seat.uses(ann, group, "circle seen-by", member="Nela", **{"seen-by": "cast"})
            assert "among the characters alone" in cast
            house.model.notes = _among_themselves
            await circle.comes(posts)
            assert _hidden(circle)
            assert not any(AMONG in text for text in it.texts(dm))
            told = await it.seat.uses(ann, group, "circle backstage")
            if platform == "telegram":  # which has no answers for one person alone
                await it.seat.reads(dm, AMONG)
                assert AMONG not in told
                assert _hidden(circle)
            else:
                assert AMONG in told
                assert ANSWER in told
        assert it.seat.rejected == []
