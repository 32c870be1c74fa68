"""The about-me card: what is known about whoever asks, and what they allow. For nobody else's eyes."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final
from zoneinfo import ZoneInfo

from bot.commands.framework import controls
from bot.commands.framework.arguments import localised
from bot.commands.framework.declared import CommandCall
from bot.commands.framework.numbering import about, asking, number_of, numbers, with_sign
from bot.commands.framework.paging import next_page
from bot.commands.framework.picking import example_of
from bot.commands.framework.reply import (
    PAGE_SIZE,
    Listing,
    ListItem,
    QuotedText,
    Reply,
    ReplyChoice,
    confidential,
    page_of,
    told,
)
from bot.commands.memory.memory import moment, past, zone_of
from bot.commands.people.days import when
from bot.commands.story.story import shortened
from bot.words.localise import Speaker
from engine.actions.people import abouts, dates
from engine.values.house.numbers import Thing
from engine.values.memory.garden import KnownFact
from engine.values.memory.memories import Consent

WITH: Final = ("characters", "groups")
WITH_ZH: Final = ("角色", "群聊")
SWITCH: Final = ("on", "off")
SWITCH_ZH: Final = ("开", "关")


async def facts(call: CommandCall) -> Reply:
    """Everything that is known about the person, newest first."""
    card = await abouts.card(call.ctx, call.here)
    if not card.facts:
        return confidential(told(call.speak.say("about-none", remembers=_switch(card.consent.facts))))
    zone = await zone_of(call)
    shown, page, pages = page_of(card.facts, call.number("page", 1))
    known = await numbers(call, Thing.FACT, [it.fact.id for it in shown])
    days = {it.fact.id: when(call, it) for it in await dates.listed(call.ctx, call.here)}
    items = tuple(_item(call, it, zone, str(known[it.fact.id]), days.get(it.fact.id, "")) for it in shown)
    title = call.speak.say("about-list", total=len(card.facts), page=page, pages=pages)
    more = next_page(call.speak, "/me fact", page, pages)
    hint = call.speak.say("about-list-hint", number=example_of(items))
    return confidential(Reply((Listing(title, items, hint),), choices=more))


async def show(call: CommandCall) -> Reply:
    """A fact as a whole, with what it said before."""
    found = await abouts.show(call.ctx, call.here, call.number("fact", 0))
    zone, it = await zone_of(call), found.known
    items = (ListItem(_known_to(call, it), moment(call, it.fact.occurred_at, zone)), *past(call, found.past, zone))
    number = await number_of(call, Thing.FACT, it.fact.id)
    title = call.speak.say("about-shown", number=number)
    blocks = (QuotedText(it.fact.text), Listing(title, items[:PAGE_SIZE]))
    return confidential(Reply(blocks, choices=changing(call, it.fact.id, number)))


async def add(call: CommandCall) -> Reply:
    """Tell something about oneself."""
    return await _told(call, "about-added", await abouts.add(call.ctx, call.here, call.text("text")))


async def edit(call: CommandCall) -> Reply:
    """Give a fact other words."""
    known = await abouts.edit(call.ctx, call.here, call.number("fact", 0), call.text("text"))
    return await _told(call, "about-edited", known)


async def present(call: CommandCall) -> Mapping[str, str]:
    """What a fact says now."""
    return {"text": (await abouts.show(call.ctx, call.here, call.number("fact", 0))).known.fact.text}


async def delete(call: CommandCall) -> Reply:
    """Let a fact be told no more, after a question."""
    known = (await abouts.show(call.ctx, call.here, call.number("fact", 0))).known.fact
    if not call.flag("yes"):
        question = call.speak.say("about-delete-sure", words=shortened(known.text))
        number = await number_of(call, Thing.FACT, known.id)
        return Reply(confirm=asking(question, "/me fact delete", {known.id: number}), secret=not call.here.private)
    await abouts.delete(call.ctx, call.here, known.id)
    return confidential(told(call.speak.say("about-deleted")))


async def share(call: CommandCall) -> Reply:
    """Let every character know a fact, or let it be told in groups."""
    return await _shared(call, on=True)


async def unshare(call: CommandCall) -> Reply:
    """Let only the character that plays here know it, or let it be told in private alone."""
    return await _shared(call, on=False)


async def elsewhere(call: CommandCall) -> Reply:
    """Whether private things may be told in groups."""
    consent = await abouts.allow(call.ctx, call.here, elsewhere=call.text("switch") == SWITCH[0])
    return confidential(told(call.speak.say("about-elsewhere-set", switch=_switch(consent.elsewhere))))


async def remember(call: CommandCall) -> Reply:
    """Whether facts about the person are noted at all."""
    consent = await abouts.allow(call.ctx, call.here, remember=call.text("switch") == SWITCH[0])
    known = len((await abouts.card(call.ctx, call.here)).facts)
    return confidential(told(call.speak.say("about-remember-set", switch=_switch(consent.facts), known=known)))


async def opt_out(call: CommandCall) -> Reply:
    """Nothing that the person says among others is kept or answered from now on."""
    return await _heard(call, opted_out=True)


async def opt_in(call: CommandCall) -> Reply:
    """The person is heard among others again."""
    return await _heard(call, opted_out=False)


async def adult(call: CommandCall) -> Reply:
    """Say that one is an adult, or take it back; without a word: what holds."""
    said = call.text("switch")
    holds = await abouts.confirm_adult(call.ctx, call.here, said == SWITCH[0] if said else None)
    reply = confidential(told(call.speak.say("about-adult", switch=_switch(holds), set="yes" if said else "no")))
    return reply if holds else replace(reply, choices=(adult_choice(call.speak),))


def adult_choice(speak: Speaker) -> ReplyChoice:
    """The button by which somebody says that they are an adult."""
    return ReplyChoice(controls.control(controls.RUN, "/me adult on"), speak.say("button-adult"))


def allowed_items(call: CommandCall, consent: Consent) -> tuple[ListItem, ListItem, ListItem]:
    """What the person allows, as lines of their card."""
    speak, table = call.speak, call.table
    kept = speak.say("about-remember-is", switch=_switch(consent.facts))
    told_on = speak.say("about-elsewhere-is", switch=_switch(consent.elsewhere))
    heard = speak.say("about-heard-is", switch=_switch(not consent.opted_out))
    other = "/me optin" if consent.opted_out else "/me optout"
    return (
        ListItem(speak.say("about-remember"), kept, localised("/me remember", table, speak)),
        ListItem(speak.say("about-elsewhere"), told_on, localised("/me elsewhere", table, speak)),
        ListItem(speak.say("about-heard"), heard, localised(other, table, speak)),
    )


def switches(call: CommandCall, consent: Consent) -> tuple[ReplyChoice, ...]:
    """What the person allows, as buttons that say what pressing them does."""
    lines = (
        ("/me remember", "button-remember", consent.facts),
        ("/me elsewhere", "button-elsewhere", consent.elsewhere),
    )
    plain = [
        ReplyChoice(
            controls.control(controls.RUN, f"{line} {_switch(not on)}"), call.speak.say(label, switch=_switch(not on))
        )
        for line, label, on in lines
    ]
    heard = "/me optin" if consent.opted_out else "/me optout"
    label = call.speak.say("button-heard", switch=_switch(consent.opted_out))
    return (*plain, ReplyChoice(controls.control(controls.RUN, heard), label))


def changing(call: CommandCall, fact: int, number: str, edit: str = "/me fact edit") -> tuple[ReplyChoice, ReplyChoice]:
    """The buttons that change a fact, by ``edit``, and delete it; both say its number."""
    called = f"{call.speak.say('recalled-fact-key')} {number}"
    return (
        with_sign(call, edit, fact, number, "button-change", number, called),
        with_sign(call, "/me fact delete", fact, number, "button-drop", number, called),
    )


async def _heard(call: CommandCall, *, opted_out: bool) -> Reply:
    await abouts.allow(call.ctx, call.here, opted_out=opted_out)
    if not opted_out:
        return confidential(told(call.speak.say("about-opted-in")))
    commands = {name: localised(f"/me {name}", call.table, call.speak) for name in ("optin", "forget")}
    back = ReplyChoice(controls.control(controls.RUN, "/me optin"), call.speak.say("button-heard", switch=SWITCH[0]))
    return replace(confidential(told(call.speak.say("about-opted-out", **commands))), choices=(back,))


async def _shared(call: CommandCall, *, on: bool) -> Reply:
    number = call.number("fact", 0)
    if call.text("with") == WITH[1]:
        known = await abouts.tell(call.ctx, call.here, number, in_groups=on)
    else:
        known = await abouts.share(call.ctx, call.here, number, on=on)
    return await _told(call, "about-shared", known)


async def _told(call: CommandCall, message: str, known_fact: KnownFact) -> Reply:
    number = await number_of(call, Thing.FACT, known_fact.fact.id)
    said = call.speak.say(
        message, number=number, words=shortened(known_fact.fact.text), known=_known_to(call, known_fact)
    )
    return confidential(told(said))


def _item(call: CommandCall, known_fact: KnownFact, zone: ZoneInfo, number: str, day: str) -> ListItem:
    """A fact; one that has a ``day`` shows that, others when they were said."""
    told_at = f"📅 {day}" if day else moment(call, known_fact.fact.occurred_at, zone)
    detail = f"{told_at} · {_known_to(call, known_fact)}"
    shows = about("/me fact show", known_fact.fact.id, number, "")
    return ListItem(
        shortened(known_fact.fact.text), detail, number, choices=changing(call, known_fact.fact.id, number), opens=shows
    )


def _known_to(call: CommandCall, known_fact: KnownFact) -> str:
    shared = "no" if known_fact.knower else "yes"
    return call.speak.say(
        "about-known", shared=shared, name=known_fact.knower, private="yes" if known_fact.fact.private else "no"
    )


def _switch(on: bool) -> str:
    return SWITCH[0] if on else SWITCH[1]
