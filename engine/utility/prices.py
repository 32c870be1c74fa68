"""What the models of the house cost, as the operator has said."""

from engine.llm.roles import Roles
from engine.rules.allowance import Priced
from engine.values.models.models import Endpoint, RoleName


def prices(roles: Roles) -> list[Priced]:
    """Every endpoint of every role, with its price."""
    return [(it.name, it.model, it.price) for role in RoleName for it in roles.endpoints(role)]


def is_local(endpoints: tuple[Endpoint, ...]) -> bool:
    """Whether all that is asked runs in the same house and costs nothing."""
    return all(it.local for it in endpoints)
