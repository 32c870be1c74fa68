"""Edits and deletions on their way in."""

from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path

import pytest

from engine.actions.house import settings
from engine.values.chats.incoming import Heard, IncomingKind
from engine.values.house.setting_scopes import SettingScope
from tests.servers.model import ModelServer, say
from tests.turns.doorway import Doorway, picture
from tests.turns.room import config_for, new_origin, opened


@pytest.fixture
async def door(database_url: str, model: ModelServer, tmp_path: Path) -> AsyncIterator[Doorway]:
    """An open channel where a burst is waited for so long that nothing is answered."""
    model.answer = lambda _: say("Yes.")
    origin = new_origin()
    async with opened(config_for(database_url, tmp_path, model), origin.platform) as engine:
        door = Doorway(engine, origin)
        await door.open()
        await settings.put(engine.ctx, await door.here(), SettingScope.SPACE, "debounce", "15")
        yield door


async def _taken_up(door: Doorway, external: str) -> None:
    """A message that a turn has answered, without the turn."""
    here = await door.here()
    await door.sql(
        "UPDATE inbox SET outcome = 'turn', session_id = (SELECT stand.session_id FROM channel JOIN stand "
        "ON stand.id = channel.stand_id WHERE channel.id = $2) WHERE space_id = $1 AND external = $3",
        here.space,
        here.channel,
        external,
    )


async def test_a_waiting_message_is_changed_where_it_waits(door: Doorway) -> None:
    """The character answers the typo that was corrected before it looked."""
    await door.hear("Helo.", "one")
    assert await door.edit("one", "Hello.") is Heard.TAKEN
    (row,) = await door.inbox("text, outcome")
    assert tuple(row) == ("Hello.", None)


async def test_a_link_preview_is_no_edit(door: Doorway) -> None:
    """Every link that somebody posts makes the character answer twice."""
    await door.hear("See https://example.org", "one")
    assert await door.edit("one", "See https://example.org") is Heard.IGNORED
    await _taken_up(door, "one")
    assert await door.edit("one", "See https://example.org", at=1) is Heard.IGNORED
    assert len(await door.inbox()) == 1


async def test_an_answered_message_is_changed_by_who_holds_the_stand(door: Doorway) -> None:
    """An edit of an answered message is lost, or a preview of the edited text counts as another edit."""
    await door.hear("Two cats.", "one")
    await _taken_up(door, "one")
    assert await door.edit("one", "Three cats.") is Heard.TAKEN
    assert await door.edit("one", "Three cats.", at=1) is Heard.IGNORED
    message, edit = await door.inbox("text, kind, target, session_id, outcome, position")
    assert (message["text"], edit["text"]) == ("Three cats.", "Three cats.")
    assert (edit["kind"], edit["target"], edit["outcome"]) == ("edit", "one", None)
    assert (edit["session_id"], edit["position"]) == (message["session_id"], message["position"])


async def test_an_older_edit_does_not_come_back(door: Doorway) -> None:
    """Edits that overtake each other leave the older text."""
    await door.hear("One.", "one")
    await door.edit("one", "Three.", at=3)
    late = door.incoming("Two.", "one@2", kind=IncomingKind.EDIT, target="one", ago=timedelta(minutes=1))
    assert await door.engine.turns.accept(late) is Heard.IGNORED
    (row,) = await door.inbox("text")
    assert row["text"] == "Three."


async def test_only_the_author_edits(door: Doorway) -> None:
    """Somebody puts words into another person's mouth."""
    await door.hear("I like tea.", "one", person="bob")
    assert await door.edit("one", "I hate tea.", person="eve") is Heard.IGNORED
    assert await door.edit("nowhere", "Boo.", person="eve") is Heard.IGNORED
    (row,) = await door.inbox("text")
    assert row["text"] == "I like tea."


async def test_a_waiting_message_that_is_deleted_is_never_answered(door: Doorway, model: ModelServer) -> None:
    """A message taken back at once is answered all the same, or stays in the database with its picture."""
    await door.hear("Forget this.", "one", files=(picture("a.png", b"only here"),))
    assert await door.delete("one") is Heard.TAKEN
    (row,) = await door.inbox("text, body, outcome")
    assert tuple(row) == ("", {}, "withdrawn")
    assert not await door.sql("SELECT 1 FROM blob WHERE bytes = $1", b"only here")
    assert await door.delete("one") is Heard.IGNORED
    assert await door.hear("Forget this.", "one") is Heard.AGAIN
    assert not model.generations


async def test_an_answered_message_is_deleted_by_who_holds_the_stand(door: Doorway) -> None:
    """A deletion is lost because a reply was being written."""
    await door.hear("Forget this.", "one", person="bob")
    await _taken_up(door, "one")
    assert await door.delete("one") is Heard.TAKEN
    assert await door.delete("one") is Heard.AGAIN
    message, deletion = await door.inbox("kind, target, session_id, person_id, outcome")
    assert (deletion["kind"], deletion["target"], deletion["outcome"]) == ("delete", "one", None)
    assert (deletion["session_id"], deletion["person_id"]) == (message["session_id"], message["person_id"])


async def test_a_deletion_of_what_was_never_kept_is_nothing(door: Doorway) -> None:
    """Every message that somebody tidies away leaves a row for ever, and a person without a name."""
    assert await door.delete("nowhere") is Heard.IGNORED
    assert not await door.inbox()
    assert not await door.sql("SELECT 1 FROM person WHERE platform = $1 AND external = ''", door.origin.platform)


async def test_a_picture_that_others_sent_too_stays(door: Doorway) -> None:
    """Deleting one's own message takes the same picture out of another person's."""
    await door.hear("Mine.", "one", files=(picture("a.png", b"shared by two"),))
    await door.hear("Mine too.", "two", person="bob", files=(picture("b.png", b"shared by two"),))
    await door.delete("one")
    assert len(await door.sql("SELECT 1 FROM blob WHERE bytes = $1", b"shared by two")) == 1
