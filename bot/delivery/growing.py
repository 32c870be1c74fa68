"""One reply while it grows: what is to be seen, and what stands in its messages."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from bot.commands import controls
from bot.delivery.manners import Manners
from bot.delivery.surface import Button, Part
from engine.values.outgoing import Began, Ended, SendingState

PLACEHOLDER: Final = "…"
REPLY: Final = "reply"


@dataclass(slots=True)
class Message:
    """A message of ours that shows a part of a reply. ``part`` is what stands in it; None when that is not known.

    ``inherited``: it was there before this reply, so it may have gone meanwhile.
    """

    id: str
    part: Part | None = None
    inherited: bool = False


@dataclass(eq=False, slots=True)
class Growing:
    """The newest text of one turn, and its messages by part. Later texts take the place of earlier ones.

    ``written`` is the text that its messages show in full. ``tried``: parts that may have been sent although their
    message is not known; ``attempted``: part 0 may have been, with an older text, by a process that is gone.
    ``gave_up``: it is not shown before its end. ``moved``: what was shown of it stayed where its channel was before.
    ``last_change`` is when it last changed, by the delivery's clock, ``changes`` how often; ``slot`` is the moment that
    was kept for its next change.
    """

    turn: int
    speaker: str = ""
    number: int = 0
    answers: str = ""
    text: str = ""
    written: str = ""
    thinking: bool = False
    ended: Ended | None = None
    abandoned: bool = False
    messages: dict[int, Message] = field(default_factory=dict[int, Message])
    tried: set[int] = field(default_factory=set[int])
    attempted: bool = False
    began: bool = False
    gave_up: bool = False
    moved: bool = False
    last_change: float | None = None
    changes: int = 0
    slot: float | None = None

    @property
    def silent(self) -> bool:
        """Nothing of it is to be seen yet, and it goes on."""
        return not self.text.strip() and not self.over

    @property
    def over(self) -> bool:
        """It grows no more."""
        return self.ended is not None or self.abandoned

    @property
    def stale(self) -> bool:
        """People see less of it than they could."""
        return bool(self.text.strip()) and self.text.rstrip() != self.written.rstrip() and not self.gave_up

    def begin(self, began: Began) -> None:
        """What the engine knows of it."""
        self.speaker, self.number, self.answers = began.character, began.number, began.answers
        self.began, self.abandoned, self.gave_up, self.written = True, False, False, ""
        for part, message in enumerate(began.shown):
            if message and part not in self.messages:
                self.messages[part] = Message(message, inherited=True)
        self.attempted = self.attempted or (began.attempted and 0 not in self.messages)

    def end(self, ended: Ended) -> None:
        """It is whole. What its rows tell counts where its beginning was not seen."""
        self.ended = ended
        for sending in ended.sendings:
            if sending.kind != REPLY or sending.part in self.messages:
                continue
            if sending.platform_id and not self.moved:
                self.messages[sending.part] = Message(sending.platform_id, inherited=True)
            elif sending.state is SendingState.SENDING and not self.began:
                self.tried.add(sending.part)

    def leave_behind(self) -> None:
        """Its channel goes on elsewhere, where none of its messages are: at its end it is shown there, whole."""
        self.messages.clear()
        self.moved = self.gave_up = True

    def changed(self, now: float) -> None:
        """People see more of it."""
        self.last_change, self.slot = now, None
        self.changes += 1

    def key(self, part: int) -> str:
        """The name of a part for ever."""
        return f"t{self.turn}.{part}"

    def part(
        self,
        number: int,
        text: str,
        buttons: tuple[tuple[Button, ...], ...] = (),
        *,
        growing: bool = False,
    ) -> Part:
        """Part ``number`` of it. Only the first message of a reply notifies anybody."""
        return Part(
            text,
            self.key(number),
            speaker=self.speaker,
            number=self.number,
            buttons=buttons,
            silent=number > 0,
            answers=self.answers if number == 0 else "",
            growing=growing,
        )

    def growing_parts(self, texts: Sequence[str], manners: Manners) -> list[Part]:
        """Its messages while it grows: the way to stop it stands under the last."""
        stop = (Button(controls.control(controls.STOP, self.turn), manners.speak.say("button-stop")),)
        last = len(texts) - 1
        return [
            self.part(number, text, (stop,) if manners.controls and number == last else (), growing=True)
            for number, text in enumerate(texts)
        ]


def same(shown: Part | None, wanted: Part) -> bool:
    """Whether people would see no difference."""
    return shown is not None and shown.text.rstrip() == wanted.text.rstrip() and shown.buttons == wanted.buttons


def under_a_reply(turn: int, manners: Manners) -> tuple[tuple[Button, ...], ...]:
    """The buttons under the newest reply."""
    if not manners.controls:
        return ()
    return (tuple(_button(name, turn, manners) for name in (controls.AGAIN, controls.CONTINUE, controls.UNDO)),)


def to_try_again(turn: int, manners: Manners) -> tuple[tuple[Button, ...], ...]:
    """The button under a reply that came to nothing."""
    return ((_button(controls.AGAIN, turn, manners),),)


def to_see_again(turn: int, manners: Manners) -> tuple[tuple[Button, ...], ...]:
    """The button that shows a reply once more."""
    return ((_button(controls.SHOW, turn, manners),),)


def _button(name: str, turn: int, manners: Manners) -> Button:
    return Button(controls.control(name, turn), manners.speak.say(f"button-{name}"))
