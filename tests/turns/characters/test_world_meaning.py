"""World entries come when the talk is about them, whatever their keys: once, within their rules, embedded once."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from engine.actions.characters import characters, worlds
from engine.actions.chats import inspections, sessions
from engine.actions.house import settings
from engine.db.characters import world_vectors
from engine.embed.builtin import BuiltinEmbedder
from engine.recall import lore_shelf
from engine.recall.lore_shelf import Shelves, embedded
from engine.rules.recall.words.lore_texts import lore_texts
from engine.values.characters.worlds import WorldBook, WorldEntry
from engine.values.house.setting_scopes import SettingScope
from engine.values.models.inspection import Inspection
from engine.values.models.prompts import LedgerLine, PartVerdict
from engine.values.transfers.transfers import Offer
from tests.turns.files import as_json, bring
from tests.turns.remembering import WordEmbedder, remembering
from tests.turns.room import CARD, Room

NOW = datetime(2026, 3, 20, 9, tzinfo=UTC)


def book(*entries: dict[str, Any]) -> bytes:
    """A world-info file."""
    made = {str(at): {"uid": at, "comment": f"entry {at}", **it} for at, it in enumerate(entries)}
    return as_json({"entries": made})


def entry(content: str, *keys: str, **more: Any) -> dict[str, Any]:
    return {"key": list(keys or ("zzz",)), "content": content, **more}


OTTER = entry("Old Bram keeps three tame otters in the boathouse.", "quay")
TOWER = entry("The bell tower fell in the great winter storm.", "belfry")
CHINESE = entry("老船夫在码头养了三只水獭。", "渡口")


@pytest.fixture
async def words(room: Room) -> WordEmbedder:
    """The room with an embedding of words and a wide net."""
    found = await remembering(room, now=NOW)
    await settings.put(room.engine.ctx, room.here, SettingScope.SPACE, "books_threshold", "0.3")
    return found


async def placed(room: Room, *entries: dict[str, Any]) -> None:
    await bring(room, book(*entries), "Harbour.json", Offer.CHAT)


def told(room: Room) -> list[int]:
    """Where in the prompt a message tells of the otters."""
    return [at for at, (_, text) in enumerate(room.prompt()) if OTTER["content"] in text]


async def ledger(room: Room) -> list[LedgerLine]:
    found = await inspections.last(room.engine.ctx, room.here)
    assert isinstance(found, Inspection)
    return [it for it in found.lines if it.origin.startswith("world")]


async def test_an_entry_comes_without_its_key(room: Room, words: WordEmbedder) -> None:
    """Somebody who does not know the magic word is told nothing of the world."""
    await placed(room, OTTER, TOWER)
    await room.say("Good evening to you. What do otters in the boathouse keep eating? I wonder.")
    (at,) = told(room)
    last = len(room.prompt()) - 1 - [role for role, _ in room.prompt()][::-1].index("user")
    assert room.prompt()[at] == ("system", OTTER["content"])
    assert at < last
    (line,) = await ledger(room)
    assert (line.verdict, line.origin.rpartition("/")[2]) == (PartVerdict.IN, "entry 0")
    assert line.detail.startswith("meaning .")
    assert line.detail.endswith("@ sentence 2")


async def test_an_entry_comes_in_chinese(room: Room, words: WordEmbedder) -> None:
    """Chinese books answer to their exact keys alone."""
    await placed(room, CHINESE)
    await room.say("今天真冷。码头的三只水獭怎么样了？")
    assert room.prompts_say(CHINESE["content"])


async def test_what_its_key_brings_comes_once(room: Room, words: WordEmbedder) -> None:
    """The prompt tells the same thing twice."""
    await placed(room, OTTER)
    await room.say("Are the otters in the boathouse by the quay?")
    assert len(told(room)) == 1
    assert [it.detail.partition(" ")[0] for it in await ledger(room)] == ["quay"]


async def test_what_is_switched_off_or_for_others_stays_out(room: Room, words: WordEmbedder) -> None:
    """A character tells what its author has taken out, or kept for another."""
    kept = {**OTTER, "characterFilter": {"isExclude": False, "names": ["Bob"], "tags": []}}
    await placed(room, {**OTTER, "disable": True}, kept)
    await room.say("What do otters in the boathouse eat?")
    assert not told(room)


async def test_no_more_than_the_setting_says(room: Room, words: WordEmbedder) -> None:
    """A question fills the prompt with the whole book, or the threshold does nothing."""
    await placed(room, *(entry(f"Otters sleep in boathouse {it}.") for it in range(6)))
    await settings.put(room.engine.ctx, room.here, SettingScope.SPACE, "world_top_k", "2")
    await room.say("Where do otters sleep in the boathouse?")
    assert len(await ledger(room)) == 2
    await settings.put(room.engine.ctx, room.here, SettingScope.SPACE, "books_threshold", "1")
    await room.say("Where do the otters sleep in their boathouse?")
    assert await ledger(room) == []


async def test_the_card_s_own_book_counts(room: Room, words: WordEmbedder) -> None:
    """The book that came with the character is found by its keys alone."""
    own = {"name": "Own", "entries": [{"keys": ["zzz"], "content": OTTER["content"], "enabled": True, "id": 1}]}
    data = {**CARD["data"], "name": "Vera", "character_book": {**own, "extensions": {}}}
    made = await characters.import_file(room.engine.ctx, room.here, as_json({**CARD, "data": data}))
    assert [it["kind"] for it in await room.due() if it["kind"].startswith("world")] == [f"world/card:{made.id}"]
    await room.drain()
    await sessions.new(room.engine.ctx, room.engine.runner, room.here, "Ann", made.id)
    words.asked.clear()
    await room.say("What do otters in the boathouse eat?")
    assert told(room)
    assert OTTER["content"] not in words.asked


async def test_it_is_embedded_behind_the_import_and_never_again(room: Room, words: WordEmbedder) -> None:
    """Each turn, each start and each new version of a book embeds all of it again."""
    seal = entry("The seal in the cove is called Pip and likes music.", "cove-key")
    mast, other = (entry(text, "mast-key") for text in ("The mast is of pine.", "The mast is of larch."))
    await placed(room, seal, mast)
    await room.drain()
    assert sorted(words.asked) == sorted([seal["content"], "cove-key", mast["content"], "mast-key"])
    words.asked.clear()
    await bring(room, book(seal, other), "Harbour2.json", Offer.CHAT)
    await room.drain()
    assert words.asked == [other["content"]]
    words.asked.clear()
    await room.say("What music does the seal in the cove like?")
    assert room.prompts_say(seal["content"])
    assert not {seal["content"], "cove-key", "mast-key"} & set(words.asked)


async def test_what_is_not_embedded_yet_is_at_its_first_use(room: Room, words: WordEmbedder) -> None:
    """A book that was just bound is silent until a job has run; a large one holds up the reply."""
    await placed(room, OTTER, *(entry(f"Bollard {it} is of no note.", f"bollard{it}") for it in range(30)))
    await room.sql("DELETE FROM due WHERE space_id = $1", room.here.space)
    await room.say("What do otters in the boathouse eat?")
    assert told(room)
    (info,) = [it for it in await worlds.listed(room.engine.ctx, room.here) if it.name == "Harbour"]
    assert [it["kind"] for it in await room.due() if it["kind"].startswith("world")] == [f"world/book:{info.id}"]
    assert sum(it.startswith(("Bollard", "bollard")) for it in words.asked) < 20
    await room.drain()
    assert sum(it.startswith(("Bollard", "bollard")) for it in words.asked) == 60


async def test_a_book_that_is_gone_leaves_no_job_behind(room: Room, words: WordEmbedder) -> None:
    """A deleted book's mark fails for ever."""
    await placed(room, OTTER)
    (info,) = [it for it in await worlds.listed(room.engine.ctx, room.here) if it.name == "Harbour"]
    await worlds.delete(room.engine.ctx, room.here, info.id)
    await room.drain()
    assert OTTER["content"] not in words.asked
    assert [it for it in await room.due() if it["kind"].startswith("world")] == []


async def test_without_an_embedding_keys_still_bring_entries(room: Room) -> None:
    """A dead endpoint takes the whole world with it."""
    await remembering(room, now=NOW, embedder=WordEmbedder(broken=True))
    await placed(room, OTTER)
    await room.say("Who is at the quay?")
    assert len(told(room)) == 1


async def test_vectors_are_kept_as_they_were(room: Room, words: WordEmbedder) -> None:
    """What is read back is not what was stored, so nothing is alike any more."""
    made = await embedded(words, lore_texts(WorldBook("b", (WorldEntry("1", "Otters swim.", keys=("one", "/x/i")),))))
    model = await room.ctx.models.number(room.db, words.model, words.dims)
    await world_vectors.put(room.db, model, made)
    digests, rows = await world_vectors.read(room.db, model, [*made, "none"])
    assert sorted(digests) == sorted(made)
    for digest, row in zip(digests, rows, strict=True):
        assert row.tolist() == pytest.approx(made[digest], abs=1e-3)
    assert await world_vectors.known(room.db, model, [*made, "none"]) == set(made)
    assert await world_vectors.drop_unused(room.db, timedelta(days=1)) == 0


async def test_memory_is_bounded(words: WordEmbedder, monkeypatch: pytest.MonkeyPatch) -> None:
    """A house with many books holds all of their vectors for ever."""
    monkeypatch.setattr(lore_shelf, "KEPT_BYTES", 3 * 2 * words.dims * 2)
    shelves = Shelves()
    for number in range(10):
        entries = (WorldEntry("1", f"text {number}", keys=("a",)),)
        await shelves.shelf(WorldBook(str(number), entries), 1, words.dims)
    assert len(shelves._kept) == 3


async def test_the_best_of_many_is_what_simple_search_finds(words: WordEmbedder) -> None:
    """A large book is searched in pieces, and the best piece is lost."""
    entries = tuple(WorldEntry(str(it), f"thing {it} of {it % 7}", keys=(f"word{it % 50}",)) for it in range(1_500))
    shelves = Shelves()
    shelf = await shelves.shelf(WorldBook("b", entries), 1, words.dims)
    made = await embedded(words, shelf.lacking())
    shelf.put(list(made), lore_shelf.np.asarray(list(made.values()), lore_shelf.np.float16))
    asked = await words.embed(["thing 1234 of 2", "word7"])
    hits = shelf.nearest(asked)
    assert (hits[0].uid, hits[0].sentence) in {(it.uid, 1) for it in entries if it.keys == ("word7",)} | {("1234", 0)}
    assert max(it.cosine for it in hits) == pytest.approx(_best(made.values(), asked), abs=1e-3)
    assert shelf.lacking() == []


def _best(vectors: Any, asked: Sequence[Sequence[float]]) -> float:
    return max(sum(a * b for a, b in zip(one, other, strict=True)) for one in vectors for other in asked)


@pytest.mark.slow
async def test_the_model_that_comes_with_the_house_finds_by_meaning(room: Room) -> None:
    """Only shared words count: whoever asks in another way, or in another language, is told nothing."""
    await remembering(room, now=NOW)
    patient = tuple(replace(it, seconds=60.0) for it in room.ctx.retrievers)
    room.change(embedder=BuiltinEmbedder(), retrievers=patient)
    await placed(room, CHINESE, TOWER, entry("She is allergic to peanuts."))
    await room.say("Good morning!")
    assert await ledger(room) == []
    await room.say("Can she eat nuts? And what animals live in the boathouse?")
    assert [it.origin.rpartition("/")[2] for it in await ledger(room)] == ["entry 2", "entry 0"]
