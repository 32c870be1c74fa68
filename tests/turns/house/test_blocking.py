"""Words that are refused, in turns: what people write, what characters say, word by word and in the end."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from engine.actions.chats import replies, swipes
from engine.actions.house import blocking
from engine.errors import WordBlocked
from engine.rules.text.screening import COVER
from engine.values.chats.outgoing import Ended, Grew, PartLimit, ShownAgain
from tests.servers.model import Finish, Gate, ModelServer, Script, say
from tests.turns.room import Room, config_for, enter, new_origin, opened

SECRET = "Zanzibar"


@pytest.fixture
async def strict(database_url: str, model: ModelServer, tmp_path: Path) -> AsyncIterator[Room]:
    """A channel of a platform where a word is blocked."""
    origin = new_origin()
    async with opened(config_for(database_url, tmp_path, model), origin.platform, limit=PartLimit(500)) as engine:
        room = await enter(engine, model, origin)
        await blocking.block_word(engine.ctx, room.here, SECRET, everywhere=False)
        yield room


def everything_shown(room: Room) -> list[str]:
    """Every text that a platform was ever told to show."""
    return [it.text for it in room.shown.of(Grew) + room.shown.of(Ended)]


async def test_a_word_in_pieces_is_not_seen_for_a_moment(strict: Room) -> None:
    """The model's words come in pieces, and a blocked one is read before it is taken away again."""
    half = Gate()
    strict.model.script(Script(["We sail to Zanzi", half, "bar", ". It is far.", Finish()]))
    await strict.accept("Where to?")
    await strict.grew("We sail to")
    half.open()
    await strict.idle()
    assert all("Zan" not in it for it in everything_shown(strict))
    assert strict.ended[-1].text == f"We sail to {COVER * 8}. It is far."
    assert [it.text for it in strict.ended[-1].sendings] == [strict.ended[-1].text]
    [*_, reply] = await strict.log()
    assert SECRET not in f"{reply['text']}{reply['raw']}{reply['body']}", "nothing that is told later can say it"
    assert not [it for it in await strict.outbox() if SECRET in it[3]]


async def test_what_people_write_with_it_is_not_kept(strict: Room) -> None:
    """A blocked word is stored, goes to the model, and is remembered."""
    with pytest.raises(WordBlocked):
        await strict.accept(f"Let us go to **{SECRET.upper()}**!")
    strict.model.script(say("Yes."))
    await strict.accept("Let us go.", "first")
    await strict.idle()
    with pytest.raises(WordBlocked):
        await strict.edit("first", f"To {SECRET}.")
    assert len(strict.model.generations) == 1
    assert not [it for it in await strict.log() if SECRET in it["text"].title()]


async def test_old_words_are_covered_where_they_are_shown_again(strict: Room) -> None:
    """A word is blocked today, and yesterday's reply is shown with it."""
    await blocking.unblock_word(strict.ctx, strict.here, SECRET, everywhere=False)
    strict.model.script(say(f"To {SECRET}."))
    await strict.say("Where to?")
    await blocking.block_word(strict.ctx, strict.here, SECRET, everywhere=True)
    strict.model.script(say("Home."))
    await replies.again(strict.ctx, strict.runner, strict.here)
    await strict.idle()
    newest = await swipes.newest(strict.ctx, strict.here)
    assert newest is not None
    await swipes.swipe(strict.ctx, strict.runner, strict.here, -1, (newest.session, newest.place))
    [shown] = strict.shown.of(ShownAgain)
    assert [it.text for it in shown.sendings] == [f"To {COVER * 8}."]


async def test_a_reply_goes_on_with_the_rest_of_it(strict: Room) -> None:
    """Half of a word ends one reply and the rest begins what comes behind it, in the same message."""
    strict.model.script(say("We sail to Zanzi"))
    await strict.say("Where to?")
    strict.model.script(say("bar", " and on."))
    await replies.go_on(strict.ctx, strict.runner, strict.here)
    await strict.idle()
    assert all(SECRET not in it for it in everything_shown(strict))
