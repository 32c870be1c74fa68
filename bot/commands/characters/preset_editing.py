"""Presets changed by hand: prompts on and off, their order, their texts, what is asked of the model, versions, copies.

Everything is about the preset that is used in the chat where it is said.
"""

from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Final
from uuid import uuid4

from bot.commands.characters.card_editing import EMPTIED, fitting, value_of
from bot.commands.characters.presets import detail_of, list_prompts, name_of, row_of
from bot.commands.framework import controls
from bot.commands.framework.declared import CommandCall, OverlongText
from bot.commands.framework.numbering import about, asking
from bot.commands.framework.paging import next_page
from bot.commands.framework.picking import Pickable, pick
from bot.commands.framework.reply import (
    PAGE_SIZE,
    Confirm,
    Listing,
    ListItem,
    Paragraph,
    QuotedText,
    Reply,
    ReplyChoice,
    page_of,
    told,
)
from engine.actions.characters import preset_editing as editing
from engine.actions.characters import preset_everywhere
from engine.errors import NoSuchPreset, PromptFixed, SamplerValue
from engine.values.characters.presets import (
    BUILT_IN_TEXTS,
    SAMPLERS,
    PresetInUse,
    PresetPrompt,
    PromptChange,
    PromptOrderEntry,
)

IN_ORDER: Final = ("order", "none", "顺序", "列表", "-")
"""Words for a prompt that stands in the order instead of in the chat."""
_LIST: Final = "/scene preset prompts"
_DEEPEST: Final = 10_000
_NAMED: Final = 4
_OF: Final = "."
"""In a button between a preset and a version of it, or a moment: "3.12"."""
_DIGITS: Final = 18

Place = tuple[PromptOrderEntry, PresetPrompt | None]


async def prompts(call: CommandCall) -> Reply:
    """The prompts of this chat's preset, with buttons that switch them."""
    return list_prompts(call, (await editing.in_use(call.ctx, call.here)).preset, call.number("page", 1))


async def switch(call: CommandCall) -> Reply:
    """Send a prompt, or do not send it any more."""
    place, prompt = (await _picked(call, call.text("prompt"))).info
    name, on = name_of(call.speak, place, prompt), not place.enabled
    used = await (await _author(call)).switch(place.identifier, on=on)
    return await _done(call, used, call.speak.say("preset-switched", name=name, on="yes" if on else "no"), place)


async def move(call: CommandCall) -> Reply:
    """Give a prompt another place in the order."""
    place, prompt = (await _picked(call, call.text("prompt"))).info
    used = await (await _author(call)).move(place.identifier, call.number("place", 1))
    now = next(n for n, (it, _) in enumerate(used.preset.places, 1) if it.identifier == place.identifier)
    said = call.speak.say("preset-moved", name=name_of(call.speak, place, prompt), place=now)
    return await _done(call, used, said, place)


async def read(call: CommandCall) -> Reply:
    """One prompt, whole, and what can be done with it."""
    found = await _picked(call, call.text("prompt"))
    place, prompt = found.info
    number, used = found.number, await editing.in_use(call.ctx, call.here)
    heading = call.speak.say("preset-prompt-title", number=number, name=found.name)
    text = (QuotedText(prompt.text),) if prompt and prompt.text else ()
    changes = bool(prompt and not prompt.marker) or place.identifier in BUILT_IN_TEXTS
    ways = (
        ("switch", "", "preset-button-off" if place.enabled else "preset-button-on", True),
        ("move", f" {number - 1}", "preset-button-up", number > 1),
        ("move", f" {number + 1}", "preset-button-down", True),
        ("write", "", "preset-button-write", changes),
        ("remove", "", "preset-button-remove", _is_own(place, prompt)),
    )
    choices = tuple(
        _button(found, action, more, call.speak.say(label), beside=n > 0)
        for n, (action, more, label, can) in enumerate(ways)
        if can
    )
    return Reply((Paragraph(heading), Paragraph(detail_of(call, used.preset, place, prompt)), *text), choices=choices)


async def write(call: CommandCall) -> Reply:
    """Give a prompt another text; "-" empties it."""
    return await _written(call, PromptChange(text=value_of(call.text("text"))))


async def present(call: CommandCall) -> Mapping[str, str | OverlongText]:
    """What a prompt says now; too long a text is left out, and stays as it is."""
    _, prompt = (await _picked(call, call.text("prompt"))).info
    return {"text": fitting(prompt.text) if prompt else ""}


async def rename(call: CommandCall) -> Reply:
    """Give a prompt another name."""
    return await _written(call, PromptChange(name=call.text("name")))


async def role(call: CommandCall) -> Reply:
    """In whose name a prompt is said to the model."""
    return await _written(call, PromptChange(role=call.text("role")))


async def depth(call: CommandCall) -> Reply:
    """Whether a prompt stands in the order, or in the chat and how many messages from its end."""
    typed = call.text("prompt-depth").strip().casefold()
    if typed not in IN_ORDER and not (typed.isdecimal() and int(typed) <= _DEEPEST):
        return told(call.speak.say("preset-depth-unclear", low=0, high=_DEEPEST))
    return await _written(call, PromptChange(depth=-1 if typed in IN_ORDER else int(typed)))


async def add(call: CommandCall) -> Reply:
    """A new prompt at the end of the order."""
    identifier = str(uuid4())
    change = PromptChange(name=call.text("name"), text=call.text("text"))
    used = await (await _author(call)).add(identifier, change)
    said = call.speak.say("preset-added", name=call.text("name"))
    return await _done(call, used, said, PromptOrderEntry(identifier))


async def remove(call: CommandCall) -> Reply:
    """Delete a prompt, after a question."""
    found = await _picked(call, call.text("prompt"))
    place, prompt = found.info
    if not _is_own(place, prompt):
        raise PromptFixed(name=found.name)
    if not call.flag("yes"):
        question = call.speak.say("preset-remove-sure", name=found.name)
        return Reply(confirm=asking(question, "/scene preset remove", {found.row: str(found.number)}))
    used = await (await _author(call)).remove(place.identifier)
    return await _done(call, used, call.speak.say("preset-removed", name=name_of(call.speak, place, prompt)))


async def sample(call: CommandCall) -> Reply:
    """Ask something else of the model: how freely it writes, and how much."""
    name = call.text("sampler").strip().casefold()
    value = _value(name, call.text("value"))
    used = await (await _author(call)).sample(name, value)
    given = "no" if value is None else "yes"
    return await _done(call, used, call.speak.say("preset-sampled", name=name, given=given, value=f"{value or 0:g}"))


async def copy(call: CommandCall) -> Reply:
    """A copy of the preset under another name, which this chat uses."""
    now = await editing.in_use(call.ctx, call.here)
    name = call.text("name") or call.speak.say("preset-copy-name", name=now.preset.name)
    used = await editing.copy(call.ctx, call.runner, call.here, name)
    return await _done(call, used, call.speak.say("preset-copied", name=used.preset.name))


async def versions(call: CommandCall) -> Reply:
    """Every version of the preset, newest first, with what it changed."""
    found = await editing.versions(call.ctx, call.here)
    if not found:
        return told(call.speak.say("preset-no-versions"))
    used = await editing.in_use(call.ctx, call.here)
    comma = call.speak.say("list-comma")
    items = [
        ListItem(
            call.speak.say(
                "preset-version",
                names=comma.join(it.prompts[:_NAMED]),
                more=max(0, len(it.prompts) - _NAMED),
                prompts=len(it.prompts),
                order="yes" if it.order else "no",
                rest="yes" if it.rest else "no",
            ),
            call.speak.ago(it.made_at, call.now),
            str(it.number),
            it.current,
        )
        for it in found
    ]
    shown, page, pages = page_of(items, call.number("page", 1))
    title = call.speak.say("preset-versions", name=used.preset.name, page=page, pages=pages)
    more = next_page(call.speak, "/scene preset versions", page, pages)
    return Reply((Listing(title, shown, call.speak.say("preset-versions-hint")),), choices=more)


async def revert(call: CommandCall) -> Reply:
    """Use another version of the preset in this chat."""
    used = await editing.back(call.ctx, call.runner, call.here, call.number("older", 0))
    return await _done(call, used, call.speak.say("preset-reverted", version=str(used.version)))


async def everywhere(call: CommandCall) -> Reply:
    """Ask whether all chats here that use the preset are to use it as this one does."""
    used = await editing.in_use(call.ctx, call.here)
    name = used.preset.name
    count = await preset_everywhere.others(call.ctx, call.here, used.id, used.version) if used.id else 0
    if not count:
        return told(call.speak.say("preset-everywhere-none", name=name, built="no" if used.id else "yes"))
    question = call.speak.say("preset-everywhere-sure", name=name, version=str(used.version), count=count)
    line = f"/scene preset apply {used.id}{_OF}{used.version}"
    return Reply(confirm=Confirm(question, line, typed="/scene preset everywhere", marked=True))


async def apply(call: CommandCall) -> Reply:
    """Let all chats here that use a preset use the version that a question was about."""
    preset, version = _token(call)
    done = await preset_everywhere.spread(call.ctx, call.runner, call.here, preset, version)
    said = call.speak.say("preset-everywhere", count=done.chats, version=str(version))
    moment = round(done.at.timestamp() * 1_000_000)
    back = controls.running(f"/scene preset unapply {preset}{_OF}{moment}")
    choice = ReplyChoice(back, call.speak.say("button-everywhere-back"), typed="/scene preset versions")
    return Reply((Paragraph(said),), choices=(choice,) if done.chats else ())


async def unapply(call: CommandCall) -> Reply:
    """Let each of these chats use what it used before."""
    preset, moment = _token(call)
    at = datetime.fromtimestamp(0, UTC) + timedelta(microseconds=moment)
    done = await preset_everywhere.take_back(call.ctx, call.runner, call.here, preset, at)
    return told(call.speak.say("preset-everywhere-back", count=done.chats))


def _token(call: CommandCall) -> tuple[int, int]:
    """Which preset a button is about, and which version or moment."""
    preset, _, rest = call.text("token").partition(_OF)
    if not (preset.isascii() and preset.isdecimal() and rest.isascii() and rest.isdecimal() and len(rest) < _DIGITS):
        raise NoSuchPreset(number=0)
    return int(preset), int(rest)


async def prompts_here(call: CommandCall) -> list[Pickable[Place]]:
    """The prompts of this chat's preset by their places."""
    used = await editing.in_use(call.ctx, call.here)
    return [Pickable(row_of(it[0]), n, name_of(call.speak, *it), it) for n, it in enumerate(used.preset.places, 1)]


async def _picked(call: CommandCall, given: str) -> Pickable[Place]:
    every = await prompts_here(call)
    named = [it for it in every if it.info[0].identifier.casefold() == given.strip().casefold()]
    return named[0] if len(named) == 1 else pick(every, given, _LIST)


async def _written(call: CommandCall, change: PromptChange) -> Reply:
    place, prompt = (await _picked(call, call.text("prompt"))).info
    used = await (await _author(call)).write(place.identifier, change)
    name = change.name or name_of(call.speak, place, prompt)
    return await _done(call, used, call.speak.say("preset-written", name=name), place)


async def _author(call: CommandCall) -> editing.PresetAuthor:
    now = await editing.in_use(call.ctx, call.here)
    return editing.PresetAuthor(
        call.ctx, call.runner, call.here, call.speak.say("preset-copy-name", name=now.preset.name)
    )


async def _done(call: CommandCall, used: PresetInUse, said: str, place: PromptOrderEntry | None = None) -> Reply:
    """What was done, and the list of prompts at the page with ``place``."""
    copied = (Paragraph(call.speak.say("preset-copy-made", name=used.preset.name)),) if used.copied else ()
    every = [it.identifier for it, _ in used.preset.places]
    at = every.index(place.identifier) if place and place.identifier in every else 0
    listed = list_prompts(call, used.preset, at // PAGE_SIZE + 1)
    return Reply((Paragraph(said), *copied, *listed.blocks), choices=listed.choices, instead=True)


def _is_own(place: PromptOrderEntry, prompt: PresetPrompt | None) -> bool:
    """Whether a prompt is the author's, and not one that every preset has."""
    return prompt is not None and not prompt.marker and place.identifier not in BUILT_IN_TEXTS


def _value(name: str, given: str) -> float | None:
    """A number as people type it; None to ask for nothing. Raises SamplerValue."""
    typed = given.strip().replace("，", ".").replace(",", ".")
    if typed in {EMPTIED, "", "off", "默认"}:
        return None
    try:
        return float(typed)
    except ValueError:
        sampler = SAMPLERS.get(name)
        if sampler is None:
            return 0.0  # that it is no sampler is said first
        raise SamplerValue(name=name, low=sampler.low, high=sampler.high, whole=int(sampler.whole)) from None


def _button(found: Pickable[Place], action: str, more: str, label: str, *, beside: bool = False) -> ReplyChoice:
    line = f"/scene preset {action}"
    made = about(line, found.row, str(found.number), label)
    return replace(made, control=made.control + more, typed=made.typed + more, beside=beside)
