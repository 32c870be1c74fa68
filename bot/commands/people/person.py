"""The person: what is known and allowed in one place, language, and who they play."""

from dataclasses import replace
from typing import Final

from bot.commands.framework import controls
from bot.commands.framework.arguments import localised
from bot.commands.framework.declared import UNTYPED, CommandCall
from bot.commands.framework.numbering import about, asking, called, number_of
from bot.commands.framework.picking import example_of, pick
from bot.commands.framework.reply import (
    Block,
    Field,
    Form,
    Listing,
    ListItem,
    Paragraph,
    Reply,
    ReplyChoice,
    page_of,
    told,
)
from bot.commands.house.setting_page import refused
from bot.commands.house.setting_words import typed_value
from bot.commands.people import abouts, links
from bot.commands.story.story import shortened
from engine.actions.house import settings as settings_actions
from engine.actions.people import abouts as abouts_actions
from engine.actions.people import linking
from engine.actions.people import personas as personas_actions
from engine.errors import SettingNotUnderstood
from engine.values.house.numbers import Thing
from engine.values.house.setting_choices import Language
from engine.values.house.setting_fields import FIELDS
from engine.values.house.setting_scopes import SettingScope
from engine.values.memory.memories import Consent
from engine.values.story.notes import UserPersona

_LONG: Final = 400
_LIST: Final = "/me persona list"


async def me(call: CommandCall) -> Reply:
    """How to speak to this person, who they are, what they allow: a line and a button each."""
    speak = call.speak
    settings = await settings_actions.current(call.ctx, call.here)
    playing = await personas_actions.current(call.ctx, call.here)
    about = await abouts_actions.card(call.ctx, call.here)
    names = await linking.names(call.ctx, call.here)
    items = (
        _item(call, "about-title", speak.say("about-count", total=len(about.facts)), "/me fact"),
        _item(call, "me-language", speak.say(f"language-{settings.language.value}"), "/me language"),
        _item(call, "me-timezone", settings.timezone, "/me timezone"),
        _item(call, "me-persona", playing.name if playing else speak.say("scene-none"), "/me persona"),
        _item(call, "me-links", links.named(call, names[1:]) or speak.say("me-links-none"), "/me link"),
        *abouts.allowed_items(call, about.consent),
    )
    buttons = _buttons(call, settings.language, about.consent, linked=len(names) > 1)
    return Reply((Listing(speak.say("me-title"), items),), choices=buttons, secret=True)


async def language(call: CommandCall) -> Reply:
    """Speak another language with this person, from this answer on."""
    about = FIELDS["language"]
    try:
        typed = typed_value(about, call.text("language"), call.speak)
        await settings_actions.put(call.ctx, call.here, SettingScope.PERSON, about.name, typed)
    except SettingNotUnderstood as error:
        return await refused(call, about.name, SettingScope.PERSON, error)
    settings = await settings_actions.current(call.ctx, call.here)
    chosen = settings.language.value
    return Reply(told(call.speak.to(chosen).say("me-language-set")).blocks, language=chosen)


async def persona(call: CommandCall) -> Reply:
    """Who this person plays."""
    found = await personas_actions.current(call.ctx, call.here)
    return await personas(call) if found is None else await _shown(call, found)


async def personas(call: CommandCall) -> Reply:
    """Everybody this person may play."""
    playing = await personas_actions.current(call.ctx, call.here)
    found = await personas_actions.listed(call.ctx, call.here)
    if not found:
        return _nobody(call)
    every = await called(call, Thing.PERSONA, found)
    items = tuple(
        ListItem(
            entry.name,
            shortened(entry.info.description),
            str(entry.number),
            playing is not None and entry.row == playing.id,
        )
        for entry in every
    )
    shown, page, pages = page_of(items, call.number("page", 1))
    title = call.speak.say("persona-list", page=page, pages=pages)
    listing = Listing(title, shown, call.speak.say("persona-list-hint", number=example_of(shown)))
    by_number = {str(it.number): it.row for it in every}
    uses = tuple(about("/me persona use", by_number[it.key], it.key, it.text) for it in shown if not it.current)
    return Reply((listing,), choices=uses, secret=True)


async def set_persona(call: CommandCall) -> Reply:
    """Say who this person is in stories; the same name again describes the same one anew. Without words: a form."""
    name, text = call.text("name"), call.text("text")
    known = next((it for it in await personas_actions.listed(call.ctx, call.here) if it.name == name), None)
    if not text:
        return _asked(call, name, known)
    made = replace(known, description=text) if known else UserPersona(name, text)
    await personas_actions.put(call.ctx, call.here, made)
    shown = await _shown(call, made)
    return replace(shown, blocks=(*shown.blocks, *await _stays(call, made.name)))


async def edit_persona(call: CommandCall) -> Reply:
    """A form with what is written of one persona."""
    found = await _chosen(call)
    return _asked(call, found.name, found)


async def use_persona(call: CommandCall) -> Reply:
    """Play somebody else."""
    chosen = await _chosen(call)
    await personas_actions.use(call.ctx, call.here, chosen.id)
    said = told(call.speak.say("persona-used", name=chosen.name)).blocks
    return Reply((*said, *await _stays(call, chosen.name)))


async def lock_persona(call: CommandCall) -> Reply:
    """Play one persona in this chat alone, whoever one plays elsewhere. Without a name: the one that is played now."""
    speak, now = call.speak, await personas_actions.current(call.ctx, call.here)
    if not call.text("persona") and now is None:
        return _nobody(call)
    chosen = await _chosen(call) if call.text("persona") or now is None else now
    await personas_actions.wear(call.ctx, call.here, chosen.id)
    return Reply(told(speak.say("persona-locked", name=chosen.name)).blocks, choices=(_unlock(call),))


async def unlock_persona(call: CommandCall) -> Reply:
    """Be in this chat who one is elsewhere."""
    await personas_actions.wear(call.ctx, call.here, None)
    now = await personas_actions.current(call.ctx, call.here)
    return told(call.speak.say("persona-unlocked", somebody="yes" if now else "no", name=now.name if now else ""))


async def known_persona(call: CommandCall) -> Reply:
    """Let those who read in some place know whom this person plays: the yes to a question that was asked in private."""
    token = call.text(UNTYPED)
    name = await personas_actions.let_be_known(call.ctx, call.here, int(token) if token.isdecimal() else 0)
    return told(call.speak.say("persona-known", name=name))


async def delete_persona(call: CommandCall) -> Reply:
    """Take a persona off the list, after a question."""
    chosen = await _chosen(call)
    if not call.flag("yes"):
        question = call.speak.say("persona-delete-sure", name=chosen.name)
        number = await number_of(call, Thing.PERSONA, chosen.id)
        return Reply(confirm=asking(question, "/me persona delete", {chosen.id: number}))
    await personas_actions.delete(call.ctx, call.here, chosen.id)
    return told(call.speak.say("persona-deleted", name=chosen.name))


async def no_persona(call: CommandCall) -> Reply:
    """Play nobody but oneself."""
    await personas_actions.put(call.ctx, call.here, None)
    return Reply((*told(call.speak.say("persona-off")).blocks, *await _stays(call, "")))


async def _stays(call: CommandCall, name: str) -> tuple[Block, ...]:
    """That one stays somebody else than ``name`` in this chat, where that was chosen for it alone."""
    kept = await personas_actions.current(call.ctx, call.here, chat_alone=True)
    if kept is None or kept.name == name:
        return ()
    command = localised("/me persona unlock", call.table, call.speak)
    return told(call.speak.say("persona-but-here", name=kept.name, command=command)).blocks


def _unlock(call: CommandCall) -> ReplyChoice:
    return _run("/me persona unlock", call.speak.say("button-persona-unlock"))


def _item(call: CommandCall, label: str, detail: str, command: str) -> ListItem:
    return ListItem(call.speak.say(label), detail, localised(command, call.table, call.speak))


def _buttons(call: CommandCall, spoken: Language, consent: Consent, *, linked: bool) -> tuple[ReplyChoice, ...]:
    """One for each line; a switch says what pressing it does."""
    speak = call.speak
    other = next(it for it in Language if it is not spoken)
    return (
        _run("/me fact", speak.say("about-title")),
        _run(f"/me language {other.value}", speak.say(f"language-{other.value}")),
        _run("/me timezone", speak.say("me-timezone")),
        _run(_LIST, speak.say("me-persona")),
        _run("/me unlink" if linked else "/me link", speak.say("button-unlink" if linked else "button-link")),
        *abouts.switches(call, consent),
    )


def _nobody(call: CommandCall) -> Reply:
    made = _run("/me persona set", call.speak.say("button-persona-new"))
    return Reply(told(call.speak.say("persona-none")).blocks, choices=(made,))


async def _chosen(call: CommandCall) -> UserPersona:
    found = await personas_actions.listed(call.ctx, call.here)
    return pick(await called(call, Thing.PERSONA, found), call.text("persona"), _LIST).info


def _asked(call: CommandCall, name: str, known: UserPersona | None) -> Reply:
    """What is to be written, as a form, and as words where there is none."""
    speak = call.speak
    words = Field("text", speak.say("param-text"), known.description if known else "", long=True)
    line = f'/me persona set "{name}"' if name else "/me persona set"
    fields = (words,) if name else (Field("name", speak.say("param-name")), words)
    how = speak.say("persona-how", name=name or speak.say("persona-example"))
    return Reply(told(how).blocks, form=Form(line, speak.say("me-persona"), fields))


async def _shown(call: CommandCall, found: UserPersona) -> Reply:
    speak = call.speak
    text = shortened(found.description, _LONG) or speak.say("persona-empty")
    here = await personas_actions.current(call.ctx, call.here, chat_alone=True)
    title = speak.say("persona-title", name=found.name, here="yes" if here and here.id == found.id else "no")
    listing = Listing(title, (ListItem(text),), speak.say("persona-hint"))
    if not found.id:
        return Reply((listing,))
    here_too, where = await personas_actions.known(call.ctx, call.here, found.id)
    known = speak.say(
        "persona-where", titles=speak.say("list-comma").join(where), known=len(where), here="yes" if here_too else "no"
    )
    number = await number_of(call, Thing.PERSONA, found.id)
    lock = about("/me persona lock", found.id, number, speak.say("button-persona-lock"))
    buttons = (
        about("/me persona edit", found.id, number, speak.say("button-edit")),
        _unlock(call) if here else lock,
        _run(_LIST, speak.say("button-persona-list")),
        _run("/me persona off", speak.say("button-persona-off")),
    )
    return Reply((listing, Paragraph(known)), choices=buttons)


def _run(line: str, label: str) -> ReplyChoice:
    return ReplyChoice(controls.control(controls.RUN, line), label)
