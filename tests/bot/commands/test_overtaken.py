"""Forms that are sent after somebody else has changed what they are about, on an engine."""

from collections.abc import Mapping

import pytest

from bot.commands.framework.declared import CommandCall
from bot.commands.framework.reply import Form, Reply
from bot.commands.framework.run import run
from tests.bot.commands.test_world_editing import call, entries, room, types, words

__all__ = ["call", "room"]

LONG = "The pier is long. " * 250


async def opens(call: CommandCall, line: str) -> Form:
    form = (await types(call, line)).form
    assert form is not None
    return form


async def sends(call: CommandCall, form: Form, changed: Mapping[str, str]) -> Reply:
    """A form as it was opened, but for what somebody has ``changed`` in it."""
    name, _, rest = form.line.removeprefix("/").partition(" ")
    return await run(call, name, rest, {**{it.param: it.value for it in form.fields}, **changed}, form.stood)


async def harbour(call: CommandCall) -> None:
    await types(call, "/scene world new Lore")
    await types(call, "/scene world add 1", {"entry-title": "Harbour", "keys": "pier", "entry-text": "It is deep."})


@pytest.mark.parametrize("line", ["/scene world edit 1 0", "/scene world field 1 0 text"])
async def test_a_text_that_has_become_too_long_for_a_form_stays(call: CommandCall, line: str) -> None:
    """Whoever changes only the title of an entry empties the long text that somebody else has just written."""
    await harbour(call)
    form = await opens(call, line)
    await types(call, f"/scene world field 1 0 text {LONG}")
    again = await opens(call, line)
    assert [it.value for it in again.fields][-1] == "", "what is cut would be lost"
    await sends(call, form, {"entry-title": "Port"} if "edit" in line else {})
    [entry] = await entries(call, "Lore")
    assert entry.content == LONG.strip()
    assert entry.comment == ("Port" if "edit" in line else "Harbour")
    told = await sends(call, form, {form.fields[-1].param: "It is wide."})
    assert "It is wide." in words(told)
    assert "The pier is long." in words(told)
    assert [it.content for it in await entries(call, "Lore")] == [LONG.strip()]


async def test_a_text_that_is_too_long_for_a_form_is_not_written_over_unseen(call: CommandCall) -> None:
    """Whose field comes empty for the long text in it writes over the other long text that it has become."""
    await harbour(call)
    await types(call, f"/scene world field 1 0 text {LONG}")
    form = await opens(call, "/scene world edit 1 0")
    await types(call, f"/scene world field 1 0 text Now {LONG}")
    told = await sends(call, form, {"entry-text": "It is shallow."})
    assert "Now The pier is long." in words(told)
    assert "It is shallow." in words(told)
    await sends(call, form, {"entry-title": "Port"})
    [entry] = await entries(call, "Lore")
    assert (entry.comment, entry.content) == ("Port", f"Now {LONG.strip()}")
    assert "Changed" in words(await sends(call, await opens(call, "/scene world edit 1 0"), {"entry-text": "It ends."}))


async def test_a_card_text_that_has_become_too_long_for_a_form_stays(call: CommandCall) -> None:
    """Whoever changes another field of a character empties the description that somebody else has just written."""
    await types(call, "/char new", {"name": "Vera", "description": "A pilot."})
    form = await opens(call, "/char edit Vera")
    await types(call, "/char field Vera description", {"content": LONG})
    assert "Changed" in words(await sends(call, form, {"personality": "Calm."}))
    again = await opens(call, "/char edit Vera")
    assert {it.param: it.value for it in again.fields}["description"] == ""
    told = await sends(call, form, {"description": "A sailor."})
    assert "The pier is long." in words(told)


async def test_all_that_was_written_is_told_again(call: CommandCall) -> None:
    """Somebody has changed three fields, one of them meets another's words, and the other two are gone."""
    await harbour(call)
    form = await opens(call, "/scene world edit 1 0")
    await types(call, "/scene world field 1 0 text It is shallow.")
    told = words(await sends(call, form, {"entry-title": "Quay", "also": "boats", "entry-text": "It is wide."}))
    assert all(it in told for it in ("Quay", "boats", "It is wide.", "It is shallow."))
    assert "pier" not in told, "what was left as it stood is not hers"
    assert [(it.comment, it.content) for it in await entries(call, "Lore")] == [("Harbour", "It is shallow.")]


async def test_the_same_setting_is_not_written_over_unseen(call: CommandCall) -> None:
    """Two who give a setting another value by its form undo what the other has just set."""
    form = await opens(call, "/settings write here debounce")
    await types(call, "/settings here debounce 7")
    told = await sends(call, form, {"value": "9"})
    assert "7.0" in words(told)
    assert "9" in words(told)
    assert [it.control for it in told.choices] == ["form:/settings write here debounce"]
    assert "= 7 s" in words(await types(call, "/settings debounce"))
    again = await opens(call, "/settings write here debounce")
    await types(call, "/settings space debounce 8")
    await sends(call, again, {"value": "9"})
    assert "= 9 s" in words(await types(call, "/settings debounce")), "another scope is not the same setting"
