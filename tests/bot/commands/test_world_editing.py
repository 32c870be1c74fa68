"""World books by command, on an engine: made, their entries written, switched, copied, taken back."""

from collections.abc import AsyncIterator, Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from bot.commands.framework.abilities import AccessRole
from bot.commands.framework.declared import AttachedFile, CommandCall
from bot.commands.framework.reply import Listing, ListItem, Paragraph, QuotedText, Reply
from bot.commands.framework.run import NOTHING, run
from bot.commands.framework.suggesting import suggestions
from bot.commands.framework.table import table_for
from bot.words.localise import LANGUAGES, Speech
from engine.actions.characters import worlds
from engine.actions.house import settings
from engine.actions.transfers import exports, looking
from engine.actions.transfers.bringing import bring
from engine.db.characters import worlds as worlds_store
from engine.db.characters.worlds import NewBook
from engine.errors import FileNotSent, NothingCalled, OmoideError, SeveralCalled
from engine.rules.formats.bounded_json import read_json
from engine.values.characters.entry_fields import ENTRY_FIELDS
from engine.values.characters.worlds import WorldEntry
from engine.values.house.setting_scopes import SettingScope
from tests.bot.at_terminal import Terminals
from tests.bot.visitor import now
from tests.servers.model import ModelServer, say
from tests.turns.files import as_json
from tests.turns.room import CARD, Room, config_for, enter, new_origin, opened

SPEECH = Speech()
TOWN = {
    "entries": {str(n): {"uid": n, "key": [f"key{n}"], "comment": f"Dragon {n}", "x": n} for n in range(12)},
    "y": 1,
}


class NoFiles:
    """Nothing comes with a command."""

    async def read(self, named: str, *, picture: bool = False) -> AttachedFile:
        raise FileNotSent


@pytest.fixture
async def room(database_url: str, tmp_path: Path) -> AsyncIterator[Room]:
    """Somebody who plays with Mira in private."""
    origin = replace(new_origin(), private=True)
    async with (
        ModelServer(lambda _: say("Aye.")) as model,
        opened(config_for(database_url, tmp_path, model), origin.platform) as engine,
    ):
        yield await enter(engine, model, origin, CARD)


@pytest.fixture
async def call(room: Room) -> CommandCall:
    speak, table = SPEECH.speaker("en"), table_for("telegram")
    return CommandCall(room.engine, room.here, "Ann", speak, frozenset({AccessRole.DM}), table, NoFiles(), now())


async def types(call: CommandCall, line: str, fields: Mapping[str, str] = NOTHING) -> Reply:
    name, _, rest = line.removeprefix("/").partition(" ")
    return await run(call, name, rest, fields)


async def presses(call: CommandCall, reply: Reply, label: str, fields: Mapping[str, str] = NOTHING) -> Reply:
    every = [*reply.choices, *(choice for it in items(reply) for choice in it.choices)]
    [control] = [it.control for it in every if label == it.label]
    return await types(call, control.removeprefix("run:"), fields)


async def fails(call: CommandCall, line: str) -> str:
    with pytest.raises(OmoideError) as raised:
        await types(call, line)
    return call.speak.error(raised.value)


def words(reply: Reply) -> str:
    found: list[str] = []
    for block in reply.blocks:
        if isinstance(block, Paragraph | QuotedText):
            found.append(block.text)
        elif isinstance(block, Listing):
            found += [block.title, *(f"{it.key} {it.text} · {it.detail}" for it in block.items), block.hint]
    return "\n".join(found)


def items(reply: Reply) -> tuple[ListItem, ...]:
    return tuple(item for block in reply.blocks if isinstance(block, Listing) for item in block.items)


async def entries(call: CommandCall, name: str) -> tuple[WorldEntry, ...]:
    [info] = [it for it in await worlds.listed(call.ctx, call.here) if it.name == name]
    return (await worlds.show(call.ctx, call.here, info.id)).entries


async def brings(call: CommandCall, value: object, name: str) -> None:
    looked = await looking.look(call.ctx, call.here, as_json(value), name)
    await bring(call.ctx, call.runner, call.here, "Ann", looked.token)


async def test_a_book_is_written_and_told(call: CommandCall, room: Room) -> None:
    """Authors need another program to write a world; or what they wrote is told in no chat."""
    form = (await types(call, "/scene world new")).form
    assert form is not None
    made = await types(call, form.line, {"name": "The harbour"})
    assert "Created: The harbour, number 1" in words(made)
    await presses(call, made, "Use in this chat")
    asked = (await presses(call, made, "➕ Add an entry")).form
    assert asked is not None
    assert [(it.param, it.required) for it in asked.fields] == [
        ("entry-title", False), ("keys", False), ("also", False), ("entry-text", True),
    ]  # fmt: skip
    texts = {"entry-title": "Tide", "keys": "tide, /ebb(s|ing)?/i", "entry-text": "The tide turns\nat noon."}
    added = await types(call, asked.line, texts)
    assert "Added to The harbour: Tide" in words(added)
    assert "The tide turns\nat noon." in words(added)
    [tide] = await entries(call, "The harbour")
    assert (tide.keys, tide.comment, tide.content) == (("tide", "/ebb(s|ing)?/i"), "Tide", texts["entry-text"])
    await room.say("Is it ebbing?")
    assert room.prompts_say("The tide turns\nat noon.")
    again = (await presses(call, added, "✏️ Edit")).form
    assert again is not None
    assert {it.param: it.value for it in again.fields} == {**texts, "also": ""}
    changed = await types(call, again.line, {**texts, "entry-text": "The tide turns at dusk."})
    assert "Changed in The harbour: Tide" in words(changed)
    assert "Nothing was changed" in words(
        await types(call, again.line, texts | {"entry-text": "The tide turns at dusk."})
    )
    await room.say("Is it ebbing?")
    assert room.prompts_say("The tide turns at dusk.")
    back = await presses(call, changed, "↩ Undo the change")
    assert "as it was then" in words(back)
    await room.say("Is it ebbing?")
    assert room.prompts_say("The tide turns\nat noon.")
    await presses(call, await types(call, "/scene world entry harbour tide"), "⏸ Switch off")
    await room.say("Is it ebbing?")
    assert not room.prompts_say("The tide turns")


async def test_entries_are_switched_and_deleted_where_they_are_listed(call: CommandCall) -> None:
    """One entry of a long book cannot be silenced, or a button silences another one."""
    await brings(call, TOWN, "The town.json")
    listed = await types(call, "/scene world show town")
    assert len(items(listed)) == 8
    off = await presses(call, listed, "⏸ 3")
    assert "Switched off: Dragon 3" in words(off)
    assert [it.uid for it in await entries(call, "The town") if not it.enabled] == ["3"]
    assert "3 Dragon 3 · switched off" in words(await types(call, "/scene world show town"))
    await types(call, "/scene world switch 1 3")
    await types(call, "/scene world switch 1 Dragon 4 off")
    assert [it.uid for it in await entries(call, "The town") if not it.enabled] == ["4"]
    asked = await types(call, "/scene world delete-entry 1 Dragon 5")
    assert asked.confirm is not None
    deleted = await types(call, asked.confirm.command)
    assert "Deleted from The town: Dragon 5" in words(deleted)
    assert "5" not in {it.uid for it in await entries(call, "The town")}
    await presses(call, deleted, "↩ Undo the change")
    assert [it.uid for it in await entries(call, "The town")] == [str(n) for n in range(12)]


async def test_entries_are_meant_by_number_title_or_key(call: CommandCall) -> None:
    """Another entry is changed than the one that was named."""
    await brings(call, TOWN, "The town.json")
    for named, title in (("11", "Dragon 11"), ("#0", "Dragon 0"), ("dragon 1", "Dragon 1"), ("key7", "Dragon 7")):
        assert title in words(await types(call, f"/scene world entry 1 {named}"))
    with pytest.raises(SeveralCalled):
        await types(call, "/scene world entry 1 dragon")
    with pytest.raises(NothingCalled):
        await types(call, "/scene world entry 1 12")
    assert "/scene world show 1" in await fails(call, "/scene world entry 1 wyrm")
    found = await suggestions(replace(call, args={"book": "1"}), "scene world edit", "entry", "dragon 11")
    assert found == [("11 · Dragon 11", "11")]
    await brings(call, {"spec": "lorebook_v3", "data": {"entries": [
        {"id": "aa", "keys": ["gull"], "content": "Gulls steal."}, {"id": "bb", "keys": ["tern"], "content": "Terns."},
    ]}}, "The sea.json")  # fmt: skip
    assert [it.key for it in items(await types(call, "/scene world show sea"))] == ["1", "2"]
    await types(call, "/scene world edit sea 2", {"entry-title": "Tern"})
    assert [(it.uid, it.comment) for it in await entries(call, "The sea")] == [("aa", ""), ("bb", "Tern")]


async def test_single_fields_are_changed_in_both_languages(call: CommandCall) -> None:
    """What a form has no room for can be changed in another program only."""
    await brings(call, TOWN, "The town.json")
    for line in (
        "position at-depth", "depth 2", "role user", "chance 40%", "order 7.5", "always on", "whole-words off",
        "look-in persona, scenario", "次要关键词 潮水、海",
    ):  # fmt: skip
        assert "Changed in The town" in words(await types(call, f"/scene world field 1 3 {line}"))
    entry = (await entries(call, "The town"))[3]
    assert (entry.position.name, entry.depth, entry.role.value, entry.probability) == ("AT_DEPTH", 2, "user", 40)
    assert (entry.order, entry.constant, entry.whole_words) == (7.5, True, False)
    assert ({it.value for it in entry.sources}, entry.secondary_keys) == ({"persona", "scenario"}, ("潮水", "海"))
    chinese = replace(call, speak=SPEECH.speaker("zh"))
    assert "位置：聊天中" in words(await types(chinese, "/场景 世界书 条目 1 3"))
    await types(chinese, "/场景 世界书 栏目 1 3 位置 角色定义之后")
    await types(chinese, "/场景 世界书 栏目 1 3 全词匹配 未单独设置")
    await types(chinese, "/场景 世界书 栏目 1 3 深度", {"content": "-"})
    entry = (await entries(call, "The town"))[3]
    assert (entry.position.name, entry.whole_words, entry.depth) == ("AFTER_CHARACTER", None, 4)
    assert "at-depth" in await fails(call, "/scene world field 1 3 position somewhere")
    assert "聊天中" in await fails(chinese, "/场景 世界书 栏目 1 3 位置 别处")
    assert "from 0 to 1000" in await fails(call, "/scene world field 1 3 depth deep")
    assert "whole-words" in await fails(call, "/scene world field 1 3 mood calm")
    assert "全词匹配" in await fails(chinese, "/场景 世界书 栏目 1 3 心情 好")
    listed = await types(call, "/scene world fields 1 3 1")
    form = (await presses(call, listed, "Keys")).form
    assert form is not None
    assert [it.value for it in form.fields] == ["key3"]


def test_every_field_and_value_has_words() -> None:
    """A field is shown by a name of ours that nobody can read."""
    for speak in map(SPEECH.speaker, LANGUAGES):
        labels = [speak.say(f"world-field-{it}") for it in ENTRY_FIELDS]
        assert len({*labels}) == len(ENTRY_FIELDS)
        assert not [label for label in labels if "world-field" in label]
        chosen = {it for field in ENTRY_FIELDS.values() for it in field.choices} | {"on", "off", "chat"}
        assert [it for it in chosen if not speak.knows(f"world-value-{it}")] == []


async def test_a_book_of_the_house_is_changed_in_a_copy(call: CommandCall, room: Room) -> None:
    """One server changes the world of all others; or nobody can build on it."""
    new = NewBook("The house", {**TOWN, "name": "The house"}, 12)
    number = await worlds_store.add(room.db, new, builtin="house.json")
    refused = await fails(call, "/scene world switch house 3 off")
    assert "/scene world copy 1" in refused
    for line in ("add house", "edit house 3", "field house 3 depth"):
        assert "/scene world copy 1" in await fails(call, f"/scene world {line}")
    made = await types(call, "/scene world copy house Our house")
    assert "Copied: Our house, number 2" in words(made)
    await types(call, "/scene world switch 2 3 off")
    assert [it.uid for it in await entries(call, "Our house") if not it.enabled] == ["3"]
    assert all(it.enabled for it in (await worlds.show(call.ctx, call.here, number)).entries)
    await worlds_store.delete(room.db, number)


async def test_an_entry_is_copied_and_versions_say_what_changed(call: CommandCall) -> None:
    """An entry has to be written twice, or nobody finds what a book said before."""
    await brings(call, TOWN, "The town.json")
    await types(call, "/scene world new The sea")
    copied = await types(call, "/scene world copy-entry 1 3 sea")
    assert "Copied into The sea: Dragon 3" in words(copied)
    [entry] = await entries(call, "The sea")
    assert (entry.uid, entry.comment, entry.keys) == ("0", "Dragon 3", ("key3",))
    await types(call, "/scene world switch town 3 off")
    await types(call, "/scene world field town 4 title Wyrm")
    versions = items(await types(call, "/scene world versions town"))
    assert [(it.key, it.text, it.current) for it in versions] == [
        ("3", "Wyrm", True), ("2", "Dragon 3", False), ("1", "the original", False),
    ]  # fmt: skip
    await types(call, "/scene world revert town 1")
    [town] = [it for it in await worlds.listed(call.ctx, call.here) if it.name == "The town"]
    written = read_json((await exports.world(call.ctx, call.here, town.id)).data)
    assert written == TOWN
    assert "no version 9" in await fails(call, "/scene world revert town 9")


HARBOUR = {"entries": {str(at): {"uid": at, **it} for at, it in enumerate((
    {"comment": "Tide", "key": ["tide"], "content": "The moon pulls it."},
    {"comment": "Moon", "key": ["moon"], "content": "It is made of cheese."},
    {"comment": "Sign", "constant": True, "content": "Everything is damp."},
    {"comment": "Gull", "key": ["tide"], "content": "Gulls steal.", "probability": 0},
    {"comment": "Whale", "key": ["whale"], "content": "Whales come at high tide."},
    {"comment": "Late", "key": ["tide"], "content": "Much later.", "delay": 90},
    {"comment": "Stays", "key": ["tide"], "content": "It stays.", "sticky": 5},
    {"comment": "Off", "key": ["tide"], "content": "Never.", "disable": True},
))}}  # fmt: skip


async def harbour(call: CommandCall) -> None:
    """The harbour is bound to the chat, and its entries call each other."""
    await brings(call, HARBOUR, "The harbour.json")
    await types(call, "/scene world bind harbour chat")
    await settings.put(call.ctx, call.here, SettingScope.SPACE, "world_recursion", "true")


async def test_a_sentence_is_tried_and_nothing_is_said(call: CommandCall, room: Room) -> None:
    """Authors find out in the story alone which entries come up; or trying one changes what comes up later."""
    assert "No world book with entries is used here" in words(await types(call, "/scene world test The tide is high."))
    await harbour(call)
    await room.say("Tell me of the sea.")
    before, asked = await room.log(), len(room.model.generations)
    for _ in range(2):
        said = words(await types(call, "/scene world test The tide is high."))
        assert "would bring up 5 entries of 8 in use here" in said
        for line in (
            "• The harbour / Tide: “tide” in “The tide is high.”",
            "• The harbour / Moon: “moon” in the entry “Tide”",
            "• The harbour / Sign: always in use",
            "• The harbour / Stays: “tide” in “The tide is high.”",
            "• The harbour / Whale: close in meaning to what was said",
            "• The harbour / Gull: not drawn this time",
            "• The harbour / Late: too early in the chat",
        ):
            assert line in said
        assert "/ Off" not in said
    assert (await room.log(), len(room.model.generations)) == (before, asked)
    nothing = words(await types(call, "/scene world test Good night."))
    assert "Stays" not in nothing, "no timer has begun"
    chinese = replace(call, speak=SPEECH.speaker("zh"))
    assert "会用上这里 8 个条目中的 5 个" in words(await types(chinese, "/场景 世界书 测试 The tide is high."))


async def test_what_is_tried_is_what_the_next_turn_tells(call: CommandCall, room: Room) -> None:
    """A test says something else than the story does."""
    await harbour(call)
    said = words(await types(call, "/scene world test A whale at high tide!"))
    await room.say("A whale at high tide!")
    for name, entry in ((it["comment"], it["content"]) for it in HARBOUR["entries"].values()):
        assert (f"/ {name}: " in said.partition("Called, but not told")[0]) == room.prompts_say(str(entry)), name


@pytest.mark.parametrize(
    ("language", "lines", "said"),
    [
        ("en", ("/scene world new Harbour", "/scene world add 1"), "Added to Harbour: Tide"),
        ("zh", ("/场景 世界书 新建 Harbour", "/场景 世界书 添加 1"), "已添加到《Harbour》：Tide"),
    ],
)
async def test_at_the_terminal_an_entry_is_asked_for(
    terminals: Terminals, language: str, lines: tuple[str, ...], said: str
) -> None:
    """Where there are no windows nobody can write a world."""
    them = await terminals.somebody(language=language)
    printed = await them.types(*lines, "Tide", "tide", "", "The tide turns.")
    assert said in printed
    [book] = await worlds.listed(them.engine.ctx, them.here)
    [entry] = (await worlds.show(them.engine.ctx, them.here, book.id)).entries
    assert (entry.comment, entry.keys, entry.content) == ("Tide", ("tide",), "The tide turns.")
    printed = await them.types("/scene world edit 1 tide", "", "ebb", "", "It turns.")
    [entry] = (await worlds.show(them.engine.ctx, them.here, book.id)).entries
    assert (entry.comment, entry.keys, entry.content) == ("Tide", ("ebb",), "It turns.")


async def test_guests_change_nobodys_worlds(call: CommandCall) -> None:
    """Anybody in a server rewrites the world that all the others play in."""
    await brings(call, TOWN, "The town.json")
    guest = replace(call, access_roles=frozenset({AccessRole.MEMBER, AccessRole.PLAYER, AccessRole.SESSION_OWNER}))
    for line in (
        "add 1",
        "edit 1 3",
        "switch 1 3 off",
        "new Mine",
        "copy 1",
        "field 1 3 keys x",
        "delete-entry 1 3 yes",
    ):
        assert (await types(guest, f"/scene world {line}")).form is None
    assert [it.version for it in await worlds.listed(call.ctx, call.here)] == [1]


async def test_a_book_is_renamed_and_says_what_holds_for_its_entries(call: CommandCall, room: Room) -> None:
    """An author would need another program to let a book look further back, or to bound it."""
    await brings(call, TOWN, "The town.json")
    form = (await types(call, "/scene world rename 1")).form
    assert form is not None
    assert [it.value for it in form.fields] == ["The town"]
    assert "Changed: The harbour." in words(await types(call, form.line, {"name": "The harbour"}))
    said = words(await types(call, "/scene world set 1 scan-depth 12"))
    assert "Messages looked through: 12" in said
    await types(call, "/scene world set 1 budget 300")
    chinese = replace(call, speak=SPEECH.speaker("zh"))
    assert "递归：开" in words(await types(chinese, "/场景 世界书 设定 1 递归 开"))
    [info] = await worlds.listed(call.ctx, call.here)
    book = await worlds.show(call.ctx, call.here, info.id)
    assert (book.name, book.scan_depth, book.token_budget, book.recursive) == ("The harbour", 12, 300, True)
    assert {key: it for key, it in book.raw.items() if key in TOWN} == TOWN
    assert "from 0 to 1000" in await fails(call, "/scene world set 1 scan-depth far")
    assert "on, off, chat" in await fails(call, "/scene world set 1 recursion maybe")
    asked = (await types(call, "/scene world set 1 budget")).form
    assert asked is not None
    assert [it.value for it in asked.fields] == ["300"]
    back = await types(call, asked.line, {"content": "-"})
    book = await worlds.show(call.ctx, call.here, info.id)
    assert (book.token_budget, book.scan_depth) == (None, 12)
    await presses(call, back, "↩ Undo the change")
    assert (await worlds.show(call.ctx, call.here, info.id)).token_budget == 300


async def test_what_only_files_could_say_is_typed_too(call: CommandCall) -> None:
    """An entry of the game's own rhythm, or for some characters only, could be imported and never mended."""
    await brings(call, TOWN, "The town.json")
    for line in (
        "priority 3", "group-scoring on", "tags calm, old", "but-those on", "after 2", "every 3", "greeting 1",
        "regex on", "from-start on",
    ):  # fmt: skip
        assert "Changed in The town" in words(await types(call, f"/scene world field 1 3 {line}"))
    entry = (await entries(call, "The town"))[3]
    assert (entry.priority, entry.group_scoring, entry.filter_tags) == (3, True, ("calm", "old"))
    assert (entry.filter_exclude, entry.after, entry.every, entry.greeting) == (True, 2, 3, 1)
    assert (entry.regex, entry.reverse_depth) == (True, True)
    chinese = replace(call, speak=SPEECH.speaker("zh"))
    await types(chinese, "/场景 世界书 栏目 1 3 书内预算优先级 未单独设置")
    await types(chinese, "/场景 世界书 栏目 1 3 每隔几条回复", {"content": "-"})
    entry = (await entries(call, "The town"))[3]
    assert (entry.priority, entry.every) == (None, 0)


async def test_a_trial_names_what_only_the_second_keys_refuse(call: CommandCall) -> None:
    """An author sees an entry stay away although its key was said, and nothing says why."""
    tide = {"uid": 0, "key": ["tide"], "keysecondary": ["moon"], "comment": "Tide", "content": "It turns."}
    tide |= {"extensions": {"omoide": {"exclude_keys": ["sun"]}}}  # so that it is not told for its meaning
    await brings(call, {"entries": {"0": tide}}, "The sea.json")
    await types(call, "/scene world bind 1")
    said = words(await types(call, "/scene world test The tide is high."))
    assert "Tide" in said
    assert "its second keys speak against it" in said
    told = words(await types(call, "/scene world test The tide follows the moon."))
    assert "its second keys" not in told
    chinese = replace(call, speak=SPEECH.speaker("zh"))
    assert "次要关键词不符合" in words(await types(chinese, "/场景 世界书 测试 The tide is high."))
