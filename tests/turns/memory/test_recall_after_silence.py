"""A question about a time is the same question whatever was said beside it, on every date."""

from datetime import timedelta

import pytest

from engine.actions.house import settings
from engine.values.house.setting_scopes import SettingScope
from tests import calendar
from tests.dates import DATES
from tests.turns.remembering import asked, filled, past, remembering
from tests.turns.room import Room

BESIDE = {
    "en": ("I ran into a colleague by the river.", "Going to bed, talk to you later."),
    "zh": ("邻居合唱团周四排练，我跟着哼，哈哈", "我先睡了，回头聊。", "在河边步道碰巧遇见一个同事"),
}
"""What was said last and is not answered yet."""
DAY = {
    "en": ("The boiler man found a nest of swifts in my chimney.", "My aunt is cross with me.", "The landlord rang."),
    "zh": ("修锅炉的师傅在我家烟囱里发现一窝雨燕", "我姑妈为点小事生我气", "房东打来电话，东拉西扯一小时"),
}
ASKED = {"en": "What did we talk about yesterday?", "zh": "昨天我们聊了什么？"}


@pytest.mark.share(3)
@pytest.mark.parametrize("language", DAY)
@pytest.mark.parametrize("date", DATES[::3])
async def test_what_is_not_answered_yet_is_no_topic_of_a_day(room: Room, date: str, language: str) -> None:
    """Somebody asks about a day after lines without an answer, and hears what of that day is like those lines."""
    now = calendar.read(date)
    await remembering(room, now=now)
    for name, value in {"language": language, "timezone": str(now.tzinfo), "budget_tokens": "2000"}.items():
        await settings.put(room.engine.ctx, room.here, SettingScope.SPACE, name, value)
    noon = now.replace(hour=12, minute=0) - timedelta(days=1)
    await past(room, *((line, "…!") for line in DAY[language]), since=noon)
    await filled(room, 30, now - timedelta(minutes=50))
    await past(room, *((line, "") for line in BESIDE[language]), since=now - timedelta(minutes=3))
    recalled = await asked(room, ASKED[language])
    assert [line for line in DAY[language] if line not in recalled] == []
