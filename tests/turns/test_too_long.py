"""A message, a file, a card or a chat that is too long: people are told at once, and the next message is answered."""

import json
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

import pytest

from engine.actions.characters import characters
from engine.actions.chats import replies, revisions, sessions
from engine.actions.house import settings
from engine.errors import MessageTooLong
from engine.values.chats.incoming import Attached, Heard, Incoming
from engine.values.chats.outgoing import Noticed
from engine.values.house.setting_scopes import SettingScope
from tests import calendar
from tests.servers.model import Script, Seen, fail, say
from tests.turns.files import bring
from tests.turns.room import CARD, Room
from tests.turns.test_pictures import send

pytestmark = pytest.mark.share(2)

SMALL = 4_096
LONG = "The tide came in and went out again. " * 1_620  # sixty thousand characters
NEARLY = LONG[:12_300]  # no prompt of a small model holds it beside the rest


def small(room: Room, context: int = SMALL) -> None:
    """The model takes in so many tokens, as its endpoint said."""
    (endpoint,) = room.ctx.roles.endpoints("chat")  # type: ignore[arg-type] - by its value
    room.ctx.gauges.told(endpoint, context)
    room.model.answer = lambda _: say("I am here.")


def notices(room: Room) -> list[str]:
    ended = [it.notice.message for it in room.ended if it.notice]
    return [*ended, *(it.notice.message for it in room.shown.of(Noticed))]


def cause(room: Room) -> str:
    """What the last turn says is too long."""
    notice = room.ended[-1].notice
    return str(notice.data.get("cause")) if notice else ""


async def answers(room: Room, text: str = "And now?") -> bool:
    """Whether the character answers what is said next."""
    before = len(room.ended)
    await room.say(text)
    asked = [content for role, content in room.prompt() if role == "user"]
    return asked[-1] == text and [it.text for it in room.ended[before:]] == ["I am here."]


async def test_what_no_prompt_can_hold_is_refused_at_the_door(room: Room) -> None:
    """It would stand in the chat, and each later turn fail for it."""
    small(room)
    await room.say("Hello.")
    with pytest.raises(MessageTooLong) as refused:
        await room.accept(LONG)
    data = refused.value.data
    assert (data["length"], data["limit"], data["bound"]) == (len(LONG), SMALL - 1_024, "context")
    assert int(data["tokens"]) > int(data["limit"])
    assert LONG not in [it["text"] for it in await room.log()]
    assert await answers(room)


async def test_what_the_model_can_bear_is_read_whole(room: Room) -> None:
    """A paste that fits would be refused for a number that holds for nobody."""
    small(room, 32_000)
    assert await answers(room, LONG)


async def test_an_edit_is_refused_too(room: Room) -> None:
    """A short message becomes one that blocks the chat."""
    small(room)
    await room.accept("Hello.", "one")
    await room.idle()
    with pytest.raises(MessageTooLong):
        await room.edit("one", LONG)
    with pytest.raises(MessageTooLong):
        await revisions.edit(room.engine.ctx, room.engine.runner, room.here, LONG)
    assert await answers(room)


async def _beside_the_rest(room: Room) -> None:
    await room.say(NEARLY)
    assert notices(room)[-1] == "error-prompt-refused"
    assert cause(room) == "message"
    assert not room.model.generations


async def _burst(room: Room) -> None:
    with room.engine.turns.catching_up([room.here.key]):
        for at in range(8):
            await room.accept(f"{at}: {NEARLY[:6_000]}")
    await room.idle()
    assert notices(room)[-1] == "prompt-unread"


async def _impersonated(room: Room) -> None:
    room.model.script(say(LONG))
    await room.say("Hello.")
    await replies.impersonate(room.engine.ctx, room.engine.runner, room.here)
    await room.idle()


async def _reply(room: Room) -> None:
    room.model.script(say(LONG))
    await room.say("Hello.")


async def _gone_on(room: Room) -> None:
    await _reply(room)
    await replies.go_on(room.engine.ctx, room.engine.runner, room.here)
    await room.idle()


async def _imported(room: Room) -> None:
    lines = [
        {"user_name": "Ann", "character_name": "Mira", "chat_metadata": {}},
        {"name": "Mira", "is_user": False, "mes": LONG, "send_date": "2024-05-01 10:00"},
        {"name": "Ann", "is_user": True, "mes": LONG, "send_date": "2024-05-01 10:01"},
    ]
    await bring(room, "\n".join(map(json.dumps, lines)).encode(), "chat.jsonl")


async def _card(room: Room) -> None:
    card = {**CARD, "data": {**CARD["data"], "name": "Long", "description": LONG}}
    made = await characters.import_file(room.engine.ctx, room.here, json.dumps(card).encode())
    await sessions.new(room.engine.ctx, room.engine.runner, room.here, "Ann", made.id)
    await room.say("Hello.")
    assert notices(room)[-1] == "prompt-shortened"


async def _model_changed(room: Room) -> None:
    small(room, 32_000)
    await room.say(LONG)
    small(room)


async def _whole_chat(room: Room) -> None:
    await settings.put(room.engine.ctx, room.here, SettingScope.SPACE, "history_load_all", "on")
    while not (room.ended and room.ended[-1].notice):
        await room.say(NEARLY[:9_000])
    assert cause(room) == "history"
    await settings.put(room.engine.ctx, room.here, SettingScope.SPACE, "history_load_all", "off")  # as the error says


WAYS: Mapping[str, Callable[[Room], Awaitable[None]]] = {
    "beside the rest of the prompt": _beside_the_rest,
    "a burst": _burst,
    "a long reply": _reply,
    "a long reply that goes on": _gone_on,
    "impersonated": _impersonated,
    "an imported chat": _imported,
    "a card": _card,
    "another model": _model_changed,
    "the whole chat": _whole_chat,
}


@pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)
async def test_the_next_message_is_answered(room: Room, way: Callable[[Room], Awaitable[None]]) -> None:
    """Only /undo would help, and nobody says so."""
    small(room)
    await way(room)
    assert await answers(room)
    assert await answers(room, "And then?")


def reads_only(tokens: int, words: str) -> Callable[[Seen], Script]:
    """A server that refuses longer prompts than it takes in; no table of models knows how much that is."""

    def answer(seen: Seen) -> Script:
        asked = sum(len(it["content"]) for it in seen.body["messages"]) // 4 + seen.body["max_tokens"]
        return fail(400, words.format(limit=tokens, asked=asked)) if asked > tokens else say("I am here.")

    return answer


@pytest.mark.parametrize(
    "words",
    [
        "This model's maximum context length is {limit} tokens. However, you requested {asked} tokens.",
        "the request exceeds the available context size ({limit} tokens)",
        "prompt is too long: {asked} tokens > {limit} maximum",
        "The input token count exceeds the maximum number of tokens allowed {limit}.",
        "too many tokens",
    ],
)
async def test_a_model_that_says_only_by_refusing_how_much_it_reads(room: Room, words: str) -> None:
    """Each turn would be refused, and the advice be to change a setting that nobody knows."""
    talk = [f"{at}: {NEARLY[:3_000]}" for at in range(8)]
    room.model.answer = lambda _: say("I am here.")
    await room.say(*talk)
    room.model.answer = reads_only(SMALL, words)
    assert await answers(room)
    asked = len(room.model.generations)
    assert await answers(room, "And then?")
    assert len(room.model.generations) == asked + 1  # it is known now


@pytest.mark.parametrize(
    ("data", "message"),
    [(b"word " * 5_000, "file-cut"), (b"word " * 60_000, "file-unread"), (b"word " * 2_000, None)],
)
async def test_what_of_a_file_is_not_read_is_told(room: Room, data: bytes, message: str | None) -> None:
    """Somebody talks for an hour about chapters that nobody has read."""
    room.model.answer = lambda _: say("I am here.")
    await send(room, "Read this.", Attached("story.txt", "text/plain", data))
    told: list[Any] = [it.notice for it in room.shown.of(Noticed)]
    assert [it.message for it in told] == ([message] if message else [])
    assert all(it.data["name"] == "story.txt" for it in told)


async def test_a_file_that_the_model_cannot_bear_is_refused_with_its_message(room: Room) -> None:
    """A paste that a platform makes a file of would do what the paste itself may not."""
    small(room)
    with pytest.raises(MessageTooLong):
        await send(room, "Read this.", *(Attached(f"{at}.txt", "text/plain", LONG.encode()) for at in range(3)))
    assert await answers(room)


@pytest.mark.calendar
async def test_what_is_only_overheard_is_not_refused(room: Room) -> None:
    """Who talks to others in a room would be told off by a character that nobody asked."""
    small(room)
    await settings.put(room.engine.ctx, room.here, SettingScope.SPACE, "speaks", "called")
    await settings.put(room.engine.ctx, room.here, SettingScope.SPACE, "listen", "on")
    now = calendar.now()
    overheard = Incoming(room.origin, "over", LONG, now, 1, addressed=False)
    assert await room.engine.turns.accept(overheard) is Heard.QUIET
    room.position = 1
    await room.say("And now?")
    assert [it.text for it in room.ended] == ["I am here."]
