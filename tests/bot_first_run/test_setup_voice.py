"""The wizard asks who hears voice messages and who reads replies aloud; each is tried at once and can be corrected."""

from pathlib import Path

import pytest
from dotenv import dotenv_values

from bot.setup import wizard
from engine.config.reading import read_config
from tests.bot_first_run.conftest import NOBODY, MakeHouse, Person, person
from tests.servers.voice import SpeechServer, TranscriptionServer

YES, NO, OTHER, ANYWAY, LEAVE, AGAIN = "1", "", "1", "2", "3", ""
CHANGE, REMOVE = "1", "2"


def _env(folder: Path, *lines: str) -> Path:
    """What the wizard finds written: a model, and these lines."""
    env = folder / ".env"
    env.write_text("\n".join((f"OMOIDE_CHAT__URL={NOBODY}/v1", "OMOIDE_CHAT__MODEL=m", *lines, "")))
    return env


async def _run(house_of: MakeHouse, env: Path, *answers: str, language: str = "en") -> Person:
    """Somebody who keeps their model and answers so when asked about voice, and writes it."""
    someone = person("", "", "", "", "", *answers, "", "")
    assert await wizard.run(someone.console(language), house_of(), {}, env) == 0
    assert not someone.answers
    return someone


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", ("127.0.0.1 listens, with large.", "127.0.0.1 speaks, with kokoro.", "/settings voice request")),
        ("zh", ("127.0.0.1 能听语音，模型是 large。", "127.0.0.1 能朗读，模型是 kokoro。", "/设置 voice 按需")),
    ],
)
async def test_both_are_tried_and_written(
    make_house: MakeHouse, tmp_path: Path, language: str, told: tuple[str, ...]
) -> None:
    """Somebody would write names by hand, and learn in a chat that nobody hears them; or show a key to a passer-by."""
    env = _env(tmp_path)
    async with (
        TranscriptionServer(key="sk-ears", model="large") as ears,
        SpeechServer(model="kokoro", voices=["af_sky"]) as mouth,
    ):
        heard = (YES, f"127.0.0.1:{ears.port}/v1", "sk-ears", "large")
        said = (YES, mouth.url, "", "kokoro", "af_sky")
        someone = await _run(make_house, env, *heard, *said, language=language)
        assert (len(ears.heard), len(mouth.asked_for)) == (1, 1)
    config, unknown = read_config(env)
    assert unknown == ()
    assert (config.transcription.url, config.transcription.model) == (f"{ears.url}/v1", "large")
    assert config.transcription.key is not None
    assert (config.speech.url, config.speech.key, config.speech.voice) == (mouth.url, None, "af_sky")
    assert [it for it in told if it not in someone.heard] == []
    assert "sk-ears" not in someone.heard


async def test_what_is_wrong_is_said_and_can_be_corrected(make_house: MakeHouse, tmp_path: Path) -> None:
    """A typing mistake would have to be found in a file, or is kept although nobody wanted it."""
    env = _env(tmp_path)
    async with TranscriptionServer(key="sk-ears") as ears, SpeechServer() as mouth:
        wrong = (YES, "ftp://x", ears.url, "two words", "sk-nose", "", OTHER, "", "sk-ears", "")
        said = (YES, mouth.url, "", "", "nobody", AGAIN, ANYWAY)
        someone = await _run(make_house, env, *wrong, *said)
    assert "This isn't a web address." in someone.heard
    assert "This isn't a key" in someone.heard
    assert "127.0.0.1 doesn't accept the key" in someone.heard
    assert someone.heard.count("127.0.0.1 refused to say the reply aloud.") == 2
    written = dotenv_values(env)
    assert written["OMOIDE_TRANSCRIPTION__KEY"] == "sk-ears"
    assert written["OMOIDE_SPEECH__VOICE"] == "nobody"
    assert "OMOIDE_SPEECH__MODEL" not in written


async def test_what_is_there_is_kept_changed_or_removed(make_house: MakeHouse, tmp_path: Path) -> None:
    """Who runs the wizard for something else loses what was set up, or cannot get rid of it."""
    lines = (
        "OMOIDE_TRANSCRIPTION__URL=http://10.0.0.9/v1",
        "OMOIDE_SPEECH__URL=http://10.0.0.9/v1",
        "OMOIDE_SPEECH__KEY=k",
    )
    env = _env(tmp_path, *lines)
    before = dotenv_values(env)
    someone = await _run(make_house, env, "", "")
    assert "Voice messages are listened to by http://10.0.0.9/v1, with whisper-1." in someone.heard
    assert {**dotenv_values(env), "OMOIDE_LANGUAGE": None} == {**before, "OMOIDE_LANGUAGE": None}
    async with SpeechServer(key="k") as mouth:
        await _run(make_house, env, REMOVE, CHANGE, mouth.url, "", "", "")
    written = dotenv_values(env)
    assert "OMOIDE_TRANSCRIPTION__URL" not in written
    assert (written["OMOIDE_SPEECH__URL"], written["OMOIDE_SPEECH__KEY"]) == (mouth.url, "k")


async def test_nothing_answers_and_it_is_left(make_house: MakeHouse, tmp_path: Path) -> None:
    """Who tries it without a service would end with one that does not work."""
    env = _env(tmp_path)
    someone = await _run(make_house, env, YES, NOBODY, "", "", LEAVE, NO)
    assert "can't be reached" in someone.heard
    assert not [it for it in dotenv_values(env) if "TRANSCRIPTION" in it]
