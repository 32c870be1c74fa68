"""Cards, world books, presets and chats by attachment, on both platforms: looked at, said yes to, played with."""

import json
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

import pytest

from engine.actions.house import settings
from engine.rules.formats.cards.card_files import read_card, write_png
from engine.values.chats.incoming import Here
from engine.values.house.setting_scopes import SettingScope
from tests.platforms import room as houses
from tests.platforms.discord_seat import DiscordSeat
from tests.platforms.front import ROOMS
from tests.platforms.minimal.seat import MinimalSeat
from tests.platforms.room import SPEECH, House
from tests.platforms.seat import Seen
from tests.platforms.seats import seat_at
from tests.servers.discord.cdn import PIXEL
from tests.turns.files import as_zip
from tests.turns.room import CARD

pytestmark = pytest.mark.share(2)

CARD_BYTES = json.dumps(CARD).encode()
WORLD: Mapping[str, Any] = {
    "entries": {
        "7": {"uid": 7, "key": ["storm"], "content": "Storms last three days.", "position": 4, "depth": 1, "role": 0}
    }
}
PRESET: Mapping[str, Any] = {
    "temperature": 0.4,
    "prompts": [
        {"identifier": "main", "name": "Main", "role": "system", "content": "Write as {{char}}."},
        {"identifier": "last", "name": "Last", "role": "system", "content": "Two sentences."},
        {"identifier": "charDescription", "marker": True},
        {"identifier": "chatHistory", "marker": True},
    ],
    "prompt_order": [
        {
            "character_id": 100001,
            "order": [{"identifier": it, "enabled": True} for it in ("charDescription", "main", "chatHistory", "last")],
        }
    ],
}
CHAT = (
    {"user_name": "Ann", "character_name": "Mira", "create_date": "2025-03-01@12h00m00s", "chat_metadata": {}},
    {
        "name": "Mira",
        "is_user": False,
        "mes": "The lamp is lit.",
        "swipes": ["Go away.", "The lamp is lit."],
        "swipe_id": 1,
    },
    {"name": "Ann", "is_user": True, "mes": "I see it from here."},
    {"name": "Mira", "is_user": False, "mes": "Then row.", "swipes": ["Then row."], "swipe_id": 0},
)
CHAT_BYTES = "\n".join(json.dumps(line) for line in CHAT).encode()


@dataclass
class Evening:
    """One person alone with the bot."""

    seat: Any
    daemon: houses.Daemon
    here: Here
    person: Any
    channel: Any
    language: str

    def words(self, message: str, **data: object) -> str:
        return SPEECH.speaker(self.language).say(message, **data)

    async def sends(self, name: str, data: bytes, text: str, answer: str) -> Seen:
        """A message with a file; the answer that has ``answer`` in it."""
        said = self.seat.says(self.person, self.channel, text, file=(name, data))
        return await self.seat.reads(self.channel, answer, said.id)

    async def says(self, text: str, answer: str) -> Seen:
        said = self.seat.says(self.person, self.channel, text)
        seen = await self.seat.reads(self.channel, answer, said.id)
        await self.daemon.engine.turns.idle(self.here)  # a reply is read before it is kept
        return seen

    async def presses(self, seen: Seen, control: str, answer: str) -> Seen:
        """The button whose control begins so; what it is answered with."""
        whole = next(it for it in seen.controls if it.startswith(control))
        if isinstance(self.seat, MinimalSeat):
            await self.seat.presses(self.person, seen, whole)
            return await self.seat.reads(self.channel, answer, seen.id)
        if not isinstance(self.seat, DiscordSeat):
            tap = await self.person.taps(seen.it, whole).answered()
            if answer in tap.text:
                return Seen(0, tap.text, (), tap)
            return await self.seat.reads(self.channel, answer, seen.id)
        used = self.person.clicks(seen.it, whole)
        await self.seat.waits(lambda: [it for it in used.followups if answer in it.text])
        made = used.followups[-1]
        controls = tuple(part["custom_id"] for row in made.data["components"] for part in row["components"])
        return Seen(made.id, made.text, controls, made)

    async def plays(self, seen: Seen, control: str, greeting: str) -> Seen:
        """The button that begins a chat; the greeting in the channel, which is said once."""
        whole = next(it for it in seen.controls if it.startswith(control))
        act = self.person.clicks if isinstance(self.seat, DiscordSeat) else self.person.taps
        await act(seen.it, whole).answered()

        def said() -> list[Seen]:
            return [it for it in self.seat.stands(self.channel) if it.text == greeting]

        await self.seat.waits(said)
        await self.daemon.engine.turns.idle(self.here)
        [one] = said()
        return one

    async def fills(self, seen: Seen, control: str, was: str, text: str, answer: str) -> Seen:
        """A button that asks for words, where ``was`` stands now; what ``text`` is answered with."""
        whole = next(it for it in seen.controls if it.startswith(control))
        if not isinstance(self.seat, DiscordSeat):
            await self.person.taps(seen.it, whole).answered()
            await self.seat.reads(self.channel, was, seen.id)
            await self.seat.waits(
                lambda: (
                    self.seat.server.messages(self.channel, by_bot=True)[-1].text.rpartition("\n")[2].startswith("✏️")
                )
            )
            return await self.says(text, answer)
        opened = await self.person.clicks(seen.it, whole).answered()
        assert was in str(opened.modal)
        made = await self.person.submits(opened, {"text": text}).said()
        assert answer in made.text
        controls = tuple(part["custom_id"] for row in made.data["components"] for part in row["components"])
        return Seen(made.id, made.text, controls, made)

    def file_of(self, seen: Seen) -> bytes:
        """What came with a message of the bot."""
        if isinstance(self.seat, DiscordSeat):
            [attached] = seen.it.data["attachments"]
            return self.seat.server.world.files[int(attached["id"])].data
        return self.seat.server.files.stored[seen.it.media["document"]["file_id"]].data


@asynccontextmanager
async def evening(platform: str, house: House, language: str) -> AsyncIterator[Evening]:
    """An owner who speaks ``language``, in a private place."""
    rooms = ROOMS[platform]
    async with seat_at(platform) as seat:
        person = seat.person("Ann", language)
        channel = seat.private(person)
        async with rooms.room(seat.server, house, person, channel) as r:
            here = await r.daemon.engine.places.resolve(rooms.origin(channel, person))
            await settings.put(r.daemon.engine.ctx, here, SettingScope.PERSON, "language", language)
            if isinstance(seat, MinimalSeat):
                seat.controls = r.controls
            yield Evening(seat, r.daemon, here, person, channel, language)
        assert [one for one in seat.rejected if one.status != 403] == []  # 403: nobody has written to the bot yet


@pytest.mark.parametrize(("platform", "language"), [("discord", "zh"), ("telegram", "en")])
async def test_what_people_have_built_is_what_the_model_reads(house: House, platform: str, language: str) -> None:
    """A card, a book or a preset would be imported with a smile and never reach the model."""
    async with evening(platform, house, language) as it:
        card = write_png(read_card(CARD_BYTES), PIXEL)
        asked = await it.sends(
            "mira.png", card, "/import", it.words("import-question", kind="character", offer="bring")
        )
        brought = await it.presses(asked, "run:/import yes", "Mira")
        asked = await it.presses(brought, "run:/char use", "You made it, Ann. Sit down.")
        await it.plays(asked, "run:/char use", "You made it, Ann. Sit down.")
        for name, file, kind in (("sea.json", WORLD, "world"), ("short.json", PRESET, "preset")):
            title = it.words("import-found", kind=kind, name="")
            asked = await it.sends(name, json.dumps(file).encode(), "", title.partition("{")[0].rstrip())
            control = (
                next(one for one in asked.controls if one.endswith("chat")) if kind == "world" else "run:/import yes"
            )
            await it.presses(asked, control, name.partition(".")[0])
        await it.says("What a storm.", "Well.")
        messages = [(one["role"], one["content"]) for one in house.model.generations[-1].body["messages"]]
        said = messages.index(("user", "What a storm."))
        assert messages[said - 1] == ("system", "Storms last three days.")
        texts = [text for _, text in messages]
        wanted = ["Mira keeps a lighthouse. Ann came by boat.", "Write as Mira.", "Two sentences."]
        places = [next(n for n, text in enumerate(texts) if one in text) for one in wanted]
        assert places == sorted(places)
        assert texts.index("What a storm.") < places[-1]
        assert house.model.generations[-1].body["temperature"] == 0.4
        await it.says("/why", "sea / 7")


@pytest.mark.parametrize(("platform", "language"), [("telegram", "zh"), ("discord", "en")])
async def test_a_presets_context_is_set_by_a_button(house: House, platform: str, language: str) -> None:
    """Who imports a preset for a million tokens would have to learn which setting cuts it, and what that costs."""
    async with evening(platform, house, language) as it:
        wide = json.dumps({**PRESET, "openai_max_context": 1_000_000}).encode()
        asked = await it.sends("wide.json", wide, "/import", "wide")
        assert "/settings budget_tokens " in asked.text or "/设置 budget_tokens " in asked.text
        brought = await it.presses(asked, "run:/import yes", "wide")
        line = next(one for one in brought.controls if one.startswith("run:/settings budget_tokens"))
        await it.presses(brought, line, "")
        wanted = int(line.rpartition(" ")[2])
        assert wanted > 24_000
        assert (await settings.current(it.daemon.engine.ctx, it.here)).budget_tokens == wanted


@pytest.mark.parametrize(("platform", "language"), [("telegram", "zh"), ("discord", "en")])
async def test_a_chat_goes_on_and_comes_out_again(house: House, platform: str, language: str) -> None:
    """Somebody who moves would lose the talk, or its other versions, on the way in or out."""
    async with evening(platform, house, language) as it:
        asked = await it.sends("mira.json", CARD_BYTES, "/import", "Mira")
        await it.presses(asked, "run:/import yes", "Mira")
        asked = await it.sends(
            "evening.jsonl", CHAT_BYTES, "/import", it.words("import-offer", kind="chat", offer="bring")[:2]
        )
        await it.presses(asked, "run:/import yes", "Then row.")
        await it.says("I am rowing.", "Well.")
        prompt = house.model.generations[-1].prompt
        assert prompt.index("The lamp is lit.") < prompt.index("I see it from here.") < prompt.index("I am rowing.")
        assert "Go away." not in prompt
        exported = await it.says("/export", it.words("export-done", name="")[:4])
        lines = [json.loads(line) for line in it.file_of(exported).decode().splitlines()]
        assert [line["mes"] for line in lines[1:]] == [
            "The lamp is lit.",
            "I see it from here.",
            "Then row.",
            "I am rowing.",
            "Well.",
        ]
        assert lines[1]["swipes"] == ["Go away.", "The lamp is lit."]
        card = await it.says("/char export Mira json", it.words("export-done", name="")[:4])
        assert json.loads(it.file_of(card))["data"]["description"] == CARD["data"]["description"]


@pytest.mark.parametrize("platform", ["discord", "telegram"])
async def test_without_a_yes_nothing_is_kept(house: House, platform: str) -> None:
    """A file sent by mistake would change a story, and a broken one would leave half of itself."""
    async with evening(platform, house, "en") as it:
        before = await _kept(house)
        asked = await it.sends("mira.json", CARD_BYTES, "/import", "Import this character?")
        await it.presses(asked, "run:/import no", "Nothing was imported.")
        broken = await it.sends("broken.json", CARD_BYTES[:40], "/import", "isn't valid JSON")
        assert broken.controls == ()
        asked = await it.sends("mira.json", CARD_BYTES, "", "Import this character?")
        await house.sql("UPDATE upload SET made_at = made_at - interval '2 hours'")
        await it.presses(asked, "run:/import yes", "has expired")
        assert await _kept(house) == before
        note = await it.sends("note.txt", b"storm: none", "", "Well.")
        assert note.controls == ()


async def _kept(house: House) -> list[Any]:
    tables = ("character", "world_book", "preset", "session")
    return [(await house.sql(f"SELECT count(*) AS n FROM {table}"))[0]["n"] for table in tables]


@pytest.mark.parametrize(("platform", "language"), [("discord", "en"), ("telegram", "zh")])
async def test_moving_day_brings_a_group_and_no_script_unasked(house: House, platform: str, language: str) -> None:
    """Somebody who moves would find scripts at work that nobody named, or a group with one voice."""
    async with evening(platform, house, language) as it:
        asked = await it.sends("short.json", json.dumps({**PRESET, "extensions": SCRIPTS}).encode(), "/import", "short")
        assert "Whisper" in asked.text
        assert it.words("file-script-refused", name="Echo") in asked.text
        assert it.words("error-regex-refused", reason="property", detail="Klingon") in asked.text
        await it.presses(asked, "run:/import no", it.words("import-left"))
        asked = await it.sends("backup.zip", _backup(), "/import", it.words("file-backup-groups", count=1))
        brought = await it.presses(asked, "run:/import yes", it.words("brought-backup-groups", count=1))
        assert it.words("brought-backup-characters", count=2) in brought.text
        assert it.words("brought-backup-scripts", count=1) not in brought.text
        assert f"Zoe{'：' if language == 'zh' else ': '}I am here, too." in brought.text
        await it.says("A <b>storm</b>.", "Well.")
        prompt = house.model.generations[-1].prompt
        assert prompt.index("Mira: The lamp is lit.") < prompt.index("Zoe: I am here, too.") < prompt.index("<b>storm")


@pytest.mark.parametrize(("platform", "language"), [("discord", "zh"), ("telegram", "en")])
async def test_moving_day_shows_each_script_before_it_runs(house: House, platform: str, language: str) -> None:
    """A script that somebody wrote rewrites what people say, and the one who moved has never read it."""
    async with evening(platform, house, language) as it:
        asked = await it.sends("backup.zip", _backup(), "/import", it.words("file-backup-groups", count=1))
        with_scripts = next(one for one in asked.controls if one.endswith("bring"))
        shown = await it.presses(asked, with_scripts, it.words("script-title", number=1, count=1, name="Whisper"))
        assert "/<b>(." in shown.text
        assert it.words("script-place", place="user_input") in shown.text
        assert not await house.sql("SELECT 1 FROM character WHERE builtin IS NULL"), (
            "nothing comes before the last answer"
        )
        yes = next(one for one in shown.controls if one.startswith("run:/import script") and one.endswith("yes"))
        brought = await it.presses(shown, yes, it.words("brought-backup-scripts", count=1))
        assert it.words("brought-backup-characters", count=2) in brought.text
        await it.says("A <b>storm</b>.", "Well.")
        assert "A storm." in house.model.generations[-1].prompt


SCRIPTS: Mapping[str, Any] = {
    "regex_scripts": [
        {"scriptName": "Whisper", "findRegex": "/<b>(.*?)<\\/b>/g", "replaceString": "$1", "placement": [1, 2]},
        {"scriptName": "Echo", "findRegex": "/\\p{Klingon}/u", "replaceString": "", "placement": [2]},
    ]
}


def _backup() -> bytes:
    """Two characters, the group they are in with its chat, and scripts."""
    zoe = json.dumps({**CARD, "data": {**CARD["data"], "name": "Zoe"}}).encode()
    said = ({"name": "Mira", "mes": "The lamp is lit."}, {"name": "Zoe", "mes": "I am here, too."})
    lines = ({"chat_metadata": {}}, *({**it, "is_user": False, "original_avatar": f"{it['name']}.png"} for it in said))
    group = {"id": "1", "name": "Two", "members": ["Mira.png", "Zoe.png"], "chat_id": "c", "chats": ["c"]}
    members = {
        "characters/Mira.png": write_png(read_card(CARD_BYTES), PIXEL),
        "characters/Zoe.png": write_png(read_card(zoe), PIXEL),
        "groups/1.json": json.dumps(group).encode(),
        "group chats/c.jsonl": "\n".join(map(json.dumps, lines)).encode(),
        "settings.json": json.dumps({"extension_settings": {"regex": SCRIPTS["regex_scripts"][:1]}}).encode(),
    }
    return as_zip(members)
