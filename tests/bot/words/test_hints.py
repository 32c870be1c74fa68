"""What lists say to type next: whole commands, each with a word of what it does."""

import re
from collections.abc import Iterator

import pytest

from bot.commands.framework.arguments import Wrong, bind
from bot.commands.framework.declared import Command
from bot.commands.framework.offering import COMMAND, heads_of, offered_in, parts_of
from bot.words.marking import BEGINS, DATA
from tests.bot.words.everybody import EVERYWHERE
from tests.bot.words.test_offering import all_said

SAYS = {"en": " – ", "zh": " —— "}
"""What stands between a command and what it does."""
LABELS = re.compile("^param-")
"""What a field of a form takes; in Chinese it begins with the command that lists what can be chosen."""
OF_KEYS = frozenset({"terminal-hint"})
"""Keys stand beside a command there, in one line."""


def whole(line: str) -> bool:
    """Whether ``line`` begins with a command that can be typed as it stands, up to a comma."""
    found = COMMAND.fullmatch(re.split("[,，]", line)[0])
    command = EVERYWHERE.find(found[1]) if found else None
    return bool(found and command and _can_be_used(command, found[1], found[2]))


def _can_be_used(command: Command, name: str, rest: str) -> bool:
    action, left = command.split(command.called(name, rest))
    return not isinstance(bind(action.params if action else command.params, left, asking=True), Wrong)


def wrong(lang: str, name: str, text: str) -> Iterator[str]:
    """The lines of a text that list commands as nobody could type or understand them."""
    for line in DATA.sub("7", text.replace(f"/{BEGINS}", "")).split("\n"):  # what was typed begins no hint
        parts = list(parts_of(line, EVERYWHERE))
        offers = sum(bool(set(offered_in(part, EVERYWHERE))) for part, _ in parts)
        if any(head for _, head in parts) or (offers > 1 and line.startswith("/")):
            yield line
        elif line.startswith("/") and heads_of(line, EVERYWHERE) and not (LABELS.search(name) or name in OF_KEYS):
            typed, says, what = line.partition(SAYS[lang])
            if not (says and what.strip() and whole(typed)):
                yield line


def test_every_hint_is_a_whole_command_with_a_word_of_what_it_does() -> None:
    """Whoever typed “edit 2 text” of a hint said it to the character; “4 completed” looked like an explanation."""
    found = {(lang, name, line) for lang, name, text in all_said() for line in wrong(lang, name, text)}
    assert sorted(found) == []


def test_there_are_hints() -> None:
    """A change of the rules would find no hint any more, and try none."""
    hints = {
        name
        for _, name, text in all_said()
        if any(it in line for it in SAYS.values() for line in text.split("\n/")[1:])
    }
    assert len(hints) > 25


@pytest.mark.parametrize(
    ("lang", "text", "refused"),
    [
        ("en", "/story pages show 2 · edit 2 text · redo 2", True),
        ("en", "/story pages show 2 – read it · /story pages redo 2 – again", True),
        ("en", "/story point 4 goes on from there", True),
        ("en", "/story point 4 – go on from there", False),
        ("en", "/story point – go on from there", True),
        ("en", "/chats branches 2 text – nothing", True),
        ("en", "/char face 2, sent with a picture – change the picture", False),
        ("en", "Restored. /load shows all saves.", False),
        ("zh", "/剧情 剧情点 4 已完成", True),
        ("zh", "/剧情 剧情点 4 已完成 —— 标记为已完成", False),
        ("zh", "/剧情 剧情点 4 —— ", True),
    ],
)
def test_a_hint_that_nobody_can_follow_is_found(lang: str, text: str, *, refused: bool) -> None:
    """The check would find nothing, whatever is written."""
    assert bool(list(wrong(lang, "a-hint", text))) is refused


PRESSED = {"en": re.compile(r"\b(?:press(?:es|ed)?|tap|buttons?)\b", re.I), "zh": re.compile("按钮|点一下|按一个|点按")}
"""Words for what a terminal has none of."""
OF_BUTTONS = frozenset(
    {
        *("booths-offered", "error-no-booth", "mode-booths-hint"),  # no terminal has threads
        *("command-mode-help", "setting-controls", "setting-controls-help"),  # buttons elsewhere
        *("button-old", "button-unknown", "error-reply-moved"),  # said to who pressed one
        *("form-now", "form-terminal-keep", "form-terminal-edit"),  # a form of Telegram; keys of a terminal
        *("app-running", "setup-choose-again-or-enter", "terminal-leave"),  # keys of a terminal
    }
)
"""What may speak of buttons, or of keys."""


def test_where_there_are_no_buttons_none_is_named() -> None:
    """ "Press a button" stood above choices with numbers, in a terminal."""
    found = {(lang, name) for lang, name, text in all_said() if PRESSED[lang].search(DATA.sub("", text))}
    assert sorted(it for it in found if it[1] not in OF_BUTTONS) == []
    assert {name for _, name in found} == OF_BUTTONS, "no row without a use"
