"""The dates of a person: told, shown with the next one first, changed, with what is to be done about each."""

from dataclasses import replace
from datetime import timedelta

import pytest

from bot.commands.framework.reply import Listing, Reply
from engine.actions.house import settings
from engine.actions.people import dates
from engine.db.people import dates as rows
from engine.values.house.setting_scopes import SettingScope
from engine.values.people.dates import DateCalendar, DateEvery, DateKind, DateWish, FactDate
from tests.bot.visitor import Visitor, ann, now, owner, words

__all__ = ["ann", "owner"]


async def in_chinese(it: Visitor) -> Visitor:
    here = await it.engine.places.resolve(it.origin)
    await settings.put(it.engine.ctx, here, SettingScope.PERSON, "language", "zh")
    return replace(it, language="zh")


async def kept(it: Visitor) -> dict[str, FactDate]:
    here = await it.engine.places.resolve(it.origin)
    return {one.fact.text: one.date for one in await dates.listed(it.engine.ctx, here)}


def items(reply: Reply) -> list[tuple[str, str]]:
    [listing] = [it for it in reply.blocks if isinstance(it, Listing)]
    return [(it.text, it.detail) for it in listing.items]


async def test_what_comes_next_is_first(owner: Visitor) -> None:
    """Who looks for their next exam would read through all birthdays of the year."""
    await owner.uses('/me date add "Mum was born" lunar 8/15 birthday')
    await owner.uses('/me date add "My exam in biology" tomorrow 9am')
    await owner.uses("/me date add rent the 1st of every month")
    shown = items(await owner.uses("/me date"))
    here = await owner.engine.places.resolve(owner.origin)
    comes = {it.fact.text: it.at for it in await dates.listed(owner.engine.ctx, here)}
    assert [text for text, _ in shown] == sorted(comes, key=lambda it: comes[it] or now())
    assert {text for text, _ in shown} == {"My exam in biology", "rent", "Mum was born"}
    exam = dict(shown)["My exam in biology"]
    assert f"{now() + timedelta(days=1):%A}"[:3] in exam or "tomorrow" in exam
    assert "9:00" in exam
    assert "tomorrow · exam" in exam
    born = dict(shown)["Mum was born"]
    assert born.startswith("lunar 8/15 · ")
    assert "every year · birthday" in born
    assert "in 1 days" not in born
    assert "every month" in dict(shown)["rent"]


async def test_dates_are_told_in_chinese(owner: Visitor) -> None:
    """Half of the people could not type their mother's birthday."""
    it = await in_chinese(owner)
    added = words(await it.uses("/我 日期 添加 妈妈的生日 农历八月十五"))
    assert "农历八月十五" in added
    assert "星期" in added
    assert "每年" in added
    assert "聊天时我会提起" in added
    assert (await kept(it))["妈妈的生日"] == FactDate(
        DateKind.BIRTHDAY, 8, 15, calendar=DateCalendar.LUNAR, every=DateEvery.YEAR
    )
    assert "明天" in words(await it.uses("/我 日期 添加 “期末 考试” 明天上午9点 考试"))
    assert items(await it.uses("/我 日期"))[0][0] == "期末 考试"


async def test_a_fact_that_has_a_day_shows_it_among_the_others(owner: Visitor) -> None:
    """Who looks through what is known about them sees when they told of the exam, and not when it is."""
    await owner.uses("/me fact add I keep bees")
    await owner.uses('/me date add "My exam in biology" tomorrow 9am')
    shown = dict(items(await owner.uses("/me fact")))
    assert "📅" not in shown["I keep bees"]
    exam = shown["My exam in biology"]
    assert exam.startswith("📅 ")
    assert "9:00" in exam
    assert "tomorrow" in exam
    assert "明天" in dict(items(await (await in_chinese(owner)).uses("/我 事实")))["My exam in biology"]


async def test_a_day_is_changed_and_the_words_keep_it(owner: Visitor) -> None:
    """Who corrects a word would lose the day, or who moves an exam would have two."""
    await owner.uses('/me date add "my exam" tomorrow 9am')
    assert "3 May" in words(await owner.uses("/me date edit 1 3 May 10:30")).replace("May 3", "3 May")
    assert (await kept(owner))["my exam"].minute == 10 * 60 + 30
    await owner.uses("/me fact edit 1 my exam in biology")
    changed = await kept(owner)
    assert list(changed) == ["my exam in biology"]
    assert (changed["my exam in biology"].month, changed["my exam in biology"].kind) == (5, DateKind.EXAM)
    form = await owner.uses("/me date edit 1")
    assert form.form is not None
    again = form.form.fields[0].value
    assert "05-03 10:30" in again
    await owner.fills(form.form.line, {"when": again})
    assert await kept(owner) == changed


async def test_a_plain_fact_gets_a_day(owner: Visitor) -> None:
    """What somebody told before there were dates would have to be told again."""
    await owner.uses("/me fact add I marry Bo")
    assert "has no date" in words(await owner.uses("/me date wish 1 remind"))
    await owner.uses("/me date edit 1 in two weeks")
    assert list(await kept(owner)) == ["I marry Bo"]


async def test_each_wish_is_one_press(owner: Visitor) -> None:
    """Nobody could say that they do not want to be reminded."""
    added = await owner.uses("/me date add exam tomorrow")
    assert "I will mention it" in words(added)
    control = next(it.control for it in added.choices if "remind" in it.control)
    assert "I will remind you" in words(await owner.presses(control))
    assert (await kept(owner))["exam"].wish is DateWish.REMIND
    assert "leave it alone" in words(await owner.uses("/me date wish 1 leave"))
    await owner.uses("/me date edit 1 in 3 days")
    assert (await kept(owner))["exam"].wish is DateWish.LEAVE


async def test_a_deleted_date_is_a_deleted_fact(owner: Visitor) -> None:
    """It would go on being told as a fact, or as a day without one."""
    await owner.uses("/me date add exam tomorrow")
    asked = await owner.uses("/me date delete 1")
    assert asked.confirm is not None
    await owner.presses(f"run:{asked.confirm.command}")
    assert "no date of yours" in words(await owner.uses("/me date"))
    assert "anything about you" in words(await owner.uses("/me fact"))


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("/me date add exam soon", "next Thursday 9am"),
        ("/me date add exam 3 May 2020", "is over"),
        ("/me date add exam yesterday", "next Thursday 9am"),
        ("/me date add birthday lunar 13/2", "no such day"),
        ("/me date add birthday lunar 8/31", "no such day"),
        ("/me date edit 7 tomorrow", "no fact 7"),
        ("/me date wish 7 remind", "no fact 7"),
    ],
)
async def test_wrong_input_says_what_to_do(owner: Visitor, line: str, said: str) -> None:
    """Somebody would try the same again, or believe that the day is noted."""
    assert said in words(await owner.uses(line))
    assert await kept(owner) == {}


async def test_wrong_input_in_chinese(owner: Visitor) -> None:
    """The same for whoever reads Chinese."""
    it = await in_chinese(owner)
    assert "下周四上午九点" in words(await it.uses("/我 日期 添加 考试 以后再说"))
    assert "已经过了" in words(await it.uses("/我 日期 添加 考试 2020年5月3日"))
    assert "农历里没有" in words(await it.uses("/我 日期 添加 考试 农历九月三十一"))
    assert await kept(it) == {}


async def test_what_is_over_is_shown_last_as_over(owner: Visitor) -> None:
    """A day that was yesterday would be told as one of next year, or vanish from the card."""
    await owner.uses("/me date add exam tomorrow")
    here = await owner.engine.places.resolve(owner.origin)
    ctx = owner.engine.ctx
    made = (await dates.listed(ctx, here))[0]
    gone = replace(made.date, year=2025, month=3, day=4)
    assert await rows.put(ctx.db, here.person, made.fact.id, gone)
    await owner.uses("/me date add party tomorrow")
    shown = items(await owner.uses("/me date"))
    assert [text for text, _ in shown] == ["party", "exam"]
    assert "2025" in shown[1][1]
    assert " · over · " in shown[1][1]
