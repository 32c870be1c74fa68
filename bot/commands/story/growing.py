"""The persona that grows with a story: its versions, what changed, growing on and going back."""

from collections.abc import Mapping
from typing import Final

from bot.commands.framework.declared import CommandCall
from bot.commands.framework.paging import next_page
from bot.commands.framework.picking import example_of
from bot.commands.framework.reply import (
    Confirm,
    Listing,
    ListItem,
    Paragraph,
    QuotedText,
    Reply,
    confidential,
    page_of,
    told,
)
from engine.actions.story import evolution
from engine.errors import PersonaNotGrown
from engine.values.story.evolution import PersonaVersion

_LINE: Final = "/story persona"
FIELDS_OF_PERSONA: Final = ("personality", "feelings", "relations", "goals", "beliefs", "habits", "speech")
_LONG: Final = 3_000
_MOST_LINES: Final = 40


async def show(call: CommandCall) -> Reply:
    """Who the character has become; with a number, in that version."""
    found = await evolution.show(call.ctx, call.here, call.number("version", 0))
    title = call.speak.say("grown-is", **_facts(found))
    return confidential(
        Reply((Paragraph(title), QuotedText(found.text[:_LONG]), Paragraph(call.speak.say("grown-hint"))))
    )


async def versions(call: CommandCall) -> Reply:
    """Every version, newest first."""
    found = await evolution.versions(call.ctx, call.here)
    if not found:
        raise PersonaNotGrown
    items = tuple(
        ListItem(call.speak.say("grown-is", **_facts(version)), key=str(version.number), current=version.current)
        for version in found
    )
    shown, page, pages = page_of(items, call.number("page", 1))
    title = call.speak.say("grown-versions", page=page, pages=pages)
    more = next_page(call.speak, f"{_LINE} list", page, pages)
    hint = call.speak.say("grown-versions-hint", number=example_of(shown))
    return confidential(Reply((Listing(title, shown, hint),), choices=more))


async def diff(call: CommandCall) -> Reply:
    """What changed from one version to the next; without numbers, by the newest."""
    first, second = await _between(call)
    lines = await evolution.diff(call.ctx, call.here, first, second)
    title = call.speak.say("grown-diff", first=first, second=second, count=len(lines))
    return confidential(told(title, "\n".join(lines[:_MOST_LINES])[:_LONG]) if lines else told(title))


async def grow(call: CommandCall) -> Reply:
    """Ask for a new version."""
    await evolution.grow(call.ctx, call.runner, call.here)
    return confidential(told(call.speak.say("grown-growing")))


async def back(call: CommandCall) -> Reply:
    """Go back to a version."""
    number = await evolution.rollback(call.ctx, call.runner, call.here, call.number("version", 0))
    return confidential(told(call.speak.say("grown-back", number=number)))


async def edit(call: CommandCall) -> Reply:
    """Write a field by hand, or take it away."""
    number = await evolution.edit(call.ctx, call.runner, call.here, call.text("field"), call.text("text"))
    return confidential(told(call.speak.say("grown-edited", number=number)))


async def present(call: CommandCall) -> Mapping[str, str]:
    """What a field says now."""
    try:
        found = await evolution.show(call.ctx, call.here)
    except PersonaNotGrown:
        return {}
    return {"text": found.fields.get(call.text("field").casefold(), "")}


async def off(call: CommandCall) -> Reply:
    """Go back to the card alone, after a question."""
    if not call.flag("yes"):
        count = await evolution.in_use(call.ctx, call.here)
        return confidential(Reply(confirm=Confirm(call.speak.say("grown-off-sure", count=count), f"{_LINE} off yes")))
    count = await evolution.clear(call.ctx, call.runner, call.here)
    return confidential(told(call.speak.say("grown-cleared", count=count)))


async def _between(call: CommandCall) -> tuple[int, int]:
    """The versions that are meant: with one number, what that version changed."""
    if "second" in call.args:
        return call.number("first_version", 0), call.number("second", 0)
    newest = call.number("first_version", 0) or (await evolution.show(call.ctx, call.here)).number
    older = [it.number for it in await evolution.versions(call.ctx, call.here) if it.number < newest]
    return (older[0] if older else 0), newest


def _facts(version: PersonaVersion) -> dict[str, object]:
    how = "auto" if version.auto else "hand" if version.by_hand else "asked"
    return {"number": version.number, "how": how, "current": "yes" if version.current else "no"}
