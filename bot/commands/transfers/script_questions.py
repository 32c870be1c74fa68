"""The regex scripts of a file, one after another, each with its whole text, before any of them may run."""

from collections.abc import Iterator
from typing import Final

from bot.commands.framework import controls
from bot.commands.framework.declared import CommandCall
from bot.commands.framework.reply import Confirm, Paragraph, Reply, ReplyChoice
from bot.words.localise import Speaker
from engine.actions.transfers import script_answers
from engine.values.characters.scripts import AskedScript, Placement
from engine.values.transfers.transfers import Document, Offer

YES: Final = "yes"
NO: Final = "no"
ALL: Final = "all"
NONE: Final = "none"
ANSWERS: Final = (YES, NO, ALL, NONE)
ANSWERS_ZH: Final = ("是", "否", "全部", "全不")
SHOWN: Final = 1_000
"""So many characters of a text stand in the message, about a phone's screen; a longer one comes whole as a file too."""


async def next_question(call: CommandCall, token: str, offer: Offer) -> Reply | None:
    """The first script of a file that nobody has spoken about yet, and what may be said; None when there is none."""
    asked = await script_answers.asked(call.ctx, call.here, token)
    left = [it for it in asked if it.answer is None]
    return _question(call, f"/import script {token} {offer.value}", left, len(asked)) if left else None


def texts_of(speak: Speaker, asked: tuple[AskedScript, ...]) -> Iterator[str]:
    """The scripts of a file, each whole, for whoever says yes to all of them at once."""
    for it in asked:
        yield "\n".join((_title(speak, it, len(asked)), *_lines(speak, it)))


def _question(call: CommandCall, line: str, left: list[AskedScript], count: int) -> Reply:
    speak, it = call.speak, left[0]
    told = [_title(speak, it, count), *_lines(speak, it, SHOWN)]
    whole = "\n".join((_title(speak, it, count), *_lines(speak, it)))
    long = "\n".join(told) != whole
    file = Document(f"script-{it.number}.txt", "text/plain", whole.encode())
    if long:
        told.append(speak.say("script-whole", name=file.filename))
    question = Confirm(
        speak.say("script-question"),
        f"{line} {it.number} {YES}",
        refusal=f"{line} {it.number} {NO}",
        label=speak.say("script-yes"),
    )
    rest = {ALL: "script-all", NONE: "script-none"}
    choices = tuple(
        ReplyChoice(controls.control(controls.RUN, f"{line} {it.number} {word}"), speak.say(label, count=len(left)))
        for word, label in rest.items()
    )
    return Reply((Paragraph("\n".join(told)),), question, choices, (file,) if long else (), private=True)


def _title(speak: Speaker, asked_script: AskedScript, count: int) -> str:
    return speak.say("script-title", number=asked_script.number, count=count, name=asked_script.script.name or "?")


def _lines(speak: Speaker, asked_script: AskedScript, most: int | None = None) -> Iterator[str]:
    """What a script is, line by line; of its texts at most so many characters each."""
    script = asked_script.script
    for kind, name in asked_script.owners:
        yield speak.say("script-owner", kind=kind.value, name=name)
    for place in sorted(script.placements):
        yield speak.say("script-place", place=Placement(place).name.lower())
    yield speak.say("script-seen", by="person" if script.display_only else "model" if script.prompt_only else "both")
    if not asked_script.ran:
        yield speak.say("script-did-not-run")
    yield speak.say("script-find", text=_cut(script.find, most))
    if script.replace:
        yield speak.say("script-replace", text=_cut(script.replace, most))
    else:
        yield speak.say("script-deletes")
    if script.trim:
        yield speak.say("script-trim", text=_cut(" · ".join(script.trim), most))


def _cut(text: str, most: int | None) -> str:
    return text if most is None or len(text) <= most else f"{text[:most]}…"
