"""One person's names on several platforms: a code here, the same code there, and a yes on both."""

from dataclasses import replace
from typing import Final

from bot.commands.framework import controls
from bot.commands.framework.arguments import localised
from bot.commands.framework.declared import CommandCall
from bot.commands.framework.reply import Confirm, Reply, ReplyChoice, confidential, told
from bot.words.localise import Speaker
from engine.actions.people import linking
from engine.values.people.people import LinkRequest, PlatformName

HALF: Final = "link-half"


async def link(call: CommandCall) -> Reply:
    """Without a code: a new one, to be sent from the other platform, or what is asked. With one: ask both sides."""
    given = call.text("code")
    request = await linking.link(call.ctx, call.engine.linking_tries, call.here, given) if given else None
    request = request or await linking.asked(call.ctx, call.here)
    if request is not None:
        return _asked(call, request)
    made = await linking.code(call.ctx, call.here)
    line = f"{localised('/me link', call.table, call.speak)} {made}"
    return confidential(told(call.speak.say("link-code", line=line), call.speak.say("link-what")))


async def agree(call: CommandCall) -> Reply:
    """The button of the question: both are this person."""
    token = call.text("token")
    request = await linking.agree(call.ctx, call.here, int(token) if token.isdecimal() else 0)
    return replace(_asked(call, request), instead=True)


def _asked(call: CommandCall, request: LinkRequest) -> Reply:
    """The question as it stands for whoever calls: what to answer, or what happens next."""
    speak, asked = call.speak, request.asked
    message = linking.AGREED if asked.joined_at else HALF if asked.agreed else linking.ASKED
    lines = [speak.notice(linking.saying(message, request.mine, request.other, asked))]
    if asked.agreed:
        return replace(confidential(told(*lines)), choices=(part_choice(speak),))
    owners = [request.mine.owner, request.other.owner]
    if any(owners):
        lines.append(speak.say("link-owners", all="yes" if all(owners) else "no"))
    return replace(confidential(told(*lines)), choices=link_choices(speak, asked.token))


def link_choices(speak: Speaker, token: int) -> tuple[ReplyChoice, ReplyChoice]:
    """Whether both accounts are one person, as buttons; the careful one first."""
    return (
        ReplyChoice(controls.control(controls.RUN, "/me unlink yes"), speak.say("button-link-no")),
        ReplyChoice(controls.control(controls.RUN, f"/me link yes {token}"), speak.say("button-link-yes")),
    )


def part_choice(speak: Speaker) -> ReplyChoice:
    """Parts two accounts, or keeps them apart, after a question."""
    return ReplyChoice(controls.control(controls.RUN, "/me unlink"), speak.say("button-unlink"))


async def unlink(call: CommandCall) -> Reply:
    """Take the link of this name back, after a question."""
    under_way = await linking.asked(call.ctx, call.here)
    others = [under_way.other] if under_way else (await linking.names(call.ctx, call.here))[1:]
    if others and not call.flag("yes"):
        question = call.speak.say("unlink-sure", names=named(call, others))
        return Reply(confirm=Confirm(question, "/me unlink yes"), private=True, secret=not call.here.private)
    others = await linking.unlink(call.ctx, call.here)
    return confidential(told(call.speak.say("unlink-done", names=named(call, others))))


def named(call: CommandCall, names: list[PlatformName]) -> str:
    """Names of a person with their platforms: "Mo (Telegram)"."""
    return call.speak.say("list-comma").join(
        call.speak.say("link-name", name=name.name, platform=name.platform.capitalize()) for name in names
    )
