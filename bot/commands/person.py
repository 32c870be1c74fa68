"""The person: language and time zone."""

from bot.commands.arguments import localised
from bot.commands.declared import Call
from bot.commands.reply import Item, Listing, Reply, told
from engine.values.settings import Scope


async def me(call: Call) -> Reply:
    """What is known about how to speak to this person."""
    settings = await call.engine.settings.current(call.here)
    language = call.speak.say(f"language-{settings.language.value}")
    items = (
        Item(call.speak.say("me-language"), language, localised("/me language", call.table, call.speak)),
        Item(call.speak.say("me-timezone"), settings.timezone, localised("/me timezone", call.table, call.speak)),
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
