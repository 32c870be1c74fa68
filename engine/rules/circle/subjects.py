"""What a character posts about, out of what its life has. Pure: the same life and day always give the same subject.

A festival comes first, the season and the hour last; between them whatever has not been told for longest. Nothing is
taken twice in a row, and what happened, was read or was sent is told once in a circle: who has nothing else is silent.
"""

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from functools import lru_cache
from typing import Final

from engine.rules.attention import draw_of
from engine.rules.circle.novelty import is_comment
from engine.rules.circle.rounds import threads
from engine.rules.recall.remembering.batches import BatchMessage
from engine.rules.recall.timeparse.chinese.words import HOLIDAYS as CHINESE
from engine.rules.recall.timeparse.english.holidays import HOLIDAYS as ENGLISH
from engine.rules.recall.timeparse.holidays import Days
from engine.values.characters.circle_members import CircleMember
from engine.values.characters.circle_subjects import LivedMemory, PostSubject, SubjectKind, TakenSubject
from engine.values.house.setting_choices import Language
from engine.values.memory.memories import MemoryKind

LATELY: Final = timedelta(days=3)
"""What happened longer ago, or was read or written in a diary, is no news."""
PICTURES_LATELY: Final = timedelta(days=7)
MOST_TOLD: Final = 6
"""Memories of a story that one post may tell of."""
BETWEEN_READ: Final = 2
"""So many posts of a character at least lie between two that take up what others wrote."""
_READ: Final = 3
"""So many of the newest posts of others may be taken up."""
_ONCE: Final = (SubjectKind.PICTURE, SubjectKind.STORY, SubjectKind.DIARY, SubjectKind.READ)
"""What is told once in a circle, whoever tells it."""


@dataclass(frozen=True, slots=True)
class CircleLife:
    """What a character may post about. ``said``: in the circle, first to last, as everybody there could read it.

    ``lived``: what it may tell of, the newest first; ``taken``: what posts were about lately, the newest first.
    """

    said: Sequence[BatchMessage] = ()
    lived: Sequence[LivedMemory] = ()
    taken: Sequence[TakenSubject] = ()


def subject_of(
    member: CircleMember, life: CircleLife, here: datetime, language: Language, number: int = 0
) -> PostSubject | None:
    """What the post ``number`` of a day is about, at ``here`` on the circle's clock; None: nothing is worth telling."""
    mine = [it for it in life.taken if it.character == member.character]
    others = {it.name for it in life.taken if it.character != member.character and here - it.at <= LATELY}
    told = {it.name for it in life.taken if it.kind in _ONCE}
    told |= {it.name for it in mine[:1] if it.kind != SubjectKind.FESTIVAL}
    told |= {it.name for it in mine if it.kind == SubjectKind.FESTIVAL}

    def order(it: PostSubject) -> tuple[bool, bool, bool, int, int, float]:
        kinds, names = [one.kind for one in mine], [one.name for one in mine]
        drawn = draw_of(member.character, here.date().toordinal(), number, it.name)
        rank = (it.kind is not SubjectKind.FESTIVAL, it.kind is SubjectKind.SEASON, it.name in others)
        return *rank, -_since(it.kind, kinds), -_since(it.name, names), drawn

    offered = _offers(member, life, mine, here, language)
    return min((it for it in offered if it.name not in told), key=order, default=None)


def about_of(member: CircleMember, subject: PostSubject, here: datetime, language: Language) -> str:
    """What a post is about, a line each: the time, the tone, and the subject where its words are nobody's."""
    tone = member.tone.strip()
    lines = [_time(here, language), *([_TONE[language].format(it=tone)] if tone else [])]
    said = _SAID.get(subject.kind)
    return "\n".join([*lines, *([said[language].format(it=subject.words)] if said else [])])


def usual_about(member: CircleMember, here: datetime, language: Language, number: int) -> str:
    """What a post may be about that not all of a circle read: nothing of anybody, or what has happened lately."""
    found = subject_of(member, CircleLife(), here, language, number)
    lines = [about_of(member, found, here, language)] if found else []
    return "\n".join([*lines, _LATELY[language]])


def beginning_of(subject: str, language: Language) -> str:
    """The line above what is told of a subject, by its name, whose words are somebody's; "" for any other."""
    return _TOLD[language].get(subject.partition(":")[0], "")


def sought_for(subject: str, about: str) -> str:
    """What is looked for in memory for a post with such a subject: its words, not the time, which asks for nothing."""
    kind = subject.partition(":")[0]
    if not kind:
        return about
    return about.splitlines()[-1] if about and kind in (SubjectKind.LIKES, SubjectKind.FESTIVAL) else ""


def _since(one: str, before: Sequence[str]) -> int:
    """How many posts ago that was."""
    return before.index(one) if one in before else len(before)


def _offers(
    member: CircleMember, life: CircleLife, mine: Sequence[TakenSubject], here: datetime, language: Language
) -> Iterator[PostSubject]:
    if celebrated := festival(here.date(), language):
        yield PostSubject(SubjectKind.FESTIVAL, here.date().isoformat(), celebrated)
    yield from _of_life(life.lived, here)
    if all(it.kind != SubjectKind.READ for it in mine[:BETWEEN_READ]):
        shown = {it.picture for it in life.lived if not it.elsewhere}
        yield from _of_others(member.character, [it for it in life.said if it.seq not in shown], here)
    for it in member.interests.replace("，", ",").replace("、", ",").split(","):
        if it.strip():
            yield PostSubject(SubjectKind.LIKES, it.strip().casefold(), it.strip())
    part, season = bisect_right(_HOURS, here.hour), here.month % 12 // 3
    yield PostSubject(SubjectKind.SEASON, f"{season}.{part}", _SEASONS[language][season] + _AT[language][part])


def _of_life(lived: Sequence[LivedMemory], here: datetime) -> Iterator[PostSubject]:
    """The newest pictures and pages, and each story with what has happened in it last."""
    stories: dict[int, list[int]] = {}
    for it in lived:
        if it.picture and here - it.at <= PICTURES_LATELY:
            yield PostSubject(SubjectKind.PICTURE, str(it.id), memories=(it.id,))
        elif here - it.at > LATELY:
            continue
        elif it.kind is MemoryKind.DIARY:
            yield PostSubject(SubjectKind.DIARY, str(it.id), memories=(it.id,))
        elif it.elsewhere:
            stories.setdefault(it.session, []).append(it.id)
    for ids in stories.values():
        told = ids[:MOST_TOLD]
        yield PostSubject(SubjectKind.STORY, str(told[0]), memories=tuple(reversed(told)))


def _of_others(character: int, said: Sequence[BatchMessage], here: datetime) -> Iterator[PostSubject]:
    """The newest posts of others; without any the newest comments. What it has commented on already it has answered."""
    found = threads(said)
    answered = {it.post for it in found if it.depth and it.message.character == character}
    free = [it for at, it in enumerate(found) if it.post not in answered and here - said[at].at <= LATELY]
    fitting = [it for it in free if it.message.character != character and it.message.tells]
    posts = [it for it in fitting if not it.depth and not is_comment(it.message.text)]
    asked = f"@{_name(character, said)}"
    rest = [it for it in fitting if not it.message.text.startswith(asked)]
    for it in [*reversed(posts or rest)][:_READ]:
        yield PostSubject(SubjectKind.READ, str(it.message.seq), target=it.message.seq)


def _name(character: int, said: Sequence[BatchMessage]) -> str:
    return next((" ".join(it.name.split()) for it in reversed(said) if it.character == character), "\0")


_LATELY: Final = {
    Language.EN: "Or what has happened in the last three days",
    Language.ZH: "或者最近三天发生的事",
}
_TONE: Final = {Language.EN: "Tone: {it}", Language.ZH: "语气：{it}"}
_SAID: Final = {
    SubjectKind.FESTIVAL: {Language.EN: "Today is {it}", Language.ZH: "今天是{it}"},
    SubjectKind.LIKES: {Language.EN: "Something it likes: {it}", Language.ZH: "喜欢的事：{it}"},
    SubjectKind.SEASON: {Language.EN: "How it is now: {it}", Language.ZH: "此时此刻：{it}"},
}
_TOLD: Final[Mapping[Language, Mapping[str, str]]] = {
    Language.EN: {
        SubjectKind.READ: "What somebody wrote here, which the post takes up without repeating it:",
        SubjectKind.PICTURE: "A picture that it was sent and what was said with it; nobody sees it under the post:",
        SubjectKind.STORY: "What has happened to it lately:",
        SubjectKind.DIARY: "From its diary:",
    },
    Language.ZH: {
        SubjectKind.READ: "别人在这里写的，这条动态接着它说，但不重复：",
        SubjectKind.PICTURE: "别人发给它的一张图，和当时说的话；动态下面不附这张图：",
        SubjectKind.STORY: "最近发生在它身上的事：",
        SubjectKind.DIARY: "它的日记里写的：",
    },
}
_HOURS: Final = (5, 11, 14, 18)
_PARTS: Final = {
    Language.EN: ("night", "morning", "noon", "afternoon", "evening"),
    Language.ZH: ("夜里", "早上", "中午", "下午", "晚上"),
}
_AT: Final = {
    Language.EN: (", at night", ", in the morning", ", at noon", ", in the afternoon", ", in the evening"),
    Language.ZH: ("的夜里", "的早上", "的中午", "的下午", "的晚上"),
}
_SEASONS: Final = {Language.EN: ("winter", "spring", "summer", "autumn"), Language.ZH: ("冬天", "春天", "夏天", "秋天")}
_WEEKDAYS: Final = {
    Language.EN: ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"),
    Language.ZH: ("星期一", "星期二", "星期三", "星期四", "星期五", "星期六", "星期日"),
}


def _time(here: datetime, language: Language) -> str:
    part = _PARTS[language][bisect_right(_HOURS, here.hour)]
    weekday, season = _WEEKDAYS[language][here.weekday()], _SEASONS[language][here.month % 12 // 3]
    return f"{weekday} {part}, {season}" if language is Language.EN else f"{weekday}{part}，{season}"


@lru_cache(maxsize=64)
def festival(day: date, language: Language) -> str:
    """What is celebrated on a day, solar or by the Chinese calendar, by its usual name; "" for nothing."""
    names: Mapping[str, Days] = CHINESE if language is Language.ZH else ENGLISH
    for name, days in names.items():
        try:
            spans = [days(year) for year in (day.year, day.year - 1)]
        except ValueError:  # no such day that year
            continue
        if any(first == last == day for first, last in spans):
            return name if language is Language.ZH else name.title()
    return ""
