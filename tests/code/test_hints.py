"""What people are told to type is a whole command, with a real example: it can be copied as it stands."""

import re
from collections.abc import Iterator
from typing import Final

import pytest

from bot.commands.framework.declared import Param
from bot.commands.framework.table import COMMANDS
from bot.words.localise import Speech
from tests.code.locales import LANGUAGES, spelled_out, variants

COMMAND: Final = re.compile(
    r"(?<![\w/.])/(?P<name>[a-z]+|[\u4e00-\u9fff]+)(?P<rest>(?: (?:[^\n–—;；。，,、（(：:.]|\.(?=\S))*)?)"
)
ADDED: Final = {
    "en": re.compile(r" and (?:a|an|its|the) (?:\w+)[.,;)]?$|\band a (?:text|name|word|number|value)\b|[<|]"),
    "zh": re.compile(r"(?:^| )加(?!入)|[<|]"),
}
"""How a text goes on that leaves it to people to put something behind a command."""
PROSE: Final = re.compile(r"(?:^| )(?:a|an|and|again|for|gives|shows|to)(?: .*|$)")
"""Where the sentence goes on behind a command in English."""
STANDS_FOR: Final = frozenset(
    {"text", "word", "words", "title", "idea", "value", "内容", "描述", "想法", "名字", "标题"}
)
SPEECH: Final = Speech()
WHOLE: Final = {name: it for it in COMMANDS for name in (it.name, it.zh, *it.aliases)}


def hints(language: str) -> Iterator[tuple[str, str, str]]:
    """Each command that a text names: the text's id, the command's name, and what stands behind it."""
    texts = {*spelled_out(language).items(), *variants(language)}
    for name, text in sorted(texts):
        for found in COMMAND.finditer(text):
            yield name, found["name"], found["rest"].strip()


def unfilled(language: str, name: str, rest: str) -> list[str]:
    """The words of a command that stand for something else: what its parameters are called."""
    if (command := WHOLE.get(name)) is None:
        return []
    action, left = command.split(PROSE.sub("", rest))
    called = {word for it in (action.params if action else command.params) for word in _called(it, language)}
    return [word for word in left.split() if word.rstrip(".") in called]


def _called(param: Param, language: str) -> set[str]:
    speak = SPEECH.speaker(language)
    label = {speak.say(param.label)} if speak.knows(param.label) else set[str]()
    return {param.name, *label, *STANDS_FOR} - {*param.choices, *param.zh}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_command_that_people_can_copy_has_real_words_in_it(language: str) -> None:
    """Somebody types "/memory add text" as they are told to, and "text" is remembered."""
    wrong = [
        (name, f"/{command} {rest}")
        for name, command, rest in hints(language)
        if unfilled(language, command, rest) or ADDED[language].search(rest)
    ]
    assert wrong == []
