"""Places and people as platforms name them: names that change, groups that move, marks."""

from dataclasses import replace

import pytest

from engine.db.chats import places
from engine.db.chats.places import PlaceStore
from engine.db.postgres.pool import Database
from engine.values.chats.incoming import Origin
from tests.conftest import Sql
from tests.turns.room import new_origin


@pytest.fixture
def origin() -> Origin:
    return replace(new_origin(), space="-5", channel="-5", space_title="Harbour", channel_title="talk")


async def _titles(sql: Sql, origin: Origin) -> tuple[str, ...]:
    (row,) = await sql(
        "SELECT space.title, channel.title AS talk, person.name, space.private FROM space "
        "JOIN channel ON channel.space_id = space.id JOIN person ON person.platform = space.platform "
        "WHERE space.platform = $1",
        origin.platform,
    )
    return tuple(row)


async def test_names_that_change_back_are_written_back(db: Database, sql: Sql, origin: Origin) -> None:
    """Somebody renames themselves and back, and is called by the other name for ever."""
    known = PlaceStore()
    first = await known.resolve(db, origin)
    assert await known.resolve(db, replace(origin, person_name="Bea", space_title="Port")) == first
    assert await _titles(sql, origin) == ("Port", "talk", "Bea", False)
    await known.resolve(db, origin)
    assert await _titles(sql, origin) == ("Harbour", "talk", "Ann", False)


async def test_what_is_known_costs_nothing(db: Database, origin: Origin) -> None:
    """Every message asks the database who is who, also where an event leaves the titles out."""
    known = PlaceStore()
    await known.resolve(db, origin)
    before = db.counts.copy()
    for again in (origin, replace(origin, space_title="", person_name=""), origin, replace(origin, channel_title="")):
        await known.resolve(db, again)
    assert not db.counts.since(before).by_name


async def test_titles_are_cleaned_and_private_is_kept(db: Database, sql: Sql, origin: Origin) -> None:
    """A server's title with a NUL in it makes every message of the server fail."""
    odd = replace(
        origin, space_title="Har\x00bo\nur\ud83d", channel_title="\x07talk", person_name="A\x00nn", private=True
    )
    here = await PlaceStore().resolve(db, odd)
    assert here.private
    assert await _titles(sql, odd) == ("Harbo ur\ufffd", "talk", "Ann", True)


async def test_nobody_is_no_person(db: Database, sql: Sql, origin: Origin) -> None:
    """Events without a sender pile up under a person without a name."""
    here = await PlaceStore().resolve(db, replace(origin, person="", person_name=""))
    assert here.person == 0
    assert not await sql("SELECT 1 FROM person WHERE platform = $1", origin.platform)


async def test_a_group_that_moves_keeps_everything(db: Database, sql: Sql, origin: Origin) -> None:
    """A Telegram group becomes a supergroup, and its story is gone."""
    known = PlaceStore()
    before = await known.resolve(db, origin)
    topic = await known.resolve(db, replace(origin, channel="-5.7"))
    other = await known.resolve(db, replace(origin, channel="-55"))
    await known.moved(db, origin.platform, "-5", "-1005")
    after = await known.resolve(db, replace(origin, space="-1005", channel="-1005"))
    assert after == before
    assert await known.resolve(db, replace(origin, space="-1005", channel="-1005.7")) == topic
    assert await known.resolve(db, replace(origin, space="-1005", channel="-55")) == other
    await known.moved(db, origin.platform, "-5", "-1005")  # told twice, as both groups tell it


async def test_a_group_that_moves_counts_from_the_beginning_again(db: Database, sql: Sql, origin: Origin) -> None:
    """The first messages after the move are taken for old ones, and an undo deletes what has the same number now."""
    known, arrives = PlaceStore(), "VALUES ($1, $2, $3, $4, $5, $6, now(), $7)"
    here = await known.resolve(db, origin)
    columns = "INSERT INTO inbox (space_id, channel_id, external, kind, person_id, position, sent_at, target) "
    at = (here.space, here.channel)
    await sql(columns + arrives, *at, "7", "message", here.person, 7, None)
    await sql(columns + arrives, *at, "7@1", "edit", here.person, 7, "7")
    shown = "INSERT INTO outbox (space_id, channel_id, kind, platform_id, controls) VALUES ($1, $2, 'reply', '8', true)"
    await sql(shown, *at)
    await known.moved(db, origin.platform, "-5", "-1005")
    await known.moved(db, origin.platform, "-5", "-1005")
    await sql(columns + arrives, *at, "7", "message", here.person, 7, None)
    rows = await sql(
        "SELECT external, target, position FROM inbox WHERE space_id = $1 ORDER BY position, id", here.space
    )
    assert [tuple(it) for it in rows] == [("-5:7", None, -1), ("-5:7@1", "-5:7", -1), ("7", None, 7)]
    (row,) = await sql("SELECT platform_id, controls FROM outbox WHERE space_id = $1", here.space)
    assert tuple(row) == ("-5:8", False)


@pytest.mark.parametrize("something_said", [False, True])
async def test_the_new_group_may_be_heard_first(db: Database, sql: Sql, origin: Origin, something_said: bool) -> None:
    """The first message after the move arrives before its news, and the story stays under the old name."""
    known = PlaceStore()
    before = await known.resolve(db, origin)
    early = await known.resolve(db, replace(origin, space="-1005", channel="-1005"))
    await sql("UPDATE space SET access = 'open' WHERE id = $1", early.space)
    if something_said:
        await sql(
            "INSERT INTO inbox (space_id, channel_id, external, kind, person_id, position, sent_at) "
            "VALUES ($1, $2, 'm', 'message', $3, 1, now())",
            early.space,
            early.channel,
            early.person,
        )
    await known.moved(db, origin.platform, "-5", "-1005")
    assert await known.resolve(db, replace(origin, space="-1005", channel="-1005")) == before
    (row,) = await sql("SELECT access FROM space WHERE id = $1", before.space)
    assert row["access"] == "open", "what was decided under the new name holds"
    assert len(await sql("SELECT 1 FROM space WHERE id = $1", early.space)) == something_said, "nothing is lost"


async def test_channels_are_known_with_their_newest(db: Database, sql: Sql, origin: Origin) -> None:
    """After a restart nobody knows where to look for what was missed."""
    here = await PlaceStore().resolve(db, origin)
    quiet = await PlaceStore().resolve(db, replace(origin, channel="-5.7"))
    for position in (7, 9, 8):
        await sql(
            "INSERT INTO inbox (space_id, channel_id, external, kind, person_id, position, sent_at) "
            "VALUES ($1, $2, $3, 'message', $4, $5, now())",
            here.space,
            here.channel,
            f"m{position}",
            here.person,
            position,
        )
    found = {it.key: it for it in await places.known(db, origin.platform)}
    assert (found[here.key].newest, found[quiet.key].newest) == (9, None)
    assert found[quiet.key].address.channel == "-5.7"
    assert not found[here.key].open


async def test_marks_are_read_back(db: Database, origin: Origin) -> None:
    """A client reads everything again after each restart."""
    assert await places.mark(db, origin.platform, "offset") is None
    await places.set_mark(db, origin.platform, "offset", "1")
    await places.set_mark(db, origin.platform, "offset", "2")
    assert await places.mark(db, origin.platform, "offset") == "2"
