"""The small texts of a preset around the chat: how it begins, what is asked at its end, how the reply begins."""

import re
from dataclasses import dataclass, replace
from typing import Final

from engine.rules.framework.ledger import out_line
from engine.rules.framework.pieces import Block, PromptPiece, block
from engine.rules.macros.expand import Expander
from engine.values.models.prompts import Generation, LedgerLine, PartVerdict, PromptMessage, PromptSlot, Reason, Role
from engine.values.models.stage import PromptStage

_LAST_MESSAGE: Final = re.compile(r"\{\{\s*lastChatMessage\s*\}\}", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class ChatWords:
    """``opening`` stands above the oldest message, ``closing`` behind the newest, ``ending`` at the very end.

    ``instead``: said for the person when otherwise a character would have the last word. ``missing``: why the reply
    does not begin as the preset has it.
    """

    opening: tuple[Block, ...]
    instead: tuple[Block, ...]
    closing: tuple[Block, ...]
    ending: tuple[Block, ...]
    missing: tuple[LedgerLine, ...] = ()


def without_chat(words: ChatWords) -> ChatWords:
    """What of them is sent with a prompt that has no chat."""
    left = (it.piece for part in (words.opening, words.instead, words.closing) for one in part for it in one.scraps)
    return ChatWords((), (), (), words.ending, (*words.missing, *(out_line(it, Reason.DISABLED) for it in left)))


def chat_words(stage: PromptStage, last: PromptMessage | None, expander: Expander) -> ChatWords:
    """The words for this kind of reply. ``last`` is the newest message."""
    texts, kind = stage.preset.texts, stage.generation
    group = bool(stage.others)

    def words(
        name: str, text: str, slot: PromptSlot = PromptSlot.POST_HISTORY, role: Role = Role.SYSTEM
    ) -> tuple[Block, ...]:
        expanded = expander.expand(text, f"preset:{name}")
        return block(PromptPiece(slot, f"preset:{name}"), expanded, role, alone=name in _ALONE)

    new_chat = "new_group_chat" if group else "new_chat"
    opening = words(new_chat, texts.new_group_chat if group else texts.new_chat, PromptSlot.INSTRUCTION)
    closing = words("group_nudge", texts.group_nudge) if group and kind is not Generation.IMPERSONATE else ()
    if kind is Generation.CONTINUE and last and not stage.preset.continue_prefill:
        nudge = words("continue_nudge", texts.continue_nudge)
        closing = (*closing, *(_about(it, last.text.strip()) for it in nudge))
    ending = words("impersonation", texts.impersonation) if kind is Generation.IMPERSONATE else ()
    prefill = stage.preset.prefill.strip() if _is_prefilled(stage) else ""
    begins_as = _begins_as(stage.moment.model)
    if begins_as:
        ending = (*ending, *words("prefill", prefill, role=begins_as))
    missing = () if begins_as or not prefill else (_NOT_CLAUDE,)
    instead = block(
        PromptPiece(PromptSlot.POST_HISTORY, "preset:send_if_empty"), texts.send_if_empty.strip(), Role.USER
    )
    return ChatWords(opening, instead, closing, ending, missing)


_NOT_CLAUDE: Final = LedgerLine(PromptSlot.POST_HISTORY, "preset:prefill", 0, PartVerdict.OUT, Reason.CLAUDE_ONLY)
_TAKES_NO_PREFILL: Final = re.compile(r"claude-(?:opus-4[-.][67]|sonnet-4[-.]6)(?!\d)", re.IGNORECASE)
"""They refuse a prompt that ends with their own words; SillyTavern 1.18 has the person say them there."""

_ALONE: Final = frozenset({"new_chat", "new_group_chat", "group_nudge"})


def _begins_as(model: str) -> Role | None:
    """Who says how the reply of ``model`` begins; nobody where it is no Claude."""
    if "claude" not in model.lower():
        return None
    return Role.USER if _TAKES_NO_PREFILL.search(model) else Role.ASSISTANT


def _is_prefilled(stage: PromptStage) -> bool:
    """A continued message is its own beginning; what is written for a person does not begin as the character."""
    kind = stage.generation
    if kind is Generation.CONTINUE:
        return not stage.preset.continue_prefill
    return kind not in (Generation.IMPERSONATE, Generation.QUIET)


def _about(nudge: Block, message: str) -> Block:
    """The nudge with the message it is about. That is filled in last: people wrote it, so it is never expanded."""
    scraps = tuple(replace(it, text=_LAST_MESSAGE.sub(lambda _: message, it.text)) for it in nudge.scraps)
    return replace(nudge, scraps=scraps)
