"""Words of time in passing: "I was cleaning up last night and thought of the van: what did Lena say of it?".

The time says how the question came up, not when what is asked for was said. A question and what it asks about stand in
clauses with a word that asks, or that speaks of the talk; a clause that has neither, but somebody who does something,
only tells, unless what follows asks what that was. A clause with no verb belongs to the one beside it: "The van, last
night: what did Lena say?".
"""

import re
from collections.abc import Iterable
from itertools import pairwise
from typing import Final

from engine.rules.recall.questions.intents import TALK
from engine.rules.recall.words.word_forms import PAST

_HELPING: Final = r"(?:did|do|does|is|are|was|were|have|has|had|can|could|would|will|should)(?:n['’]?t)?"
_BREAK: Final = re.compile(
    r"[,，;；:：.。!！…—–、\n]+|(?<=[㐀-鿿])\s+(?=[㐀-鿿])|\s-+\s"
    r"|\b(?:and|but|that|because|cause|cos|cuz)\b"
    rf"|(?=\b(?:wh?[ao]t|who|whom|where|when|why|how|which)(?:['’]?[sdr]e?| {_HELPING})\b)",
    re.IGNORECASE,
)
_MOST: Final = 24
_ASKS: Final = re.compile(
    r"[?？]|\b(?:wh?[ao]t|which|who|whose|whom|why|how)(?:['’]?[sd])?\b"
    r"|\bwhen(?:['’]?[sd]\b| (?:did|do|does|is|was|were)\b)"
    r"|\A\W*(?:so |and |but )?(?:(?:did|does|do|can|could|will|would|should|has) \w"
    r"|(?:is|are|was|were|have|had) (?:i|we|you|he|she|it|they|there|the|this|that|my|your|our|any)\b"
    rf"|{_HELPING[:-1]} (?:i|we|you|he|she|it|they|u)\b)"
    r"|\b(?:know|remember|recall|remind\w*|recap|summar\w+|curious|forgot\w*|hear|tell|asking|anything|everything)\b"
    r"|什么|啥|哪|谁|边个|边度|几(?!乎)|多少|怎|咋|点(?=讲|样|解|算)|乜|咩|吗|呢|没有?\Z|记得|忘|想不起|记不|知道|告诉|回忆|回顾|总结|概括|提醒",
    re.IGNORECASE,
)
_SPEAKS: Final = re.compile(
    rf"{TALK.pattern}|\bwe (?:got (?:in|on)to|went over|covered|came to)\b|唠|侃|倾[过咗]", re.IGNORECASE
)
_WHAT_IT_WAS: Final = re.compile(
    r"\b(?:wh?[ao]t|who|where|which|how|why) (?:is|are|was|were) (?:it|that|this|they|he|she)\b"
    r"|(?<![㐀-鿿])(?:那|它)?(?:都)?是(?:关于|因为)?(?:些)?(?:什么|啥|谁|哪)",
    re.IGNORECASE,
)
_OF_A_THING: Final = r"(?:the|an?|my|our|your|his|her|their|this|that|some|any|no)"
_THINGS: Final = (
    r"(?:wedding|building|meeting|evening|morning|painting|drawing|\w*thing|spring|string|ceiling|clothing)"
)
"""Words with the same ending that nobody does."""
_DOES: Final = re.compile(
    r"\b(?:i|we|he|she|they|you|u|it|me|im|ive|i['’](?:m|ve|d)|was|were|had|got|been|couldn?['’]?t|didn?['’]?t"
    r"|(?<!\bthe )(?<!\bmy )(?<!\ba )(?<!\bour )(?<!\byour )\w{3,}ed"
    rf"|{'|'.join(sorted(set(PAST.values())))})\b|\b(?:while|after|before|since|when)\b"
    rf"|\A\W*(?:(?!{_OF_A_THING} )\w+ )?(?!{_THINGS}\b)\w{{3,}}ing\b"
    r"|(?:[我俺你您他她它咱]|佢)(?!们?的)|[了着得没想]|在(?![~线])|不(?!锈)|的?时候?|[起到唔]|[来去](?!.{1,6}的)",
    re.IGNORECASE,
)


def told_in_passing(text: str, spans: Iterable[tuple[int, int]]) -> bool:
    """Whether the words of time in ``text`` (``spans``) all stand in clauses that only tell. Linear in its length."""
    if _WHAT_IT_WAS.search(text):
        return False
    places = list(spans)
    blank = text
    for start, end in places:
        blank = f"{blank[:start]}{'~' * (end - start)}{blank[end:]}"
    told = [_tells(blank[start:end]) for start, end in _clauses(blank) if any(start <= it < end for it, _ in places)]
    return bool(told) and all(told)


def _clauses(text: str) -> list[tuple[int, int]]:
    breaks = [it.span() for _, it in zip(range(_MOST), _BREAK.finditer(text), strict=False)]
    bounds = [(0, 0), *breaks, (len(text), len(text))]
    return [(one[1], other[0]) for one, other in pairwise(bounds)]


def _tells(clause: str) -> bool:
    return _ASKS.search(clause) is None and _SPEAKS.search(clause) is None and _DOES.search(clause) is not None
