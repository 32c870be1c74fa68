"""``python -m bot preview``: the prompt that files would make. Needs no database, model, network or configuration."""

import argparse
import asyncio
import difflib
import json
import os
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from typing import Any, Final

from bot.commands.framework.declared import AttachedFile
from bot.terminal.files import DiskFiles
from bot.words.localise import LANGUAGES, Speaker
from bot.words.printable import printable
from engine.errors import InputError, OmoideError, OtherKindExpected
from engine.service.preview import PreviewAsk, PreviewResult, about, preview, same_kind, this_moment
from engine.values.chats.notices import Notice
from engine.values.house.setting_choices import Language
from engine.values.models.models import Format
from engine.values.transfers.transfers import FileKind

OK: Final = 0
FAILED: Final = 1
_BOLD, _DIM, _PLAIN = "\x1b[1m", "\x1b[2m", "\x1b[0m"

_Line = tuple[str, str]
"""(style, text)"""


def run(arguments: Sequence[str], speak: Speaker) -> int:
    """Show the prompt on the standard output; errors go to the error stream. Raises SystemExit(2) on wrong usage."""
    speak = speak.to(_language(arguments) or speak.language)
    chosen = _parser(speak).parse_args(arguments)
    try:
        ask = asyncio.run(_asked(chosen, speak))
        if chosen.diff:
            return _differ(ask, *asyncio.run(_both(chosen.diff)), chosen, speak)
    except OmoideError as error:
        return _failed(speak.error(error))
    try:
        shown = preview(ask)
    except OmoideError as error:
        return _failed(f"{_culprit(ask, chosen)}{speak.error(error)}")
    told = [(path, speak.notice(it)) for path, it in _about(ask, chosen)]
    told += [("", speak.notice(it)) for it in shown.notices]
    if chosen.json:
        print(json.dumps(_plain(shown, told), ensure_ascii=False, indent=2))  # noqa: T201 — what was asked for
        return OK
    _print((*_lines(shown, speak), *_told(told, speak)))
    return OK


def _print(lines: Iterable[_Line]) -> None:
    colours = sys.stdout.isatty() and "NO_COLOR" not in os.environ
    for style, text in lines:
        line = printable(text)
        print(f"{style}{line}{_PLAIN}" if style and colours else line)  # noqa: T201 — what was asked for


def _differ(ask: PreviewAsk, one: AttachedFile, other: AttachedFile, chosen: argparse.Namespace, speak: Speaker) -> int:
    """Show what changes in the prompt with the one file in place of the other. Raises OmoideError."""
    kind = same_kind(one.data, other.data)
    if kind not in {FileKind.CHARACTER, FileKind.PRESET, FileKind.WORLD, FileKind.CHAT}:
        raise OtherKindExpected(kind=kind.value)
    before, after = (_told_apart(preview(_with(ask, kind, it))) for it in (one, other))
    if before == after:
        _print([("", speak.say("preview-same"))])
        return OK
    lines = difflib.unified_diff(before, after, chosen.diff[0], chosen.diff[1], lineterm="")
    _print((_DIM if it.startswith("@@") else _BOLD if it.startswith(("+++", "---")) else "", it) for it in lines)
    return OK


def _with(ask: PreviewAsk, kind: FileKind, file: AttachedFile) -> PreviewAsk:
    if kind is FileKind.WORLD:
        return replace(ask, worlds=(*ask.worlds, (file.filename, file.data)))
    field = {FileKind.CHARACTER: "card", FileKind.PRESET: "preset", FileKind.CHAT: "chat"}[kind]
    return replace(ask, **{field: file.data})


def _told_apart(shown: PreviewResult) -> list[str]:
    """The lines of a prompt, each message under its role."""
    return [line for it in shown.messages for line in (f"=== {it['role']}", *str(it["content"]).splitlines())]


async def _both(paths: Sequence[str]) -> tuple[AttachedFile, AttachedFile]:
    one, other = [await DiskFiles().read(path) for path in paths]
    return one, other


def _about(ask: PreviewAsk, chosen: argparse.Namespace) -> Iterator[tuple[str, Notice]]:
    """What there is to know of each file, with its path."""
    given = (
        (chosen.card, ask.card),
        (chosen.preset, ask.preset),
        *((path, data) for path, (_, data) in zip(chosen.world, ask.worlds, strict=True)),
        (chosen.chat, ask.chat),
    )
    yield from ((path, it) for path, data in given if data for it in about(data, path))


def _told(told: Sequence[tuple[str, str]], speak: Speaker) -> Iterator[_Line]:
    if told:
        yield _BOLD, f"\n{speak.say('preview-files')}"
        yield from (("", f"{path}: {text}" if path else text) for path, text in told)


def _language(arguments: Sequence[str]) -> str | None:
    """The language that is asked for, before the rest is read: the help is in it too."""
    asking = argparse.ArgumentParser(add_help=False, allow_abbrev=False, exit_on_error=False)
    asking.add_argument("--lang", choices=LANGUAGES)
    with suppress(argparse.ArgumentError):
        return asking.parse_known_args(arguments)[0].lang
    return None


def _failed(text: str) -> int:
    sys.stderr.write(f"{text}\n")
    return FAILED


def _culprit(ask: PreviewAsk, chosen: argparse.Namespace) -> str:
    """Which file it is that cannot be used, as "town.json: "; "" where each alone can."""
    alone = PreviewAsk(card=ask.card, user=ask.user, language=ask.language)
    tries = [
        (chosen.card, alone),
        (chosen.preset, replace(alone, preset=ask.preset)),
        *((path, replace(alone, worlds=(book,))) for path, book in zip(chosen.world, ask.worlds, strict=True)),
        (chosen.chat, replace(alone, chat=ask.chat)),
    ]
    for path, one in tries:
        try:
            preview(one)
        except InputError:
            return f"{path}: "
        except OmoideError:
            return ""
    return ""


def _parser(speak: Speaker) -> argparse.ArgumentParser:
    said = speak.say
    parser = argparse.ArgumentParser(
        prog="python -m bot preview", description=said("preview-about"), epilog=said("preview-example")
    )
    parser.add_argument("card", metavar="CARD", help=said("preview-card"))
    parser.add_argument("--preset", metavar="FILE", help=said("preview-preset"))
    parser.add_argument("--world", metavar="FILE", action="append", default=[], help=said("preview-world"))
    parser.add_argument("--chat", metavar="FILE", help=said("preview-chat"))
    parser.add_argument("--user", metavar="NAME", default="", help=said("preview-user"))
    parser.add_argument("--persona", metavar="TEXT", default="", help=said("preview-persona"))
    parser.add_argument("--now", metavar="TIME", type=_moment, help=said("preview-now"))
    parser.add_argument("--model", metavar="NAME", default="", help=said("preview-model"))
    parser.add_argument(
        "--set", metavar="NAME=VALUE", type=_setting, action="append", default=[], help=said("preview-set")
    )
    parser.add_argument("--diff", metavar=("A", "B"), nargs=2, help=said("preview-diff"))
    parser.add_argument("--seed", metavar="N", type=int, default=0, help=said("preview-seed"))
    parser.add_argument(
        "--format", choices=tuple(it.value for it in Format), default=Format.OPENAI.value, help=said("preview-format")
    )
    parser.add_argument("--json", action="store_true", help=said("preview-json"))
    parser.add_argument("--lang", choices=LANGUAGES, help=said("preview-lang"))
    return parser


async def _asked(chosen: argparse.Namespace, speak: Speaker) -> PreviewAsk:
    """The files that the arguments name. Raises what DiskFiles raises."""

    async def read(path: str | None) -> bytes | None:
        return (await DiskFiles().read(path)).data if path is not None else None

    worlds = [await DiskFiles().read(path) for path in chosen.world]
    return PreviewAsk(
        card=await read(chosen.card) or b"",
        preset=await read(chosen.preset),
        worlds=tuple((it.filename, it.data) for it in worlds),
        chat=await read(chosen.chat),
        user=chosen.user,
        persona=chosen.persona,
        seed=chosen.seed,
        now=chosen.now or this_moment(),
        settings=dict(chosen.set),
        format=Format(chosen.format),
        language=Language(speak.language),
        model=chosen.model,
    )


def _moment(typed: str) -> datetime:
    """A date or a time as ISO 8601 has them, in this machine's zone where it names none."""
    return datetime.fromisoformat(typed).astimezone()


def _setting(typed: str) -> tuple[str, str]:
    name, _, value = typed.partition("=")
    return name.strip(), value.strip()


def _plain(shown: PreviewResult, told: Sequence[tuple[str, str]]) -> dict[str, Any]:
    notices = [{"file": path, "text": text} for path, text in told]
    return {"messages": shown.messages, "ledger": shown.ledger, "request": shown.request, "notices": notices}


def _lines(shown: PreviewResult, speak: Speaker) -> Iterator[_Line]:
    """The messages under their roles, then a line for each part."""
    for message in shown.messages:
        name = f" ({message['name']})" if message.get("name") else ""
        yield _BOLD, f"=== {message['role']}{name}"
        yield "", f"{message['content']}\n"
    total = sum(int(line["tokens"]) for line in shown.ledger if line["included"])
    yield _BOLD, speak.say("preview-ledger", messages=len(shown.messages), tokens=total)
    yield from (_part(line, speak) for line in shown.ledger)


def _part(line: Mapping[str, Any], speak: Speaker) -> _Line:
    """One part: its size, whether it is in, and why not."""
    reason = str(line.get("reason") or "")
    why = speak.say("why-reason", reason=reason.replace("_", "-")) if reason else ""
    detail = str(line.get("detail") or "")
    said = " · ".join(it for it in (str(line["part"]), why, detail) if it)
    is_in = bool(line["included"])
    return "" if is_in else _DIM, f"{line['tokens']:>7}  {'+' if is_in else '-'} {said}"
