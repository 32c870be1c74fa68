"""Files that come in and go out: what is in one, importing it after a yes, exporting."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from bot import __version__
from bot.commands.characters.characters import named_or_playing
from bot.commands.characters.presets import find_preset
from bot.commands.characters.quick_replies import find_set
from bot.commands.characters.worlds import find_world
from bot.commands.framework import controls
from bot.commands.framework.arguments import localised
from bot.commands.framework.declared import CommandCall
from bot.commands.framework.numbering import about, number_of
from bot.commands.framework.reply import (
    PAGE_SIZE,
    Confirm,
    Listing,
    ListItem,
    Paragraph,
    Reply,
    ReplyChoice,
    Retelling,
    told,
)
from bot.commands.story.outlining import with_director
from bot.commands.transfers.script_questions import ALL, NO, NONE, YES, next_question
from engine.actions.characters.preset_budgets import WIDER
from engine.actions.chats import sessions
from engine.actions.transfers import exports, looking, script_answers, uploads
from engine.actions.transfers.bringing import bring as bring_action
from engine.actions.transfers.left_out import CardLacks, left_out
from engine.actions.transfers.stories_out import story
from engine.errors import OtherFile, SessionMissing
from engine.values.chats.incoming import Attached
from engine.values.house.numbers import Thing
from engine.values.transfers.transfers import Brought, Document, FileKind, Looked, Offer

FORMS: Final = ("png", "json", "charx")
FORMS_ZH: Final = ("图片", "数据", "卡包")
BOOK_FORMS: Final = ("json", "md")
BOOK_FORMS_ZH: Final = ("数据", "文本")
_OFFERED: Final = (
    FileKind.CHARACTER,
    FileKind.WORLD,
    FileKind.PRESET,
    FileKind.QUICK,
    FileKind.CHAT,
    FileKind.BACKGROUND,
    FileKind.MEMORIES,
    FileKind.STORY,
)
_ENDINGS: Final = (
    ".apng",
    ".byaf",
    ".charx",
    ".jpeg",
    ".jpg",
    ".json",
    ".jsonl",
    ".omoide",
    ".png",
    ".webp",
    ".yaml",
    ".yml",
)


async def look(call: CommandCall) -> Reply:
    """Look into a file and ask what to do with it."""
    upload = await call.files.read(call.text("file"))
    return asked(call, await looking.look(call.ctx, call.here, upload.data, upload.filename))


async def recognised(call: CommandCall, file: Attached) -> Looked | None:
    """What a file holds that came without a word; None for one that is only shown to the character.

    Raises what is wrong with one that is damaged.
    """
    if not file.filename.casefold().endswith(_ENDINGS):
        return None
    try:
        looked = await looking.look(call.ctx, call.here, file.data, file.filename)
    except OtherFile:
        return None
    if looked.kind in _OFFERED:
        return looked
    await uploads.drop(call.ctx, call.here, looked.token)
    return None


def asked(call: CommandCall, looked: Looked) -> Reply:
    """What a file holds, and the question what is to be done with it."""
    speak = call.speak
    title = speak.say("import-found", kind=looked.kind.value, name=looked.name)
    lines = [speak.notice(fact) for fact in looked.facts]
    if len(lines) > PAGE_SIZE:
        lines = [*lines[: PAGE_SIZE - 1], speak.say("import-more-facts", count=len(lines) - PAGE_SIZE + 1)]
    first, *others = looked.offers
    question = Confirm(
        speak.say("import-question", kind=looked.kind.value, offer=first.value),
        _bringing(looked, first),
        refusal=f"/import no {looked.token}",
        label=_named(call, looked, first),
    )
    choices = tuple(
        ReplyChoice(controls.control(controls.RUN, _bringing(looked, other)), _named(call, looked, other))
        for other in others
    )
    return Reply((Listing(title, tuple(ListItem(line) for line in lines)),), question, choices, private=True)


async def bring(call: CommandCall) -> Reply:
    """Import what was looked at, once everything that it would run was shown and spoken about."""
    offer, token = Offer(call.text("offer") or Offer.BRING), call.text("token")
    asked_first = None if offer is Offer.CALM else await next_question(call, token, offer)
    if asked_first is not None:
        return asked_first
    made = await _brought(call, token, offer)
    said = Paragraph(call.speak.say("import-done", kind=made.kind.value, name=made.name))
    facts = tuple(Paragraph(call.speak.notice(fact)) for fact in made.facts)
    if made.view is not None:
        return Reply((said, *facts, Retelling(made.view)))
    reply = Reply((said, *facts), choices=await _next(call, made), private=True, spent=True)
    if made.kind is not FileKind.BACKGROUND or not made.facts:
        return reply
    return await with_director(call, reply, int(made.facts[0].data.get("points", 0)))


async def _brought(call: CommandCall, token: str, offer: Offer) -> Brought:
    """Import it; what is for the story here begins one where there is none."""
    try:
        return await bring_action(call.ctx, call.runner, call.here, call.name, token, offer)
    except SessionMissing:
        await sessions.open_here(call.ctx, call.here, call.name)
        return await bring_action(call.ctx, call.runner, call.here, call.name, token, offer)


async def script(call: CommandCall) -> Reply:
    """Say of a script of a file, or of all that are left, whether it may run; then the next one, or the import.

    An older button changes its answer as long as the file waits.
    """
    word, token = call.text("answer") or NO, call.text("token")
    number = None if word in (ALL, NONE) else call.number("number", 0)
    await script_answers.answer(call.ctx, call.here, token, number, allow=word in (YES, ALL))
    return await bring(call)


async def leave(call: CommandCall) -> Reply:
    """Forget what was looked at."""
    await uploads.drop(call.ctx, call.here, call.text("token"))
    return told(call.speak.say("import-left"))


async def export_chat(call: CommandCall) -> Reply:
    """The chat that is open, with every version of its replies; or another branch of it."""
    return _handed(call, await exports.chat(call.ctx, call.here, call.number("branch", 0) or None))


async def export_text(call: CommandCall) -> Reply:
    """The same as a text to be read."""
    return _handed(call, await exports.text(call.ctx, call.here, call.number("branch", 0) or None))


async def export_story(call: CommandCall) -> Reply:
    """All of the story, for another Omoide."""
    made = await story(call.ctx, call.here, __version__)
    lines = [call.speak.say("export-story", hash=made.digest[:12])]
    if made.person:
        lines.append(call.speak.say("export-story-person", name=made.person))
    if made.left_out:
        lines.append(call.speak.say("export-story-left-out", count=made.left_out))
    if not call.here.private:
        lines.append(call.speak.say("export-story-warning"))
    return replace(told(*lines), documents=(made.document,), private=True)


async def export_character(call: CommandCall) -> Reply:
    """A character as a card, and what of it the file cannot hold."""
    found = await named_or_playing(call)
    card = await exports.character(call.ctx, call.here, found.row, call.text("form") or FORMS[0])
    reply, lacks = _handed(call, card), await left_out(call.ctx, found.row, card.data)
    if not lacks:
        return reply
    whole = localised(f"/export char {found.number} charx", call.table, call.speak)
    line = call.speak.say("export-left-out", what=_lacking(call, lacks), command=whole)
    return replace(reply, blocks=(*reply.blocks, Paragraph(line)))


async def export_world(call: CommandCall) -> Reply:
    """A world book."""
    book = await find_world(call, call.text("book"))
    return _handed(call, await exports.world(call.ctx, call.here, book.row, call.text("book-form") or BOOK_FORMS[0]))


async def export_preset(call: CommandCall) -> Reply:
    """A preset."""
    preset = await find_preset(call, call.text("preset"))
    return _handed(call, await exports.preset(call.ctx, call.here, preset.row))


async def export_quick(call: CommandCall) -> Reply:
    """A set of quick replies."""
    found = await find_set(call, call.text("quick-set"))
    return _handed(call, await exports.quick_replies(call.ctx, call.here, found.row))


def _handed(call: CommandCall, document: Document) -> Reply:
    return replace(told(call.speak.say("export-done", name=document.filename)), documents=(document,))


def _lacking(call: CommandCall, lacks: CardLacks) -> str:
    say = call.speak.say
    face = [say("export-left-out-face")] if lacks.face else []
    emotions = [say("export-left-out-emotions", count=lacks.emotions)] if lacks.emotions else []
    others = [say("export-left-out-others", count=lacks.others)] if lacks.others else []
    return say("list-comma").join((*face, *emotions, *others))


def _bringing(looked: Looked, offer: Offer) -> str:
    return f"/import yes {looked.token} {offer.value}"


def _named(call: CommandCall, looked: Looked, offer: Offer) -> str:
    return call.speak.say("import-offer", kind=looked.kind.value, offer=offer.value)


async def _next(call: CommandCall, made: Brought) -> tuple[ReplyChoice, ...]:
    """What people mostly do with what they have imported, where it has not been done yet."""
    told = {it.message: it.data for it in made.facts}
    wider = told.pop(WIDER, None)
    budget = (_widening(call, wider),) if wider else ()
    used = {
        FileKind.CHARACTER: (Thing.CHARACTER, "/char use"),
        FileKind.PRESET: (Thing.PRESET, "/scene preset use"),
    }.get(made.kind)
    if used is None or told:
        return budget
    thing, line = used
    number = await number_of(call, thing, made.id)
    return (about(line, made.id, number, call.speak.say(f"import-next-{made.kind.value}")), *budget)


def _widening(call: CommandCall, wider: Mapping[str, Any]) -> ReplyChoice:
    """A button that lets the model read as much as an imported preset is made for."""
    line = f"/settings budget_tokens {wider['wider']}"
    return ReplyChoice(
        controls.control(controls.RUN, line), call.speak.say("import-next-budget", tokens=wider["wider"])
    )
