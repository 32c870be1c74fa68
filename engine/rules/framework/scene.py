"""Who plays: the texts of the card and the persona, expanded first, and all that macros of other texts stand for."""

from collections.abc import Sequence
from dataclasses import replace

from engine.rules.framework.budget import reply_tokens, room_of
from engine.rules.framework.order import MAIN
from engine.rules.macros.context import MacroContext
from engine.rules.macros.expand import Expander
from engine.rules.text.names import on_one_line
from engine.values.models.prompts import HistoryLine, Role
from engine.values.models.stage import PromptStage


def open_scene(stage: PromptStage, lines: Sequence[HistoryLine]) -> Expander:
    """Who expands the texts of this prompt. ``lines`` are the newest of the talk, oldest first.

    The persona and the card come first: what their macros store holds for all texts after them.
    """
    expander = Expander(bare_context(stage, lines), stage.variables)
    persona = expander.expand(stage.persona.description.strip() if stage.persona else "", "persona")
    expander.context = replace(expander.context, persona=persona)
    expander.take_card(stage.card)
    main = next((it.text for it in stage.preset.prompts if it.identifier == MAIN), "")
    expander.take_chat(stage.note.text if stage.note else "", main)
    return expander


def bare_context(stage: PromptStage, lines: Sequence[HistoryLine]) -> MacroContext:
    """What macros stand for before any text of the card is known."""
    card, moment, limits = stage.card, stage.moment, stage.limits
    cast = (*stage.others[: stage.before], card, *stage.others[stage.before :])
    said = stage.talk.from_people + stage.talk.from_characters
    return MacroContext(
        user=on_one_line(moment.user),
        now=moment.now,
        language=moment.language,
        char=card.called,
        group=tuple(it.called for it in cast) if stage.others else (),
        last_message=lines[-1].text if lines else "",
        last_user_message=_newest(lines, Role.USER),
        last_char_message=_newest(lines, Role.ASSISTANT),
        last_message_id=said - 1 if said else None,
        idle=moment.idle,
        generation=stage.generation.value,
        max_prompt=room_of(limits).budget,
        max_context=limits.context,
        model=moment.model,
        max_response=reply_tokens(limits),
        seed=moment.seed,
        stable_seed=moment.stable_seed,
    )


def _newest(lines: Sequence[HistoryLine], role: Role) -> str:
    return next((line.text for line in reversed(lines) if line.role is role), "")
