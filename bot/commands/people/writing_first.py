"""Characters that write first: what somebody allows, what is planned for them, and the buttons under such a message."""

from typing import Final
from zoneinfo import ZoneInfo

from bot.commands.framework import controls
from bot.commands.framework.declared import UNTYPED, CommandCall
from bot.commands.framework.paging import both_pages
from bot.commands.framework.reply import Listing, ListItem, Reply, ReplyChoice, confidential, page_of, told
from engine.actions.people import writing_first
from engine.values.people.writing_first import MOST_A_DAY, FirstConsent, FirstView, FirstWish, PlanState, PlanView

WISHES: Final = tuple(it.value for it in FirstWish)
WISHES_ZH: Final = ("少些", "别提", "别再")
_LINE: Final = "/me first"
_PLANS: Final = "/me plans"
_HUNDRED: Final = 100


async def shown(call: CommandCall) -> Reply:
    """What the character here may do, when, and what that costs."""
    return _told(call, "", await writing_first.shown(call.ctx, call.here))


async def allow(call: CommandCall) -> Reply:
    """Let it write first."""
    return _told(call, "first-on", await writing_first.allow(call.ctx, call.here))


async def stop(call: CommandCall) -> Reply:
    """Let it not."""
    return _told(call, "first-off", await writing_first.stop(call.ctx, call.here))


async def often(call: CommandCall) -> Reply:
    """How many times a day at most."""
    daily = max(0, min(MOST_A_DAY, call.number("times", 1)))
    view = await writing_first.allow(call.ctx, call.here, daily)
    return _told(call, "first-on" if daily else "first-off", view)


async def keep_quiet(call: CommandCall) -> Reply:
    """In which hours nobody writes."""
    return _told(call, "first-quiet-set", await writing_first.keep_quiet(call.ctx, call.here, call.text("hours")))


async def busy(call: CommandCall) -> Reply:
    """On which day nobody writes."""
    day = await writing_first.busy(call.ctx, call.here, call.text("coming-day"))
    back = _run(f"{_LINE} free {day.isoformat()}", call.speak.say("button-first-free"))
    return confidential(Reply(told(call.speak.say("first-busy", day=day)).blocks, choices=(back,)))


async def free(call: CommandCall) -> Reply:
    """On which day they may again."""
    day = await writing_first.busy(call.ctx, call.here, call.text("coming-day"), is_busy=False)
    return told(call.speak.say("first-free", day=day))


async def wish(call: CommandCall) -> Reply:
    """What a button under a message that nobody asked for says."""
    token = call.text(UNTYPED)
    number = int(token) if token.isdecimal() else 0
    wanted = call.text("less")
    return await _wished(call, FirstWish(wanted), number) if wanted else await shown(call)


async def less(call: CommandCall) -> Reply:
    """Less often, please."""
    return await _wished(call, FirstWish.LESS)


async def topic(call: CommandCall) -> Reply:
    """Not about this."""
    return await _wished(call, FirstWish.TOPIC)


async def never(call: CommandCall) -> Reply:
    """Never again."""
    return await _wished(call, FirstWish.NEVER)


async def plans(call: CommandCall) -> Reply:
    """What is planned, and what became of it."""
    found = await writing_first.planned(call.ctx, call.here)
    if not found:
        return confidential(told(call.speak.say("plans-none")))
    ahead = [it for it in found if it.plan.state is PlanState.PLANNED]
    newest = [*ahead, *(it for it in reversed(found) if it.plan.state is not PlanState.PLANNED)]
    rows, page, pages = page_of(tuple(_row(call, it) for it in newest), call.number("page", 1))
    title = call.speak.say("plans-title", page=page, pages=pages)
    listing = Listing(title, rows, call.speak.say("plans-hint"))
    return confidential(Reply((listing,), choices=both_pages(call.speak, _PLANS, page, pages)))


async def _wished(call: CommandCall, wanted: FirstWish, number: int | None = None) -> Reply:
    return _told(call, f"first-{wanted.value}", await writing_first.wish(call.ctx, call.here, wanted, number))


def _row(call: CommandCall, view: PlanView) -> ListItem:
    plan, zone = view.plan, ZoneInfo(view.zone)
    begins, ends = plan.new.begins.astimezone(zone), plan.new.ends.astimezone(zone)
    when = call.speak.say("plans-when", day=begins, begins=f"{begins:%H:%M}", ends=f"{ends:%H:%M}", name=plan.name)
    obstacle = plan.obstacle.value if plan.obstacle else ""
    state = call.speak.say("plans-state", state="lost" if plan.lost else plan.state.value, obstacle=obstacle)
    why = call.speak.say("plans-why", why=plan.new.why.value, about=view.about, words="yes" if view.about else "no")
    return ListItem(why, f"{when} · {state}")


def _told(call: CommandCall, message: str, view: FirstView) -> Reply:
    """What was done, what holds now, and the buttons that change it."""
    speak, it = call.speak, view.consent
    blocks = told(speak.say(message, name=view.name)).blocks if message else ()
    items = [ListItem(view.name, speak.say("first-holds", state=_state(it), daily=it.daily, every=it.every))]
    if it.holds:
        begin, end = f"{it.quiet.begin}:00", f"{it.quiet.end}:00"
        none = "yes" if it.quiet.begin == it.quiet.end else "no"
        hours = speak.say("first-hours", begin=begin, end=end, zone=view.zone, none=none)
        items.append(ListItem(speak.say("first-quiet"), hours))
    if it.holds and it.unwanted:
        items.append(ListItem(speak.say("first-unwanted"), speak.say("first-unwanted-is", count=len(it.unwanted))))
    items.append(ListItem(speak.say("first-cost"), _cost(call, view)))
    if view.others:
        items.append(ListItem(speak.say("first-others"), speak.say("list-comma").join(view.others)))
    listing = Listing(speak.say("first-title"), tuple(items), speak.say("first-hint" if it.holds else "first-what"))
    return confidential(Reply((*blocks, listing), choices=_choices(call, it)))


def _state(consent: FirstConsent) -> str:
    return "never" if consent.never else "on" if consent.holds else "off"


def _cost(call: CommandCall, view: FirstView) -> str:
    """What it may take in a day: as many messages as it may write."""
    daily = max(1, view.consent.daily)
    dollars = view.each.dollars
    return call.speak.say(
        "first-cost-is",
        tokens=f"{daily * view.each.tokens // _HUNDRED:,}",
        dollars="" if dollars is None else f"{daily * dollars / _HUNDRED:.3f}",
        priced="no" if dollars is None else "yes",
        percent=f"{view.percent:g}",
    )


def _choices(call: CommandCall, consent: FirstConsent) -> tuple[ReplyChoice, ...]:
    say = call.speak.say
    if not consent.holds:
        return (_run(f"{_LINE} on", say("button-first-on")),)
    return (
        *(
            _run(f"{_LINE} often {it}", say("button-first-often", count=it))
            for it in range(1, MOST_A_DAY + 1)
            if it != consent.daily
        ),
        _run(f"{_LINE} off", say("button-first-off")),
        _run(_PLANS, say("button-first-plans")),
    )


def _run(line: str, label: str) -> ReplyChoice:
    return ReplyChoice(controls.control(controls.RUN, line), label)
