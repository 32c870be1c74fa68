"""What comes of quick replies: a row for each thing that their scripts can do here."""

from dataclasses import replace
from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import (
    InputError,
    SlashBroken,
    SlashComparisonUnknown,
    SlashReplyUnknown,
    SlashTakesNoWords,
    SlashTooLong,
    SlashUnrun,
    SlashVariableRefused,
)
from engine.rules.macros.expand import Expander
from engine.rules.quick.running import MOST_CHARACTERS, MOST_COMMANDS, MOST_INJECTS, QuickGround, play, unrun_in
from engine.values.characters.quick_replies import QuickAsk, QuickOutcome, QuickReply, QuickReplySet
from engine.values.models.prompts import Role
from engine.values.models.stage import Variables
from engine.values.story.notes import Inject, NotePosition
from tests.rules.macros.registry import SCENE

HELPER: Final = QuickReply(1, "Helper", "/pass <{{arg::who}}>")
LONG: Final = QuickReply(4, "Long", f"// {'a' * 5_000}")
WAITS: Final = QuickReply(5, "Waits", "/send a | /trigger await=true")
TEXT: Final = QuickReply(6, "Text", "Hello")
SELF: Final = QuickReply(2, "Loop", "/run Loop")
STORED: Final = Variables({"hp": "10", "name": "Bo"}, {"day": "3"})


def ran(message: str, typed: str = "", **more: Any) -> QuickOutcome:
    reply = QuickReply(3, "It", message)
    chosen = replace(QuickReplySet("Set", (HELPER, SELF, LONG, WAITS, TEXT, reply)), **more)
    placed = (Inject("old", "Rain."),)
    return play(QuickGround(Expander(SCENE, STORED), placed, (chosen,), ("Mia", "Bo")), chosen, reply, typed)


SAID: Final[tuple[tuple[str, str], ...]] = (
    ("Hello {{char}}!", "person:Hello Mia!"),
    ("/send Hi, {{user}} | /sys It rains.", "person:Hi, Ann narrator:It rains."),
    ("/send I \\| say | /nar x", "person:I | say narrator:x"),
    ('/echo "so" it is', 'aside:"so" it is'),
    ("/pass a | /echo", "aside:a"),
    ("/pass a || /echo", ""),
    ("/pass a | /echo <{{pipe}}>", "aside:<a>"),
    ("// no | /echo yes | /# no", "aside:yes"),
    ("/* /echo no *| /echo yes", "aside:yes"),
    ("/echo {{no::a|b}}", "aside:{{no::a|b}}"),
    ("/getvar hp | /echo", "aside:10"),
    ("/getvar key=hp | /echo", "aside:10"),
    ("/addvar key=hp 5 | /echo", "aside:15"),
    ("/incvar hp | /decvar hp | /decvar hp | /echo {{getvar::hp}}", "aside:9"),
    ('/setvar key=a "b c" | /echo {{getvar::a}}', "aside:b c"),
    ("/setglobalvar key=a 1 | /getglobalvar a | /echo", "aside:1"),
    ("/flushvar hp | /echo <{{getvar::hp}}>", "aside:<>"),
    ("/if left=hp right=9 rule=gt {: /echo more :}", "aside:more"),
    ("/if left=hp right=9 rule=lt else={: /echo no :} {: /echo less :}", "aside:no"),
    ('/if left=name right=bo "/echo {{char}}"', "aside:Mia"),
    ("/if left=none rule=not {: /echo off :}", ""),
    ("/if left=hp {: /pass on :} | /echo", "aside:on"),
    ("/if left=name rule=in right=o {: /echo in :}", "aside:in"),
    ("/run who=Cy Helper | /echo", "aside:<Cy>"),
    ('/:"Set.Helper" who=Cy | /echo', "aside:<Cy>"),
    ("/echo a | /abort quiet=false why | /echo b", "aside:a aside:why"),
    ("/inject x | /echo", "aside:quick-1"),
)


@pytest.mark.parametrize(("message", "lines"), SAID)
def test_what_a_quick_reply_says(message: str, lines: str) -> None:
    """A set that works in SillyTavern says something else here."""
    assert " ".join(f"{it.voice.value}:{it.text}" for it in ran(message).lines) == lines


@pytest.mark.parametrize(
    ("message", "asks"),
    [
        ("Hello", QuickAsk.REPLY),
        ("/send a", None),
        ("/send a | /trigger", QuickAsk.REPLY),
        ("/continue await=true", QuickAsk.CONTINUE),
        ("/regenerate", QuickAsk.AGAIN),
        ("/swipe", QuickAsk.AGAIN),
    ],
)
def test_what_it_asks_for(message: str, asks: QuickAsk | None) -> None:
    """A script that only notes something has the character talk, or one that asks for a reply gets none."""
    assert ran(message).asks is asks


def test_what_is_typed_goes_along_and_is_never_a_part_of_a_script() -> None:
    """What somebody types runs as a command, or is expanded, or is lost."""
    typed = "x | /echo {{char}}"
    assert [it.text for it in ran("/echo said:", typed, injects=True, in_front=True).lines] == [f"said: {typed}"]
    assert [it.text for it in ran("/echo {{input}}", typed).lines] == [typed]
    assert [it.text for it in ran("Well,", typed).lines] == [f"Well, {typed}"]


@pytest.mark.parametrize("message", ["/echo a", "/if left= {: /echo {{input}} :}", "/run who=Cy Helper", "/trigger"])
def test_words_that_a_script_has_no_place_for_are_refused(message: str) -> None:
    """What somebody typed behind a quick reply is gone, and nothing is said of it."""
    with pytest.raises(SlashTakesNoWords) as caught:
        ran(message, "Are you there?")
    assert caught.value.data == {"reply": "It"}
    assert ran(message).lines == ran(message, "").lines


@pytest.mark.parametrize("message", ["/run who={{input}} Helper | /echo", "/abort quiet=false Dead. | /send {{input}}"])
def test_words_that_are_passed_on_or_come_too_late_are_not(message: str) -> None:
    """Whoever types along with a script that hands words on, or ends itself, is told that it takes none."""
    assert ran(message, "Cy").lines


def test_what_is_not_sent_at_once_is_offered() -> None:
    """A text that is to be changed first is said in the person's name."""
    assert (ran("Hi {{char}}", sends=False).offered, ran("/setinput so").offered) == ("Hi Mia", "so")
    assert ran("Hi", sends=False).lines == ()


def test_texts_are_placed_and_taken_away() -> None:
    """A text stands elsewhere than the script says, or stays for good."""
    found = ran("/inject id=a position=chat depth=2 role=user scan=true ephemeral=true Storm of {{char}}.").injects
    assert found[1:] == (
        Inject("a", "Storm of Mia.", NotePosition.IN_CHAT, 2, Role.USER, scan=True, once=True, filled=True),
    )
    assert [it.id for it in ran("/inject id=a x | /flushinject old").injects] == ["a"]
    assert ran("/flushinject").injects == ran("/inject id=old").injects == ()


@pytest.mark.parametrize(
    ("message", "what"),
    [
        ("/send a | /popup b", "/popup"),
        ("/if left=1 {: /gen x :}", "/gen"),
        ("/popup a | /gen b | /popup c", "/popup, /gen"),
        ('/if left=1 else="/gen x" {: /echo :}', "/gen"),
        ("/send at=1 a", "/send at="),
        ("/sendas name=Bo a", "/sendas"),
        ("/setvar key=a index=1 b", "/setvar index="),
        ("/setvar key=a {: /echo :}", "/setvar {:"),
        ("/trigger await=true | /echo a", "/trigger await="),
        ("/swipe direction=left", "/swipe direction="),
        ("/trigger Mia | /trigger Bo", "/trigger | /trigger"),
        ("/if left=1 {: /cont | /swipe :}", "/cont | /swipe"),
        ("/inject filter={: /echo :} a", "/inject filter="),
    ],
)
def test_what_is_not_known_runs_not_at_all(message: str, what: str) -> None:
    """Half of a script is done, and nobody is told that the rest is not."""
    assert unrun_in(QuickReply(1, "It", message)) == what
    with pytest.raises(SlashUnrun) as caught:
        ran(message)
    assert caught.value.data == {"reply": "It", "what": what}


@pytest.mark.parametrize(
    ("message", "reply", "what"),
    [
        ("/run Waits | /setvar key=a b", "Waits", "/trigger await="),
        ("/if left=1 {: /run Waits :} | /setvar key=a b", "Waits", "/trigger await="),
        ("/if left=1 {: /trigger :} | /continue", "It", "/trigger | /continue"),
        ("/run Waits | /trigger", "Waits", "/trigger await="),
        ("/trigger | /run Waits", "Waits", "/trigger | /trigger"),
        ("/run Text | /trigger Bo", "It", "/trigger | /trigger"),
    ],
)
def test_a_script_that_others_run_waits_for_no_reply(message: str, reply: str, what: str) -> None:
    """What is to follow a reply is done without it, or only the last of several replies comes."""
    with pytest.raises(SlashUnrun) as caught:
        ran(message)
    assert caught.value.data == {"reply": reply, "what": what}
    assert ran("/if left=1 {: /run Waits :}").asks is ran("/run Waits").asks is QuickAsk.REPLY


@pytest.mark.parametrize(
    ("message", "error"),
    [
        ("/run Loop", SlashTooLong),
        ("/run Nobody", SlashReplyUnknown),
        ("|".join(["/run Long"] * 40), SlashTooLong),
        ("|".join(["/pass a"] * (MOST_COMMANDS + 1)), SlashTooLong),
        ("|".join(["/echo a"] * 21), SlashTooLong),
        (f"/echo {'a' * 100_001}", SlashTooLong),
        ("/setvar x", SlashVariableRefused),
        ("/if left=a right=b rule=gt {: /echo :}", SlashComparisonUnknown),
        ("/if left=1 {: /echo", SlashBroken),
        ('/setvar key="a b', SlashBroken),
        ("/* no end", SlashBroken),
        ("/if left=1 " + "{: /if left=1 " * 40, SlashBroken),
    ],
)
def test_a_script_has_an_end(message: str, error: type[Exception]) -> None:
    """A script of a stranger runs for ever, or fills a chat."""
    with pytest.raises(error):
        ran(message)


@pytest.mark.parametrize(
    ("message", "what"),
    [
        ("/run Loop", "depth"),
        ("|".join(["/run Long"] * 40), "read"),
        ("|".join(["/pass a"] * (MOST_COMMANDS + 1)), "commands"),
        ("|".join(["/echo a"] * 21), "messages"),
        (f"/echo {'a' * 100_001}", "characters"),
        (f"/inject {'a' * 20_001}", "text"),
        ("|".join(["/inject a"] * (MOST_INJECTS + 1)), "texts"),
    ],
)
def test_what_there_is_too_much_of_is_said(message: str, what: str) -> None:
    """Somebody reads a number, and not of what."""
    with pytest.raises(SlashTooLong) as caught:
        ran(message)
    assert caught.value.data["what"] == what


def test_no_place_is_said_for_what_is_wrong_in_words_of_another_command() -> None:
    """Somebody looks where nothing is wrong: the place is counted in those words, not in the script."""
    for message, at in (('/if left=1 "/* no end"', 0), ("/echo a | /* no end", 11)):
        with pytest.raises(SlashBroken) as caught:
            ran(message)
        assert caught.value.data == {"at": at}


_PIECES: Final = st.sampled_from(
    [
        *(
            "/",
            "|",
            "||",
            "{:",
            ":}",
            ":}()",
            '"',
            "\\",
            "{{",
            "}}",
            "/*",
            "*|",
            "//",
            ":",
            "=",
            "[",
            "]",
            " ",
            "\n",
            "a",
        ),
        *(
            "/send a",
            "/if left=hp ",
            "else=",
            "/run ",
            "Helper",
            "/setvar key=x ",
            "/inject id=i ",
            "/abort",
            "{{pipe}}",
        ),
    ]
)


@given(st.lists(_PIECES, max_size=40).map("".join))
def test_any_text_is_done_or_refused(text: str) -> None:
    """A file of a stranger ends the program, or a press of it never comes back."""
    try:
        found = ran(text)
    except InputError:
        return
    assert sum(len(it.text) for it in found.lines) <= MOST_CHARACTERS
    assert len(found.injects) <= MOST_INJECTS
