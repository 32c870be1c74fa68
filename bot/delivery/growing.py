"""One reply while it grows: what is to be seen, and what stands in its messages."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from bot.commands.chats.under_reply import has_before, rows
from bot.commands.framework import controls
from bot.delivery.channel_preferences import ChannelPreferences
from bot.delivery.surface import Button, SurfaceMessage
from engine.service.parts import grown
from engine.values.chats.outgoing import Began, Ended, PartLimit, Sending, SendingState, ShownAgain
from engine.values.chats.swipes import Swipe
from engine.values.chats.turns import TurnState

PLACEHOLDER: Final = "…"
REPLY: Final = "reply"
LINE: Final = "line"
SPOKEN: Final = frozenset({REPLY, LINE})
"""What is said by somebody: replies, and what was said before and is seen again."""
STALE: Final = 1_000
"""From this number on parts are messages that are no more wanted."""


@dataclass(slots=True)
class ReplyMessage:
    """A message of ours that shows a part of a reply. ``part`` is what stands in it; None when that is not known.

    ``inherited``: it was there before this reply, so it may have gone meanwhile. ``sending`` is the row of the part
    that was delivered there.
    """

    id: str
    part: SurfaceMessage | None = None
    inherited: bool = False
    sending: Sending | None = None


@dataclass(eq=False, slots=True)
class GrowingReply:
    """The newest text of one turn, and its messages by part. Later texts take the place of earlier ones.

    ``written`` is the text that its messages show in full. ``tried``: parts that may have been sent although their
    message is not known; ``attempted``: those that may have been, with an older text, by a process that is gone.
    ``gave_up``: it is not shown before its end. ``moved``: what was shown of it stayed where its channel was before.
    ``shown_texts`` and ``bubbles`` are as in Began.
    ``instead`` is where the reply lies that it takes the place of, or goes on with. ``person`` asked for it.
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
    messages: dict[int, ReplyMessage] = field(default_factory=dict[int, ReplyMessage])
    tried: set[int] = field(default_factory=set[int])
    attempted: set[int] = field(default_factory=set[int])
    behind: bool = False
    named: bool = False
    began: bool = False
    shown_texts: tuple[str, ...] = ()
    bubbles: int = 0
    gave_up: bool = False
    moved: bool = False
    last_change: float | None = None
    changes: int = 0
    slot: float | None = None
    shown: ShownAgain | None = None
    instead: Swipe | None = None
    person: int = 0
    emotion: str = ""

    @property
    def silent(self) -> bool:
        """Nothing of it is to be seen yet, and it goes on."""
        return not self.text.strip() and not self.over

    @property
    def swipe(self) -> Swipe | None:
        """Where it lies, once it is whole."""
        return self.ended.swipe if self.ended else None

    @property
    def past(self) -> bool:
        """It shows what was said before, behind which there is more."""
        return self.shown is not None and self.shown.swipe is None

    @property
    def over(self) -> bool:
        """It grows no more."""
        return self.ended is not None or self.abandoned

    @property
    def only_told(self) -> bool:
        """It came to nothing and there is no other reply at its place, so its message only tells why."""
        nothing = self.swipe is None or not self.swipe.number
        return self.ended is not None and self.ended.state is TurnState.ERROR and nothing

    @property
    def stale(self) -> bool:
        """People see less of it than they could."""
        return bool(self.text.strip()) and self.text.rstrip() != self.written.rstrip() and not self.gave_up

    def begin(self, began: Began) -> None:
        """What the engine knows of it."""
        self._describe(began)
        self.shown_texts, self.bubbles = began.shown_texts, began.bubbles
        self.began, self.abandoned, self.gave_up, self.written = True, False, False, ""
        self.instead = began.instead
        for part, message in enumerate(began.shown):
            if message and part not in self.messages:
                known = self.part(part, began.shown_texts[part]) if part < began.settled else None
                self.messages[part] = ReplyMessage(message, known, inherited=True)
        self.attempted |= began.attempted - self.messages.keys()

    def _describe(self, began: Began) -> None:
        """Who speaks, and to whom."""
        self.speaker, self.number, self.answers = began.character, began.number, began.answers
        self.behind, self.named, self.person = began.behind, began.named, began.person

    def take_place_of(self, before: "GrowingReply | None") -> None:
        """Take over the messages of the reply that was shown before it, if it stands in the place of that one.

        Some may have been made after its own beginning was told, so only who made them knows them.
        """
        if before is None or before is self or not self._displaces(before):
            return
        ids = {it.id for it in self.messages.values()}
        for number, message in before.messages.items():
            if message.id not in ids:
                free = number if number not in self.messages else STALE + number
                self.messages[free] = ReplyMessage(message.id, inherited=True)

    def planned_behind(self, sending: int) -> bool:
        """Whether a message of this reply shows a part that was planned later than the row ``sending``."""
        return any(it.sending is not None and it.sending.id > sending for it in self.messages.values())

    def _displaces(self, before: "GrowingReply") -> bool:
        if self.shown is not None:
            return self.shown.turned and not before.planned_behind(self.shown.sendings[0].id)
        here, there = self.instead, before.swipe
        if here is None:
            # Another try at the same message. Where the notice stands may not be stored yet, but it is known here.
            mine, its = (self.number, self.answers), (before.number, before.answers)
            return before.only_told and mine == its and self.answers != ""
        return there is not None and (here.session, here.place) == (there.session, there.place)

    def outdate(self, behind: int) -> None:
        """Its messages behind a part that was made anew stand above that one: they go, and are made anew too."""
        for number in [it for it in self.messages if behind < it < STALE]:
            self.messages[STALE + number] = self.messages.pop(number)

    def end(self, ended: Ended) -> None:
        """It is whole. What its rows tell counts where its beginning was not seen."""
        self.ended = ended
        self.emotion = ended.emotion or self.emotion
        if ended.began is not None and not self.began:
            self._describe(ended.began)
        for sending in ended.sendings:
            if sending.kind not in SPOKEN or sending.part in self.messages:
                continue
            if sending.platform_id and not self.moved:
                self.messages[sending.part] = ReplyMessage(sending.platform_id, inherited=True)
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
    ) -> SurfaceMessage:
        """Part ``number`` of it. Only the first message of the first reply notifies anybody."""
        return SurfaceMessage(
            text,
            self.key(number),
            speaker=self.speaker,
            number=self.number,
            buttons=buttons,
            silent=number > 0 or self.behind or self.shown is not None,
            answers=self.answers if number == 0 else "",
            named=self.named and number == 0,
            growing=growing,
            near=self.near(number),
            emotion=self.emotion,
        )

    def near(self, number: int) -> str:
        """The message beside which part ``number`` is to be seen: the one before it, else what it answers."""
        before = self.messages.get(number - 1)
        return before.id if before is not None else self.answers

    def show_again(self, shown: ShownAgain) -> None:
        """It was said before, and is whole."""
        self.shown, self.speaker, self.number = shown, shown.character, shown.number
        self.named = shown.named
        text = "".join(it.text for it in shown.sendings)
        state = TurnState.INTERRUPTED if shown.stopped else TurnState.COMPLETE
        self.end(Ended(self.turn, text, state, None, shown.sendings, swipe=shown.swipe))

    def texts(self, limit: PartLimit) -> tuple[str, ...]:
        """The texts of its messages while it grows."""
        return grown(self.text, self.shown_texts, self.bubbles, limit)

    def growing_parts(self, texts: Sequence[str], preferences: ChannelPreferences) -> list[SurfaceMessage]:
        """Its messages while it grows: the way to stop it stands under the last."""
        stop = (Button(controls.control(controls.STOP, self.turn), preferences.speak.say("button-stop")),)
        last = len(texts) - 1
        return [
            self.part(number, text, (stop,) if preferences.controls and number == last else (), growing=True)
            for number, text in enumerate(texts)
        ]


def same(shown: SurfaceMessage | None, wanted: SurfaceMessage) -> bool:
    """Whether people would see no difference."""
    return shown is not None and shown.text.rstrip() == wanted.text.rstrip() and shown.buttons == wanted.buttons


def under_a_reply(swipe: Swipe | None, preferences: ChannelPreferences) -> tuple[tuple[Button, ...], ...]:
    """The buttons under the newest reply: the replies beside it, going on, what was recalled, and the rest.

    Under one that nobody asked for there are always those by which people have less of them.
    """
    if swipe is None:
        return ()
    found = rows(swipe, preferences.speak, usually=preferences.controls)
    return tuple(tuple(Button(it.control, it.label) for it in row) for row in found)


def to_try_again(turn: int, swipe: Swipe | None, preferences: ChannelPreferences) -> tuple[tuple[Button, ...], ...]:
    """The buttons under a reply that came to nothing: another try, and back to those that were there before."""
    back: tuple[Button, ...] = ()
    if swipe is not None and preferences.controls and has_before(swipe):
        at = controls.lies_at(swipe.session, swipe.place)
        back = (Button(controls.control(controls.LEFT, at), preferences.speak.say("button-left")),)
    return ((*back, _button(controls.AGAIN, turn, preferences)),)


def to_see_again(turn: int, preferences: ChannelPreferences) -> tuple[tuple[Button, ...], ...]:
    """The button that shows a reply once more."""
    return ((_button(controls.SHOW, turn, preferences),),)


def _button(name: str, turn: int, preferences: ChannelPreferences) -> Button:
    return Button(controls.control(name, turn), preferences.speak.say(f"button-{name}"))
