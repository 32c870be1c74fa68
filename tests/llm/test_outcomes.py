"""How replies end, as the caller of a role sees it. The server is scripted, the wire is real."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import aclosing

import pytest

from engine.errors import (
    ModelBroken,
    ModelBusy,
    ModelContextTooLong,
    ModelError,
    ModelKeyRefused,
    ModelNoCredit,
    ModelNotFound,
    ModelRateLimited,
    ModelRefusedRequest,
    ModelUnreachable,
    ModelUrlWrong,
    NoModelConfigured,
)
from engine.values.models.models import (
    ChatEvent,
    Delta,
    Ending,
    Endpoint,
    Format,
    Outcome,
    Restarted,
    RoleName,
    Sampling,
    Tool,
    ToolCall,
    Usage,
)
from engine.values.models.prompts import PromptMessage, Role
from tests.llm.conftest import MakeRoles, gemini, openai
from tests.servers.model import COMMENT, Call, Cut, Finish, Gate, ModelServer, Script, Think, Tokens, cut, fail, say

MakeEndpoint = Callable[..., Endpoint]
HELLO = [PromptMessage(Role.USER, "Hello")]


async def told(events: AsyncIterator[ChatEvent]) -> tuple[str, Outcome]:
    """The text as a person would see it at the end, and the outcome."""
    text, outcome = "", None
    async for event in events:
        if isinstance(event, Delta):
            text += event.text
        elif isinstance(event, Restarted):
            text = ""
        elif isinstance(event, Outcome):
            outcome = event
    assert outcome is not None
    return text, outcome


@pytest.mark.parametrize("make", [openai, gemini])
async def test_a_reply(make_roles: MakeRoles, server: ModelServer, make: MakeEndpoint) -> None:
    """If it fails, a model of this format cannot be talked to."""
    server.script(say("Hello", " you", usage=(12, 3)))
    endpoint = make(server, name="one")
    text, outcome = await told(make_roles(endpoint).chat(HELLO))
    assert text == "Hello you"
    assert outcome == Outcome(Ending.COMPLETE, "one", "m", Usage(12, 3))


async def test_a_server_that_does_not_stream(make_roles: MakeRoles, server: ModelServer) -> None:
    """If it fails, a server that answers in one piece seems to say nothing."""
    body = {"choices": [{"message": {"content": "Hi"}, "finish_reason": "stop"}]}
    server.script(Script(body=body))
    assert (await told(make_roles(openai(server)).chat(HELLO)))[0] == "Hi"


@pytest.mark.parametrize(
    ("script", "ending", "text"),
    [
        (say(), Ending.EMPTY, ""),
        (say(" ", "\n"), Ending.EMPTY, ""),
        (Script([Think("hm"), Finish()]), Ending.REASONING_ONLY, ""),
        (say(finish="length"), Ending.REASONING_ONLY, ""),
        (say("Once", finish="length"), Ending.LENGTH, "Once"),
        (say("Once", finish="content_filter"), Ending.CONTENT_FILTER, "Once"),
        (say(finish="content_filter"), Ending.CONTENT_FILTER, ""),
        (say("Once", finish="never_heard_of"), Ending.COMPLETE, "Once"),
        (Script([Call("look", '{"page'), Finish("tool_calls")]), Ending.BAD_TOOL_ARGUMENTS, ""),
        (Script([Call("look", "{}"), Finish("tool_calls")]), Ending.COMPLETE, ""),
        (Script(["Once", {"error": {"message": "gone", "code": 500}}]), Ending.ERROR, "Once"),
        (Script(["Once", b"data: {half\n\n", " more", Finish()]), Ending.ERROR, "Once"),
        (Script(["Once", b"data: " + b"x" * (2 << 20) + b"\n\n", Finish()]), Ending.ERROR, "Once"),
        (Script(["Once", Finish(), Cut("close")]), Ending.COMPLETE, "Once"),
        (Script(["Once", Tokens(3, 1)]), Ending.CUT, "Once"),
        (Script([COMMENT, "Once", COMMENT, Finish()]), Ending.COMPLETE, "Once"),
    ],
)
async def test_each_end_is_an_outcome_of_its_own(
    make_roles: MakeRoles, server: ModelServer, script: Script, ending: Ending, text: str
) -> None:
    """If it fails, a reply that is not whole passes for one, or an empty message is sent."""
    server.script(script)
    seen, outcome = await told(make_roles(openai(server)).chat(HELLO))
    assert (outcome.ending, seen) == (ending, text)


@pytest.mark.parametrize("count", [1, 2, 3, 17, 200])
@pytest.mark.parametrize("how", ["rst", "eof", "close"])
@pytest.mark.parametrize("make", [openai, gemini])
async def test_a_cut_at_any_token_is_seen(
    make_roles: MakeRoles, server: ModelServer, how: str, make: MakeEndpoint, count: int
) -> None:
    """If it fails, a reply that broke off passes for a finished one, or is shown a second time."""
    gate = Gate()
    server.script(Script([*["word "] * count, gate, Cut(how)]), say("again"))
    text, last = "", None
    async for event in make_roles(make(server)).chat(HELLO):
        last = event
        if isinstance(event, Delta):
            text += event.text
            if len(text) == 5 * count:  # all is read; what comes now cannot swallow it
                gate.open()
    assert isinstance(last, Outcome)
    assert last.ending is Ending.CUT
    assert text == "word " * count
    assert len(server.generations) == 1


@pytest.mark.parametrize("how", ["rst", "eof", "close"])
async def test_a_cut_before_any_text_is_retried_unseen(make_roles: MakeRoles, server: ModelServer, how: str) -> None:
    """If it fails, people see an error that one more try would have spared them."""
    server.script(Script([Think("hm"), Cut(how)]), say("Hello"))
    assert (await told(make_roles(openai(server)).chat(HELLO)))[0] == "Hello"
    server.script(cut(how=how), cut(how=how), cut(how=how), say("too late"))
    with pytest.raises(ModelBroken):
        await told(make_roles(openai(server)).chat(HELLO))


@pytest.mark.parametrize(
    ("script", "error", "tries"),
    [
        (fail(401, "Incorrect API key provided"), ModelKeyRefused, 1),
        (fail(403), ModelKeyRefused, 1),
        (fail(400, "API key not valid. Please pass a valid API key."), ModelKeyRefused, 1),
        (fail(402, "Insufficient Balance"), ModelNoCredit, 1),
        (fail(429, "You exceeded your quota", code="insufficient_quota"), ModelNoCredit, 1),
        (fail(404, "The model `m` does not exist"), ModelNotFound, 1),
        (fail(404, 'model "m" not found, try pulling it first'), ModelNotFound, 1),
        (Script(status=404, body="404 page not found"), ModelUrlWrong, 1),
        (Script(status=302, headers={"Location": "/login"}, body=""), ModelUrlWrong, 1),
        (Script(body="<html>Welcome</html>", headers={"Content-Type": "text/html"}), ModelUrlWrong, 1),
        (fail(400, "This model's maximum context length is 8192 tokens"), ModelContextTooLong, 1),
        (fail(400, "temperature must be below 2"), ModelRefusedRequest, 1),
        (fail(429, "slow down", retry_after=0), ModelRateLimited, 3),
        (fail(429, "slow down", retry_after=120), ModelRateLimited, 1),
        (fail(500), ModelBusy, 3),
        (fail(529, "Overloaded"), ModelBusy, 3),
        (Script([{"error": {"message": "over", "code": 503}}]), ModelBusy, 3),
        (Script([{"error": {"message": "bad key", "code": 401}}]), ModelKeyRefused, 1),
    ],
)
async def test_errors_before_any_text(
    make_roles: MakeRoles, server: ModelServer, script: Script, error: type[ModelError], tries: int
) -> None:
    """If it fails, an operator is told the wrong thing to do, or an error is hammered at a server."""
    server.answer = lambda _: script
    with pytest.raises(error) as raised:
        await told(make_roles(openai(server)).chat(HELLO))
    assert type(raised.value) is error
    assert raised.value.data["model"] == "m"
    assert len(server.generations) == tries


async def test_wrong_addresses(make_roles: MakeRoles, server: ModelServer, second: ModelServer) -> None:
    """If it fails, a typing error in an address ends in a traceback."""
    port = second.port
    await second.stop()
    for url, error in [
        (f"http://127.0.0.1:{port}/v1", ModelUnreachable),
        ("http://no-such-host.invalid/v1", ModelUnreachable),
        ("http://[::bad/v1", ModelUrlWrong),
        ("ftp://127.0.0.1/v1", ModelUrlWrong),
    ]:
        with pytest.raises(error):
            await told(make_roles(Endpoint("x", Format.OPENAI, url, "m")).chat(HELLO))
    with pytest.raises(NoModelConfigured):
        await told(make_roles().chat(HELLO))


@pytest.mark.parametrize("tail", ["", "/", "/chat/completions", "/chat/completions/"])
async def test_addresses_as_people_write_them(make_roles: MakeRoles, server: ModelServer, tail: str) -> None:
    """If it fails, an address pasted from a provider's page does not work."""
    server.answer = lambda _: say("Hi")
    for url in (server.url, server.url.removesuffix("/v1"), server.url.removeprefix("http://")):
        endpoint = Endpoint("x", Format.OPENAI, url + tail, "m")
        assert (await told(make_roles(endpoint).chat(HELLO)))[0] == "Hi"
    assert {seen.path for seen in server.generations} == {"/v1/chat/completions"}


async def test_what_is_sent_to_openai(make_roles: MakeRoles, server: ModelServer) -> None:
    """If it fails, a preset's samplers or a person's words do not reach the model."""
    server.script(say("Hi"))
    messages = [PromptMessage(Role.SYSTEM, "Be kind"), PromptMessage(Role.USER, "Hello \ud800", name="p-1")]
    sampling = Sampling(temperature=0.5, max_tokens=9, stop=("X",), json_schema={"type": "object"})
    await told(make_roles(openai(server)).chat(messages, sampling))
    assert server.requests[0].body == {
        "model": "m",
        "messages": [
            {"role": "system", "content": "Be kind"},
            {"role": "user", "content": "Hello ?", "name": "p-1"},
        ],
        "stream": True,
        "stream_options": {"include_usage": True},
        "temperature": 0.5,
        "max_tokens": 9,
        "stop": ["X"],
        "response_format": {
            "type": "json_schema",
            "json_schema": {"name": "reply", "strict": True, "schema": {"type": "object"}},
        },
    }


async def test_what_is_sent_to_gemini(make_roles: MakeRoles, server: ModelServer) -> None:
    """If it fails, Gemini refuses the conversation, or reads an instruction as something else."""
    server.script(say("Hi"))
    messages = [
        PromptMessage(Role.SYSTEM, "Be kind"),
        PromptMessage(Role.SYSTEM, "You are Mei"),
        PromptMessage(Role.USER, "Hello"),
        PromptMessage(Role.SYSTEM, "It rains"),
        PromptMessage(Role.ASSISTANT, "Yes?"),
        PromptMessage(Role.USER, "Well"),
    ]
    tool = Tool("look", "Looks", {"type": "object"})
    await told(make_roles(gemini(server)).chat(messages, Sampling(max_tokens=9, tools=(tool,))))
    seen = server.requests[0]
    assert seen.path == "/v1beta/models/m:streamGenerateContent?alt=sse"
    assert seen.body == {
        "systemInstruction": {"parts": [{"text": "Be kind"}, {"text": "You are Mei"}]},
        "contents": [
            {"role": "user", "parts": [{"text": "Hello"}, {"text": "It rains"}]},
            {"role": "model", "parts": [{"text": "Yes?"}]},
            {"role": "user", "parts": [{"text": "Well"}]},
        ],
        "generationConfig": {"maxOutputTokens": 9},
        "tools": [
            {"functionDeclarations": [{"name": "look", "description": "Looks", "parameters": {"type": "object"}}]}
        ],
        "toolConfig": {"functionCallingConfig": {"mode": "AUTO"}},
    }


async def test_functions_that_are_offered_to_openai(make_roles: MakeRoles, server: ModelServer) -> None:
    """If it fails, a model is never told that it may look something up."""
    server.script(say("Hi"))
    tool = Tool("look", "Looks", {"type": "object"})
    await told(make_roles(openai(server)).chat(HELLO, Sampling(tools=(tool,))))
    body = server.requests[0].body
    function = {"name": "look", "description": "Looks", "parameters": {"type": "object"}}
    assert body["tools"] == [{"type": "function", "function": function}]
    assert body["tool_choice"] == "auto"


@pytest.mark.parametrize("make", [openai, gemini])
async def test_tool_calls_reach_the_caller(make_roles: MakeRoles, server: ModelServer, make: MakeEndpoint) -> None:
    """If it fails, a utility model cannot choose what to look up."""
    server.script(Script([Call("look", '{"page": 3}'), Finish("tool_calls")]))
    events = [event async for event in make_roles(make(server)).chat(HELLO)]
    assert events[0] == ToolCall("look", {"page": 3})


async def test_complete(make_roles: MakeRoles, server: ModelServer, second: ModelServer) -> None:
    """If it fails, background work gets a spliced or a half text."""
    server.script(cut("half"))
    second.script(say("whole"))
    roles = make_roles(openai(server), openai(second, "second"))
    text, outcome = await roles.complete(RoleName.UTILITY, HELLO)
    assert (text, outcome.endpoint, outcome.ending) == ("whole", "second", Ending.COMPLETE)


@pytest.mark.parametrize("leave", ["aclose", "cancel"])
async def test_leaving_closes_the_connection(make_roles: MakeRoles, server: ModelServer, leave: str) -> None:
    """If it fails, a reply that was stopped goes on costing money."""
    gate = Gate()
    server.script(Script(["Once", gate]))
    shown = asyncio.Event()

    async def listen() -> None:
        async with aclosing(make_roles(openai(server)).chat(HELLO)) as events:
            async for _ in events:
                shown.set()
                if leave == "aclose":
                    return

    listener = asyncio.ensure_future(listen())
    await shown.wait()
    if leave == "cancel":
        await gate.reached()
        listener.cancel()
    await asyncio.wait([listener])
    await server.requests[0].closed.wait()
    assert server.requests[0].left


async def test_leaving_before_the_headers_closes_the_connection(make_roles: MakeRoles, server: ModelServer) -> None:
    """If it fails, a reply that was stopped while the model was loading goes on costing money."""
    server.script(Script(before=Gate()))
    listener = asyncio.ensure_future(told(make_roles(openai(server)).chat(HELLO)))
    seen = await server.arrived()
    listener.cancel()
    await asyncio.wait([listener])
    await seen.closed.wait()
    assert seen.left


async def test_the_connection_is_kept_for_the_next_reply(make_roles: MakeRoles, server: ModelServer) -> None:
    """If it fails, every reply waits for a new connection."""
    roles = make_roles(openai(server))
    server.answer = lambda _: say("Hi")
    for _ in range(3):
        await told(roles.chat(HELLO))
        await server.requests[-1].closed.wait()
    assert len({seen.peer for seen in server.requests}) == 1
