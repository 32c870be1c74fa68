"""Both languages say the same things."""

import re

import pytest

from bot.commands.framework.table import COMMANDS
from bot.words.spacing import HAN, LETTERS
from engine.values.house.setting_fields import FIELDS
from tests.code.locales import FOLDER, LANGUAGES, messages, spelled_out, variants
from tests.code.sources import ROOT

SUBJECTS = sorted({file.name for language in LANGUAGES for file in (FOLDER / language).glob("*.ftl")})


@pytest.mark.parametrize("subject", SUBJECTS)
def test_a_subject_has_the_same_messages_in_both_languages(subject: str) -> None:
    """Someone would read an identifier, the other language, or a sentence with a hole."""
    english, chinese = ({k: m for k, m in messages(lang).items() if m.file == subject} for lang in LANGUAGES)
    assert english == chinese


def test_chinese_knows_no_singular() -> None:
    """A line for one thing would never be read: to the plural rules of Chinese one is as many as two."""
    assert not [file.name for file in (FOLDER / "zh").glob("*.ftl") if "[one]" in file.read_text("utf-8")]


SAYS = re.compile(r"""\.(?:say|knows|tell_once\([^,"]+,)\(?\s*"([a-z][a-z0-9-]*)\"""")
PHONE = 600
"""So many characters a phone shows at once."""
FILES = frozenset({"rights-readme"})
"""Pages of a file, not of a chat."""
CHINESE = re.compile(r"[\u4e00-\u9fff]")
WORDS = re.compile(r"[A-Za-z]{2,} [A-Za-z]{2,}")
NAMES: frozenset[str] = frozenset()
"""Names that are the same in both languages."""
LATIN = re.compile(r"[A-Za-z][A-Za-z_-]+")
STUCK = re.compile(f"[{HAN}](?:[{LETTERS}]|[/@][{LETTERS}{HAN}])|[{LETTERS}][{HAN}]")
TYPED = re.compile(r"(?<![\w/.])/([a-z]+)")
ADDRESSES = re.compile(r"https?://\S+|[\w.-]+\.(?:com|gg|app|jsonl?|png|zip|env|omoide|toml)\b|[A-Z]+(?:_[A-Z]+)+")
_PROPER = """
Omoide SillyTavern Telegram Discord Postgres PostgreSQL pgvector pg_trgm pg_dump pg_dumpall psql Python
python pip fastembed Debian Ollama OpenAI openai PluralKit Tupperbox BotFather Chub Agnai CAI Tools
Kobold Lite Risu Claude Backyard oobabooga JavaScript PNG APNG JPEG WebP EXIF JSON JSONL YAML CHARX BYAF URL UTC
UTF- MB Asia Shanghai English Language token Bot bot base Message Content Intent Intents Privileged
Gateway Webhook Disable setprivacy num_ctx CREATE ALTER EXTENSION UPDATE vector postgresql
postgresql-NN-pgvector LANG FOLDER FORMAT NIGHTLY MODEL KEY TOKEN Ctrl-C Ctrl-D Ctrl-R Tab Alt- Alt-Enter
default-user make run setup doctor chat serve demo clean migrate backup restore quick dump env install
debug preview preset world user User host name password example undo on auto yes false en zh story lounge
json png txt charx fa zip greeting emotion outlet messages ledger request branch_id seq ended ended_by
TA off KiB all no none ai_output manual user_input ms settings yml search formats NodeST CradleAI roleCard
SearXNG Brave MCP MCP__COMMAND MCP__TOOL whisper cpp convert EDITOR nano VOICE Ogg Opus audio speech transcriptions
"""
SAME_IN_BOTH = frozenset(_PROPER.split())
"""Words that are the same in both languages: products, formats, what screens and files call it, what is typed."""
CHINESE_BY_NAME = frozenset({"language-zh", "setting-language-is-zh", "setup-language"})
"""English texts that name the Chinese language in Chinese."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_said_has_words(language: str) -> None:
    """Someone would read an identifier."""
    known = messages(language)
    said = {
        (message, str(file.relative_to(ROOT)))
        for file in sorted((ROOT / "bot").rglob("*.py"))
        for message in SAYS.findall(file.read_text("utf-8"))
    }
    assert len(said) > 300
    assert sorted(it for it in said if it[0] not in known) == []


def test_nothing_is_left_in_english() -> None:
    """Whoever reads Chinese would come upon a sentence in English."""
    english, chinese = spelled_out("en"), spelled_out("zh")
    unread = [name for name, text in chinese.items() if not CHINESE.search(text) and WORDS.search(text)]
    same = [name for name, text in chinese.items() if text == english[name] and WORDS.search(text)]
    assert sorted({*unread, *same} - NAMES) == []


def test_every_variant_speaks_its_own_language() -> None:
    """In a case that seldom comes somebody would read a word of the other language, or an English command."""
    chinese = {
        (name, word)
        for name, text in variants("zh")
        for word in LATIN.findall(ADDRESSES.sub(" ", text))
        if word not in FIELDS and word not in SAME_IN_BOTH
    }
    assert sorted(chinese) == []
    assert sorted(name for name, text in variants("en") if CHINESE.search(text) and name not in CHINESE_BY_NAME) == []


def test_chinese_texts_name_commands_in_chinese() -> None:
    """Whoever reads Chinese would be told to type English."""
    english = {command.name for command in COMMANDS}
    told = {(name, it) for name, text in variants("zh") for it in TYPED.findall(text) if it in english}
    assert sorted(told) == []


def test_chinese_and_latin_stand_apart() -> None:
    """Words of two scripts would stick together; what is inserted is set apart when a text is formatted."""
    stuck = [(name, it) for name, text in variants("zh") for it in STUCK.findall(text.replace("开场白2", ""))]
    assert stuck == []


def test_english_has_one_apostrophe() -> None:
    """Two kinds of one sign would stand below each other."""
    assert [name for name, text in variants("en") if "\N{RIGHT SINGLE QUOTATION MARK}" in text] == []


@pytest.mark.parametrize(
    ("language", "others"), [("en", r"—"), ("zh", r"(?<!—)(?:—|—{3,})(?!—)|(?<![}\d])–|–(?![{\d])")]
)
def test_each_language_has_one_dash(language: str, others: str) -> None:
    """Lines that divide a chat would look each in its own way: an en dash in English, two dashes in Chinese."""
    texts = {name: file.read_text("utf-8") for file in (FOLDER / language).glob("*.ftl") for name in [file.name]}
    found = [(name, line) for name, text in texts.items() for line in text.splitlines() if re.search(others, line)]
    assert sorted(found) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_large_numbers_are_grouped(language: str) -> None:
    """1000 in one line would stand below 1,024 in the next; years and parts of addresses have no groups."""
    large = re.compile(r"(?<![\w.,:/-])(?!20\d\d)\d{4,}(?![\w.:/-])", re.ASCII)
    assert [(name, it) for name, text in variants(language) for it in large.findall(text)] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_can_be_tapped_is_written_so(language: str) -> None:
    """A name, command or address in full-width signs is no link."""
    assert [name for name, text in variants(language) if re.search("[＠／＃]", text)] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_message_is_longer_than_a_phone(language: str) -> None:
    """People would scroll past what they were to do."""
    texts = spelled_out(language)
    assert sorted(name for name, text in texts.items() if len(text) > PHONE and name not in FILES) == []
