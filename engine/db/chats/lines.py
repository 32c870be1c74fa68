"""Lines by branch, computed from branches that never change and are therefore kept."""

from collections import OrderedDict

from engine.db.chats import log
from engine.db.postgres.pool import Statements
from engine.rules.lines import line_of
from engine.values.chats.entries import Branch, Line
from engine.values.ids import SessionKey

KEPT_SESSIONS = 2_000


class Lines:
    """Branches of the sessions played last. A branch that is not known is read; nothing known is ever wrong.

    Not to be asked in a transaction that has made a branch: rolled back, its number would go to another one.
    """

    def __init__(self) -> None:
        self._known: OrderedDict[SessionKey, dict[int, Branch]] = OrderedDict()

    async def line(self, on: Statements, key: SessionKey, branch: int, head: int) -> Line:
        """The line of ``branch`` up to ``head``."""
        known = self._known.get(key)
        if known is None or branch not in known:
            known = await log.branches(on, key)
            self._known[key] = known
        self._known.move_to_end(key)
        if len(self._known) > KEPT_SESSIONS:
            self._known.popitem(last=False)
        return line_of(known, branch, head)

    async def current(self, on: Statements, key: SessionKey, branch: int) -> Line:
        """The line of ``branch`` up to its last entry."""
        return await self.line(on, key, branch, await log.head(on, key, branch))
