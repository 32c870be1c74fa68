"""What a character says of its memory and of pages besides its reply, from the notice to what is shown."""

import pytest

from bot.delivery.channel_preferences import ChannelPreferences
from bot.delivery.surface import SurfaceMessage
from bot.delivery.thoughts import LONGEST
from bot.delivery.troubles import told_in
from bot.discord.surface import formatted
from bot.telegram.message_text import marks
from bot.terminal.wording import Style, notice_line
from bot.words.localise import Speech
from engine.values.chats.notices import Notice
from engine.values.house.setting_choices import Language

SAID = "Ann said *yes*.\n\n> Then || no."


def _notice(shown: str, said: str = SAID, kind: str = "mem") -> Notice:
    return Notice("search-thought", {"kind": kind, "shown": shown, "said": said})


def _told(shown: str, said: str = SAID, language: str = "en", kind: str = "mem") -> SurfaceMessage:
    preferences = ChannelPreferences(Speech().speaker(language), controls=True)
    return told_in(SurfaceMessage("", "n1"), _notice(shown, said, kind), preferences)


@pytest.mark.parametrize("language", [it.value for it in Language])
@pytest.mark.parametrize(("kind", "sign"), [("mem", "💭"), ("websearch", "🔎")])
def test_it_is_quoted_or_covered_on_every_platform(kind: str, sign: str, language: str) -> None:
    """People take it for what the character says, or read what they did not want to know yet."""
    quoted, covered = (_told(it, language=language, kind=kind) for it in ("quote", "spoiler"))
    assert quoted.text == covered.text == f"{sign} {SAID}"
    assert formatted(quoted) == f"> {sign} Ann said \\*yes\\*.\n> \n> \\> Then \\|\\| no."
    assert formatted(covered) == f"{sign} ||Ann said \\*yes\\*.\n\n\\> Then ││ no.||"
    [quote], [cover] = (marks(it.text, it) for it in (quoted, covered))
    whole = len(f"{sign} {SAID}") + 1
    assert (quote.type, quote.offset, quote.length) == ("blockquote", 0, whole), "the sign is two units"
    assert (cover.type, cover.offset, cover.length) == ("spoiler", 3, whole - 3), "the sign can be seen"
    for shown in ("quote", "spoiler"):
        line = notice_line(_notice(shown, kind=kind), Speech().speaker(language))
        assert (line.text, line.style) == (f"> {sign} Ann said *yes*.\n>\n> > Then || no.", Style.DIM)


@pytest.mark.parametrize("shown", ["quote", "spoiler"])
def test_a_long_one_is_shortened(shown: str) -> None:
    """A model that writes a page would fill the screen, or Discord would show what is to be covered."""
    told = _told(shown, "🌙" * (LONGEST + 1))
    assert told.text == f"💭 {'🌙' * (LONGEST - 1)}…"
    assert _told(shown, "🌙" * LONGEST).text == f"💭 {'🌙' * LONGEST}"
    shown_at = formatted(_told(shown, "*|" * LONGEST))
    assert len(shown_at) <= 2000
    assert shown_at.startswith("💭 ||" if shown == "spoiler" else "> ")
    assert shown_at.endswith("…||" if shown == "spoiler" else "…")
    assert notice_line(_notice(shown, "a" * 2000), Speech().speaker("en")).text == f"> 💭 {'a' * (LONGEST - 1)}…"


@pytest.mark.parametrize("end", ["\r\n", "\r", "\u2028", "\x0b", "\x85"])
def test_lines_are_lines_everywhere(end: str) -> None:
    """Behind a sign that one platform takes for the end of a line the quote would end."""
    assert _told("quote", f"one{end}two").text == "💭 one\ntwo"


def test_other_notices_look_as_before() -> None:
    """Every line of the bot would be a quote."""
    preferences = ChannelPreferences(Speech().speaker("en"), controls=True)
    told = told_in(SurfaceMessage("", "n1"), Notice("turn-parked"), preferences)
    assert (told.aside, told.covered) == ((), ())
    assert not notice_line(Notice("turn-parked"), Speech().speaker("en")).text.startswith(">")
