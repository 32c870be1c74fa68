"""Characters under their own names and faces on Discord: a webhook each, and one for those who have none."""

import asyncio
import io
from typing import Any

from PIL import Image

from bot.delivery.surface import LostMessage
from engine.actions.characters import cards, characters
from engine.actions.chats import sessions
from engine.app import Engine
from engine.values.chats.incoming import Here
from tests.platforms.discord.room import Room, at, origin, room, spoken
from tests.platforms.room import House
from tests.servers.discord import Channel, DiscordServer, Webhook
from tests.servers.model import say
from tests.turns.files import as_json, as_zip, picture, with_emotions

CREATED = r"/channels/\d+/webhooks$"
CHANGED = r"/webhooks/\d+/[^/]+$"


async def _cast(engine: Engine, here: Here, **colours: str | None) -> dict[str, int]:
    """Characters by name, each with a picture of its colour; without one for None."""
    made = {
        name: await cards.create(engine.ctx, here, name, {}, picture(colour) if colour else None)
        for name, colour in colours.items()
    }
    return {name: it.id for name, it in made.items()}


async def _say(r: Room, channel: Channel, cast: dict[str, int], name: str, key: str, text: str = "words") -> str:
    return await r.surface.send(at(channel), spoken(text, f"{key}.0", speaker=name, number=cast[name]))


def _hooks(d: DiscordServer, channel: Channel) -> list[Webhook]:
    return [it for it in d.world.objects.values() if isinstance(it, Webhook) and it.channel is channel]


def _seen(d: DiscordServer, channel: Channel) -> list[tuple[str, str | None, str]]:
    """Who says what in a channel: name, face, the webhook's id."""
    authors: list[Any] = [it.data["author"] for it in d.messages(channel)]
    return [(it["username"], it["avatar"], it["id"]) for it in authors]


def _foreign(d: DiscordServer, channel: Channel, count: int) -> list[Webhook]:
    made = [Webhook(d.world.snowflake(), f"t{n}", channel, "Other", None, 77) for n in range(count)]
    for hook in made:
        d.world.add(hook)
    return made


async def test_each_character_has_a_webhook_of_its_own(d: DiscordServer, house: House) -> None:
    """Two characters in a scene share a face, or each reply uploads a picture until Discord refuses."""
    ann = d.user("Ann")
    guild = d.guild("Home", owner=ann)
    general, thread = guild["general"], ann.threads(guild["general"], "harbour")
    async with room(d, house) as r:
        here = await r.engine.places.resolve(origin(general, ann))
        cast = await _cast(r.engine, here, Lan="red", Bo="blue", Plain=None)
        first = await _say(r, general, cast, "Lan", "t1")
        for n, name in enumerate(("Bo", "Plain", "Lan", "Bo")):
            await _say(r, general, cast, name, f"t{n + 2}")
        await _say(r, thread, cast, "Bo", "t9")
        names, faces, ids = zip(*_seen(d, general), strict=True)
        assert names == ("Lan", "Bo", "Plain", "Lan", "Bo")
        assert faces[0] == faces[3]
        assert faces[1] == faces[4]
        assert len({*faces[:3]}) == len({*ids}) == 3
        assert faces[2] is None
        assert _seen(d, thread)[-1] == ("Bo", faces[1], ids[1])
        assert [it.name for it in _hooks(d, general)] == ["Lan", "Bo", "Plain"]
    async with room(d, house) as r:
        await r.surface.edit(at(general), first, spoken("other words", speaker="Lan", number=cast["Lan"]))
        await _say(r, general, cast, "Bo", "t10")
        assert d.texts(general)[0] == "other words"
        assert _seen(d, general)[-1] == ("Bo", faces[1], ids[1])
        await cards.wear(r.engine.ctx, here, cast["Bo"], picture("green"))
        await _say(r, general, cast, "Bo", "t11")
        await _say(r, general, cast, "Bo", "t12")
        assert _seen(d, general)[-1][1] not in (*faces, None)
    assert len(d.rest_calls("POST", CREATED)) == 3
    assert len(d.rest_calls("PATCH", CHANGED)) == 1
    assert d.rejected == []


async def test_where_there_is_no_room_characters_share_a_webhook(d: DiscordServer, house: House) -> None:
    """In a channel that other bots have filled a character falls silent, or speaks with another's face."""
    ann = d.user("Ann")
    guild = d.guild("Home", owner=ann)
    general, thread = guild["general"], ann.threads(guild["general"], "harbour")
    _foreign(d, general, 13)
    async with room(d, house) as r:
        here = await r.engine.places.resolve(origin(general, ann))
        cast = await _cast(r.engine, here, Lan="red", Bo="blue", Cy="green", Dee=None)
        for n, name in enumerate(("Lan", "Bo", "Cy", "Bo", "Lan", "Dee", "Lan")):
            await _say(r, general, cast, name, f"t{n}")
        together = [_say(r, place, cast, name, f"u{name}") for place, name in ((general, "Lan"), (thread, "Cy"))]
        await asyncio.gather(*together)
        seen = _seen(d, general)
        face = {name: avatar for name, avatar, _ in seen}
        assert [name for name, _, _ in seen] == ["Lan", "Bo", "Cy", "Bo", "Lan", "Dee", "Lan", "Lan"]
        assert all(face[name] == avatar for name, avatar, _ in seen)
        assert len({*face.values()}) == 4
        assert _seen(d, thread)[-1][:2] == ("Cy", face["Cy"])
        assert len(_hooks(d, general)) == 15
    full = d.channel(guild, "full")
    _foreign(d, full, 15)
    async with room(d, house) as r:
        await _say(r, full, cast, "Lan", "t20")
        assert not d.history.of("message", client=True)[-1].webhook
        assert d.texts(full)[0] == "words"


async def test_what_a_deleted_character_leaves_is_used_again(d: DiscordServer, house: House) -> None:
    """After some months of trying characters a channel is full of webhooks that nobody speaks through."""
    ann = d.user("Ann")
    general = d.guild("Home", owner=ann)["general"]
    async with room(d, house) as r:
        here = await r.engine.places.resolve(origin(general, ann))
        cast = await _cast(r.engine, here, Old="red", New=None)
        await _say(r, general, cast, "Old", "t1")
        await characters.throw_away(r.engine.ctx, here, cast["Old"])
        await _say(r, general, cast, "New", "t2")
        assert [it.name for it in _hooks(d, general)] == ["New"]
        assert _seen(d, general)[-1][:2] == ("New", None)


async def test_many_new_characters_do_not_wait_for_discord(d: DiscordServer, house: House) -> None:
    """Discord lets a bot make five webhooks a minute: the next one would be silent for that long."""
    ann = d.user("Ann")
    general = d.guild("Home", owner=ann)["general"]
    async with room(d, house) as r:
        d.buckets.on = True
        here = await r.engine.places.resolve(origin(general, ann))
        cast = await _cast(r.engine, here, **{f"C{n}": None for n in range(5)})
        for n in range(5):
            await _say(r, general, cast, f"C{n}", f"t{n}")
        assert [name for name, _, _ in _seen(d, general)] == [f"C{n}" for n in range(5)]
        assert d.buckets.refused == 0


async def test_where_there_is_no_webhook_the_first_line_says_who_speaks(d: DiscordServer, house: House) -> None:
    """In private nobody knows which of two characters has said something; or the name is lost with an edit."""
    ann = d.user("Ann")
    place = at(ann.dm())
    long = "a" * (2000 - 72)
    async with room(d, house) as r:
        message = await r.surface.send(place, spoken("Good", speaker="L*n", named=True))
        await r.surface.edit(place, message, spoken("Good day", speaker="L*n", named=True))
        await r.surface.send(place, spoken(long, "t2.0", speaker="**" * 60, named=True))
        await r.surface.send(place, spoken("alone", "t3.0"))
        shown = d.texts(ann.dm())
        assert shown[0] == "**L\\*n**\nGood day"
        assert shown[1].endswith(f"\n{long}")
        assert shown[2] == "alone"
        assert await r.surface.find(place, LostMessage(spoken("Good day", speaker="L*n", named=True), "")) is None
    async with room(d, house) as r:
        first = ann.says(ann.dm(), "before").id - (10**6 << 22)
        found = await r.surface.find(place, LostMessage(spoken("Good day!", speaker="L*n", named=True), str(first)))
        assert found == message


async def test_a_face_from_a_container_arrives(d: DiscordServer, house: House) -> None:
    """A character that was imported as CHARX speaks without its picture."""
    ann = d.user("Ann")
    general = d.guild("Home", owner=ann)["general"]
    out = io.BytesIO()
    Image.new("RGB", (60, 90), "blue").save(out, "WEBP")
    icon = {"type": "icon", "uri": "embeded://face.webp", "name": "main", "ext": "webp"}
    card = {"spec": "chara_card_v3", "spec_version": "3.0", "data": {"name": "Lan", "assets": [icon]}}
    data = as_zip({"card.json": as_json(card), "face.webp": out.getvalue()})
    async with room(d, house) as r:
        made = await characters.import_file(r.engine.ctx, await r.engine.places.resolve(origin(general, ann)), data)
        await _say(r, general, {"Lan": made.id}, "Lan", "t1")
        [(_, avatar, _)] = _seen(d, general)
        face = Image.open(io.BytesIO(d.world.avatars[avatar or ""]))
        blue = face.convert("RGB").getpixel((9, 9))
        assert (face.format, face.size) == ("PNG", (60, 60))
        assert isinstance(blue, tuple)
        assert blue[2] > 200


def _colour(d: DiscordServer, avatar: str | None) -> str:
    found = Image.open(io.BytesIO(d.world.avatars[avatar or ""])).convert("RGB").getpixel((9, 9))
    assert isinstance(found, tuple)
    return ("red", "green", "blue")[found.index(max(found))]


async def test_the_tag_of_a_reply_chooses_the_face(d: DiscordServer, house: House) -> None:
    """The pictures of a card's emotions are never seen, or the face of an older message changes with the newest."""
    ann = d.user("Ann")
    general = d.guild("Home", owner=ann)["general"]
    replies = {
        "[emotion:happy]One.": "red",
        "[emotion:愤怒]Two.": "green",
        "Three.": "blue",
        "[emotion:bored]Four.": "blue",
        "[emotion:JOY]Five.": "red",
    }
    house.model.script(*(say(it) for it in replies))
    async with room(d, house, ann, general) as r:
        here = await r.engine.places.resolve(origin(general, ann))
        made = await characters.import_file(r.engine.ctx, here, with_emotions())
        await sessions.new(r.engine.ctx, r.engine.runner, here, "Ann", made.id)
        for text in (it.rpartition("]")[2] for it in replies):
            ann.says(general, "And?", mentions=(d.bot,))
            await d.history.holds(lambda text=text: text in d.texts(general))
        seen = [_colour(d, avatar) for name, avatar, _ in _seen(d, general) if name == "Lan"]
        assert seen == [*replies.values()]
        faces = r.engine.faces
        assert await faces.emotions(r.engine.ctx, made.id) == ("joy", "生气")
    assert d.rejected == []


async def test_where_discord_wants_no_more_faces_the_words_count(d: DiscordServer, house: House) -> None:
    """A reply waits for a minute because its face has changed too often."""
    ann = d.user("Ann")
    general = d.guild("Home", owner=ann)["general"]
    async with room(d, house) as r:
        here = await r.engine.places.resolve(origin(general, ann))
        made = await characters.import_file(r.engine.ctx, here, with_emotions())
        await _say(r, general, {"Lan": made.id}, "Lan", "t0")
        d.buckets.on = True
        for n in range(12):
            part = spoken(f"{n}", f"t{n + 1}.0", number=made.id, emotion=("joy", "anger")[n % 2])
            await r.surface.send(at(general), part)
        assert d.texts(general) == ["words", *map(str, range(12))]
