"""Branches: the lines of a chat, their names, switching between them, beginning one, going on elsewhere."""

from collections.abc import Mapping
from dataclasses import replace

from bot.commands.chats.comparing import compared
from bot.commands.framework import controls
from bot.commands.framework.declared import CommandCall
from bot.commands.framework.paging import turning, wanted
from bot.commands.framework.picking import Pickable, example_of, pick
from bot.commands.framework.reply import SILENT, Listing, ListItem, Paragraph, Reply, ReplyChoice, Retelling, told
from bot.commands.story.story import chat_title, shortened
from bot.words.bare import bare
from engine.actions.chats import branches as branches_actions
from engine.actions.chats import differences, pointed, sessions
from engine.actions.memory import finding
from engine.errors import OnePlaceOnly
from engine.values.chats.sessions import BranchInfo

_BUTTON = 20
_AFTER = 40


async def branches(call: CommandCall) -> Reply:
    """The branches of the chat that is open, newest first."""
    return await _listed(call, archived=False)


async def archived(call: CommandCall) -> Reply:
    """The branches that were put away."""
    return await _listed(call, archived=True)


async def switch(call: CommandCall) -> Reply:
    """Go on along another branch."""
    branch = await find_branch(call, call.text("branch"))
    view = await branches_actions.switch(call.ctx, call.runner, call.here, branch.id)
    if call.delivered:
        return SILENT
    return Reply((Paragraph(call.speak.say("branches-switched", branch=str(view.branch))), Retelling(view)))


async def rename(call: CommandCall) -> Reply:
    """Give a branch a name."""
    branch = await find_branch(call, call.text("branch"))
    name = await branches_actions.rename(call.ctx, call.here, branch.id, call.text("name"))
    return told(call.speak.say("branches-renamed", number=str(branch.id), name=bare(name)))


async def present(call: CommandCall) -> Mapping[str, str]:
    """What a branch is called."""
    return {"name": (await find_branch(call, call.text("branch"))).name}


async def archive(call: CommandCall) -> Reply:
    """Leave a branch out of the list; nothing of it goes."""
    branch = await find_branch(call, call.text("branch"))
    await branches_actions.put_away(call.ctx, call.here, branch.id)
    back = ReplyChoice(
        controls.control(controls.RUN, f"/chats branches back {branch.id}"), call.speak.say("button-undelete")
    )
    return replace(told(call.speak.say("branches-archived", number=str(branch.id))), choices=(back,))


async def bring_back(call: CommandCall) -> Reply:
    """Show a branch in the list again."""
    branch = await find_branch(call, call.text("branch"))
    await branches_actions.put_away(call.ctx, call.here, branch.id, away=False)
    return told(call.speak.say("branches-back", number=str(branch.id)))


async def diff(call: CommandCall) -> Reply:
    """What parts another branch from the one that is played."""
    branch = await find_branch(call, call.text("branch"))
    found = await differences.with_branch(call.ctx, call.here, branch.id)
    return compared(call, found, called(call, branch))


async def fork(call: CommandCall) -> Reply:
    """Let the story go on in a thread or topic too, on a branch of its own; here it stays as it is."""
    if call.open_thread is None:
        raise OnePlaceOnly
    view = await sessions.open_here(call.ctx, call.here, call.name)
    title = " ".join(chat_title(call.text("title") or view.title, call.speak).split())
    there = await call.engine.places.resolve(await call.open_thread(title))
    await branches_actions.fork(call.ctx, call.runner, call.here, there)
    return told(call.speak.say("branches-forked", title=title))


async def begin(call: CommandCall) -> Reply:
    """Begin a branch some messages back, or behind the message that is pointed at; the line that is left stays."""
    back = call.number("back", 0)
    if call.replied and "back" not in call.args:
        view = await pointed.branch(call.ctx, call.runner, call.here, call.replied)
    else:
        view = await branches_actions.branch_from(call.ctx, call.runner, call.here, back)
    if call.delivered:
        return SILENT
    return Reply((Paragraph(call.speak.say("branches-begun", back=back)), Retelling(view)))


async def find_branch(call: CommandCall, given: str) -> BranchInfo:
    """The branch that ``given`` means. Raises NothingCalled, SeveralCalled."""
    found = await finding.branches_called(call.ctx, call.here, given)
    return pick([Pickable(it.id, it.id, it.name, it) for it in found], given, "/chats branches").info


def called(call: CommandCall, info: BranchInfo) -> str:
    """The name of a branch, else its last words; those that it goes on from, where nothing was said on it yet."""
    return info.name or shortened(info.preview) or going_on(call, info.after)


def going_on(call: CommandCall, after: str) -> str:
    """What a branch is called on which nothing was said yet."""
    return (
        call.speak.say("branches-goes-on", words=shortened(after, _AFTER))
        if after
        else call.speak.say("branches-empty")
    )


async def _listed(call: CommandCall, *, archived: bool) -> Reply:
    found = await branches_actions.page(call.ctx, call.here, wanted(call.args.get("page")), archived=archived)
    speak = call.speak
    if not found.total:
        return told(speak.say("branches-none-archived"))
    line, action, title = (
        ("/chats branches archived", "branches back", "branches-archived-list")
        if archived
        else ("/chats branches", "branch", "branches-list")
    )
    choices = tuple(
        ReplyChoice(
            controls.control(controls.RUN, f"/chats {action} {branch.id}"),
            f"{branch.id} · {_short(call, branch)}",
            key=str(branch.id),
        )
        for branch in found.items
        if not branch.current and not branch.elsewhere
    )
    shown = tuple(_item(call, it) for it in found.items)
    hint = speak.say("branches-archived-hint" if archived else "branches-list-hint", number=example_of(shown))
    title = speak.say(title, total=found.total, page=found.page, pages=found.pages)
    return Reply((Listing(title, shown, hint),), choices=(*choices, *turning(speak, line, found)))


def _short(call: CommandCall, info: BranchInfo) -> str:
    return shortened(called(call, info), _BUTTON)


def _item(call: CommandCall, info: BranchInfo) -> ListItem:
    detail = call.speak.say(
        "branches-item",
        reason=info.reason.value,
        messages=info.messages,
        ago=call.speak.ago(info.created_at, call.now),
    )
    own = info.name or info.preview
    after = call.speak.say("branches-after", words=shortened(info.after, _AFTER)) if own and info.after else ""
    elsewhere = call.speak.say("branches-elsewhere") if info.elsewhere else ""
    return ListItem(
        called(call, info), " · ".join(it for it in (detail, after, elsewhere) if it), str(info.id), info.current
    )
