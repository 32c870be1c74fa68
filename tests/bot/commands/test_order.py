"""Budgets, usage, silence, roles and the record of changes, as people use them."""

import io
import re
from collections.abc import AsyncIterator
from dataclasses import dataclass, replace
from datetime import timedelta
from pathlib import Path

import pytest
from PIL import Image
from pydantic import SecretStr

from bot.commands.framework.abilities import AccessRole
from bot.commands.framework.declared import AttachedFile
from bot.commands.framework.reply import Listing, Paragraph, Reply
from bot.commands.framework.run import run
from bot.commands.framework.table import table_for
from bot.commands.house.budgets import bar, where_of
from bot.commands.house.moderation import role_of
from bot.handler import Handler, Sender
from bot.pictures import usage
from bot.pictures.canvas import Theme
from bot.words.localise import Speech
from engine.actions.chats import savepoints, sessions
from engine.actions.house import access, settings
from engine.actions.people import forgetting
from engine.app import Engine
from engine.config.config import AllowanceConfig
from engine.errors import FileNotSent
from engine.values.chats.incoming import Incoming, IncomingKind, Origin
from engine.values.chats.outgoing import PartLimit
from engine.values.chats.sessions import SessionStatus
from engine.values.house.allowances import ASKER, EACH, AllowanceHolder, Consumer, DayUse
from tests.bot.at_terminal import SPEECH, AtTerminal
from tests.bot.commands.test_people import call_of
from tests.bot.visitor import now
from tests.conftest import Sql
from tests.connections import engine_at
from tests.servers.model import ModelServer, say
from tests.turns.room import config_for, new_origin

pytestmark = pytest.mark.calendar

CODE = "open-sesame-42"
MEMBER = frozenset({AccessRole.PLAYER, AccessRole.MEMBER})
ADMIN = MEMBER | {AccessRole.ADMIN}


class NoFiles:
    """Nothing came along."""

    async def read(self, named: str, *, picture: bool = False) -> AttachedFile:
        raise FileNotSent


@dataclass
class Somebody:
    """Somebody in a server that the owner has opened."""

    engine: Engine
    handler: Handler
    model: ModelServer
    origin: Origin
    access_roles: frozenset[AccessRole]
    roles: frozenset[str] = frozenset()
    said: int = 0

    def named(self, person: str, access_roles: frozenset[AccessRole] = MEMBER, *roles: str) -> "Somebody":
        origin = replace(self.origin, person=person, person_name=person)
        return replace(self, origin=origin, access_roles=access_roles, roles=frozenset(roles))

    async def says(self, text: str, *, command: bool = False) -> Reply:
        self.said += 1
        name = f"{self.origin.person}{self.said}"
        kind = IncomingKind.COMMAND if command else IncomingKind.MESSAGE
        arrived = Incoming(self.origin, name, text, now(), self.said, kind)
        sender = Sender(self.access_roles, NoFiles(), "en", roles=self.roles)
        return await self.handler.hear(arrived, sender)

    async def uses(self, text: str) -> Reply:
        return await self.says(text, command=True)

    async def idle(self) -> None:
        await self.engine.turns.idle(await self.engine.places.resolve(self.origin))


@pytest.fixture
async def owner(database_url: str, tmp_path: Path) -> AsyncIterator[Somebody]:
    """The owner, in a server that is open."""
    origin = replace(new_origin(), space="guild", channel="room", space_title="Inn", channel_title="#room")
    async with ModelServer() as model:
        model.answer = lambda _: say("Yes.", usage=(900, 100))
        config = config_for(database_url, tmp_path, model)
        config = config.model_copy(
            update={"owner_code": SecretStr(CODE), "allowance": AllowanceConfig(messages_a_minute=12)}
        )
        async with engine_at(config, name="test", platforms={origin.platform: PartLimit(2000)}) as engine:
            handler = Handler(engine, table_for("discord"), Speech(), now, "en")
            ann = Somebody(engine, handler, model, origin, MEMBER)
            await ann.says(CODE)
            here = await engine.places.resolve(origin)
            await access.open_space(engine.ctx, here, here.space)
            await settings.put(engine.ctx, here, "space", "debounce", "0")  # type: ignore[arg-type] - the word itself
            yield ann


def words(reply: Reply | None) -> str:
    lines: list[str] = []
    for block in reply.blocks if reply else ():
        if isinstance(block, Paragraph):
            lines.append(block.text)
        elif isinstance(block, Listing):
            lines += [block.title, *(f"{it.text}: {it.detail}" for it in block.items), block.hint]
    return "\n".join(lines)


async def test_budgets_as_people_set_them(owner: Somebody) -> None:
    """Who looks after a server cannot limit it, or limits the whole house with it; or nobody sees what is left."""
    admin = owner.named("Bob", ADMIN)
    assert "New budget for this server: 2,000 tokens a day" in words(
        await admin.uses("/admin budget set server 2000 tokens")
    )
    assert "New budget for each person: 5 replies" in words(await admin.uses("/admin budget set everyone 5 messages"))
    assert "New budget for each person with that role: US$1.50 a day" in words(
        await admin.uses("/admin budget set <@&77> 150 cents")
    )
    assert "owner" in words(await admin.uses("/admin budget set all 1 cents"))
    assert "owner" in words(await admin.uses("/admin pause all"))
    guest = owner.named("Cleo")
    assert "this server's managers" in words(await guest.uses("/admin budget set server 999999 tokens"))
    await guest.says("Hello?")
    await guest.idle()
    listed = words(await admin.uses("/admin budget"))
    assert "Server Inn: ▓▓▓▓▓░░░░░ 50 % · 1,000 of 2,000 tokens" in listed
    assert "Each person: 5 replies a day each" in listed
    assert "Role <@&77>: US$1.50 a day each" in listed
    assert "20 % · 1 of 5 replies" in words(await guest.uses("/me usage"))
    assert "Used today" in words(await guest.uses("/status"))
    assert "/help admin" in words(await owner.uses("/admin")), "owners see more than the places"
    assert "/admin pause" in words(await owner.uses("/help admin"))
    assert "off" in words(await admin.uses("/admin budget off server"))
    assert "Server Inn" not in words(await admin.uses("/admin budget"))
    changes = words(await admin.uses("/admin audit"))
    assert "Budget: removed: Bob" in changes
    assert "Budget: 2,000 tokens: Bob" in changes


async def test_what_was_deleted_is_told(owner: Somebody) -> None:
    """A chat is gone, and whoever looks after the server is not told who threw it away; or learns who was forgotten."""
    bob, ann = owner.named("Bob", ADMIN), owner.engine
    await bob.says("Hello?")
    await bob.idle()
    here = await ann.places.resolve(bob.origin)
    await savepoints.delete_save(ann.ctx, here, (await savepoints.save(ann.ctx, here, "the cellar")).id)
    await sessions.put_away(ann.ctx, ann.runner, here, None, SessionStatus.TRASHED)
    cleo = owner.named("Cleo")
    await cleo.says("Is nobody here?")
    await cleo.idle()
    await forgetting.forget_me(ann.ctx, ann.runner, await ann.places.resolve(cleo.origin))
    changes = words(await bob.uses("/admin audit"))
    assert "Deleted: a save: Bob" in changes
    assert "Deleted: a chat: Bob" in changes
    assert "Somebody was forgotten: 1 message: somebody" in changes
    assert "cellar" not in changes
    assert "Cleo" not in changes


async def test_usage_as_a_picture_and_in_words(owner: Somebody, sql: Sql) -> None:
    """Nobody can see what a server costs, or sees what others use."""
    await sql("DELETE FROM usage")  # of other tests: from ten replies on a hundred messages are reckoned by these
    await owner.says("Hello?")
    await owner.idle()
    reply = await owner.named("Bob", ADMIN).uses("/admin usage 30")
    assert "Usage on this server" in words(reply)
    assert "1 reply · 1,000 tokens" in words(reply)
    assert "100 messages take about 385,000 tokens with the work in the background, by a typical chat." in words(reply)
    assert "Used for: replies 1,000 tokens" in words(reply)
    assert "Channels" not in words(reply), "there is one only"
    [picture] = reply.documents
    with Image.open(io.BytesIO(picture.data)) as drawn:
        assert drawn.size == (1080, 1304)
    own = await owner.named("Cleo").uses("/me usage")
    assert "0 replies" in words(own)
    assert own.secret
    assert words(await owner.uses("/admin usage")).startswith("Usage\n")


@pytest.mark.parametrize(("language", "foreign"), [("en", r"(?i)server|channel"), ("zh", "服务器|频道")])
async def test_telegram_has_groups_and_chats(anybody: AtTerminal, sql: Sql, language: str, foreign: str) -> None:
    """In a group of Telegram somebody reads what their server and its channels have used."""
    await sql("DELETE FROM usage")
    await sql("DELETE FROM allowance")  # of other tests, whose places have names of their own
    call = call_of(anybody, language, private=False)
    read, drawn = list[str](), list[str]()
    for line in (
        *("pause", "pause server", "resume here", "resume", "usage", "budget set server 9 tokens", "budget"),
        *("budget set here 9 tokens", "budget", "budget off here", "budget off server"),
    ):
        for platform, into in (("telegram", read), ("discord", drawn)):
            reply = await run(replace(call, table=table_for(platform)), "admin", line)
            into += [words(reply), call.speak.say("usage-channels", platform=platform)]
    typed = re.compile(r"\(or [^()]*\)|（也可以是[^（）]*）")  # what is typed is called so everywhere
    assert [it for it in read if re.search(foreign, typed.sub("", it))] == []
    assert re.search(foreign, "\n".join(drawn)), "elsewhere these are the words"


async def test_a_terminal_has_no_channels(anybody: AtTerminal) -> None:
    """At a terminal somebody reads which channels have used how much, and has never opened one."""
    for language, words_of in (("en", "Where"), ("zh", "在哪里")):
        call = call_of(anybody, language, private=True)
        assert call.speak.say("usage-channels", platform="terminal") == words_of


async def test_only_some_roles_may_talk(owner: Somebody) -> None:
    """A role that should talk does not, or everybody does although only a role should."""
    admin = owner.named("Bob", ADMIN)
    assert "may talk with the characters now" in words(await admin.uses("/admin roles give <@&77> talk"))
    member, talker = owner.named("Cleo"), owner.named("Dan", MEMBER, "77")
    assert "Only some people" in words(await member.says("Hello?"))
    assert words(await member.says("Hello?")) == "", "one line a day"
    assert "Only people who may talk here" in words(await member.uses("/memory"))
    await talker.says("Hello!")
    await talker.idle()
    assert len(owner.model.generations) == 1
    assert "may import" in words(await admin.uses("/admin roles give @everyone import"))
    assert "may talk with the characters" in words(await admin.uses("/admin roles"))
    assert "Which role" in words(await admin.uses("/admin roles give nobody talk"))
    assert "no longer" in words(await admin.uses("/admin roles take <@&77>"))
    await member.says("Hello again?")
    await member.idle()
    assert len(owner.model.generations) == 2


async def test_who_began_the_chat_may_do_more_with_it(owner: Somebody) -> None:
    """Whoever began a chat cannot restore it; or everybody who talks along can."""
    cleo, dan = owner.named("Cleo"), owner.named("Dan")
    await cleo.says("Once upon a time…")
    await cleo.idle()
    assert "who started this chat" in words(await dan.uses("/chats rename Mine"))
    assert "who started" not in words(await cleo.uses("/chats rename Mine"))


async def test_silence_is_said_once(owner: Somebody) -> None:
    """People write into the void, or each message is answered with a notice."""
    admin, guest = owner.named("Bob", ADMIN), owner.named("Cleo")
    await guest.says("Hello?")
    await guest.idle()
    assert "paused here" in words(await admin.uses("/admin pause"))
    assert "paused here" in words(await guest.says("Are you there?"))
    assert words(await guest.says("Hm?")) == ""
    assert "Paused: the characters are paused here" in words(await guest.uses("/status"))
    assert "paused here" in words(await guest.uses("/again"))
    assert "back on this server" in words(await admin.uses("/admin resume"))
    assert "back on this server" in words(await admin.uses("/admin resume group")), "so it is called on Telegram"
    await guest.idle()
    assert len(owner.model.generations) == 2


async def test_a_flood_is_held_back(owner: Somebody) -> None:
    """One person's thousand messages a minute are all stored and answered."""
    guest = owner.named("Cleo")
    heard = [words(await guest.says(f"Message {n}")) for n in range(30)]
    await guest.idle()
    assert sum("slow down" in it for it in heard) == 1
    here = await owner.engine.places.resolve(guest.origin)
    stored = await sessions.open_here(owner.engine.ctx, here, "Cleo")
    assert not any("Message 29" in it.text for it in stored.spoken)
    assert "slow down" in words(await guest.uses("/status")), "a command is always answered"
    assert "slow down" not in words(await owner.says("I am the owner."))


def test_whose_budget_is_meant() -> None:
    """Somebody limits another than they named."""
    assert where_of("server") == (AllowanceHolder.SPACE, "")
    assert where_of("这里") == (AllowanceHolder.CHANNEL, "")
    assert where_of("Everyone") == (AllowanceHolder.PERSON, EACH)
    assert where_of("<@&12>") == (AllowanceHolder.ROLE, "12")
    assert where_of("<@!12>") == (AllowanceHolder.PERSON, "12")
    assert where_of("@Cleo") == (AllowanceHolder.PERSON, "Cleo")
    assert where_of("Me") == where_of("我") == (AllowanceHolder.PERSON, ASKER)
    assert where_of("@me") == (AllowanceHolder.PERSON, "me")
    assert (bar(0), bar(0.5), bar(7)) == ("░" * 10, "▓" * 5 + "░" * 5, "▓" * 10)
    assert [role_of(it) for it in ("<@&123>", "12345678", "管理员", "@everyone", "x")] == [
        "123", "12345678", "admins", "everyone", ""
    ]  # fmt: skip


@pytest.mark.parametrize("theme", list(Theme))
@pytest.mark.parametrize("days", [0, 1, 30])
def test_the_picture_of_usage(theme: Theme, days: int) -> None:
    """A month, a day or nothing at all breaks the picture."""
    speak = SPEECH.speaker("zh")
    kinds = {it: speak.say("usage-kind", kind=it) for it in ("reply", "memory", "other")}
    words = usage.UsageWords("用量" * 40, "b", "empty", [f"11/{n}" for n in range(days)], kinds, "c", "d", "9k")
    by_day = [DayUse(n, kind, 1_000 * n + 1, None) for n in range(days) for kind in (*kinds, "strange")]
    rows = usage.rows([Consumer("长" * 60, 5, None), Consumer("", 0, None)] * 4, ["1"] * 8)
    with Image.open(io.BytesIO(usage.draw(by_day, rows if days else (), rows[:1], words, theme))) as drawn:
        assert drawn.size == (1080, 1600 if days else 720), "no more paper than there is to say"
        assert len(drawn.getcolors(1 << 24) or ()) > 20


async def test_what_arrives_again_is_counted_once(owner: Somebody) -> None:
    """What a platform says again uses up what a person may write, and what they write then is lost."""
    bob = owner.named("Bob")
    here = await owner.engine.places.resolve(bob.origin)
    assert {owner.engine.rates.passes(here, "again", now()) for _ in range(40)} == {(True, False)}
    passed = [owner.engine.rates.passes(here, f"new {n}", now()) for n in range(12)]
    assert passed == [(True, False)] * 11 + [(False, True)]


async def test_who_speaks_through_a_proxy_gets_nothing_by_another_name(owner: Somebody) -> None:
    """Whoever may write twelve messages a minute writes as many again under each name that they think of."""
    bob = owner.named("Bob")
    here = await owner.engine.places.resolve(bob.origin)
    names = [replace(here, person=here.person + 1_000_000 + n) for n in range(13)]
    passed = [owner.engine.rates.passes(it, f"as {it.person}", now(), "hook") for it in names]
    assert passed == [(True, False)] * 12 + [(False, True)]


async def test_what_was_written_during_an_outage_counts_by_its_own_time(owner: Somebody) -> None:
    """After an hour away all that somebody wrote in it comes at once, and most of it would be lost."""
    bob = owner.named("Bob")
    here = await owner.engine.places.resolve(bob.origin)
    away, passes = now() - timedelta(hours=2), owner.engine.rates.passes
    missed = [passes(here, f"missed {n}", away + timedelta(seconds=20 * n)) for n in range(200)]
    assert set(missed) == {(True, False)}
    flood = [passes(here, f"flood {n}", away + timedelta(hours=1, minutes=30, seconds=n)) for n in range(40)]
    assert not all(passed for passed, _ in flood), "who wrote too fast then is held back still"
    assert passes(here, "live", now()) == (True, False), "what is written now has nothing to do with it"


async def test_who_hammers_on_a_field_makes_no_work(owner: Somebody) -> None:
    """A thousand suggestions are looked for in the database for one person who holds a key down."""
    bob = owner.named("Bob")
    sender = Sender(bob.access_roles, NoFiles(), "en")
    found = [await owner.handler.complete(bob.origin, sender, "me language", "language", "") for _ in range(1_000)]
    assert all(found[:48]), "a word that somebody types"
    assert sum(map(bool, found)) < 100
    assert "slow down" not in words(await bob.says("I was only typing.")), "it takes nothing of what they may write"
    cleo = owner.named("Cleo")
    assert await owner.handler.complete(cleo.origin, sender, "me language", "language", "")


async def test_everybody_sees_what_is_left_of_their_own(owner: Somebody) -> None:
    """Who is held back learns what holds them back only by being held back; or others read it, too."""
    admin, cleo = owner.named("Bob", ADMIN), owner.named("Cleo")
    unlimited = words(await cleo.uses("/me usage"))
    assert "Today: no limit" in unlimited
    await admin.uses("/admin budget set server 10 messages")
    await admin.uses("/settings person_memories 40")
    await cleo.says("Hello!")
    await cleo.idle()
    await cleo.uses("/memory add The key lies under the stone.")
    reply = await cleo.uses("/me usage")
    assert (reply.private, reply.secret) == (True, True)
    shown = words(reply)
    assert "Each person (default): ▓▓░░░░░░░░ 20 % · 1 of 5 replies, 4 replies left" in shown
    assert re.search(r"Messages a minute: \d of 12 left now", shown)
    assert "Files: ░░░░░░░░░░ 0 % · 0 of 500 MB, 500 left" in shown
    assert "Waiting imports: ░░░░░░░░░░ 0 % · 0 of 20, 20 left" in shown
    assert "Memories of your own: ░░░░░░░░░░ 2 % · 1 of 40, 39 left" in shown
    await cleo.uses("/me language zh")
    chinese = words(await cleo.uses("/me usage"))
    assert "还剩 4 条" in chinese
    assert "自己写的记忆: ░░░░░░░░░░ 2% · 1 / 40，还剩 39" in chinese
    await admin.uses("/settings space_memories 1")
    assert "自己写的记忆（这里所有人）: ▓▓▓▓▓▓▓▓▓▓ 100% · 1 / 1，还剩 0" in words(await cleo.uses("/me usage"))
    assert "每人记忆" not in words(await cleo.uses("/memory add Another."))
    assert "没有做任何改动" in words(await cleo.uses("/memory add Another."))


async def test_who_is_alone_does_not_raise_what_they_may_keep(owner: Somebody) -> None:
    """Somebody lifts the quota of the house's disk in their own private chat."""
    alone = replace(owner.origin, space="dm", channel="dm", private=True, person="Cleo", person_name="Cleo")
    here = await owner.engine.places.resolve(alone)
    await access.open_space(owner.engine.ctx, await owner.engine.places.resolve(owner.origin), here.space)
    cleo = replace(owner, origin=alone, access_roles=MEMBER | {AccessRole.DM})
    for line in ("/settings space person_files 100000", "/settings person_files 100000"):
        await cleo.uses(line)
    assert (await settings.current(owner.engine.ctx, here)).person_files == 500
    await cleo.uses("/settings space retention_days 30")
    assert (await settings.current(owner.engine.ctx, here)).retention_days == 30, "what is theirs they may set"
