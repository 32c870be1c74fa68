"""What parts two lines of a story, in words."""

from collections.abc import Iterator

from bot.commands.framework.declared import CommandCall
from bot.commands.framework.reply import PAGE_SIZE, Listing, ListItem, Paragraph, Reply
from bot.commands.story.story import find_save, save_name, shortened
from bot.words.localise import Speaker
from engine.actions.chats import differences
from engine.values.chats.differences import DifferencePart, Differences, PartDifference, StateDifference

_QUOTED = 70


def changes(call: CommandCall, found: Differences) -> tuple[ListItem, ...]:
    """What is left behind and what comes back by going there, a line for each part that differs."""
    speak = call.speak
    parts = [_counted(speak, it, "load-part") for it in found.apart]
    return tuple(ListItem(it) for it in (*parts, *(_state(speak, it) for it in found.changed)))


async def with_save(call: CommandCall) -> Reply:
    """What parts a save from where people stand."""
    save = await find_save(call, call.text("save"))
    return compared(call, await differences.with_save(call.ctx, call.here, save.id), save_name(save, call.speak))


def compared(call: CommandCall, found: Differences, name: str) -> Reply:
    """The two sides of each part, with the first lines of each; then what both have one of."""
    speak = call.speak
    title = speak.say("diff-title", name=shortened(name), common=found.common or 0)
    if found.none:
        return Reply((Paragraph(title), Paragraph(speak.say("diff-none"))))
    parts = tuple(_quoted(speak, it) for it in found.apart)
    states = tuple(ListItem(_state(speak, it)) for it in found.changed)
    rest = (Listing(speak.say("diff-states"), states),) if states else ()
    return Reply((Paragraph(title), *parts, *rest))


def _quoted(speak: Speaker, apart: PartDifference) -> Listing:
    """At most eight lines, from both sides as long as each has any."""
    half = PAGE_SIZE // 2
    here = max(half, PAGE_SIZE - len(apart.there_lines))
    there = max(half, PAGE_SIZE - len(apart.here_lines))
    lines = (*_side(speak, "here", apart.here_lines[:here]), *_side(speak, "there", apart.there_lines[:there]))
    return Listing(_counted(speak, apart, "diff-part"), tuple(lines))


def _side(speak: Speaker, side: str, lines: tuple[str, ...]) -> Iterator[ListItem]:
    for line in lines:
        yield ListItem(f"{speak.say(f'diff-{side}')} {shortened(line, _QUOTED)}")


def _counted(speak: Speaker, apart: PartDifference, message: str) -> str:
    kind = "messages" if apart.part is DifferencePart.MESSAGES else "other"
    return speak.say(message, part=speak.say(f"part-{apart.part.value}"), kind=kind, here=apart.here, there=apart.there)


def _state(speak: Speaker, changed: StateDifference) -> str:
    here, there = (shortened(it, _QUOTED) or speak.say("diff-nothing") for it in (changed.here, changed.there))
    return speak.say("diff-state", state=speak.say(f"state-{changed.state.value}"), here=here, there=there)
