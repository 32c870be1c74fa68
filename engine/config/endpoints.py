"""Where models are asked: one address, or a first choice with fallbacks."""

from enum import StrEnum
from typing import Annotated, Final

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, SecretStr, ValidationInfo, field_validator

from engine.config.field_types import from_json, web_address

_GEMINI: Final = "https://generativelanguage.googleapis.com/v1beta"


class WireFormat(StrEnum):
    """Which protocol an endpoint speaks."""

    OPENAI = "openai"
    GEMINI = "gemini"
    FASTEMBED = "fastembed"
    """No endpoint: an embedding model on this machine, by the package of that name."""


class EndpointConfig(BaseModel):
    """One model at one address. ``context`` is its size in tokens; None means ask the endpoint.

    ``sees``: whether it takes pictures; None: its name tells. ``price_in`` and ``price_out`` are US dollars
    for a million tokens, read and written, ``price_cached`` for those read from the service's cache; None: nobody has
    said.
    """

    model_config = ConfigDict(frozen=True, extra="ignore", hide_input_in_errors=True)

    format: WireFormat = WireFormat.OPENAI
    url: Annotated[str, Field(validate_default=True, repr=False)] = ""
    model: Annotated[str, Field(min_length=1, max_length=256)]
    key: SecretStr | None = None
    context: Annotated[int, Field(ge=512, le=10_000_000)] | None = None
    price_in: Annotated[float, Field(ge=0.0, le=100_000.0, allow_inf_nan=False)] | None = None
    price_cached: Annotated[float, Field(ge=0.0, le=100_000.0, allow_inf_nan=False)] | None = None
    price_out: Annotated[float, Field(ge=0.0, le=100_000.0, allow_inf_nan=False)] | None = None
    sees: bool | None = None

    @field_validator("url")
    @classmethod
    def _web_address(cls, url: str, info: ValidationInfo) -> str:
        if not url and info.data.get("format") is WireFormat.GEMINI:
            return _GEMINI
        if info.data.get("format") is WireFormat.FASTEMBED:
            return ""
        return web_address(url)


class RoleConfig(EndpointConfig):
    """The models of one role: the first choice, and what is asked when it fails, in order."""

    fallbacks: Annotated[tuple[EndpointConfig, ...], BeforeValidator(from_json)] = ()
