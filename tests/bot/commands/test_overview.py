"""All that can be recalled, in one place: every kind that exists, with the command that changes it."""

import re
from pathlib import Path

import pytest

from bot.commands.framework.reply import Listing
from bot.commands.memory.overview import GROUPS, OF_MEMORIES, OF_STORY
from engine.actions.memory.garden import NOTES
from engine.values.memory.memories import MemoryKind
from engine.values.story.chronicle import ChronicleKind
from tests.bot.at_terminal import SPEECH, AtTerminal
from tests.bot.visitor import Visitor, ann, owner
from tests.bot.words.everybody import EVERYWHERE
from tests.bot.words.test_quoted import told
from tests.code.locales import LANGUAGES
from tests.servers.model import say
from tests.turns.files import WORLD, as_json
from tests.turns.room import Room

__all__ = ["ann", "owner"]

KINDS = {name: line for kinds in GROUPS.values() for name, line in kinds.items()}


def test_every_kind_has_its_place() -> None:
    """A new kind of memory would be recalled, and nobody could find it."""
    assert set(OF_MEMORIES) == set(MemoryKind)
    assert set(OF_STORY) == set(ChronicleKind) - {ChronicleKind.JUDGED}
    assert {*OF_MEMORIES.values(), *OF_STORY.values(), "facts", "entries"} == set(KINDS)


def test_what_is_counted_as_a_note_is_listed_as_one() -> None:
    """/memory would count five notes and say below that nothing was noted."""
    assert {kind for kind, name in OF_MEMORIES.items() if KINDS[name] in ("/memory list", "/diary list")} == set(NOTES)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_kind_has_a_name_and_a_command(language: str) -> None:
    """A kind would stand under another's name, or beside a command that is none."""
    speak = SPEECH.speaker(language)
    names = [speak.say("recallable-kind", kind=name) for name in KINDS]
    titles = [speak.say("recallable-group", group=group, name="Aki") for group in GROUPS]
    assert len(set(names)) == len(KINDS)
    assert len(set(titles)) == len(GROUPS)
    for line in KINDS.values():
        name, _, rest = line.removeprefix("/").partition(" ")
        command = EVERYWHERE.find(name)
        assert command is not None
        action, left = command.split(rest)
        assert action is not None, line
        assert (action.hidden, left) == (False, ""), line


def test_a_page_is_found_where_pages_are() -> None:
    """Somebody reads that there are five pages, and below that there are five, and looks for the other five."""
    assert {KINDS[it] for it in ("pages", "events", "plots")} == {"/story pages"}


async def test_what_exists_is_counted_with_where_it_is_changed(mo: AtTerminal, tmp_path: Path) -> None:
    """/memory would say “nothing yet” while replies recall facts."""
    (tmp_path / "a.json").write_bytes(as_json(WORLD))
    await mo.types("/char use 2", "1", "/me fact add I sail.", "/chats open 1")
    said = await mo.types(
        "Hello.", "/me fact add I live in Bergen.", "/import a.json", "yes", "/scene world bind 1", "/memory"
    )
    assert "What Lan can recall here" in said
    assert re.search(r"^  \[\d+\] Messages: 0$", said, re.MULTILINE)
    assert re.search(r"^  \[\d+\] Facts: 2, of which 1 may be mentioned here$", said, re.MULTILINE)
    assert "Pages: " not in said
    [number] = re.findall(r"^  \[(\d+)\] Entries: 1$", said, re.MULTILINE)
    assert "/export world 1" in await mo.types("/memory", number), "a number shows what it stands before"
    await mo.room.drain()
    await told(mo)
    said = await mo.types("/memory")
    assert re.search(r"^  \[\d+\] Messages: 1$", said, re.MULTILINE)
    of_story = said.partition("The story")[2].partition("World books")[0]
    shown = re.findall(r"^  \[\d+\] (.+): 1$", of_story, re.MULTILINE)
    assert len(shown) == len({line for line in KINDS.values() if line.startswith("/story")})
    assert "/story" not in of_story, "no raw command stands before a label"


async def test_the_number_of_a_line_shows_it(mo: AtTerminal) -> None:
    """Whoever types the number of a memory to read it is asked which words should stand there instead."""
    await mo.types("Hello.", "/me fact add I live in Bergen.", "/memory add A tern sat on the rocks.")
    await mo.room.drain()
    await told(mo)
    seen, lists = [], ("/me fact", "/memory", *(line for line in KINDS.values() if line.startswith("/story")))
    for line in lists:
        [listed] = await mo.answers(line)
        found = re.search(r"^(?:›| ) \[(\d+)\] (?!.*: \d+$)(.+)$", listed, re.MULTILINE)
        if found is None:
            continue
        _, shown = await mo.answers(line, found[1])
        assert "/cancel" not in shown, (line, shown)
        named = re.sub(r"^#\d+  ", "", found[2]).lstrip("📌🟢🟡 ").split(" · ")[0].removesuffix("…")[:20]
        assert named in shown, (line, listed, shown)
        seen.append(line)
    assert {"/me fact", "/memory", "/story pages", "/story items", "/story timeline"} <= {*seen}


async def test_a_fact_and_a_message_are_counted_where_they_are_recalled(owner: Visitor) -> None:
    """The numbers would be others than those that a reply draws from."""
    owner.model.script(say("The harbour lies quiet tonight."))
    await owner.says("I live by the harbour in Lisbon.")
    await owner.idle()
    await owner.uses("/me fact add I live in Lisbon.")
    here = await owner.engine.places.resolve(owner.origin)
    room = Room(owner.engine, owner.model, owner.origin, here)
    await room.drain()
    reply = await owner.uses("/memory")
    items = [it for block in reply.blocks if isinstance(block, Listing) for it in block.items if not it.key]
    found = {it.choices[0].control: it.text for it in items}
    assert found["run:/me fact"] == "Facts: 1"
    assert found["run:/memory search"] == "Messages: 2"
    assert found["run:/memory list"] == "Notes: 0"
