"""Addresses of model endpoints as people write them, and the headers with their keys."""

from base64 import b64encode
from urllib.parse import SplitResult, unquote, urlsplit, urlunsplit

from engine.values.models.models import Endpoint, Format

GEMINI_HOME = "https://generativelanguage.googleapis.com"
_TAILS = ("/chat/completions", "/completions", "/embeddings", "/models")


def openai_url(endpoint: Endpoint, path: str) -> str:
    """``path`` (``/chat/completions``) under the endpoint's base, which may be written with or without scheme, ``/v1``,
    a closing slash or the path of one call. A query is kept.
    """
    parts = _split(endpoint)
    base = parts.path.rstrip("/")
    for tail in _TAILS:
        base = base.removesuffix(tail).rstrip("/")
    return urlunsplit(parts._replace(path=(base or "/v1") + path, fragment=""))


def root_url(endpoint: Endpoint, path: str) -> str:
    """``path`` beside the OpenAI base, where servers keep their own calls (``/props``, ``/api/show``)."""
    parts = urlsplit(openai_url(endpoint, ""))
    return urlunsplit(parts._replace(path=parts.path.removesuffix("/v1") + path))


def gemini_url(endpoint: Endpoint, call: str, query: str = "") -> str:
    """The model's address with ``call`` (``:streamGenerateContent``, or nothing for its description)."""
    parts = _split(endpoint) if endpoint.url else urlsplit(GEMINI_HOME)
    base = parts.path.partition("/models")[0].rstrip("/") or "/v1beta"
    model = endpoint.model if "/" in endpoint.model else f"models/{endpoint.model}"
    return urlunsplit(parts._replace(path=f"{base}/{model}{call}", query=query, fragment=""))


def key_headers(endpoint: Endpoint) -> dict[str, str]:
    """The headers that carry the key, or name and password of the URL: a URL ends up in logs on the way."""
    key = endpoint.key.get_secret_value().strip() if endpoint.key else ""
    if key:
        return {"x-goog-api-key": key} if endpoint.format is Format.GEMINI else {"Authorization": f"Bearer {key}"}
    user = _written(endpoint).netloc.rpartition("@")[0]
    return {"Authorization": f"Basic {b64encode(unquote(user).encode()).decode()}"} if user else {}


def _split(endpoint: Endpoint) -> SplitResult:
    parts = _written(endpoint)
    return parts._replace(netloc=parts.netloc.rpartition("@")[2])


def _written(endpoint: Endpoint) -> SplitResult:
    url = endpoint.url.strip()
    if "://" not in url:
        url = f"{'http' if endpoint.local else 'https'}://{url}"
    return urlsplit(url)
