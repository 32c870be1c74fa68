"""What a message wants of memory: whether it asks to remember, how exactly something went, what was said."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

_RECALLS: Final = re.compile(
    r"还记得|记得(?:吗|么|不|没|当|我|你|那)|记不记得|记得[?？]|之前|当时|那次|那时|上次|以前|曾经|提过|说过"
    r"|\b(?:remember|recall|remind(?:ed)? me|back then|that time|last time|previously|earlier|before this|used to)\b"
    r"|\b(?:once told|did i (?:ever )?(?:tell|mention|say)|have i (?:ever )?(?:told|mentioned|said))\b"
    r"|\byou (?:told|said|mentioned|promised)\b",
    re.IGNORECASE,
)
_HOW: Final = re.compile(
    r"怎么(?!样|了|办|回事|可能|会这|又)|如何|详细|具体|过程|经过|细节|来龙去脉|一步一?步"
    r"|\b(?:how exactly|exactly how|what exactly|in (?:more |full |great )?detail|details|step by step)\b"
    r"|\b(?:walk me through|the whole story|how (?:did|does|was|were|had|have) (?!you feel|it go today))\b",
    re.IGNORECASE,
)
TALK: Final = re.compile(
    r"聊|说过|说了|说起|说到|说的|谈|提到|提过|提起|讲过|讲了|讲到|讨论|告诉"
    r"|\b(?:talk(?:ed|ing)?|said|say|mention(?:ed)?|discuss(?:ed)?|tell|told|chat(?:ted)?|spoke|speak|conversation)\b",
    re.IGNORECASE,
)
_TOLD: Final = re.compile(
    r"来着|记得|我(?:[跟和对]你)?(?:说|讲|提|告诉)"
    r"|\b(?:did i|i) (?:ever )?(?:say|said|tell|told|mention(?:ed)?|call(?:ed)? (?:my|our|it|him|her|them))\b"
    r"|\b(?:remember|remind)\b|\bagain\b(?=\s*\??$)",
    re.IGNORECASE,
)
_TO_REMEMBER: Final = re.compile(
    r"\b(?:do|did|don['’]?t|can|could|would) (?:you|u|ya) (?:still |even |also |happen to |by any chance )?"
    r"(?:remember|recall)\b(?! to\b)"
    r"|(?:\A|[.!?,;:]\s*)(?:still )?remember (?!to\b)[^.!?]{2,200}\?"
    r"|\bdid (?:i|we|you) (?:ever )?(?:say|tell|mention|call|promise)\b"
    r"|\bhave (?:i|we|you) (?:ever )?(?:said|told|mentioned|promised)\b"
    r"|\b(?:i|we|you) (?:once |already |even )?(?:told|mentioned|promised)\b"
    r"|\bremind me (?:what|who|whose|where|when|how|which|of)\b"
    r"|\b(?:what|who|where|when|which|how)(?: \w+){0,2} (?:was|were|did)\b[^?]{0,200}\bagain\b\W*\Z"
    r"|还?记得(?!要|带|喝|吃|去|买|把|给|早点|多)[^。！!]{0,200}?(?:吗|么|嘛|不|没|什么|啥|谁|哪|几|[?？])|记不记得|想(?:得|不)起来?"
    r"|[我你咱](?:们)?(?:以前|之前|曾经|上次|有没有)?(?:[跟和对][我你])?(?:说过|讲过|提过|提到过|聊过|答应过|告诉过)|来着",
    re.IGNORECASE,
)
_WHAT: Final = re.compile(
    r"什么|啥|哪|谁|几|多少|怎么|怎样|为何|多久|\b(?:what|which|where|when|who|whose|whom|how|why)\b", re.IGNORECASE
)
_ASKS: Final = re.compile(
    r"[?？]|吗|呢|什么|啥|哪|谁|几|多少|怎么|为何|是不是|有没有|来着"
    r"|\b(?:what|when|where|who|whose|which|why|how|did|have (?:you|we|i)|has|was|were)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Intents:
    """``recalls``: it asks to remember. ``how``: it asks how something went. ``talk``: it is about what was said.

    ``asks``: it is a question. ``told``: it takes for granted that who asks told it, and asks what it was.
    """

    recalls: bool = False
    how: bool = False
    talk: bool = False
    asks: bool = False
    told: bool = False


def intents_of(text: str) -> Intents:
    """What ``text`` wants of memory. Linear in its length."""
    return Intents(
        recalls=bool(_RECALLS.search(text)),
        how=bool(_HOW.search(text)),
        talk=bool(TALK.search(text)),
        asks=bool(_ASKS.search(text)),
        told=bool(_TOLD.search(text)) and bool(_WHAT.search(text)),
    )


def asks_to_remember(text: str) -> bool:
    """Whether ``text`` asks for what was said or happened before, and for nothing else. Linear in its length.

    Narrower than ``Intents.recalls``, which also looks where memory may only help.
    """
    return _TO_REMEMBER.search(text) is not None


def together(several: Iterable[Intents]) -> Intents:
    """What any of ``several`` wants."""
    found = tuple(several)
    return Intents(
        recalls=any(it.recalls for it in found),
        how=any(it.how for it in found),
        talk=any(it.talk for it in found),
        asks=any(it.asks for it in found),
        told=any(it.told for it in found),
    )
