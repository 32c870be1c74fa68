"""What people are offered: every text that names commands, for everybody who may stand before the bot."""

import itertools
import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from fluent.syntax import ast

from bot.commands.framework import controls
from bot.commands.framework.abilities import MATRIX, AccessRole, allowed
from bot.commands.framework.access_roles import talks
from bot.commands.framework.controls import control
from bot.commands.framework.offering import Offers, offered_in
from bot.commands.framework.reply import Confirm, Form, Listing, ListItem, Paragraph, Reply, ReplyChoice
from bot.commands.framework.table import table_for
from bot.commands.house.setting_rights import WORDS
from bot.commands.house.setting_rights import ability as setting_ability
from bot.words.marking import BEGINS, DATA, ENDS
from engine.values.house.setting_fields import FIELDS, ValueKind
from tests.bot.words.everybody import EVERYBODY, EVERYWHERE, Doorstep, Who, doorstep, lines, words
from tests.code.locales import LANGUAGES, entries

__all__ = ["doorstep"]

ALL = frozenset(AccessRole)
NAMED = re.compile(r"(?<![\w/.:<])/([^\W\d]\w*)")
HINTS = re.compile(r"^(?:param|help-example)-|-(?:hint|how|button|more)$")
"""Texts that say nothing besides: a list is left without its last line."""


def texts(pattern: ast.Pattern | None) -> Iterator[str]:
    """Every form that a message can take, its data between marks: each variant once."""
    if pattern is None:
        return
    pieces = [list(_piece(it)) for it in pattern.elements]
    for n in range(max((len(it) for it in pieces), default=0)):
        yield "".join(it[min(n, len(it) - 1)] for it in pieces)


def _piece(element: Any) -> Iterator[str]:
    if isinstance(element, ast.TextElement):
        yield element.value
    elif isinstance(element.expression, ast.SelectExpression):
        for variant in element.expression.variants:
            yield from texts(variant.value)
    elif isinstance(element.expression, ast.StringLiteral):
        yield element.expression.value
    else:
        yield f"{BEGINS}7{ENDS}"


@cache
def all_said() -> list[tuple[str, str, str]]:
    """Every text of every message, as language, name and text."""
    return [(lang, name, text) for lang in LANGUAGES for name, it in entries(lang).items() for text in texts(it.value)]


@cache
def offering() -> list[tuple[str, str, str]]:
    """Those in which a command stands."""
    return [it for it in all_said() if set(offered_in(it[2], EVERYWHERE))]


def test_there_are_texts_with_commands() -> None:
    """A change of the rules would find no text any more, and try none."""
    assert len({name for _, name, _ in offering()}) > 150
    assert {ability for _, _, text in offering() for ability in offered_in(text, EVERYWHERE)} <= set(MATRIX)


@pytest.mark.parametrize("who", EVERYBODY, ids=lambda it: it.name)
def test_no_text_offers_what_its_reader_may_not_do(who: Who) -> None:
    """Somebody types what they were told to type, and is refused."""
    offers, wrong = Offers(EVERYWHERE, who.is_), []
    for lang, name, text in offering():
        kept = offers.words(text)
        named = [found for word in NAMED.findall(kept) if (found := EVERYWHERE.find(word))]
        refused = [it for it in offered_in(kept, EVERYWHERE) if not allowed(it, who.is_)]
        behind = [it.name for it in named if not _allowed(it.name, who)]
        if refused or behind:
            wrong.append((lang, name, refused, behind, kept))
    assert wrong == []


def _allowed(command: str, who: Who) -> bool:
    """Whether somebody may use a command, or anything it does."""
    return any(allowed(it, who.is_) for it in MATRIX if it == command or it.startswith(f"{command} "))


@pytest.mark.parametrize("who", EVERYBODY, ids=lambda it: it.name)
def test_what_happened_is_said_to_everybody(who: Who) -> None:
    """Somebody does something, and hears nothing, or half a sentence."""
    offers = Offers(EVERYWHERE, who.is_)
    said = [
        it
        for it in offering()
        if not HINTS.search(it[1]) and (talks(who.is_) or not it[1].startswith(("turn-", "terminal-", "said-")))
    ]
    silent = [(lang, name) for lang, name, text in said if not _says(offers, text)]
    assert silent == []


def _says(offers: Offers, text: str) -> bool:
    return bool(re.search(r"\w", offers.words(text)))


def test_who_may_do_everything_reads_every_word() -> None:
    """The rules would take away more than what is not for somebody."""
    offers = Offers(EVERYWHERE, ALL)
    changed = [(name, text) for _, name, text in all_said() if offers.words(text) != DATA.sub(r"\1", text)]
    assert changed == []


def test_both_languages_offer_the_same() -> None:
    """Whoever reads Chinese would miss a way, or keep one that is not for them."""
    offered: dict[str, dict[str, set[str]]] = {lang: {} for lang in LANGUAGES}
    for lang, name, text in all_said():
        offered[lang].setdefault(name, set()).update(offered_in(text, EVERYWHERE))
    english, chinese = (offered[lang] for lang in LANGUAGES)
    differ = {name: (english[name], chinese[name]) for name in english if english[name] != chinese[name]}
    assert differ == {}


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        (
            f"Saved: {BEGINS}a /load b. /load c{ENDS}. Type /load {BEGINS}3{ENDS} to come back.",
            "Saved: a /load b. /load c.",
        ),
        ("Put away; /chats branch 3 leads back. Done.", "Put away. Done."),
        ("/chats branch 3 leads back; nothing is lost.", "Nothing is lost."),
        ("/chats diff 3 · /chats branch 3 · /chats tree", "/chats diff 3 · /chats tree"),
        ("/story background edit 3 text · /chats tree", "/chats tree"),
        ("Off (/load says more).", "Off."),
        ("关着（/读档 可以打开）。", "关着。"),
        ("没了。用 /读档 可以恢复。", "没了。"),
        ("One.\nType /load.\nTwo.", "One.\nTwo."),
        ("/settings story_pages on · /settings story_pages", "/settings story_pages"),
        ("See https://example.org/load/x and and/or /nothing.", "See https://example.org/load/x and and/or /nothing."),
    ],
)
def test_what_is_left_of_a_text_is_a_text(text: str, kept: str) -> None:
    """Half a sentence, a stray dot or a title with a slash in it would be cut."""
    assert Offers(EVERYWHERE, frozenset({AccessRole.PLAYER, AccessRole.MEMBER})).words(text) == kept


@pytest.mark.parametrize("who", EVERYBODY, ids=lambda it: it.name)
def test_every_button_list_and_form_is_for_its_reader(who: Who) -> None:
    """Somebody presses a button that they were shown, and is refused."""
    offers = Offers(EVERYWHERE, who.is_)
    for ability, line in lines():
        if not line.startswith("/"):
            assert bool(offers.reply(Reply(choices=(ReplyChoice(line, "x"),))).choices) is allowed(ability, who.is_), (
                ability
            )
            continue
        button = ReplyChoice(control(controls.RUN, line), "x")
        at, writes = (
            ReplyChoice(control(controls.AT, f"1.2.3:{line}"), "x"),
            ReplyChoice(control(controls.FORM, line), "x"),
        )
        listing = Listing("x", (ListItem("x", key=line, choices=(button, at, writes)),))
        reply = Reply((listing,), Confirm("x", line), (button, at, writes), form=Form(line, "x", ()))
        left = offers.reply(reply)
        may = allowed(ability, who.is_)
        assert (left == reply) is may, ability
        [block] = left.blocks
        assert isinstance(block, Listing)
        [item] = block.items
        for kind, run in ((button, "run"), (at, "at"), (writes, "form")):
            fits = may and allowed(f"button {run}", who.is_)
            assert (kind in left.choices) is (kind in item.choices) is fits, (ability, run)
        assert ((left.confirm is not None), (left.form is not None), bool(item.key)) == (may, may, may), ability


async def test_what_is_misspelled_is_taken_for_what_one_may_do(doorstep: Doorstep) -> None:
    """“Did you mean /load?” – no, whoever asked may not."""
    player = await doorstep.place(next(it for it in EVERYBODY if it.name == "player"))
    said = [words(await player.asks(line)) for line in ("/loda", "/again1")]
    assert "/load" not in said[0]
    assert "/again" in said[1]


def test_every_platform_offers_only_commands_that_it_has() -> None:
    """A text names a command that is nowhere."""
    known = {it.name for platform in ("discord", "telegram", "terminal") for it in table_for(platform)}
    assert {it.partition(" ")[0] for _, _, text in offering() for it in offered_in(text, EVERYWHERE)} <= known
    assert isinstance(Offers(EVERYWHERE, ALL).reply(Reply((Paragraph("x"),))).blocks[0], Paragraph)
    assert list(itertools.islice(offered_in("/load {} · /save x", EVERYWHERE), 3)) == ["load", "save"]


@pytest.mark.parametrize("who", EVERYBODY, ids=lambda it: it.name)
async def test_a_value_is_suggested_only_for_what_one_may_set(doorstep: Doorstep, who: Who) -> None:
    """An input field suggests what is refused when it is sent."""
    it = await doorstep.place(who)
    for name, about in FIELDS.items():
        if about.kind is not ValueKind.SWITCH:
            continue
        found = await it.handler.complete(it.origin, it.sender, "settings", "value", "", {"setting": name})
        scopes = [scope for scope in WORDS if about.may_be_set(scope)]
        assert bool(found) is any(allowed(setting_ability(name, scope), who.is_) for scope in scopes), name
