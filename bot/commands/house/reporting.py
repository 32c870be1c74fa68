"""Reports: who says what about which reply, to whom, and where they go."""

from dataclasses import replace
from typing import Final

from bot.commands.chats.under_reply import HERE
from bot.commands.framework.controls import lies_at
from bot.commands.framework.declared import CommandCall
from bot.commands.framework.reply import Confirm, Paragraph, QuotedText, Reply, confidential, told
from bot.words.localise import Speaker
from engine.actions.house import reports, settings
from engine.values.house.moderation import Reportable, ReportsGo

SWITCH: Final = ("here", "off")
SWITCH_ZH: Final = ("这里", "关")


async def report(call: CommandCall) -> Reply:
    """Ask whether to report a reply, and say who will read it."""
    found = await reports.look(call.ctx, call.here, call.replied)
    question = call.speak.say("report-sure", character=found.character, **_to(found.to))
    line = f"/report send {lies_at(found.session, found.place)}"
    ask = Confirm(question, line, label=call.speak.say("report-label"), own=True, typed="/report", marked=True)
    return confidential(Reply(confirm=ask))


async def send(call: CommandCall) -> Reply:
    """Report it: to the channel for that, else to the owners."""
    found = await reports.look(call.ctx, call.here, f"{HERE}{call.text('token')}")
    await reports.note(call.ctx, call.here, found)
    language = (await settings.language_of_owners(call.ctx, call.here.platform)).value
    said = confidential(told(call.speak.say("report-sent", **_to(found.to))))
    return replace(said, spent=True, owners=_report(call, call.speak.to(language), found))


async def where(call: CommandCall) -> Reply:
    """Where reports go; with a word: this channel, or the owners."""
    if said := call.text("report-to"):
        await reports.send_to(call.ctx, call.here, this=said == SWITCH[0])
    goes = await reports.where(call.ctx, call.here)
    return told(call.speak.say("reports-go", **_to(goes)), call.speak.say("reports-hint"))


def _report(call: CommandCall, speak: Speaker, found: Reportable) -> Reply:
    """What whoever looks after the place reads: who reports what, where, and a way there."""
    named = "yes" if found.title else "no"
    head = speak.say("report-made", who=call.name, character=found.character, where=found.title, named=named)
    link = call.link(found.message) if found.message else ""
    more = (Paragraph(link),) if link else ()
    reply = Reply((Paragraph(head), QuotedText(found.text), *more), tongue=speak.language)
    return replace(reply, at=found.to.channel)


def _to(goes: ReportsGo) -> dict[str, str]:
    """Where a report goes, as texts take it."""
    return {"to": "channel" if goes.channel else "owners", "channel": goes.title or "?"}
