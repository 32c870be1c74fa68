"""Groups of characters as SillyTavern keeps them, one JSON file each."""

from dataclasses import dataclass, field
from enum import IntEnum

from engine.errors import NotAGroup
from engine.rules.formats.json_fields import as_object, as_text, flag, names, one_line, whole
from engine.rules.text.clean import clean_text
from engine.values.characters.casts import SceneCards, SceneStrategy, Ways
from engine.values.documents import Json, JsonObject

MAX_JOIN = 10_000
MAX_DELAY = 86_400


class GroupActivation(IntEnum):
    """Who answers in a group, by the numbers of group files.

    NATURAL: whoever is named, then whoever feels like it. LIST: all, in order. MANUAL: whoever is asked to.
    POOLED: one who has not spoken since the last message of a person.
    """

    NATURAL = 0
    LIST = 1
    MANUAL = 2
    POOLED = 3


class CardMode(IntEnum):
    """Whose cards stand in the prompt: the speaker's, all that are not muted, or all."""

    SWAP = 0
    APPEND = 1
    APPEND_DISABLED = 2


@dataclass(frozen=True, slots=True)
class GroupFile:
    """A group. ``members`` and ``disabled`` are file names of characters, ``chats`` names of files without ending.

    ``chat`` is the one that was open last. ``join_prefix`` and ``join_suffix`` stand around each card's field where
    cards are joined. ``delay`` is in seconds. ``metadata`` is what groups of older versions keep for that chat here.
    """

    id: str
    name: str
    members: tuple[str, ...]
    disabled: tuple[str, ...] = ()
    strategy: GroupActivation = GroupActivation.NATURAL
    mode: CardMode = CardMode.SWAP
    allow_self_responses: bool = False
    join_prefix: str = ""
    join_suffix: str = ""
    delay: int = 5
    chat: str = ""
    chats: tuple[str, ...] = ()
    metadata: JsonObject = field(default_factory=dict[str, Json], hash=False, repr=False)
    raw: JsonObject = field(default_factory=dict[str, Json], hash=False, repr=False)


def group_from_json(raw: Json) -> GroupFile:
    """Return the group that ``raw``, storable JSON, describes. Raises NotAGroup."""
    if not isinstance(raw, dict) or not isinstance(raw.get("members"), list):
        raise NotAGroup
    chat = one_line(raw.get("chat_id"))
    return GroupFile(
        id=one_line(raw.get("id")),
        name=one_line(raw.get("name")),
        members=names(raw["members"]),
        disabled=names(raw.get("disabled_members")),
        strategy=GroupActivation(_number(raw.get("activation_strategy"), len(GroupActivation))),
        mode=CardMode(_number(raw.get("generation_mode"), len(CardMode))),
        allow_self_responses=flag(raw.get("allow_self_responses"), False),
        join_prefix=_join(raw.get("generation_mode_join_prefix")),
        join_suffix=_join(raw.get("generation_mode_join_suffix")),
        delay=whole(raw.get("auto_mode_delay"), 5, 0, MAX_DELAY),
        chat=chat,
        chats=names(raw.get("chats")) or ((chat,) if chat else ()),
        metadata=as_object(raw.get("chat_metadata")),
        raw=raw,
    )


def ways_of_group(group: GroupFile) -> Ways:
    """How the group is played, in our words."""
    strategy = {
        GroupActivation.NATURAL: SceneStrategy.NATURAL,
        GroupActivation.LIST: SceneStrategy.LIST,
        GroupActivation.MANUAL: SceneStrategy.MANUAL,
        GroupActivation.POOLED: SceneStrategy.POOLED,
    }
    return Ways(
        strategy[group.strategy],
        SceneCards.SWAP if group.mode is CardMode.SWAP else SceneCards.JOIN,
        group.join_prefix,
        group.join_suffix,
        muted_too=group.mode is CardMode.APPEND_DISABLED,
    )


def _number(value: Json, count: int) -> int:
    number = whole(value, 0, -1, count)
    return number if 0 <= number < count else 0


def _join(value: Json) -> str:
    return clean_text(as_text(value))[:MAX_JOIN]
