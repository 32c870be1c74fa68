"""What happens on the evening, scene by scene. The first line of each docstring is the scene's title on the page.

On a Chinese page it is the line of ``lines.TITLES``.
"""

from collections.abc import Awaitable, Callable, Sequence

from tests.evening.evening import Evening, Unseen
from tests.servers.model import Gate

Scene = Callable[[Evening], Awaitable[None]]


async def before_the_owner(it: Evening) -> None:
    """Somebody writes before there is an owner"""
    await it.says("bob knocks", who=it.bob, where=it.outside)


async def owner(it: Evening) -> None:
    """The owner types the code: wrong once, then right"""
    marked = it.speak.say("app-owner-code", platform=it.platform.title(), code="\0").partition("\0")[0]
    code = next(line for line in it.daemon.said if line.startswith(marked)).removeprefix(marked).split()[0]
    await it.says(f"{code[:-1]}{'2' if code[-1] != '2' else '3'}")
    await it.says(code)


async def first_words(it: Evening) -> None:
    """The first words in private"""
    await it.says("hello")
    await it.says("day")
    await it.says("sister")


async def waiting(it: Evening) -> None:
    """Somebody waits, and is let in"""
    await it.uses("/admin")
    await it.presses("run:/admin place")
    await it.says("bob knocks again", who=it.bob, where=it.outside)


async def server(it: Evening) -> None:
    """The bot is invited where several people talk, and opened for stories"""
    place = it.hands.seat.invites("Harbour" if it.language == "en" else "港口", it.ann, it.cid, it.bob)
    it.group = place
    await it.says("guild", who=it.cid, where=place)
    await it.presses(it.speak.say("access-open-story"))
    for line in ("guild 1", "guild 2", "guild 3", "guild 4"):
        await it.says(line, who=it.cid, where=place)


async def swipes(it: Evening) -> None:
    """Another reply, and back"""
    await it.says("asks")
    await it.uses("/again")
    await it.uses("/again back")
    await it.uses("/continue")


async def pressed(it: Evening) -> None:
    """The buttons under a reply"""
    for start in ("right:", "right:", "left:", "continue:", "recalled:"):
        await it.presses(start, who=it.cid, where=it.group)
    if it.platform == "telegram":  # where nobody is written to who has not begun
        await it.says("/start told", who=it.cid, where=it.hands.seat.private(it.cid))
    await it.presses("more:", who=it.cid, where=it.group)


async def among_others(it: Evening) -> None:
    """A member looks into the menu under a reply, and an exchange is undone where others read it"""
    await it.says("guild stays", who=it.cid, where=it.group)
    await it.presses("more:", who=it.bob, where=it.group)
    if it.platform == "telegram":  # elsewhere the menu is a message that Bob alone sees
        await it.presses("less:", who=it.bob, where=it.group)
    await it.uses("/undo", who=it.cid, where=it.group)
    await it.button("run:/undo back", who=it.bob, where=it.group)  # everybody is told of it


async def undone(it: Evening) -> None:
    """A typing mistake is put right, and the last exchange is taken back"""
    if it.typed:
        await it.says("typo")
    else:
        message = await it.says("typo")
        it.tape.steps()
        it.hands.seat.edits(it.ann, message, it.lines["no typo"])
        await it.calm()
    await it.says("oops")
    await it.uses("/undo")


async def saved(it: Evening) -> None:
    """A save, a wrong turn, and a load"""
    await it.uses(f"/save {it.lines['save']}")
    await it.says("wrong")
    await it.uses(f"/load {it.lines['save']}")
    await it.presses("run:/load")
    await it.says("right")


async def settings(it: Evening) -> None:
    """The settings are looked through, and one is changed by a button"""
    line = "/settings reply_max_tokens" if it.typed else "/settings controls"
    await it.uses("/settings")
    await (it.uses(line) if it.typed else it.presses(f"run:{line.replace('/settings', '/settings from 1')}"))
    change = (one.control for one in it.hands.buttons(it.ann, it.home) if one.control.startswith(f"run:{line} "))
    if (control := next(change, None)) is None:
        raise Unseen(f"no button that changes what {line} shows")
    await it.presses(control)
    await it.uses("/settings temperature 0.7")
    await it.uses("/settings temperature 70")


async def memory(it: Evening) -> None:
    """What is remembered, as a list and as a picture"""
    await it.says("remembers")
    await it.uses("/memory")
    await it.uses("/memory sky")
    await it.uses("/why")
    await it.uses("/me fact")


async def trouble(it: Evening) -> None:
    """The model has trouble, and comes back"""
    it.model.down = True
    await it.says("trouble")
    it.model.down = False
    if it.typed:
        await it.answered_later()
    else:
        await it.presses("again:")


async def stopped(it: Evening) -> None:
    """A long reply is stopped"""
    gate = it.model.gate = Gate()
    it.hands.says(it.cid, it.group, it.lines["long"], called=True)
    try:
        await gate.reached()
        await it.presses("stop:", who=it.cid, where=it.group)
    except Unseen:  # a busy group shows no growing reply
        await it.uses("/stop", who=it.cid, where=it.group)
    finally:
        gate.open()
    await it.calm()


async def book(it: Evening) -> None:
    """A world book is sent, and used; which of its entries does a sentence bring up?"""
    await it.sends("shidu.json", it.lines.book)
    await it.presses("run:/import yes")
    await it.says("book")
    await it.uses("/scene world show 1")
    await it.uses(f"/scene world test {it.lines['book']}")


async def card(it: Evening) -> None:
    """A character card is sent, and plays"""
    await it.sends("mira.json", it.lines.card)
    await it.presses("run:/import yes")
    await it.uses("/char")


async def story(it: Evening) -> None:
    """The chat becomes a story"""
    await it.uses("/mode story")
    for line in ("guild 1", "guild 2", "guild 3", "guild 4"):
        await it.says(line)


async def background(it: Evening) -> None:
    """A background is drafted for the story, changed, and used"""
    where = it.group or it.home
    await it.uses(f"/story background draft {it.lines['idea']}", where=where)
    await it.uses(f"/story background change {it.lines['wish']}", where=where)
    if it.typed:
        await it.says(it.speak.say("button-yes").lower())
        await it.says(it.speak.say("button-yes").lower())
    else:  # Telegram tells what is for one person alone in private; the buttons act in the group from there
        read = it.home if it.platform == "telegram" else where
        await it.presses(it.speak.say("story-draft-keep"), where=read)
        await it.presses(it.speak.say("button-yes"), where=read)
    await it.uses("/story outline", where=where)


async def page(it: Evening) -> None:
    """A page of the story, and what happened so far"""
    where = it.group or it.home
    await it.uses("/story pages", where=where)
    await it.uses("/recap", where=where)
    await it.uses("/memory sky", where=where)


async def wrong(it: Evening) -> None:
    """What makes no sense, or is meant otherwise"""
    for line in ("unknown", "near", "foreign"):  # typed, also where commands are in a menu
        await it.says(line)
    await it.uses("/settings frobnicate 3")
    await it.uses("/load nothing")
    await it.uses("/chats open 99")
    await it.uses("/help")
    await it.uses("/status")
    await it.uses("/me usage")


async def night(it: Evening) -> None:
    """Good night"""
    await it.says("night")


BY_PEOPLE: Sequence[Scene] = (
    before_the_owner, owner, first_words, waiting, server, pressed, stopped, among_others, swipes, undone, saved,
    settings, memory, trouble, background, page, book, card, wrong, night,
)  # fmt: skip
TYPED: Sequence[Scene] = (
    first_words, swipes, undone, saved, settings, memory, trouble, story, background, page, book, card, wrong, night,
)  # fmt: skip
"""At a terminal one person sits, who owns it."""
SLICE: Sequence[Scene] = (before_the_owner, owner, first_words, server, background)
"""What the suite plays."""
