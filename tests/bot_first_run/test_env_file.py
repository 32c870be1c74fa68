"""The ``.env`` file: what is in it survives, what is new can be read back."""

import io
import stat
from pathlib import Path

import pytest
from dotenv import dotenv_values
from hypothesis import example, given
from hypothesis import strategies as st

from bot.setup.env_file import edited, save
from engine.errors import EnvFileUnwritable

_values = st.text(st.characters(blacklist_categories=["Cs"], blacklist_characters="\x00\r"), max_size=40)


@given(_values)
@example("${HOME}")
@example("it's a \\ 'key' # not a comment")
@example("a\nb")
@example("postgresql://u:p%40ss@host:5432/db?host=/tmp")
def test_a_value_is_read_back_as_it_was(value: str) -> None:
    """A key with an odd character in it would be refused by the service after the wizard said that it works."""
    text = edited("", {"OMOIDE_CHAT__KEY": value, "OTHER": "1"})
    assert dotenv_values(stream=io.StringIO(text)) == {"OMOIDE_CHAT__KEY": value, "OTHER": "1"}


def test_other_lines_and_comments_stay() -> None:
    """Running the wizard again would throw away what an operator wrote by hand."""
    before = (
        "# mine\nexport OMOIDE_LOG=debug\n\nomoide_chat__url='old' # here\nOMOIDE_CHAT__FORMAT=gemini\nX=\"a\nb\"\n"
    )
    after = edited(
        before, {"OMOIDE_CHAT__URL": "http://new/v1", "OMOIDE_CHAT__FORMAT": None, "OMOIDE_CHAT__MODEL": "m"}
    )
    assert after == (
        '# mine\nexport OMOIDE_LOG=debug\n\nOMOIDE_CHAT__URL=http://new/v1\nX="a\nb"\nOMOIDE_CHAT__MODEL=m\n'
    )


def test_a_name_is_written_once() -> None:
    """The second of two lines wins, so a new value in the first would do nothing."""
    assert edited("A=1\nA=2", {"A": "3"}) == "A=3\n"
    assert edited("B=1", {"A": "3"}) == "B=1\nA=3\n"


def test_only_its_owner_can_read_the_file(tmp_path: Path) -> None:
    """Everybody on the machine could read the key."""
    env = tmp_path / ".env"
    env.write_text("A=1\n")
    env.chmod(0o644)
    save(env, {"B": "2"})
    assert stat.S_IMODE(env.stat().st_mode) == 0o600
    assert env.read_text() == "A=1\nB=2\n"
    assert [place.name for place in tmp_path.iterdir()] == [".env"]


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    """Who keeps the file elsewhere would go on editing one that nobody reads."""
    (tmp_path / "real").write_text("A=1\n")
    (tmp_path / ".env").symlink_to("real")
    save(tmp_path / ".env", {"A": "2"})
    assert (tmp_path / ".env").is_symlink()
    assert (tmp_path / "real").read_text() == "A=2\n"


@pytest.mark.parametrize("content", [b"\xff\xfe", None])
def test_a_file_that_cannot_be_used_is_named_and_left_alone(tmp_path: Path, content: bytes | None) -> None:
    """The wizard would end in a traceback, or destroy a file in another encoding."""
    env = tmp_path / ".env"
    if content is None:
        env.mkdir()
    else:
        env.write_bytes(content)
    with pytest.raises(EnvFileUnwritable):
        save(env, {"A": "1"})
    assert content is None or env.read_bytes() == content
