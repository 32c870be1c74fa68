"""What stands under the newest reply, and what else can be done with it. Pure."""

from typing import Final

from bot.commands.framework import controls
from bot.commands.framework.controls import Control, control, lies_at
from bot.commands.framework.reply import ReplyChoice
from bot.words.localise import Speaker
from engine.values.chats.swipes import Swipe
from engine.values.people.writing_first import FirstWish

HERE: Final = "@"
"""Before where a reply lies: how a call says which it is about, where no message of the platform is known."""
_SET: Final = (
    ("edit", controls.FORM),
    ("chats from", controls.AT),
    ("save", controls.AT),
    ("why", controls.AT),
    ("fix", controls.FORM),
    ("report", controls.AT),
)
"""What else can be done with a reply: commands, and whether they are run or write."""


def usual(swipe: Swipe, speak: Speaker) -> tuple[ReplyChoice, ...]:
    """The replies beside it, going on, what was recalled, and the way to the rest."""
    at = lies_at(swipe.session, swipe.place)
    left = (ReplyChoice(control(controls.LEFT, at), speak.say("button-left")),) if has_before(swipe) else ()
    many = "yes" if swipe.count > 1 and swipe.number else "no"
    right = speak.say("button-right", many=many, number=str(swipe.number), count=str(swipe.count))
    others = (controls.CONTINUE, controls.RECALLED, controls.MORE)
    return (
        *left,
        ReplyChoice(control(controls.RIGHT, at), right),
        *(ReplyChoice(control(name, at), speak.say(f"button-{name}")) for name in others),
    )


def rows(swipe: Swipe, speak: Speaker, *, usually: bool = True) -> tuple[tuple[ReplyChoice, ...], ...]:
    """What stands under the newest reply, row by row; under one that nobody asked for also how to have less of them.

    ``usually``: the usual buttons are wanted.
    """
    return (*((usual(swipe, speak),) if usually else ()), *((wishes(swipe.first, speak),) if swipe.first else ()))


def wishes(plan: int, speak: Speaker) -> tuple[ReplyChoice, ...]:
    """Less often, not about this, never."""
    return tuple(
        ReplyChoice(controls.running(f"/me first wish {plan} {it.value}"), speak.say(f"button-first-{it.value}"))
        for it in FirstWish
    )


def has_before(swipe: Swipe) -> bool:
    """Whether there is a reply to turn back to."""
    return swipe.number > 1 or (swipe.number == 0 and swipe.count > 0)


def further(at: str, speak: Speaker, *, undo: bool = True) -> tuple[ReplyChoice, ...]:
    """The rest, for the reply that lies ``at``. ``undo``: whether whoever asks may take it back."""
    rest = {text: label for text, label in _rest(at).items() if undo or label != "button-undo"}
    return tuple(ReplyChoice(text, speak.say(label)) for text, label in rest.items())


def chosen_at(pressed: Control) -> str:
    """Where the reply lies of which the rest was opened and this chosen; "" for a control that is none of the rest."""
    at = pressed.argument.partition("/")[0].strip(f"{HERE}:")
    return at if control(pressed.name, pressed.argument) in _rest(at) else ""


def _rest(at: str) -> dict[str, str]:
    """The controls of the rest, each with the Fluent id of its label."""
    written = {controls.AT: f"{at}:/", controls.FORM: f"{HERE}{at}/"}
    others = {control(kind, written[kind] + it): f"more-{it.replace(' ', '-')}" for it, kind in _SET}
    return {control(controls.UNDO, at): "button-undo"} | others
