"""Every command that needs no words, in a house with a story: no answer says anything in the other language."""

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final

import pytest

from bot.commands.framework.declared import Command, HelpTopic
from bot.commands.framework.reply import Listing, ListItem, Paragraph, QuotedText, Reply
from bot.commands.framework.table import table_for
from bot.words.localise import LANGUAGES
from engine.actions.characters import characters
from engine.actions.chats import sessions
from engine.actions.house import settings
from engine.values.house.setting_choices import Mode
from engine.values.house.setting_fields import FIELDS
from engine.values.house.setting_scopes import SettingScope
from tests import calendar
from tests.bot.visitor import Visitor, ann, owner
from tests.servers.model import say

__all__ = ["ann", "owner"]

TALK: Final = {
    "en": {
        "name": "Wren",
        "greeting": "There you are. Sit down.",
        "said": "I saw a red boat at the pier.",
        "me": "Ann",
    },
    "zh": {"name": "岚", "greeting": "你来了，坐吧。", "said": "今天我在码头看见一艘红船。", "me": "安"},
}
ENDS_MORE: Final = frozenset({"/me forget", "/quit", "/char delete", "/char adult", "/me optout", "/admin pause"})
"""What would end the house, the talk or the person before the other commands are tried."""
LATIN: Final = re.compile(r"[A-Za-z][A-Za-z_-]+")
HAN: Final = re.compile(r"[\u4e00-\u9fff]+")
FILE: Final = re.compile(r"\S+\.(?:png|jsonl?|txt|zip|dump|omoide)\b")
CODE: Final = re.compile(r"\b[A-Z0-9]{5}-[A-Z0-9]{5}\b|\b[0-9a-f]{8,}\b")
NAMES: Final = frozenset({
    "Omoide", "Discord", "Telegram", "SillyTavern", "English", "Asia", "Shanghai", "token", "tokens",
    "ms", "kB", "MB", "platform", "Platform", "space", "vectors", "Lan", "Gu", "Ann", "Wren", "PNG", "JSON", "CHARX",
    *re.findall(LATIN, calendar.ZONE),
})  # fmt: skip
"""What is called so in any language: products, places of the test, units."""
TYPED: Final = frozenset({*FIELDS, *Mode, *SettingScope, "on", "off", "default", "undo", "md"})
"""What is typed as it is: settings and their values."""


def said(reply: Reply) -> Iterator[str]:
    """All that people read of an answer."""
    for block in reply.blocks:
        if isinstance(block, Paragraph | QuotedText):
            yield block.text
        if isinstance(block, Listing):
            yield from (block.title, block.hint)
            yield from (text for it in block.items for text in _of(it))
    yield from (it.label for it in reply.choices)
    if reply.confirm is not None:
        yield from (reply.confirm.question, reply.confirm.label)


def _of(item: ListItem) -> tuple[str, ...]:
    return (item.text, item.detail, *(it.label for it in item.choices))


def other_words(text: str, language: str) -> set[str]:
    """What of ``text`` is of the other language."""
    rest = CODE.sub(" ", FILE.sub(" ", text))
    if language == "en":
        return set(HAN.findall(rest)) - {"中文", "顾岚", "岚"}
    return {it for it in LATIN.findall(rest) if it not in NAMES | TYPED}


def lines() -> Iterator[str]:
    """Every command and action that can be used without more words; those last that leave the story."""
    for command in sorted(table_for("telegram"), key=lambda it: it.task in (HelpTopic.TALK, HelpTopic.CHATS)):
        yield from (f"/{name}" for name, params in _uses(command) if not any(it.required for it in params))


def _uses(command: Command) -> Iterator[tuple[str, Any]]:
    yield command.name, command.params
    yield from ((f"{command.name} {it.name}", it.params) for it in command.actions if not it.hidden)


@pytest.fixture
def database_url(fresh_database: str) -> str:
    """A house in which nobody else is: what an owner sees of all places would name those of other tests."""
    return fresh_database


@pytest.mark.parametrize("language", LANGUAGES)
async def test_no_answer_mixes_languages(owner: Visitor, language: str) -> None:
    """Whoever reads Chinese would come upon "plot" or "load", and whoever reads English upon signs."""
    talk = TALK[language]
    visitor = replace(owner, language=language, origin=replace(owner.origin, person_name=talk["me"]))
    here = await owner.engine.places.resolve(visitor.origin)
    await settings.put(owner.engine.ctx, here, SettingScope.SPACE, "language", language)
    await visitor.uses(f"/me language {language}")
    card = {"name": talk["name"], "description": talk["said"], "first_mes": talk["greeting"]}
    data = {"spec": "chara_card_v2", "spec_version": "2.0", "data": card}
    made = await characters.import_file(owner.engine.ctx, here, json.dumps(data).encode())
    await sessions.new(owner.engine.ctx, owner.engine.runner, here, talk["me"], made.id)
    owner.model.answer = lambda _: say(talk["greeting"])
    await visitor.says(talk["said"])
    await visitor.idle()
    await visitor.uses(f"/memory add {talk['said']}")
    mixed = {
        line: words
        for line in lines()
        if line not in ENDS_MORE
        and (words := {word for text in said(await visitor.uses(line)) for word in other_words(text, language)})
    }
    assert mixed == {}
