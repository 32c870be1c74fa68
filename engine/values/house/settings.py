"""What people can set about a conversation. A new setting is one field of ``Settings`` and its texts in a .ftl file."""

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from engine.values.characters.casts import CARDS_WORDS, MOST_ROUNDS, STRATEGY_WORDS, SceneCards, SceneStrategy
from engine.values.chats.speech import VoiceMode
from engine.values.house.setting_about import About, SettingGroup, SettingUnit
from engine.values.house.setting_choices import (
    BookOrder,
    ChapterOrder,
    DepthCounting,
    Language,
    MemoryPosition,
    Mode,
    PageChoice,
    Ranking,
    Speaks,
    SummaryMode,
    UndoBy,
)
from engine.values.house.setting_scopes import HOUSES, PEOPLE_AND_PLACES, PLACES, SettingScope
from engine.values.house.setting_types import TagNames, TagPattern, TimezoneName
from engine.values.search import SearchMode, SearchSections


def _limit(unit: SettingUnit | None = None) -> About:
    """What one person, or all in a space together, may use of the house."""
    return About(SettingGroup.LIMITS, frozenset({SettingScope.SPACE}), unit=unit, front=False)


class Settings(BaseModel):
    """The settings that hold for one turn. Where each came from is ``rules.scopes.explain``."""

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)

    language: Annotated[
        Language,
        About(
            SettingGroup.PEOPLE,
            PEOPLE_AND_PLACES,
            words={"english": "en", "英文": "en", "英语": "en", "chinese": "zh", "中文": "zh", "汉语": "zh"},
        ),
    ] = Language.EN
    timezone: Annotated[TimezoneName, About(SettingGroup.PEOPLE, PEOPLE_AND_PLACES, example="Asia/Shanghai")] = "UTC"

    mode: Annotated[
        Mode,
        About(
            SettingGroup.PLACE,
            HOUSES,
            words={"陪伴": "chat", "聊天": "chat", "剧情": "story", "故事": "story", "群聊": "lounge"},
        ),
    ] = Mode.STORY
    speaks: Annotated[
        Speaks,
        About(
            SettingGroup.PLACE,
            HOUSES,
            words={"总是": "always", "每句都回": "always", "叫到才说": "called", "随机": "chance", "偶尔": "chance"},
        ),
    ] = Speaks.CALLED
    chance: Annotated[float, Field(ge=0.0, le=1.0), About(SettingGroup.PLACE, HOUSES, front=False)] = 0.1
    listen: Annotated[bool, About(SettingGroup.PLACE, HOUSES)] = False
    undo_by: Annotated[
        UndoBy,
        About(SettingGroup.PLACE, HOUSES, front=False, words={"参与的人": "part", "大家": "everyone", "主持": "host"}),
    ] = UndoBy.PART
    proxies: Annotated[bool, About(SettingGroup.PLACE, HOUSES, front=False)] = True
    controls: Annotated[bool, About(SettingGroup.PLACE, HOUSES)] = True
    webhooks: Annotated[bool, About(SettingGroup.PLACE, HOUSES, front=False)] = True
    drafts: Annotated[bool, About(SettingGroup.PLACE, HOUSES, front=False)] = False

    scene_strategy: Annotated[SceneStrategy, About(SettingGroup.PLACE, front=False, words=STRATEGY_WORDS)] = (
        SceneStrategy.AUTO
    )
    scene_rounds: Annotated[int, Field(ge=0, le=MOST_ROUNDS), About(SettingGroup.PLACE, front=False)] = 0
    scene_cards: Annotated[SceneCards, About(SettingGroup.PLACE, front=False, words=CARDS_WORDS)] = SceneCards.AUTO

    history_limit: Annotated[
        int, Field(ge=0, le=500), About(SettingGroup.MEMORY, unit=SettingUnit.MESSAGES, front=False)
    ] = 0
    budget_tokens: Annotated[
        int, Field(ge=1_000, le=200_000), About(SettingGroup.MEMORY, unit=SettingUnit.TOKENS, tightens=True)
    ] = 24_000
    memory_position: Annotated[
        MemoryPosition,
        About(
            SettingGroup.MEMORY,
            front=False,
            words={"历史之前": "before_history", "最后一句之前": "before_last_message"},
        ),
    ] = MemoryPosition.BEFORE_LAST_MESSAGE

    history_characters: Annotated[
        int, Field(ge=0, le=1_000_000), About(SettingGroup.MEMORY, unit=SettingUnit.CHARACTERS, front=False)
    ] = 0
    history_load_all: Annotated[bool, About(SettingGroup.MEMORY, front=False)] = False

    recall: Annotated[bool, About(SettingGroup.MEMORY)] = True
    recall_items: Annotated[int, Field(ge=1, le=20), About(SettingGroup.RECALL, front=False)] = 10
    recall_tokens: Annotated[
        int, Field(ge=200, le=8_000), About(SettingGroup.RECALL, unit=SettingUnit.TOKENS, front=False)
    ] = 1_200
    recall_candidates: Annotated[int, Field(ge=1, le=200), About(SettingGroup.RECALL, front=False)] = 20
    recall_floor: Annotated[float, Field(ge=0.0, le=1.0), About(SettingGroup.RECALL, front=False)] = 0.3
    recall_ranking: Annotated[
        Ranking, About(SettingGroup.RECALL, front=False, words={"综合": "fused", "衰减": "decay"})
    ] = Ranking.FUSED
    recall_half_life: Annotated[
        int, Field(ge=1, le=3_650), About(SettingGroup.RECALL, unit=SettingUnit.DAYS, front=False)
    ] = 14
    recall_tags: Annotated[TagNames, About(SettingGroup.RECALL, front=False)] = "manual, summary, user_input"
    recall_replies: Annotated[bool, About(SettingGroup.RECALL, front=False)] = False
    diary_filter: Annotated[bool, About(SettingGroup.RECALL, front=False)] = False
    diary_threshold: Annotated[float, Field(ge=0.0, le=1.0), About(SettingGroup.RECALL, front=False)] = 0.35
    diary_turns: Annotated[int, Field(ge=1, le=50), About(SettingGroup.RECALL, front=False)] = 6
    facts: Annotated[bool, About(SettingGroup.MEMORY)] = True
    core_rounds: Annotated[int, Field(ge=2, le=50), About(SettingGroup.RECALL, front=False)] = 10
    core_items: Annotated[int, Field(ge=1, le=20), About(SettingGroup.RECALL, front=False)] = 5
    core_floor: Annotated[float, Field(ge=0.0, le=1.0), About(SettingGroup.RECALL, front=False)] = 0.5
    world_top_k: Annotated[int, Field(ge=1, le=20), About(SettingGroup.RECALL, front=False)] = 3
    books_threshold: Annotated[float, Field(ge=0.0, le=1.0), About(SettingGroup.RECALL, front=False)] = 0.5
    background_tokens: Annotated[
        int,
        Field(ge=0, le=100_000_000),
        About(SettingGroup.RECALL, HOUSES, unit=SettingUnit.TOKENS, front=False, tightens=True),
    ] = 200_000
    retention_days: Annotated[
        int,
        Field(ge=0, le=36_500),
        About(SettingGroup.RECALL, frozenset({SettingScope.SPACE}), unit=SettingUnit.DAYS, front=False),
    ] = 0

    summary: Annotated[
        SummaryMode,
        About(SettingGroup.STORY, front=False, words={"关": "off", "自动": "auto", "经典": "classic", "on": "auto"}),
    ] = SummaryMode.AUTO
    summary_trigger: Annotated[
        int, Field(ge=3_000, le=10_000), About(SettingGroup.STORY, unit=SettingUnit.CHARACTERS, front=False)
    ] = 6_000
    summary_length: Annotated[
        int, Field(ge=500, le=2_000), About(SettingGroup.STORY, unit=SettingUnit.CHARACTERS, front=False)
    ] = 1_000
    summary_first: Annotated[
        int, Field(ge=0, le=50), About(SettingGroup.STORY, unit=SettingUnit.MESSAGES, front=False)
    ] = 3
    summary_last: Annotated[
        int, Field(ge=0, le=50), About(SettingGroup.STORY, unit=SettingUnit.MESSAGES, front=False)
    ] = 3
    chapter_turns: Annotated[int, Field(ge=1, le=20), About(SettingGroup.STORY, front=False)] = 5
    chapter_order: Annotated[
        ChapterOrder,
        About(SettingGroup.STORY, front=False, words={"先摘要": "summary_first", "先对话": "last_n_first"}),
    ] = ChapterOrder.SUMMARY_FIRST
    story_pages: Annotated[bool, About(SettingGroup.STORY, front=False)] = False
    page_every: Annotated[
        int, Field(ge=1, le=50), About(SettingGroup.STORY, unit=SettingUnit.MESSAGES, front=False)
    ] = 5
    page_choice: Annotated[
        PageChoice, About(SettingGroup.STORY, front=False, words={"模型": "model", "关键词": "keywords"})
    ] = PageChoice.MODEL
    page_items: Annotated[int, Field(ge=0, le=10), About(SettingGroup.STORY, front=False)] = 3
    page_depth: Annotated[int, Field(ge=0, le=20), About(SettingGroup.STORY, front=False)] = 2
    dossier_items: Annotated[int, Field(ge=0, le=10), About(SettingGroup.STORY, front=False)] = 2
    dossier_depth: Annotated[int, Field(ge=0, le=20), About(SettingGroup.STORY, front=False)] = 2
    index_tokens: Annotated[
        int, Field(ge=200, le=2_000), About(SettingGroup.STORY, unit=SettingUnit.TOKENS, front=False)
    ] = 600
    fresh_pages: Annotated[int, Field(ge=5, le=200), About(SettingGroup.STORY, front=False)] = 15
    catalogue_pages: Annotated[int, Field(ge=6, le=500), About(SettingGroup.STORY, front=False)] = 20
    timeline_lines: Annotated[int, Field(ge=5, le=100), About(SettingGroup.STORY, front=False)] = 20
    hide_processed: Annotated[bool, About(SettingGroup.STORY, front=False)] = True
    visible_messages: Annotated[
        int, Field(ge=0, le=50), About(SettingGroup.STORY, unit=SettingUnit.MESSAGES, front=False)
    ] = 10
    init_batch: Annotated[
        int, Field(ge=5, le=100), About(SettingGroup.STORY, unit=SettingUnit.MESSAGES, front=False)
    ] = 20
    director: Annotated[bool, About(SettingGroup.STORY, front=False)] = False
    director_after: Annotated[int, Field(ge=1, le=10), About(SettingGroup.STORY, front=False)] = 3
    director_events: Annotated[int, Field(ge=1, le=50), About(SettingGroup.STORY, front=False)] = 15
    director_others: Annotated[int, Field(ge=0, le=20), About(SettingGroup.STORY, front=False)] = 5
    director_checks: Annotated[bool, About(SettingGroup.STORY, front=False)] = False
    show_progress: Annotated[bool, About(SettingGroup.STORY, front=False)] = False
    evolve: Annotated[bool, About(SettingGroup.STORY, front=False)] = True
    evolve_every: Annotated[int, Field(ge=10, le=500), About(SettingGroup.STORY, front=False)] = 50
    evolve_turns: Annotated[int, Field(ge=5, le=100), About(SettingGroup.STORY, front=False)] = 20
    evolve_change: Annotated[
        int, Field(ge=5, le=100), About(SettingGroup.STORY, unit=SettingUnit.PERCENT, front=False)
    ] = 40
    evolve_locked: Annotated[
        str, Field(max_length=200), About(SettingGroup.STORY, front=False, example="personality, speech")
    ] = ""

    total_tokens: Annotated[
        int,
        Field(ge=10_000, le=200_000),
        About(SettingGroup.PROMPT, unit=SettingUnit.TOKENS, front=False, tightens=True),
    ] = 100_000
    cached_percent: Annotated[
        float, Field(ge=0.0, le=100.0), About(SettingGroup.PROMPT, unit=SettingUnit.PERCENT, front=False)
    ] = 10.0
    middle_warning: Annotated[
        int, Field(ge=1_000, le=50_000), About(SettingGroup.PROMPT, unit=SettingUnit.TOKENS, front=False)
    ] = 20_000
    conversation_warning: Annotated[
        int, Field(ge=10_000, le=1_000_000), About(SettingGroup.PROMPT, unit=SettingUnit.TOKENS, front=False)
    ] = 100_000
    depth_counting: Annotated[
        DepthCounting,
        About(
            SettingGroup.PROMPT,
            front=False,
            words={"从末尾": "st", "end": "st", "从用户消息": "user", "nodest": "user"},
        ),
    ] = DepthCounting.ST
    strict_order: Annotated[bool, About(SettingGroup.PROMPT, front=False)] = False
    scripts: Annotated[bool, About(SettingGroup.PROMPT, front=False)] = True

    world_scan_depth: Annotated[
        int, Field(ge=0, le=1_000), About(SettingGroup.WORLD, unit=SettingUnit.MESSAGES, front=False)
    ] = 2
    world_budget: Annotated[
        int, Field(ge=1, le=100), About(SettingGroup.WORLD, unit=SettingUnit.PERCENT, front=False)
    ] = 25
    world_budget_cap: Annotated[
        int, Field(ge=0, le=200_000), About(SettingGroup.WORLD, unit=SettingUnit.TOKENS, front=False)
    ] = 0
    world_recursion: Annotated[bool, About(SettingGroup.WORLD, front=False)] = True
    world_recursion_steps: Annotated[int, Field(ge=0, le=10), About(SettingGroup.WORLD, front=False)] = 0
    world_min_activations: Annotated[int, Field(ge=0, le=100), About(SettingGroup.WORLD, front=False)] = 0
    world_case: Annotated[bool, About(SettingGroup.WORLD, front=False)] = False
    world_whole_words: Annotated[bool, About(SettingGroup.WORLD, front=False)] = True
    world_group_scoring: Annotated[bool, About(SettingGroup.WORLD, front=False)] = False
    world_names: Annotated[bool, About(SettingGroup.WORLD, front=False)] = True
    world_order: Annotated[
        BookOrder,
        About(SettingGroup.WORLD, front=False, words={"角色优先": "character_first", "统一排序": "evenly"}),
    ] = BookOrder.CHARACTER_FIRST

    search: Annotated[
        SearchMode,
        About(
            SettingGroup.WEB,
            HOUSES,
            front=False,
            words={
                "关": "off",
                "on": "auto",
                "开": "auto",
                "自动": "auto",
                "询问": "ask",
                "先问": "ask",
                "工具": "tool",
                "模型": "tool",
                "model": "tool",
            },
        ),
    ] = SearchMode.OFF
    search_results: Annotated[int, Field(ge=1, le=10), About(SettingGroup.WEB, HOUSES, front=False)] = 5
    search_tokens: Annotated[
        int, Field(ge=200, le=6_000), About(SettingGroup.WEB, HOUSES, unit=SettingUnit.TOKENS, front=False)
    ] = 1_500
    search_daily: Annotated[int, Field(ge=0, le=1_000), About(SettingGroup.WEB, HOUSES, front=False)] = 30
    search_sections: Annotated[
        SearchSections,
        About(
            SettingGroup.WEB,
            front=False,
            words={"隐藏": "off", "hide": "off", "引用": "quote", "剧透": "spoiler", "折叠": "spoiler"},
        ),
    ] = SearchSections.OFF

    reply_max_tokens: Annotated[
        int, Field(ge=32, le=32_000), About(SettingGroup.REPLY, unit=SettingUnit.TOKENS, tightens=True)
    ] = 1_024
    temperature: Annotated[float | None, Field(ge=0.0, le=2.0), About(SettingGroup.REPLY)] = None
    pictures: Annotated[int, Field(ge=0, le=8), About(SettingGroup.REPLY, front=False)] = 4
    bubbles: Annotated[
        int, Field(ge=0, le=8), About(SettingGroup.REPLY, PLACES, unit=SettingUnit.BUBBLES, front=False)
    ] = 0
    voice: Annotated[
        VoiceMode,
        About(
            SettingGroup.REPLY,
            HOUSES,
            front=False,
            words={
                "关": "off",
                "on": "request",
                "按需": "request",
                "要求": "request",
                "总是": "always",
                "每条": "always",
            },
        ),
    ] = VoiceMode.OFF
    show_gestures: Annotated[bool, About(SettingGroup.REPLY, front=False)] = True
    feelings: Annotated[bool, About(SettingGroup.REPLY, HOUSES, front=False)] = False
    emotion_pattern: Annotated[TagPattern, About(SettingGroup.REPLY, front=False)] = "[emotion:{}]"
    gesture_pattern: Annotated[TagPattern, About(SettingGroup.REPLY, front=False)] = "*{}*"

    debounce: Annotated[float, Field(ge=0.0, le=15.0), About(SettingGroup.PACE, unit=SettingUnit.SECONDS)] = 1.2
    answer_unanswered: Annotated[
        int, Field(ge=0, le=1_440), About(SettingGroup.PACE, unit=SettingUnit.MINUTES, front=False)
    ] = 15

    person_share: Annotated[int, Field(ge=0, le=100), _limit(SettingUnit.PERCENT)] = 50
    person_files: Annotated[int, Field(ge=0, le=1_000_000), _limit(SettingUnit.MEGABYTES)] = 500
    space_files: Annotated[int, Field(ge=0, le=10_000_000), _limit(SettingUnit.MEGABYTES)] = 5_000
    person_imports: Annotated[int, Field(ge=0, le=10_000), _limit()] = 20
    space_imports: Annotated[int, Field(ge=0, le=100_000), _limit()] = 200
    person_memories: Annotated[int, Field(ge=0, le=100_000), _limit()] = 2_000
    space_memories: Annotated[int, Field(ge=0, le=1_000_000), _limit()] = 20_000
