"""The story: taking back, changing, saving, loading."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial

from bot.commands.framework import controls
from bot.commands.framework.abilities import HOSTS, allowed
from bot.commands.framework.declared import CommandCall
from bot.commands.framework.picking import Pickable, pick
from bot.commands.framework.reply import (
    PAGE_SIZE,
    SILENT,
    Confirm,
    Listing,
    ListItem,
    Paragraph,
    Reply,
    ReplyChoice,
    Retelling,
    told,
)
from bot.words.bare import bare
from bot.words.localise import Speaker
from engine.actions.chats import pointed, revisions, savepoints, sessions, swipes, undoing
from engine.actions.memory import finding
from engine.actions.story import notes
from engine.errors import NotOnTheLine
from engine.service.parts import cut
from engine.values.chats.entries import Place
from engine.values.chats.outgoing import View
from engine.values.chats.sessions import Savepoint
from engine.values.chats.undoing import Undoer, Undone

_PREVIEW = 60
_LONGER = 300
_OTHER = "-"
"""In a button between where a reply lies and which other one is meant: "7.12.340-13.340"."""
_MANUAL = "manual"


def begun(call: CommandCall, view: View) -> Reply:
    """What is answered to who began a chat: the greeting, where the channel does not show it by itself."""
    if call.delivered:
        return SILENT
    return Reply((Paragraph(call.speak.say("chats-new", character=view.character)), Retelling(view)))


async def with_story(call: CommandCall, reply: Reply, last: int = 2) -> Reply:
    """``reply`` and where the story stands, by its ``last`` messages.

    Where the channel shows by itself how a story begins, the first one begins once ``reply`` has been said, and a
    greeting that nobody has answered is not shown again.
    """
    if call.delivered and await sessions.played(call.ctx, call.here) is None:
        return replace(reply, then=partial(sessions.open_here, call.ctx, call.here, call.name))
    view = await sessions.open_here(call.ctx, call.here, call.name)
    only_greeted = len(view.spoken) == 1 and view.spoken[0].character is not None
    if call.delivered and only_greeted:
        return reply
    return replace(reply, blocks=(*reply.blocks, Retelling(view, last=last)))


async def undo(call: CommandCall) -> Reply:
    """Take back the last exchange, or the one that is pointed at, and show where the story stands now."""
    replied = call.replied
    engine, by = call.engine, _by(call)
    view = await (
        pointed.undo(engine.ctx, engine.runner, call.here, replied, by)
        if replied
        else undoing.undo(engine.ctx, engine.runner, call.here, by)
    )
    if call.delivered and not call.here.private:  # everybody reads what was undone, and who did it; the button is there
        return replace(SILENT, gone=view.gone)
    what = (Paragraph(_undone(call.speak, view.undone)),) if view.undone else ()
    back = (back_choice(call.speak, str(view.undone.left)),) if view.undone and call.here.private else ()
    if call.delivered:
        return Reply(what, choices=back, gone=view.gone, private=True)
    ends = Paragraph(call.speak.say("story-undone"))
    return Reply((*what, ends, Retelling(view)), choices=back, gone=view.gone)


async def bring_back(call: CommandCall) -> Reply:
    """Go on where the story stood before somebody took a step back."""
    view = await undoing.bring_back(call.ctx, call.runner, call.here, call.number("branch", 0), _by(call))
    if call.delivered:
        return SILENT
    return Reply((Paragraph(call.speak.say("story-brought-back")), Retelling(view)))


def _undone(speak: Speaker, undone: Undone) -> str:
    """What was taken back, and that what people said stays to be seen."""
    if undone.further:
        what = "further"
    elif not undone.messages:
        what = "unasked"
    elif undone.own and undone.messages == 1:
        what = "exchange" if undone.replies else "message"
    else:
        what = "exchanges" if undone.replies else "messages"
    return speak.say("story-taken-back", what=what, count=undone.messages)


def back_choice(speak: Speaker, branch: str) -> ReplyChoice:
    """A button that brings back what was taken back from a branch."""
    return ReplyChoice(controls.control(controls.RUN, f"/undo back {branch}"), speak.say("button-bring-back"))


def _by(call: CommandCall) -> Undoer:
    return Undoer(call.here.person, call.name or "?", allowed(HOSTS, call.access_roles))


async def edit(call: CommandCall) -> Reply:
    """Change the person's newest message, or the one that is pointed at."""
    if call.replied:
        done = await pointed.edit(call.ctx, call.runner, call.here, call.replied, call.text("text"))
        return replace(_edited(call, done, "story-edited"), private=True)
    await revisions.edit(call.ctx, call.runner, call.here, call.text("text"))
    return told(call.speak.say("story-edited"))


async def present(call: CommandCall) -> Mapping[str, str]:
    """The person's newest message, or the one that is pointed at."""
    if call.replied:
        return {"text": await pointed.text_of(call.ctx, call.here, call.replied)}
    return {"text": await revisions.own_words(call.ctx, call.here)}


async def edit_message(call: CommandCall) -> Reply:
    """Change a message by its number, one's own or a character's."""
    number = call.number("message-number", 1)
    done = await pointed.edit(call.ctx, call.runner, call.here, number, call.text("text"))
    return _edited(call, done, "story-edited-message", number)


def _edited(call: CommandCall, done: revisions.Reworded, said: str, number: int = 1) -> Reply:
    """What is answered to an edit, and where what a character said before is to be found."""
    if done.kept is None:
        return told(call.speak.say(said))
    line = f"/edit swipes {number}"
    control = controls.control(controls.AT, f"{controls.lies_at(*done.kept)}:{line}")
    before = ReplyChoice(control, call.speak.say("button-before"), typed=line)
    return replace(told(call.speak.say("story-edited-message")), choices=(before,))


async def present_message(call: CommandCall) -> Mapping[str, str]:
    """What that message says now."""
    return {"text": await pointed.text_of(call.ctx, call.here, call.number("message-number", 1))}


async def wordings(call: CommandCall) -> Reply:
    """The replies beside one: what it said before it was changed, what else was written there. Or take one of them."""
    number = call.number("message-number", 1)
    found = await swipes.beside(call.ctx, call.here, call.replied or number)
    if len(found.replies) < 2:
        return told(call.speak.say("story-wording-alone"))
    if wanted := call.number("swipe", 0):
        if not 1 <= wanted <= len(found.replies):
            return told(call.speak.say("story-wording-none", count=len(found.replies)))
        return await _taken(call, (found.session, found.place), found.replies[wanted - 1].place)
    at, line = controls.lies_at(found.session, found.place), f"/edit swipes {number}"
    shown = next(n for n, it in enumerate(found.replies) if it.shown)
    first = max(0, min(shown - PAGE_SIZE // 2, len(found.replies) - PAGE_SIZE))
    some = found.replies[first : first + PAGE_SIZE]
    items = tuple(_beside(call, at, f"{line} {n}", n, it) for n, it in enumerate(some, first + 1))
    title = call.speak.say("story-wordings", count=len(found.replies))
    return Reply((Listing(title, items, call.speak.say("story-wordings-hint", line=f"{line} 2")),), private=True)


def _beside(call: CommandCall, at: str, typed: str, number: int, it: swipes.ReplyBeside) -> ListItem:
    """One of the replies beside one that lies ``at``, and the button that takes it."""
    run = controls.running(f"/edit swap {at}{_OTHER}{it.place.branch}.{it.place.seq}")
    take = ReplyChoice(run, call.speak.say("button-take", number=number), typed=typed)
    return ListItem(shortened(it.text, _LONGER), "", str(number), it.shown, (take,))


async def swap(call: CommandCall) -> Reply:
    """Take the reply that a button names, instead of the one beside it."""
    at, _, other = call.text("token").partition(_OTHER)
    there, wanted = controls.Control(controls.AT, at).place, controls.Control(controls.AT, f"0.{other}").place
    if there is None or wanted is None:
        raise NotOnTheLine
    return await _taken(call, there, wanted[1])


async def _taken(call: CommandCall, lies: tuple[int, Place], wanted: Place) -> Reply:
    view = await swipes.choose(call.ctx, call.runner, call.here, lies, wanted)
    done = Paragraph(call.speak.say("story-wording-taken"))
    return Reply((done,), private=True) if call.delivered or view is None else Reply((done, Retelling(view, last=1)))


async def hide(call: CommandCall) -> Reply:
    """Let the character see some messages no more; people still do."""
    return await _hidden(call, hidden=True)


async def unhide(call: CommandCall) -> Reply:
    """Let the character see them again."""
    return await _hidden(call, hidden=False)


async def _hidden(call: CommandCall, *, hidden: bool) -> Reply:
    first = max(1, call.number("first", 1))
    last = max(1, call.number("last", first))
    count = await notes.hide(call.ctx, call.runner, call.here, (min(first, last), max(first, last)), hidden=hidden)
    return told(call.speak.say("story-hidden" if hidden else "story-seen", count=count))


async def save(call: CommandCall) -> Reply:
    """Remember this place of the story under a name; without one, under the time."""
    name = call.text("name") or call.speak.say("story-save-default", date=call.now)
    if call.replied:
        made = await pointed.save(call.ctx, call.here, call.replied, name)
    else:
        made = await savepoints.save(call.ctx, call.here, name)
    return told(call.speak.say("story-saved", name=bare(made.name), number=str(made.id)))


async def rename_save(call: CommandCall) -> Reply:
    """Give a save another name."""
    save = await find_save(call, call.text("save"))
    await savepoints.rename_save(call.ctx, call.here, save.id, call.text("name"))
    return told(call.speak.say("story-save-renamed", name=bare(call.text("name"))))


async def present_name(call: CommandCall) -> Mapping[str, str]:
    """What a save is called."""
    return {"name": (await find_save(call, call.text("save"))).name}


async def delete_save(call: CommandCall) -> Reply:
    """Put a save into the trash, after a question; the story itself stays."""
    save = await find_save(call, call.text("save"))
    if not call.flag("yes"):
        question = call.speak.say("story-save-delete-sure", name=save_name(save, call.speak))
        return Reply(confirm=Confirm(question, f"/save delete {save.id} yes"))
    await savepoints.delete_save(call.ctx, call.here, save.id)
    back = ReplyChoice(controls.control(controls.RUN, f"/save undelete {save.id}"), call.speak.say("button-undelete"))
    return replace(told(call.speak.say("story-save-deleted", name=save_name(save, call.speak))), choices=(back,))


async def undelete_save(call: CommandCall) -> Reply:
    """Take a deleted save back."""
    save = await find_save(call, call.text("save"), deleted=True)
    await savepoints.undelete_save(call.ctx, call.here, save.id)
    return told(call.speak.say("story-save-undeleted", name=save_name(save, call.speak), number=str(save.id)))


def save_name(save: Savepoint, speak: Speaker) -> str:
    """A save that made itself says why; named after its preview, it would say the same thing twice."""
    unnamed = save.kind != _MANUAL and save.preview.startswith(save.name)
    return speak.say(f"story-save-{save.kind.replace('_', '-')}") if unnamed else bare(save.name)


def chat_title(title: str, speak: Speaker) -> str:
    """What a chat is called, also while it has no title yet."""
    return bare(title) or speak.say("chats-untitled")


def shortened(text: str, limit: int = _PREVIEW) -> str:
    """``text`` on one line without its marks, cut to ``limit`` characters, behind a word."""
    return cut(" ".join(bare(text).split()), limit)


async def find_save(call: CommandCall, given: str, *, deleted: bool = False) -> Savepoint:
    """The save that ``given`` means. Raises NothingCalled, SeveralCalled."""
    found = await finding.saves_called(call.ctx, call.here, given, deleted=deleted)
    return chosen_save(found, given, "/save deleted" if deleted else "/load")


def chosen_save(found: Sequence[Savepoint], given: str, command: str = "/load") -> Savepoint:
    """The one of those that may be meant. ``command`` shows the list. Raises NothingCalled, SeveralCalled."""
    return pick([Pickable(it.id, it.id, it.name, it) for it in found], given, command).info
