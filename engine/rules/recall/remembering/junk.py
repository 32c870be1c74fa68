"""What is said and yet nothing to remember: no words, asides, a card's greeting, acknowledgements and laughter."""

import re
import unicodedata
from typing import Final

from engine.values.chats.bodies import MessageBody
from engine.values.chats.entries import Entry, EntryStatus

LONGEST_ACKNOWLEDGEMENT: Final = 40

_ASIDE: Final = re.compile(r"//.*|\(\(.*\)\)|（（.*））", re.DOTALL)
# Answers (yes, no, 是的, 不是) are none of these: what was asked stands right before them. Longer words come first, and
# what has matched is never tried otherwise: a text made to take long takes no longer.
_ENGLISH: Final = (
    "thank(?:s(?:somuch)?|you)|(?:you)?re?welcome|youwelcome|welcome|goodidea|good|soundsgood|allright|alright|right|ofcourse"
    "|perfect|awesome|exactly|indeed|great|gotit|isee|nice|cool|sure|fine|true|yay|thx|ty|np"
    "|a?(?:ha|he|hi|ho)+h?|h+m+|m+h*m+|u+h+m*|o+h+|a+h+|a+w+|wo+w+|lo+l+|lmf?ao+|rofl|x+d+"
    "|o+k(?:ay|ey|ie|idoki)|o+k+[的啦]?|k+|h{2,}"
)
_CHINESE: Final = (
    "好[的吧呀啊哒滴嘞呢]?|行[吧啊]|收到|明白了?|知道了|晓得了|了解了?|谢谢你?(?=$|好|嗯|哈|啦)|多谢|谢啦|辛苦了|没问题|当然|原来如此|这样啊|是吗|真的吗|笑死|2333+"
    "|[嗯恩唔哦噢喔啊呃哎诶额哈呵嘿嘻哇哟呀噗嘛哼赞棒啦]+"
)
_ACKNOWLEDGEMENT: Final = re.compile(rf"(?:(?>{_ENGLISH}|{_CHINESE})){{1,8}}")


def tells(text: str) -> bool:
    """Whether a text says more than that it was heard: not only signs, laughter, ok, thanks."""
    if len(text) > LONGEST_ACKNOWLEDGEMENT:
        return any(map(str.isalnum, text))
    words = "".join(it for it in unicodedata.normalize("NFKC", text).casefold() if it.isalnum())
    return bool(words) and not _ACKNOWLEDGEMENT.fullmatch(words)


def is_aside(text: str) -> bool:
    """Whether the whole of a text is said outside the story: ``//…``, ``((…))``, ``（（…））``."""
    return _ASIDE.fullmatch(text.strip()) is not None


def is_remembered(entry: Entry) -> bool:
    """Whether a message becomes a memory: somebody said it, in the story, and it tells something."""
    return (
        isinstance(said := entry.body, MessageBody)
        and entry.status in (EntryStatus.COMPLETE, EntryStatus.INTERRUPTED)
        and said.greeting is None
        and not said.narrator
        and (entry.person is not None or entry.character is not None)
        and not is_aside(entry.text)
        and tells(entry.text)
    )
