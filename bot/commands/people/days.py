"""How the day of a fact is told to the person whose it is."""

from bot.commands.framework.declared import CommandCall
from engine.actions.people import dates
from engine.values.house.setting_choices import Language
from engine.values.people.dates import ShownDate


def when(call: CommandCall, shown: ShownDate) -> str:
    """The day with its weekday and how far away it is; of a lunar one that day too."""
    on, speak = shown.date, call.speak
    at = shown.at
    if at is None:
        told_at = speak.say("date-day", at=shown.first, timed="no") if shown.first else ""
        return " · ".join(it for it in (lunar(call, shown), told_at, speak.say("date-over")) if it)
    told_at = speak.say("date-day", at=at, timed="no" if on.minute is None else "yes")
    away = speak.say("date-away", days=(at.date() - call.now.date()).days)
    again = speak.say("date-every", every=on.every.value)
    return " · ".join(it for it in (lunar(call, shown), told_at, away, again) if it)


def lunar(call: CommandCall, shown: ShownDate) -> str:
    """The day by the lunar calendar, as it can be typed; "" for one of the other."""
    return dates.lunar(shown.date, Language(call.speak.language))
