"""The model that answers looks things up itself: what it is offered, what leaves, what comes back, what is shown."""

import asyncio
import json
import os
import re
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from engine.actions.chats import inspections, replies
from engine.actions.house import blocking, settings
from engine.config.searching import SearchConfig
from engine.turns.inputs.calling_search import ROUNDS
from engine.values.chats.outgoing import Noticed, PartLimit, Thinking
from engine.values.house.setting_scopes import SettingScope
from tests.servers.model import Call, Finish, ModelServer, Script, Tokens, fail, say
from tests.servers.search import SearXngServer, found, row, says
from tests.turns.room import Room, config_for, enter, new_origin, opened
from tests.turns.test_prompt import GOLDEN
from tests.turns.test_web_search import ASKED, RAIN, proposes, told, tune

Format = str


def calls(*queries: str, before: str = "", finish: str = "tool_calls") -> Script:
    """A model that looks something up."""
    some = [Call("web_search", json.dumps({"query": it})) for it in queries]
    return Script([*([before] if before else []), *some, Finish(finish), Tokens(100, 7)])


@pytest.fixture
async def searxng() -> AsyncIterator[SearXngServer]:
    async with SearXngServer() as server:
        server.answer = found(RAIN)
        yield server


@pytest.fixture
async def looking(database_url: str, model: ModelServer, tmp_path: Path, searxng: SearXngServer) -> AsyncIterator[Room]:
    """A channel in which the model decides."""
    async for room in _room(database_url, model, tmp_path, searxng):
        yield room


async def _room(
    database_url: str, model: ModelServer, tmp_path: Path, searxng: SearXngServer, **chat: Any
) -> AsyncIterator[Room]:
    origin = new_origin()
    config = config_for(database_url, tmp_path, model).model_copy(update={"search": SearchConfig(url=searxng.url)})
    if chat and config.chat is not None:
        config = config.model_copy(update={"chat": config.chat.model_copy(update=chat)})
    model.notes = proposes("weather by rule")  # type: ignore[assignment]
    async with opened(config, origin.platform) as engine:
        room = await enter(engine, model, origin)
        await tune(room, search="tool")
        yield room


def messages(room: Room, number: int = -1) -> list[dict[str, Any]]:
    return room.model.generations[number].body["messages"]


async def test_what_the_model_looks_up_comes_back_as_data(looking: Room, searxng: SearXngServer) -> None:
    """A model that knows what it lacks cannot look it up; or a rule looks it up as well, and somebody pays twice."""
    looking.model.script(calls("weather Lisbon"), say("It rains [1]."))
    await looking.say(ASKED)
    first, second = looking.model.generations
    assert [it["function"]["name"] for it in first.body["tools"]] == ["web_search"]
    assert first.body["tool_choice"] == "auto"
    assert [it.query["q"] for it in searxng.asked] == ["weather Lisbon"], "no rule has looked up anything besides"
    called, answer = second.body["messages"][-2:]
    assert (called["role"], called["content"], called["tool_calls"][0]["id"]) == ("assistant", None, "c1")
    assert (answer["role"], answer["tool_call_id"]) == ("tool", "c1")
    assert "Rain until the evening" in answer["content"]
    assert answer["content"].rstrip().splitlines()[-1].startswith("</websearch-")
    assert looking.ended[-1].text == "It rains [1]."
    sources = next(it.notice for it in looking.shown.of(Noticed) if it.notice.message == "search-sources")
    assert (sources.data["words"], sources.data["sources"]) == (
        "weather Lisbon",
        "1. Lisbon weather · 10.0.0.1\nhttp://10.0.0.1/lisbon",
    )
    assert looking.shown.of(Thinking), "people see that something happens"
    turn = (await looking.turns())[-1]
    assert (turn["prompt_tokens"], turn["reply_tokens"]) == (110, 12), "both requests are paid for"
    seen = await inspections.last(looking.ctx, looking.here)
    assert seen is not None
    assert seen.web is not None
    assert (seen.web["by"], seen.web["rounds"], seen.web["hits"]) == ("tool", 1, 1)
    assert "Lisbon" not in json.dumps(seen.web)


async def test_talk_calls_nothing_and_costs_one_request(looking: Room, searxng: SearXngServer) -> None:
    """Each message is a search, or is asked twice."""
    looking.model.script(say("Good evening."))
    await looking.say("Good evening!")
    assert (len(looking.model.generations), searxng.asked, told(looking)) == (1, [], [])


async def test_it_looks_up_twice_and_no_more(looking: Room, searxng: SearXngServer) -> None:
    """A model searches for ever, at somebody's cost, and nobody is answered."""
    searxng.answer = found(RAIN, row("Porto", "http://10.0.0.2/porto", "Sun in Porto."))
    looking.model.script(calls("weather Lisbon"), calls("weather Porto"), say("Rain [1], sun [2]."))
    await looking.say(ASKED)
    assert len(looking.model.generations) == ROUNDS + 1
    assert looking.model.generations[-1].body["tool_choice"] == "none"
    assert [it.query["q"] for it in searxng.asked] == ["weather Lisbon", "weather Porto"]
    assert looking.ended[-1].text == "Rain [1], sun [2]."
    contents = [it["content"] for it in messages(looking) if it["role"] == "tool"]
    assert "[1] Lisbon weather" in contents[0]
    assert "Nothing was found" in contents[1], "what is known already is not told twice"


async def test_numbers_go_on_in_the_second_round(looking: Room, searxng: SearXngServer) -> None:
    """The reply names page 1, and two pages have that number."""
    looking.model.script(calls("weather Lisbon"), calls("weather Porto"), say("Rain [1], sun [2]."))
    searxng.answer = lambda request: found(
        RAIN if "Lisbon" in request.query["q"] else row("Porto", "http://10.0.0.2/porto", "Sun in Porto.")
    )(request)
    await looking.say(ASKED)
    contents = [it["content"] for it in messages(looking) if it["role"] == "tool"]
    assert "[2] Porto" in contents[1]
    sources = next(it.notice for it in looking.shown.of(Noticed) if it.notice.message == "search-sources")
    assert sources.data["sources"].splitlines()[2] == "2. Porto · 10.0.0.2"


@pytest.mark.parametrize("again", ["It rains [1].", "Let me look. It rains [1]."])
async def test_what_is_said_before_is_shown_once(looking: Room, again: str) -> None:
    """The words before the search are gone, or stand there twice; or two words run into one."""
    looking.model.script(calls("weather Lisbon", before="Let me look."), say(again))
    await looking.say(ASKED)
    assert looking.ended[-1].text == "Let me look. It rains [1]."
    assert looking.grown == sorted(looking.grown, key=len), "nothing that was shown is taken away"
    assert messages(looking)[-2]["content"] == "Let me look."
    assert [it["text"] for it in await looking.log()][-1] == "Let me look. It rains [1]."


async def test_nothing_private_leaves_with_a_call(looking: Room, searxng: SearXngServer) -> None:
    """The model, or a page that it has read, sends out who asks; a call of nothing is a search for nothing."""
    looking.model.script(calls("Ann weather Lisbon ann@example.org"), calls("Ann", "+49 170 1234567"), say("It rains."))
    await looking.say(ASKED)
    assert [it.query["q"] for it in searxng.asked] == ["weather Lisbon"]
    assert messages(looking)[-2]["content"].startswith("Nothing was found.")


async def test_several_calls_at_once_are_one_round(looking: Room, searxng: SearXngServer) -> None:
    """Services refuse a request in which a call has no answer."""
    looking.model.script(calls("weather Lisbon", "wind Lisbon", "sea Lisbon", "sun Lisbon"), say("It rains [1]."))
    await looking.say(ASKED)
    assert sorted(it.query["q"] for it in searxng.asked) == ["sea Lisbon", "weather Lisbon", "wind Lisbon"]
    *_, called, first, second, third = messages(looking)
    assert [it["id"] for it in called["tool_calls"]] == [it["tool_call_id"] for it in (first, second, third)]
    assert "Rain until" in first["content"]
    assert "Rain until" not in second["content"] + third["content"]


@pytest.mark.parametrize("arguments", ["{", "[]", '{"query": 1}', "{}"])
async def test_garbage_for_a_query_is_answered(looking: Room, searxng: SearXngServer, arguments: str) -> None:
    """A slip of the model is the end of the reply."""
    looking.model.script(Script([Call("web_search", arguments), Finish("tool_calls")]), say("I can't say."))
    await looking.say(ASKED)
    assert (looking.ended[-1].text, searxng.asked) == ("I can't say.", [])


async def test_the_search_fails_and_an_answer_comes(looking: Room, searxng: SearXngServer) -> None:
    """A dead search engine takes the reply with it, or nobody hears of it."""
    searxng.answer = says(500, {})
    looking.model.script(calls("weather Lisbon"), say("I could not find it."))
    await looking.say(ASKED)
    assert looking.ended[-1].text == "I could not find it."
    failed = next(it.notice for it in looking.shown.of(Noticed))
    assert (failed.message, failed.data["words"], failed.data["failed"]) == ("search-failed", "weather Lisbon", "yes")


async def test_a_person_has_so_many_a_day(looking: Room, searxng: SearXngServer) -> None:
    """The model uses up the month's quota of the provider for one person."""
    await tune(looking, search_daily="1")
    looking.model.script(calls("weather Lisbon"), calls("weather Porto"), say("It rains [1]."))
    await looking.say(ASKED)
    assert len(searxng.asked) == 1
    looking.model.script(calls("weather Rome"), say("I don't know."))
    await looking.say("And in Rome?")
    assert len(searxng.asked) == 1
    assert told(looking)[-1] == "search-spent"


async def test_a_model_that_takes_no_functions_is_served_by_the_rule(looking: Room, searxng: SearXngServer) -> None:
    """With such a model the mode is an error of every turn, or nothing is ever looked up."""
    refused = fail(400, "tools are not supported")
    looking.model.answer = lambda seen: refused if "tools" in seen.body else say("It rains.")
    await looking.say(ASKED)
    assert looking.ended[-1].text == "It rains."
    assert [it.query["q"] for it in searxng.asked] == ["weather by rule"]
    assert "tools" not in looking.model.generations[-1].body
    await looking.say("And in Porto? What's the weather there?")
    assert len(looking.model.generations) == 3, "it is not offered again"


async def test_a_model_that_never_calls_is_served_by_the_rule(looking: Room, searxng: SearXngServer) -> None:
    """It makes the weather up each time that it is asked."""
    looking.model.answer = lambda seen: say("It is sunny, I think.")
    for place in ("Lisbon", "Porto", "Faro"):
        await looking.say(f"What's the weather in {place} today?")
    assert searxng.asked == []
    await looking.say(ASKED)
    assert len(searxng.asked) == 1


async def test_a_stop_in_the_middle_keeps_what_was_said(looking: Room, searxng: SearXngServer) -> None:
    """Who stops while something is looked up waits for it, or loses what was read."""
    searxng.gate = asyncio.Event()
    looking.model.script(calls("weather Lisbon", before="Let me look."))
    await looking.accept(ASKED)
    await looking.grew("Let me look.")
    await searxng.arrived()
    await replies.stop(looking.ctx, looking.here)
    await looking.idle()
    assert looking.ended[-1].text == "Let me look."
    searxng.gate.set()
    looking.model.script(say("Good night."))
    await looking.say("Good night.")
    assert looking.ended[-1].text == "Good night."


async def test_a_message_joins_while_something_is_looked_up(looking: Room, searxng: SearXngServer) -> None:
    """A second thought is answered by itself, although nothing of the reply was seen."""
    searxng.gate = asyncio.Event()
    looking.model.script(calls("weather Lisbon"), say("To both."))
    await looking.accept(ASKED)
    await searxng.arrived()
    await looking.accept("In the evening, I mean.")
    await looking.idle()
    assert [it.text for it in looking.ended] == ["To both."]
    assert [it["content"] for it in messages(looking) if it["role"] == "user"][-1] == "In the evening, I mean."
    searxng.gate.set()


@pytest.mark.parametrize("before", ["Let me look.", ""])
async def test_what_the_end_of_a_process_left_of_it(
    database_url: str, model: ModelServer, tmp_path: Path, searxng: SearXngServer, before: str
) -> None:
    """After a restart in the middle of a search the reply begins twice, or never comes."""
    origin, searxng.gate = new_origin(), asyncio.Event()
    config = config_for(database_url, tmp_path, model).model_copy(update={"search": SearchConfig(url=searxng.url)})
    async with opened(config, origin.platform, limit=PartLimit(2000)) as engine:
        room = await enter(engine, model, origin)
        await tune(room, search="tool")
        model.script(calls("weather Lisbon", before=before))
        await room.accept(ASKED)
        if before:
            await room.grew(before)
        await searxng.arrived()
    searxng.gate.set()
    model.script(calls("weather Lisbon"), say("It rains [1]."))
    async with opened(config, origin.platform, limit=PartLimit(2000)) as engine:
        room = await enter(engine, model, origin, card=None)
        await room.idle()
        assert (await room.spoken())[-1] == ("complete", "It rains [1]."), "nobody had been sent anything of it"


async def test_refused_words_are_covered(looking: Room, searxng: SearXngServer) -> None:
    """A page that the model looked up brings a word that managers block."""
    searxng.answer = found(row("The wobbegong report", "http://10.0.0.1/x", "Rain."))
    await blocking.block_word(looking.ctx, looking.here, "wobbegong", everywhere=False)
    looking.model.script(calls("weather Lisbon"), say("It rains."))
    await looking.say(ASKED)
    assert not any("wobbegong" in str(it.notice.data) for it in looking.shown.of(Noticed))


async def test_gemini_gets_its_calls_back(
    database_url: str, model: ModelServer, tmp_path: Path, searxng: SearXngServer
) -> None:
    """Its newer models refuse a call that comes back without what they signed it with."""
    made = _room(database_url, model, tmp_path, searxng, format="gemini", url=model.gemini_url)
    async for room in made:
        signed = {
            "functionCall": {"name": "web_search", "args": {"query": "weather Lisbon"}},
            "thoughtSignature": "abc",
        }
        chunk = {"candidates": [{"content": {"role": "model", "parts": [signed]}, "index": 0}]}
        model.script(Script(["Let me look. ", chunk, Finish()]), say("It rains [1]."))
        await room.say(ASKED)
        assert room.ended[-1].text == "Let me look. It rains [1]."
        first, second = model.generations
        assert first.body["tools"][0]["functionDeclarations"][0]["name"] == "web_search"
        assert first.body["toolConfig"] == {"functionCallingConfig": {"mode": "AUTO"}}
        called, answered = second.body["contents"][-2:]
        assert called["role"] == "model"
        assert called["parts"][-1]["thoughtSignature"] == "abc"
        response = answered["parts"][0]["functionResponse"]
        assert (answered["role"], response["name"]) == ("user", "web_search")
        assert "Rain until the evening" in response["response"]["result"]


@pytest.mark.parametrize("language", ["en", "zh"])
async def test_what_the_model_reads(looking: Room, searxng: SearXngServer, language: str) -> None:
    """What is said to a model that may look things up is changed unseen."""
    looking.stand_still(datetime(2026, 3, 2, 20, tzinfo=UTC))
    await tune(looking, history_limit="1", facts="off", summary="off", recall="off")
    await settings.put(looking.ctx, looking.here, SettingScope.SPACE, "language", language)
    looking.model.script(calls("weather Lisbon", "sea Lisbon"), calls("Ann"), say("It rains [1]."))
    await looking.say(ASKED)
    prompt = "\n\n".join(_told(it) for it in messages(looking))
    offered = json.dumps(looking.model.generations[0].body["tools"], ensure_ascii=False, indent=1)
    prompt = re.sub(r"-[0-9a-f]{10}>", "-MARK>", f"{offered}\n\n{prompt}\n")
    approved = GOLDEN / "web" / f"tool.{language}.txt"
    if os.environ.get("APPROVE"):
        approved.write_text(prompt, encoding="utf-8")
    assert prompt == approved.read_text(encoding="utf-8"), "APPROVE=1 writes the file anew; read the difference"


def _told(message: dict[str, Any]) -> str:
    called = [f"→ {it['function']['name']} {it['function']['arguments']}" for it in message.get("tool_calls", ())]
    return "\n".join(filter(None, (f"[{message['role']}]", message["content"], *called)))
