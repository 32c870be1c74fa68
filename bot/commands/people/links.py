"""One person's names on several platforms: a code here, the same code there."""

from dataclasses import replace

from bot.commands.framework import controls
from bot.commands.framework.arguments import localised
from bot.commands.framework.declared import CommandCall
from bot.commands.framework.reply import Confirm, Reply, ReplyChoice, confidential, told
from engine.actions.people import abouts, linking
from engine.values.people.people import PlatformName


async def link(call: CommandCall) -> Reply:
    """Without a code: a new one, to be sent from the other platform. With one: join whose code it is."""
    if not call.text("code"):
        made = await linking.code(call.ctx, call.here)
        line = f"{localised('/me link', call.table, call.speak)} {made}"
        return confidential(told(call.speak.say("link-code", line=line), call.speak.say("link-what")))
    names = await linking.link(call.ctx, call.engine.linking_tries, call.here, call.text("code"))
    consent = (await abouts.card(call.ctx, call.here)).consent
    said = [
        call.speak.say("link-done", names=named(call, names[1:])),
        call.speak.say("link-holds", elsewhere="yes" if consent.elsewhere else "no"),
    ]
    if any(it.owner for it in names):
        said.append(call.speak.say("link-owners", all="yes" if all(it.owner for it in names) else "no"))
    back = ReplyChoice(controls.control(controls.RUN, "/me unlink"), call.speak.say("button-unlink"))
    return replace(confidential(told(*said)), choices=(back,))


async def unlink(call: CommandCall) -> Reply:
    """Take the link of this name back, after a question."""
    names = await linking.names(call.ctx, call.here)
    if len(names) > 1 and not call.flag("yes"):
        question = call.speak.say("unlink-sure", names=named(call, names[1:]))
        return Reply(confirm=Confirm(question, "/me unlink yes"), private=True, secret=not call.here.private)
    others = await linking.unlink(call.ctx, call.here)
    return confidential(told(call.speak.say("unlink-done", names=named(call, others))))


def named(call: CommandCall, names: list[PlatformName]) -> str:
    """Names of a person with their platforms: "Mo (Telegram)"."""
    return call.speak.say("list-comma").join(
        call.speak.say("link-name", name=it.name, platform=it.platform.capitalize()) for it in names
    )
