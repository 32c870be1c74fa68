"""From the engine to who shows it: nothing lost but steps that a slow reader has no use for."""

from engine.values.chats.notices import Notice
from engine.values.chats.outgoing import Began, Ended, Grew, Noticed, Thinking, TurnEvent
from engine.values.chats.places import Address
from engine.values.chats.turns import TurnState
from engine.values.ids import ChannelKey
from engine.work.addresses import Addresses
from engine.work.tasks import Tasks
from engine.work.turn_events import PlatformWatch, TurnEvents, Watch

HERE, ELSEWHERE = ChannelKey(1, 1), ChannelKey(1, 2)
END = Ended(1, "Hello there.", TurnState.COMPLETE)


async def read(watch: Watch, last: TurnEvent) -> list[TurnEvent]:
    """What a reader gets, up to ``last``."""
    got: list[TurnEvent] = []
    async for show in watch:
        got.append(show)
        if show == last:
            break
    return got


async def test_a_slow_reader_gets_the_newest_text() -> None:
    """On a slow line people would watch a reply grow long after it was finished."""
    shows = TurnEvents()
    with shows.watch(HERE) as watch:
        for show in (Began(1, "Ada"), Grew(1, "Hel"), Grew(1, "Hello"), Grew(1, "Hello there"), END):
            shows.tell(HERE, show)
        assert await read(watch, END) == [Began(1, "Ada"), Grew(1, "Hello there"), END]


async def test_only_growth_of_the_same_turn_is_left_out() -> None:
    """The end of a reply, or a notice, would be skipped because something newer came."""
    shows = TurnEvents()
    told = [
        Grew(1, "one"),
        Thinking(1),
        Grew(1, "one more"),
        END,
        Grew(2, "two"),
        Noticed(Notice("turn-stopped")),
        Noticed(Notice("turn-stopped")),
        Grew(3, "three"),
        Ended(3, "three", TurnState.COMPLETE),
    ]
    with shows.watch(HERE) as watch:
        for show in told:
            shows.tell(HERE, show)
        assert await read(watch, told[-1]) == told


async def test_a_reader_that_keeps_up_gets_every_step() -> None:
    """People would see a reply in lumps although they could have seen it grow."""
    shows, tasks = TurnEvents(), Tasks()
    with shows.watch(HERE) as watch:
        steps = aiter(watch)
        for show in (Grew(1, "a"), Grew(1, "ab"), Grew(1, "abc")):
            waiting = tasks.start(anext(steps), "reader")  # type: ignore[arg-type] — an async generator's step is one
            shows.tell(HERE, show)
            assert await waiting == show
    await tasks.stop()


async def test_each_watcher_has_its_own_events() -> None:
    """Of two windows on one channel each would show half of what happens."""
    shows = TurnEvents()
    with shows.watch(HERE) as one, shows.watch(HERE) as two, shows.watch(ELSEWHERE) as other:
        shows.tell(HERE, END)
        shows.tell(ELSEWHERE, Began(2, "Bo"))
        assert await read(one, END) == await read(two, END) == [END]
        assert await read(other, Began(2, "Bo")) == [Began(2, "Bo")]


def test_it_is_known_who_watches() -> None:
    """A reply that nobody watches would be saved as often as one that is shown, and memory would grow with channels."""
    shows = TurnEvents()
    assert not shows.watched(HERE)
    with shows.watch(HERE):
        with shows.watch(HERE):
            pass
        assert shows.watched(HERE)
        assert not shows.watched(ELSEWHERE)
    shows.tell(HERE, END)
    assert not shows.watched(HERE)
    assert not shows._watches


THERE, FAR = Address("p", "s", "1"), Address("p", "s", "2")


def _named(*platforms: str) -> TurnEvents:
    shows = TurnEvents(platforms)
    shows.addresses.learn(HERE, THERE)
    shows.addresses.learn(ELSEWHERE, FAR)
    return shows


async def _all(watch: PlatformWatch, last: TurnEvent) -> list[tuple[Address, TurnEvent]]:
    got: list[tuple[Address, TurnEvent]] = []
    async for at, show in watch:
        got.append((at, show))
        if show == last:
            break
    return got


async def test_a_platform_is_read_in_one_place() -> None:
    """With two hundred live replies a slow platform would be sent thousands of texts that nobody wants any more."""
    shows = _named()
    with shows.platform("p") as watch:
        for n in range(100):
            shows.tell(HERE, Grew(1, f"one {n}"))
            shows.tell(ELSEWHERE, Grew(2, f"two {n}"))
        shows.tell(HERE, Noticed(Notice("turn-stopped")))
        got = await _all(watch, Noticed(Notice("turn-stopped")))
        assert got == [(THERE, Grew(1, "one 99")), (FAR, Grew(2, "two 99")), (THERE, Noticed(Notice("turn-stopped")))]
        for show in (Grew(1, "one 100"), END):
            shows.tell(HERE, show)
        assert await _all(watch, END) == [(THERE, END)], "an ended reply grows no more"


async def test_what_was_shown_before_anybody_was_there() -> None:
    """What a start takes up while it connects would never be shown."""
    shows = _named("p")
    shows.tell(HERE, Began(1, "Ada"))
    shows.tell(HERE, END)
    with shows.platform("p") as watch:
        assert await _all(watch, END) == [(THERE, Began(1, "Ada")), (THERE, END)]
        assert shows.told(1)
        assert not shows.told(2)


async def test_a_platform_that_nobody_reads_is_not_kept() -> None:
    """Every reader that went away would leave a heap of events behind."""
    shows = _named("p")
    for _ in range(50):
        with shows.platform("p"):
            pass
    shows.tell(HERE, END)
    assert shows._readers == {"p": []}
    assert not shows.told(1)


def test_names_move_with_their_space() -> None:
    """After a Telegram group became a supergroup its running reply would be shown to nobody."""
    addresses = Addresses()
    names = {"1": ("g", "g"), "2": ("g", "g.7"), "3": ("other", "g.7")}
    for number, (space, channel) in names.items():
        addresses.learn(ChannelKey(int(number), 1), Address("p", space, channel))
    addresses.moved("p", "g", "new")
    assert [addresses.of(ChannelKey(int(it), 1)) for it in names] == [
        Address("p", "new", "new"),
        Address("p", "new", "new.7"),
        Address("p", "other", "g.7"),
    ]
    assert addresses.key(Address("p", "new", "new.7")) == ChannelKey(2, 1)
    assert addresses.key(Address("p", "g", "g")) is None
