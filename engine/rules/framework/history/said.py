"""What was said, as messages: who is named, what scripts make of it, which stretch of it is proposed."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import Final

from engine.rules.framework.budget import room_of
from engine.rules.framework.history.windows import Window, is_spoken, propose, spoken, window
from engine.rules.framework.scene import bare_context
from engine.rules.framework.scripts.script_work import ScriptWork
from engine.rules.framework.scripts.scripts import at_work, changes_what_is_stored, run_scripts
from engine.rules.macros.expand import Expander
from engine.rules.regexes.search_time import SearchTime
from engine.rules.text.names import on_one_line
from engine.rules.text.shortening import shortened
from engine.rules.text.tokens import message_tokens
from engine.values.characters.scripts import Placement
from engine.values.house.setting_choices import SummaryMode
from engine.values.models.prompts import HistoryLine, PromptMessage, Role
from engine.values.models.stage import PromptStage

NAMED_NEVER: Final = -1
NAMED_IN_FIELD: Final = 1
NAMED_ALWAYS: Final = 2
_SHARE_OF_A_LINE: Final = 4  # a line of the history may have a quarter of the budget
_LEAST_LINE: Final = 256  # tokens, however small the budget is
_PLACEMENTS: Final = {Role.USER: Placement.USER_INPUT, Role.ASSISTANT: Placement.AI_OUTPUT}
_NOT_IN_A_NAME: Final = re.compile(r"[^A-Za-z0-9_-]+")


@dataclass(frozen=True, slots=True)
class ProposedHistory:
    """The proposed stretch of the talk, oldest first, as lines, as messages, and in tokens.

    From index ``answered`` on, it is what is answered now. The first ``head`` lines are kept or dropped together.
    ``window`` says what is told in place of what is not here. ``shortened``: the seqs of lines whose middle is left
    out, each with the tokens that went.
    """

    lines: tuple[HistoryLine, ...]
    messages: tuple[PromptMessage, ...]
    sizes: tuple[int, ...]
    answered: int
    head: int
    window: Window
    shortened: tuple[tuple[int, int], ...] = ()

    def runs(self, start: int, *, head: bool) -> tuple[range, ...]:
        """The indexes of what is sent, when the ``head`` is and everything from ``start`` on."""
        runs = (range(self.head if head else 0), range(start, len(self.lines)))
        return tuple(run for run in runs if run)


def heard(stage: PromptStage, time: SearchTime) -> tuple[tuple[HistoryLine, ...], tuple[HistoryLine, ...]]:
    """History and what is answered now, as the model reads them: without what is hidden, changed by the scripts.

    When nothing is answered, the newest line is what the reply comes after or goes on.
    """
    history, current = spoken(stage.talk.history), spoken(stage.talk.current)
    if not current:
        history, current = history[:-1], history[-1:]
    if not stage.scripts:
        return history, current
    expander = Expander(bare_context(stage, ()), stage.variables)  # what it stores is not kept

    def expand(text: str) -> str:
        return expander.expand(text, "script")

    work = at_work(stage.scripts, time)
    newest = enumerate(reversed((*history, *current)))  # first, as the oldest may not be sent anyway
    lines = [_scripted(work, line, depth, expand) for depth, line in newest][::-1]
    return spoken(lines[: len(history)]), spoken(lines[len(history) :])


def newest_as_stored(stage: PromptStage, time: SearchTime) -> tuple[HistoryLine, ...]:
    """The newest line and the newest of each side, oldest first, as SillyTavern stores them: what scripts for prompts
    alone make of them is not in it.
    """
    found: dict[Role, HistoryLine] = {}
    for line in chain(reversed(stage.talk.current), reversed(stage.talk.history)):
        if not line.hidden and is_spoken(line):
            found.setdefault(line.role, line)
        if {Role.USER, Role.ASSISTANT} <= found.keys():
            break
    newest = sorted(found.values(), key=lambda line: line.seq)
    storing = [it for it in stage.scripts if changes_what_is_stored(it)]
    if not storing:
        return tuple(newest)
    expander = Expander(bare_context(stage, ()), stage.variables)
    work = at_work(storing, time)
    return tuple(_scripted(work, line, 0, lambda text: expander.expand(text, "script")) for line in newest)


def _scripted(work: ScriptWork, line: HistoryLine, depth: int, expand: Callable[[str], str]) -> HistoryLine:
    placement = _PLACEMENTS.get(line.role)
    if placement is None:
        return line
    text = run_scripts(
        work, line.text, placement, depth=depth, for_display=False, expand=expand, said_here=not line.imported
    )
    return line if text == line.text else replace(line, text=text)


def said(stage: PromptStage, history: tuple[HistoryLine, ...], current: tuple[HistoryLine, ...]) -> ProposedHistory:
    """What no summary and no page tells, as far back as the limits allow, with names where they are needed."""
    limits, rules = stage.limits, stage.story
    if limits.history_load_all:
        rules = replace(rules, summary=SummaryMode.OFF, hide_processed=False)
    found = window(history, current, stage.chronicle, rules)
    head, rest = found.lines[: found.head], found.lines[found.head :]
    if not limits.history_load_all:
        whole = stage.talk.whole or found.whole
        rest = propose(rest, limits.history_limit, whole=whole, characters=limits.history_characters)
    lines = (*head, *rest, *current)
    named = _named(stage, lines)
    in_field = stage.preset.names == NAMED_IN_FIELD
    messages = tuple(_message(line, named=line.role in named, in_field=in_field) for line in lines)
    sizes = tuple(message_tokens(message, limits.factor) for message in messages)
    talk = ProposedHistory(lines, messages, sizes, len(lines) - len(current), len(head), found)
    return talk if limits.history_load_all else _bounded(stage, talk)


def _bounded(stage: PromptStage, talk: ProposedHistory) -> ProposedHistory:
    """The talk without the middles of those lines of its history that alone would push out much of the others."""
    longest = max(_LEAST_LINE, room_of(stage.limits).budget // _SHARE_OF_A_LINE)
    large = [at for at in range(talk.answered) if talk.sizes[at] > longest]
    if not large:
        return talk
    messages, sizes = list(talk.messages), list(talk.sizes)
    for at in large:
        text = messages[at].text
        kept = shortened(text, len(text) * longest // sizes[at], stage.moment.language)
        messages[at] = replace(messages[at], text=kept)
        sizes[at] = message_tokens(messages[at], stage.limits.factor)
    left = tuple((talk.lines[at].seq, talk.sizes[at] - sizes[at]) for at in large)
    return replace(talk, messages=tuple(messages), sizes=tuple(sizes), shortened=left)


def _named(stage: PromptStage, lines: Sequence[HistoryLine]) -> frozenset[Role]:
    """Whose names stand before their words: where several speak, else a reader could not tell them apart."""
    if stage.preset.names in (NAMED_NEVER, NAMED_IN_FIELD):
        return frozenset()
    if stage.preset.names == NAMED_ALWAYS:
        return frozenset({Role.USER, Role.ASSISTANT})
    people = {line.speaker or line.name for line in lines if line.role is Role.USER}
    characters = {line.speaker or line.name for line in lines if line.role is Role.ASSISTANT}
    several = {Role.USER: len(people) > 1, Role.ASSISTANT: bool(stage.others) or len(characters) > 1}
    return frozenset(role for role, many in several.items() if many)


def _message(line: HistoryLine, *, named: bool, in_field: bool) -> PromptMessage:
    text = line.text
    if named and (name := on_one_line(line.name)):
        text = f"{name}: {text}"
    if line.quoted:
        quoted = " ".join(line.quoted.split())
        text = f"{quoted if quoted.startswith('>') else f'> {quoted}'}\n{text}"
    if in_field:
        name = on_one_line(line.name)
        return PromptMessage(line.role, text, _field(name) or line.speaker, name, line.pictures)
    return PromptMessage(line.role, text, line.speaker, pictures=line.pictures)


def _field(name: str) -> str:
    """The name as services take it in a message's name field; empty when nothing of it can be sent."""
    return _NOT_IN_A_NAME.sub("_", name)[:64].strip("_")
