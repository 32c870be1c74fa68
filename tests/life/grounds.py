"""Where a circle and people's own chats lie on a platform, who sits there, and what is to be seen in the end."""

import re
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import astuple, dataclass, replace
from datetime import UTC, datetime
from typing import Any, Final

from bot.discord.forums.names import title_of
from bot.terminal.conversation import terminal_origin
from engine.values.chats.incoming import Origin
from tests.life.people import CIRCLE, PLATFORM, Cast, Event, Spot, alone
from tests.life.shown import SeenMessage
from tests.platforms.front import ROOMS
from tests.platforms.seats import seat_at
from tests.platforms.telegram_seat import TelegramSeat
from tests.servers.discord.clock import born

GROUNDS: Final = ("discord forum", "discord", "telegram", "telegram channel", "terminal", "terminal story")
"""Where a circle may be: in a forum, among other channels, in a channel with its group, where one person sits; last,
that person's own chat is there and the circle elsewhere."""


@dataclass
class Ground:
    """A platform's server with the people of a cast; without a platform nobody has to be shown anything."""

    name: str
    cast: Cast
    seat: Any = None
    circle: Any = None
    channel: Any = None
    people: tuple[Any, ...] = ()

    @property
    def platform(self) -> str:
        return self.name.split(maxsplit=1)[0]

    @property
    def is_forum(self) -> bool:
        return self.name == "discord forum"

    @property
    def is_terminal(self) -> bool:
        return self.seat is None

    @property
    def platforms(self) -> list[str]:
        """Those that the product serves."""
        return [self.platform, PLATFORM] if self.is_terminal else [self.platform]

    def serves(self, spot: Spot) -> bool:
        """Whether what people do there is done on the platform."""
        return not self.is_terminal or spot == self._at_terminal

    @property
    def _at_terminal(self) -> Spot:
        return CIRCLE if self.name == "terminal" else alone(0)

    def origin(self, spot: Spot, person: int) -> Origin:
        """Somebody there, as the platform brings them."""
        if self.is_terminal:
            mine = spot == self._at_terminal
            return terminal_origin(self.cast.words["people"][0]) if mine else self.cast.origin(spot, person)
        return ROOMS[self.platform].origin(self.place(spot, person), self.people[person])

    def place(self, spot: Spot, person: int) -> Any:
        """The server's own."""
        return self.circle if spot == CIRCLE else self.seat.private(self.people[person])

    @property
    def spots(self) -> Mapping[tuple[str, str], Spot]:
        """The spots of the cast, by what the platform calls space and channel."""
        owned = [(CIRCLE, 0), *((alone(it), it) for it in range(len(self.cast.words["people"])))]
        found = ((self.origin(spot, person), spot) for spot, person in owned)
        return {(it.space, it.channel): spot for it, spot in found}

    @property
    def origins(self) -> list[Any]:
        """Everybody everywhere, for JSON."""
        people = range(len(self.cast.words["people"]))
        where = [*((CIRCLE, it) for it in people), *((alone(it), it) for it in people)]
        return [
            ((spot.space, spot.channel, person), astuple(self.origin(spot, person))[:8])
            for spot, person in where
            if self.serves(spot)
        ]

    def later(self, seconds: float) -> None:
        """It is later for the platform too."""
        if self.platform == "discord":
            self.seat.server.world.clock.ahead += seconds
        elif self.platform == "telegram":
            self.seat.server.later(seconds)

    def says(self, event: Event) -> str:
        """Somebody says something; what the message is called."""
        who, place = self.people[event.person], self.place(event.spot, event.person)
        if event.spot == CIRCLE and self.is_forum:
            thread = self._answered(event.text)
            said = (
                who.posts(place, title_of(event.text), event.text) if thread is None else who.says(thread, event.text)
            )
        elif event.spot == CIRCLE and self.channel is not None:
            said = who.says(place, event.text, reply_to=self._answered(event.text))
        else:
            said = self.seat.says(who, place, event.text)
        return str(said.id)

    def _answered(self, text: str) -> Any:
        """The newest post of whom a comment names, else the newest; None for a post.

        Of a forum it is the thread, of a channel the copy in its group.
        """
        if not text.startswith("@"):
            return None
        if self.is_forum:
            posts = [it for it in self.circle.guild.threads if it.parent is self.circle and it.messages]
            theirs = [it for it in posts if text[1:].startswith(it.messages[it.id].data["author"]["username"])]
        else:
            posts = [copy for it in self.seat.server.messages(self.channel) for copy in self.seat.server.copies(it)]
            theirs = [it for it in posts if text[1:].startswith(it.text.partition("\n")[0])]
        return [*posts, *theirs][-1] if posts else None

    def likes(self, event: Event, external: str) -> bool:
        """Somebody likes a message of the bot's; False where that can be seen by nobody, or they did so before."""
        posted, _, number = external.rpartition("/")
        if posted and self.channel is not None:
            found = self.seat.server.copies(self.channel.messages[int(number)])[:1]
        else:
            every = (it for place in self._channels for it in self.seat.server.messages(place))
            found = [it for it in every if it.id == int(number)]
        who = self.people[event.person]
        if not found or (who.id, found[0].id) in self._liked:
            return False
        self._liked.add((who.id, found[0].id))
        self.seat.reacts(who, found[0], "❤")
        return True

    def __post_init__(self) -> None:
        self._liked = set[tuple[int, int]]()

    @property
    def _channels(self) -> list[Any]:
        return (
            [one for one in self.circle.guild.threads if one.parent is self.circle] if self.is_forum else [self.circle]
        )

    def read(self, printed: Sequence[str]) -> list[list[SeenMessage]]:
        """What stands in the circle: by threads where there are such, elsewhere in its order."""
        if self.is_terminal:
            return [[it] for it in _on_paper(printed, self.cast)] if self.name == "terminal" else []
        server = self.seat.server
        if self.channel is not None:
            return self._read_channel()
        if self.platform == "telegram":
            return [[self._on_telegram(it)] for it in server.messages(self.circle)]
        if not self.is_forum:
            return [[self._on_discord(it)] for it in server.messages(self.circle)]
        threads = (server.messages(it) for it in self._channels)
        return [
            [replace(self._on_discord(it), depth=int(number > 0)) for number, it in enumerate(every)]
            for every in threads
            if every
        ]

    def _read_channel(self) -> list[list[SeenMessage]]:
        """Each post of the channel with what answers its copy, and what is said in the group besides."""
        server = self.seat.server
        every = [it for it in server.messages(self.circle) if it.copy_of is None]
        found: list[list[SeenMessage]] = []
        for post in server.messages(self.channel):
            copies = {it.id for it in server.copies(post)}
            under = [replace(self._on_telegram(it), depth=1) for it in every if it.topic in copies]
            found.append([self._on_telegram(post), *under])
        known = {copy.id for post in server.messages(self.channel) for copy in server.copies(post)}
        return [*found, *([self._on_telegram(it)] for it in every if it.topic not in known)]

    def _on_discord(self, message: Any) -> SeenMessage:
        name = "" if message.author is self.seat.server.bot else message.data["author"]["username"]
        return SeenMessage(datetime.fromtimestamp(born(message.id), UTC), name, message.text)

    def _on_telegram(self, message: Any) -> SeenMessage:
        at = datetime.fromtimestamp(message.date, UTC)
        if not message.sender.is_bot:
            return SeenMessage(at, message.sender.name, message.text)
        name, _, text = message.text.partition("\n")
        names = {it["name"] for it in self.cast.words["characters"]}
        return SeenMessage(at, name, text) if name in names else SeenMessage(at, "", message.text)


def _on_paper(printed: Sequence[str], cast: Cast) -> list[SeenMessage]:
    """What was said, as the terminal printed it; the time is not printed."""
    names = "|".join(it["name"] for it in cast.words["characters"])
    said = re.compile(rf"(?m)^({names})(?:: |：)(.*)$")
    return [SeenMessage(cast.begin, it[1], it[2]) for text in printed for it in said.finditer(text)]


@asynccontextmanager
async def ground(name: str, cast: Cast) -> AsyncIterator[Ground]:
    """A ground on which nothing has happened yet."""
    made = Ground(name, cast)
    if made.platform == "terminal":
        yield made
        return
    async with seat_at(made.platform) as seat:
        if isinstance(seat, TelegramSeat):
            seat.server.profile.can_read_all_group_messages = True
        people = tuple(seat.person(it, cast.language) for it in cast.words["people"])
        for who in people if made.platform == "telegram" else ():
            who.started = True  # a bot of Telegram writes to nobody who has not pressed that
        made.seat, made.people = seat, people
        if name == "telegram channel":
            made.circle = seat.server.group("Home", [*people], admin=True)
            made.channel = seat.server.channel("Their days", people[0], made.circle)
        else:
            made.circle = seat.group("Home", *people)
        if made.is_forum:
            made.circle = made.seat.server.forum(made.circle.guild, "life")
        yield made
