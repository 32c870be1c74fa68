"""Model servers on this machine, and the models that an address offers."""

import asyncio

import pytest

from engine.errors import ModelKeyRefused, ModelUnreachable, ModelUrlWrong
from engine.llm.discovery import find_local_servers, list_models, usual_places
from engine.llm.http import Http
from engine.values.house.house import LocalServer
from engine.values.models.models import Endpoint, Format
from tests.bot_first_run.conftest import LLAMA_PROPS, NOBODY, OLLAMA_TAGS, MakeHouse, others
from tests.servers.model import Gate, ModelServer, Script, fail


def _endpoint(url: str, wire: Format = Format.OPENAI) -> Endpoint:
    return Endpoint("here", wire, url, "m")


async def test_ollama_is_found_with_the_models_that_chat(models: ModelServer, make_house: MakeHouse) -> None:
    """Somebody with Ollama would not be offered it, or be offered a model that only embeds."""
    address = others(models, api_tags=OLLAMA_TAGS)
    assert await make_house(ollama=address).local_servers() == (
        LocalServer("Ollama", f"{address}/v1", ("qwen3:4b",), None),
    )


async def test_llama_cpp_is_found_with_its_context(models: ModelServer, make_house: MakeHouse) -> None:
    """Somebody with llama.cpp would not be offered it, or get prompts longer than it takes."""
    address = others(models, props=LLAMA_PROPS)
    found = await make_house(llama_cpp=address).local_servers()
    assert found == (LocalServer("llama.cpp", f"{address}/v1", ("m",), 8192),)


@pytest.mark.parametrize("props", [None, {}, [], "page", {"default_generation_settings": 3}])
async def test_another_program_on_the_port_is_not_taken_for_a_model(
    models: ModelServer, make_house: MakeHouse, props: object
) -> None:
    """A web page on port 8080 would be offered as a model."""
    if props is not None:
        models.others["/props"] = props
    models.others["/api/tags"] = {"models": [{"name": 3}, "x", {"details": {}}]}
    assert await make_house(ollama=models.gemini_url, llama_cpp=models.gemini_url).local_servers() == ()


async def test_a_server_that_is_busy_for_a_moment_is_found(models: ModelServer, make_house: MakeHouse) -> None:
    """Whose machine has something else to do would be offered a worse model than the one that runs there."""
    gate = Gate()
    models.others["/api/tags"] = Script(before=gate, body=OLLAMA_TAGS)
    asyncio.get_running_loop().call_later(0.6, gate.open)
    [found] = await make_house(ollama=models.gemini_url).local_servers()
    assert found.models == ("qwen3:4b",)


async def test_a_server_that_does_not_answer_is_not_waited_for(models: ModelServer) -> None:
    """The first run would hang on a port that takes connections and says nothing."""
    gate = Gate()
    models.others["/api/tags"] = Script(before=gate)
    http = Http()
    places = usual_places(models.gemini_url)
    assert await find_local_servers(http, places[:1], seconds=0.05) == ()
    gate.open()
    await http.aclose()


@pytest.mark.parametrize(
    ("host", "address"),
    [
        ("", "http://127.0.0.1:11434"),
        ("0.0.0.0", "http://127.0.0.1:11434"),
        ("localhost:9000", "http://127.0.0.1:9000"),
        ("http://127.0.0.1:9000/", "http://127.0.0.1:9000"),
        ("[::1]:9000", "http://[::1]:9000"),
        ("example.org:9000", "http://127.0.0.1:11434"),
        ("127.0.0.1:x", "http://127.0.0.1:11434"),
    ],
)
def test_ollama_is_looked_for_where_it_was_told_to_listen(host: str, address: str) -> None:
    """Ollama on another port would not be found, or another machine would be asked without anybody's wish."""
    assert usual_places(host)[0].address == address


async def test_models_are_listed_in_both_formats(models: ModelServer, make_house: MakeHouse) -> None:
    """The wizard could not show what there is to choose."""
    models.others["/v1beta/models?pageSize=1000"] = models.others["/v1beta/models"] = {
        "models": [
            {"name": "models/gemini-3-flash", "supportedGenerationMethods": ["generateContent"]},
            {"name": "models/embedding-1", "supportedGenerationMethods": ["embedContent"]},
        ]
    }
    house = make_house()
    assert tuple(await house.offers(_endpoint(models.url))) == ("m",)
    assert tuple(await house.offers(_endpoint(models.gemini_url, Format.GEMINI))) == ("gemini-3-flash",)


async def test_a_service_without_a_list_offers_none(models: ModelServer, make_house: MakeHouse) -> None:
    """A service that works but keeps no list could not be set up."""
    del models.others["/v1/models"]
    assert not await make_house().offers(_endpoint(models.url))


async def test_a_refusal_to_list_says_why(models: ModelServer) -> None:
    """A wrong key or address would only show after every other question was answered."""
    models.others["/v1/models"] = fail(401)
    http = Http()
    with pytest.raises(ModelKeyRefused):
        await list_models(http, _endpoint(models.url))
    with pytest.raises(ModelUnreachable):
        await list_models(http, _endpoint(NOBODY))
    with pytest.raises(ModelUrlWrong):
        await list_models(http, _endpoint("http://[x"))
    await http.aclose()
