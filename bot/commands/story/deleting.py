"""Messages deleted from a story, after a question, and restored."""

from typing import Final

from bot.commands.framework import controls
from bot.commands.framework.abilities import HOSTS, allowed
from bot.commands.framework.declared import CommandCall
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
from bot.commands.story.story import shortened
from engine.actions.story import deletions
from engine.actions.story.deletions import Deletion, Stretch, Uncut
from engine.errors import MessagesGone
from engine.values.chats.entries import Place
from engine.values.chats.undoing import Undoer

_TO: Final = "-"
"""Between the two ends of what a button deletes: "7.12.340-13.345"."""


async def delete(call: CommandCall) -> Reply:
    """Ask whether to delete messages from the story, or do so."""
    one = max(1, call.number("first", 1))
    newest, oldest = sorted((one, max(1, call.number("last", one))))
    found = await deletions.look(call.ctx, call.here, (newest, oldest))
    if call.flag("yes"):
        return await _done(call, (found.session, found.first, found.last))
    question = call.speak.say("story-cut-sure", **_words(found))
    at = f"{controls.lies_at(found.session, found.first)}{_TO}{found.last.branch}.{found.last.seq}"
    typed = f"/edit delete {newest}-{oldest}"
    return Reply(confirm=Confirm(question, f"/edit cut {at}", typed=typed, marked=True))


async def cut(call: CommandCall) -> Reply:
    """Delete the messages that a question was about."""
    at, _, last = call.text("token").partition(_TO)
    first, end = controls.Control(controls.AT, at).place, controls.Control(controls.AT, f"0.{last}").place
    if first is None or end is None:
        raise MessagesGone
    return await _done(call, (*first, end[1]))


async def _done(call: CommandCall, meant: tuple[int, Place, Place]) -> Reply:
    by = Undoer(call.here.person, call.name or "?", allowed(HOSTS, call.access_roles))
    done = await deletions.delete(call.ctx, call.runner, call.here, meant, by)
    stays = "yes" if call.delivered else "no"
    said = call.speak.say("story-cut", count=done.stretch.count, stays=stays)
    return Reply((Paragraph(said),), choices=(_back(call, done),), gone=done.gone)


async def restore(call: CommandCall) -> Reply:
    """Restore what was deleted: what a button names."""
    meant = controls.Control(controls.AT, call.text("token")).place
    if meant is None:
        raise MessagesGone
    done = await deletions.restore(call.ctx, call.runner, call.here, meant)
    if not call.delivered:
        return Reply((_restored(call, done, "told"), Retelling(done.view)))
    every = done.shown == done.stretch.count
    return Reply((_restored(call, done, "all" if every else "some" if done.shown else "none"),))


def _restored(call: CommandCall, done: Uncut, shown: str) -> Paragraph:
    return Paragraph(call.speak.say("story-uncut", count=done.stretch.count, shown=shown, last=done.shown))


async def deleted(call: CommandCall) -> Reply:
    """What was deleted here, and the buttons that restore it."""
    found = await deletions.deleted(call.ctx, call.here, PAGE_SIZE)
    if not found:
        return told(call.speak.say("story-cut-none"))
    items = tuple(
        ListItem(
            call.speak.say("story-cut-item", **_words(it.stretch)),
            call.speak.ago(it.at, call.now),
            str(n),
            choices=(_back(call, it, str(n)),),
        )
        for n, it in enumerate(found, 1)
    )
    return Reply((Listing(call.speak.say("story-cut-list"), items, call.speak.say("story-cut-hint")),), private=True)


def _back(call: CommandCall, it: Deletion, number: str = "") -> ReplyChoice:
    line = f"/edit restore {controls.lies_at(it.stretch.session, it.place)}"
    label = call.speak.say("button-uncut", number=number or "none")
    return ReplyChoice(controls.running(line), label, typed="/edit deleted", key=number)


def _words(it: Stretch) -> dict[str, str | int]:
    return {"count": it.count, "first": shortened(it.begins), "last": shortened(it.ends)}
