"""Files of messages: which models see, what a text file says, how files are told."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.rules.sent_files import LONGEST_TEXT, seems_to_see, with_files, with_words, written_in
from engine.values.house.setting_choices import Language
from engine.values.models.models import Format
from engine.values.models.pictures import Picture, SeenPictures, SentFile


@pytest.mark.parametrize(
    ("model", "sees"),
    [
        ("gpt-4o-mini", True),
        ("openai/gpt-4o", True),
        ("Qwen/Qwen2.5-VL-7B-Instruct", True),
        ("llama3.2-vision:11b", True),
        ("llava:13b", True),
        ("deepseek-chat", False),
        ("qwen2.5:14b", False),
        ("mistral-nemo", False),
        ("smollm2-135m-demo", False),
    ],
)
def test_a_name_tells_whether_a_model_sees(model: str, sees: bool) -> None:
    """Pictures go to models that refuse them, or never to one that sees."""
    assert seems_to_see(Format.OPENAI, model) is sees
    assert seems_to_see(Format.GEMINI, model)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "gb18030"])
def test_text_files_are_read_as_their_editors_write_them(encoding: str) -> None:
    """A file from a Chinese Windows editor arrives as garbage."""
    assert written_in("a.txt", "", "春眠不觉晓\r\nok".encode(encoding)) == {"text": "春眠不觉晓\nok"}


def test_a_long_file_says_how_much_is_missing() -> None:
    """The character answers to half a file as if it were whole."""
    told = written_in("a.md", "text/markdown", b"x" * (LONGEST_TEXT + 7))
    assert told["left_out"] == 7
    file = SentFile("a.md", text=told["text"], left_out=7)
    assert with_files("", [file], language=Language.ZH).endswith("\n(后面还有 7 个字没有放进来)")


@given(st.binary(max_size=300), st.sampled_from(["a.txt", "b.md", "c.zip"]))
def test_any_file_is_read_or_left(data: bytes, name: str) -> None:
    """A damaged file ends the message that it came with."""
    told = written_in(name, "", data)
    assert set(told) <= {"text", "left_out"}
    assert "\x00" not in told.get("text", "")


def test_a_picture_is_told_by_what_is_known_of_it() -> None:
    """A picture that was described is told by its file's name, or one that is not by an empty line."""
    known, unknown, kept = SentFile("a.png", "1", "image/png"), SentFile("b.png", "2", "image/png"), SentFile("c.bin")
    seen = SeenPictures((Picture("2", "image/jpeg", b""),), (("1", "a cat"),))
    assert with_files("Look", [known, unknown, kept], seen) == "Look\n[picture: a cat]\n[picture: b.png]\n[c.bin]"
    assert with_words("Look", [known, unknown, kept], {"1": "a cat"}) == "Look\n[a cat]"
