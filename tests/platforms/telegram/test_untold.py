"""What waits for somebody who has no private chat with the bot: how long, and what ends it."""

from collections.abc import Callable

import pytest

from bot.commands.framework.reply import told
from bot.telegram.untold import Untold
from engine.actions.people import forgetting
from tests.platforms.room import House
from tests.platforms.telegram.room import origin, room
from tests.servers.telegram import telegram_server

HOUR = 3_600


class Later(list[tuple[float, Callable[[], None]]]):
    """What is to be done in so many seconds, and was not cancelled."""

    def __call__(self, seconds: float, call: Callable[[], None]) -> "Planned":
        self.append((seconds, call))
        return Planned(self, (seconds, call))


class Planned:
    def __init__(self, among: Later, one: tuple[float, Callable[[], None]]) -> None:
        self._among, self._one = among, one

    def cancel(self) -> None:
        self._among.remove(self._one)


def test_the_newest_answer_waits_for_an_hour() -> None:
    """An answer that nobody fetched is held, and said, days after all that it tells of was deleted."""
    later = Later()
    untold = Untold(later)
    untold.keep("ann", told("old"))
    untold.keep("ben", told("ben's"))
    untold.keep("ann", told("new"))
    assert untold.taken("ann") == told("new")
    assert untold.taken("ann") is None
    [(seconds, end)] = later
    assert seconds == HOUR
    end()
    assert untold.taken("ben") is None
    assert later == []


@pytest.mark.parametrize("forgotten", [None, "Ann", "Ben"])
async def test_nothing_waits_once_somebody_is_forgotten(house: House, forgotten: str | None) -> None:
    """Somebody asks to be forgotten, and what was read before is told all the same, to them or to others."""
    async with telegram_server(privacy=False) as t:
        people = {name: t.user(name) for name in ("Ann", "Ben")}
        ann, ben = people.values()
        group = t.group("Club", [ann, ben])
        async with room(t, house, ann, ann.private(), group) as r:
            ben.uses(group, "/me")
            await r.sees(group, "?start=told")
            if forgotten:
                engine = r.daemon.engine
                here = await engine.places.resolve(origin(group, people[forgotten]))
                assert (await forgetting.forget_me(engine.ctx, engine.runner, here)).done
            ben.says(ben.private(), "/start told")
            await t.history.holds(lambda: len(r.shown(ben.private())) == 1)
            assert ("About you" in r.shown(ben.private())[0]) is (forgotten is None)
