"""What an author sends or types that cannot be: each says what to do in their language, and nothing has changed."""

from collections.abc import Iterator, Mapping
from typing import Final

import pytest

from bot.commands.framework.abilities import AccessRole, allowed
from bot.commands.framework.access_roles import who_may
from bot.commands.framework.table import table_for
from engine.config.config import AllowanceConfig
from tests.platforms.desk import Desk, desk, desks, seated
from tests.platforms.front import PLATFORMS, front
from tests.platforms.room import House
from tests.servers.model import say
from tests.turns.files import CARD, PRESET, as_json, picture

LANGUAGES: Final = ("en", "zh")
_KEPT: Final = ("character", "character_version", "entry", "preset", "preset_version", "world_binding", "world_book")
BROKEN: Final = b'{"spec": "chara_card_v2", "data": {"name": '
TYPED: Final[Mapping[str, tuple[str, Mapping[str, object]]]] = {
    "/scene preset switch 99": ("error-nothing-called", {"name": "99", "kind": "prompt"}),
    "/scene preset prompt nosuch": ("error-nothing-called", {"name": "nosuch", "kind": "prompt"}),
    "/scene world entry 1 9": ("error-nothing-called", {"name": "9", "kind": "entry"}),
    "/scene world show 9": ("error-nothing-called", {"name": "9", "kind": "book"}),
    "/edit other 99 X": ("error-too-far-back", {"messages": 3}),
}
"""What names nothing that is there, and what is said to it but for the command to use."""
MEMBER: Final = frozenset({AccessRole.MEMBER, AccessRole.PLAYER})
"""What somebody is who only talks along in a group."""


def _refused(platform: str) -> Iterator[tuple[str, str, bool]]:
    """Every command that an ordinary member may not use: its row, its line with what it needs, whether it takes a file.

    What people never type, or the platform's menu has not, is not among them.
    """
    for command in table_for(platform):
        for name, params in (
            (command.name, command.params),
            *((command.action_ability(it), it.params) for it in command.shown),
        ):
            if not allowed(name, MEMBER):
                needed = [it for it in params if it.required and not it.asked]
                words = [it.choices[0] if it.choices else "1" for it in needed]
                yield name, " ".join((f"/{name}", *words)), any(it.source == "files" for it in params)


async def _kept(house: House) -> list[str]:
    """All that an author's work has left, as one sum a table."""
    sums = [f"(SELECT md5(string_agg(it::text, ' ' ORDER BY it::text)) FROM {table} AS it)" for table in _KEPT]
    [row] = await house.sql(f"SELECT {', '.join(sums)}")
    return [str(it) for it in row]


async def _edits_an_entry(who: Desk) -> None:
    """Write a world book with an entry, and open the form that changes it."""
    await who.uses("/scene world new Lore", "Lore")
    await who.uses("/scene world add 1", who.form)
    unused = who.speak.say("world-unused", book="Lore")
    await who.fills("Harbour", "harbour", "pier", "It is deep.", answer=unused)
    await who.uses("/scene world edit 1 0", who.form)


def _begin(text: str) -> str:
    """What is said before a command that people should use, which is written in their language."""
    return text.partition("/")[0].strip()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("platform", PLATFORMS)
async def test_what_cannot_be_changes_nothing(house: House, platform: str, language: str) -> None:
    """Who sends a broken file or names what is not there is answered by the character, or loses something."""
    house.model.script(say("Well."))
    async with desk(platform, house, language) as it:
        say_ = it.speak.say
        await it.says("Hello.", "Well.")
        await it.uses("/scene world new Lore", "Lore")
        before = await _kept(house)
        line = BROKEN.count(b"\n") + 1
        told = await it.sends("card.json", BROKEN, say_("error-json-broken", line=line, column=len(BROKEN) + 1))
        assert "Well." not in told
        for typed, (message, data) in TYPED.items():
            await it.uses(typed, _begin(say_(message, command="/", **data)))
        await it.uses("/import", say_("error-picture-without-card", kind="PNG"), ("face.png", picture()))
        assert await _kept(house) == before
        assert len(house.model.generations) == 1, "no character was asked"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("platform", PLATFORMS)
async def test_a_file_that_is_too_large_is_named_with_its_limit(house: House, platform: str, language: str) -> None:
    """The character answers to a file that nobody could open, and who sent it never hears why."""
    house.model.script(say("Well."), say("Fine."))
    async with desk(platform, house, language) as it:
        await it.says("Hello.", "Well.")
        most = {"discord": 50, "telegram": 20}[platform]
        told = it.speak.say("error-file-too-big-to-show", path="sea.png", megabytes=10, imported=most)
        assert "Well." not in await it.sends("sea.png", picture() + bytes(10 << 20), told)
        prompt = await it.says("And now?", "Fine.")
        assert "sea.png" not in prompt
        assert len(house.model.generations) == 2, "no character was asked about the file"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("platform", PLATFORMS)
async def test_an_entry_that_nothing_brings_up_says_so(house: House, platform: str, language: str) -> None:
    """An author waits in vain for an entry without keys, or for one of a book that the chat does not use."""
    async with desk(platform, house, language) as it:
        say_ = it.speak.say
        await it.uses("/scene world new Lore", "Lore")
        await it.presses(say_("world-button-add"), it.form)
        told = await it.fills("Harbour", "", "", "It is deep.", answer=say_("world-uncalled"))
        assert say_("world-unused", book="Lore") in told
        await it.presses(say_("world-button-use"), "Lore")
        await it.presses(say_("world-button-add"), it.form)
        told = await it.fills("Tide", "tide", "", "It turns.", answer=say_("world-added", title="Tide", book="Lore"))
        assert say_("world-uncalled") not in told
        assert say_("world-unused", book="Lore") not in told


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("platform", PLATFORMS)
async def test_who_may_not_is_told_who_may(house: House, platform: str, language: str) -> None:
    """Somebody who only talks along changes what they may not, by any command, or reads an error that says nothing."""
    house.model.script(say("Well."))
    house.besides = {"allowance": AllowanceConfig(messages_a_minute=0)}
    async with desks(platform, house, language) as (ann, bob, cleo):
        await ann.says("Hello.", "Well.")
        await bob.uses("/scene world new Lore", "Lore")
        before = await _kept(house)
        refused = list(_refused(platform))
        assert {"char edit", "import", "scene preset move", "scene world add"} <= {it[0] for it in refused}
        for name, typed, takes_file in refused:
            told = _begin(cleo.speak.say("not-allowed", who=who_may(name), platform=platform))
            await cleo.uses(typed, told, ("card.json", as_json(CARD)) if takes_file else None)
        assert await _kept(house) == before


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("platform", PLATFORMS)
async def test_two_who_write_one_entry_both_keep_their_words(house: House, platform: str, language: str) -> None:
    """Whoever sends a form later writes over what somebody else has changed meanwhile, and nobody knows."""
    house.model.script(say("Well."))
    async with desks(platform, house, language) as (ann, bob, _):
        say_ = ann.speak.say
        await ann.says("Hello.", "Well.")
        await _edits_an_entry(ann)
        await bob.uses("/scene world field 1 0 text It is shallow.", say_("world-edited", title="Harbour", book="Lore"))
        before = await _kept(house)
        told = await ann.fills("Harbour", "harbour", "pier", "It is wide.", answer=say_("form-overtaken"))
        assert "It is shallow." in told
        assert "It is wide." in told
        assert await _kept(house) == before
        await ann.uses("/scene world edit 1 0", ann.form)
        await bob.uses("/scene world field 1 0 title Port", say_("world-edited", title="Port", book="Lore"))
        told = await ann.fills("Harbour", "harbour", "pier", "It is wide.", answer="It is wide.")
        assert "Port" in told, "what she left as it was is as somebody else has made it"
        assert say_("world-edited", title="Port", book="Lore") in told


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("platform", PLATFORMS)
async def test_a_form_for_what_was_deleted_says_so(house: House, platform: str, language: str) -> None:
    """What is written goes into another entry, or nowhere without a word."""
    house.model.script(say("Well."))
    async with desks(platform, house, language) as (ann, bob, _):
        say_ = ann.speak.say
        await ann.says("Hello.", "Well.")
        await _edits_an_entry(ann)
        await bob.uses("/scene world delete-entry 1 0", "Harbour")
        await bob.presses(say_("button-yes"), say_("world-entry-deleted", title="Harbour", book="Lore"))
        before = await _kept(house)
        gone = _begin(say_("error-nothing-called", name="0", kind="entry", command="/"))
        await ann.fills("Harbour", "harbour", "pier", "It is wide.", answer=gone)
        assert await _kept(house) == before


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("platform", PLATFORMS)
async def test_an_old_button_means_what_it_says_after_a_restart(house: House, platform: str, language: str) -> None:
    """A button from before the restart does nothing, or switches another prompt."""
    async with front(platform, house) as it:
        ann = it.seat.person("Ann", language)
        dm = it.seat.private(ann)
        async with seated(it, ann, dm, language) as one:
            say_ = one.speak.say
            await one.sends("Mine.json", as_json(PRESET), say_("import-question", kind="preset"))
            await one.presses("run:/import yes", say_("brought-preset-used"))
            await one.uses("/scene preset prompts", "Main")
            await one.button("✓ Main")
        async with seated(it, ann, dm, language, one.hands) as other:
            await other.presses("✓ Main", say_("preset-switched", name="Main", on="no"))
            await other.uses("/scene preset switch Main", say_("preset-switched", name="Main", on="yes"))
