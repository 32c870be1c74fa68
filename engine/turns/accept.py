"""First step: what arrives is stored before anybody is told that it arrived, and its stand is woken."""

from dataclasses import replace

from engine.db import sessions, turns
from engine.db.repeat import repeat
from engine.db.turns import Received
from engine.errors import SessionMissing
from engine.rules.text.clean import clean_text
from engine.turns.load import settings_here
from engine.turns.needs import Needs
from engine.turns.runner import Runner
from engine.values.incoming import Here, Incoming
from engine.values.outgoing import Noticed
from engine.values.turns import Notice
from engine.work.crashpoints import maybe_crash

LONGEST_MESSAGE = 100_000
LONGEST_NAME = 80


async def accept(needs: Needs, runner: Runner, incoming: Incoming) -> bool:
    """Store ``incoming`` in the inbox and see to its answer; False when it had been stored before.

    Raises TextTooLong; the person still has the text then, and nothing of it was kept.
    """
    text = clean_text(incoming.text, LONGEST_MESSAGE)
    name = clean_text(incoming.origin.person_name)[:LONGEST_NAME]
    cleaned = replace(incoming, text=text, origin=replace(incoming.origin, person_name=name))

    tried = False

    async def store() -> tuple[Here, float, Received | None]:
        nonlocal tried
        here = await needs.places.resolve(needs.db, cleaned.origin)
        settings = await settings_here(needs.db, needs.defaults, here)
        outcome = None if text.strip() else "absorbed"
        again, tried = tried, True
        received = await turns.receive(needs.db, here, cleaned, outcome)
        if received is None and again:  # the try whose answer was lost has stored it, and woken nobody
            received = Received(await sessions.current(needs.db, here.key))
        return here, settings.debounce, received

    here, debounce, received = await repeat(store, key=f"inbox:{incoming.external}", clock=needs.clock)
    maybe_crash("after_inbox_commit")
    if received is not None and text.strip():
        if received.stand is None:
            needs.shows.tell(here.key, Noticed(Notice(SessionMissing.message)))
        else:
            runner.wake(received.stand, here.platform, settle=debounce)
    return received is not None
