"""What somebody is in a place: what the platform says, what their roles may, and who began the chat. Pure."""

from typing import Final

from bot.commands.framework.abilities import MATRIX, AccessRole
from engine.values.chats.places import Admission
from engine.values.house.allowances import Grant

ADMINS: Final = "admins"
EVERYONE: Final = "everyone"
"""Roles of our own, where a platform has none: who looks after the place, and everybody in it."""

_TALKERS: Final = frozenset({AccessRole.OWNER, AccessRole.ADMIN, AccessRole.PLAYER, AccessRole.DM})


def access_roles_in(
    given: frozenset[AccessRole], roles: frozenset[str], admission: Admission, person: int
) -> frozenset[AccessRole]:
    """What ``person`` is where they come from. Only the house says who is an owner, and who began what is played.

    Where roles may talk, who has none of them and does not look after the place is no player there.
    """
    here = set(given) - {AccessRole.OWNER, AccessRole.SESSION_OWNER, AccessRole.IMPORTER}
    roles = roles | {EVERYONE} | ({ADMINS} if AccessRole.ADMIN in here else set())
    held = {may for role, may in admission.grants if role in roles}
    if Grant.ADMIN in held:
        here.add(AccessRole.ADMIN)
    if Grant.IMPORT in held:
        here.add(AccessRole.IMPORTER)
    talks = any(may == Grant.TALK for _, may in admission.grants)
    if talks and Grant.TALK not in held and AccessRole.ADMIN not in here:
        here.discard(AccessRole.PLAYER)
    if admission.owner:
        here.add(AccessRole.OWNER)
    if admission.begun_by == person and here & _TALKERS:
        here.add(AccessRole.SESSION_OWNER)
    return frozenset(here)


def talks(access_roles: frozenset[AccessRole]) -> bool:
    """Whether somebody may talk with the characters."""
    return bool(access_roles & _TALKERS)


def who_may(ability: str) -> str:
    """In one word for whom an ability is: what a refusal says."""
    row = MATRIX.get(ability, frozenset())
    kinds = (AccessRole.MEMBER, AccessRole.PLAYER, AccessRole.SESSION_OWNER, AccessRole.IMPORTER, AccessRole.ADMIN)
    return next((it.value for it in kinds if it in row), AccessRole.OWNER.value)
