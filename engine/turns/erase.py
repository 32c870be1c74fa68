"""Erasure: the one act that destroys. What a message said goes from every branch and from all that was made of it."""

from engine.db import corrections, erasure, facts, log, work
from engine.db.arrivals import Target
from engine.db.pool import Transaction
from engine.rules.lines import line_of, place_at
from engine.rules.recall.sources import FACT, again_marks, jobs_for
from engine.values.entries import Branch, Place
from engine.values.ids import ChannelKey, SessionKey


async def erase(on: Transaction, channel: ChannelKey, target: Target) -> None:
    """Remove what the entry of a message said: its text, its revisions, and what was made from either.

    Its row stays, with the status erased, and readers pass over it. What was made from it is due again.
    """
    key, place = SessionKey(channel.space, target.session), target.place
    branches = await log.branches(on, key)
    revisions = [it for it in await erasure.revisions(on, key, place.seq) if _about(branches, it, place)]
    texts = await erasure.empty_entries(on, key, [place, *revisions])
    await erasure.empty_traces(on, key, texts)
    await erasure.empty_quotes(on, channel, target.id, texts)
    made = await erasure.made_from(on, key, place.seq)
    await corrections.drop(on, key)
    stale = [it for it in made if _about(branches, Place(it.branch, it.to_seq), place)]
    if stale:
        await erasure.remove_derived(on, key, [it.id for it in stale])
        for it in stale:
            if it.kind == FACT:
                await facts.remove(on, it.body["person"], [it.body["fact"]])
                await facts.revive(on, it.body["person"], it.body["fact"])
        for kind in jobs_for(it.kind for it in stale):
            await work.mark_due(on, key, kind)
        for kind, body in again_marks((it.kind, it.home, it.first, it.last) for it in stale).items():
            await work.mark_due(on, key, kind, body=body)


def _about(branches: dict[int, Branch], at: Place, place: Place) -> bool:
    """Whether seq ``place.seq``, on the line that ends at ``at``, is the entry at ``place``."""
    return place_at(line_of(branches, at.branch, at.seq), place.seq) == place
