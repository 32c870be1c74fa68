"""What is sent to the model for a turn."""

import os
import re
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from engine.actions.chats import replies, revisions
from engine.actions.story import notes
from engine.recall.fan_out import Retriever
from engine.values.chats.incoming import Attached, Incoming
from engine.values.models.models import RoleName
from engine.values.models.prompts import PromptMessage, PromptPart, PromptSlot, Role
from engine.values.story.notes import AuthorsNote
from tests import calendar
from tests.servers.model import say
from tests.turns.room import Room

GOLDEN = Path(__file__).parent.parent / "golden"


def rendered(room: Room) -> str:
    """The last prompt, message by message, with the database's numbers taken out."""
    messages = room.model.generations[-1].body["messages"]
    blocks = [f"--- {it['role']}{' ' + it['name'] if 'name' in it else ''}\n{it['content']}" for it in messages]
    return re.sub(r"^(--- \w+ [a-z])\d+", r"\1N", "\n".join(blocks), flags=re.MULTILINE) + "\n"


async def test_the_whole_order(room: Room) -> None:
    """A character forgets who it is, or takes recalled memory for the person's words, when the order is wrong."""

    async def recall(_: object) -> list[PromptPart]:
        return [
            PromptPart(
                PromptSlot.RECALLED,
                "diary",
                (PromptMessage(Role.SYSTEM, "Ann is afraid of gulls."),),
                heading="[Memory]",
            )
        ]

    async def search(_: object) -> list[PromptPart]:
        return [PromptPart(PromptSlot.SEARCH, "web", ())]

    retrievers = (
        Retriever("web", PromptSlot.SEARCH, 1.0, search),
        *room.ctx.retrievers,
        Retriever("diary", PromptSlot.RECALLED, 1.0, recall),
    )
    room.stand_still(datetime(2026, 3, 1, 21, 30, tzinfo=UTC), retrievers=retrievers)
    room.model.script(say("Tea first."), say("The wind turns at ten."))
    await room.say("I am cold.", "Will it hold?")
    approved = GOLDEN / "turn_prompt.txt"
    if os.environ.get("APPROVE"):
        approved.write_text(rendered(room), encoding="utf-8")
    assert rendered(room) == approved.read_text(encoding="utf-8"), "APPROVE=1 writes the file anew; read the difference"


async def test_an_edit_reaches_the_next_prompt(room: Room) -> None:
    """Somebody mends a message and the character goes on believing the old one."""
    room.model.script(say("Noted."), say("Of course."))
    await room.say("My name is Anm.")
    await revisions.edit(room.engine.ctx, room.engine.runner, room.here, "My name is Ann.")
    assert [text for _, text in await room.spoken()] == [
        "You made it, Ann. Sit down.",
        "My name is Ann.",
        "Noted.",
    ]
    await room.say("Who am I?")
    assert room.prompts_say("My name is Ann.")
    assert not room.prompts_say("Anm")


async def test_macros_know_the_model_and_what_kind_of_reply_is_asked_for(room: Room) -> None:
    """A note that is for one model or for swipes alone would hold for all of them, or for none."""
    note = AuthorsNote("Model {{model}}, {{lastGenerationType}}, {{allChatRange}}, {{lastMessage}}")
    model = room.ctx.roles.endpoints(RoleName.CHAT)[0].model
    room.model.script(say("Tea first."), say("Bread first."))
    await room.say("I am hungry.")
    await notes.set_note(room.engine.ctx, room.engine.runner, room.here, note)
    await room.say("What now?")
    assert room.prompts_say(f"Model {model}, normal, 0-3, What now?")


async def test_greetings_take_turns(room: Room) -> None:
    """Before anything was said, /again shows the card's next greeting, asks no model, and comes round again."""
    seen = [(await room.spoken())[-1][1]]
    for _ in range(2):
        await replies.again(room.engine.ctx, room.engine.runner, room.here)
        seen.append((await room.spoken())[-1][1])
    assert seen == [
        "You made it, Ann. Sit down.",
        "The lamp is out, Ann. Help me.",
        "You made it, Ann. Sit down.",
    ]
    assert not room.model.generations


async def test_another_reply_is_another_swipe(room: Room) -> None:
    """Asking for another reply must not show the model the reply that was not wanted."""
    room.model.script(say("First try."), say("Second try."))
    await room.say("Sing.")
    await replies.again(room.engine.ctx, room.engine.runner, room.here)
    await room.idle()
    assert (await room.spoken())[-1] == ("complete", "Second try.")
    assert room.prompt()[-2:] == room.prompt(0)[-2:]
    assert not room.prompts_say("First try.")
    assert [it["text"] for it in await room.log()][-2:] == ["First try.", "Second try."]


async def test_going_on_stands_behind_its_own_words(room: Room) -> None:
    """A reply that is continued begins from its last words, and the person's message is not asked again."""
    room.model.script(say("Once there was"), say(" a lamp."))
    await room.say("Tell me a story.")
    await replies.go_on(room.engine.ctx, room.engine.runner, room.here)
    await room.idle()
    assert [text for _, text in await room.spoken()][-2:] == ["Tell me a story.", "Once there was a lamp."]
    assert ("assistant", "Once there was") in room.prompt()
    assert room.prompt()[-1][0] == "system"


async def test_the_front_of_the_prompt_stays(room: Room) -> None:
    """A prompt whose front changes from turn to turn is paid for in full every time."""
    room.model.script(say("Yes."), say("No."))
    await room.say("One?", "Two?")
    before, after = room.prompt(0), room.prompt(1)
    kept = next(n for n, pair in enumerate(zip(before, after, strict=False)) if pair[0] != pair[1])
    assert before[:kept] == after[:kept]
    assert any("You made it" in text for _, text in before[:kept])


async def test_names_when_several_speak(room: Room) -> None:
    """In a group the character cannot tell who said what."""
    room.model.script(say("Both of you, in."))
    await room.accept("Knock knock.")
    await room.idle()
    room.model.script(say("And you."))
    room.origin = replace(room.origin, person="other", person_name="Ben")
    await room.say("Me too.")
    assert ("user", "Ann: Knock knock.") in room.prompt()
    assert ("user", "Ben: Me too.") in room.prompt()


async def test_files_and_replies_are_told(room: Room) -> None:
    """Somebody sends a picture, or answers an older message, and the character hears an empty line."""
    room.model.answer = lambda _: say("I see.")
    await room.say("The lamp is broken.")
    now = calendar.now()
    file = Attached("lamp.png", "image/png", b"picture")
    await room.engine.turns.accept(Incoming(room.origin, "f1", "", now, 10, files=(file,), replied="m1"))
    await room.idle()
    assert room.prompts_say("> Ann: The lamp is broken.\n[picture: lamp.png]")
