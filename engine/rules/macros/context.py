"""What macros stand for."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

from engine.values.house.setting_choices import Language


@dataclass(frozen=True, slots=True)
class MacroContext:
    """What macros stand for. ``now`` is aware and in the person's own zone; ``idle`` is how long nobody said anything.

    ``seed`` changes with the turn and decides {{random}} and {{roll}}; ``stable_seed`` stays with the session and
    decides {{pick}}. ``place`` names the text that is expanded, so that equal macros in two texts differ.

    The card's texts are already expanded (``with_card``); what a macro stands for is not read again. ``group`` are the
    names of all characters of a group, empty in a talk of two, ``muted`` those of them who do not speak. ``outlets``
    are the texts of world entries by their outlet's name. The ids count from 0, swipes from 1. ``main_prompt`` is the
    preset's, ``generation`` what kind of reply is asked for.

    ``pipe`` and ``given`` are of a slash script: what the command before came to, and what the script was run with;
    None in all other texts.
    """

    user: str
    now: datetime = datetime(1970, 1, 1, tzinfo=UTC)
    language: Language = Language.EN
    char: str = ""
    group: tuple[str, ...] = ()
    muted: tuple[str, ...] = ()
    description: str = ""
    personality: str = ""
    scenario: str = ""
    persona: str = ""
    mes_examples: str = ""
    char_prompt: str = ""
    char_instruction: str = ""
    char_version: str = ""
    char_depth_prompt: str = ""
    creator_notes: str = ""
    greetings: tuple[str, ...] = ()
    original: str = ""
    last_message: str = ""
    last_user_message: str = ""
    last_char_message: str = ""
    last_message_id: int | None = None
    first_included_message_id: int | None = None
    current_swipe_id: int | None = None
    last_swipe_id: int | None = None
    idle: timedelta | None = None
    summary: str = ""
    authors_note: str = ""
    main_prompt: str = ""
    generation: str = ""
    input: str = ""
    outlets: Mapping[str, str] = field(default_factory=dict[str, str], hash=False)
    max_prompt: int | None = None
    max_context: int | None = None
    max_response: int | None = None
    model: str = ""
    seed: str = ""
    stable_seed: str = ""
    place: str = ""
    pipe: str | None = None
    given: Mapping[str, str] | None = field(default=None, hash=False)
