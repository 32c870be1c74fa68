"""What a process reads of the product and its packages when it starts: what it does not use takes memory and time."""

import importlib.util
import json
import subprocess
import sys

import pytest

from bot.platform_questions import TITLES
from tests.code.sources import PRODUCT, ROOT, imports, sources

PLATFORMS = tuple(TITLES)
READ = """
import importlib, json, sys
sys.argv = ["bot", *{arguments}]
try:
    for name in {names}:
        importlib.import_module(name)
    if sys.argv[1:]:
        importlib.import_module("bot.__main__").main()
except SystemExit:
    pass
print(json.dumps(sorted(sys.modules)), file=sys.stderr)
"""


def read_by(*names: str, arguments: tuple[str, ...] = ()) -> set[str]:
    """The modules of a fresh process that reads these, or is ``python -m bot`` with arguments."""
    command = [sys.executable, "-c", READ.format(names=names, arguments=arguments)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    return set(json.loads(done.stderr.splitlines()[-1]))


def libraries_of_none_but(platform: str) -> set[str]:
    """The packages of others that this platform alone names."""
    own, others = set[str](), set[str]()
    for source in sources(*PRODUCT):
        (own if source.path.startswith(f"bot/{platform}/") else others).update(imports(source.tree))
    return own - others - set(sys.stdlib_module_names)


def test_each_platform_has_a_library() -> None:
    """The test below would look for nothing."""
    assert {name: bool(libraries_of_none_but(name)) for name in PLATFORMS} == dict.fromkeys(PLATFORMS, True)


@pytest.mark.parametrize("platform", PLATFORMS)
def test_a_bot_reads_its_own_platform_alone(platform: str) -> None:
    """Whoever has a bot on one platform pays for all the others, too, with 14 MB for each."""
    read = read_by("bot.process", "bot.app", f"bot.{platform}.entry")
    assert f"bot.{platform}.entry" in read
    assert libraries_of_none_but(platform) <= read
    for other in set(PLATFORMS) - {platform}:
        strange = {f"bot.{other}", *libraries_of_none_but(other)}
        assert {it for it in read if it in strange or it.startswith(f"bot.{other}.")} == set()


@pytest.mark.parametrize("platform", PLATFORMS)
def test_a_bot_reads_nothing_that_it_never_uses(platform: str) -> None:
    """Each bot takes 8 MB for passports that nobody shows it, or for what pages and other tongues are read with."""
    read = read_by("bot.process", "bot.app", f"bot.{platform}.entry")
    rare = {"cryptography", "dateparser", "jionlp", "mcp", "nacl", "prompt_toolkit", "trafilatura", "uvicorn"}
    assert {it for it in rare if importlib.util.find_spec(it)} > {"cryptography", "mcp"}
    assert read & rare == set()


def test_what_a_library_does_without_is_there_for_others() -> None:
    """Servers of tools that ask for signed tokens are refused where Telegram is switched on."""
    read = read_by("bot.telegram.entry", "cryptography.hazmat.backends")
    assert "cryptography.hazmat.backends" in read


def test_usage_is_told_at_once() -> None:
    """Whoever asks how a command is written waits a second for what no answer needs."""
    read = read_by("bot.__main__", arguments=("--help",))
    assert {it for it in read if it.split(".")[0] == "engine" and it.count(".") == 1} == {
        "engine.errors",
        "engine.values",
    }
    assert {it for it in read if it.startswith("engine.values.")} == {
        "engine.values.chats",
        "engine.values.chats.notices",
    }
    large = {"aiohttp", "asyncpg", "httpx", "numpy", "PIL", "pydantic_settings", "re2", "yaml"}
    assert read & {"bot.app", "bot.preview", "bot.process", *large} == set()
