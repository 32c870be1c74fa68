"""A year of talk between one person and a character, as the chat file that somebody brings along, and what is asked."""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

from engine.actions.characters import characters
from engine.actions.house import access
from engine.actions.house import settings as settings_actions
from engine.actions.transfers import looking
from engine.actions.transfers.bringing import bring
from engine.background_work import jobs_of
from engine.db.postgres.pool import Database
from engine.rules.recall.remembering.sources import REMEMBER
from engine.values.chats.incoming import Here, Origin
from engine.values.house.setting_scopes import SettingScope
from engine.work.clock import SystemClock
from engine.work.due import DueWork
from engine.work.tasks import Tasks
from tests import calendar
from tests.bench.year import DAYS, Planted, Said, chatter
from tests.platforms.room import House
from tests.turns.room import CARD, config_for, opened

PERSON, CHARACTER = "Ann", "Mira"
_LATELY = 120
"""Messages of the last hour, which fill the history of a prompt."""
_QUOTED = re.compile(r"<(memory-[0-9a-f]+)>\n(.*?)\n</\1>", re.DOTALL)
_DATED = re.compile(r"^\[(\d{4}-\d\d-\d\d)", re.MULTILINE)

LINES: Mapping[str, Mapping[str, Sequence[str]]] = {
    "en": {
        "yesterday": ("What did we talk about yesterday?", "The boiler man found a nest of swifts in my chimney."),
        "last week": (
            "What did we talk about last week?",
            "I sold the caravan to a retired magician, and he paid with coins out of a top hat, counted them twice "
            "on the kitchen table, and left me two doves as a tip.",
        ),
        "birthday": (
            "Do you remember when my birthday is?",
            "Write this down: my birthday is on the fourteenth of March.",
        ),
        "how": (
            "How exactly did we get the piano upstairs?",
            "The piano has to go upstairs and nobody can carry it.",
            "Then we took the legs off.",
            "And Mira, you told me to lay it on a sledge.",
            "Two ropes over the landing, and up it went.",
        ),
        "name": (
            "What was my grandmother's dog called?",
            "My grandmother had a dog called Brunello who slept in the oven.",
        ),
    },
    "zh": {
        "yesterday": ("昨天我们聊了什么？", "修锅炉的师傅在我家烟囱里发现一窝雨燕"),
        "last week": (
            "上周我们聊了什么？",
            "我把房车卖给了一位退休魔术师，他从礼帽里掏硬币付账，在厨房桌上数了两遍，临走还留下两只鸽子当小费，说是给我解闷用的",
        ),
        "birthday": ("你还记得我的生日是哪天吗？", "记一下，我的生日是三月十四号"),
        "how": (
            "我们到底是怎么把钢琴搬上楼的？",
            "钢琴得搬上楼，可是谁也抬不动",
            "后来咱们把琴腿卸了",
            "你还叫我垫一块雪橇",
            "楼梯口挂两根绳子，就这么拉上去了",
        ),
        "name": ("我外婆养的那条狗叫什么名字？", "我外婆养过一条狗叫阿福，天天睡在灶台边"),
    },
}


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked, the lines that have to be in the prompt for it, and the days from which lines may come back."""

    name: str
    text: str
    wanted: tuple[str, ...]
    days: frozenset[str] | None


@dataclass(frozen=True, slots=True)
class Story:
    """The chat file, the questions, and the zone in which today is today for long enough."""

    file: bytes
    questions: tuple[Question, ...]
    zone: str
    messages: int


def story(language: str) -> Story:
    """A year that ends now."""
    clock = calendar.now()
    zone = calendar.zone_by_day()
    now = clock.astimezone(ZoneInfo(zone))
    ago = {"yesterday": 1, "last week": now.weekday() + 4, "birthday": 240, "how": 120, "name": 311}
    lines = LINES[language]
    planted = [
        Planted(ago[name], PERSON, text, f"{name} {number}")
        for name, (_, *texts) in lines.items()
        for number, text in enumerate(texts)
    ]
    people = (PERSON, CHARACTER)
    said = chatter(language, 1, people, now.date(), planted)
    lately = chatter(language, 2, people, now.date(), ())[:_LATELY]
    rows = [(it, it.at.replace(tzinfo=now.tzinfo)) for it in said]
    rows += [(it, clock - timedelta(minutes=_LATELY + 2 - number)) for number, it in enumerate(lately)]
    monday = now.date() - timedelta(days=now.weekday() + 7)
    days = {"yesterday": _days(now.date() - timedelta(days=1), 1), "last week": _days(monday, 7)}
    questions = [Question(name, asked, tuple(texts), days.get(name)) for name, (asked, *texts) in lines.items()]
    return Story(_file(rows), tuple(questions), zone, len(rows))


def _days(first: date, count: int) -> frozenset[str]:
    return frozenset(str(first + timedelta(days=number)) for number in range(count))


def _file(rows: Sequence[tuple[Said, datetime]]) -> bytes:
    header = {"user_name": PERSON, "character_name": CHARACTER, "create_date": "2024-01-01", "chat_metadata": {}}
    lines = [
        {"name": it.speaker, "is_user": it.speaker == PERSON, "mes": it.text, "send_date": at.isoformat()}
        for it, at in rows
    ]
    return "\n".join(json.dumps(it, ensure_ascii=False) for it in (header, *lines)).encode()


async def lived(house: House, origin: Origin, language: str, told: Story) -> Here:
    """The place where the year was brought in, and all of it is remembered. Room for little else is in a prompt."""
    config = config_for(house.url, house.folder, house.model)
    async with opened(config, origin.platform) as engine:
        here = await engine.places.resolve(origin)
        await access.at_home(engine.ctx, here)
        settings = {
            "language": language,
            "timezone": told.zone,
            "budget_tokens": "2500",
            "recall_tokens": "1000",
            "facts": "off",
            "debounce": "0",
        }
        for name, value in settings.items():
            await settings_actions.put(engine.ctx, here, SettingScope.SPACE, name, value)
        await characters.import_file(engine.ctx, here, json.dumps(CARD).encode())
        looked = await looking.look(engine.ctx, here, told.file, f"{CHARACTER}.jsonl")
        await bring(engine.ctx, engine.runner, here, PERSON, looked.token, looked.offers[0])
        runner = engine.runner
        await _remembered(runner._ctx.db, jobs_of(runner._ctx, runner)[REMEMBER])
    return here


async def _remembered(db: Database, job: object) -> None:
    tasks = Tasks()
    due = DueWork(db, "test", {REMEMBER: job}, SystemClock(), tasks)  # type: ignore[dict-item] - one of the jobs
    while await due.run_ready():
        pass
    await tasks.stop()


def wrong(question: Question, prompt: str) -> list[str]:
    """What is wrong with the prompt in which a question was asked."""
    quoted = "\n".join(it[2] for it in _QUOTED.finditer(prompt))
    found = [f"{question.name}: {it!r} is missing" for it in question.wanted if it not in prompt]
    strangers = set(_DATED.findall(quoted)) - question.days if question.days is not None else set()
    return found + [f"{question.name}: a line of {it}" for it in sorted(strangers)]


ENOUGH = 3 * DAYS
"""So many messages at least make a year."""
