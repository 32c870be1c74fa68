"""Messages changed by their numbers, as it is typed, over the real engine."""

from tests.bot.at_terminal import AtTerminal
from tests.servers.model import say
from tests.turns.files import as_json


async def test_a_reply_is_changed_by_its_number(mo: AtTerminal) -> None:
    """In a terminal nobody can point at what a character said, so that it stays as it was."""
    await mo.types("Hello.", "And now?")
    said = await mo.types("/edit other 1 It is noon.", "/改写 别的 4 Hello, Lan.", "/edit other 99 Nothing.")
    assert "Changed. The story goes on with the new text." in said
    assert "已修改，之后的故事以新内容为准。" in said
    assert "That is too far back: there are only 5 messages" in said
    await mo.types("Well?")
    read = as_json([it["content"] for it in mo.model.requests[-1].body["messages"]]).decode()
    assert "It is noon." in read
    assert "Hello, Lan." in read
    assert '"Hello."' not in read
    assert "Type /again" in await mo.types("/edit other is what I do."), "words, where no number follows"


async def test_what_a_reply_said_before_is_a_page_back(mo: AtTerminal) -> None:
    """In a terminal nobody has arrows under a reply, and its words before the change are lost."""
    mo.model.script(say("It is dark."))
    await mo.types("What do you see?")
    assert "What it said before" in await mo.types("/edit other 1 It is light.")
    back = await mo.types("/again back")
    assert "It is dark." in back
    assert "1/2" in back
    forth = await mo.types("/重来 下一条")
    assert "It is light." in forth
    assert "2/2" in forth


async def test_an_older_reply_is_given_its_words_back(mo: AtTerminal) -> None:
    """The arrows turn the newest reply alone; of an older one the words before the change are lost."""
    mo.model.script(say("It is dark."), say("A lamp."), say("Yes."))
    await mo.types("What do you see?", "And there?", "/edit other 3 It is light.")
    listed = await mo.types("/edit swipes 3")
    assert "What this reply can say (2):" in listed
    assert "[1] It is dark." in listed
    assert "› [2] It is light." in listed
    assert "Done. The story goes on with this one; the others stay." in await mo.types("/edit swipes 3", "1")
    await mo.types("Really?")
    read = as_json([it["content"] for it in mo.model.requests[-1].body["messages"]]).decode()
    assert "It is dark." in read
    assert "It is light." not in read
    assert "A lamp." in read
    assert "已换用这一条" in await mo.types("/改写 候选 5 1")
    assert "Type a number from 1 to 2." in await mo.types("/edit swipes 5 3")
    assert "There is no other reply beside that one." in await mo.types("/edit swipes 1")
    assert "That is too far back" in await mo.types("/edit swipes 99")
    assert "/again" in await mo.types("/edit swipes are what I mean.")
