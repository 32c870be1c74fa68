"""/react: what people feel about a reply, where a platform has no reactions."""

import pytest

from tests.bot.at_terminal import Terminals


@pytest.mark.parametrize(
    ("language", "command", "put", "taken", "wrong"),
    [
        ("en", "/react", "❤ is on the reply now.", "❤ is gone from the reply.", "That is no emoji. Try 👍 or ❤."),
        ("zh", "/回应", "已给这条回复加上 ❤️。", "已从这条回复去掉 ❤️。", "这不是表情。可以用 👍 或 ❤。"),
    ],
)
async def test_a_heart_is_put_and_taken_away_by_the_same_line(
    terminals: Terminals, language: str, command: str, put: str, taken: str, wrong: str
) -> None:
    """Who sits at a terminal could not say how a reply felt, or not take that back."""
    them = await terminals.somebody(language=language)
    heart = put.partition(" is")[0] if language == "en" else "❤️"
    assert wrong in await them.types(f"{command} hello")
    assert put in await them.types(f"{command} {heart}")
    await them.room.idle()
    [(seq, person, signs)] = await them.room.felt()
    assert (person, signs) == (them.here.person, ["❤"])
    assert taken in await them.types(f"{command} {heart}")
    await them.room.idle()
    assert (await them.room.felt())[1:] == [(seq, them.here.person, [])]
    await them.types(f"{command} 👍")
    await them.room.idle()
    await them.types("Go on." if language == "en" else "继续说吧。")
    assert them.room.prompts_say("Mo 👍 → ")


async def test_a_bin_asks_for_an_undo(terminals: Terminals) -> None:
    """The sign that asks on other platforms would do something else here."""
    them = await terminals.somebody()
    await them.types("Hello.")
    await them.types("/react 🗑", "1")
    await them.room.idle()
    assert await them.said() == ["Hello."], "the log keeps it"
    assert [text for _, text in await them.room.spoken()][1:] == [], "and nobody stands there any more"
    assert await them.room.felt() == []
