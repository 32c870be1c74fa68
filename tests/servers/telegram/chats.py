"""Methods about chats and who is in them, and the finding of a chat that every other method begins with."""

from typing import Any

from tests.servers.telegram import payloads
from tests.servers.telegram.faults import bad_request, forbidden
from tests.servers.telegram.params import Params
from tests.servers.telegram.places import Chat, Message, Person
from tests.servers.telegram.world import World

INSIDE = ("creator", "administrator", "member", "restricted", "mute")


def find(world: World, params: Params) -> Chat:
    """The chat that is named. Raises for an unknown one, a group that has migrated, a group the bot is not in."""
    if not (named := params.text("chat_id")):
        raise bad_request("chat_id is empty")
    chat = world.chats.get(int(named)) if named.lstrip("-").isdigit() else None
    if chat is None:
        raise bad_request("chat not found")
    if chat.migrated_to:
        raise bad_request("group chat was upgraded to a supergroup chat", migrate_to_chat_id=chat.migrated_to.id)
    _check_inside(world, chat)
    return chat


def _check_inside(world: World, chat: Chat) -> None:
    if chat.kind == "private":
        return
    status = chat.members.get(world.bot.id, "left")
    if status == "kicked":
        raise forbidden(f"bot was kicked from the {_name(chat)} chat")
    if status not in INSIDE:
        raise forbidden(f"bot is not a member of the {_name(chat)} chat")


def writable(world: World, params: Params) -> Chat:
    """The chat that is named, if the bot may write there now."""
    chat = find(world, params)
    if chat.user and chat.user.blocked:
        raise forbidden("bot was blocked by the user")
    if chat.user and not chat.user.started:
        raise forbidden("bot can't initiate conversation with a user")
    if chat.kind == "channel" and chat.members.get(world.bot.id) not in INSIDE[:2]:
        raise bad_request("need administrator rights in the channel chat")
    if chat.members.get(world.bot.id) == "restricted":
        raise bad_request("not enough rights to send text messages to the chat")
    thread = params.whole("message_thread_id")
    if thread is not None and thread not in chat.topics and thread not in chat.messages:
        raise bad_request("message thread not found")
    if thread is not None and (chat.kind == "private" or (chat.is_forum and thread not in chat.topics)):
        raise bad_request("message thread not found")
    return chat


def message_in(chat: Chat, number: int | None, problem: str) -> Message:
    """The message of this number. Raises ``problem`` when it does not stand there."""
    message = chat.messages.get(number or 0)
    if message is None or message.deleted:
        raise bad_request(problem)
    return message


def _name(chat: Chat) -> str:
    return chat.kind if chat.kind in ("supergroup", "channel") else "group"


def _person(world: World, params: Params) -> Person:
    number = params.whole("user_id") or 0
    person = world.bot if number == world.bot.id else world.users.get(number)
    if person is None:
        raise bad_request("user not found")
    return person


async def get_chat(world: World, params: Params) -> Any:
    """getChat."""
    return payloads.of_full_chat(find(world, params))


async def get_chat_member(world: World, params: Params) -> Any:
    """getChatMember."""
    chat, person = find(world, params), _person(world, params)
    default = "member" if chat.kind == "private" else "left"
    return payloads.of_member(person, chat.members.get(person.id, default), posts=chat.kind == "channel")


async def get_chat_administrators(world: World, params: Params) -> Any:
    """getChatAdministrators; other bots are left out."""
    chat = find(world, params)
    if chat.kind == "private":
        raise bad_request("there are no administrators in the private chat")
    chief = {number: status for number, status in chat.members.items() if status in INSIDE[:2]}
    people = [world.bot, *world.users.values()]
    return [
        payloads.of_member(person, chief[person.id])
        for person in people
        if person.id in chief and (person is world.bot or not person.is_bot)
    ]


async def get_chat_member_count(world: World, params: Params) -> Any:
    """getChatMemberCount."""
    chat = find(world, params)
    return 2 if chat.kind == "private" else sum(status in INSIDE for status in chat.members.values())


async def leave_chat(world: World, params: Params) -> Any:
    """leaveChat; the bot hears of its own leaving."""
    chat = find(world, params)
    if chat.kind == "private":
        raise bad_request("chat member status can't be changed in private chats")
    old, chat.members[world.bot.id] = chat.members[world.bot.id], "left"
    change = payloads.of_change(world.now(), chat, world.bot, world.bot, (old, "left"))
    world.updates.add("my_chat_member", change)
    return True


async def create_forum_topic(world: World, params: Params) -> Any:
    """createForumTopic."""
    chat, name = find(world, params), params.text("name") or ""
    if not chat.is_forum:
        raise bad_request("the chat is not a forum")
    if chat.members.get(world.bot.id) not in ("creator", "administrator"):
        raise bad_request("not enough rights to create a topic")
    if not 1 <= len(name) <= 128:
        raise bad_request("topic name is invalid")
    topic = world.topic(chat, name, world.bot)
    return {"message_thread_id": topic.id, "name": topic.name, "icon_color": 7322096}
