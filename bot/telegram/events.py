"""What becomes of one update: the handler stores and does it; what there is to answer is said beside the reading."""

import asyncio
import re
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from typing import Any, Final

from telegram import Bot, Update

from bot.commands.framework import controls
from bot.commands.framework.declared import Table
from bot.commands.framework.reply import SILENT, Form, Paragraph, Reply
from bot.commands.framework.steps import CANCEL, Steps
from bot.handler import Handler, Sender
from bot.telegram.access_roles import ADMIN, GROUP, PRIVATE, AccessRoles
from bot.telegram.answers import TelegramAnswers
from bot.telegram.apart import AnswersApart
from bot.telegram.forms import FormLeft, TelegramForms
from bot.telegram.linked.names import Mirrored
from bot.telegram.linked.posts import LinkedPosts
from bot.telegram.media import TelegramFiles, TelegramSentFiles
from bot.telegram.surface import Decided
from bot.telegram.toasts import Toasts, toast
from bot.telegram.translate import (
    PLATFORM,
    ChannelPost,
    GroupMigrated,
    Me,
    Membership,
    Post,
    Press,
    Reaction,
    link_to,
    translate,
)
from bot.telegram.untold import UNTOLD
from bot.telegram.updates import UpdateNotStored
from engine.actions.house import access
from engine.app import Engine
from engine.errors import DatabaseError
from engine.values.chats.incoming import Incoming, IncomingKind, Origin
from engine.values.chats.places import Address

_GROUP: Final = re.compile(r"-\d{1,20}(?:\.\d{1,12})?")
_ANSWERS: Final = (controls.RUN, controls.IN, controls.NO)
_AT_ONCE: Final = 0.2  # seconds that a pressed button waits for words of its own
_APART: Final = 5.0  # the same of one whose answer is for who presses it alone


@dataclass(frozen=True, slots=True)
class TelegramContext:
    """What one bot has. ``beside`` runs something next to the reading; ``now`` is people's time."""

    bot: Bot
    me: Me
    engine: Engine
    handler: Handler
    table: Table
    answers: TelegramAnswers
    apart: AnswersApart
    toasts: Toasts
    files: TelegramFiles
    access_roles: AccessRoles
    forms: TelegramForms
    linked: LinkedPosts
    beside: Callable[[Coroutine[Any, Any, None]], object]
    now: Callable[[], datetime]


async def handle(raw: Any, context: TelegramContext, *, live: bool = False) -> None:
    """Store and do one update as it came; ``live``: as it happened.

    Raises UpdateNotStored when it is not stored, anything if it is broken.
    """
    update = Update.de_json(raw, context.bot)
    match translate(
        update, context.me, lambda word: word in CANCEL or context.table.find(word) is not None, context.now()
    ):
        case Post() as post:
            with _storing():
                settled = await context.linked.settled(_dated(post, live=live))
            await _post(settled, context)
        case ChannelPost(post):
            with _storing():
                posted = await context.linked.posted(_dated(post, live=live))
            if posted is not None:
                await _post(posted, context)
        case Mirrored() as copy:
            with _storing():
                await context.linked.note(copy)
        case Press() as press:
            await _press(press, context)
        case Reaction() as reaction:
            await _reaction(reaction, context)
        case GroupMigrated(old, new):
            with _storing():
                await context.engine.places.moved(PLATFORM, old, new)
        case Membership(origin, inside):
            with _storing():
                await _membership(origin, context, inside=inside)
        case None:
            pass


def _dated(post: Post, *, live: bool) -> Post:
    return replace(post, incoming=replace(post.incoming, live=live))


async def _post(post: Post, context: TelegramContext) -> None:
    incoming = post.incoming
    if incoming.origin.private and incoming.text == f"/start {UNTOLD}":
        told = await context.apart.tell_untold(incoming.origin.person, f"a{incoming.external}")
        if told:
            return None
    chat = int(incoming.origin.space)
    answers = incoming.external.partition("@")[0]
    with _storing():
        taken = await context.forms.taken(post, partial(_sender, post, context))
    if isinstance(taken, Reply):
        return await _answer(taken, incoming, answers, context)
    if post.command:
        access_roles = await _access_roles(post, chat, context)
    else:
        access_roles = await _speaking(post, chat, context)
        # An edit changes words alone, and nothing is fetched for strangers.
        if incoming.kind is IncomingKind.MESSAGE and post.own and await _is_heard(incoming, context):
            incoming = incoming.with_files(*await context.files.attach(post.media[: post.own]))
    sender = Sender(
        access_roles, TelegramSentFiles(context.files, post.media), post.language, partial(_lacks, context.me)
    )
    sender = replace(sender, link=partial(link_to, incoming.origin))
    reply = await context.handler.hear(incoming, sender)
    await _answer(_behind(taken, reply), incoming, answers, context)
    return None


async def _reaction(it: Reaction, context: TelegramContext) -> None:
    """A reaction on a message that may be of a session; nobody looks at others."""
    origin = it.incoming.origin
    with _storing():
        it = await context.linked.felt(it)
        channel = await context.engine.turns.reacted_in(_address(origin), it.incoming.target)
    if channel is None:
        return
    if it.person is None:
        access_roles = ADMIN if it.admin else GROUP
    else:
        access_roles = await context.access_roles.of(int(origin.space), it.person)
    incoming = replace(it.incoming, origin=replace(origin, channel=channel))
    sender = Sender(access_roles, TelegramSentFiles(context.files, ()), "", partial(_lacks, context.me))
    reply = await context.handler.hear(incoming, sender)
    await _answer(reply, incoming, incoming.target, context)


def _behind(left: FormLeft | None, reply: Reply) -> Reply:
    """``reply`` behind the line that a form was left."""
    if left is None:
        return reply
    tongue = reply.tongue if reply.speaks else left.tongue
    return replace(reply, blocks=(Paragraph(left.line), *reply.blocks), tongue=tongue)


async def _sender(post: Post, context: TelegramContext) -> Sender:
    access_roles = await _access_roles(post, int(post.incoming.origin.space), context)
    sender = Sender(access_roles, TelegramSentFiles(context.files, ()), post.language, partial(_lacks, context.me))
    return replace(sender, link=partial(link_to, post.incoming.origin))


def _lacks(me: Me) -> tuple[str, ...]:
    return () if me.reads_all else ("needs-privacy",)


async def _is_heard(incoming: Incoming, context: TelegramContext) -> bool:
    with _storing():
        return await context.engine.turns.listens(incoming)


async def _speaking(post: Post, chat: int, context: TelegramContext) -> frozenset[Any]:
    """What somebody is who talks: Telegram is asked only where that decides who may."""
    if chat > 0:
        return PRIVATE
    with _storing():
        here = await context.engine.places.resolve(post.incoming.origin)
        grants = (await access.admission(context.engine.ctx, here)).grants
    return await _access_roles(post, chat, context) if grants else GROUP


async def _access_roles(post: Post, chat: int, context: TelegramContext) -> frozenset[Any]:
    if post.person is None:
        return ADMIN if post.admin else GROUP
    return await context.access_roles.of(chat, post.person)


async def _press(press: Press, context: TelegramContext) -> None:
    """The handler and the acknowledgement go side by side: a button must not seem dead while a model is slow."""
    incoming = await _acts(press, context)
    access_roles = await context.access_roles.of(int(incoming.origin.space), press.person)
    sender = Sender(access_roles, TelegramSentFiles(context.files, ()), press.language, partial(_lacks, context.me))
    sender = replace(sender, link=partial(link_to, incoming.origin))
    said, query = False, ""

    async def acknowledge() -> None:
        nonlocal said, query
        await asyncio.wait({doing}, timeout=_APART if _is_for_one(incoming) else _AT_ONCE)
        done = doing.done() and not doing.cancelled() and doing.exception() is None
        reply = doing.result() if done and not doing.result().unstored else SILENT
        line = context.toasts.line(press.incoming.origin, reply)
        apart = _is_secret(reply, incoming) and incoming.origin == press.incoming.origin
        if apart and not (reply.form or line):
            query = press.query  # it ends with the line that says where the answer is
        else:
            said = await context.toasts.acknowledge(press.query, line, reply.address)

    async with asyncio.TaskGroup() as both:
        doing = both.create_task(_pressed(incoming, sender, context))
        both.create_task(acknowledge())
    reply = replace(doing.result(), blocks=()) if said else doing.result()
    decided = _decided(press, doing.result()) if said else None
    if incoming.origin == press.incoming.origin:
        await _answer(reply, incoming, incoming.replied, context, query, decided)
    else:
        await _answer_apart(reply, incoming, press.incoming.replied, context, decided)


async def _acts(press: Press, context: TelegramContext) -> Incoming:
    """What was pressed, as it acts: in another group where the answer was asked for that the button stands under."""
    incoming, control = press.incoming, controls.pressed(press.incoming.text)
    if control is None or control.name != controls.IN or not _GROUP.fullmatch(control.channel):
        return incoming
    chat = control.channel.partition(".")[0]
    if not await context.access_roles.inside(int(chat), press.person):
        return incoming
    there = replace(incoming.origin, space=chat, channel=control.channel, space_title="", private=False)
    return replace(incoming, origin=there, text=controls.running(control.line), replied="")


async def _pressed(incoming: Incoming, sender: Sender, context: TelegramContext) -> Reply:
    control = controls.pressed(incoming.text)
    if control is None or control.name not in (controls.KEEP, controls.CANCEL):
        return await context.handler.hear(incoming, sender)
    try:
        return await context.forms.pressed(incoming, sender, control)
    except DatabaseError:
        return replace(SILENT, unstored=True)


def _decided(press: Press, reply: Reply) -> Decided | None:
    """A question of ours with its answer, which is only a line over the chat; None where others must not read that."""
    control, private = controls.pressed(press.incoming.text), press.incoming.origin.private
    asked = control is not None and control.name in _ANSWERS
    if not (asked and reply.spent and press.words and toast(reply)) or (reply.secret and not private):
        return None
    return Decided(press.words, press.marks, toast(reply))


def _is_for_one(incoming: Incoming) -> bool:
    control = controls.pressed(incoming.text)
    return control is not None and control.name == controls.RECALLED and not incoming.origin.private


def _is_secret(reply: Reply, incoming: Incoming) -> bool:
    """Whether a reply is said in private, and who asked is told so."""
    return reply.secret and not incoming.origin.private and reply.speaks


async def _answer(
    reply: Reply,
    incoming: Incoming,
    answers: str,
    context: TelegramContext,
    query: str | None = None,
    decided: Decided | None = None,
) -> None:
    """Say what there is to say, beside the reading; ``query`` as in ``confide``, ``decided`` as in ``say``.

    Raises UpdateNotStored.
    """
    if reply.unstored:
        raise UpdateNotStored
    asks = None
    if reply.form is not None:
        reply, asks = await _asking(reply, reply.form, incoming, context)
    at, key = _address(incoming.origin), f"a{incoming.external}"
    if reply.speaks or reply.gone or reply.spent or reply.under or reply.owners or reply.then:
        if _is_secret(reply, incoming):
            context.beside(context.apart.confide(incoming.origin, reply, key, answers, query))
        else:
            context.beside(context.answers.say(at, reply, key, answers, decided))
    if asks is not None:
        context.forms.ask(incoming.origin, asks, answers)
    if reply.redrawn:
        context.beside(context.answers.redraw(at, reply.redrawn))


async def _answer_apart(
    reply: Reply, incoming: Incoming, pressed: str, context: TelegramContext, decided: Decided | None
) -> None:
    """What a button does that stands in a private chat, ``pressed``, and acts in a group. Raises UpdateNotStored."""
    if reply.unstored:
        raise UpdateNotStored
    asks = None
    if reply.form is not None:
        reply, asks = await _asking(reply, reply.form, incoming, context, apart=True)
    elif not (reply.private or reply.secret):
        context.beside(context.apart.say_apart(incoming.origin, replace(SILENT, spent=reply.spent), "", pressed))
        return await _answer(reply, incoming, "", context)
    context.beside(context.apart.say_apart(incoming.origin, reply, f"a{incoming.external}", pressed, decided))
    if asks is not None:
        context.forms.ask(incoming.origin, asks, "")
    if reply.redrawn:
        context.beside(context.answers.redraw(_address(incoming.origin), reply.redrawn))
    return None


async def _asking(
    reply: Reply, form: Form, incoming: Incoming, context: TelegramContext, *, apart: bool = False
) -> tuple[Reply, Steps | None]:
    """Keep what a form asks, and what is left to be said before it is asked: the very next message is its answer.

    What others must not read is said in private, and not shown. ``apart``: the answer is read elsewhere, and says
    where that is asked. A form that could not be kept is not asked, and the answer says so.
    """
    hidden = reply.secret and not incoming.origin.private and any(it.value for it in form.fields)
    shown = replace(form, fields=tuple(replace(it, value="") for it in form.fields)) if hidden else form
    steps = Steps(shown, tongue=reply.tongue)
    said = reply.blocks if hidden or form.behind else ()
    try:
        await context.forms.keep(incoming.origin, steps)
    except DatabaseError as error:
        speak = await context.handler.speaker(incoming.origin)
        return replace(reply, form=None, blocks=(*said, Paragraph(speak.error(error)))), None
    there = (Paragraph(context.forms.asked_there(reply.tongue)),) if apart else ()
    return replace(reply, form=None, blocks=(*said, *there)), steps


async def _membership(origin: Origin, context: TelegramContext, *, inside: bool) -> None:
    if not inside:
        await context.engine.turns.leave(Address(PLATFORM, origin.space, "", origin.private))
    elif not origin.private:
        came = Incoming(origin, f"came-{context.now().timestamp():.0f}", "", context.now(), 0)
        await _answer(
            await context.handler.hear(came, Sender(GROUP, TelegramSentFiles(context.files, ()))), came, "", context
        )


@contextmanager
def _storing() -> Iterator[None]:
    try:
        yield
    except DatabaseError as error:
        raise UpdateNotStored from error


def _address(origin: Origin) -> Address:
    return Address(PLATFORM, origin.space, origin.channel, origin.private)
