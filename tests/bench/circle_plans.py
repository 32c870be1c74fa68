"""What a circle costs while nobody writes there: planning its days, and looking whether something is to be planned."""

import json
import time
from datetime import date, timedelta
from pathlib import Path
from typing import Final
from zoneinfo import ZoneInfo

from engine.actions.characters import characters, circles
from engine.actions.house import settings
from engine.app import Engine
from engine.db.characters import circles as stored
from engine.jobs.characters.circle_posts import due_plans
from engine.jobs.characters.circle_rounds import due_rounds
from engine.rules.circle.planning import posts_of
from engine.rules.circle.subjects import CircleLife, subject_of
from engine.values.characters.circle_members import CircleMember, PostFrequency
from engine.values.house.setting_choices import Language
from engine.values.house.setting_scopes import SettingScope
from engine.values.ids import ChannelKey
from tests import calendar
from tests.bench.figures import Figure, Part
from tests.bench.house import PLATFORM, Talker, engine_on, model_process

CHARACTERS: Final = 8
GOAL_MS: Final = 2.0
_FIRST: Final = date(2027, 3, 4)


async def run(folder: Path, *, quick: bool) -> Part:
    """CPU a character: the plan of a day with its subjects, and a tick that looks what is to be planned."""
    days, ticks = (30, 20) if quick else (365, 200)
    async with model_process() as model, engine_on(folder, model) as engine:
        talker = Talker(engine, 1)
        await talker.open()
        await _circle(engine, talker)
        await due_plans(engine.ctx, [PLATFORM])
        before = time.process_time()
        for _ in range(ticks):
            await due_rounds(engine.ctx, [PLATFORM])
            await due_plans(engine.ctx, [PLATFORM])
        tick = (time.process_time() - before) / ticks / CHARACTERS
        members = await stored.members(engine.ctx.db, talker.here.key)
    return Part(
        "a circle of eight",
        (
            Figure("planning a day, CPU a character", 1_000 * _planned(days), "ms", GOAL_MS),
            Figure("a tick that plans nothing, CPU a character", 1_000 * tick, "ms", GOAL_MS),
        ),
        (f"{len(members)} characters; {days} days, {ticks} ticks; with what the process does besides",),
    )


def _planned(days: int) -> float:
    """Seconds for a day of a character that posts three times, in both languages alike."""
    zone = ZoneInfo("Asia/Shanghai")
    members = [
        CircleMember(ChannelKey(1, 2), number, f"C{number}", PostFrequency.OFTEN, "the harbour, old maps", "dry")
        for number in range(CHARACTERS)
    ]
    began = time.process_time()
    for member in members:
        for number in range(days):
            for post in posts_of(member, _FIRST + timedelta(days=number), zone):
                for language in Language:
                    subject_of(member, CircleLife(), post.at, language, post.number)
    return (time.process_time() - began) / days / CHARACTERS


async def _circle(engine: Engine, talker: Talker) -> None:
    here = talker.here
    for name, value in {"mode": "circle", "timezone": calendar.ZONE}.items():
        await settings.put(engine.ctx, here, SettingScope.CHANNEL, name, value)
    for number in range(CHARACTERS):
        card = {"spec": "chara_card_v2", "spec_version": "2.0", "data": {"name": f"C{number}", "description": "Sails."}}
        made = await characters.import_file(engine.ctx, here, json.dumps(card).encode())
        await circles.join(engine.ctx, engine.runner, here, made.id, "Ann", PostFrequency.OFTEN)
