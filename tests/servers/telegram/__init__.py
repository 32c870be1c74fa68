"""A Bot API on loopback for the real clients, with people the tests play and a history of what was delivered.

In a test:

    async with telegram_server() as t:
        bot = telegram.Bot(t.token, base_url=t.api_url, base_file_url=t.file_url)
        ann = t.user("Ann")
        ann.says(ann.private(), "hello")
        ...                                           # the bot under test answers
        seen = await t.history.until(lambda e: e.kind == "message" and e.client)
        assert t.messages(ann.private(), by_bot=True)[0].text == "Hello."

As a process: ``python -m tests.servers.telegram --port 0`` prints its addresses and the token as one line of JSON; see
``control`` for the powers it has over HTTP.
"""

from tests.servers.telegram.faults import Faults, Gate
from tests.servers.telegram.people import Tap, User
from tests.servers.telegram.places import Chat, Message, Topic
from tests.servers.telegram.server import TelegramServer, telegram_server

__all__ = ["Chat", "Faults", "Gate", "Message", "Tap", "TelegramServer", "Topic", "User", "telegram_server"]
