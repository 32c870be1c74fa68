"""Messages on IRC: made, and never changed. A message is a few lines, and its buttons are numbers to type."""

from collections.abc import Callable

from bot.delivery.numbers import OfferedNumbers
from bot.delivery.surface import Gone, LostMessage, NotAllowed, SurfaceMessage, Unsure, in_a_line
from engine.values.chats.outgoing import PartLimit
from engine.values.chats.places import Address
from engine.values.chats.speech import SpokenClip
from tests.platforms.minimal.wire import LINE_BYTES, Wire


class IrcSurface:
    """``next_id`` names messages: IRC has no names for them."""

    limit = PartLimit(1500, utf16=False)
    live_every = 1.0
    live_every_group = 1.0
    live_rate = 10.0
    typing_every = 60.0
    placeholder = False
    edits = False
    buttons = False
    hears_all = True

    def __init__(self, wire: Wire, next_id: Callable[[], str]) -> None:
        self._wire = wire
        self._next_id = next_id
        self.numbers = OfferedNumbers()

    async def typing(self, at: Address) -> None:
        """IRC shows nothing."""

    async def send(self, at: Address, part: SurfaceMessage) -> str:
        """Make a message."""
        text = self.numbers.written(at, part)
        if part.named and part.speaker:
            text = f"{in_a_line(part.speaker)}\n{text}"
        await self._wire.say(at.channel, lines_of(text))
        return self._next_id()

    async def edit(self, at: Address, message: str, part: SurfaceMessage) -> None:
        """Nothing that was said changes."""
        raise Gone("IRC changes no message")

    async def strip(self, at: Address, message: str) -> None:
        """Numbers go by themselves."""

    async def delete(self, at: Address, message: str) -> None:
        """What was said was said."""

    async def find(self, at: Address, lost: LostMessage) -> str | None:
        """A server keeps nothing."""
        raise Unsure("IRC cannot tell")

    async def speak(self, at: Address, clip: SpokenClip) -> None:
        """IRC carries words alone."""
        raise NotAllowed("no files")

    async def open_thread(self, at: Address, title: str, person: str = "") -> Address:
        """IRC has none."""
        raise NotAllowed("kind")


def lines_of(text: str) -> list[str]:
    """A text as lines that IRC carries: no empty one, none too long, broken at blanks where there are some."""
    made: list[str] = []
    for line in text.replace("\0", "").replace("\r", "\n").split("\n"):
        rest = line.rstrip()
        while len(rest.encode()) > LINE_BYTES:
            fits = rest.encode()[:LINE_BYTES].decode(errors="ignore")
            at = fits.rfind(" ") + 1 or len(fits)
            made.append(rest[:at].rstrip())
            rest = rest[at:].lstrip()
        if rest:
            made.append(rest)
    return made or ["…"]
