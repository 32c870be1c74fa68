"""Backups of the house, for its owners."""

from typing import Final

from bot.commands.framework import controls
from bot.commands.framework.declared import CommandCall
from bot.commands.framework.reply import Listing, ListItem, Paragraph, Reply, ReplyChoice, page_of, told
from engine.actions.house import backups
from engine.values.house.backups import Backup

_NOW: Final = "/admin backup now"


async def listed(call: CommandCall) -> Reply:
    """The backups that are there, newest first, and a button for one more."""
    found = await backups.listed(call.ctx, call.engine.vault, call.here)
    choices = (ReplyChoice(controls.control(controls.RUN, _NOW), call.speak.say("admin-backups-now")),)
    off = () if call.engine.vault.nightly else (Paragraph(call.speak.say("admin-backups-off")),)
    if not found:
        return Reply((Paragraph(call.speak.say("admin-backups-none")), *off), choices=choices)
    shown, page, pages = page_of(tuple(_item(call, it) for it in found), call.number("page", 1))
    title = call.speak.say("admin-backups", page=page, pages=pages)
    return Reply((Listing(title, shown, call.speak.say("admin-backups-hint")), *off), choices=choices)


async def make(call: CommandCall) -> Reply:
    """Make one now."""
    made = await backups.make(call.ctx, call.engine.vault, call.engine.dsn, call.here)
    return told(call.speak.say("admin-backup-made", name=made.name, size=size(made.size)))


async def forget(call: CommandCall) -> Reply:
    """Take everybody who asked to be forgotten out of the backups."""
    done = await backups.forget(call.ctx, call.engine.rewriting.rewrite, call.here)
    speak = call.speak
    said = [speak.say("admin-backups-forgotten", changed=len(done.changed), clean=len(done.clean))]
    if done.unreadable:
        said.append(speak.say("admin-backups-unreadable", names=speak.say("list-comma").join(done.unreadable)))
    return told(*said)


def size(number: int) -> str:
    """Bytes as people read them."""
    if number < 1 << 20:
        return f"{max(1, number >> 10)} kB"
    return f"{number / (1 << 20):.1f} MB" if number < 1 << 30 else f"{number / (1 << 30):.1f} GB"


def _item(call: CommandCall, it: Backup) -> ListItem:
    text = call.speak.say("admin-backup-kind", kind=it.kind.value, at=it.at.strftime("%Y-%m-%d %H:%M"))
    return ListItem(
        text, call.speak.say("admin-backup-item", ago=call.speak.ago(it.at, call.now), size=size(it.size)), it.name
    )
