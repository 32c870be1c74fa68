"""The bots of each platform, and platforms that are added."""

from typing import Annotated
from urllib.parse import urlsplit

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from engine.config.field_types import Token, WebAddress, address, web_address


def _gateway_address(value: str) -> str:
    return address(value, "ws", "wss") if value else ""


def _behind_bot(value: str) -> str:
    """Telegram's token follows the path right away; an address without it is what people copy."""
    given = web_address(value)
    return given if urlsplit(given).path.endswith("/bot") else f"{given}/bot"


class DiscordConfig(BaseModel):
    """A Discord bot, and where Discord is. An empty ``gateway_url`` is asked for; ``shard_count`` None too."""

    model_config = ConfigDict(frozen=True, extra="ignore", hide_input_in_errors=True)

    token: Token
    api_url: WebAddress = "https://discord.com/api/v10"
    gateway_url: Annotated[str, AfterValidator(_gateway_address), Field(repr=False)] = ""
    cdn_url: WebAddress = "https://cdn.discordapp.com"
    guild_ready_timeout: Annotated[float, Field(ge=0.0, le=60.0)] = 2.0
    shard_count: Annotated[int, Field(ge=1, le=10_000)] | None = None


class TelegramConfig(BaseModel):
    """A Telegram bot, and where its Bot API is; both addresses are what stands before the token."""

    model_config = ConfigDict(frozen=True, extra="ignore", hide_input_in_errors=True)

    token: Token
    api_url: Annotated[str, AfterValidator(_behind_bot), Field(repr=False)] = "https://api.telegram.org/bot"
    file_url: Annotated[str, AfterValidator(_behind_bot), Field(repr=False)] = "https://api.telegram.org/file/bot"


class AddedPlatform(BaseModel):
    """A platform that does not come with Omoide: the Python module that talks there, and its settings."""

    model_config = ConfigDict(frozen=True, extra="allow", hide_input_in_errors=True)

    entry: Annotated[str, Field(pattern=r"^[A-Za-z_][\w.]*$")]
