"""What happened before, for somebody who comes back."""

from dataclasses import replace

from bot.commands.framework.declared import CommandCall
from bot.commands.framework.reply import Paragraph, QuotedText, Reply, told
from engine.actions.story import recaps


async def recap(call: CommandCall) -> Reply:
    """What was said here since the person last spoke; nothing of it is kept."""
    found = await recaps.recap(call.ctx, call.here)
    speak = call.speak
    if found is None:
        return replace(told(speak.say("recap-nothing-said")), private=True)
    ago = speak.ago(found.since, call.now) if found.since else ""
    known = "yes" if found.since else "no"
    title = speak.say("recap-title" if found.missed else "recap-nothing-new", missed=found.missed, ago=ago, known=known)
    return Reply((Paragraph(title), QuotedText(found.text)) if found.text else (Paragraph(title),), private=True)
