"""The rest of the first evening: a card, another reply, a save, a mistake, memory, company, and being forgotten.

Each scene takes the ``Play`` of ``quarter_hour``. The first part is played before the restarts, and
``forgotten`` behind them.
"""

import json
import re
from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from tests.platforms.bookkeeping import faults
from tests.platforms.seat import Seen
from tests.turns.room import CARD

if TYPE_CHECKING:
    from tests.platforms.quarter_hour import Play

_CHINESE = re.compile(r"[\u4e00-\u9fff]")
_SENTENCE = re.compile(r"(?<![/\w])(?:[A-Za-z][a-z']+ ){3,}[a-z']+[.?!]")


async def asks(play: "Play", line: str, answer: str = "") -> Seen:
    """Ann types a command at home; the answer that has ``answer`` in it."""
    said = await play.says(line, stored=None)
    return await play.seat.reads(play.home, answer, said.id)


async def offers(play: "Play", line: str, start: str) -> Seen:
    """Ann types a command at home; the answer that has a button that begins so."""
    said = await play.says(line, stored=None)

    def offered() -> Seen | None:
        behind = (it for it in play.seat.stands(play.home) if it.id > said.id)
        return next((it for it in behind if any(one.startswith(start) for one in it.controls)), None)

    found: Seen = await play.seat.waits(offered)
    return found


async def presses(play: "Play", seen: Seen, start: str, answer: str, *, who: Any = None, where: Any = None) -> None:
    """Ann presses the button that begins so, and is answered with ``answer``: in what was not there before."""
    who, where = who or play.ann, where or play.home
    control = await play.button(seen, start, where)
    there = {(it.id, it.text) for it in play.seat.stands(where)}
    aside = await play.seat.clicks(who, play.seat.now(where, seen), control)

    def heard() -> bool:
        new = [it.text for it in play.seat.stands(where) if (it.id, it.text) not in there]
        return not answer or any(answer in it for it in (*new, *aside()))

    assert await play.seat.waits(heard), f"{control} is answered with {answer!r}"


async def pictured(play: "Play", behind: int) -> None:
    """A picture arrives at Ann's, younger than message ``behind``."""
    await play.seat.waits(lambda: play.seat.files(play.home, behind))


async def settled(play: "Play") -> None:
    """Ann is asked once for her zone, when she first asks about a day; she says yes, and is not asked again."""
    assert not _offered(play, play.home, "run:/me settle"), "asked before it matters"
    await play.answered(await play.says({"en": "What did we do yesterday?", "zh": "我们昨天做了什么？"}[play.language]))
    asking = await play.seat.waits(lambda: _offered(play, play.home, "run:/me settle"))
    await presses(play, asking, "run:/me settle", "")
    await play._becomes_true("SELECT count(*) FILTER (WHERE asked_at IS NOT NULL) = 1 FROM person WHERE name = 'Ann'")
    await play.seat.waits(lambda: not _offered(play, play.home, "run:/me settle"))


async def mode_chosen(play: "Play") -> None:
    """The mode is a button, and the place has it."""
    shown = await offers(play, "/mode", "run:/mode story")
    await presses(play, shown, "run:/mode story", "")
    await play._becomes_true("SELECT true FROM setting WHERE name = 'mode' AND value::text LIKE '%story%'")


async def card_imported(play: "Play") -> None:
    """A card that is sent is looked at, said yes to, and plays."""
    said = await play.says("", stored=None, file=("mira.json", json.dumps(CARD).encode()))
    asked = await play.seat.reads(play.home, "Mira", said.id)
    await presses(play, asked, "run:/import yes", "Mira")
    await play._becomes_true("SELECT true FROM character WHERE name = 'Mira'")


async def swiped(play: "Play") -> None:
    """Another reply, back and forth, and going on: one message, and the controls stand under the newest only."""
    first = await play.answered(await play.says("swipe"))
    was = play._now(play.home, first).text
    await play.seat.presses(play.ann, first, await play.button(first, "right:"))
    await play.seat.waits(lambda: play._now(play.home, first).text not in (was, ""))
    await play.seat.presses(play.ann, first, await play.button(first, "left:"))
    await play.seat.waits(lambda: play._now(play.home, first).text.startswith(was))
    bells, stood = play.seat.bells(play.home), play._now(play.home, first).text
    await play.seat.presses(play.ann, first, await play.button(first, "continue:"))
    await play.seat.waits(lambda: _went_on(play, stood, play._now(play.home, first).text))
    await play.seat.waits(lambda: _newest_has_controls(play, first.id - 1))
    assert play.seat.bells(play.home) == bells + (not play.seat.grows)


def _went_on(play: "Play", stood: str, text: str) -> bool:
    """Whether a reply has gone on to another end: in its message, or below where nothing printed can grow."""
    return text != stood and text.endswith(play._endings) and text.startswith(stood if play.seat.grows else "")


def _newest_has_controls(play: "Play", behind: int) -> bool:
    """Whether the newest reply, younger than ``behind``, is the only one with buttons of a reply."""
    having = [it for it in play.seat.stands(play.home) if any(one.startswith("right:") for one in it.controls)]
    return len(having) == 1 and having[0].id > behind


async def gone_wrong(play: "Play") -> None:
    """A save is found again; what would change is shown; the divider and the repeated line tell where one is."""
    name = play.words["save"]
    last = [it for it in play.seat.stands(play.home) if it.text.startswith(play.openings)][-1]
    await asks(play, f"/save {name}", name)
    wrong = await play.says("wrong")
    await play.answered(wrong)
    look = await offers(play, f"/load {name}", "run:/load")
    await presses(play, look, "run:/load", name)
    back = play.speak.say("divider-load", name=name, ago="\0").partition("\0")[0]
    divider = await play.seat.reads(play.home, back if play.seat.divides else "", look.id)
    await play.seat.waits(lambda: _newest_has_controls(play, divider.id))
    [again] = [it for it in play.seat.stands(play.home) if it.id > divider.id and it.text.startswith(play.openings)]
    assert again.text == last.text if play.seat.grows else again.text.endswith(last.text)
    await play.answered(await play.says("right"))
    assert play.words["wrong"] not in play.prompt()
    await offers(play, "/chats branches", "run:/chats branch")
    tree = await offers(play, "/chats tree", "run:/chats tree picture")
    await presses(play, tree, "run:/chats tree picture", "")
    await pictured(play, tree.id)


async def settings_tried(play: "Play") -> None:
    """A wrong name and a value out of range are told apart; the right one is set, and says where it comes from."""
    no_such = play.speak.say("error-setting-unknown", name="frobnicate", near="", count=0)
    await asks(play, "/settings frobnicate 3", no_such)
    refused = await asks(play, "/settings diary_threshold 700", "diary_threshold")
    assert re.search(r"\b0\b.*\b1\b", refused.text), refused.text
    assert not await play.sql.fetchval("SELECT count(*) FROM setting WHERE name = 'diary_threshold'")
    await asks(play, "/settings diary_threshold 0.5", "0.5")
    await play._becomes_true("SELECT true FROM setting WHERE name = 'diary_threshold'")
    in_use = play.speak.say("settings-origin", value="", fate="wins").strip()
    assert in_use in (await asks(play, "/settings diary_threshold", "0.5")).text


async def put_right(play: "Play") -> None:
    """A memory that is put right by one button is in the next prompts, and the old value in none of them."""
    added = await asks(play, f"/memory add {play.words['note']}", play.words["note"])
    number = re.findall(r"\d+", added.text)[0]
    await play.answered(await play.says("note asked"))
    assert play.words["note"] in play.prompt()
    asked = await offers(play, f"/fix memory {number} {play.words['note right']}", "run:/fix yes")
    await presses(play, asked, "run:/fix yes", play.words["note right"])
    since = len(play.model.generations)
    for line in ("note asked 2", "note asked 3"):
        await play.answered(await play.says(line))
    assert all(play.words["note"] not in it.prompt for it in play.model.generations[since:])
    assert play.words["note right"] in play.prompt()
    await offers(play, "/why", "run:/why full")
    garden = play.speak.say("sky-said", shown=0, total=0, whole="yes").partition("0")[0].strip(" \u2068")
    sky = await asks(play, "/memory sky", garden)
    await pictured(play, sky.id - 1)


async def joined(play: "Play") -> None:
    """A second character joins the scene, and both speak there."""
    await asks(play, "/scene cast add Mira", "Mira")
    cast = await asks(play, "/scene cast", "Mira")
    newest = await play.sql.fetchval("SELECT max(written_at) FROM entry")
    numbers = re.findall(r"(?m)^ *(\d+)(?: · |  )", cast.text)
    assert len(numbers) == 2, cast.text
    for number in numbers:
        called = await play.says(f"/scene cast speak {number}", stored=None)
        await play.seat.reads(play.home, play.openings[1], called.id)
    speakers = "SELECT count(DISTINCT character_id) FROM entry WHERE kind = 'message' AND written_at > $1"
    await play._becomes_true(f"SELECT ({speakers}) = 2", newest)
    await asks(play, "/scene cast remove Mira", "Mira")


async def looked_up(play: "Play") -> None:
    """What happened, what was used and how the house is: each answers in Ann's language."""
    for line in ("/recap", "/me usage", "/status", "/me"):
        assert (await asks(play, line)).text


async def forgotten(play: "Play") -> None:
    """Cid, whom nobody let in but to the group, is forgotten in private: a receipt, and no word of theirs anywhere."""
    await play.seat.waits(lambda: _newest_has_controls(play, 0))
    home = play.seat.private(play.cid)
    knock = await play.says("stranger", who=play.cid, where=home, stored=None, called=False)
    await play.seat.waits(lambda: _offered(play, play.home, "run:/admin open", "Cid"))
    await play.seat.reads(home, play.speak.say("access-closed", access="new"), knock.id)
    play.erased = {it for it, person in play.by.items() if person is play.cid}
    await _forgets(play, play.cid, home, ("member", "member, inside", "down, member", "down, member 2"))


async def _forgets(play: "Play", who: Any, home: Any, lines: Sequence[str]) -> None:
    """Somebody asks to be forgotten: a receipt, and none of these lines is anywhere, nor is the person."""
    said = await play.says("/me forget", who=who, where=home, stored=None, called=False)
    sure = await play.seat.waits(lambda: _offered(play, home, "run:/me forget", behind=said.id))
    await presses(play, sure, "run:/me forget", play.speak.say(play.seat.forgets), who=who, where=home)
    for line in lines:
        await play._becomes_true(f"SELECT NOT ({await _somewhere(play)})", play.words[line])
    await play._becomes_true("SELECT count(*) = 0 FROM person WHERE name = $1", who.name)


async def reopened(play: "Play") -> None:
    """The program is killed in a reply and started again: it greets with what was said, and goes on."""
    message, gate, _ = await play.growing("kill")
    await play.daemon.kill()
    gate.open()
    await play.daemon.start()
    await play.seat.reads(play.home, play.words["kill"], message.id)
    await play.answered(await play.says("last"))


async def left(play: "Play") -> None:
    """Ann looks through the books and is forgotten: nothing of her evening is anywhere."""
    await play._becomes_true("SELECT count(*) = 0 FROM turn WHERE state = 'running'")
    play.found += await faults(play, play.seat.secrets)
    play.said.clear()
    play.left.append(play.home)
    await _forgets(
        play, play.ann, play.home, ("first", "swipe", "wrong", "right", "note", "note right", "kill", "last")
    )


def _offered(play: "Play", channel: Any, start: str, text: str = "", behind: int = 0) -> Seen | None:
    having = (it for it in play.seat.stands(channel) if any(one.startswith(start) for one in it.controls))
    return next((it for it in having if text in it.text and it.id > behind), None)


async def _somewhere(play: "Play") -> str:
    """SQL: whether any row of any table has $1 in it."""
    names = await play.sql.fetch("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")
    tests = [f'EXISTS (SELECT FROM "{it["tablename"]}" AS t WHERE strpos(t::text, $1) > 0)' for it in names]
    return " OR ".join(tests)


def rang(play: "Play", shown: list[Any]) -> list[str]:
    """Turns that rang more than once. ``shown`` has a session, a turn and a message of the platform in each row."""
    loud = play.seat.loud
    counts = Counter((it["session_id"], it["turn_id"]) for it in shown if it["platform_id"] in loud)
    return [f"turn {turn} rang {count} times" for turn, count in counts.items() if count > 1]


SENT = """
SELECT DISTINCT channel_id, session_id, turn_id, platform_id FROM outbox
WHERE turn_id IS NOT NULL AND platform_id IS NOT NULL
"""


def foreign(play: "Play") -> list[str]:
    """What was said in the other language at Ann's; a command's name is no sentence."""
    seen = [it.text for it in play.seat.stands(play.home)]
    if play.language == "en":
        return [
            f"Chinese in English: {it!r}"
            for it in seen
            if _CHINESE.search(it) and "顾岚" not in it and "中文" not in it
        ]
    return [f"English in Chinese: {it!r}" for it in seen if _SENTENCE.search(it)]


BEFORE = (settled, mode_chosen, card_imported, swiped, gone_wrong, settings_tried, put_right, joined, looked_up)
BEHIND = (forgotten,)
TYPED = (*BEFORE[1:], reopened, left)
"""At a terminal nobody is asked for language and zone: the machine tells."""
