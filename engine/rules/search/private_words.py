"""What must not leave the house with a query: whom it is about, and how somebody is reached or let in."""

import re
from collections.abc import Collection
from typing import Final

from engine.rules.recall.word_lists import word_lists
from engine.rules.search.named_here import names_here

_LISTS: Final = word_lists(__file__, "query_words.json")
_SECRET_NAMES: Final = "|".join(re.escape(it) for it in sorted(_LISTS["names_a_secret"], key=len, reverse=True))
_STREETS: Final = "|".join(sorted(_LISTS["streets"], key=len, reverse=True))
_PHONE_DIGITS: Final = 7
_LONG_NUMBER: Final = 9

_LINK: Final = re.compile(r"\b[a-z][a-z+.-]{1,15}://\S+|\bwww\.\S+", re.IGNORECASE)
_MENTION: Final = re.compile(r"<[@#][!&]?\d{1,20}>|(?<![\w.])@[A-Za-z0-9_.]{2,40}")
_EMAIL: Final = re.compile(r"(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,4}", re.ASCII)
_SECRET: Final = re.compile(
    rf"(?<![a-z])(?:{_SECRET_NAMES})\s{{0,3}}(?:is|are|was|[=:：]|是|为)\s{{0,3}}\S{{1,200}}", re.IGNORECASE
)
_KEY: Final = re.compile(
    r"(?<![A-Za-z0-9])(?:sk|pk|rk|ghp|gho|ghu|ghs|github_pat|xox[abprs]|AKIA|ASIA|AIza|eyJ|glpat|hf|whsec|bot\d|ya29)"
    r"[-_.A-Za-z0-9]{8,}+|(?<!\w)\d{6,12}:[\w-]{20,}+"
)
_RUN: Final = re.compile(r"(?<![A-Za-z0-9_-])[A-Za-z0-9_-]{16,}+")
_PHONE: Final = re.compile(r"(?<![\w.])[+(（]?\d(?:[\s().（）-]{0,2}\d){5,18}(?![\w.]?\d)", re.ASCII)
_STREET: Final = re.compile(
    rf"(?<!\w)\d{{1,5}}[A-Za-z]?,?\s{{1,2}}(?:[\w'’.-]{{1,30}}\s{{1,2}}){{1,4}}(?:{_STREETS})(?!\w)\.?"
    r"(?:,?\s{1,2}(?:apt|apartment|unit|flat|suite|#)\.?\s{0,2}\w{1,6})?"
    r"|(?<!\w)[\w-]{0,30}(?:stra(?:ß|ss)e|str\.|weg|gasse|platz|allee)\s{1,2}\d{1,4}[a-z]?(?!\w)"
    r"|(?<!\w)(?:rue|via|calle|avenida|piazza|viale)\s(?:[\w'’-]{1,30}\s){1,4}\d{1,4}(?!\w)",
    re.IGNORECASE,
)
_HAN_STREET: Final = re.compile(
    r"[\u4e00-\u9fff]{1,6}(?:大道|路|街|道|巷|弄|胡同|村|小区|花园|新村|公寓)\s?[0-9０-９一二三四五六七八九十百]{1,5}\s?(?:号|弄|栋|幢|座)"
    r"(?:楼|院)?(?:\s?[0-9A-Za-z一二三四五六七八九十]{1,5}\s?(?:号楼|栋|幢|座|单元|楼|层|室|号|房)){0,4}"
    r"|[0-9]{1,4}\s?(?:号楼|栋|幢)\s?(?:[0-9A-Za-z]{1,5}\s?(?:单元|楼|层|室|号|房)\s?){1,3}"
)
_POSTCODE: Final = re.compile(r"(?<!\w)[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}(?!\w)")
_POSSESSIVE: Final = re.compile(r"(?<!\w)['’]s(?!\w)")


def without_private(text: str, names: Collection[str]) -> str:
    """``text`` without names of people here, addresses of any kind, telephone numbers, keys and other secrets.

    Linear in the length of the text.
    """
    for pattern in (_LINK, _MENTION, _EMAIL, _SECRET, _KEY):
        text = pattern.sub(" ", text)
    text = _RUN.sub(lambda it: " " if _is_key(it[0]) else it[0], text)
    text = _PHONE.sub(lambda it: " " if _is_phone(it[0]) else it[0], text)
    for pattern in (_STREET, _HAN_STREET, _POSTCODE):
        text = pattern.sub(" ", text)
    return _POSSESSIVE.sub(" ", names_here(frozenset(names)).unnamed(text))


def _is_key(run: str) -> bool:
    """Whether a long run of letters and digits is no word: both are in it, and no part between hyphens is a word."""
    digits = sum(it.isdigit() for it in run)
    return digits >= 2 and any(it.isalpha() for it in run) and max(map(len, re.split("[-_]", run))) >= _LONG_NUMBER


def _is_phone(run: str) -> bool:
    """Whether digits are a telephone number, or of an account; dates, years and sums are none."""
    digits = [it for it in run if it.isdigit()]
    if len(digits) >= _LONG_NUMBER and (run.isdigit() or run[0] in "+(（0"):
        return True
    groups = re.findall(r"\d+", run)
    if len(digits) < _PHONE_DIGITS or all(len(it) == 4 and it[:2] in ("19", "20") for it in groups):
        return False
    if run[0] in "+(（":
        return True
    return len(digits) >= _LONG_NUMBER if len(groups) > 1 else False
