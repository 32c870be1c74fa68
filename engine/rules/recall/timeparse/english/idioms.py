"""Words of time that name no time: titles, greetings, brands and idioms."""

from itertools import pairwise
from typing import Final

from engine.rules.recall.timeparse.english.pieces import Tokens
from engine.rules.recall.timeparse.english.words import TokenKind, words

_IDIOMS: Final = """
friday the 13th|friday i'm in love|friday im in love|ruby tuesday|taco tuesday|taco tuesdays|casual friday|
saturday night live|saturday night fever|sunday best|sunday school|monday blues|bloody sunday|sunday times|
freaky friday|man friday|girl friday|friday night lights|super tuesday|throwback thursday|manic monday|blue monday|
sunday roast|sunday driver|wednesday addams|tuesdays with morrie|monday night football|sunday morning coming down|
yesterday 's news|yesterday once more|born yesterday|like yesterday|like it was yesterday|usa today|today show|
today i learned|summer school|summer camp|summer job|summer dress|summer body|summer fling|summer love|summer house|
summer vibes|summer of love|500 days of summer|boys of summer|cruel summer|summer olympics|spring roll|spring rolls|
spring cleaning|spring onion|spring onions|spring water|spring chicken|winter coat|winter olympics|winter soldier|
winter is coming|winter wonderland|winter jacket|winter clothes|winter tires|winter sports|indian summer|
fall asleep|fall apart|fall in love|fall for|fall out|fall off|fall down|fall behind|fall short|fall back|fall over|
fall into|march madness|march on|march forward|april showers|may the force|june bug|november rain|october sky|
august rush|white christmas|black friday sale|black friday sales|black friday deal|black friday deals|
christmas carol|christmas tree|christmas song|christmas songs|christmas movie|christmas movies|christmas card|
christmas cards|christmas lights|christmas spirit|christmas sweater|christmas story|christmas music|
twelve days of christmas|12 days of christmas|nightmare before christmas|last christmas i gave you|father christmas|
new year resolution|new year resolutions|new year 's resolution|new year 's resolutions|easter egg|easter eggs|
easter bunny|easter island|halloween costume|halloween costumes|halloween candy|halloween movie|midnight snack|
midnight sun|midnight oil|midnight in paris|midnight express|after midnight by|morning person|morning people|
morning glory|morning sickness|morning show|morning coffee|morning routine|morning after pill|night owl|night shift|
night light|night club|night gown|night mare|night stand|night person|night manager|one night stand|early bird|
early riser|late fee|late fees|afternoon tea|evening gown|evening dress|midsummer night 's dream|day in the life|
last minute|last resort|last samurai|last of us|last name|last straw|last supper|last word|last call|last chance|
last but not least|last time|now and then|seven days a week|24 / 7|9 to 5|nine to five|24 hours a day|year old|
years old|year - old|years - old|years young|may i|second to none|one second|just a second|just a sec|
end of the day|end of the world|week in week out|day in day out|day after day|this day and age|once in a blue moon|
middle ages|mid - life|the day the earth|good old days|save the day|one of these days|one of those days|dog days|
groundhog day again|golden years|night and day|day and night|morning , noon and night|morning noon and night|
at the eleventh hour|eleventh hour|new york minute|happy hour|rush hour|zero hour|second hand|second chance|
second nature|second thought|second thoughts|first aid|the night is young|any day now|how time flies|sun cream|
sun screen|in the sun|the sun|under the sun|half past dead|the day after tomorrow movie|sunday scaries|
may day mayday|end of story|start to finish|remember , remember|march of the penguins|april fool me|friday feeling|
friday vibes|weekend vibes|fourth wall|the fourth wall|third wheel|fifth wheel|fifth element|sixth sense|
fifth avenue|mad friday|good friday agreement|september 11|wake me up when september ends|september ends|earth wind|
a day 's work|day job|day off|what day is it today|the date today|today 's the|what day is it|what day is today|
what is today|what 's today|what's today|today 's date|what time is it|what year is it|what month is it|
the week ahead|days of the week|this time around|this time next|from this day|to this day
"""
_BY_PAIR: Final[dict[tuple[str, str], list[tuple[str, ...]]]] = {}
for _line in _IDIOMS.replace("\n", "").split("|"):
    _words = tuple(_line.split())
    _BY_PAIR.setdefault((_words[0], _words[1]), []).append(_words)

_SINGLE: Final = frozenset({"24/7", "9/11"})
_WISHES: Final = words(
    "happy merry blessed joyous good nice great lovely wonderful fun relaxing enjoy belated gd pleasant beautiful "
    "restful safe productive"
)
_GREETINGS: Final = words("happy merry blessed joyous belated")
_FELT: Final = words("i am was is so very be were really not you we me that him her them he she they")
_MEDIA: Final = words(
    "song movie film album book novel band show series episode game called named titled track sitcom anime "
    "musical magazine"
)
_CLOSERS: Final = {'"': '"', "”": "“", "»": "«", "'": "'", "」": "「", "》": "《", "*": "*"}
_OPENING: Final = frozenset(_CLOSERS.values())
_TITLE: Final = 9


def hidden(tokens: Tokens) -> frozenset[int]:
    """The tokens that name no time."""
    found: set[int] = set()
    for index, (token, behind) in enumerate(pairwise(tokens)):
        pair = (token.word, behind.word)
        if pair in _BY_PAIR:
            found.update(_idiom(tokens, index, pair))
        elif token.word in _SINGLE:
            found.add(index)
        elif token.word in _WISHES:
            found.update(_wished(tokens, index))
        elif token.word in _MEDIA:
            found.update(_titled(tokens, index))
    found.update(_quoted(tokens))
    return frozenset(found)


def _idiom(tokens: Tokens, index: int, pair: tuple[str, str]) -> range:
    for row in _BY_PAIR[pair]:
        if all(tokens[index + step].word == word for step, word in enumerate(row)):
            return range(index, index + len(row))
    return range(0)


def _wished(tokens: Tokens, index: int) -> range:
    """What stands behind a wish: "happy new year", "have a nice weekend", "good morning"."""
    word, before = tokens[index].word, tokens[index - 1].word
    behind = index + 1
    if before in _FELT:
        return range(0)
    if word == "good" and tokens[behind].word == "friday":
        return range(0)
    while behind < index + 4 and tokens[behind].word in ("the", "your", "and", "rest", "of", "a", "safe", "!"):
        behind += 1
    greets = (
        word in _GREETINGS or word == "enjoy" or (word in ("good", "gd") and before not in ("a", "the", "so", "was"))
    )
    if greets or (before in ("a", "very", "an") and _wishing(tokens, index)):
        return range(behind, behind + 4) if word in _GREETINGS else range(behind, behind + 2)
    return range(0)


def _wishing(tokens: Tokens, index: int) -> bool:
    words = {tokens[index - back].word for back in range(1, 5)}
    return "have" in words and not words & {"did", "didn't"}


def _titled(tokens: Tokens, index: int) -> range:
    """The capital words behind "the song", "a cat called"."""
    behind = index + 1
    while tokens[behind].word in ("called", "named", "titled", ",", ":"):
        behind += 1
    last = behind
    while last < behind + 6 and tokens[last].capital:
        last += 1
    if last == behind and tokens[behind - 1].word in ("called", "named", "titled"):
        last = behind + 1
    return range(behind, last)


def _quoted(tokens: Tokens) -> set[int]:
    """Short texts between quotation marks."""
    found: set[int] = set()
    opening: dict[str, int] = {}
    for index, token in enumerate(tokens):
        if token.kind is not TokenKind.MARK:
            continue
        begin = _CLOSERS.get(token.word)
        if begin is not None and begin in opening and index - opening[begin] <= _TITLE:
            found.update(range(opening.pop(begin), index))
        elif token.word in _OPENING:
            opening[token.word] = index
    return found
