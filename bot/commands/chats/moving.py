"""A chat moves to another place: a code here, the chat there."""

from bot.commands.framework.declared import CommandCall
from bot.commands.framework.reply import Confirm, Paragraph, Reply, Retelling
from bot.commands.story.story import chat_title
from engine.actions.chats import moving


async def move(call: CommandCall) -> Reply:
    """A code for the chat that is open; with a code, the chat that waits under it, after a question."""
    given = call.text("code")
    if not given:
        made = await moving.code(call.ctx, call.here)
        return Reply((Paragraph(call.speak.say("chats-move-code", code=made)),), secret=True)
    if not call.flag("yes"):
        return await _question(call, given)
    view = await moving.take_over(call.ctx, call.runner, call.engine.moving_tries, call.here, given)
    title = chat_title(view.title, call.speak)
    return Reply((Paragraph(call.speak.say("chats-move-done", title=title)), Retelling(view)))


async def _question(call: CommandCall, given: str) -> Reply:
    found = await moving.waiting(call.ctx, call.engine.moving_tries, call.here, given)
    told = [
        call.speak.say(
            "chats-move-sure",
            title=chat_title(found.title, call.speak),
            messages=found.messages,
            place=found.place or "-",
        )
    ]
    if found.private and not call.here.private:
        told.append(call.speak.say("chats-move-into-group"))
    if found.others:
        told.append(call.speak.say("chats-move-others", count=found.others))
    return Reply((), Confirm("\n".join(told), f"/chats move {given} yes"), private=True)
