"""An imported card, book and preset, as they go over the wire in both forms."""

from pathlib import Path

from engine.actions.chats import sessions
from engine.config.config import Config
from engine.values.transfers.transfers import Offer
from tests.servers.model import ModelServer, say
from tests.turns.files import PRESET, WORLD, as_json, bring, meet
from tests.turns.room import Room, config_for, enter, new_origin, opened

EXPECTED = [
    ("system", "PRESET-MAIN Mira"),
    ("system", "The lamp burns whale oil."),
    ("system", "Mira keeps a lighthouse."),
    ("system", "Is it far?"),
    ("system", "Two miles."),
    ("system", "[Begin]"),
    ("assistant", "You made it, Ann."),
    ("user", "The lamp! The boat!"),
    ("system", "PRESET-LAST"),
]
LAST = ("The boat is called Tern.", "Speak softly.")


async def _played(room: Room, model: ModelServer) -> None:
    await meet(room)
    await bring(room, as_json(WORLD), "Harbour.json", Offer.CHARACTER)
    await bring(room, as_json(PRESET), "Short.json")
    model.script(say("Hm."))
    await room.say("The lamp! The boat!")


async def test_the_prompt_in_the_form_of_openai(room: Room, model: ModelServer) -> None:
    """A card that works elsewhere speaks with the wrong voice here."""
    await _played(room, model)
    sent = room.prompt()
    kept = [it for it in EXPECTED if it in sent]
    assert kept == EXPECTED, sent
    assert [sent.index(it) for it in EXPECTED] == sorted(sent.index(it) for it in EXPECTED)
    assert all(room.prompts_say(it) for it in LAST)
    names = [it.get("name") for it in model.generations[-1].body["messages"] if it["role"] == "system"]
    assert [it for it in names if it] == ["example_user", "example_assistant"]


async def test_the_prompt_in_the_form_of_gemini(database_url: str, model: ModelServer, tmp_path: Path) -> None:
    """With another service the character is shown less, or in another order."""
    config = config_for(database_url, tmp_path, model)
    assert config.chat is not None
    chat = config.chat.model_copy(update={"format": "gemini", "url": model.gemini_url})
    origin = new_origin()
    async with opened(Config(**{**config.model_dump(), "chat": chat}), origin.platform) as engine:
        room = await enter(engine, model, origin, card=None)
        await sessions.open_here(room.engine.ctx, room.here, "Ann")
        await _played(room, model)
    body = model.generations[-1].body
    leading = [part["text"] for part in body["systemInstruction"]["parts"]]
    rest = [(it["role"], part["text"]) for it in body["contents"] for part in it["parts"]]
    texts = [*leading, *(text for _, text in rest)]
    wanted = [text for _, text in EXPECTED]
    wanted[3], wanted[4] = "Ann: Is it far?", "Mira: Two miles."
    assert [it for it in texts if it in wanted] == wanted
    assert ("model", "You made it, Ann.") in rest
    assert ("user", "PRESET-LAST") in rest
    assert all(any(it in text for text in texts) for it in LAST)
    assert body["generationConfig"]["maxOutputTokens"] == 333
