"""REST: answers to interactions, their follow-ups, and the times after which it is too late."""

from typing import Any

from tests.servers.discord import feed
from tests.servers.discord.checks import COMPONENTS_V2, check_components, draft
from tests.servers.discord.interactions import COMMAND, COMPLETION, COMPONENT, MODAL, Interaction
from tests.servers.discord.rest import Call, Refusal, Route, invalid
from tests.servers.discord.rest_messages import apply
from tests.servers.discord.world import Message

Json = dict[str, Any]
EPHEMERAL, LOADING = 64, 128
_FLAGS = 4 | EPHEMERAL | 4096 | COMPONENTS_V2
_NAMES = {4: "message", 5: "deferred", 6: "deferred update", 7: "update", 8: "choices", 9: "modal"}


def callback(call: Call) -> Any:
    interaction = call.world.interactions.get(call.ids["token"])
    if interaction is None or str(interaction.id) != call.ids["interaction"]:
        raise Refusal(404, 10062, "Unknown interaction")
    if interaction.answer:
        raise Refusal(400, 40060, "Interaction has already been acknowledged.")
    if interaction.failed:
        interaction.give_up()
        raise Refusal(404, 10062, "Unknown interaction")
    kind = int(call.body["type"])
    _check_kind(interaction, kind)
    data = call.body.get("data") or {}
    _ANSWERS[kind](call, interaction, data)
    interaction.answer = kind
    call.world.history.add(
        "answer", name=_NAMES[kind], channel=interaction.channel.id, author=call.world.bot.id, client=True,
        message=interaction.original.id if interaction.original else interaction.id, body=call.body,
        ephemeral=interaction.ephemeral,
    )  # fmt: skip
    if call.query.get("with_response", "").lower() in ("true", "1"):
        return _response(interaction, kind)
    return None


def _check_kind(interaction: Interaction, kind: int) -> None:
    allowed = {COMMAND: (4, 5, 9), COMPONENT: (4, 5, 6, 7, 9), COMPLETION: (8,), MODAL: (4, 5, 6, 7)}[interaction.kind]
    if kind not in allowed or (kind in (6, 7) and interaction.source is None):
        raise invalid("type", "INTERACTION_CALLBACK_TYPE_INVALID", "Interaction callback type is invalid")


def _say(call: Call, interaction: Interaction, data: Json) -> None:
    made = draft(_with(call, data), _FLAGS)
    made.interaction, made.body = interaction, call.body
    made.kind = 20 if interaction.kind == COMMAND else 0
    interaction.original = feed.post(call.world, interaction.channel, call.world.bot, made)


def _defer(call: Call, interaction: Interaction, data: Json) -> None:
    flags = (int(data.get("flags") or 0) & _FLAGS) | LOADING
    kind = 20 if interaction.kind == COMMAND else 0
    made = feed.Draft(flags=flags, kind=kind, interaction=interaction, client=True, recorded=False)
    interaction.original = feed.post(call.world, interaction.channel, call.world.bot, made)


def _defer_update(_: Call, interaction: Interaction, data: Json) -> None:
    interaction.original = interaction.source


def _update(call: Call, interaction: Interaction, data: Json) -> None:
    assert interaction.source is not None
    apply(_with(call, data), interaction.source)
    interaction.original = interaction.source


def _complete(_: Call, interaction: Interaction, data: Json) -> None:
    choices = data.get("choices") or []
    if len(choices) > 25:
        raise invalid("data.choices", "BASE_TYPE_MAX_LENGTH", "Must be 25 or fewer in length.")
    for place, choice in enumerate(choices):
        if not 1 <= len(choice["name"]) <= 100 or len(str(choice["value"])) > 100:
            raise invalid(f"data.choices.{place}", "BASE_TYPE_BAD_LENGTH", "Must be between 1 and 100 in length.")
    interaction.choices = choices


def _modal(_: Call, interaction: Interaction, data: Json) -> None:
    if not 1 <= len(data.get("title") or "") <= 45:
        raise invalid("data.title", "BASE_TYPE_BAD_LENGTH", "Must be between 1 and 45 in length.")
    if not 1 <= len(data.get("components") or []) <= 5:
        raise invalid("data.components", "BASE_TYPE_BAD_LENGTH", "Must be between 1 and 5 in length.")
    if not 1 <= len(data.get("custom_id") or "") <= 100:
        raise invalid("data.custom_id", "BASE_TYPE_BAD_LENGTH", "Must be between 1 and 100 in length.")
    check_components(data["components"])
    interaction.modal = data
    interaction.original = interaction.source


_ANSWERS = {4: _say, 5: _defer, 6: _defer_update, 7: _update, 8: _complete, 9: _modal}


def _with(call: Call, data: Json) -> Call:
    """The same call, with the message of its body as the body."""
    return Call(call.world, call.method, call.path, call.ids, call.query, data, call.files)


def _response(interaction: Interaction, kind: int) -> Json:
    shown: Json = {"id": str(interaction.id), "type": interaction.kind}
    resource: Json = {"type": kind}
    if interaction.original:
        resource["message"] = interaction.original.data
        shown |= {
            "response_message_id": str(interaction.original.id),
            "response_message_loading": bool(interaction.original.flags & LOADING),
            "response_message_ephemeral": interaction.ephemeral,
        }
    return {"interaction": shown, "resource": resource}


def _of(call: Call) -> Interaction:
    found = call.world.interactions.get(call.ids["token"])
    if found is None or not found.answer:
        raise Refusal(404, 10015, "Unknown Webhook")
    if found.age > call.world.token_seconds:
        raise Refusal(401, 50027, "Invalid Webhook Token")
    return found


def follow_up(call: Call) -> Any:
    """After a deferral the first one fills the original answer."""
    interaction = _of(call)
    if interaction.original and interaction.original.flags & LOADING and not interaction.original.deleted:
        return _fill(call, interaction.original)
    made = draft(call, _FLAGS)
    made.interaction = interaction
    message = feed.post(call.world, interaction.channel, call.world.bot, made)
    interaction.followups.append(message)
    return message.data


def _fill(call: Call, original: Message) -> Any:
    made = draft(call, _FLAGS)
    original.data["attachments"] = [file.store(call.world, original.channel) for file in made.files]
    filled = {"content": made.content, "embeds": made.embeds, "components": made.components}
    flags = (original.flags & ~LOADING) | (made.flags & ~EPHEMERAL)
    feed.edit(call.world, original, {**filled, "flags": flags}, call.body, client=True, stamped=False)
    feed.record(call.world, "message", original, call.body)
    return original.data


def _message(call: Call) -> Message:
    interaction = _of(call)
    wanted = call.ids["message"]
    all_of_it = [interaction.original, *interaction.followups]
    found = interaction.original if wanted == "@original" else None
    found = found or next((each for each in all_of_it if each and str(each.id) == wanted), None)
    if found is None or found.deleted:
        raise Refusal(404, 10008, "Unknown Message")
    return found


def shown(call: Call) -> Any:
    return _message(call).data


def edit(call: Call) -> Any:
    message = _message(call)
    return _fill(call, message) if message.flags & LOADING else apply(call, message)


def delete(call: Call) -> None:
    message = _message(call)
    feed.delete(call.world, message.channel, [message], client=True)


ROUTES: list[Route] = [("POST", "/interactions/{interaction}/{token}/callback", callback)]
