"""What people may ask for themselves: all there is of them in a file, or that it goes."""

from dataclasses import replace

from bot.commands.framework.abilities import AccessRole
from bot.commands.framework.arguments import localised
from bot.commands.framework.declared import CommandCall
from bot.commands.framework.reply import Confirm, Paragraph, Reply, told
from engine.actions.people import forgetting, own_data
from engine.values.people.rights import PersonalData

_TERMINAL = "terminal"


async def forget(call: CommandCall) -> Reply:
    """Say exactly how much there is, and ask; with yes: erase it. Raises NameShared."""
    await forgetting.its_own(call.ctx, call.here)
    if call.flag("yes"):
        return await _forgotten(call)
    holdings = await forgetting.counted(call.ctx, call.here)
    words = [_counts(call, "forget-counts", holdings), call.speak.say("forget-what-goes")]
    if AccessRole.OWNER in call.access_roles:
        words.append(call.speak.say("forget-owner"))
    words.append(call.speak.say("forget-export-first", command=localised("/me export", call.table, call.speak)))
    question = Confirm(call.speak.say("forget-sure"), "/me forget yes", label=call.speak.say("forget-label"))
    return Reply(tuple(Paragraph(it) for it in words), question, private=True, secret=True)


async def export(call: CommandCall) -> Reply:
    """All there is of the person, as files."""
    readme = call.speak.say("rights-readme-file"), call.speak.say("rights-readme", date=call.now)
    document = await own_data.export(call.ctx, call.here, readme)
    done = told(call.speak.say("rights-exported", name=document.filename))
    return replace(done, documents=(document,), private=True, secret=True)


async def _forgotten(call: CommandCall) -> Reply:
    receipt = await forgetting.forget_me(call.ctx, call.runner, call.here)
    said = _counts(call, "forget-done" if receipt.done else "forget-begun", receipt.holdings)
    alone = call.here.platform == _TERMINAL
    after = call.speak.say("forget-after-terminal" if alone else "forget-after")
    return Reply((Paragraph(said), Paragraph(after)), private=True, secret=True, spent=True, leave=alone)


def _counts(call: CommandCall, message: str, data: PersonalData) -> str:
    return call.speak.say(
        message,
        messages=data.messages,
        memories=data.memories,
        facts=data.facts,
        personas=data.personas,
        chats=data.chats,
        places=data.places,
    )
