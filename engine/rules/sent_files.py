"""Files that came with messages: which are pictures that a model is to see, and how the others are told. Pure."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from engine.rules.text.clean import clean_text
from engine.rules.text.spoken import unheard_mark
from engine.values.chats.entries import Entry, as_message
from engine.values.chats.notices import Notice
from engine.values.house.setting_choices import Language
from engine.values.models.models import Format
from engine.values.models.pictures import BLIND, SeenPictures, SentFile

UNHEARD: Final = "recordings"
"""The warning that nobody can listen to what people sent."""
LONGEST_WORDS: Final = 600
"""Characters that are kept of what a model says of a picture."""
LARGEST_TEXT: Final = 256 * 1024
"""Bytes of a text file that is read."""
LONGEST_TEXT: Final = 12_000
"""Characters of it that are told."""
_TEXTS: Final = (".txt", ".md", ".markdown", ".log", ".csv")
_SEEING: Final = (
    "gpt-4o", "gpt-4.1", "gpt-4.5", "gpt-5", "chatgpt-4o", "o3", "o4-mini", "gemini", "claude-3", "claude-opus",
    "claude-sonnet", "claude-haiku", "llava", "bakllava", "moondream", "minicpm-v", "pixtral", "internvl", "gemma-3",
    "gemma3", "llama-4", "llama4", "mistral-small-3", "grok-4", "qvq", "kimi-vl", "glm-4v", "glm-4.1v", "glm-4.5v",
)  # fmt: skip
_SIGNS: Final = ("vision", "-vl", "vl-", "2.5vl", "3vl", "multimodal", "omni")
_WORDS: Final = {
    Language.EN: {"picture": "picture", "more": "{count} more characters are not shown"},
    Language.ZH: {"picture": "图片", "more": "后面还有 {count} 个字没有放进来"},
}


def seems_to_see(form: Format, model: str) -> bool:
    """Whether a model takes pictures, as far as its name tells. Gemini's all do."""
    name = model.casefold().rpartition("/")[2]
    return form is Format.GEMINI or name.startswith(_SEEING) or any(sign in name for sign in _SIGNS)


def files_of(entry: Entry) -> tuple[SentFile, ...]:
    """The files of a message, in their order."""
    return as_message(entry).files


def unread_files(files: Iterable[SentFile]) -> tuple[Notice, ...]:
    """What people are told of the text files of a message whose text is not read, or not to its end."""
    found: list[Notice] = []
    for file in files:
        if file.left_out:
            shown = len(file.text)
            found.append(Notice("file-cut", {"name": file.name, "shown": shown, "length": shown + file.left_out}))
        elif is_text(file.name, file.media_type) and file.size > LARGEST_TEXT:
            sizes = {"kilobytes": -(-file.size // 1024), "limit": LARGEST_TEXT // 1024}
            found.append(Notice("file-unread", {"name": file.name, **sizes}))
    return tuple(found)


def newest_pictures(entries: Iterable[Entry], most: int) -> tuple[str, ...]:
    """The hashes of the newest pictures that people sent, each once, at most ``most``, the newest first."""
    found: dict[str, None] = {}
    for entry in reversed(list(entries)):
        for it in reversed(files_of(entry)):
            if it.is_picture and it.sha256 is not None and len(found) < most:
                found.setdefault(it.sha256)
    return tuple(found)


def unheard(entries: Iterable[Entry]) -> bool:
    """Whether somebody sent a recording that nobody has listened to."""
    return any(it.speech and not it.heard for entry in entries for it in files_of(entry))


def is_text(name: str, media_type: str) -> bool:
    """Whether a file is one that is read as text."""
    return media_type.casefold().startswith("text/") or name.casefold().endswith(_TEXTS)


def written_in(name: str, media_type: str, data: bytes) -> dict[str, Any]:
    """What a text file says, for the body of its message: ``text``, and ``left_out`` characters more; {} for others.

    It is UTF-8, UTF-16 with its mark, or what Chinese and western editors write by themselves.
    """
    if not is_text(name, media_type) or not data or len(data) > LARGEST_TEXT:
        return {}
    text = clean_text(_decoded(data)).strip()
    if not text:
        return {}
    left_out = len(text) - LONGEST_TEXT
    return {"text": text[:LONGEST_TEXT], **({"left_out": left_out} if left_out > 0 else {})}


def decoded_text(data: bytes) -> str | None:
    """The text of a file that ought to be one; None where it holds what no text does."""
    text = _decoded(data)
    odd = sum(it < " " and it not in "\t\n\r\f" for it in text[:4_000])
    return None if "\0" in text or odd * 20 > len(text[:4_000]) else text


def _decoded(data: bytes) -> str:
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return data.decode("utf-16", "replace")
    for encoding in ("utf-8-sig", "gb18030"):
        try:
            return data.decode(encoding)
        except UnicodeDecodeError:
            continue
    return data.decode("latin-1")


def with_files(
    text: str, files: Sequence[SentFile], seen: SeenPictures = BLIND, language: Language = Language.EN
) -> str:
    """A message as it is read: its words, and behind them its files, each on its own line."""
    told = [_told(it, seen, language) for it in files if not it.heard]
    return "\n".join([*([text] if text.strip() else []), *told])


def with_words(text: str, files: Sequence[SentFile], words: Mapping[str, str]) -> str:
    """A message as it is remembered: with what is on its pictures, where that is known."""
    told = (words.get(it.sha256) for it in files if it.is_picture and it.sha256 is not None)
    return "\n".join(it for it in (text, *(f"[{it}]" for it in told if it)) if it.strip())


def _told(file: SentFile, seen: SeenPictures, language: Language) -> str:
    words = _WORDS[language]
    if file.speech:
        return unheard_mark(file, language)
    if file.text:
        more = f"\n({words['more'].format(count=file.left_out)})" if file.left_out else ""
        return f"[{file.name}]\n{file.text}{more}"
    if not file.is_picture or file.sha256 is None:
        return f"[{file.name}]"
    return f"[{words['picture']}: {seen.said_of(file.sha256) or file.name}]"
