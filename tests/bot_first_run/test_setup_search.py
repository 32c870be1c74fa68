"""The wizard asks for web search: what is given is searched with at once, in both languages, and can be corrected."""

import json
import shlex
import sys
from pathlib import Path

import pytest
from dotenv import dotenv_values

from bot.setup import wizard
from engine.config.reading import read_config
from tests.bot_first_run.conftest import NOBODY, MakeHouse, Person, person
from tests.servers import mcp_server
from tests.servers.search import HTML, BraveServer, SearXngServer, brave_found, brave_row, found, row, says

URL, KEY = "OMOIDE_SEARCH__URL", "OMOIDE_SEARCH__KEY"
SEARXNG, BRAVE, BOTH, SERVED, NONE = "1", "2", "3", "4", "5"
OTHER, ANYWAY, LEAVE, AGAIN = "1", "2", "3", ""
RAIN = "https://rain.example/"
NEXT = {"en": "type there: /settings search auto", "zh": "输入：/设置 search 自动"}


def _env(folder: Path, *lines: str) -> Path:
    """What the wizard finds written: a model, and these lines."""
    env = folder / ".env"
    env.write_text("\n".join((f"OMOIDE_CHAT__URL={NOBODY}/v1", "OMOIDE_CHAT__MODEL=m", *lines, "")))
    return env


async def _run(house_of: MakeHouse, env: Path, *answers: str, language: str = "en", brave: str = NOBODY) -> Person:
    """Somebody who keeps their model, answers so when asked about web search, and writes it."""
    someone = person("", "", "", "", *answers, "", "", "", "")
    assert await wizard.run(someone.console(language), house_of(brave=brave), {}, env) == 0
    assert not someone.answers
    return someone


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", ("SearXNG answers; it found one page about the weather.", "Brave answers")),
        ("zh", ("SearXNG 有响应，试搜时找到 1 个网页。", "Brave 有响应")),
    ],
)
async def test_both_are_searched_with_and_written(
    make_house: MakeHouse, tmp_path: Path, language: str, told: tuple[str, ...]
) -> None:
    """Somebody would write names by hand, and learn in a chat that nothing is found; or show the key to a passer-by."""
    env = _env(tmp_path)
    async with SearXngServer() as near, BraveServer() as brave:
        near.answer, brave.answer = found(row("Rain", RAIN)), brave_found(brave_row("Rain", RAIN))
        typed = (BOTH, f"127.0.0.1:{near.port}/", brave.key)
        someone = await _run(make_house, env, *typed, language=language, brave=brave.url)
        assert (len(near.asked), len(brave.asked)) == (1, 1)
    config, unknown = read_config(env)
    assert (config.search.url, unknown) == (near.url, ())
    assert config.search.key is not None
    assert config.search.key.get_secret_value() == brave.key
    assert [it for it in (*told, f"{KEY}=••••••") if it not in someone.heard] == []
    assert someone.heard.count(NEXT[language]) == 1
    assert brave.key not in someone.heard
    assert [it for it in someone.hidden if "https://api-dashboard.search.brave.com" in it]


@pytest.mark.parametrize(
    ("language", "told"),
    [
        (
            "en",
            (
                "This isn't a web address. It should look like http://localhost:8080.",
                "SearXNG can't be reached.",
                "SearXNG answered with something other than search results.",
                "In its settings.yml, under “search:”, add the line “- json” to the list “formats:”",
                "SearXNG can't search right now.",
                "SearXNG answers, but found nothing about the weather.",
            ),
        ),
        (
            "zh",
            (
                "这不是网址。正确的写法类似 http://localhost:8080。",
                "连不上 SearXNG。",
                "SearXNG 返回的不是搜索结果。",
                "给“search:”下的“formats:”列表加一行“- json”",
                "SearXNG 现在无法搜索。",
                "SearXNG 有响应，但试搜时什么也没找到。",
            ),
        ),
    ],
)
async def test_what_is_wrong_with_a_searxng_is_said(
    make_house: MakeHouse, tmp_path: Path, language: str, told: tuple[str, ...]
) -> None:
    """A SearXNG as it is installed gives no JSON out; somebody would be told nothing but that it failed."""
    env = _env(tmp_path)
    async with (
        SearXngServer() as page,
        SearXngServer(formats=["html"]) as bare,
        SearXngServer() as ill,
        SearXngServer() as empty,
        SearXngServer() as good,
    ):
        page.answer = says(200, HTML, "text/html")
        ill.answer = says(500, "")
        good.answer = found(row("Rain", RAIN))
        wrong = [it for url in (NOBODY, page.url, bare.url, ill.url, empty.url) for it in (url, OTHER)]
        typed = (SEARXNG, "nonsense nonsense", "ftp://x", *wrong, good.url)
        someone = await _run(make_house, env, *typed, language=language)
    assert [it for it in told if it not in someone.heard] == []
    assert someone.heard.count(told[0]) == 2
    assert dotenv_values(env)[URL] == good.url
    assert NEXT[language] in someone.heard


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", ("This isn't a key: it has spaces", "Brave doesn't accept the key.", "[1] other key")),
        ("zh", ("这不是密钥：里面有空格", "Brave 不接受这个密钥。", "[1] 换密钥")),
    ],
)
async def test_a_wrong_key_of_brave_can_be_corrected(
    make_house: MakeHouse, tmp_path: Path, language: str, told: tuple[str, ...]
) -> None:
    """A key copied wrongly would be stored, or one that stops the next start; or it would be shown in the error."""
    env = _env(tmp_path)
    async with BraveServer() as brave:
        brave.answer = brave_found(brave_row("Rain", RAIN))
        typed = (BRAVE, "two words", "密钥", "BSA-canary", AGAIN, OTHER, brave.key)
        someone = await _run(make_house, env, *typed, language=language, brave=brave.url)
        assert len(brave.asked) == 3
    assert dotenv_values(env)[KEY] == brave.key
    assert [it for it in told if it not in someone.heard] == []
    assert "canary" not in someone.heard


async def test_what_fails_can_be_kept_or_left(make_house: MakeHouse, tmp_path: Path) -> None:
    """Who sets up before SearXNG is started could not finish; or what worked would be lost for a try at another."""
    env = _env(tmp_path)
    someone = await _run(make_house, env, BOTH, NOBODY, ANYWAY, "BSA-x", LEAVE)
    assert (dotenv_values(env)[URL], dotenv_values(env).get(KEY)) == (NOBODY, None)
    assert NEXT["en"] not in someone.heard
    await _run(make_house, env, BRAVE, "BSA-x", LEAVE)
    assert dotenv_values(env)[URL] == NOBODY
    await _run(make_house, env, BRAVE, "")
    assert dotenv_values(env)[URL] == NOBODY
    someone = await _run(make_house, env, BRAVE, "BSA-x", ANYWAY)
    assert (dotenv_values(env).get(URL), dotenv_values(env)[KEY]) == (None, "BSA-x")
    assert f"These will be removed from it: {URL}" in someone.heard


@pytest.mark.parametrize(
    ("language", "now", "gone"),
    [
        ("en", "Current web search: SearXNG at {}, and Brave with key ••••••.", "These will be removed from it: "),
        ("zh", "现在的联网搜索：SearXNG（{}）和 Brave（密钥 ••••••）。", "将从中删除："),
    ],
)
async def test_what_is_set_is_kept_by_enter_and_goes_with_none(
    make_house: MakeHouse, tmp_path: Path, language: str, now: str, gone: str
) -> None:
    """Who changes something else would lose web search; who no longer wants it would have to edit a file."""
    async with SearXngServer() as near:
        near.answer = found(row("Rain", RAIN))
        url = near.url.replace("//", "//me:hidden@")
        env = _env(tmp_path, f"{URL}={url}", f"{KEY}=BSA-canary")
        someone = await _run(make_house, env, "", language=language)
        assert now.format(near.url) in someone.heard
        assert (dotenv_values(env)[URL], dotenv_values(env)[KEY], len(near.asked)) == (url, "BSA-canary", 0)
        someone = await _run(make_house, env, SEARXNG, "", language=language)
        assert near.asked[0].headers["Authorization"].startswith("Basic ")
        assert f"{gone}{KEY}" in someone.heard
        assert (dotenv_values(env)[URL], dotenv_values(env).get(KEY)) == (url, None)
        assert "hidden" not in someone.heard
    await _run(make_house, env, NONE, language=language)
    assert URL not in dotenv_values(env)


async def test_one_question_back_within_web_search(make_house: MakeHouse, tmp_path: Path) -> None:
    """Somebody who chose the wrong provider would have to leave the wizard; or a search would be made once more."""
    env = _env(tmp_path, f"{URL}=no address")
    async with SearXngServer() as near:
        near.answer = found(row("Rain", RAIN))
        typed = (BRAVE, "back", BOTH, "nonsense nonsense", near.url, "two words", "back", near.url, "", "back", "")
        someone = await _run(make_house, env, *typed)
        assert len(near.asked) == 2, "a search is made anew only for an address that is given anew"
    assert dotenv_values(env)[URL] == near.url
    assert "[Enter: skip]" in someone.heard


async def test_an_mcp_server_is_searched_with_and_written(make_house: MakeHouse, tmp_path: Path) -> None:
    """Somebody with a search tool for MCP writes six names by hand; or its key stands on the screen."""
    (tmp_path / "answer.json").write_text(json.dumps({"says": [{"title": "Rain", "url": RAIN}]}))
    command = shlex.join((sys.executable, mcp_server.__file__, str(tmp_path)))
    env = _env(tmp_path, f"{KEY}=BSA-canary")
    typed = (SERVED, "lamp 'open", "/nothing/there", "", OTHER, command, "LAMP_KEY", "LAMP_KEY=oil-of-lamps")
    someone = await _run(make_house, env, *typed)
    told = (
        "This is neither a command nor a web address.",
        "MCP: the command can't be started.",
        "MCP answers; it found one page about the weather.",
        f"These will be removed from it: {KEY}",
    )
    assert [it for it in told if it not in someone.heard] == []
    assert "oil-of-lamps" not in someone.heard
    config, unknown = read_config(env)
    assert (config.search.mcp.command, unknown) == (command, ())
    assert config.search.mcp.env["LAMP_KEY"].get_secret_value() == "oil-of-lamps"
    given = json.loads((tmp_path / "environment").read_text())
    assert given["LAMP_KEY"] == "oil-of-lamps"
    someone = await _run(make_house, env, NONE)
    assert f"Current web search: the MCP server {sys.executable}." in someone.heard
    assert config.search.mcp.command not in dotenv_values(env).values()
