"""What is asked once of somebody, when it first matters: which time zone is theirs."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from typing import Final
from zoneinfo import ZoneInfo

from bot.commands.framework import controls
from bot.commands.framework.arguments import localised
from bot.commands.framework.declared import CommandCall
from bot.commands.framework.reply import Paragraph, Reply, ReplyChoice, told
from bot.words.localise import Speaker
from engine.actions.house import settings as settings_actions
from engine.values.chats.notices import Notice
from engine.values.house.setting_scopes import SettingScope

_LIKELY: Final[Mapping[str, tuple[str, ...]]] = {
    "zh": ("Asia/Shanghai", "Asia/Taipei", "America/Los_Angeles"),
    "en": ("America/New_York", "Europe/London", "America/Los_Angeles"),
    "de": ("Europe/Berlin", "Europe/Zurich"),
    "fr": ("Europe/Paris", "America/Montreal"),
    "es": ("Europe/Madrid", "America/Mexico_City", "America/Argentina/Buenos_Aires"),
    "pt": ("America/Sao_Paulo", "Europe/Lisbon"),
    "it": ("Europe/Rome",),
    "pl": ("Europe/Warsaw",),
    "ru": ("Europe/Moscow",),
    "ja": ("Asia/Tokyo",),
    "ko": ("Asia/Seoul",),
}
"""Where people who speak a language mostly live: no platform tells anybody's zone."""
ZONE_ASKED: Final = "newcomer-asked"
_NOWHERE: Final = "UTC"
_OFFERED: Final = 3


async def question(call: CommandCall, app: str) -> Reply:
    """The zone as it is guessed, with a tap for yes and one for each other guess. ``app``: its language."""
    asked = await zone_asked(call, app)
    return Reply((Paragraph(call.speak.notice(asked)),), choices=zone_choices(call.speak, asked))


async def zone_asked(call: CommandCall, app: str) -> Notice:
    """The same as a notice: the zones that are likely, what time it is in each, and the one that holds meanwhile."""
    holds = str((await settings_actions.current(call.ctx, call.here)).timezone)
    zones = await likely_zones(call, app)
    clocks = [_clock(call, zone) for zone in zones]
    all_of_them = {"zones": " ".join(zones), "times": " ".join(it["time"] for it in clocks)}
    return Notice(ZONE_ASKED, {**clocks[0], **all_of_them, "holds": "this" if holds == zones[0] else holds})


def zone_choices(speak: Speaker, asked: Notice) -> tuple[ReplyChoice, ...]:
    """The answers to the question."""
    zones, times = str(asked.data["zones"]).split(), str(asked.data["times"]).split()
    settle = ReplyChoice(_settling(zones[0]), speak.say("newcomer-right"))
    others = [
        ReplyChoice(_settling(zone), speak.say("newcomer-zone", zone=zone, city=speak.city(zone), time=time))
        for zone, time in zip(zones[1:], times[1:], strict=True)
    ]
    more = ReplyChoice(controls.control(controls.RUN, "/me timezone"), speak.say("newcomer-other-zone"))
    return (settle, *others, more)


async def settle(call: CommandCall) -> Reply:
    """The answer to the question, which it takes the place of: the zone is kept."""
    await settings_actions.put(call.ctx, call.here, SettingScope.PERSON, "timezone", call.text("zone"))
    now = await settings_actions.current(call.ctx, call.here)
    me = localised("/me", call.table, call.speak)
    return replace(told(call.speak.say("newcomer-settled", me=me, **_clock(call, now.timezone))), instead=True)


async def timezone(call: CommandCall) -> Reply:
    """Tell the time in this person's zone; without one: the likely ones, and how to type another."""
    if not call.text("zone"):
        zones = await likely_zones(call, call.speak.language)
        how = call.speak.say("me-timezone-how", command=localised("/me timezone", call.table, call.speak))
        choices = tuple(
            ReplyChoice(
                controls.control(controls.RUN, f"/me timezone {zone}"),
                call.speak.say("newcomer-zone", **_clock(call, zone)),
            )
            for zone in zones
        )
        return Reply((Paragraph(how),), choices=choices)
    await settings_actions.put(call.ctx, call.here, SettingScope.PERSON, "timezone", call.text("zone"))
    settings = await settings_actions.current(call.ctx, call.here)
    return told(call.speak.say("me-timezone-set", zone=settings.timezone))


async def likely_zones(call: CommandCall, language: str) -> list[str]:
    """The zone that holds, unless it is nobody's, and those where people of a language live; three at most."""
    known = str((await settings_actions.current(call.ctx, call.here)).timezone)
    own = [known] if known != _NOWHERE else []
    guessed: list[str] = [*own, *(_LIKELY.get(language) or ()), *_LIKELY[call.speak.language]]
    return list(dict.fromkeys(guessed))[:_OFFERED]


def elsewhere_choices(speak: Speaker) -> tuple[ReplyChoice, ReplyChoice]:
    """Whether private things may be told in groups, as buttons; the careful one first."""
    return (
        ReplyChoice(controls.control(controls.RUN, "/me elsewhere off"), speak.say("elsewhere-no")),
        ReplyChoice(controls.control(controls.RUN, "/me elsewhere on"), speak.say("elsewhere-yes")),
    )


def persona_choices(speak: Speaker, notice: Notice) -> tuple[ReplyChoice, ReplyChoice]:
    """Whether those in a place may know whom a person plays, as buttons; the careful one first."""
    return (
        ReplyChoice(controls.control(controls.NO), speak.say("persona-keep")),
        ReplyChoice(
            controls.control(controls.RUN, f"/me persona known {notice.data['number']}"), speak.say("persona-tell")
        ),
    )


def _settling(zone: str) -> str:
    return controls.control(controls.RUN, f"/me settle {zone}")


def _clock(call: CommandCall, zone: str) -> dict[str, str]:
    """A zone as people call it, with the time there."""
    at: datetime = call.now.astimezone(ZoneInfo(zone))
    return {"zone": zone, "city": call.speak.city(zone), "time": f"{at:%H:%M}"}
