"""How people word one question: base questions about a time, with what is said to somebody around them.

Every third line of each list was held out while the rules were made (``HELD_OUT``).
"""

import random  # noqa: TID251 — made from a seed, the same everywhere
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

NAMES: Final = frozenset({"gu lan", "岚", "顾岚", "ann", "peter maier", "小明"})
HELD_OUT: Final = 3

_BASES: Final = {
    "en": (
        "what did we talk about today",
        "what did we talk about yesterday",
        "what happened on Tuesday",
        "what did I tell you last week",
        "what did we do last night",
        "what were we discussing this morning",
        "do you remember what we said two days ago",
        "what about yesterday",
        "what did we chat about on 3 March",
        "what did I say about the lighthouse yesterday",
        "did we talk about Lan's sister yesterday",
        "what did you tell me about the storm last week",
        "did I mention my grandmother on Monday",
        "what was the name of the ship we saw yesterday",
    ),
    "zh": (
        "今天我们聊了什么",
        "昨天我们聊了什么",
        "上周咱们都聊啥了",
        "昨晚我跟你说了什么",
        "三天前发生了什么事",
        "这周我们做了什么",
        "上个月我们聊了哪些话题",
        "你还记得前天我们说了什么吗",
        "3月3号咱俩聊了啥",
        "昨天我们聊灯塔的时候说了什么",
        "上周我提到过奶奶的病吗",
        "昨天我们聊过岚的姐姐吗",
        "周一我说的那艘船叫什么名字",
    ),
}
_CALLS: Final = {
    "en": (
        "Lan",
        "lan",
        "Gu Lan",
        "@Lan",
        "@Gu Lan",
        "LAN",
        "dear Lan",
        "Captain Lan",
        "my dear Lan",
        "Ms. Lan",
        "Lan-chan",
        "@lan_bot",
        "<@81234567890>",
        "Lannnn",
        "Lan Lan",
        "Auntie Lan",
        "Peter",
        "Ann",
        "old Peter",
        "Miss Gu",
        "darling",
        "buddy",
        "boss",
        "everyone",
    ),
    "zh": (
        "岚",
        "顾岚",
        "小岚",
        "岚姐",
        "岚岚",
        "阿岚",
        "@岚",
        "@顾岚",
        "岚老师",
        "岚酱",
        "亲爱的岚",
        "岚姐姐",
        "Lan",
        "小明",
        "岚儿",
        "老顾",
        "亲爱的",
        "宝贝",
        "船长",
        "姐姐",
        "岚大人",
    ),
}
_OPENERS: Final = {
    "en": (
        "hey",
        "Good morning",
        "good evening",
        "hi there",
        "thanks",
        "thank you so much",
        "btw",
        "lol",
        "haha",
        "quick question",
        "one more thing",
        "ok",
        "okay so",
        "hmm",
        "oh",
        "wait",
        "sorry to bother you",
        "by the way",
        "Heyyyy",
        "yo",
        "just curious",
        "out of curiosity",
        "omg",
        "how are you",
        "sounds good",
        "got it",
        "no worries",
        "I'm back",
        "good to see you",
        "well",
        "um",
        "never mind",
        "happy Friday",
        "Happy New Year",
        "excuse me",
        "please",
        "anyway",
        "long time no see",
        "ahahaha",
        "question",
    ),
    "zh": (
        "早上好",
        "你好",
        "晚上好",
        "嗨",
        "早",
        "嗯嗯",
        "哈哈哈",
        "对了",
        "话说",
        "请问",
        "谢谢",
        "谢谢你",
        "不好意思",
        "打扰一下",
        "问你个问题",
        "好的",
        "好吧",
        "哦",
        "诶",
        "在吗",
        "我回来了",
        "好久不见",
        "想问一下",
        "顺便问一下",
        "突然想到",
        "麻烦问一下",
        "辛苦了",
        "哎呀",
        "没事",
        "知道了",
        "周末愉快",
        "新年快乐",
        "喂",
        "嘿嘿",
        "那个",
        "原来如此",
        "吃了吗",
        "笑死",
        "说起来",
    ),
}
_CLOSERS: Final = {
    "en": (
        "please",
        "thanks",
        "lol",
        "pls",
        "btw",
        "haha",
        "thank you",
        "do you remember",
        "I forgot",
        "again",
        "just curious",
        "if you remember",
        "can you tell me",
        "thx",
        "by the way",
        "my dear",
    ),
    "zh": (
        "呀",
        "呢",
        "谢谢",
        "哈哈",
        "亲爱的",
        "啊",
        "可以告诉我吗",
        "你还记得吗",
        "我忘了",
        "来着",
        "拜托了",
        "帮我回忆一下",
        "嘻嘻",
        "好不好",
        "哦",
    ),
}
_FRAMES: Final = {
    "en": (
        "can you tell me {}",
        "do you know {}",
        "could you please remind me {}",
        "I want to know {}",
        "I forgot {}",
        "I was wondering {}",
        "tell me {}",
        "any idea {}",
        "I don't remember {}",
    ),
    "zh": ("我想知道{}", "你能告诉我{}吗", "我忘了{}", "我不记得{}了", "你知道{}吗", "能不能说说{}", "帮我回忆一下{}"),
}
_LINES: Final = {
    "en": (
        "The lamp broke again.",
        "I made soup for everyone",
        "my head hurts",
        "Ben says hello!",
        "look at this picture",
        "It is raining cats and dogs here...",
        "I cannot find my keys anywhere",
        "The train was late",
        "what is your favourite colour?",
    ),
    "zh": (
        "灯又坏了。",
        "我给大家煮了汤",
        "头好疼",
        "小明让我问你好！",
        "快看这张照片",
        "外面下着大雨",
        "我的钥匙找不到了",
        "火车晚点了",
        "你最喜欢什么颜色？",
    ),
}
_PAUSES: Final = {
    "en": (", ", "! ", "... ", " ", " - ", ". ", ": ", "\n", " ~ "),
    "zh": ("，", "！", "…", "～", "。", "\n", " ", "~", "、"),
}


@dataclass(frozen=True, slots=True)
class Wording:
    """A question in other words. ``besides``: something else is said in the same burst."""

    text: str
    base: str
    besides: bool = False
    held_out: bool = False


def wordings(count: int, seed: int = 7) -> Iterator[Wording]:
    """For each base so many wordings, alternately with and without what was held out."""
    chance = random.Random(seed)
    for language, bases in _BASES.items():
        for base in bases:
            for number in range(count):
                yield _worded(chance, language, base, held_out=bool(number % 2))


def _worded(chance: random.Random, language: str, base: str, *, held_out: bool) -> Wording:
    def pick(lists: dict[str, tuple[str, ...]], *, mixed: bool = True) -> str:
        other = chance.choice(("en", "zh")) if mixed and chance.random() < 0.25 else language
        return chance.choice(_half(lists[other], held_out=held_out))

    text = base
    if _is_window(base) and not base.startswith(("what about", "你还记得")) and chance.random() < 0.2:
        text = chance.choice(_half(_FRAMES[language], held_out=held_out)).replace("{}", base)
    if chance.random() < 0.4:
        text = _ended(chance, language, text, pick(_CLOSERS, mixed=False))
    pieces = [pick(_OPENERS) for _ in range(chance.choice((0, 1, 1, 2)))]
    if chance.random() < 0.75:
        pieces.insert(chance.randint(0, len(pieces)), pick(_CALLS))
    besides = chance.random() < 0.25
    end = chance.choice(("?", "", "??", "!?", "…") if language == "en" else ("？", "", "？？", "～", "呢？", "?"))
    text = text if "\n" in text and chance.random() < 0.5 else f"{text}{end}"
    for it in reversed(pieces):
        pause = chance.choice(_PAUSES[language]) if it not in _SET_APART else chance.choice((", ", "! ", "，", "\n"))
        text = f"{it}{pause}{_capital(chance, text)}"
    if besides:
        line = pick(_LINES)
        text = f"{line}\n{text}" if chance.random() < 0.7 else f"{text}\n{line}"
    return Wording(text, base, besides, held_out)


_SET_APART: Final = frozenset(
    {
        "早",
        "no worries",
        "question",
        "darling",
        "boss",
        "everyone",
        "宝贝",
        "船长",
        "姐姐",
        "亲爱的",
        "喂",
        "那个",
        "没事",
        "buddy",
    }
)
"""Without punctuation behind them these words say something else as often."""


def _ended(chance: random.Random, language: str, text: str, closer: str) -> str:
    if language == "zh":
        return f"{text}{chance.choice(('，', '', ' ', '。'))}{closer}"
    plain = closer in ("please", "thanks", "lol", "pls", "btw", "haha", "thx", "thank you", "by the way")
    return f"{text}{chance.choice((', ', ' ', '? ', '... ') if plain else (', ', '? ', '... '))}{closer}"


def _capital(chance: random.Random, text: str) -> str:
    return text[:1].upper() + text[1:] if chance.random() < 0.3 else text


def _half(items: Sequence[str], *, held_out: bool) -> list[str]:
    return [it for at, it in enumerate(items) if (at % HELD_OUT == HELD_OUT - 1) is held_out]


def _is_window(base: str) -> bool:
    about = ("lighthouse", "sister", "storm", "grandmother", "ship", "灯塔", "奶奶", "姐姐", "船")
    return not any(it in base for it in about)
