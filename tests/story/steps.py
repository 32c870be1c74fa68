"""What can happen in a story. A step does it through the engine's actions, and tells the model what must have happened.

``a`` and ``b`` are free numbers from which a step chooses: which person, which branch, which savepoint.
"""

from collections.abc import Awaitable, Callable
from datetime import timedelta

import pytest

from engine.actions.chats import branches, replies, revisions, savepoints, undoing
from engine.actions.chats.head_moves import HeadMove, current_head, move_head
from engine.db.chats import inbox, log
from engine.db.memory import derivations
from engine.errors import NoSuchBranch, NoSuchSavepoint, NothingOfYours, NothingSaid, OmoideError, TooFarBack
from engine.turns.intake.accept import accept
from engine.values.chats.bodies import NoteBody
from engine.values.chats.entries import EntryKind, EntryStatus, NewDerived, NewEntry, Place, Range, Retirement
from engine.values.chats.undoing import HOST
from tests.servers.model_scripts import Gate, Script, fail
from tests.servers.model_scripts import say as reply
from tests.story.model import PERSONS, Node, Row, Said, Save
from tests.story.play import CHARACTER, GREETINGS, KINDS, Play

Step = Callable[[Play, int, int], Awaitable[None]]


async def say(play: Play, a: int, b: int) -> None:
    """A message, and the reply; every fifth time the model refuses."""
    person, text = a % 2, play.model.name("said")
    answers = [] if b % 5 == 4 else [_answer(play)]
    if not answers:
        play.server.script(fail(401))
    await accept(play.boot.ctx, play.boot.runner, play.incoming(person, text))
    await play.idle()
    play.model.say(PERSONS[person], text)
    for answer in answers:
        play.model.say(CHARACTER, answer)


async def stop(play: Play, a: int, b: int) -> None:
    """A message whose reply is stopped while it grows."""
    text = await _say_and_watch(play, a % 2)
    assert await replies.stop(play.boot.ctx, play.here)
    await play.idle()
    play.model.say(CHARACTER, text, EntryStatus.INTERRUPTED)


async def again(play: Play, a: int, b: int) -> None:
    """Another reply."""
    last = play.model.messages[-1] if play.model.messages else None
    if last is None:
        with pytest.raises(NothingSaid):
            await replies.again(play.boot.ctx, play.boot.runner, play.here)
        return
    said = play.model.way[last.seq - 1].said
    if said.greeting is not None and play.model.has_said(1 - said.greeting):
        return  # it is turned to, with what people did meanwhile: tests of swipes prove that
    answer = GREETINGS[1 - said.greeting] if said.greeting is not None else _answer(play)
    await replies.again(play.boot.ctx, play.boot.runner, play.here)
    await play.idle()
    if last.who == CHARACTER:
        play.model.fork_before(last.seq)
    if said.greeting is not None:
        play.model.add(Said(EntryKind.MESSAGE, CHARACTER, answer, greeting=1 - said.greeting))
    else:
        play.model.say(CHARACTER, answer)


async def go_on(play: Play, a: int, b: int) -> None:
    """The character says more."""
    if not play.model.messages:
        with pytest.raises(NothingSaid):
            await replies.go_on(play.boot.ctx, play.boot.runner, play.here)
        return
    answer, last = _answer(play), play.model.messages[-1]
    await replies.go_on(play.boot.ctx, play.boot.runner, play.here)
    await play.idle()
    if last.who == CHARACTER:
        play.model.mend(last.seq, CHARACTER, f"{last.text} {answer}", further=True)
    else:
        play.model.say(CHARACTER, answer)


async def undo(play: Play, a: int, b: int) -> None:
    """The last exchange is taken back, or what was said further."""
    said = play.model.messages
    revisions = [it for it in play.model.way if it.said.kind is EntryKind.REVISION]
    texts = [it for it in revisions if said and it.said.target == said[-1].seq]
    if texts and texts[-1].said.further:
        await undoing.undo(play.boot.ctx, play.boot.runner, play.here, HOST)
        play.model.fork_before(texts[-1].seq)
        return
    last = next((it for it in reversed(range(len(said))) if said[it].who in PERSONS), None)
    if last is None:
        await _refused(play, undoing.undo(play.boot.ctx, play.boot.runner, play.here, HOST), NothingSaid)
        return
    while last > 0 and said[last - 1].who in PERSONS:
        last -= 1
    await undoing.undo(play.boot.ctx, play.boot.runner, play.here, HOST)
    play.model.fork_before(said[last].seq)


async def edit(play: Play, a: int, b: int) -> None:
    """One of the two mends the last message of theirs."""
    here, name, text = play.people[a % 2], PERSONS[a % 2], play.model.name("mended")
    mine = [it.seq for it in play.model.messages if it.who == name]
    editing = revisions.edit(play.boot.ctx, play.boot.runner, here, text)
    if not mine:
        await _refused(play, editing, NothingOfYours)
        return
    await editing
    play.model.mend(mine[-1], name, text)


async def branch_from(play: Play, a: int, b: int) -> None:
    """A new branch some messages back."""
    said = play.model.messages
    back = a % (len(said) + 2)
    branching = branches.branch_from(play.boot.ctx, play.boot.runner, play.here, back)
    if back > len(said):
        await _refused(play, branching, TooFarBack)
        return
    await branching
    play.model.fork_before(said[-back].seq if back else len(play.model.way) + 1)


async def switch(play: Play, a: int, b: int) -> None:
    """Onto a branch that was left, or one that never was."""
    branch = a % (len(play.model.heads) + 1) + 1
    switching = branches.switch(play.boot.ctx, play.boot.runner, play.here, branch)
    if branch not in play.model.heads:
        await _refused(play, switching, NoSuchBranch)
        return
    await switching
    play.model.here = branch


async def save(play: Play, a: int, b: int) -> None:
    """The place gets a name."""
    label = play.model.name("save")
    saving = savepoints.save(play.boot.ctx, play.here, label)
    if not play.model.messages:
        await _refused(play, saving, NothingSaid)
        return
    await saving
    one = play.model.save(label)
    assert one is not None
    one.digest = (await play.check()).digest


async def load(play: Play, a: int, b: int) -> None:
    """Back to a named place: it is as it was, to the letter, but for work that came in late."""
    if not play.model.saves:
        await _refused(play, savepoints.load(play.boot.ctx, play.boot.runner, play.here, 0), NoSuchSavepoint)
        return
    one, number = await _chosen(play, a)
    await savepoints.load(play.boot.ctx, play.boot.runner, play.here, number)
    play.model.load(one)
    read = await play.check()
    assert one.late or not one.digest or read.digest == one.digest


async def rename_or_delete(play: Play, a: int, b: int) -> None:
    """A savepoint gets another name, or is forgotten."""
    if not play.model.saves:
        await _refused(play, savepoints.delete_save(play.boot.ctx, play.here, 0), NoSuchSavepoint)
        return
    one, number = await _chosen(play, a)
    if b % 2:
        one.label = play.model.name("renamed")
        await savepoints.rename_save(play.boot.ctx, play.here, number, one.label)
    else:
        await savepoints.delete_save(play.boot.ctx, play.here, number)
        play.model.saves.remove(one)


async def derive(play: Play, a: int, b: int) -> None:
    """A memory of some messages, at their end, at the head, or for a branch that has been left meanwhile."""
    heads = [(branch, node) for branch, node in play.model.heads.items() if node is not None]
    _, head = heads[-1 - a % len(heads)]
    way = head.way
    last = b % len(way) + 1
    first = (a + b) % last + 1
    node = head if a % 3 else way[last - 1]
    await remember(play, node, KINDS[b % 2], first, last)


async def retire(play: Play, a: int, b: int) -> None:
    """A memory ends at the head of some branch, whether it is known there or not."""
    if not play.model.rows:
        return
    heads = [node for node in play.model.heads.values() if node is not None]
    node, row = heads[-1 - a % len(heads)], play.model.rows[b % len(play.model.rows)]
    await forget(play, node, row)


async def note(play: Play, a: int, b: int) -> None:
    """An act that is no message."""
    text, ctx = play.model.name("note"), play.boot.ctx

    async def act(move: HeadMove) -> None:
        await move.append(NewEntry(NoteBody(), ctx.clock.now(), text))

    await move_head(ctx, play.boot.runner, play.here, await current_head(ctx, play.here), act)
    play.model.add(Said(EntryKind.NOTE, PERSONS[0], text))


async def _store(play: Play, person: int, text: str) -> None:
    """As far as accepting gets before anybody is woken."""
    ctx, here = play.boot.ctx, play.people[person]
    door = await ctx.doors.door(ctx.db, here)
    incoming = play.incoming(person, text)
    received = await inbox.receive(
        ctx.db, here, incoming, door.digest, quiet=False, answered_within=timedelta(minutes=15)
    )
    assert received.id is not None


async def crash_before_claim(play: Play, a: int, b: int) -> None:
    """Killed when two messages were stored and nobody had looked at them: one turn answers both."""
    texts = [play.model.name("said"), play.model.name("said")]
    for person, text in enumerate(texts):
        await _store(play, person, text)
    answer = _answer(play)
    await play.reboot()
    await play.idle()
    for person, text in enumerate(texts):
        play.model.say(PERSONS[person], text)
    play.model.say(CHARACTER, answer)


async def crash_before_text(play: Play, a: int, b: int) -> None:
    """Killed before the first word: the reply is written anew. The third time it is given up."""
    text, kills, answer = play.model.name("said"), 1 + a % 3, None
    asked = len(play.server.generations)
    play.server.script(Script(before=Gate()))
    await accept(play.boot.ctx, play.boot.runner, play.incoming(0, text))
    for number in range(1, kills + 1):
        await play.server.arrived(asked + number)
        if number < kills:
            play.server.script(Script(before=Gate()))
        elif kills < 3:
            answer = _answer(play)
        await play.reboot()
    await play.idle()
    play.model.say(PERSONS[0], text)
    if answer is not None:
        play.model.say(CHARACTER, answer)


async def crash_while_growing(play: Play, a: int, b: int) -> None:
    """Killed while people saw the reply grow: what they saw stays, cut; what was said meanwhile is answered."""
    text = await _say_and_watch(play, a % 2)
    more = [play.model.name("said")] if b % 2 else []
    for one in more:
        await accept(play.boot.ctx, play.boot.runner, play.incoming(0, one))
    answers = [_answer(play) for _ in more]
    await play.reboot()
    await play.idle()
    play.model.say(CHARACTER, text, EntryStatus.INTERRUPTED)
    for one, answer in zip(more, answers, strict=True):
        play.model.say(PERSONS[0], one)
        play.model.say(CHARACTER, answer)


async def move_while_growing(play: Play, a: int, b: int) -> None:
    """The story goes elsewhere while a reply grows: it ends where it grew, with what people saw of it."""
    text = await _say_and_watch(play, a % 2)
    play.model.say(CHARACTER, text, EntryStatus.INTERRUPTED)
    moves = (undo, again, branch_from, switch, load, note, go_on)
    await moves[b % len(moves)](play, a, b)
    await replies.stop(play.boot.ctx, play.here)  # a move that was refused has left it growing
    await play.idle()


async def edit_while_growing(play: Play, a: int, b: int) -> None:
    """One of the two mends a message while a reply grows: it begins anew, and what was seen of it is in no story."""
    text = await _say_and_watch(play, a % 2)
    if not any(it.who == PERSONS[b % 2] for it in play.model.messages):
        await edit(play, b, 0)  # refused, so that the reply goes on
        play.model.say(CHARACTER, text, EntryStatus.INTERRUPTED)
        await replies.stop(play.boot.ctx, play.here)
        await play.idle()
        return
    answer = _answer(play)
    await edit(play, b, 0)
    await play.idle()
    play.model.say(CHARACTER, answer)


STEPS: tuple[Step, ...] = (
    say, say, say, again, again, go_on, undo, undo, edit, edit, branch_from, switch, switch, save, save, load, load,
    rename_or_delete, derive, derive, derive, retire, retire, note, stop, crash_before_claim, crash_before_text,
    crash_while_growing, move_while_growing, move_while_growing, edit_while_growing,
)  # fmt: skip


async def remember(play: Play, node: Node, kind: str, first: int, last: int) -> None:
    """A memory at ``node``, made from the messages ``first`` to ``last``."""
    row, place = play.model.derive(node, kind, first, last), await _place(play, node)
    sources = (Range(place.branch, first, last),)
    new = NewDerived(kind, place, play.character, sources, row.text, n=len(play.model.rows))
    assert await derivations.derive(play.boot.ctx.db, play.key, new) is not None
    assert await derivations.derive(play.boot.ctx.db, play.key, new) is None, "done twice, it is there once"


async def forget(play: Play, node: Node, row: Row) -> None:
    """The end of a memory, from ``node`` on."""
    play.model.retire(node, row)
    retirement = Retirement(await _number(play, row), await _place(play, node), "compressed")
    await derivations.retire(play.boot.ctx.db, play.key, retirement)


def _answer(play: Play) -> str:
    text = play.model.name("answer")
    play.server.script(reply(text))
    return text


async def _say_and_watch(play: Play, person: int) -> str:
    """A message; returns what people see of the reply that now stands still."""
    text = play.model.name("said")
    ctx, runner, incoming = play.boot.ctx, play.boot.runner, play.incoming(person, text)
    play.model.say(PERSONS[person], text)
    return await play.growing(lambda: accept(ctx, runner, incoming))


async def _refused(play: Play, action: Awaitable[object], why: type[OmoideError]) -> None:
    with pytest.raises(why):
        await action


async def _chosen(play: Play, a: int) -> tuple[Save, int]:
    """A savepoint and its number."""
    at = a % len(play.model.saves)
    return play.model.saves[at], (await savepoints.newest(play.boot.ctx, play.here))[-1 - at].id


async def _place(play: Play, node: Node) -> Place:
    """Where a node is in the engine's numbers."""
    branches_now = await log.branches(play.boot.ctx.db, play.key)
    seq = node.seq
    owner = next(
        number
        for number, head in play.model.heads.items()
        if head is not None and node in head.way and branches_now[number].forked_at < seq
    )
    return Place(owner, seq)


async def _number(play: Play, row: Row) -> int:
    """The engine's number of a memory."""
    query = "SELECT id FROM derived WHERE space_id = $1 AND session_id = $2 AND text = $3"
    async with play.boot.ctx.db.connection() as connection:
        return await connection.fetchval(query, play.key.space, play.key.session, row.text)
