"""Who is close to whom, from what is in the log of a channel."""

import json
from collections.abc import Mapping
from dataclasses import replace

import pytest

from engine.actions.characters import casts, characters
from engine.actions.chats import undoing
from engine.actions.chats.head_moves import current_head
from engine.actions.people import friendships
from engine.actions.people.forgetting import forget_me
from engine.db.chats import log
from engine.values.chats.bodies import MessageBody, ReactionBody
from engine.values.chats.circles import Friend, Friendship
from engine.values.chats.entries import NewEntry
from tests.servers.model import say
from tests.turns.room import CARD, Room


@pytest.fixture
async def lan(room: Room) -> int:
    """A second character of the channel, by number."""
    card = {**CARD, "data": {**CARD["data"], "name": "Lan", "first_mes": ""}}
    made = await characters.import_file(room.ctx, room.here, json.dumps(card).encode())
    await casts.add(room.ctx, room.runner, room.here, made.id, "Ann")
    await room.idle()
    room.model.answer = lambda _: say("The harbour is full of lanterns.")
    return made.id


async def found(room: Room) -> Mapping[tuple[str, str], Friendship]:
    """Every friendship here, by the names of the two in the order of the alphabet."""
    told = await friendships.friends(room.ctx, room.here)
    pairs = ((sorted((told.names[it.one], told.names[it.other])), it) for it in told.friendships)
    return {(one, other): it for (one, other), it in pairs}


async def write(room: Room, *entries: NewEntry) -> int:
    """Characters write and like by themselves; the seq of the last."""
    head = await current_head(room.ctx, room.here)
    async with room.db.transaction() as on:
        at = await log.head(on, head.session_key, head.branch)
        return await log.append(on, head.session_key, head.branch, at, entries)


async def mira(room: Room) -> int:
    names = (await friendships.friends(room.ctx, room.here)).names
    return next(it.id for it, name in names.items() if name == "Mira" and not it.is_person)


def comment(room: Room, character: int, text: str) -> NewEntry:
    return NewEntry(MessageBody(), room.ctx.clock.now(), text, character=character)


def like(room: Room, character: int, target: int, *signs: str) -> NewEntry:
    return NewEntry(ReactionBody(emojis=signs), room.ctx.clock.now(), character=character, target_seq=target)


async def test_characters_grow_close_by_comments_and_likes(room: Room, lan: int) -> None:
    """A circle in which characters answer each other all day would have no friends."""
    first = await mira(room)
    post = await write(room, comment(room, first, "The lighthouse burns tonight."))
    assert await found(room) == {}, "a post alone brings nobody closer"
    await write(room, comment(room, lan, "@Mira Which lighthouse?"), like(room, lan, post, "❤"))
    both = (await found(room))["Lan", "Mira"]
    assert (both.given, both.returned) in ((2, 0), (0, 2))
    await write(room, like(room, lan, post))
    less = (await found(room))["Lan", "Mira"]
    assert less.given + less.returned == 1
    assert less.closeness < both.closeness


async def test_people_count_as_characters_do_and_what_they_take_back_does_not(room: Room, lan: int) -> None:
    """A heart or a comment that was taken back would bring two together for ever."""
    await write(room, comment(room, lan, "Rain on the roof."))
    await room.say("Good evening.")
    reply = await room.last_reply()
    assert await found(room) == {}
    await room.react(reply, "❤")
    await room.idle()
    [(pair, liked)] = (await found(room)).items()
    assert "Ann" in pair
    assert liked.about == ("harbour", "lanterns")
    await room.react(reply, whole=True)
    await room.idle()
    assert await found(room) == {}
    await room.say("@Lan I like the rain.")
    assert set(await found(room)) == {("Ann", "Lan")}
    await undoing.undo(room.ctx, room.runner, room.here)
    await room.idle()
    assert await found(room) == {}


async def test_what_not_all_may_read_is_not_shown(room: Room, lan: int) -> None:
    """Whoever comes later would see who was close to whom behind closed doors."""
    first = await mira(room)
    crew = replace(room.origin, audience=(("role:1",),))
    await room.engine.places.resolve(crew)
    await write(room, comment(room, first, "A secret."), comment(room, lan, "@Mira Keep it."))
    assert set(await found(room)) == {("Lan", "Mira")}
    await room.engine.places.resolve(replace(crew, audience=(("role:2",),)))
    assert await found(room) == {}


async def test_whoever_is_forgotten_is_nobodys_friend(room: Room, lan: int) -> None:
    """The name of somebody who had all of it erased would stay in the picture."""
    await write(room, comment(room, lan, "Rain on the roof."))
    await room.say("@Lan I like the rain.")
    assert set(await found(room)) == {("Ann", "Lan")}
    await forget_me(room.ctx, room.runner, room.here)
    assert Friend(room.here.person, is_person=True) not in (await friendships.friends(room.ctx, room.here)).names
    assert await found(room) == {}


async def test_a_character_without_a_picture_is_drawn_by_its_initial(room: Room, lan: int) -> None:
    """One character that is gone would leave everybody without the picture."""
    shown = [Friend(lan), Friend(room.here.person, is_person=True), Friend(10**12)]
    assert await friendships.pictures(room.ctx, room.engine.faces, shown) == {}
