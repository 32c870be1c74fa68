"""Chinese words of time: how they are written, numerals, days, parts of the day, seasons and holidays."""

import re
from typing import Final

from engine.rules.recall.timeparse.holiday_rules import holidays_by_name
from engine.rules.recall.word_lists import word_lists

_FOLDED: Final = str.maketrans(
    "０１２３４５６７８９：．／－～週禮個後這點號時鐘間從農曆節聖誕國慶勞動兩幾剛開學過歲來現說"
    "頭陣總當發裡裏內淩參臘陽陰舊廢經為麼嗎樂還會邊無與輩記憶聽見話愛買費約們壹貳叁伍陸○◯兒囯準備劃雙萬處驚蟄種滿傍閏緣婦親師殺氣喫誰",
    "0123456789:./-~周礼个后这点号时钟间从农历节圣诞国庆劳动两几刚开学过岁来现说"
    "头阵总当发里里内凌参腊阳阴旧废经为么吗乐还会边无与辈记忆听见话爱买费约们一二三五六〇〇儿国准备划双万处惊蛰种满傍闰缘妇亲师杀气吃谁",
)

_DIGITS: Final = {"零": 0, "〇": 0, "一": 1, "二": 2, "两": 2, "三": 3, "四": 4, "五": 5} | {
    "六": 6, "七": 7, "八": 8, "九": 9, "廿": 20, "卅": 30,
}  # fmt: skip


def folded(text: str) -> str:
    """``text`` with plain digits and short characters where it matters; every character keeps its place."""
    return text.translate(_FOLDED)


def number(word: str) -> float:
    """The value of a short numeral, in digits or characters (半 is a half); -1 where it is none."""
    if word[:1].isascii():
        return float(word) if re.fullmatch(r"[0-9]+(?:\.[0-9]+)?", word) else -1
    if word == "半":
        return 0.5
    if not re.search("[十百廿卅]", word):
        return int("".join(str(_DIGITS[c]) for c in word)) if word and all(c in _DIGITS for c in word) else -1
    total, digit = 0, 0
    for char in word:
        if char in "十百":
            total, digit = total + (digit or 1) * (10 if char == "十" else 100), 0
        elif char not in _DIGITS:
            return -1
        else:
            digit = digit + _DIGITS[char] if digit else _DIGITS[char]
    return total + digit


DAYS: Final = {
    "今": 0, "昨": -1, "前": -2, "大前": -3, "大大前": -4, "明": 1, "后": 2, "大后": 3, "当": 0,
}  # fmt: skip
YEARS: Final = {
    "今年": 0, "本年度": 0, "本年": 0, "去年": -1, "上一年": -1, "上年": -1, "去岁": -1, "旧年": -1, "客岁": -1,
    "头年": -1,
    "前年": -2, "大前年": -3, "大大前年": -4, "明年": 1, "来年": 1, "后年": 2, "大后年": 3, "下一年": 1,
}  # fmt: skip
WEEKDAYS: Final = {c: n for n, c in enumerate("一二三四五六日末")} | {"天": 6} | {str(n): n - 1 for n in range(1, 8)}

# From and to in hours of the day (beyond 24 is the next day), and the hours of the clock that it makes afternoon.
PARTS: Final[dict[str, tuple[float, float]]] = {
    "凌晨": (0, 6), "清晨": (5, 8), "清早": (5, 9), "大清早": (5, 9), "一大早": (5, 9), "大早上": (6, 10),
    "一早": (5, 9),
    "早上": (6, 10), "早晨": (6, 10), "早间": (6, 10), "晨间": (6, 10), "早": (6, 10), "晨": (5, 10),
    "上午": (7.5, 12),
    "中午": (11.5, 13.5), "正午": (11.5, 13.5), "晌午": (11.5, 13.5), "大中午": (11.5, 13.5), "午间": (11.5, 13.5),
    "午": (11.5, 13.5), "午后": (13, 17), "下午": (13, 18), "后晌": (13, 18), "傍晚": (17, 19), "黄昏": (17, 19),
    "傍黑": (17, 19), "晚上": (18, 25), "晚间": (18, 25), "夜晚": (18, 25), "晚": (18, 25), "夜里": (20, 28),
    "夜间": (20, 28),
    "夜": (18, 26), "大晚上": (18, 25), "深夜": (22.5, 28), "半夜": (23, 29), "大半夜": (23, 29), "午夜": (23, 25),
    "三更半夜": (23, 29), "后半夜": (24, 30), "前半夜": (20, 24), "上半夜": (20, 24), "下半夜": (24, 30),
    "一晚上": (18, 25),
    "入夜": (18, 25), "白天": (7, 18),
}  # fmt: skip

SEASONS: Final = {"春": 0, "夏": 1, "秋": 2, "冬": 3}


HOLIDAYS: Final = dict(holidays_by_name(word_lists(__file__, "holidays.json")["holidays"]))
