"""Endpoints that quote the prompt in their errors: whatever fails, and however, their words go no further."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import pytest

from bot.logs import start_logging
from bot.words.localise import Speech
from engine.embed.remote import RemoteEmbedder
from engine.errors import ModelError
from engine.llm.attempt import CallResources
from engine.llm.context import check
from engine.llm.discovery import list_models
from engine.llm.examine import finding_from
from engine.llm.http import Http
from engine.llm.trial import try_chat
from engine.rules.wire.failures import code_told
from engine.values.house.house import DoctorPart
from engine.values.models.models import Endpoint, Format
from engine.values.models.pictures import Picture
from engine.values.models.prompts import PromptMessage, Role
from engine.work.clock import HandClock
from engine.work.tasks import Tasks
from tests.llm.conftest import MakeRoles, gemini, openai
from tests.log_lines import plain_tracebacks
from tests.servers.echoes import broken, refusals
from tests.servers.model import ModelServer, Script

SAID = "MEIN-GEHEIMNIS 我的秘密 kestrel-4711"
HELLO = [PromptMessage(Role.USER, SAID)]
FORMATS = {Format.OPENAI: openai, Format.GEMINI: gemini}


@contextmanager
def debug_log(file: Path) -> Iterator[None]:
    """The product's own log, at its most talkative, in a file."""
    root = logging.getLogger()
    before, level = root.handlers[:], root.level
    root.handlers = []
    start_logging("debug", (), file=file)
    try:
        yield
    finally:
        for handler in root.handlers:
            handler.close()
        root.handlers = before
        root.setLevel(level)
        plain_tracebacks()


def words_of(error: ModelError) -> list[str]:
    """All that people, logs and rows ever get of an error, and of what it came from."""
    speech = Speech()
    chain, told = [error], [repr(error.data)]
    while (before := chain[-1].__cause__ or chain[-1].__context__) is not None and before not in chain:
        chain.append(before)  # pyright: ignore[reportArgumentType] - of any class
    told += [speech.speaker(language).say(error.message, **error.data) for language in ("en", "zh")]
    return [*told, *(f"{it!r} {it} {vars(it)}" for it in chain)]


def test_every_format_is_tried() -> None:
    """A new wire format would be the one whose errors nobody looks at."""
    assert set(FORMATS) == set(Format)


@pytest.mark.share(2)
@pytest.mark.parametrize("form", Format)
@pytest.mark.parametrize("pictured", [False, True])
async def test_an_endpoint_that_quotes_the_prompt(
    form: Format, pictured: bool, server: ModelServer, make_roles: MakeRoles, tmp_path: Path
) -> None:
    """What somebody wrote in private stands in the operator's log and in a public channel."""
    endpoint = FORMATS[form](server, sees=pictured)
    picture = (Picture("hash", "image/png", b"x"),) if pictured else ()
    scripts: list[Script] = [*refusals(SAID), *broken(SAID)]
    told: list[str] = []
    log = tmp_path / "log"
    with debug_log(log):
        for script in scripts:
            server.answer = lambda _, script=script: script
            try:
                hello = [PromptMessage(Role.USER, SAID, pictures=picture)]
                told += [repr(event) async for event in make_roles(endpoint).chat(hello)]
            except ModelError as error:
                told += words_of(error)
    written = log.read_text("utf-8")
    assert server.generations[-1].prompt == SAID
    assert written.count("model attempt failed") > len(scripts) * 0.9
    assert [it for it in told if leaked(it)] == []
    assert not leaked(written)
    assert "code=invalid_request_error" in written


async def test_an_embedding_endpoint_that_quotes_the_text(server: ModelServer, http: Http, tmp_path: Path) -> None:
    """The same with memories, which are embedded behind the turns."""
    told: list[str] = []
    with debug_log(tmp_path / "log"):
        for script in refusals(SAID, (400, 401, 413, 429, 500)):
            server.others["/v1/embeddings"] = script
            with pytest.raises(ModelError) as raised:
                await RemoteEmbedder(openai(server), http).embed([SAID])
            told += words_of(raised.value)
    assert [it for it in told if leaked(it)] == []
    assert not leaked((tmp_path / "log").read_text("utf-8"))


@pytest.mark.parametrize("form", Format)
async def test_doctor_and_setup_quote_no_endpoint(
    form: Format, server: ModelServer, http: Http, tasks: Tasks, clock: HandClock
) -> None:
    """An address that turns out to be somebody else's page, or a key that it repeats, is shown on the screen."""
    endpoint: Endpoint = FORMATS[form](server)
    means = CallResources(http, tasks, clock, jitter=lambda: 0.0)
    told: list[str] = []
    for script in refusals(SAID, (400, 401, 403, 404, 429, 500)):
        server.answer = lambda _, script=script: script
        server.others["/v1/models"] = server.others["/v1beta/models"] = script
        for ask in (partial(try_chat, means, endpoint), partial(list_models, http, endpoint)):
            try:
                told.append(repr(await ask()))
            except ModelError as error:
                told += words_of(error)
        told.append(repr(finding_from(DoctorPart.CHAT, await check(means, endpoint, 100), 100)))
    assert len(told) > 100
    assert [it for it in told if leaked(it)] == []


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ("invalid_request_error", "invalid_request_error"),
        ("INVALID_ARGUMENT", "invalid_argument"),
        (f"{SAID} context_length_exceeded", "context_length_exceeded"),
        ("4711", ""),
        ("a" * 41, ""),
        ("geheim.", ""),
        ("我的", ""),
        ("ﬁ", ""),
        ("", ""),
    ],
)
def test_a_code_is_told_in_its_own_form_only(given: str, told: str) -> None:
    """A whole sentence in the place of the code would be told as one."""
    assert code_told(given) == told


def leaked(text: str) -> bool:
    return any(it.casefold() in text.casefold() for it in SAID.split())
