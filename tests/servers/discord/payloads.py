"""The objects of the world as Discord writes them in JSON."""

from typing import Any

from tests.servers.discord.clock import Clock, born
from tests.servers.discord.world import DM, Channel, Guild, Member, Message, Role, Webhook, World

Json = dict[str, Any]


def user(who: Any) -> Json:
    """A user; a webhook's face when it is a webhook."""
    return {
        "id": str(who.id),
        "username": who.name,
        "global_name": None if who.bot else who.name,
        "discriminator": "0000" if who.bot else "0",
        "avatar": who.avatar,
        "bot": who.bot,
        "system": False,
        "public_flags": 0,
        "flags": 0,
    }


def me(world: World) -> Json:
    return {**user(world.bot), "mfa_enabled": False, "verified": True, "locale": "en-US", "email": None}


def application(world: World) -> Json:
    bot = user(world.bot)
    flags = (1 << 19) if world.allowed_intents & (1 << 15) else 0
    flags |= (1 << 15) if world.allowed_intents & (1 << 1) else 0
    return {
        "id": str(world.application),
        "name": world.bot.name,
        "icon": None,
        "description": "",
        "bot_public": True,
        "bot_require_code_grant": False,
        "verify_key": "0" * 64,
        "owner": {**bot, "id": "1", "bot": False},
        "team": None,
        "flags": flags,
        "bot": bot,
        "install_params": None,
        "integration_types_config": {"0": {}},
    }


def role(of: Role) -> Json:
    return {
        "id": str(of.id),
        "name": of.name,
        "color": 0,
        "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
        "hoist": False,
        "icon": None,
        "unicode_emoji": None,
        "position": of.position,
        "permissions": str(of.allows),
        "managed": of.managed,
        "mentionable": False,
        "flags": 0,
    }


def member(of: Member, with_user: bool = True) -> Json:
    shown: Json = {
        "nick": of.nick,
        "avatar": None,
        "banner": None,
        "roles": [str(role.id) for role in of.roles],
        "joined_at": Clock.iso(of.joined),
        "premium_since": None,
        "deaf": False,
        "mute": False,
        "pending": False,
        "flags": 0,
        "communication_disabled_until": None,
    }
    return {**shown, "user": user(of.user)} if with_user else shown


def channel(of: Channel, world: World) -> Json:
    """A channel, a thread or a direct conversation."""
    shown: Json = {
        "id": str(of.id),
        "type": of.kind,
        "last_message_id": str(of.last) if of.last else None,
        "flags": 0,
    }
    if of.kind == DM:
        return {**shown, "recipients": [user(of.recipient)]}
    assert of.guild is not None
    shown |= {"guild_id": str(of.guild.id), "name": of.name, "rate_limit_per_user": 0}
    if of.is_thread:
        return shown | _thread(of, world)
    if of.is_forum:
        tag = {"id": str(of.id), "name": "Life", "moderated": False, "emoji_id": None, "emoji_name": None}
        shown |= {"flags": (1 << 4) if of.tagged else 0, "available_tags": [tag], "default_sort_order": None}
        shown |= {"default_reaction_emoji": None, "default_forum_layout": 0}
    return {
        **shown,
        "position": of.guild.channels.index(of) if of in of.guild.channels else 0,
        "permission_overwrites": _overwrites(of, world),
        "topic": None,
        "nsfw": of.nsfw,
        "parent_id": None,
    }


def _overwrites(of: Channel, world: World) -> list[Json]:
    hidden = [{"id": str(id_), "type": 1, "allow": "0", "deny": str(1 << 10)} for id_ in of.hidden_from]
    if of.read_by is not None:
        assert of.guild is not None
        hidden.append({"id": str(of.guild.id), "type": 0, "allow": "0", "deny": str(1 << 10)})
        seen = [(it, 0) for it in of.read_by] + [(world.bot.id, 1)]
        hidden += [{"id": str(id_), "type": kind, "allow": str(1 << 10), "deny": "0"} for id_, kind in seen]
    if of.denied:
        hidden.append({"id": str(world.bot.id), "type": 1, "allow": "0", "deny": str(of.denied)})
    return hidden


def _thread(of: Channel, world: World) -> Json:
    assert of.parent is not None
    began = Clock.iso(born(of.id))
    return {
        "parent_id": str(of.parent.id),
        "owner_id": str(of.owner),
        "message_count": len(of.messages),
        "total_message_sent": len(of.messages),
        "member_count": 1,
        "thread_metadata": {
            "archived": of.archived,
            "auto_archive_duration": 1440,
            "archive_timestamp": began,
            "create_timestamp": began,
            "locked": of.locked,
        },
        "member": {"id": str(of.id), "user_id": str(world.bot.id), "join_timestamp": began, "flags": 0},
    }


def guild(of: Guild, world: World) -> Json:
    """A guild as REST gives it."""
    absent = (
        "icon splash discovery_splash afk_channel_id application_id system_channel_id rules_channel_id "
        "vanity_url_code description banner public_updates_channel_id safety_alerts_channel_id"
    )
    return {
        **dict.fromkeys(absent.split()),
        "id": str(of.id),
        "name": of.name,
        "owner_id": str(of.owner.id),
        "afk_timeout": 300,
        "verification_level": 0,
        "default_message_notifications": 0,
        "explicit_content_filter": 0,
        "roles": [role(each) for each in of.roles],
        "emojis": [],
        "stickers": [],
        "features": [],
        "mfa_level": 0,
        "system_channel_flags": 0,
        "premium_tier": 0,
        "premium_subscription_count": 0,
        "preferred_locale": of.locale,
        "nsfw_level": 0,
        "nsfw": False,
        "premium_progress_bar_enabled": False,
        "approximate_member_count": len(of.members),
    }


def guild_create(of: Guild, world: World, all_members: bool) -> Json:
    """A guild as the gateway gives it; without the members intent only the bot is listed."""
    members = list(of.members.values()) if all_members else [of.members[world.bot.id]]
    seen = [each for each in of.threads if not each.archived and world.may(world.bot, each, "view_channel")]
    return {
        **guild(of, world),
        "joined_at": Clock.iso(of.members[world.bot.id].joined),
        "large": len(of.members) > 250,
        "unavailable": False,
        "member_count": len(of.members),
        "voice_states": [],
        "members": [member(each) for each in members[:250]],
        "channels": [channel(each, world) for each in of.channels],
        "threads": [channel(each, world) for each in seen],
        "presences": [],
        "stage_instances": [],
        "guild_scheduled_events": [],
        "soundboard_sounds": [],
    }


def webhook(of: Webhook, with_token: bool = True) -> Json:
    shown: Json = {
        "id": str(of.id),
        "type": 1,
        "guild_id": str(of.channel.guild.id) if of.channel.guild else None,
        "channel_id": str(of.channel.id),
        "name": of.name,
        "avatar": of.avatar,
        "application_id": str(of.application) if of.application else None,
    }
    if of.maker is not None:
        shown["user"] = user(of.maker)
    return {**shown, "token": of.token} if with_token else shown


def event(of: Message) -> Json:
    """A message as MESSAGE_CREATE and MESSAGE_UPDATE carry it: with the guild and the writer's membership."""
    shown = {**of.data, "channel_type": of.channel.kind}
    if of.nonce:
        shown["nonce"] = of.nonce
    if of.channel.guild is None:
        return shown
    shown["guild_id"] = str(of.channel.guild.id)
    written_by = of.channel.guild.members.get(of.author.id)
    if written_by and of.webhook is None:
        shown["member"] = member(written_by, with_user=False)
    return shown


def redacted(data: Json) -> Json:
    """The same message for those who may not read content."""
    return {**data, "content": "", "embeds": [], "attachments": [], "components": []}


def is_open(of: Message, world: World) -> bool:
    """Whether the bot may read this message without the message-content intent."""
    if of.channel.kind == DM or of.author is world.bot or of.data.get("application_id") == str(world.application):
        return True
    return any(each["id"] == str(world.bot.id) for each in of.data["mentions"])
