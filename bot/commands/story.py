"""The story: taking back, changing, saving, loading."""

from dataclasses import dataclass, replace

from bot.commands.declared import Call
from bot.commands.picking import pick
from bot.commands.reply import Confirm, Item, Listing, Paragraph, Reply, Scene, page_of, told
from bot.localise import Speaker
from engine.values.sessions import Savepoint

_PREVIEW = 60
_MANUAL = "manual"


@dataclass(frozen=True, slots=True)
class _Named:
    number: int
    name: str
    save: Savepoint


async def undo(call: Call) -> Reply:
    """Take back the last exchange and show where the story stands now."""
    view = await call.engine.story.undo(call.here)
    return Reply((Paragraph(call.speak.say("story-undone")), Scene(view)), gone=view.gone)


async def edit(call: Call) -> Reply:
    """Change the person's newest message."""
    await call.engine.story.edit(call.here, call.text("text"))
    return told(call.speak.say("story-edited"))


async def hide(call: Call) -> Reply:
    """Let the character see some messages no more; people still do."""
    return await _hidden(call, hidden=True)


async def unhide(call: Call) -> Reply:
    """Let the character see them again."""
    return await _hidden(call, hidden=False)


async def _hidden(call: Call, *, hidden: bool) -> Reply:
    first = max(1, call.number("first", 1))
    last = max(1, call.number("last", first))
    count = await call.engine.story.hide(call.here, min(first, last), max(first, last), hidden)
    return told(call.speak.say("story-hidden" if hidden else "story-seen", count=count))


async def save(call: Call) -> Reply:
    """Remember this place of the story under a name; without one, under the time."""
    name = call.text("name") or call.speak.say("story-save-default", date=call.now)
    made = await call.engine.story.save(call.here, name)
    return told(call.speak.say("story-saved", name=made.name, number=str(made.id)))


async def rename_save(call: Call) -> Reply:
    """Give a save another name."""
    save = await _find(call, call.text("save"))
    await call.engine.story.rename_save(call.here, save.id, call.text("name"))
    return told(call.speak.say("story-save-renamed", name=call.text("name")))


async def delete_save(call: Call) -> Reply:
    """Forget a save; the story itself stays."""
    save = await _find(call, call.text("save"))
    if not call.flag("yes"):
        question = call.speak.say("story-save-delete-sure", name=save_name(save, call.speak))
        return Reply(confirm=Confirm(question, f"/save delete {save.id} yes"))
    await call.engine.story.delete_save(call.here, save.id)
    return told(call.speak.say("story-save-deleted", name=save_name(save, call.speak)))


async def load(call: Call) -> Reply:
    """Without a save: the list. With one: what is there, and a question. With yes: go there."""
    if not call.text("save"):
        return await list_saves(call)
    save = await _find(call, call.text("save"))
    ago = call.speak.ago(save.created_at, call.now)
    if not call.flag("yes"):
        view = await call.engine.story.preview(call.here, save.id)
        title = Paragraph(call.speak.say("story-load-preview", name=save_name(save, call.speak), ago=ago))
        return Reply((title, Scene(view)), Confirm(call.speak.say("story-load-sure"), f"/load {save.id} yes"))
    view = await call.engine.story.load(call.here, save.id)
    return Reply(
        (Paragraph(call.speak.say("story-loaded", name=save_name(save, call.speak), ago=ago)), Scene(view, last=1))
    )


async def list_saves(call: Call) -> Reply:
    """The saves of this chat, newest first, with their last words."""
    saves = sorted(await call.engine.story.saves(call.here), key=lambda save: save.created_at, reverse=True)
    if not saves:
        return replace(told(call.speak.say("story-no-saves")), private=True)
    items = tuple(_item(call, save) for save in saves)
    shown, page, pages = page_of(items, call.number("page", 1))
    title = call.speak.say("story-saves", page=page, pages=pages)
    return Reply((Listing(title, shown, call.speak.say("story-saves-hint")),), private=True)


def _item(call: Call, save: Savepoint) -> Item:
    ago = call.speak.ago(save.created_at, call.now)
    detail = f"{ago} · {shortened(save.preview)}" if save.preview else ago
    return Item(save_name(save, call.speak), detail, str(save.id))


def save_name(save: Savepoint, speak: Speaker) -> str:
    """A save that made itself says why; named after its preview, it would say the same thing twice."""
    unnamed = save.kind != _MANUAL and save.preview.startswith(save.name)
    return speak.say(f"story-save-{save.kind.replace('_', '-')}") if unnamed else save.name


def shortened(text: str, limit: int = _PREVIEW) -> str:
    """``text`` on one line, cut to ``limit`` characters."""
    line = " ".join(text.split())
    return line if len(line) <= limit else line[: limit - 1] + "…"


async def _find(call: Call, given: str) -> Savepoint:
    saves = await call.engine.story.saves(call.here)
    return pick([_Named(save.id, save.name, save) for save in saves], given, "/load").save
