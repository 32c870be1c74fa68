"""How much a model can read."""

import pytest

from engine.errors import ModelKeyRefused
from engine.llm.attempt import CallResources
from engine.llm.context import OLLAMA_DEFAULT, Proof, ask_context, check
from engine.llm.http import Http
from engine.work.clock import HandClock
from engine.work.tasks import Tasks
from tests.llm.conftest import gemini, openai
from tests.servers.model import ModelServer, Script, Seen, Tokens, fail, say


@pytest.fixture
def means(http: Http, tasks: Tasks, clock: HandClock) -> CallResources:
    return CallResources(http, tasks, clock, jitter=lambda: 0.0)


@pytest.mark.parametrize(
    ("others", "size"),
    [
        ({"/v1/models": {"data": [{"id": "other", "max_model_len": 1}, {"id": "m", "max_model_len": 32768}]}}, 32768),
        ({"/v1/models": {"data": [{"id": "m", "context_length": 131072}]}}, 131072),
        ({"/v1/models": {"data": [{"id": "m"}]}, "/props": {"default_generation_settings": {"n_ctx": 8192}}}, 8192),
        ({"/api/show": {"parameters": 'stop "x"\nnum_ctx                        16384'}}, 16384),
        ({"/api/show": {"parameters": "num_ctx 1"}, "/api/ps": {"models": [{"name": "m", "context_length": 9}]}}, 9),
        ({"/api/show": {"details": {}}}, OLLAMA_DEFAULT),
        ({"/v1/models": [1], "/props": "x"}, None),
        ({}, None),
    ],
)
async def test_what_servers_say(http: Http, server: ModelServer, others: dict[str, object], size: int | None) -> None:
    """If it fails, a character forgets half the conversation because its model's size was read wrong."""
    server.others = others
    assert await ask_context(http, openai(server)) == size


async def test_what_gemini_says(http: Http, server: ModelServer) -> None:
    """If it fails, Gemini's size is not known."""
    server.others = {"/v1beta/models/m": {"inputTokenLimit": 1048576}}
    assert await ask_context(http, gemini(server)) == 1048576


def reader(limit: int | None, *, counts: bool) -> object:
    """A model that reads the last ``limit`` words of a prompt and repeats the secret word if it saw it."""

    def answer(seen: Seen) -> Script:
        words = seen.prompt.split()
        read = words[-limit:] if limit else words
        found = next((word for word in read if word.startswith("kestrel")), "none")
        script = say(found, usage=None)
        return Script([*script.steps, Tokens(len(read) * 3 // 2, 3)]) if counts else script

    return answer


@pytest.mark.parametrize(
    ("limit", "counts", "proof"),
    [(None, True, Proof.WHOLE), (None, False, Proof.WHOLE), (2000, True, Proof.CUT), (2000, False, Proof.CUT)],
)
async def test_a_long_prompt_proves_it(
    means: CallResources, server: ModelServer, limit: int | None, counts: bool, proof: Proof
) -> None:
    """If it fails, a server that cuts prompts without a word goes unnoticed, and the character's memory with it."""
    server.answer = reader(limit, counts=counts)  # pyright: ignore[reportAttributeAccessIssue] - an Answer
    finding = await check(means, openai(server))
    assert (finding.context, finding.proof, finding.problem) == (32768, proof, None)


async def test_a_prompt_that_is_refused_is_a_proof_too(means: CallResources, server: ModelServer) -> None:
    """If it fails, doctor ends in an error instead of saying that the context is smaller than set."""
    server.script(fail(400, "maximum context length is 4096 tokens"))
    assert (await check(means, openai(server, context=8192))).proof is Proof.REFUSED


async def test_doctor_is_told_what_is_wrong(means: CallResources, server: ModelServer) -> None:
    """If it fails, doctor ends in a traceback on a wrong key."""
    server.script(fail(401))
    assert isinstance((await check(means, openai(server))).problem, ModelKeyRefused)
