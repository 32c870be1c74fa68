"""Who is close to whom in a channel, by what they write to each other and like."""

import asyncio
from collections.abc import Mapping

from engine.actions.characters.faces import Faces
from engine.actions.chats.head_moves import current_head
from engine.actions.chats.views import cards_of
from engine.context import EngineContext
from engine.db.chats import audiences
from engine.errors import InputError
from engine.rules.circle.friends import friendships
from engine.turns.inputs.adult import unseen
from engine.turns.inputs.contacts import contacts
from engine.values.chats.circles import CircleFriends, Friend
from engine.values.chats.incoming import Here


async def friends(ctx: EngineContext, here: Here) -> CircleFriends:
    """Who is close to whom on the line that is played here. Raises SessionMissing.

    Of what all who can read here could read; characters that may not be seen here, or have no card, are left out.
    """
    head = await current_head(ctx, here)
    key = head.session_key
    line = await ctx.lines.current(ctx.db, key, head.branch)
    cards = await cards_of(ctx, ctx.db, key, line)
    hidden = await unseen(ctx.db, here.key, {it: card for it, card in cards.items() if card is not None})
    covered = await audiences.covered(ctx.db, here.key)
    told = await contacts(ctx.db, key, line, covered, hidden)
    names = {Friend(it): card.called for it, card in cards.items() if card is not None and it not in hidden}
    found = await asyncio.to_thread(friendships, told, names, ctx.clock.now())
    people = {Friend(it.person, is_person=True): it.person_name for it in told if it.person and it.person_name}
    unnamed = {who for it in found for who in (it.one, it.other)} - names.keys() - people.keys()
    seen = tuple(it for it in found if not unnamed & {it.one, it.other})
    return CircleFriends(seen, {**names, **people})


async def pictures(ctx: EngineContext, faces: Faces, shown: list[Friend]) -> Mapping[Friend, bytes]:
    """The pictures of those characters among ``shown`` that have one, as square PNGs."""
    found: dict[Friend, bytes] = {}
    for it in shown:
        if it.is_person:
            continue
        try:
            face = await faces.face(ctx, it.id)
        except InputError:  # a character that is gone is drawn by its initial
            continue
        if face.picture:
            found[it] = face.picture
    return found
