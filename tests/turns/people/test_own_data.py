"""Somebody's own data as a file: all of it, readable, and nobody else's."""

import io
import json
import zipfile
from typing import Any

from engine.actions.house import settings
from engine.actions.people import own_data, personas
from engine.db.memory import facts
from engine.db.people import dates
from engine.values.house.setting_scopes import SettingScope
from engine.values.memory.memories import NewPersonFact
from engine.values.people.dates import DateCalendar, DateEvery, DateKind, FactDate
from engine.values.story.notes import UserPersona
from tests.servers.model import say
from tests.turns.people.test_forgetting import now, say_as
from tests.turns.room import Room


async def test_everything_of_one_s_own_and_nothing_of_others(room: Room) -> None:
    """Somebody asks for their data and gets half of it, or what others said, or a key of the house."""
    room.model.answer = lambda _: say("I see, Ben.")
    await say_as(room, "Ben", "My boat is red.", "b1")
    await say_as(room, "Ben", "My boat leaks a lot.", "b2")
    who = await say_as(room, "Ottoline", "How many leaks has it?", "k1", replied="b2")
    await personas.put(room.engine.ctx, who, UserPersona("Captain", description="Wears a hat."))
    await settings.put(room.engine.ctx, who, SettingScope.PERSON, "timezone", "Pacific/Apia")
    old = await facts.add(room.db, NewPersonFact(who.person, "She fears water.", await now(room)))
    assert old is not None
    new = await facts.supersede(
        room.db, old, NewPersonFact(who.person, "She loves water.", await now(room)), "corrected"
    )
    born = FactDate(DateKind.BIRTHDAY, 8, 15, calendar=DateCalendar.LUNAR, every=DateEvery.YEAR)
    assert await dates.put(room.db, who.person, new or 0, born)
    await room.drain()
    document = await own_data.export(room.engine.ctx, who, ("README.txt", "Your data."))
    with zipfile.ZipFile(io.BytesIO(document.data)) as archive:
        assert archive.testzip() is None
        files = {name: archive.read(name).decode() for name in archive.namelist()}
    parts: dict[str, Any] = {name: json.loads(text) for name, text in files.items() if name.endswith(".json")}
    assert files["README.txt"] == "Your data."
    (message,) = parts["messages.json"]
    assert message["text"] == "How many leaks has it?"
    assert message["reply_to"]["text"] == "My boat leaks a lot."
    assert [it["text"] for it in parts["memories.json"]] == ["How many leaks has it?"]
    assert [(it["text"], it["ended_why"]) for it in parts["facts.json"]] == [
        ("She fears water.", "corrected"),
        ("She loves water.", None),
    ]
    day = parts["facts.json"][1]["date"]
    assert (day["kind"], day["calendar"], day["month"], day["day"]) == ("birthday", "lunar", 8, 15)
    assert parts["facts.json"][0]["date"] is None
    assert parts["personas.json"][0]["name"] == "Captain"
    assert parts["settings.json"][0]["value"] == "Pacific/Apia"
    assert parts["consent.json"][0]["name"] == "Ottoline"
    everything = json.dumps(files)
    assert "My boat is red." not in everything
    assert "sk-canary-key" not in everything
