"""Presets changed by hand, as it is typed, over the real engine: what the model reads follows, and comes back."""

from itertools import count
from typing import Any

import pytest

from bot.commands.characters.preset_table import PRESET_DESK
from engine.actions.characters import preset_editing, presets
from engine.actions.transfers import looking
from engine.actions.transfers.bringing import bring
from tests.bot.at_terminal import AtTerminal, Terminals
from tests.turns.files import PRESET, as_json

_numbers = count(1)


async def brings(them: AtTerminal, name: str = "Mine.json", **fields: Any) -> None:
    """A preset is brought into the house and used."""
    looked = await looking.look(them.engine.ctx, them.here, as_json({**PRESET, "name": "", **fields}), name)
    await bring(them.engine.ctx, them.engine.runner, them.here, "Mo", looked.token)
    await them.types(f"/scene preset use {name.removesuffix('.json')}")


async def sent(them: AtTerminal) -> str:
    """What the model reads when they say something."""
    await them.types(f"Hello {next(_numbers)}.")
    return as_json([it["content"] for it in them.model.requests[-1].body["messages"]]).decode()


async def order(them: AtTerminal) -> list[tuple[str, bool]]:
    """The prompts of what is used there, and whether they are on."""
    used = await preset_editing.in_use(them.engine.ctx, them.here)
    return [(it.identifier, it.enabled) for it in used.preset.order]


async def test_a_prompt_that_is_switched_off_is_not_sent(mo: AtTerminal) -> None:
    """An author would have to edit a file elsewhere and import it again for each try."""
    await brings(mo)
    assert "PRESET-LAST" in await sent(mo)
    off = await mo.types("/scene preset switch last")
    assert "Switched off: Last." in off
    assert "[7] Last · switched off" in off
    assert "PRESET-LAST" not in await sent(mo)
    assert "Switched on: Last." in await mo.types("/scene preset switch last")
    assert "PRESET-LAST" in await sent(mo)


async def test_prompts_are_written_moved_added_and_deleted(mo: AtTerminal) -> None:
    """The text that is read is another one than the one that was written."""
    await brings(mo)
    await mo.types("/scene preset write last Speak in rhymes.", "/scene preset add Mood It is a grey day.")
    read = await sent(mo)
    assert "Speak in rhymes." in read
    assert read.index("Speak in rhymes.") < read.index("It is a grey day.")
    await mo.types("/scene preset move mood 1", "/scene preset role mood user", "/scene preset rename mood Weather")
    read = await sent(mo)
    assert read.index("It is a grey day.") < read.index("PRESET-MAIN")
    shown = await mo.types("/scene preset prompt weather")
    assert "1. Weather" in shown
    assert "sent in order, user" in shown
    await mo.types("/scene preset depth weather 0")
    read = await sent(mo)
    assert read.index("PRESET-MAIN") < read.index("It is a grey day.")
    await mo.types("/scene preset depth weather order", "/scene preset remove weather", "yes")
    assert "grey day" not in await sent(mo)
    refused = await mo.types("/scene preset remove main")
    assert "Every preset has Main" in refused
    assert "Delete the prompt" not in refused, "asked first, and refused then"


async def test_samplers_are_set_and_wrong_ones_explained(mo: AtTerminal) -> None:
    """A number that the service refuses would end every reply."""
    await brings(mo)
    said = await mo.types(
        "/scene preset sampler temperature 0.85",
        "/scene preset sampler temperature 7",
        "/scene preset sampler temperature hot",
        "/scene preset sampler warmth 1",
        "/场景 预设 采样 top_p -",
    )
    assert "temperature is now 0.85." in said
    assert said.count("temperature takes a number from 0 to 2; - leaves it to the service.") == 2
    assert "A preset has no setting “warmth”. You can change: temperature, top_p" in said
    await sent(mo)
    asked = mo.model.requests[-1].body
    assert (asked["temperature"], asked.get("top_p")) == (0.85, None)


async def test_what_is_built_in_is_copied_and_the_copy_changed(mo: AtTerminal) -> None:
    """A change to the house's preset changes it for everybody, or cannot be made."""
    await mo.types("Hello.")
    said = await mo.types("/scene preset switch main")
    assert "so this chat now uses a copy of it: Omoide (copy)." in said
    used = await preset_editing.in_use(mo.engine.ctx, mo.here)
    assert used.preset.name == "Omoide (copy)"
    names = [(it.name, it.current) for it in await presets.listed(mo.engine.ctx, mo.here)]
    assert names == [("Omoide", False), ("Omoide (copy)", True)]
    await mo.types("/scene preset switch main")
    assert (await preset_editing.in_use(mo.engine.ctx, mo.here)).id == used.id


async def test_versions_are_listed_and_taken_back(mo: AtTerminal) -> None:
    """What was better yesterday is gone."""
    await brings(mo)
    before = await order(mo)
    assert "Versions of Mine" in await mo.types("/scene preset versions")
    await mo.types("/scene preset switch last", "/scene preset write main Be brief.", "/scene preset sampler seed 4")
    listed = await mo.types("/scene preset versions")
    assert [it in listed for it in ("the original", "what is sent", "Main", "settings")] == [True] * 4
    assert "This chat now uses version 1." in await mo.types("/scene preset revert 1")
    assert await order(mo) == before
    assert "PRESET-MAIN" in await sent(mo)
    assert "Mine has no version 9. /scene preset versions lists" in await mo.types("/scene preset revert 9")


async def test_a_save_brings_the_preset_back_as_it_was(mo: AtTerminal) -> None:
    """A story goes on with prompts that it never had."""
    await brings(mo)
    await mo.types("Hello.", "/save before", "/scene preset switch last", "/scene preset write main Be brief.")
    assert "Be brief." in await sent(mo)
    await mo.types("/load before", "yes")
    read = await sent(mo)
    assert "PRESET-LAST" in read
    assert "PRESET-MAIN" in read


async def test_another_chat_keeps_what_it_uses(mo: AtTerminal) -> None:
    """Somebody's tries change the stories of others."""
    await brings(mo)
    await mo.types("/new", "/scene preset use mine", "/scene preset switch last")
    assert dict(await order(mo))["jailbreak"] is False
    await mo.types("/chats open 1")
    assert dict(await order(mo))["jailbreak"] is True
    await mo.types("/scene preset use mine")
    assert dict(await order(mo))["jailbreak"] is False


async def test_all_chats_that_use_it_can_be_given_a_version_and_take_it_back(mo: AtTerminal) -> None:
    """An author would go through every chat by hand, or change those that never used the preset."""
    await brings(mo)
    await mo.types("/new", "/scene preset use mine", "/new", "/new", "/scene preset use mine")
    asked = await mo.types("/scene preset everywhere")
    assert "No other chat here uses “Mine” in another version." in asked
    await mo.types("/scene preset switch last")
    asked = await mo.types("/scene preset everywhere", "no")
    assert "Use “Mine” in version 2 in 2 other chats here too?" in asked
    assert dict(await order(mo))["jailbreak"] is False
    await mo.types("/chats open 1")
    assert dict(await order(mo))["jailbreak"] is True
    await mo.types("/chats open 4")
    done = await mo.types("/scene preset everywhere", "yes")
    assert "Done: 2 more chats use version 2 from the next reply on." in done
    for number, on in ((1, False), (2, False), (4, False)):
        await mo.types(f"/chats open {number}")
        assert dict(await order(mo))["jailbreak"] is on
    await mo.types("/chats open 3")
    assert (await preset_editing.in_use(mo.engine.ctx, mo.here)).id == 0
    await mo.types("/chats open 2", "/scene preset switch last", "/chats open 1")
    again = await mo.types("/scene preset everywhere", "yes", "1")
    assert "Done: one more chat uses version 2" in again
    assert "Undone: one chat uses what it used before." in again
    await mo.types("/chats open 2")
    assert dict(await order(mo))["jailbreak"] is True


async def test_what_a_question_was_about_is_deleted_wherever_it_has_come_to_stand(mo: AtTerminal) -> None:
    """Between the question and the yes the order changes, and another prompt is deleted."""
    await brings(mo)
    await mo.types("/scene preset add Mood Grey.", "/scene preset add Weather Rain.")
    other = mo.conversation()
    asked = await other.submit("/scene preset remove mood")
    assert "Mood" in str(asked)
    await mo.types("/scene preset move weather 1", "/scene preset move mood 1")
    await other.submit("yes")
    read = await sent(mo)
    assert "Rain." in read
    assert "Grey." not in read
    assert "prompt" in await mo.types("/scene preset switch id:12345")
    assert "Rain." in await sent(mo)


@pytest.mark.parametrize("language", ["en", "zh"])
async def test_every_use_says_what_it_did_or_what_is_wrong(terminals: Terminals, language: str) -> None:
    """A use answers in another language, with the name of a message, or not at all."""
    them = await terminals.somebody(language=language)
    await brings(them)
    given = {"prompt": "Last", "place": "2", "text": "Anew.", "name": "Mine", "role": "user", "prompt-depth": "3"}
    given |= {"sampler": "seed", "value": "5", "older": "1", "yes": "", "page": "1", "token": "1.1"}
    for action in PRESET_DESK:
        words = " ".join(given[it.name] for it in action.params)
        spoken = f"/scene {action.name} {words}" if language == "en" else f"/场景 {action.zh} {words}"
        said = await them.types(spoken.strip(), "no")
        wrong = await them.types(f"{spoken.partition('Last')[0]} no-such-thing 999999".strip())
        assert said.strip()
        assert wrong.strip()
        assert "preset-" not in said + wrong
        assert "error-" not in said + wrong
