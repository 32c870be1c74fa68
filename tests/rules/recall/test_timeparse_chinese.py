"""Which stretch of time a Chinese chat message asks about."""

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from engine.rules.recall.timeparse import resolve
from engine.rules.recall.timeparse.chinese import chinese
from engine.rules.recall.timeparse.chinese.atoms import MOST, MOST_TRIES, atoms
from engine.rules.recall.timeparse.chinese.cuts import CUTS, LEADS
from engine.rules.recall.timeparse.chinese.words import folded

ZONE = ZoneInfo("Asia/Shanghai")
NOW = datetime(2026, 9, 16, 14, 20, tzinfo=ZONE)  # a Wednesday
TODAY = NOW.date()
MONDAY = TODAY - timedelta(days=TODAY.weekday())
DAY = timedelta(days=1)


def midnight(day: date) -> datetime:
    return datetime(day.year, day.month, day.day, tzinfo=ZONE)


def whole(first: date, last: date | None = None) -> tuple[datetime, datetime]:
    """Whole days, both included."""
    return midnight(first), midnight((last or first) + DAY)


def month(year: int, number: int, count: int = 1) -> tuple[datetime, datetime]:
    """Whole months."""
    after = year * 12 + number - 1 + count
    return midnight(date(year, number, 1)), midnight(date(after // 12, after % 12 + 1, 1))


def ago(count: int) -> date:
    return TODAY - count * DAY


EXACT = {
    "昨儿个我跟你唠了些什么": whole(ago(1)),
    "前个儿你推荐的歌呢": whole(ago(2)),
    "大前天我是不是感冒了": whole(ago(3)),
    "今天我跟你说过几次累": whole(TODAY),
    "六天前我问过你的那件事": whole(ago(6)),
    "周一的时候我说要去哪": whole(MONDAY),
    "禮拜五我們聊了什麼": whole(MONDAY - 3 * DAY),
    "上周四我请假了吗": whole(MONDAY - 4 * DAY),
    "上上个星期二谁来过": whole(MONDAY - 13 * DAY),
    "上个礼拜天我做了什么菜": whole(MONDAY - DAY),
    "上周你都在忙什么": whole(MONDAY - 7 * DAY, MONDAY - DAY),
    "上周末我们看的电影": whole(MONDAY - 2 * DAY, MONDAY - DAY),
    "三周前我提过的面试": whole(MONDAY - 21 * DAY, MONDAY - 15 * DAY),
    "周一到周二我都说了什么": whole(MONDAY, MONDAY + DAY),
    "昨天和前天你记得吗": whole(ago(2), ago(1)),
    "上个月我读完了几本书": month(2026, 8),
    "上上个月初我在忙啥": whole(date(2026, 7, 1), date(2026, 7, 10)),
    "上个月中旬你说过什么": whole(date(2026, 8, 11), date(2026, 8, 20)),
    "十一月我们聊过滑雪吗": month(2025, 11),
    "去年三四月份我在学什么": month(2025, 3, 2),
    "四个月前我在追哪部剧": month(2026, 5),
    "一年半前我住在哪里": month(2025, 3),
    "去年下半年我都在忙啥": month(2025, 7, 6),
    "今年二季度我的目标": month(2026, 4, 3),
    "前年我们认识了吗": month(2024, 1, 12),
    "二〇二四年我最大的收获是什么": month(2024, 1, 12),
    "08年我在哪里上学": month(2008, 1, 12),
    "２０２５年３月５日我写了什么": whole(date(2025, 3, 5)),
    "2025-03-05的日记": whole(date(2025, 3, 5)),
    "25年3月5号我们聊了啥": whole(date(2025, 3, 5)),
    "3月5号到8号我在哪出差": whole(date(2026, 3, 5), date(2026, 3, 8)),
    "3-5月我们聊的话题": month(2026, 3, 3),
    "5.1那天我去哪玩了": whole(date(2026, 5, 1)),
    "28号那天下雨了没": whole(date(2026, 8, 28)),
    "去年的今天我在想什么": whole(date(2025, 9, 16)),
    "上个月的今天我在干嘛": whole(date(2026, 8, 16)),
    "去年国庆第二天我们爬的哪座山": whole(date(2025, 10, 2)),
    "国庆前一天我加班了吗": whole(date(2025, 9, 30)),
    "国庆最后两天我在干嘛": whole(date(2025, 10, 6), date(2025, 10, 7)),
    "去年中秋我是一个人过的吗": whole(date(2025, 10, 6)),
    "大年初三我去拜年了吗": whole(date(2026, 2, 19)),
    "除夕我和谁一起过的": whole(date(2026, 2, 16)),
    "端午我包了几个粽子": whole(date(2026, 6, 19)),
    "七夕那天你送我什么了": whole(date(2026, 8, 19)),
    "腊八那天我熬粥了吗": whole(date(2026, 1, 26)),
    "农历三月初五我做了什么": whole(date(2026, 4, 21)),
    "去年冬至我在哪里过的": whole(date(2025, 12, 21)),
    "清明那天我们扫墓了吗": whole(date(2026, 4, 5)),
    "母亲节我给妈妈买了什么": whole(date(2026, 5, 10)),
    "上个月第一个周五我在哪": whole(date(2026, 8, 7)),
    "上半周我都在忙什么": (midnight(MONDAY), midnight(MONDAY) + 3.5 * DAY),
    "上半个星期我都在忙什么": (midnight(MONDAY), midnight(MONDAY) + 3.5 * DAY),
    "上半个月我都在忙什么": whole(date(2026, 9, 1), date(2026, 9, 15)),
    "今年以来我读了多少书": (midnight(date(2026, 1, 1)), NOW),
    "自从六月以后你就变了": (midnight(date(2026, 6, 1)), NOW),
    "从上周开始我戒糖了你还记得吗": (midnight(MONDAY - 7 * DAY), NOW),
    "过去三天你写了几篇日记": (NOW - 3 * DAY, NOW),
    "三月之前我提过他吗": (None, midnight(date(2026, 3, 1))),
}

MOMENTS = {
    "昨晚十一点半我说了什么": midnight(ago(1)) + timedelta(hours=23.5),
    "上周日凌晨两点你还没睡": midnight(MONDAY - DAY) + timedelta(hours=2),
    "昨晚两点我为什么还醒着": midnight(TODAY) + timedelta(hours=2),
    "晚上八点我们聊了啥": midnight(ago(1)) + timedelta(hours=20),
    "早上七点你就醒了？": midnight(TODAY) + timedelta(hours=7),
    "昨天15:30我发了什么": midnight(ago(1)) + timedelta(hours=15.5),
    "昨天这个时候我在干嘛": NOW - DAY,
    "一个半小时前我说什么了": NOW - timedelta(hours=1.5),
    "两小时二十分钟前我说了啥": NOW - timedelta(minutes=140),
}

VAGUE = {
    "最近你在忙什么": (14, 0),
    "这几天你是不是不开心": (4, 0),
    "前几天我说的秘密": (6, 1),
    "前阵子你说的那个游戏": (30, 5),
}

NONE = (
    "那天晚上你说爱我", "上次我们聊到哪了", "以前我很爱吃辣", "小时候的夏天总是很长", "改天再聊吧",
    "第二天他就后悔了",  # open
    "我睡了八个小时还困", "他学琴学了十年了", "给我两分钟",  # how long
    "每周三都去健身", "每天晚上我都喝牛奶", "天天加班真累", "周周开例会", "逢周三打折",  # again and again
    "早上好呀", "国庆快乐！", "祝你周末愉快", "新年好！",  # greetings
    "星期五餐厅不错", "今日头条推荐的", "我在读《去年夏天》", "我家猫叫十一", "我们乐队叫“周五”",
    "前天津队的教练是谁",  # names
    "我喜欢夏天胜过冬天", "我不喜欢周一", "夏天怎么防晒", "周末一般你都干嘛",  # in general
    "这个苹果9.9元", "圆周率约等于3.14", "比分是3:2", "版本3.11.2有问题", "我有三点建议", "尾号0305的卡",  # numbers
    "现在几点了", "今天星期几", "中秋节是几号",  # the clock and the calendar
)  # fmt: skip

FUTURE = (
    "明天见", "下周我去北京", "国庆打算去哪", "周末一起去吗", "等你周五回来再说", "三天后出发",
    "明年春天我们结婚吧", "今晚吃什么",
    "十月一号我们去看升旗好不好", "提醒我周三交作业", "这周五晚上有约会",
)  # fmt: skip


@pytest.mark.parametrize(("text", "meant"), EXACT.items())
def test_calendar(text: str, meant: tuple[datetime | None, datetime]) -> None:
    """A question about a day, a week, a month or a holiday would find messages of another time."""
    found = resolve(text, NOW)
    assert found is not None
    assert (found.start, found.end) == meant
    assert found.certain


@pytest.mark.parametrize(("text", "at"), MOMENTS.items())
def test_moments(text: str, at: datetime) -> None:
    """A question about an hour would miss it, or bring half a day."""
    found = resolve(text, NOW)
    assert found is not None
    assert found.start
    assert found.end
    assert found.holds(at)
    assert found.end - found.start <= timedelta(minutes=90)


@pytest.mark.parametrize(("text", "days"), VAGUE.items())
def test_vague(text: str, days: tuple[int, int]) -> None:
    """Vague words would shut out what lies a little beside them."""
    found = resolve(text, NOW)
    assert found is not None
    assert (found.start, found.end) == (NOW - days[0] * DAY, NOW - days[1] * DAY)
    assert not found.certain


@pytest.mark.parametrize("text", NONE + FUTURE)
def test_no_time_is_meant(text: str) -> None:
    """A name, a greeting, a habit or a plan would hide every memory outside of some range."""
    assert chinese.find(text, NOW) is None


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("你还记得去年国庆第二天我们吃了什么吗", "去年国庆第二天"),
        ("从昨天早上八点到十点你在干嘛", "从昨天早上八点到十点"),
        ("今天突然想起前年冬天的那场雪", "前年冬天"),
        ("下周的会是上周三定的吧", "上周三"),
        ("晚上好！前天说好的照片呢", "前天"),
        ("國慶節以後你好像變忙了", "國慶節以後"),
    ],
)
def test_words_of_time_are_told(text: str, words: str) -> None:
    """What else is asked could not be told from the words of time."""
    found = resolve(text, NOW)
    assert found is not None
    assert [text[start:end] for start, end in found.spans] == [words]


def test_days_of_a_change_of_clocks() -> None:
    """On the day the clocks change, yesterday would lose or gain an hour."""
    zone = ZoneInfo("America/New_York")
    found = resolve("昨天我们聊了什么", datetime(2026, 3, 9, 8, tzinfo=zone))
    assert found is not None
    assert found.start is not None
    assert found.end is not None
    assert (found.start, found.end) == (datetime(2026, 3, 8, tzinfo=zone), datetime(2026, 3, 9, tzinfo=zone))
    assert found.end.astimezone(UTC) - found.start.astimezone(UTC) == timedelta(hours=23)


PIECES = st.sampled_from(
    ["昨天", "上", "个", "月", "周", "三", "十", "2", "0", "年", "号", "点", "半", "前", "后", "的", "从", "到",
    "和", "国庆", "第二天",
     "晚上", "春节", "最近", "几", "天", "以后", "农历", "初", "五", "九九九", "《", "》", "每", "吗", "了",
     "，", "我", "-", ".", ":", "小时"]
)  # fmt: skip
MOMENTS_OF_ANY_AGE = st.datetimes(
    min_value=datetime(1, 1, 1),  # noqa: DTZ001 - the strategy sets the zone
    max_value=datetime(9999, 12, 31, 23, 59),  # noqa: DTZ001 - the strategy sets the zone
    timezones=st.sampled_from([UTC, ZONE, ZoneInfo("America/New_York"), ZoneInfo("Pacific/Apia")]),
)


@given(text=st.one_of(st.text(max_size=60), st.lists(PIECES, max_size=14).map("".join)), now=MOMENTS_OF_ANY_AGE)
@example(text="九千年前我们聊了什么", now=datetime(1, 1, 1, tzinfo=ZONE))
@example(text="昨天到今天我们聊了什么", now=datetime(9999, 12, 31, 23, tzinfo=UTC))
@example(text="三个小时前你在哪", now=datetime(1, 1, 1, 0, 30, tzinfo=ZONE))
@example(text="上0周", now=datetime(2000, 1, 1, tzinfo=UTC))
@example(text="过去零年我们聊了什么", now=datetime(2000, 1, 1, tzinfo=UTC))
@example(text="前0天", now=datetime(2000, 1, 1, tzinfo=UTC))
def test_any_text_at_any_time(text: str, now: datetime) -> None:
    """Some message would end the turn, or hide every memory behind a range of the future."""
    found = chinese.find(text, now)
    if found is None:
        return
    assert found.start is None or found.start <= now
    assert found.start is None or found.end is None or found.start < found.end
    assert all(0 <= start < end <= len(text) for start, end in found.spans)


@pytest.mark.parametrize("unit", ["今儿很好，", "3月5号的事，", "我们聊聊天吧", "一"])
def test_work_grows_with_the_text(unit: str) -> None:
    """A long message would be read again and again."""
    few, many = atoms(unit * 10), atoms(unit * 20)
    assert len(many) <= 2 * len(few) + 1
    assert len(atoms(unit * 5000)) <= MOST


def test_hostile_text_is_read_in_part() -> None:
    """A pasted wall of near misses would hold up the turn."""
    hostile = "上" * (MOST_TRIES + 10) + "昨天"
    assert atoms(hostile) == []
    assert len(atoms("1年2月" * 1000)) == MOST


def test_question_after_a_pasted_text() -> None:
    """A question under a pasted log full of dates would not be seen."""
    log = "".join(f"{hour}点我在写字。" for hour in range(8, 20))
    found = chinese.find("昨天" + log.replace("我", "他") + "前天我们聊了什么？", NOW)
    assert found is not None
    assert (found.start, found.end) == whole(ago(2))


@given(st.text(max_size=80))
def test_folding_keeps_places(text: str) -> None:
    """Words of time would be cut out of the wrong places of the message."""
    assert len(folded(text)) == len(text)


def test_every_kind_of_word_may_begin_somewhere() -> None:
    """A kind of word would never be read."""
    assert set(CUTS) == set(LEADS)
