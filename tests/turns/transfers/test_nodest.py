"""A character of NodeST is played as it was there: with its preset, its author's note, its world and its depths."""

from engine.actions.characters import characters, presets
from engine.actions.chats import sessions
from engine.actions.house import settings
from engine.actions.story import notes
from engine.actions.transfers import exports
from engine.rules.formats.cards.card_files import read_card
from engine.values.house.setting_choices import DepthCounting
from engine.values.house.setting_scopes import SettingValue
from engine.values.models.prompts import Role
from tests.rules.formats.card_samples import NODEST
from tests.servers.model import say
from tests.turns.files import as_json, bring, meet
from tests.turns.room import Room


async def counting(room: Room) -> SettingValue | None:
    """How depths are counted in the chat that is open."""
    [found] = await settings.explained(room.engine.ctx, room.here, "depth_counting")
    return found.value


async def test_it_is_played_as_it_was(room: Room) -> None:
    """Its prompts, its note and its world would be missing, or stand elsewhere, from the first reply on."""
    number = await meet(room, as_json(NODEST))
    assert (await notes.note(room.engine.ctx, room.here)) is not None
    assert await counting(room) == DepthCounting.USER
    room.model.answer = lambda _: say("有船。")
    await room.say("渡口有船吗？")
    await room.say("今天开过吗？")
    sent = room.prompt()
    texts = [text for _, text in sent]
    assert sent[0] == ("user", "演好小满。")
    assert ("assistant", "好。") in sent
    assert any("小满在渡口摆茶摊。" in text for text in texts)
    assert not any("不要发送" in text or "师父" in text for text in texts)
    assert [role for role, text in sent if "今天是端午。" in text] == [Role.USER.value]
    assert any("她从不赊账。" in text for text in texts)
    newest = next(at for at, text in enumerate(texts) if "今天开过吗？" in text)
    before = next(at for at, text in enumerate(texts) if "渡口有船吗？" in text)
    note = next(at for at, text in enumerate(texts) if "今天是端午。" in text)
    near = next(at for at, text in enumerate(texts) if "写短一点。" in text)
    assert before < note < newest < near
    assert (await characters.show(room.engine.ctx, room.here, number)).raw == NODEST


async def test_its_preset_is_one_of_the_presets(room: Room) -> None:
    """Nobody could look at it, take another, come back to it, or use it with somebody else."""
    number = await meet(room, as_json(NODEST))
    used = next(it for it in await presets.listed(room.engine.ctx, room.here) if it.current)
    assert (used.name, used.builtin) == ("小满", False)
    assert (await presets.show(room.engine.ctx, room.here, used.id)).raw == NODEST["preset"]
    await presets.use(room.engine.ctx, room.engine.runner, room.here, None)
    await notes.set_note(room.engine.ctx, room.engine.runner, room.here, None)
    assert next(it for it in await presets.listed(room.engine.ctx, room.here) if it.current).builtin
    assert await notes.note(room.engine.ctx, room.here) is None
    await sessions.new(room.engine.ctx, room.engine.runner, room.here, "Ann", number)
    assert next(it for it in await presets.listed(room.engine.ctx, room.here) if it.current) == used
    await presets.delete(room.engine.ctx, room.here, used.id)
    await sessions.new(room.engine.ctx, room.engine.runner, room.here, "Ann", number)
    assert next(it for it in await presets.listed(room.engine.ctx, room.here) if it.current).builtin
    assert await notes.note(room.engine.ctx, room.here) is not None


async def test_it_comes_back_out_of_a_picture(room: Room) -> None:
    """Who passes it on as a picture would pass on a character without its preset and its note."""
    number = (await bring(room, as_json(NODEST), "小满.json")).id
    same = await exports.character(room.engine.ctx, room.here, number, "json")
    assert read_card(same.data).raw == NODEST
    await meet(room, (await exports.character(room.engine.ctx, room.here, number, "png")).data)
    note = await notes.note(room.engine.ctx, room.here)
    assert note is not None
    assert (note.text, note.depth, note.role) == ("今天是端午。", 1, Role.USER)
    used = next(it for it in await presets.listed(room.engine.ctx, room.here) if it.current)
    assert (await presets.show(room.engine.ctx, room.here, used.id)).raw == NODEST["preset"]
    assert await counting(room) == DepthCounting.USER


async def test_what_is_broken_in_it_stops_nothing_else(room: Room) -> None:
    """A character could not be imported, or not be talked with, for a preset that is damaged."""
    many = [{"identifier": f"p{number}", "content": "x"} for number in range(5_001)]
    broken = {**NODEST, "preset": {"prompts": many}, "worldBook": {"entries": "x"}}
    number = await meet(room, as_json(broken))
    room.model.answer = lambda _: say("好。")
    await room.say("渡口有船吗？")
    assert room.prompts_say("小满在渡口摆茶摊。")
    assert next(it for it in await presets.listed(room.engine.ctx, room.here) if it.current).builtin
    assert await notes.note(room.engine.ctx, room.here) is not None
    same = await exports.character(room.engine.ctx, room.here, number, "json")
    assert read_card(same.data).raw == broken


async def test_other_characters_bring_nothing_along(room: Room) -> None:
    """A chat with somebody else would go on with the preset of whoever was imported before."""
    await meet(room, as_json(NODEST))
    await meet(room)
    assert next(it for it in await presets.listed(room.engine.ctx, room.here) if it.current).builtin
    assert await notes.note(room.engine.ctx, room.here) is None
    assert await counting(room) == DepthCounting.ST
