"""What somebody is in a place: what the platform says, what their roles may, and who began the chat. Pure."""

from typing import Final

from bot.commands.abilities import MATRIX, Standing
from engine.values.allowances import Grant
from engine.values.places import Admission

ADMINS: Final = "admins"
EVERYONE: Final = "everyone"
"""Roles of our own, where a platform has none: who looks after the place, and everybody in it."""

_TALKERS: Final = frozenset({Standing.OWNER, Standing.ADMIN, Standing.PLAYER, Standing.DM})


def standings_in(
    given: frozenset[Standing], roles: frozenset[str], admission: Admission, person: int
) -> frozenset[Standing]:
    """What ``person`` is where they come from. Only the house says who is an owner, and who began what is played.

    Where roles may talk, who has none of them and does not look after the place is no player there.
    """
    here = set(given) - {Standing.OWNER, Standing.SESSION_OWNER, Standing.IMPORTER}
    roles = roles | {EVERYONE} | ({ADMINS} if Standing.ADMIN in here else set())
    held = {may for role, may in admission.grants if role in roles}
    if Grant.ADMIN in held:
        here.add(Standing.ADMIN)
    if Grant.IMPORT in held:
        here.add(Standing.IMPORTER)
    talks = any(may == Grant.TALK for _, may in admission.grants)
    if talks and Grant.TALK not in held and Standing.ADMIN not in here:
        here.discard(Standing.PLAYER)
    if admission.owner:
        here.add(Standing.OWNER)
    if admission.begun_by == person and here & _TALKERS:
        here.add(Standing.SESSION_OWNER)
    return frozenset(here)


def talks(standings: frozenset[Standing]) -> bool:
    """Whether somebody may talk with the characters."""
    return bool(standings & _TALKERS)


def who_may(ability: str) -> str:
    """In one word for whom an ability is: what a refusal says."""
    row = MATRIX.get(ability, frozenset())
    kinds = (Standing.MEMBER, Standing.PLAYER, Standing.SESSION_OWNER, Standing.IMPORTER, Standing.ADMIN)
    return next((it.value for it in kinds if it in row), Standing.OWNER.value)
