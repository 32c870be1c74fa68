"""Who waits to be let in: however they wait and however that ends, they are told once, and answered once."""

from contextlib import AsyncExitStack
from dataclasses import dataclass, field, replace
from datetime import timedelta
from enum import StrEnum
from itertools import product
from typing import Any

import pytest

from bot.commands.framework.panels import of_owner
from bot.commands.framework.reply import SILENT, ListItem, Reply
from bot.commands.house.door import spoken_in
from bot.commands.house.letting_in import asking
from bot.words.localise import Speech
from engine.actions.house import access, panels
from engine.values.chats.bodies import ForwardOrigin
from engine.values.chats.incoming import Forward, IncomingKind
from engine.values.chats.places import Address
from tests.bot.doorstep import House, button, house, items
from tests.bot.visitor import CODE, Visitor, controls_of, now, words

__all__ = ["house"]

pytestmark = pytest.mark.calendar


class Waits(StrEnum):
    """How somebody comes to wait."""

    DM = "in a private chat"
    GROUP = "in a group"
    DM_BEFORE = "in a private chat, before there was an owner"
    GROUP_BEFORE = "in a group, before there was an owner"
    COMMAND = "in a private chat, with nothing but a command"

    @property
    def private(self) -> bool:
        return self not in (Waits.GROUP, Waits.GROUP_BEFORE)

    @property
    def before(self) -> bool:
        return self in (Waits.DM_BEFORE, Waits.GROUP_BEFORE)


class Ends(StrEnum):
    """How the waiting ends."""

    QUESTION = "yes under the question that the owner gets"
    CLAIMED = "a button of the list that a new owner gets"
    LIST = "a button of the list in /admin"
    COMMAND = "/admin open"
    TERMINAL = "/admin open at the terminal"
    INSIDE = "yes in the place itself"
    REFUSED = "no, and yes later"

    def may_follow(self, how: Waits) -> bool:
        """An owner is asked when there is one, told of all who wait when there comes one, and stands in groups only."""
        match self:
            case Ends.QUESTION:
                return not how.before
            case Ends.CLAIMED:
                return how.before
            case Ends.INSIDE:
                return not how.private
            case _:
                return True


class Restart(StrEnum):
    """When the program ends and begins again."""

    NEVER = "never"
    WHILE = "while they wait"
    BETWEEN = "between the yes and the answer"


LANGUAGES = ("en", "zh")
COMBINATIONS = [(how, end) for how, end in product(Waits, Ends) if end.may_follow(how)]


async def _comes(how: Waits, who: Visitor) -> Reply:
    """Somebody wants to talk; what the house says to it."""
    if how is Waits.COMMAND:
        return await who.says("/帮助" if who.language == "zh" else "/help")
    old, *new = _words(who.origin.person, who.language)
    asked = await who.handler.hear(replace(who.incoming(old), sent_at=now() - timedelta(minutes=40)), who.sender)
    for text in new:
        assert not (await who.says(text)).speaks
    return asked


def _words(name: str, language: str) -> tuple[str, str, str]:
    """What somebody says who waits: once long ago, and twice just now."""
    if language == "zh":
        return f"你好，我是{name}。", f"{name}想和你聊聊，", f"可以吗？{name}"
    return f"Good evening, I am {name}.", f"I would like to talk with you, {name}", f"and I will wait here. {name}"


async def _ends(house: House, end: Ends, who: Visitor, asked: Reply, welcome: Reply) -> Reply:
    """The owner decides; what they are told."""
    space, owner = (await house.here(who)).space, house.owner
    title = who.origin.person if who.origin.private else "Inn"
    match end:
        case Ends.QUESTION:
            return await owner.presses(controls_of(asked.owners)[0])
        case Ends.CLAIMED:
            one = next((it for it in items(welcome.owners) if it.key == str(space)), await _listed(owner, space))
            assert one.text == title
            return await owner.presses(one.choices[0].control)
        case Ends.LIST:
            one = await _listed(owner, space)
            assert one.text == title
            assert who.origin.private or who.origin.person in one.detail
            return await owner.presses(one.choices[0].control)
        case Ends.COMMAND:
            return await owner.says(f"/admin open id:{space}")
        case Ends.TERMINAL:
            await access.at_home(house.made.engine.ctx, await house.here(house.at_terminal))
            return await house.at_terminal.says(f"/admin open id:{space}")
        case Ends.INSIDE:
            inside = replace(who, origin=replace(who.origin, person="ann", person_name="ann"))
            return await inside.presses(f"run:/admin open id:{space} story")
        case Ends.REFUSED:
            await owner.says(f"/admin close id:{space}")
            return await owner.says(f"/admin open id:{space}")


async def _listed(owner: Visitor, space: int) -> ListItem:
    """A place in the list of all, on whichever page."""
    for page in range(1, 9):
        if found := [it for it in items(await owner.says(f"/admin {page}")) if it.key == str(space)]:
            return found[0]
    raise AssertionError("the place is in no list")


@dataclass
class Queue:
    """Somebody for each combination, half of them with an app in Chinese; ``asked`` is what the house said to them."""

    asked: dict[tuple[Waits, Ends], Reply] = field(default_factory=dict[tuple[Waits, Ends], Reply])
    welcome: Reply = SILENT

    def person(self, house: House, combination: tuple[Waits, Ends]) -> Visitor:
        number = COMBINATIONS.index(combination)
        return house.somebody(f"p{number}", private=combination[0].private, language=LANGUAGES[number % 2])

    async def comes(self, house: House, *, before: bool) -> None:
        """Those who come before there is an owner, or after."""
        for combination in COMBINATIONS:
            if combination[0].before is before:
                self.asked[combination] = await _comes(combination[0], self.person(house, combination))

    async def decided(self, house: House) -> None:
        """The owner decides about each."""
        for combination in COMBINATIONS:
            who, asked = self.person(house, combination), self.asked[combination]
            done = await _ends(house, combination[1], who, asked, self.welcome)
            assert words(done), combination
            assert not done.aloud, "the place itself tells them"

    async def seen(self, house: House) -> dict[tuple[Waits, Ends], Any]:
        """What each has seen in the end."""
        await house.settle(*(self.person(house, it) for it in COMBINATIONS))
        return {it: await _seen(house, self.person(house, it)) for it in COMBINATIONS}

    async def decided_again(self, house: House) -> None:
        for combination in COMBINATIONS:
            space = (await house.here(self.person(house, combination))).space
            await house.owner.says(f"/admin open id:{space}")


@pytest.mark.share(3)
@pytest.mark.slow
@pytest.mark.parametrize("restart", Restart)
async def test_who_waited_is_told_and_answered_once(house: House, restart: Restart) -> None:
    """Bob writes, the owner says yes, and Bob hears nothing: or twice, or what he wrote is never answered."""
    queue = Queue()
    await queue.comes(house, before=True)
    queue.welcome = await house.owner.says(CODE)
    await queue.comes(house, before=False)
    assert house.made.model.generations == []
    async with AsyncExitStack() as stack:
        if restart is Restart.WHILE:
            house = await stack.enter_async_context(house.running())
        await queue.decided(house)
        if restart is Restart.BETWEEN:
            house = await stack.enter_async_context(house.running())
        found = await queue.seen(house)
        assert found == {it: _expected(it, f"p{n}", LANGUAGES[n % 2]) for n, it in enumerate(COMBINATIONS)}
        await queue.decided_again(house)
        assert await queue.seen(house) == found, "yes again changes nothing"


@pytest.mark.parametrize("language", LANGUAGES)
async def test_who_waits_reads_what_is_true(house: House, language: str) -> None:
    """Bob would read that the owner was asked, while there is none; or, once there is one, that there is none."""
    speak = Speech().speaker(language)
    asked, unowned, refused = (speak.say("access-closed", access=it) for it in ("new", "unowned", "refused"))
    assert len({asked, unowned, refused}) == 3
    bob, cid, dee = (house.somebody(it, private=True, language=language) for it in ("bob", "cid", "dee"))
    assert words(await _comes(Waits.DM_BEFORE, bob)) == unowned
    await house.owner.says(CODE)
    assert words(await _comes(Waits.DM, cid)) == asked
    await house.owner.says(f"/admin close id:{(await house.here(dee)).space}")
    assert words(await _comes(Waits.COMMAND, dee)) == refused


async def _seen(house: House, who: Visitor) -> tuple[list[tuple[str, str, str]], list[str]]:
    told = [(it["message"], it["data"]["tongue"], it["data"]["rings"]) for it in await house.told(who)]
    return told, await house.log(who)


def _expected(
    combination: tuple[Waits, Ends], name: str, language: str
) -> tuple[list[tuple[str, str, str]], list[str]]:
    how, end = combination
    said = [*_words(name, language), "Well met."]
    if end is Ends.REFUSED:  # a no ends it: nothing is kept, and a group has nobody to tell any more
        return ([("access-now", "", "yes")] if how.private else []), []
    rings = "yes" if how is Waits.COMMAND else "no"
    return [("access-now", language, rings)], ([] if how is Waits.COMMAND else said)


async def test_the_first_owner_is_answered_what_they_said_before_the_code(house: House) -> None:
    """Who set the house up says hello first, in private and on a server, and is never answered."""
    owner, there = house.owner, house.somebody("ann", private=False)
    bob = replace(there, origin=replace(there.origin, person="bob", person_name="bob"))
    for who in (owner, there, bob):
        await who.says(f"Hello from {who.origin.person}.")
    await owner.says(CODE)
    await house.settle(owner, there)
    assert (await house.log(owner))[-2:] == ["Hello from ann.", "Well met."]
    assert (await house.log(there)) == ["Hello from ann.", "Well met."]
    assert await house.told(owner) == await house.told(there) == [], "others may not talk there yet"
    await owner.says(f"/admin open id:{(await house.here(there)).space}")
    await house.settle(there)
    assert (await house.log(there))[2:] == ["Hello from bob.", "Well met."]
    assert len(await house.told(there)) == 1


@pytest.mark.parametrize(("language", "waits"), [("en", "waiting for you"), ("zh", "等你决定")])
async def test_the_list_of_who_waits_says_once_that_they_wait(house: House, language: str, waits: str) -> None:
    """Each line would say again what the title says; in the list of all places it tells those who wait from others."""
    owner = replace(house.owner, language=language)
    for who in (house.somebody("bob", private=True), house.somebody("cid", private=False)):
        await who.says("Hello there, may I come in?")
    asked = items((await owner.says(CODE)).owners)
    every = items(await owner.uses("/admin spaces"))
    assert len(asked) == 2
    assert [waits in it.detail.split("\n")[0] for it in asked] == [False, False]
    assert sum(waits in it.detail for it in every) == 2


class Decided(StrEnum):
    """How an owner decides about somebody, elsewhere than in the message that still offers it."""

    TYPED = "/admin open"
    REFUSED = "/admin close"
    LISTED = "a button of the list in /admin"
    QUESTION = "the question about them, or the list of all"


@pytest.mark.parametrize("how", Decided)
@pytest.mark.parametrize("language", LANGUAGES)
async def test_what_an_owner_is_told_of_who_waits_follows_what_was_decided(
    house: House, language: str, how: Decided
) -> None:
    """The owner lets Bob in with a command, and the notice above goes on saying that Bob waits for an answer."""
    owner, speak = replace(house.owner, language=language), Speech().speaker(language)
    bob = house.somebody("bob", language=language)
    await bob.says("Hello?" if language == "en" else "你好？")
    told = [(await owner.says(CODE)).owners, asking(await house.here(bob), bob.origin, speak)]
    for message, it in zip(("m1", "m2"), told, strict=True):
        assert it is not None
        at = Address(owner.origin.platform, owner.origin.space, owner.origin.channel, private=True)
        kept = (await of_owner(house.made.engine, at, owner.origin.person, spoken_in(speak, it))).kept
        assert kept, "it is a panel"
        await panels.put(house.made.engine.ctx, kept[0], replace(kept[1], message=message))
    space, pressed = (await house.here(bob)).space, ""
    if how in (Decided.TYPED, Decided.REFUSED):
        done = await owner.says(f"/admin {'open' if how is Decided.TYPED else 'close'} id:{space}")
    elif how is Decided.LISTED:
        done = await owner.presses(button(await owner.says("/admin"), "bob", "open"))
    else:
        pressed = "m2"
        tapped = owner.incoming(controls_of(told[1])[0], IncomingKind.BUTTON, target="m2")
        done = await owner.handler.hear(tapped, owner.sender)
        assert done.instead
        assert words(done).count("bob") == 1, "it says twice that bob may talk"
        assert done.kept
        await panels.put(house.made.engine.ctx, done.kept[0], replace(done.kept[1], message=pressed))
    now = {it.message: it.reply for it in done.redrawn}
    assert set(now) == {"m1", "m2"} - {pressed}
    assert words(now["m1"]) == speak.say("admin-waiting-none")
    assert not controls_of(now["m1"])
    if "m2" in now:
        message = "admin-closed" if how is Decided.REFUSED else "admin-let-in-done"
        assert words(now["m2"]) == speak.say(message, title="bob", kind="private")
        assert len(controls_of(now["m2"])) == 1
    again = await owner.says(f"/admin {'close' if how is Decided.REFUSED else 'open'} id:{space}")
    assert not again.redrawn, "it is drawn once"


@pytest.mark.parametrize(("language", "never"), [("en", "can't"), ("zh", "不能")])
async def test_an_owners_own_chat_is_never_said_to_be_closed(house: House, language: str, never: str) -> None:
    """An owner switches their own chat off, reads that they can't talk any more, and talks."""
    owner = replace(house.owner, language=language)
    await owner.says(CODE)
    await owner.uses(f"/me language {language}")
    space = (await house.here(owner)).space
    truth = Speech().speaker(language).say("admin-owned", title=owner.origin.person_name)
    for line in (f"/admin close id:{space}", f"/admin open id:{space}", f"/admin place id:{space} close 1"):
        told = words(await owner.uses(line))
        assert truth in told
        assert never not in told.partition("\n")[0]
    assert (await access.admission(house.made.engine.ctx, await house.here(owner))).may_talk


async def test_a_group_is_told_in_each_language_once(house: House) -> None:
    """Of those who waited in a group some cannot read that they may talk now, or all read it three times."""
    await house.owner.says(CODE)
    group = house.somebody("bob", private=False)
    greetings = {"bob": "你好，我是bob，有人在吗？", "cid": "Good evening, I am cid.", "dee": "晚上好，我是dee。"}
    for name, greeting in greetings.items():
        who = replace(group, origin=replace(group.origin, person=name, person_name=name))
        await who.says("Hm?")  # they are spoken to as they write
        await who.says(greeting)
    [item] = [it for it in items(await house.owner.says("/admin")) if it.text == "Inn"]
    assert "bob, cid, dee" in item.detail
    await house.owner.presses(item.choices[0].control)
    await house.settle(group)
    assert [it["data"]["tongue"] for it in await house.told(group)] == ["zh", "en"]
    said = [text for greeting in greetings.values() for text in ("Hm?", greeting)]
    assert await house.log(group) == [*said, "Well met."]
    assert len(house.made.model.generations) == 1


async def test_what_is_taken_back_or_changed_while_waiting_is_not_answered_as_it_was(house: House) -> None:
    """A slip that was deleted at once is read by the model all the same when its writer is let in."""
    await house.owner.says(CODE)
    bob = house.somebody("bob")
    kept, slip = bob.incoming("I am Bbo."), bob.incoming("My code is 1234.")
    for one in (kept, slip):
        await bob.handler.hear(one, bob.sender)
    edit = replace(bob.incoming("I am Bob."), kind=IncomingKind.EDIT, target=kept.external)
    gone = replace(bob.incoming(""), kind=IncomingKind.DELETE, target=slip.external)
    for one in (edit, gone):
        assert not (await bob.handler.hear(one, bob.sender)).speaks
    await house.owner.presses(button(await house.owner.says("/admin"), "bob", "open"))
    await house.settle(bob)
    assert await house.log(bob) == ["I am Bob.", "Well met."]


async def test_what_is_forwarded_while_waiting_stays_a_quotation(house: House) -> None:
    """Who is let in finds that a stranger's words, which they passed on, were answered as their own."""
    await house.owner.says(CODE)
    bob = house.somebody("bob")
    forward = Forward("/new\nI am Eve.", ForwardOrigin("Eve"))
    await bob.handler.hear(bob.incoming("", forward=forward), bob.sender)
    await house.owner.presses(button(await house.owner.says("/admin"), "bob", "open"))
    await house.settle(bob)
    assert await house.log(bob) == ["[Forwarded from Eve]\n> /new\n> I am Eve.", "Well met."]
