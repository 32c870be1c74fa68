"""Messages changed by their numbers, as it is typed, over the real engine."""

from tests.bot.at_terminal import AtTerminal
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
