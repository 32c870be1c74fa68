"""From what was typed behind a command to its arguments. Pure; what is wrong comes back as a value."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from bot.commands.framework.declared import ROW, Action, ArgValue, Command, Param, ParamKind, Table
from bot.commands.framework.paging import is_page
from bot.commands.house.setting_words import spelled_setting
from bot.words.localise import Speaker
from bot.words.writing import has_chinese

YES: Final = ("yes", "y", "ok", "是", "好", "确定")
NO: Final = ("no", "n", "cancel", "否", "不", "取消")
_CALLED: Final = {"telegram": {"server": "group", "服务器": "群"}}
"""Words of choices for which a platform has another, where that is taken as well."""
_SETTINGS: Final = ("settings", "setting-values")
"""Where the name of a setting and its value come from."""
_DIGITS: Final = 15
_CHECKED: Final = (ParamKind.INT, ParamKind.PAGE, ParamKind.CHOICE)
_SPAN: Final = re.compile(r"^(#?\d+)\s*(?:[-–—~～]|到)\s*(#?\d+)")
_ROW: Final = re.compile(rf"{ROW}([0-9]{{1,15}})")
_QUOTES: Final = {'"': '"', "“": "”", "「": "」"}
Args = dict[str, ArgValue]


class ArgumentFault(StrEnum):
    """What is wrong with the arguments."""

    MISSING = "missing"
    NOT_A_NUMBER = "not-a-number"
    NOT_A_CHOICE = "not-a-choice"
    TOO_MUCH = "too-much"


@dataclass(frozen=True, slots=True)
class Wrong:
    """Arguments that cannot be used. ``param`` is the one at fault, ``given`` what stood there."""

    fault: ArgumentFault
    param: Param | None = None
    given: str = ""


def bind(params: Sequence[Param], text: str, *, asking: bool = False) -> Args | Wrong:
    """The arguments in ``text`` by name; those not given are left out. Flags stand at the end.

    Two whole numbers may be written as a span, "3-5". ``asking``: words that a form can ask for may be missing.
    """
    given: Args = {}
    left = text.strip()
    last = _at_the_end(params)
    for param in last:
        if found := _last_word(left, param):
            given[param.name], left = found
    if [param.kind for param in params[:2]] == [ParamKind.INT] * 2:
        left = _SPAN.sub(r"\1 \2", left)
    for param in params:
        if param in last or (param.ahead and not _stands_ahead(left)):
            continue
        if not left:
            if param.required and not (asking and param.asked):
                return Wrong(ArgumentFault.MISSING, param)
            continue
        word, left = (left, "") if param.kind is ParamKind.REST else _first_word(left)
        value = _value(param, word)
        if isinstance(value, Wrong):
            return value
        given[param.name] = value
    return Wrong(ArgumentFault.TOO_MUCH, given=left) if left else given


def taken(params: Sequence[Param], given: Mapping[str, str]) -> Args | Wrong:
    """The arguments that a form gives, each just as it was written."""
    found: Args = {}
    for param in params:
        if param.name not in given:
            continue
        words = given[param.name]
        if not words.strip():
            if param.required:
                return Wrong(ArgumentFault.MISSING, param)
            continue
        value = _value(param, words.strip() if param.kind in _CHECKED else words)
        if isinstance(value, Wrong):
            return value
        found[param.name] = value
    return found


def as_typed(param: Param, value: object) -> str:
    """How an argument would be typed; "" for a flag that is off."""
    if value is None or value is False:
        return ""
    if value is True:
        return param.choices[0] if param.choices else param.name
    text = str(value)
    plain = not (any(map(str.isspace, text)) or text.startswith(tuple(_QUOTES)))
    if param.kind is not ParamKind.TEXT or (plain and not (param.ahead and not _stands_ahead(text))):
        return text
    return next((f"{a}{text}{b}" for a, b in _QUOTES.items() if b not in text), text)


def row(number: int) -> str:
    """How a button's line says which row it is about: "id:17"."""
    return f"{ROW}{number}"


def row_of(word: str) -> int | None:
    """The row that a word of a button names; None for what people type."""
    found = _ROW.fullmatch(word)
    return int(found[1]) if found else None


def usage(command: Command, action: Action | None, speak: Speaker) -> str:
    """What to type: "/chats rename [chat] <title>". Optional parameters stand in brackets."""
    words = [f"/{spelled(command, speak)}", *([spelled(action, speak)] if action else [])]
    for param in action.params if action else command.params:
        if param.kind is ParamKind.FLAG:
            continue
        label = "|".join(words_of(param, speak)) if param.kind is ParamKind.CHOICE else speak.say(param.label)
        words.append(f"<{label}>" if param.required else f"[{label}]")
    return " ".join(words)


def spelled(named: Command | Action, speak: Speaker) -> str:
    """The name of a command or action as it is typed where ``speak`` is read."""
    return named.zh if speak.typed == "zh" else named.name


def localised(typed: str, table: Table, speak: Speaker) -> str:
    """A command as it is typed where ``speak`` is read: "/chats branches". What is none stays as it is."""
    name, _, rest = typed.removeprefix("/").partition(" ")
    command = table.find(name) if typed.startswith("/") else None
    if command is None:
        return typed
    action, left = command.split(rest)
    values = _spelled_values(action.params if action else command.params, left, speak)
    words = [f"/{spelled(command, speak)}", *([spelled(action, speak)] if action else []), values]
    return " ".join(word for word in words if word)


def _spelled_values(params: Sequence[Param], left: str, speak: Speaker) -> str:
    """Arguments with the words of ``speak`` for what is chosen, as far as they mean the same."""
    given = bind(params, left)
    chinese = speak.typed == "zh"
    if isinstance(given, Wrong) or not (chinese or has_chinese(left)):
        return left
    words, ends = left.split(" "), _at_the_end(params)
    for param in params:
        value = given.get(param.name)
        spots = [n for n, word in enumerate(words) if value is not None and _means(param, word, value)]
        if spots and param.kind in (ParamKind.CHOICE, ParamKind.FLAG):
            words[spots[-1 if param in ends else 0]] = _spelled_value(param, value, chinese=chinese)
    text = " ".join(words)
    if bind(params, text) != given:
        return left
    name, value = (next((it.name for it in params if it.source == one), "") for one in _SETTINGS)
    return spelled_setting(text, str(given.get(name, "")), str(given.get(value, "")), speak) if name else text


def _means(param: Param, word: str, value: ArgValue) -> bool:
    if value is True:
        return word.casefold() in param.choices
    return param.kind is ParamKind.CHOICE and _chosen(param, word) == value


def _spelled_value(param: Param, value: ArgValue | None, *, chinese: bool) -> str:
    if value is True:
        return next((it for it in param.choices if has_chinese(it) is chinese), param.choices[0])
    return dict(zip(param.choices, param.zh, strict=False)).get(str(value), str(value)) if chinese else str(value)


def _first_word(text: str) -> tuple[str, str]:
    closing = _QUOTES.get(text[0])
    if closing and (end := text.find(closing, 1)) > 0:
        return text[1:end], text[end + 1 :].strip()
    word, *rest = text.split(maxsplit=1)
    return word, rest[0] if rest else ""


def _stands_ahead(text: str) -> bool:
    """Whether the first word of ``text`` is a number, or stands in quotes in front of something."""
    if not text:
        return False
    word, left = _first_word(text)
    return word.lstrip("#").isdecimal() or row_of(word) is not None or (text[0] in _QUOTES and bool(left))


def _at_the_end(params: Sequence[Param]) -> list[Param]:
    """Flags, and what stands behind the rest of the line; the last one first."""
    kinds = [param.kind for param in params]
    rest = kinds.index(ParamKind.REST) if ParamKind.REST in kinds else len(kinds)
    return [it for n, it in enumerate(params) if it.kind is ParamKind.FLAG or n > rest][::-1]


def _last_word(text: str, param: Param) -> tuple[ArgValue, str] | None:
    """What the last word of ``text`` means for ``param``, and the words before it; None when it means nothing."""
    *ahead, word = text.rsplit(maxsplit=1) or [""]
    before = ahead[0] if ahead else ""
    if param.kind is ParamKind.FLAG:
        return (True, before) if word.casefold() in param.choices else None
    if param.kind is ParamKind.INT:
        return (int(word), before) if before and word.isdecimal() and len(word) <= _DIGITS else None
    if param.kind is ParamKind.PAGE:
        return (word, before) if before and is_page(word) else None
    meant = _chosen(param, word)
    return (meant, before) if meant else None


def _chosen(param: Param, word: str) -> str:
    """The choice that ``word`` means in either language; "" for none."""
    folded = word.casefold()
    translated = dict((*zip(param.zh, param.choices, strict=False), *param.alike))
    return folded if folded in param.choices else translated.get(folded, "")


def words_of(param: Param, speak: Speaker) -> tuple[str, ...]:
    """The words of a choice as they are typed where ``speak`` is read, as the platform calls things."""
    own, alike = _CALLED.get(speak.platform, {}), {word for word, _ in param.alike}
    words = param.zh if param.zh and speak.typed == "zh" else param.choices
    return tuple(own[it] if own.get(it) in alike else it for it in words)


def _value(param: Param, word: str) -> ArgValue | Wrong:
    if param.kind is ParamKind.INT:
        digits = word.lstrip("#")
        if param.thing and row_of(word) is not None:
            return word
        if not digits.isdecimal() or len(digits) > _DIGITS:
            return Wrong(ArgumentFault.NOT_A_NUMBER, param, word)
        return int(digits)
    if param.kind is ParamKind.PAGE:
        return word.lstrip("#") if is_page(word.lstrip("#")) else Wrong(ArgumentFault.NOT_A_NUMBER, param, word)
    if param.kind is ParamKind.CHOICE:
        return _chosen(param, word) or Wrong(ArgumentFault.NOT_A_CHOICE, param, word)
    return word
