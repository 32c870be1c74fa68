"""What people are offered: of texts, buttons and forms only what whoever reads them may use, by the matrix. Pure."""

import re
from collections.abc import Iterator, Set
from dataclasses import dataclass, replace
from typing import Final

from bot.commands.framework import controls
from bot.commands.framework.abilities import AccessRole, allowed
from bot.commands.framework.declared import Table
from bot.commands.framework.forms import about_and_line
from bot.commands.framework.reply import Block, Confirm, Listing, ListItem, Paragraph, Reply, ReplyChoice
from bot.commands.house.setting_rights import WHOSE_ZH, WORDS, ability, usual
from bot.words.localise import Speaker
from bot.words.marking import BEGINS, DATA, hidden, unmarked
from engine.values.house.setting_fields import FIELDS
from engine.values.house.setting_scopes import SettingScope

COMMAND: Final = re.compile(
    r"(?<![\w/.:<])/([^\W\d]\w*)((?: +[^\s/·，。；：,;:!?()（）“”\"]*[^\s/·，。；：,;:!?()（）“”\".])*)"
)
_ASIDE: Final = re.compile(r"[ \u3000]*[(（]([^()（）]*)[)）]")
_SENTENCE: Final = re.compile(r"(?<=[.!?]) +(?=\S)|(?<=[。！？])(?=\S)")
_END: Final = re.compile(r"[.!?。！？]?\s*$")
_CLAUSE: Final = re.compile(r"(?<=;) +|(?<=；)")
DOT: Final = " · "
_SWITCHES: Final = frozenset({"on", "off", "auto", "开", "关"})
_SCOPES: Final = {**{word: scope for scope, word in WORDS.items()}, **dict(zip(WHOSE_ZH, WORDS, strict=True))}


@dataclass(frozen=True, slots=True)
class Offers:
    """What somebody with ``access_roles`` may be offered where ``table`` holds."""

    table: Table
    access_roles: Set[AccessRole]

    def may(self, line: str) -> bool:
        """Whether they may run a command line; so for what is none of ours."""
        needed = ability_in(line, self.table)
        return needed is None or allowed(needed, self.access_roles)

    def pressing(self, text: str) -> bool:
        """Whether they may press a button with the control ``text``, and do what stands behind it."""
        control = controls.pressed(text)
        if control is None:
            return True
        line = {controls.RUN: control.argument, controls.AT: control.line, controls.IN: control.line}.get(
            control.name, ""
        )
        if control.name == controls.FORM:
            line = about_and_line(control.argument)[1]
        return allowed(control.ability, self.access_roles) and (not line or self.may(line))

    def speaker(self, speak: Speaker) -> Speaker:
        """``speak``, saying only what is for them."""
        return speak.keeping(self.words)

    def words(self, text: str) -> str:
        """``text`` without what it offers in vain: sentences, clauses, parts of a list and asides.

        What it was filled with stands between marks and is not looked at.
        """
        if "/" not in text:
            return unmarked(text)
        shown, data = hidden(text)
        kept = "\n".join(it for it in (self._line(line) for line in shown.split("\n")) if it != "")
        return DATA.sub(lambda found: data[int(found[1])], kept)

    def reply(self, reply: Reply) -> Reply:
        """``reply`` with what may be pressed and filled in by them."""
        confirm, form = reply.confirm, reply.form
        blocks = tuple(self._block(it) for it in reply.blocks if not (isinstance(it, Paragraph) and not it.text))
        return replace(
            reply,
            blocks=blocks,
            confirm=confirm if confirm is None or self._asked(confirm) else None,
            choices=self._choices(reply.choices),
            under=tuple(row for row in map(self._choices, reply.under) if row),
            form=form if form is None or self.may(form.line) else None,
        )

    def _asked(self, question: Confirm) -> bool:
        return self.may(question.command)

    def _choices(self, choices: tuple[ReplyChoice, ...]) -> tuple[ReplyChoice, ...]:
        return tuple(it for it in choices if self.pressing(it.control))

    def _block(self, block: Block) -> Block:
        if not isinstance(block, Listing):
            return block
        return replace(block, hint=block.hint.strip("\n"), items=tuple(self._item(it) for it in block.items))

    def _item(self, item: ListItem) -> ListItem:
        key = item.key if not item.key.startswith("/") or self.may(item.key) else ""
        opens = item.opens if item.opens and self.pressing(item.opens.control) else None
        return replace(item, key=key, choices=self._choices(item.choices), opens=opens)

    def _line(self, line: str) -> str:
        """A line of a text without its sentences that offer what is not for them; "" where nothing is left."""
        if "/" not in line:
            return line
        line = _ASIDE.sub(lambda found: found[0] if self._fits(found[1]) else "", line)
        parts = _SENTENCE.split(line)
        space = " " if len(parts) > 1 and f"{parts[0]} " == line[: len(parts[0]) + 1] else ""
        return space.join(it for it in (self._sentence(part) for part in parts) if it)

    def _sentence(self, sentence: str) -> str:
        if "/" not in sentence:
            return sentence
        end = _END.search(sentence)
        inner = sentence[: end.start()] if end else sentence
        kept = self._list(inner) if DOT in inner else self._clauses(inner)
        return kept + end[0] if kept.strip(" ·–") and end else ""

    def _clauses(self, sentence: str) -> str:
        parts = _CLAUSE.split(sentence)
        kept = [it for it in parts if self._fits(it)]
        if kept == parts:
            return sentence
        said = (" " if "；" not in sentence else "").join(kept).rstrip(";；")
        return said[:1].upper() + said[1:] if kept and kept[0] is not parts[0] else said

    def _list(self, sentence: str) -> str:
        """Parts with dots between them; one without a command of its own goes on with that of the part before it."""
        kept: list[str] = []
        shown: tuple[str, ...] = ()
        for part, head in parts_of(sentence, self.table):
            whole = f"{head} {part}".strip()
            if self._fits(whole):
                kept.append(part if not head or head in shown else whole)
                shown = (head,) if head else heads_of(part, self.table)
        return DOT.join(self._clauses(it) for it in kept)

    def _fits(self, text: str) -> bool:
        return all(allowed(it, self.access_roles) for it in offered_in(text, self.table))


def offered_in(text: str, table: Table) -> Iterator[str]:
    """The abilities of all commands that a text names."""
    for sentence in text.split("\n"):
        for part, head in parts_of(sentence, table):
            for found in COMMAND.finditer(f"{head} {part}"):
                if (needed := ability_of(table, found[1], found[2])) is not None:
                    yield needed


def parts_of(sentence: str, table: Table) -> Iterator[tuple[str, str]]:
    """The parts of a list, each with the command that it leaves out; "" where it has its own, or none."""
    heads: tuple[str, ...] = ()
    for part in sentence.split(DOT):
        own = heads_of(part, table)
        heads = own or heads
        yield part, "" if own else next((it for it in heads if _is_action(f"{it} {part}", table)), "")


def heads_of(part: str, table: Table) -> tuple[str, ...]:
    """What the parts behind this one may leave out: its command and the word behind it, or its command alone."""
    found = next(iter(reversed(list(COMMAND.finditer(part)))), None)
    command = table.find(found[1]) if found else None
    if found is None or command is None:
        return ()
    action, _ = command.split(found[2])
    folder = (f"/{found[1]} {found[2].split()[0]}",) if action else ()
    return (*folder, f"/{found[1]}")


def _is_action(line: str, table: Table) -> bool:
    found = COMMAND.match(line)
    command = table.find(found[1]) if found else None
    return bool(command and found and command.split(found[2])[0])


def ability_of(table: Table, name: str, rest: str) -> str | None:
    """The row of the matrix for a command with what stands behind it; None for no command of ours."""
    command = table.find(name)
    if command is None:
        return None
    action, left = command.split(command.called(name, rest))
    if action is not None:
        return command.action_ability(action)
    return _setting(left) if command.name == "settings" else command.name


def ability_in(line: str, table: Table) -> str | None:
    """The row of the matrix for a command line; None for none of ours."""
    found = COMMAND.match(line)
    return ability_of(table, found[1], found[2]) if found else None


def _setting(rest: str) -> str:
    """Who sets a setting, is said by whom it is set for; seeing it is for everybody."""
    words = rest.split()
    scope: SettingScope | None = _SCOPES.get(words[0]) if words else None
    name, value = [*words[1 if scope else 0 :], "", ""][:2]
    about = FIELDS.get(name)
    if about is None or not (_is_value(value) or value in about.choices or value in about.about.words):
        return "settings"
    return ability(name, scope or usual(name))


def _is_value(word: str) -> bool:
    return word in _SWITCHES or word[:1].isdecimal() or word[:1] in (BEGINS, "{")
