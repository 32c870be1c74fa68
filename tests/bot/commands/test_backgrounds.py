"""A background from the idea to the director that follows it, and lists that are answered by a number."""

import json

import pytest

from bot.commands.framework.reply import Listing
from bot.words.localise import Speech
from engine.actions.story import backgrounds, outlines
from tests.bot.visitor import Visitor, ann, owner, words
from tests.servers.model import say

__all__ = ["ann", "owner"]

DRAFT = {"name": "Storm", "setting": "Water.", "outline": ["A boat comes.", "The lamp goes out."], "ending": "Dawn."}


@pytest.mark.parametrize("talked", [True, False])
async def test_a_draft_is_used_here_and_the_director_is_a_yes_away(owner: Visitor, talked: bool) -> None:
    """Somebody says yes to a draft, reads "Imported", and the story goes on as if there were none."""
    if talked:
        await owner.says("hello")
        await owner.idle()
    owner.model.notes = lambda _: say(json.dumps(DRAFT))
    asked = await owner.uses("/story background draft A storm")
    assert asked.confirm
    used = await owner.presses(f"run:{asked.confirm.command}")
    here = await owner.engine.places.resolve(owner.origin)
    assert (await backgrounds.used(owner.engine.ctx, here)).name == "Storm"
    assert used.spent, "the draft can be accepted once more"
    assert used.confirm
    assert used.confirm.question == Speech().speaker("en").say("story-director-asks")
    on = await owner.presses(f"run:{used.confirm.command}")
    assert "The director is on: " in words(on)
    assert (await outlines.progress(owner.engine.ctx, here)).directed
    again = await owner.uses("/story background use Storm")
    assert again.confirm is None, "what is on is not asked about"


async def test_a_draft_may_wait(owner: Visitor) -> None:
    """Somebody could keep a draft only by setting the story in it."""
    owner.model.notes = lambda _: say(json.dumps(DRAFT))
    asked = await owner.uses("/story background draft A storm")
    [later] = [it for it in asked.choices if it.control.endswith(" bring")]
    kept = await owner.presses(later.control)
    assert kept.confirm is None
    here = await owner.engine.places.resolve(owner.origin)
    assert [(it.name, it.used) for it in await backgrounds.listed(owner.engine.ctx, here)] == [("Storm", 0)]


async def test_a_draft_is_changed_without_a_token(owner: Visitor) -> None:
    """Somebody reads "type: /story background redraft 80bbf0f3a4d1", and would have to type that."""
    owner.model.notes = lambda _: say(json.dumps(DRAFT))
    speak = Speech().speaker("en")
    for line in ("/story background change with rain", "/story background change"):
        assert words(await owner.uses(line)).startswith("There is no draft to change here."), "nothing waits yet"
    drafts = [await owner.uses("/story background draft A storm"), await owner.uses("/story background draft A calm")]
    assert all("/story background" not in words(it) for it in drafts)
    lacking = await owner.uses("/story background change")
    assert lacking.form
    assert [it.label for it in lacking.form.fields] == ["what to change"]
    owner.model.notes = lambda _: say(json.dumps({**DRAFT, "name": "Rain"}))
    changed = await owner.uses("/story background change with rain")
    assert words(changed).startswith("Rain\n")
    assert "with rain" in owner.model.errands[-1].prompt
    asked, second = (it.confirm.command for it in (changed, drafts[1]) if it.confirm)
    assert words(await owner.presses(f"run:{second}")) == speak.say("error-no-such-upload"), "it was the newest"
    [change] = [it for it in drafts[0].choices if it.label == speak.say("story-draft-change")]
    opened = await owner.presses(change.control)
    assert opened.form
    owner.model.notes = lambda _: say(json.dumps({**DRAFT, "name": "Snow"}))
    snow = await owner.fills(opened.form.line, {"text": "with snow"})
    assert words(snow).startswith("Snow\n"), "a button is about the draft that it stands under"
    assert words(await owner.presses(change.control)).startswith("There is no draft to change here.")
    assert "Rain" in words(await owner.presses(f"run:{asked}"))


async def test_a_number_behind_a_list_is_for_the_list(owner: Visitor) -> None:
    """Somebody reads "2 · Storm", types 2, and the character answers that."""
    for name in ("Calm", "Storm"):
        await owner.uses(f'/story background new "{name}" Water.')
    listed = await owner.uses("/story background")
    [page] = [it for it in listed.blocks if isinstance(it, Listing)]
    [storm] = [it.key for it in page.items if it.text == "Storm"]
    for typed in (storm, f"#{storm}", f"[{storm}]"):
        await owner.uses("/story background")
        assert "Storm\nWater." in words(await owner.says(typed)), "as it is shown where there are no buttons"
    asked_before = len(owner.model.generations)
    await owner.uses("/story background")
    await owner.says("hello")
    await owner.idle()
    await owner.says(storm)
    await owner.idle()
    assert len(owner.model.generations) >= asked_before + 2, "behind something else it is said to the character"
    guild = owner.named(owner.origin.person, private=False)
    there = await guild.engine.places.resolve(guild.origin)
    await guild.uses(f"/admin open id:{there.space} story")
    await guild.uses("/story background")
    assert not (await guild.says("1")).blocks, "among others a number may be meant for anybody"
