"""The first run without a model: what is offered, what is remembered."""

import sys
from dataclasses import replace
from pathlib import Path

import pytest
from dotenv import dotenv_values

from bot.console import UserLeft
from bot.setup.demo import Demonstration, DemoServer
from bot.setup.local_models import FirstRun, choose_model
from engine.config.endpoints import RoleConfig
from engine.errors import DemoInstallFailed
from tests.bot_first_run.conftest import LLAMA_PROPS, OLLAMA_TAGS, MakeHouse, others, person
from tests.servers.model import ModelServer, say

OTHER = "7"


STAND_IN = """
import json, sys
print(json.dumps({"url": "http://127.0.0.1:1/v1"}), flush=True)
sys.stdin.read()
"""


def _first_run(folder: Path, installer: str = "") -> FirstRun:
    """On a machine where the demonstration model is not installed; its server is a stand-in."""
    (folder / "lock").write_text("no-such-package==1.0 \\\n")
    (folder / "server.py").write_text(STAND_IN)
    stand_in = Demonstration(folder / "lock", folder / "server.py", (sys.executable, "-c", installer))
    return FirstRun(folder, folder / ".env", stand_in)


async def test_a_local_server_is_offered_and_remembered(
    models: ModelServer, make_house: MakeHouse, tmp_path: Path
) -> None:
    """Somebody with a model of their own would have to look up its address, at every start."""
    address = others(models, api_tags=OLLAMA_TAGS, props=LLAMA_PROPS)
    run = _first_run(tmp_path)
    someone = person("2", "")
    chosen = await choose_model(run, someone.console(), make_house(ollama=address, llama_cpp=address))
    assert chosen == RoleConfig(url=f"{address}/v1", model="m", context=8192)
    assert "[1] qwen3:4b, from Ollama" in someone.heard
    assert dotenv_values(run.env) == {
        "OMOIDE_CHAT__URL": f"{address}/v1",
        "OMOIDE_CHAT__MODEL": "m",
        "OMOIDE_CHAT__CONTEXT": "8192",
    }


async def test_a_choice_need_not_be_remembered(models: ModelServer, make_house: MakeHouse, tmp_path: Path) -> None:
    """Who only wants to try a server once would find it written down."""
    address = others(models, api_tags=OLLAMA_TAGS)
    run = _first_run(tmp_path)
    await choose_model(run, person("1", "n").console(), make_house(ollama=address))
    assert not run.env.exists()


async def test_a_model_can_be_set_up_on_the_spot(models: ModelServer, make_house: MakeHouse, tmp_path: Path) -> None:
    """Somebody with a key would first have to find out about the wizard."""
    models.script(say("Hello"))
    run = _first_run(tmp_path)
    chosen = await choose_model(run, person("1", OTHER, models.url, "", "m").console(), make_house())
    assert chosen == RoleConfig(url=models.url, model="m")
    assert dotenv_values(run.env)["OMOIDE_CHAT__MODEL"] == "m"


async def test_a_wrong_answer_is_asked_again(models: ModelServer, make_house: MakeHouse, tmp_path: Path) -> None:
    """A slip of the finger would end the start, or download 130 MB."""
    address = others(models, api_tags=OLLAMA_TAGS)
    run = _first_run(tmp_path)
    chosen = await choose_model(run, person("0", "7", "qwen", "1", "n").console(), make_house(ollama=address))
    assert isinstance(chosen, RoleConfig)
    assert chosen.model == "qwen3:4b"


async def test_leaving_is_possible_at_every_question(
    models: ModelServer, make_house: MakeHouse, tmp_path: Path
) -> None:
    """Ctrl-C in the menu would end in a traceback."""
    address = others(models, api_tags=OLLAMA_TAGS)
    run = _first_run(tmp_path)
    for answers in ((), ("1",), ("2",), ("2", OTHER)):
        with pytest.raises(UserLeft):
            await choose_model(run, person(*answers).console(), make_house(ollama=address))
    assert not run.env.exists()


async def test_a_file_that_cannot_be_written_costs_no_conversation(
    models: ModelServer, make_house: MakeHouse, tmp_path: Path
) -> None:
    """In a read-only folder the first conversation would never begin."""
    address = others(models, api_tags=OLLAMA_TAGS)
    run = _first_run(tmp_path)
    run.env.mkdir()
    someone = person("1", "")
    chosen = await choose_model(run, someone.console(), make_house(ollama=address))
    assert isinstance(chosen, RoleConfig)
    assert "can't be read or written" in someone.heard


@pytest.mark.parametrize(("language", "words"), [("en", "speaks only English"), ("zh", "只会说英语")])
@pytest.mark.parametrize("terminal", [True, False])
async def test_enter_or_no_terminal_takes_the_demonstration_model_and_names_it(
    make_house: MakeHouse, tmp_path: Path, language: str, words: str, terminal: bool
) -> None:
    """A piped first run would wait for an answer that nobody gives; and nobody would know why it speaks so badly."""
    someone = person("")
    console = someone.console(language)
    if not terminal:
        console = replace(console, ask=None)
    server = await choose_model(_first_run(tmp_path), console, make_house())
    assert isinstance(server, DemoServer)
    assert (await server.ready()).url == "http://127.0.0.1:1/v1"
    await server.stop()
    lines = [text for text in someone.said if words in text and "make setup" in text]
    assert len(lines) == 1
    assert lines[0].count("\n") == 1


async def test_a_failed_download_is_told_and_leaves_a_choice(
    models: ModelServer, make_house: MakeHouse, tmp_path: Path
) -> None:
    """Without a network the first run would end, although a model stands on the same machine."""
    address = others(models, api_tags=OLLAMA_TAGS)
    run = _first_run(tmp_path, installer="import sys; sys.exit('ERROR: no route')")
    someone = person("", "1", "n")
    chosen = await choose_model(run, someone.console(), make_house(ollama=address))
    assert isinstance(chosen, RoleConfig)
    assert "couldn't be installed: no route" in someone.heard
    with pytest.raises(DemoInstallFailed):
        await choose_model(run, replace(someone.console(), ask=None), make_house())
