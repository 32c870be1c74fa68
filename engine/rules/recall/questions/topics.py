"""What a question is about, besides when it was and besides that it is a question."""

import re
from collections.abc import Iterable
from typing import Final

from engine.rules.recall.questions.courtesy_words import LAUGHTER

_WHAT: Final = r"(?:wh?[ao]t|wut|wht)"
_WE: Final = (
    r"(?:we|i|you|u|ya|yous?e?|y['’]?all|they|us|both|all|two|lot|guys|folks|been|just|even|actually|ever|really|exactly"
    r"|that|did|have|had|has|were|was|are|is|do|would|could)"
)
_TALKED: Final = (
    r"(?:tal?k(?:e?d|ing?)?|tlk(?:e?d|ing?)?|chat(?:ted|ting?)?|say(?:ing)?|said|discuss(?:ed|ing)?|mention(?:ed|ing)?"
    r"|sp[eo]aki?n?g?|spoke|tell(?:ing)?|told|cover(?:ed|ing)?|touch(?:ed|ing)? on|c[ao]me up|br(?:ing|ought) up"
    r"|(?:go|going|went|gone) (?:over|through|into)|natter(?:ed|ing)?|gab(?:bed|bing)?|ya[pk](?:p?ed|p?ing|ked|king)?"
    r"|rambl(?:e|ed|ing)|rant(?:ed|ing)?|babbl(?:e|ed|ing)|waffl(?:e|ed|ing)|witter(?:ed|ing)?"
    r"|(?:rabbit|bang)(?:ed|ing)? on"
    r"|gossip(?:ed|ing)?|catch(?:ing)? up on|caught up on|debat(?:e|ed|ing)|argu(?:e|ed|ing))"
)
_DONE: Final = r"(?:do|doing|done|happen(?:ed|ing)?|going on|went on|went down|up to|on(?= about\b))"
_SUMMARY: Final = r"(?:summary|recap|rundown|run-down|overview|gist|account|outline|digest|breakdown)"
_WHAT_WAS_SAID: Final = re.compile(
    # who, together, talked about or did, how much of what
    r"(?:不是|还|你|您|我|咱|俺|哋|俩|们|大家|大伙|都|一起|主要|到底|究竟|瞎|闲|又|在|刚|记得|记不记得"
    r"|能不能|可以|帮我|给我|[跟和同][我你]){0,6}"
    r"(?:聊天|聊|说|谈|讲(?!座)|讨论|提(?!琴|拉)|做|干|忙(?!吗|不忙|么)|发生|回忆|回顾|总结|复述|概括|概述|涉及|商量|交流|沟通|唠嗑|唠|侃"
    r"|倾(?=过|咗|乜|啲|偈|开)|摆(?=.{0,4}龙门阵)|扯(?=了|过|些|什么|啥)){1,3}"
    r"(?:了(?!解)|过(?!敏|年|程|期|滤|冬)|到(?!期)|起|及|一下|的|得|咗|嘅|开){0,3}(?:最多的?是?)?"
    r"(?:一)?(?:很多|好多|些|点|啲|哪些|什么|甚么|啥|哪|几个|乜嘢|乜|咩){0,3}"
    r"(?:事情|事儿|事|话题|内容|话|东西|来着|嗑|龙门阵|偈|家常){0,2}"
    # remind me of; what did we talk about; we said; our conversation
    r"|\b(?:(?:can|could|do|would|will) you (?:please )?)?"
    r"(?:tell me|remind me|remember|rmbr|recall|summari[sz]e|recap)\b(?: about| of)?"
    rf"|\b(?:{_WHAT}(?:['’]?(?:s|d|re|ve))?|which|anything|everything|something|the things?|all)\b"
    r"(?: else| all| exactly)?(?: (?:kinds?|sorts?) of)?(?: (?:things?|topics?|stuff|subjects?|matters?))?"
    rf"(?: {_WE}\b){{0,5}}"
    rf" (?:{_TALKED}|{_DONE})\b"
    r"(?: (?:about|abt|bout|of|to|with|each other|me|you|u|us|then|there)\b){0,4}"
    rf"|\b(?:(?:we|i|you|u|y['’]?all) {_TALKED}|we got (?:in|on)to)\b"
    rf"(?: (?:about|abt|bout|of|to|with)\b){{0,3}}(?: {_WHAT}\b)?"
    r"|\b(?:(?:in|during|from|of) )?(?:our|the) (?:conversations?|chats?|talks?|discussions?)\b"
    # bring me up to date with; give me a summary of; our log
    r"|\b(?:catch|fill|bring|get|update|run|walk) (?:me|us) (?:up|in|through)?"
    r"(?: to (?:speed|date))?(?: (?:on|about|with)\b)?"
    r"|\b(?:give|show|tell|need|want)(?: (?:me|us))? (?:an?|the) (?:(?:quick|short|brief|little|full) )?"
    rf"{_SUMMARY}\b(?: (?:of|about|on)\b)?"
    r"|(?:的|些)?(?:聊天|对话|谈话)(?:记录|内容|的内容)?(?:都?[是有])?(?:什么|啥|哪些)?",
    re.IGNORECASE,
)
_ASKING_FOR: Final = re.compile(
    r"\W*(?:(?:honestly|piece\W+together|work\W+out|so|and|but|please|pls|kindly|just|also|now|then|i|i['’][dmv]e?|we|you|u|can|could|would|will|do|did|does|be|able"
    r"|don['’]t|didn['’]t|can['’]t|cannot|not|have|got|to|really|still|even|happen|possibly|any|an|no|idea|chance|mind"
    r"|want|wanted|need|wanna|like|love|trying|totally|completely|already|quite|me|us|for|my|memory|again|if|about|on|of"
    r"|let|help|give|show|sure|interested|in|find|figure|out"
    r"|(?P<asks>know|knowing|tell|telling|remind|reminding|ask|asking|wonder|wondering|remember|recall|recollect|forgot"
    r"|forget|forgotten|curious|refresh|hear|say|explain|meant?))\W+){1,16}"
    r"(?=(?:wh?[ao]t|which|who|where|when|how|if|whether|everything|anything|all)\b)"
    # I want to know; can you tell me; I forgot
    r"|\W*(?:我|你|您|咱|能不能|能否|能|可不可以|可以|可否|会不会|想|要|麻烦|请|帮忙|帮|给|跟|和|为|再|快|就|还|是不是|有没有"
    r"|不太|不|有点|已经|都|突然|忽然|挺|很|蛮|只是|来|一下|下|吗|么|[，, ]){0,12}"
    r"(?P<asked>知道|知不知道|告诉|问问|问|说说|说一下|讲讲|讲一下|聊聊|回忆|回顾|记得|记不记得|记不得|记不清|想起来?|想不起来?"
    r"|忘了|忘记|忘|总结|概括|提醒|复述|梳理|整理|好奇|了解)(?:了|一下|下|我们|我|吗|么|不|着|一遍)*[，, ]*",
    re.IGNORECASE,
)
"""What stands before a question that is put as one: I want to know, can you tell me, 你还记得."""
_TURNED_TO: Final = re.compile(
    r"(?:[聊提说谈讲][到起])([^，,。.！!？?\s]{1,40}?)(?:的时候|那会儿?|时(?=[，,。.！!？?\s]|\Z))"
)
"""聊到…的时候: what stands there is what the talk was about, even in words that say nothing elsewhere."""
_MENTIONED: Final = re.compile('[“"「『《]([^“”"「」『』《》]{1,60})[”"」』》]')
_MARKS: Final = re.compile('[“”"「」『』《》]')
_PIECES: Final = re.compile(
    r"[,，;；:：.。!！?？、—–]|\s-\s|\b(?:about|regarding|concerning|on the subject of)\b"
    r"|(?<=[㐀-鿿])\s+|\s+(?=[㐀-鿿])"
    r"|关于|有关|至于|怎么|咋|的时候|那会儿?",
    re.IGNORECASE,
)
_LEADS: Final = re.compile(r"\A\s*(?:(?:the|a|an|my|our|your|of|on|and)\s+)*", re.IGNORECASE)
_TRAILS: Final = re.compile(r"(?:候?时的?|情?事的|的|了|吗|呢|呀|啊)+")
"""Read from the end of a text: what stands there without saying anything, its signs the other way round."""
_DEPTH: Final = 3
_RECALL_WORDS: Final = re.compile(
    r"你?还?记得(?:吗|么|不)?|记不记得|之前|当时|那次|那时候?|上次|以前|曾经"
    r"|\b(?:do you |can you |you )?(?:remember|recall)\b"
    r"|\bback then\b|\b(?:that|last) time\b|\bpreviously\b|\bearlier\b",
    re.IGNORECASE,
)
_SAYS_NOTHING: Final = (
    "a about again all also am an and any are as at back be been before but by can could did do does doing done during"
    " earlier else ever exactly for from get got had has have he hello her hey hi him his how i if in into is it its"
    " just know last let like many may me mean might more much my no not now of off oh ok okay on once one or our out"
    " over please really remember said say she should so some something tell than that the their them then there these"
    " they thing things think this those time to too up us very was we well were what when where which who why will"
    " with would yes you your ah lah lor leh meh innit eh tho though u"
)
_WORDS: Final = frozenset(_SAYS_NOTHING.split())
_CHARACTERS: Final = frozenset(
    "的了吗呢吧啊呀么嘛哦噢哎诶喂嗯我你您他她它们咱俩在是有和跟与就都也还又再那这哪些个什甚啥时候请问给对把被让"
    "去来着过到得地会能可以要想之后前里上下中间天事情话内容很多好一嗯唔欸噢喔啦哈哟咯呗嘞捏哒儿些件久快"
)
_FUNCTION_WORDS: Final = re.compile(
    "什么时候|为什么|什么|怎么样?|是不是|有没有|哪里|哪个|哪些|多少|我们|咱们|你们|他们|她们|一个|这个|那个"
    "|[的了吗呢吧啊呀么嘛我你您他她它在是有和跟与就都也还又再那这哪把被让给]"
)
_CONTRACTED: Final = re.compile(r"(?:n't|'\w{1,2})$")
_TOKENS: Final = re.compile(r"[\u3400-\u9fff]+|[^\W_\u3400-\u9fff]+(?:['’][^\W_\u3400-\u9fff]+)?")


def topic_of(text: str, spans: Iterable[tuple[int, int]] = ()) -> str:
    """What ``text`` is about besides time (``spans``, as from and to) and besides asking what was talked about.

    Empty when nothing is left that could be searched for. A word in quotation marks is mentioned, so it may be one that
    says nothing elsewhere.
    """
    plain = _without(text, spans)
    named = _TURNED_TO.search(plain)
    if named is not None and not _says_more(f"{plain[: named.start()]} {plain[named.end() :]}"):
        return _MARKS.sub("", named[1]).strip()
    rest = _WHAT_WAS_SAID.sub(" ", _put(plain))
    if says_something(rest):
        return " ".join(rest.split())
    mentioned = _MENTIONED.search(rest)
    return mentioned[1].strip() if mentioned else ""


def _says_more(text: str) -> bool:
    """Whether a question asks for more than what was said."""
    return says_something(_WHAT_WAS_SAID.sub(" ", _put(text)))


def phrases_of(topic: str) -> list[str]:
    """What a question about the talk is about, as somebody would have said it: ``topic`` without what leads on to it.

    Quotation marks are none of it, so they change nothing.
    """
    pieces = (_LEADS.sub("", it) for it in _PIECES.split(_MARKS.sub("", topic)))
    found = (_without_trails(it.strip()) for it in pieces)
    return [it for it in found if says_something(it)] or [it for it in (topic,) if it]


def _without_trails(text: str) -> str:
    trails = _TRAILS.match(text[::-1])
    return text[: len(text) - trails.end()] if trails else text


def says_something(text: str) -> bool:
    """Whether ``text`` has a word that could be searched for."""
    return any(map(_tells, _TOKENS.findall(text)))


def asks_what_was_said(text: str) -> bool:
    """Whether ``text`` asks what was talked about or happened."""
    return _WHAT_WAS_SAID.search(text) is not None


def keywords(text: str) -> str:
    """``text`` without words of remembering and words that say nothing by themselves; often empty."""
    rest = _FUNCTION_WORDS.sub(" ", _RECALL_WORDS.sub(" ", text))
    return " ".join(word for word in _TOKENS.findall(rest) if word.lower() not in _WORDS)


def without_asking(text: str) -> str:
    """``text`` without words of remembering and of asking; the text itself if nothing is left."""
    rest = _FUNCTION_WORDS.sub(" ", _RECALL_WORDS.sub(" ", text))
    return rest if _TOKENS.search(rest) else text


def _without(text: str, spans: Iterable[tuple[int, int]]) -> str:
    for start, end in sorted(spans, reverse=True):
        text = f"{text[:start]} {text[end:]}"
    return text


def _put(text: str) -> str:
    """A question without that it is put: "can you tell me what we said" asks what "what we said" does."""
    text = " ".join(text.split())
    for _ in range(_DEPTH):
        found = _ASKING_FOR.match(text)
        if found is None or not (found["asks"] or found["asked"]):
            break
        rest = text[found.end() :]
        if not (found["asks"] or asks_what_was_said(rest)):
            break
        text = rest
    return text


def _tells(token: str) -> bool:
    if "\u3400" <= token[0] <= "\u9fff":
        return not set(token) <= _CHARACTERS
    word = token.lower().replace("’", "'")
    return _CONTRACTED.sub("", word) not in _WORDS and LAUGHTER.fullmatch(word) is None
