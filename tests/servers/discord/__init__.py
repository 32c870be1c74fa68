"""A Discord on loopback: REST v10, gateway and CDN, with scripted people and a history of what was delivered.

    async with discord_server() as d:
        Route.BASE, Asset.BASE = d.api_url, d.cdn_url
        DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(d.gateway_url)
        ann = d.user("Ann")
        guild = d.guild("Home", owner=ann)
        ...                                    # a client connects with d.token
        ann.says(guild["general"], "hello", mentions=(d.bot,))
        await d.history.until(lambda entry: entry.kind == "message" and entry.client)

What people do takes effect at once and is not awaited; waits are those of ``d.history`` and of interactions.
As a process: ``python -m tests.servers.discord`` prints its addresses and takes the same orders at /_control.
"""

from tests.servers.discord.cdn import Upload
from tests.servers.discord.faults import Fault
from tests.servers.discord.interactions import Interaction
from tests.servers.discord.people import User
from tests.servers.discord.server import DiscordServer, discord_server
from tests.servers.discord.world import Channel, Guild, Message, Webhook

__all__ = [
    "Channel",
    "DiscordServer",
    "Fault",
    "Guild",
    "Interaction",
    "Message",
    "Upload",
    "User",
    "Webhook",
    "discord_server",
]
