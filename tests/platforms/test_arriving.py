"""What people send, on its way into the house: nothing lost, nothing out of order, nothing that costs the others."""

import pytest

from tests.platforms.front import ALL, PLATFORMS, front
from tests.platforms.room import House

AWAY = ("unstored", "away")
"""How the diary of a bot calls that the database is away."""
DOG = ("dog.png", b"\x89PNG dog")


@pytest.mark.parametrize("platform", PLATFORMS)
async def test_a_channel_keeps_its_order_and_channels_do_not_wait(house: House, platform: str) -> None:
    """Words would reach the story in another order than they were said, or one slow channel would silence all."""
    async with front(platform, house) as it:
        ann, ben = it.seat.person("Ann", "en"), it.seat.person("Ben", "en")
        slow, quick = it.beside(ann, ben)
        async with it.opened(ann, slow, quick) as r:
            if platform == "discord":
                await it.sets(r.daemon, slow, ann, "speaks", "always")
            async with house.stuck(it.rooms.origin(slow, ann).channel):
                for text in ("first", "second", "third"):
                    it.says(ann, slow, text)
                for number in range(3):
                    it.says(ben, quick, f"elsewhere {number}")
                    await it.reads(quick, *["Well."] * (number + 1))
                elsewhere = [f"elsewhere {number}" for number in range(3)]
                assert r.daemon.handler.texts == elsewhere
            await r.daemon.handler.until(6)
        assert r.daemon.handler.texts == [*elsewhere, "first", "second", "third"]


@pytest.mark.parametrize("behind", [False, True], ids=["within", "behind"])
@pytest.mark.parametrize("platform", PLATFORMS)
async def test_what_the_database_could_not_take_is_not_lost(house: House, platform: str, behind: bool) -> None:
    """A message sent while the database restarts would be lost without a word, or come behind later ones."""
    async with front(platform, house) as it:
        ann, ben = it.seat.person("Ann", "en"), it.seat.person("Ben", "en")
        group = it.seat.group("Home", ann, ben)
        async with it.opened(ann, group) as r:
            await it.sets(r.daemon, group, ann, "listen", "on")
            async with house.without_database():
                it.seat.says(ben, group, "a first cup")
                if not behind:
                    it.says(ben, group, "a second cup")
                await r.daemon.diary.until(lambda: any(line[0] in AWAY for line in r.daemon.diary.told))
            if behind:
                it.says(ben, group, "a second cup")
            await it.reads(group, "Well.")
            assert r.daemon.handler.texts == ["a first cup", "a second cup"]
        [asked] = house.model.generations
        assert 0 < asked.prompt.index("a first cup") < asked.prompt.index("a second cup")


@pytest.mark.parametrize("platform", PLATFORMS)
async def test_nothing_is_fetched_for_strangers(house: House, platform: str) -> None:
    """Anybody could make the house download what they like, as often as they like."""
    async with front(platform, house) as it:
        seat, ann, bob = it.seat, it.seat.person("Ann", "en"), it.seat.person("Bob", "en")
        group = seat.group("Home", ann)
        async with it.opened(ann, group) as r:
            seat.says(bob, seat.private(bob), "look", file=DOG)
            assert (await r.daemon.handler.hears("look")).files == ()
            seat.says(ann, group, "among us", file=DOG)
            assert (await r.daemon.handler.hears("among us")).files == (), "it was said to nobody"
            assert seat.fetched == 0
            seat.says(ann, group, "Lan, see", file=DOG)
            heard = await r.daemon.handler.hears("Lan, see")
            assert [it.filename for it in heard.files] == ["dog.png"], "called by name"
            assert seat.fetched == 1


@pytest.mark.parametrize("platform", ALL)
async def test_an_error_in_one_message_is_not_the_next_ones(house: House, platform: str) -> None:
    """A mistake that one message meets would take the whole bot with it."""
    async with front(platform, house) as it:
        ann = it.seat.person("Ann", "en")
        home, _ = it.beside(ann, it.seat.person("Ben", "en"))
        async with it.opened(ann, home) as r:
            r.daemon.turns.bug = "odd"
            it.seat.says(ann, home, "odd")
            told = await it.seat.reads(home, "Something went wrong")
            it.says(ann, home, "even")
            await it.seat.waits(lambda: it.texts(home) == [told.text, "Well."])
            assert "odd" not in house.model.generations[-1].prompt
        sessions = [it.name for it in it.seat.history.of("session")]
        assert len(sessions) == 1 if platform == "minimal" else sessions.count("identify") == (platform == "discord")
