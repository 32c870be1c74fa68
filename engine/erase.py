"""Erasure: the one act that destroys. What was said goes from every branch and from all that was made of it."""

from collections.abc import Sequence

from engine.db.chats.arrivals import Target
from engine.db.house import work
from engine.db.memory import corrections, facts
from engine.db.people import erasure, forgetting
from engine.db.people.erasure import DerivedRow, Emptied
from engine.db.postgres.pool import Transaction
from engine.rules.bodies.due import stretch_json
from engine.rules.naming import Sentences, without_copies
from engine.rules.recall.remembering.sources import EMBED, again_marks, jobs_for
from engine.values.chats.entries import Place
from engine.values.ids import ChannelKey, SessionKey
from engine.values.memory.memory_bodies import FactBody


async def erase(on: Transaction, channel: ChannelKey, target: Target) -> None:
    """Remove what the entry of a message said: its text, its revisions, and what was made from either.

    Its row stays, with the status erased, and readers pass over it. What was made from it is due again.
    """
    key = SessionKey(channel.space, target.session)
    emptied = await erase_entries(on, key, [target.place])
    await erasure.empty_quotes(on, channel, target.id, [it.text for it in emptied])


async def erase_entries(
    on: Transaction, key: SessionKey, places: Sequence[Place], *, again: bool = True
) -> list[Emptied]:
    """The same for many entries of a session, but for quotes of them elsewhere; what they said.

    Stored values that repeat a sentence of them go too.

    ``again``: what was made from them and from others too is made from the others again.
    """
    if not places:
        return []
    every = [*places]
    while further := set(await erasure.revisions(on, key, every)) - set(every):  # kept words may have been revised too
        every += sorted(further)
    emptied = await erasure.empty_entries(on, key, every)
    await erasure.empty_traces(on, key, [it.text for it in emptied])
    while made := await erasure.made_from(on, key, every):  # once more: what was being made of a row that goes has come
        await remove_made(on, key, made, again=again)
    await _drop_copies(on, key, Sentences(it.said for it in emptied))
    await forget_behind(on, key, places)
    await corrections.drop(on, key)
    return emptied


async def _drop_copies(on: Transaction, key: SessionKey, said: Sentences) -> None:
    """Macros can have copied what was said into what is stored, in anybody's turn and at anybody's press."""
    acts = await forgetting.stored_copies(on, key, said)
    await forgetting.rewrite(on, key, without_copies(acts, said))


async def remove_made(on: Transaction, key: SessionKey, rows: Sequence[DerivedRow], *, again: bool = True) -> None:
    """Remove derived rows, with the facts about people that they stand for."""
    if not rows:
        return
    await erasure.remove_derived(on, key, [it.id for it in rows])
    for it in rows:
        if isinstance(it.body, FactBody):
            await facts.remove(on, it.body.person, [it.body.fact])
            await facts.revive(on, it.body.person, it.body.fact)
    if not again:
        return
    for kind in jobs_for(it.kind for it in rows):
        await work.mark_due(on, key, kind)
    left = await erasure.still_said(on, key, [it for it in rows if it.first < it.last])
    for kind, mark in again_marks((it.kind, it.home, it.first, it.last) for it in left).items():
        await work.mark_due(on, key, kind, body=stretch_json(mark))


async def forget_behind(on: Transaction, key: SessionKey, places: Sequence[Place]) -> None:
    """What was said right behind changed entries is embedded anew: its vector was made with their words."""
    if await erasure.drop_vectors_behind(on, key, places):
        await work.mark_due(on, key, EMBED)
