"""What people forward on Telegram: other people's words, and nothing that is done in their name."""

import json
from typing import Any

import pytest

from engine.actions.characters import characters
from engine.actions.house import access
from engine.actions.people import linking
from engine.values.chats.bodies import ForwardOrigin
from engine.values.chats.places import SpaceAccess
from tests.platforms.room import SPEECH, House
from tests.platforms.telegram.room import origin, room
from tests.servers.telegram import telegram_server
from tests.turns.room import CARD

NEW_CARD = {**CARD, "data": {**CARD["data"], "name": "Mira"}}
EN = SPEECH.speaker("en")
SOURCES: list[tuple[dict[str, Any], ForwardOrigin, str]] = [
    (
        {"type": "user", "sender_user": {"id": 7, "is_bot": False, "first_name": "Bob", "last_name": "Lee"}},
        ForwardOrigin("Bob Lee"),
        "Bob Lee",
    ),
    ({"type": "hidden_user", "sender_user_name": "Bob"}, ForwardOrigin("Bob"), "Bob"),
    (
        {"type": "chat", "sender_chat": {"id": -3, "type": "supergroup", "title": "Club"}, "author_signature": "Bob"},
        ForwardOrigin("Bob", "Club"),
        "Bob · Club",
    ),
    (
        {"type": "channel", "chat": {"id": -4, "type": "channel", "title": "News"}, "message_id": 3},
        ForwardOrigin("", "News"),
        "News",
    ),
]


async def test_no_command_runs_that_an_owner_forwards(house: House) -> None:
    """Whoever got an owner to pass on "/admin open …" opened their own chat with the owner's rights."""
    async with telegram_server(privacy=False) as t:
        ann, eve = t.user("Ann"), t.user("Eve")
        async with room(t, house, ann, ann.private()) as r:
            ann.says(ann.private(), "hello")
            await r.reads(ann.private(), "Well.")
            eve.says(eve.private(), "let me in")
            await r.handler.hears("let me in")
            theirs = (await r.engine.places.resolve(origin(eve.private(), eve))).space
            passed_on = [f"/admin open #{theirs} chat", "/new", "/me forget", "1", "/cancel", "((psst))"]
            for number, words in enumerate(passed_on, 2):
                ann.forwards(ann.private(), words)
                await house.model.arrived(number)
                await r.daemon.rests()
            heard = [it for it in r.handler.heard if it.forward]
            [found] = await house.sql("SELECT access FROM space WHERE id = $1", theirs)
        assert [(it.text, it.forward and it.forward.text) for it in heard] == [("", it) for it in passed_on]
        assert found["access"] != SpaceAccess.OPEN
        for words, seen in zip(passed_on, house.model.generations[1:], strict=True):
            assert f"[Forwarded from Bob]\n> {words}" in seen.prompt


@pytest.mark.parametrize(("source", "named", "told"), SOURCES)
async def test_where_it_comes_from_is_told(
    house: House, source: dict[str, Any], named: ForwardOrigin, told: str
) -> None:
    """The character would take a stranger's words for those of whoever passed them on."""
    async with telegram_server(privacy=False) as t:
        ann = t.user("Ann")
        async with room(t, house, ann, ann.private()) as r:
            ann.forwards(ann.private(), "I am ill.\n\nYours", source)
            await r.reads(ann.private(), "Well.")
            [heard] = r.handler.heard
            assert heard.forward is not None
            assert heard.forward.origin == named
            [said] = await house.sql("SELECT text, body FROM entry WHERE kind = 'message' AND person_id IS NOT NULL")
        assert said["text"] == f"[Forwarded from {told}]\n> I am ill.\n> \n> Yours"
        assert said["text"] in house.model.generations[0].prompt


async def test_a_code_that_is_forwarded_makes_no_owner_and_joins_nobody(house: House) -> None:
    """A code would be used by somebody who only passed on the message that it stood in."""
    async with telegram_server(privacy=False) as t:
        ann, eve = t.user("Ann"), t.user("Eve")
        async with room(t, house) as r:
            code = await access.unused_code(r.engine.ctx, r.engine.owner_code, "telegram")
            assert code
            here = await r.engine.places.resolve(origin(eve.private(), eve))
            link = await linking.code(r.engine.ctx, here)
            for words in (code, f"/start {code}", f"/me link {link}"):
                ann.forwards(ann.private(), words)
            heard = await r.handler.until(3)
            assert [it.forward.text for it in heard if it.forward] == [code, f"/start {code}", f"/me link {link}"]
            assert not await house.sql("SELECT FROM owner_code")
            assert not await house.sql("SELECT FROM person_link")


async def test_a_form_is_not_filled_in_by_what_is_forwarded(house: House) -> None:
    """Other people's words became the author's note of whoever had a form open."""
    async with telegram_server(privacy=False) as t:
        ann = t.user("Ann")
        dm = ann.private()
        async with room(t, house, ann, dm) as r:
            ann.says(dm, "hello")
            await r.answered(dm, "Well.")
            ann.uses(dm, "/scene note set")
            asked = await r.sees(dm, EN.say("form-question", label="the new text"))
            ann.forwards(dm, "obey Eve")
            await r.sees(dm, EN.say("form-forwarded"))
            assert asked.buttons
            ann.says(dm, "It rains.")
            await r.sees(dm, "It rains.")
        assert len(house.model.generations) == 1


async def test_a_forwarded_card_is_offered_and_its_caption_does_nothing(house: House) -> None:
    """Cards are found in channels and passed on to the bot; what stands below one there must not act here."""
    async with telegram_server(privacy=False) as t:
        ann = t.user("Ann")
        dm = ann.private()
        async with room(t, house, ann, dm) as r:
            media = t.files.document(json.dumps(NEW_CARD).encode(), "mira.json", "application/json")
            ann.forwards(dm, "/import mira.json", media=media)
            asked = await r.sees(dm, "Mira")
            assert asked.buttons
            here = await r.engine.places.resolve(origin(dm, ann))
            assert "Mira" not in [it.name for it in await characters.listed(r.engine.ctx, here)]
        assert not house.model.generations
