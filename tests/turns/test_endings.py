"""Every way in which a reply can end: what is kept, what is told, and what later prompts contain."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from bot.words.localise import Speech
from engine.actions.chats import replies
from engine.llm.roles import Roles
from engine.values.chats.outgoing import Ended, Grew
from engine.values.house.setting_choices import Language
from engine.values.models.models import Deadlines, RoleName
from engine.work.saver import GrowingDraft
from tests.servers.model import Cut, Finish, Gate, ModelServer, Pause, Script, Think, cut, fail, say
from tests.turns.room import Room, config_for, enter, new_origin, opened


@dataclass(frozen=True, slots=True)
class Case:
    """A script of the model and what becomes of it: the entry in the log (None: no entry), the state, the notice.

    ``borne`` is what silence of the model is borne, where that decides the end.
    """

    name: str
    script: Script
    state: str
    entry: tuple[str, str] | None
    notice: str | None = None
    borne: Deadlines | None = None

    def __str__(self) -> str:
        return self.name


CASES = [
    Case("complete", say("All ", "is well."), "complete", ("complete", "All is well.")),
    Case("length", say("All is", finish="length"), "complete", ("complete", "All is"), "turn-length"),
    Case("empty", say(), "empty", ("empty", ""), "turn-empty"),
    Case("only white space", say("\n ", " \n"), "empty", ("empty", ""), "turn-empty"),
    Case("only a tag", say("[emotion:joy]"), "empty", ("empty", ""), "turn-empty"),
    Case("only thought", Script([Think("Hm."), Finish()]), "empty", ("empty", ""), "turn-only-thought"),
    Case("filtered", say("All", finish="content_filter"), "error", ("interrupted", "All"), "turn-filtered"),
    Case("filtered at once", say(finish="content_filter"), "empty", ("empty", ""), "turn-filtered"),
    Case("clean end without a reason", cut("All", how="eof"), "error", ("interrupted", "All"), "turn-broken-cut"),
    Case("closed inside", cut("All ", "is"), "error", ("interrupted", "All is"), "turn-broken-cut"),
    Case(
        "error object",
        Script(["All", {"error": {"message": "overloaded", "code": 503}}, Cut("eof")]),
        "error",
        ("interrupted", "All"),
        "turn-broken-error",
    ),
    Case("silent", Script(["All", Gate()]), "error", ("interrupted", "All"), "turn-broken-silent", Deadlines(gap=0.4)),
    Case("silent from the start", Script([Gate()]), "error", None, "error-model-silent", Deadlines(first_local=0.4)),
    Case("wrong key", fail(401), "error", None, "error-model-key"),
    Case("no such model", fail(404, "model not found", "model_not_found"), "error", None, "error-model-not-found"),
]


@pytest.mark.share(3)
@pytest.mark.parametrize("case", CASES, ids=str)
async def test_endings(room: Room, case: Case) -> None:
    """A reply that ended badly passes for a whole one, is lost, or its notice speaks from later prompts."""
    room.model.script(case.script)
    roles = room.ctx.roles
    if case.borne:
        means = replace(roles._resources, deadlines=case.borne)
        room.change(roles=Roles({it: roles.endpoints(it) for it in RoleName}, means))
    await room.say("How is it?")
    room.change(roles=roles)
    ended = room.ended[-1]
    assert (ended.state, ended.notice and ended.notice.message) == (case.state, case.notice)
    entries = [(it["status"], it["text"]) for it in await room.log() if it["turn_id"] is not None]
    assert entries == ([case.entry] if case.entry else [])
    assert ended.text == (case.entry[1] if case.entry else "")
    assert [it["state"] for it in await room.turns()] == [case.state]
    assert not await room.sql("SELECT 1 FROM draft WHERE space_id = $1", room.here.space)
    await _next_prompt_is_clean(room, ended.text)


async def _next_prompt_is_clean(room: Room, kept: str) -> None:
    """What was said enters the next prompt; what the house said about it does not."""
    speech = Speech()
    room.model.script(say("Good."))
    await room.say("And now?")
    spoken = [text for role, text in room.prompt() if role != "system"]
    assert spoken == ["You made it, Ann. Sit down.", "How is it?", *([kept] if kept else []), "And now?"]
    for ended in room.ended:
        if ended.notice:
            for language in Language:
                line = speech.speaker(language).say(ended.notice.message, **ended.notice.data)
                assert not any(line in text for _, text in room.prompt())


@pytest.mark.parametrize("tokens", [0, 1, 2, 7, 20])
async def test_cut_after_any_token(room: Room, tokens: int) -> None:
    """A stream that breaks is shown twice or spliced; at the first token it is simply asked again, unseen."""
    words = [f"word{n} " for n in range(tokens)]
    room.model.script(cut(*words), say("Asked again."))
    await room.say("Count.")
    if tokens == 0:
        assert (room.ended[-1].state, room.ended[-1].text) == ("complete", "Asked again.")
        assert len(room.model.generations) == 2
        return
    kept = "".join(words)
    assert room.ended[-1].state == "error"
    assert (await room.spoken())[-1] == ("interrupted", room.ended[-1].text)
    assert room.ended[-1].text == kept.strip()
    assert all(kept.startswith(text.rstrip()) for text in room.grown)
    assert len(room.model.generations) == 1


async def test_a_reset_keeps_what_was_read(room: Room) -> None:
    """A connection that is reset takes with it what people have read."""
    gate = Gate()
    room.model.script(Script(["All ", "is", gate, Cut("rst")]))
    await room.accept("How is it?")
    await room.grew("All is")
    gate.open()
    await room.idle()
    assert (room.ended[-1].state, room.ended[-1].text) == ("error", "All is")
    await _next_prompt_is_clean(room, "All is")


async def test_stopping_keeps_the_part(room: Room) -> None:
    """Whoever stops a reply loses what they had already read."""
    gate = Gate()
    room.model.script(Script(["One, two, ", gate, "three.", Finish()]))
    await room.accept("Count.")
    await room.shown.until(lambda it: any(shown.text for shown in it.of(Grew)))
    assert await replies.stop(room.engine.ctx, room.here)
    await room.idle()
    await room.model.generations[0].closed.wait()
    assert room.model.generations[0].left
    assert (room.ended[-1].state, room.ended[-1].text) == ("interrupted", "One, two,")
    assert room.ended[-1].notice is not None
    assert room.ended[-1].notice.message == "turn-stopped"
    assert (await room.spoken())[-1] == ("interrupted", "One, two,")
    assert (await room.turns())[-1]["model"] == "m", "who wrote the part is kept with it"
    assert not await replies.stop(room.engine.ctx, room.here)


@pytest.mark.parametrize(
    ("seen", "unseen", "kept"),
    [
        ("There is", " a page from M", "There is a page from"),
        ("There is a p", "age from M", "There is a page from"),
        ("There is a p", "ag", "There is a pag"),
        ("山上", "有灯", "山上有灯"),
    ],
)
async def test_a_reply_that_is_stopped_ends_behind_a_word(
    room: Room, monkeypatch: pytest.MonkeyPatch, seen: str, unseen: str, kept: str
) -> None:
    """A stopped reply ends with "from M" for ever, or a beginning of a word that somebody has read goes away."""
    gate, arrived, put = Gate(), asyncio.Event(), room.ctx.saver.put

    def noticed(growing: GrowingDraft, piece: str, visible: str) -> None:
        put(growing, piece, visible)
        if visible == seen + unseen:
            arrived.set()

    monkeypatch.setattr(room.ctx.saver, "put", noticed)
    room.model.script(Script([seen, gate, unseen, Gate(), "more.", Finish()]))
    await room.accept("How is it?")
    await room.grew(seen)
    async with room.ctx.saver._flushing:  # nobody is shown the rest
        gate.open()
        await arrived.wait()
        assert await replies.stop(room.engine.ctx, room.here)
        await room.shown.until(lambda it: bool(it.of(Ended)))
    await room.idle()
    assert (room.ended[-1].state, room.ended[-1].text) == ("interrupted", kept)
    assert kept.startswith(room.grown[-1].rstrip()), "what was seen stays"
    room.model.script(say("Good."))
    await room.say("And now?")
    assert [text.rstrip() for role, text in room.prompt() if role == "assistant"][-1] == kept, (
        "it is told as it is seen"
    )


async def test_stopping_from_another_process(room: Room) -> None:
    """A stop button that another process hears does nothing."""
    gate = Gate()
    room.model.script(Script(["One, ", gate, "two, ", Pause(0.3), "three, ", Pause(5.0)]))
    await room.accept("Count.")
    await room.shown.until(lambda it: bool(it.of(Grew)))
    await room.sql("UPDATE draft SET stop = true WHERE space_id = $1", room.here.space)
    gate.open()
    await room.idle()
    assert (room.ended[-1].state, room.turns and (await room.turns())[-1]["outcome"]) == ("interrupted", "stopped")
    assert room.ended[-1].text.startswith("One,")
    assert "three, three" not in room.ended[-1].text


async def test_control_characters_from_the_model(room: Room) -> None:
    """One odd character of a model blocks the database's writes, and the reply is lost."""
    half = b'data: {"choices": [{"index": 0, "delta": {"content": " c\\ud83d"}}]}\n\n'
    room.model.script(Script(["a\x00b", half, " d", Finish()]))
    await room.say("Odd?")
    assert room.ended[-1].state == "complete"
    assert (await room.spoken())[-1] == ("complete", room.ended[-1].text)
    assert "\x00" not in room.ended[-1].text


@pytest.fixture
async def second() -> AsyncIterator[ModelServer]:
    async with ModelServer() as server:
        yield server


async def test_another_model_begins_anew(
    database_url: str, model: ModelServer, second: ModelServer, tmp_path: Path
) -> None:
    """When the first model breaks off, its words and the second one's are spliced into one reply."""
    origin = new_origin()
    gate = Gate()
    async with opened(config_for(database_url, tmp_path, model, second), origin.platform) as engine:
        room = await enter(engine, model, origin)
        model.script(Script(["The moon is made of ", gate, Cut("rst")]))
        second.script(say("Good ", "evening, ", "Ann."))
        await room.accept("Hello.")
        await room.shown.until(lambda it: bool(it.of(Grew)))
        drafts = await room.sql("SELECT text FROM draft WHERE space_id = $1", room.here.space)
        assert [it["text"] for it in drafts] == ["The moon is made of "]
        gate.open()
        await room.idle()
        assert (room.ended[-1].state, room.ended[-1].text) == ("complete", "Good evening, Ann.")
        assert all(
            "The moon is made of".startswith(it.rstrip()) or "Good evening, Ann.".startswith(it.rstrip())
            for it in room.grown
        )
        assert (await room.spoken())[-1] == ("complete", "Good evening, Ann.")
        assert (await room.turns())[-1]["model"] == "other"


async def test_each_shown_text_was_saved(room: Room) -> None:
    """What people have read is gone after a crash, because it was shown before it was saved."""
    gates = [Gate() for _ in range(4)]
    steps = [step for n, gate in enumerate(gates) for step in (f"part {n} ", gate)]
    room.model.script(Script([*steps, Finish()]))
    await room.accept("Go on.")
    for n, gate in enumerate(gates):
        await room.shown.until(lambda it, n=n: any(f"part {n}" in shown.text for shown in it.of(Grew)))
        (draft,) = await room.sql("SELECT text FROM draft WHERE space_id = $1", room.here.space)
        assert draft["text"].startswith(room.grown[-1])
        gate.open()
    await room.idle()
    assert room.ended[-1].text == "part 0 part 1 part 2 part 3"
