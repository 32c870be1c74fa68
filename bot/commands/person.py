"""The person: language, time zone, and who they play."""

from dataclasses import dataclass, replace
from typing import Final

from bot.commands.abouts import allowed_items
from bot.commands.arguments import localised
from bot.commands.declared import Call
from bot.commands.picking import pick
from bot.commands.reply import Item, Listing, Reply, page_of, told
from bot.commands.story import shortened
from engine.values.notes import UserPersona
from engine.values.settings import Scope

_LONG: Final = 400


@dataclass(frozen=True, slots=True)
class _Named:
    number: int
    name: str


async def me(call: Call) -> Reply:
    """What is known about how to speak to this person."""
    settings = await call.engine.settings.current(call.here)
    language = call.speak.say(f"language-{settings.language.value}")
    playing = await call.engine.people.persona(call.here)
    name = playing.name if playing else call.speak.say("scene-none")
    about = await call.engine.people.about(call.here)
    known = call.speak.say("about-count", total=len(about.facts))
    items = (
        Item(call.speak.say("me-language"), language, localised("/me language", call.table, call.speak)),
        Item(call.speak.say("me-timezone"), settings.timezone, localised("/me timezone", call.table, call.speak)),
        Item(call.speak.say("me-persona"), name, localised("/me persona", call.table, call.speak)),
        Item(call.speak.say("about-title"), known, localised("/me fact", call.table, call.speak)),
        *allowed_items(call, about.consent),
    )
    return Reply((Listing(call.speak.say("me-title"), items),))


async def language(call: Call) -> Reply:
    """Speak another language with this person, from this answer on."""
    await call.engine.settings.put(call.here, Scope.PERSON, "language", call.text("language"))
    settings = await call.engine.settings.current(call.here)
    chosen = settings.language.value
    return Reply(told(call.speak.to(chosen).say("me-language-set")).blocks, language=chosen)


async def timezone(call: Call) -> Reply:
    """Tell the time in this person's zone."""
    await call.engine.settings.put(call.here, Scope.PERSON, "timezone", call.text("zone"))
    settings = await call.engine.settings.current(call.here)
    return told(call.speak.say("me-timezone-set", zone=settings.timezone))


async def persona(call: Call) -> Reply:
    """Who this person plays."""
    found = await call.engine.people.persona(call.here)
    return told(call.speak.say("persona-none")) if found is None else _shown(call, found)


async def personas(call: Call) -> Reply:
    """Everybody this person may play."""
    playing = await call.engine.people.persona(call.here)
    found = await call.engine.people.personas(call.here)
    if not found:
        return told(call.speak.say("persona-none"))
    items = tuple(
        Item(it.name, shortened(it.description), str(it.id), playing is not None and it.id == playing.id)
        for it in found
    )
    shown, page, pages = page_of(items, call.number("page", 1))
    title = call.speak.say("persona-list", page=page, pages=pages)
    return Reply((Listing(title, shown, call.speak.say("persona-list-hint")),))


async def set_persona(call: Call) -> Reply:
    """Say who this person is in stories; the same name again describes the same one anew."""
    name, text = call.text("name"), call.text("text")
    known = next((it for it in await call.engine.people.personas(call.here) if it.name == name), None)
    made = replace(known, description=text) if known else UserPersona(name, text)
    await call.engine.people.set_persona(call.here, made)
    return _shown(call, made)


async def use_persona(call: Call) -> Reply:
    """Play somebody else."""
    found = await call.engine.people.personas(call.here)
    chosen = pick([_Named(it.id, it.name) for it in found], call.text("persona"), "/me persona list")
    await call.engine.people.use_persona(call.here, chosen.number)
    return told(call.speak.say("persona-used", name=chosen.name))


async def no_persona(call: Call) -> Reply:
    """Play nobody but oneself."""
    await call.engine.people.set_persona(call.here, None)
    return told(call.speak.say("persona-off"))


def _shown(call: Call, found: UserPersona) -> Reply:
    text = shortened(found.description, _LONG) or call.speak.say("persona-empty")
    return Reply(
        (Listing(call.speak.say("persona-title", name=found.name), (Item(text),), call.speak.say("persona-hint")),)
    )
