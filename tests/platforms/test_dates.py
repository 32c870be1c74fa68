"""Days of people on both platforms, in both languages: told, listed, changed, and refused with what to type instead."""

from dataclasses import dataclass
from typing import Any, Final

import pytest

from engine.actions.people import dates
from engine.values.people.dates import DateCalendar, DateEvery, DateKind, DateWish, FactDate
from tests.platforms.front import PLATFORMS, front
from tests.platforms.room import House
from tests.servers.model import say

pytestmark = pytest.mark.share(2)


@dataclass(frozen=True, slots=True)
class Talk:
    """Lines, each with what is read behind it, and the days that are known in the end."""

    lines: tuple[tuple[str, str], ...]
    known: dict[str, FactDate]


TALKS: Final = {
    "en": Talk(
        (
            ('/me date add "Mum was born" lunar 8/15 birthday', "lunar 8/15 · "),
            ("/me date add rent the 1st of every month", "every month"),
            ("/me date add rent someday", "I don't understand which day “someday” is."),
            ("/me date add Gone 2020-01-01", "“2020-01-01” is over."),
            ("/me date add Gone lunar 13/31", "The lunar calendar has no such day: “lunar 13/31”."),
            ("/me date wish 1 remind", "Mum was born"),
            ("/me date edit 2 the 3rd of every month", "every month"),
            ("/me date edit 99 tomorrow", "99"),
            ("/me date", "lunar 8/15 · "),
            ("/me fact", "📅 lunar 8/15 · "),
        ),
        {
            "Mum was born": FactDate(
                DateKind.BIRTHDAY, 8, 15, None, DateCalendar.LUNAR, every=DateEvery.YEAR, wish=DateWish.REMIND
            )
        },
    ),
    "zh": Talk(
        (
            ("/我 日期 添加 妈妈的生日 农历八月十五", "农历八月十五 · "),
            ("/我 日期 添加 交房租 每月1号", "每月"),
            ("/我 日期 添加 交房租 改天吧", "我不明白“改天吧”是哪一天。"),
            ("/我 日期 添加 过去的事 2020-01-01", "“2020-01-01”已经过了。"),
            ("/我 日期 添加 过去的事 农历十三月三十一", "农历十三月三十一"),
            ("/我 日期 提醒 1 提醒", "妈妈的生日"),
            ("/我 日期 修改 2 每月3号", "每月"),
            ("/我 日期 修改 99 明天", "99"),
            ("/我 日期", "农历八月十五 · "),
            ("/我 事实", "📅 农历八月十五 · "),
        ),
        {
            "妈妈的生日": FactDate(
                DateKind.BIRTHDAY, 8, 15, None, DateCalendar.LUNAR, every=DateEvery.YEAR, wish=DateWish.REMIND
            )
        },
    ),
}


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("platform", PLATFORMS)
async def test_days_are_told_listed_and_changed(house: House, platform: str, language: str) -> None:
    """What works before the handler cannot be typed, or not be read, where people are; or a wrong day is kept."""
    talk = TALKS[language]
    house.model.answer = lambda _: say("Well.")
    async with front(platform, house) as it:
        ann = it.seat.person("Ann", language)
        alone: Any = it.seat.private(ann)
        async with it.opened(ann, alone) as r:
            await it.sets(r.daemon, alone, ann, "language", language)
            for line, answer in talk.lines:
                before = len(it.texts(alone))
                it.says(ann, alone, line)
                await it.seat.waits(lambda n=before, words=answer: any(words in said for said in it.texts(alone)[n:]))
            here = await r.daemon.engine.places.resolve(it.rooms.origin(alone, ann))
            known = {one.fact.text: one.date for one in await dates.listed(r.daemon.engine.ctx, here)}
            assert len(known) == 2
            assert {text: known[text] for text in talk.known} == talk.known
            assert 3 in {one.day for one in known.values()}
        assert it.seat.rejected == []
