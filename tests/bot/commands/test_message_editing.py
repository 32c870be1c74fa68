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


async def test_messages_are_deleted_after_a_question_and_restored(mo: AtTerminal) -> None:
    """A scene that went wrong in the middle could only be hidden, and stays there to be read."""
    mo.model.script(say("It is dark."), say("A lamp."), say("So."))
    await mo.types("What do you see?", "And there?")
    asked = await mo.types("/edit delete 4-3", "no")
    assert "Delete these 2 messages from the story?" in asked
    assert "First: “What do you see?” Last: “It is dark.”" in asked
    assert "2 messages are deleted from the story." in await mo.types("/edit delete 3-4", "yes")
    await mo.types("And now?")
    read = as_json([it["content"] for it in mo.model.requests[-1].body["messages"]]).decode()
    assert "It is dark." not in read
    assert "A lamp." in read
    assert "[1] 2 messages, from “What do you see?” to “It is dark.”" in await mo.types("/edit deleted")
    assert "2 messages are in the story again." in await mo.types("/edit deleted", "1")
    assert "Nothing was deleted in this chat, or everything is restored." in await mo.types("/edit deleted")
    assert "已从故事里删除 1 条消息。" in await mo.types("/改写 删除 1", "是")
    assert "1 条消息回到了故事里" in await mo.types("/改写 已删除", "1")


async def test_what_is_no_range_deletes_nothing(mo: AtTerminal) -> None:
    """A slip of the pen deletes what nobody meant."""
    mo.model.script(say("It is dark."))
    await mo.types("What do you see?")
    assert "That is too far back" in await mo.types("/edit delete 1-9", "yes")
    assert "That is too much at once." in await mo.types("/edit delete 1-99999", "yes")
    for typed in (
        "/edit delete 2-x",
        "/edit delete two",
        "/edit hide the last three messages",
        "/改写 删除 两条",
        "/edit delete 1 2 3",
        "/edit cut 1.2.3-4.5",
        "/edit cut x",
        "/edit restore 1.2.3",
    ):
        assert "Changed." not in await mo.types(typed, "yes"), "a number in words is no text"
    assert "Nothing was deleted" in await mo.types("/edit deleted")
