"""Who searches the web: SearXNG, Brave, or a tool of an MCP server."""

import shlex
from typing import Annotated

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, SecretStr

from engine.config.field_types import MaybeAddress, Token, from_json
from engine.values.search import McpServer, ToolNames


def _command_line(value: str) -> str:
    if value.strip() and not shlex.split(value):
        raise ValueError("not a command")
    return value.strip()


class McpConfig(BaseModel):
    """An MCP server that has a search tool: a ``command`` that is started here, with ``env`` besides, or a ``url``.

    ``key`` is sent to a ``url`` as a bearer token. ``tool``, and its arguments ``query`` and ``count``, are found by
    what the server says of them where they are not named.
    """

    model_config = ConfigDict(frozen=True, extra="ignore", hide_input_in_errors=True)

    command: Annotated[str, AfterValidator(_command_line), Field(repr=False)] = ""
    env: Annotated[dict[str, SecretStr], BeforeValidator(from_json)] = Field(default_factory=dict[str, SecretStr])
    url: MaybeAddress = ""
    key: Token | None = None
    tool: str = ""
    query: str = ""
    count: str = ""

    @property
    def server(self) -> McpServer | None:
        """The server; None where none is configured. A command counts before an address."""
        names = ToolNames(self.tool, self.query, self.count)
        if self.command:
            env = {name: value.get_secret_value() for name, value in self.env.items()}
            return McpServer(tuple(shlex.split(self.command)), env, names=names)
        headers = {"Authorization": f"Bearer {self.key.get_secret_value()}"} if self.key else {}
        return McpServer(url=self.url, headers=headers, names=names) if self.url else None


class SearchConfig(BaseModel):
    """Who searches the web: a SearXNG at ``url``, Brave with ``key``, a tool of an ``mcp`` server, or nobody.

    Of several each is asked where the one before it fails, in this order.
    """

    model_config = ConfigDict(frozen=True, extra="ignore", hide_input_in_errors=True)

    url: MaybeAddress = ""
    key: Token | None = None
    mcp: McpConfig = McpConfig()
