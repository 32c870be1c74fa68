"""What people read when a model fails: the character's words. Whoever looks after the house reads what it was."""

from dataclasses import replace

from bot.delivery.channel_preferences import ChannelPreferences
from bot.delivery.surface import SurfaceMessage
from bot.delivery.thoughts import readable, set_apart
from bot.words.localise import Speaker
from engine.values.chats.notices import RINGS, TONGUE, TROUBLE, Notice, Trouble


def trouble_of(notice: Notice) -> Trouble | None:
    """Which trouble with a model a notice tells of; None where it tells of something else."""
    trouble = notice.data.get(TROUBLE)
    return Trouble(trouble) if trouble is not None else None


def is_silent(notice: Notice) -> bool:
    """Whether nobody has to notice a line at once: nearly all of them."""
    return notice.data.get(RINGS) != "yes"


def told_as(notice: Notice, speak: Speaker, *, owner: bool) -> str:
    """The line for ``notice``. ``owner``: its only reader looks after the house, and can mend what it tells of."""
    return "\n".join(filter(None, told_apart(notice, speak, owner=owner)))


def told_in(part: SurfaceMessage, notice: Notice, preferences: ChannelPreferences) -> SurfaceMessage:
    """``part`` with that line as its text; what an owner alone reads stands in small print."""
    notice = readable(replace(notice, data={**notice.data, "calling": preferences.calling}))
    speak, owner = preferences.speak, preferences.owner
    text, (_, rest) = told_as(notice, speak, owner=owner), told_apart(notice, speak, owner=owner)
    part = replace(part, text=text, small=((len(text) - len(rest), len(text)),) if rest else ())
    return set_apart(part, notice)


def told_apart(notice: Notice, speak: Speaker, *, owner: bool) -> tuple[str, str]:
    """The same as what everybody reads, and what an owner reads below it; "" where that is nothing."""
    if tongue := str(notice.data.get(TONGUE, "")):
        speak = speak.to(tongue)
    trouble = trouble_of(notice)
    if trouble is None:
        return speak.notice(notice), ""
    words = speak.say(f"trouble-{trouble}", owner="yes" if owner else "no")
    return words, what_it_was(notice, speak) if owner else ""


def what_it_was(notice: Notice, speak: Speaker) -> str:
    """What an owner reads of a trouble. Where the answer comes by itself, nobody is told to try again."""
    waits = f"{notice.message}-waits"
    if trouble_of(notice) is Trouble.LATER and speak.knows(waits):
        return speak.notice(replace(notice, message=waits))
    return speak.notice(notice)
