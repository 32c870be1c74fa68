"""Makes endpoints and embedders of what was configured, and says what models may cost in a day."""

from urllib.parse import urlsplit

from engine.config.config import Config
from engine.config.endpoints import EndpointConfig, RoleConfig, WireFormat
from engine.db.house.spending import Spending
from engine.db.postgres.pool import Database
from engine.embed.builtin import BuiltinEmbedder
from engine.embed.local import LocalEmbedder
from engine.embed.remote import RemoteEmbedder
from engine.llm.http import Http
from engine.ports import Embedder
from engine.rules.allowance import house_default
from engine.utility.embedding import CountedEmbedder
from engine.utility.prices import is_local
from engine.values.house.allowances import Allowance, Price
from engine.values.models.models import DEMONSTRATION, Endpoint, Format, RoleName


def endpoints(config: Config) -> dict[RoleName, tuple[Endpoint, ...]]:
    """Every role's endpoints, first choice first; a role that was not configured has none."""
    roles = {RoleName.CHAT: config.chat, RoleName.UTILITY: config.utility, RoleName.EMBEDDING: config.embedding}
    asked = {name: role for name, role in roles.items() if role is not None}
    return {name: _role(role) for name, role in asked.items() if role.format is not WireFormat.FASTEMBED}


def embedder_of(config: Config, http: Http) -> Embedder:
    """The configured model for embeddings, or the built-in one."""
    if config.embedding is not None and config.embedding.format is WireFormat.FASTEMBED:
        return LocalEmbedder(config.embedding.model)
    configured = endpoints(config).get(RoleName.EMBEDDING)
    return RemoteEmbedder(configured[0], http) if configured else BuiltinEmbedder(config.data_dir / "models")


def counted_embedder(config: Config, embedder: Embedder, spending: Spending, db: Database) -> Embedder:
    """What an endpoint takes is counted; a model of our own costs nothing."""
    configured = endpoints(config).get(RoleName.EMBEDDING)
    if not configured or not isinstance(embedder, RemoteEmbedder):
        return embedder
    return CountedEmbedder(embedder, configured[0], spending, db)


def default_allowance(config: Config) -> Allowance | None:
    """What the house may use in a day while nobody has set it."""
    asked = [it for role in endpoints(config).values() for it in role]
    chat = [it for it in asked if it.model != DEMONSTRATION]
    given = config.allowance
    return house_default(
        given.tokens, given.cents, local=is_local(tuple(chat)), priced=any(it.price is not None for it in chat)
    )


def cached_percent(config: Config) -> float | None:
    """What a token in the cache of the model that plays costs, of one that it reads anew; None where nobody knows."""
    chat = endpoints(config).get(RoleName.CHAT, ())
    price = chat[0].price if chat else None
    if price is None or price.cached is None or not price.read:
        return None
    return round(min(100.0, 100 * price.cached / price.read), 2)


def _role(role: RoleConfig) -> tuple[Endpoint, ...]:
    return tuple(_endpoint(it) for it in (role, *role.fallbacks))


def _endpoint(one: EndpointConfig) -> Endpoint:
    name = urlsplit(one.url).hostname or one.url
    return Endpoint(name, Format(one.format), one.url, one.model, one.key, one.context, _price(one), one.sees)


def _price(one: EndpointConfig) -> Price | None:
    if one.price_in is None and one.price_out is None:
        return None
    return Price(one.price_in or 0.0, one.price_out or 0.0, one.price_cached)
