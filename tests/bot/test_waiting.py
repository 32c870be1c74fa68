"""What is kept of who waits, what an owner is shown of them, and the owner's code where it is mistyped."""

from dataclasses import replace
from datetime import timedelta
from itertools import product

import pytest

from bot.commands.framework.reply import Listing, Reply
from bot.words.localise import LANGUAGES, Speech
from engine.actions.house import panels
from engine.db.chats import retention
from engine.values.chats.incoming import IncomingKind
from engine.values.house.setting_choices import Mode, Speaks
from engine.work.clock import SystemClock
from tests.bot.doorstep import House, button, house, items
from tests.bot.visitor import CODE, Visitor, controls_of, words

__all__ = ["house"]


async def test_what_is_kept_of_who_waits_is_theirs_and_goes(house: House) -> None:
    """What strangers write is kept for ever, whatever they or the owner say."""
    await house.owner.says(CODE)
    bob, cid, dee = (house.somebody(it) for it in ("bob", "cid", "dee"))
    for who in (bob, cid, dee):
        for n in range(25):
            await who.says(f"Line {n} of {who.origin.person}.")
    kept = "SELECT text FROM inbox WHERE person_id = $1 AND text <> '' ORDER BY id"

    async def texts(who: Visitor) -> list[str]:
        return [it["text"] for it in await house.sql(kept, (await house.here(who)).person)]

    assert await texts(bob) == [f"Line {n} of bob." for n in range(5, 25)], "of each the newest twenty"
    asked = await bob.says("/me forget")
    assert "20 messages" in words(asked)
    assert (await bob.says("/me export")).documents
    assert asked.confirm
    person = (await house.here(bob)).person
    await bob.presses(f"run:{asked.confirm.command}")
    assert not await house.sql(kept, person)
    await house.owner.presses(button(await house.owner.says("/admin"), "cid", "close"))
    assert await texts(cid) == []
    async with house.made.engine.ctx.db.transaction() as on:
        await on.execute("empty_held", timedelta())
    assert await texts(dee) == []
    await house.owner.presses(button(await house.owner.says("/admin"), "dee", "open"))
    await house.settle(dee)
    assert [it["data"]["rings"] for it in await house.told(dee)] == ["yes"], "they are told, if nothing is answered"
    assert house.made.model.generations == []


async def test_a_button_of_the_list_shows_what_holds_now(house: House) -> None:
    """The list of places goes on saying that somebody waits, and its buttons do what was done already."""
    await house.owner.says(CODE)
    await house.somebody("bob").says("Hello?")
    listed = await house.owner.says("/admin")
    after = await house.owner.presses(button(listed, "bob", "open"))
    assert "bob can talk to me now" in words(after)
    assert "off" in await _state(house, await house.owner.presses(button(after, "bob", "close")))
    again = await house.owner.presses(button(await house.owner.says("/admin"), "bob", "open"))
    assert "private chat, on" in await _state(house, again)


async def test_what_is_asked_becomes_its_answer(house: House) -> None:
    """The question whether somebody may talk stands there for ever, and its answer somewhere below."""
    await house.owner.says(CODE)
    bob = house.somebody("bob")
    asked = (await bob.says("Hello?")).owners
    becomes = ("bob can talk to me now", "bob can't talk to me any more")
    for control, said in zip(controls_of(asked), becomes, strict=True):
        answer = await house.owner.presses(control)
        assert answer.instead
        assert len(answer.choices) == 1, "a button undoes it"
        assert said in words(answer)
    typed = await house.owner.says(f"/admin open id:{(await house.here(bob)).space}")
    assert not typed.instead, "nothing was pressed"


async def test_a_place_is_let_in_where_the_list_stands(house: House) -> None:
    """Each press posts the list once more below, and the old one goes on offering what was done."""
    await house.owner.says(CODE)
    for name in ("bob", "cid"):
        await house.somebody(name).says("Hello?")
    listed, owner = await house.owner.says("/admin"), house.owner
    assert listed.kept, "it is a panel"
    here, panel = listed.kept
    await panels.put(house.made.engine.ctx, here, replace(panel, message="m1"))
    tapped = owner.incoming(button(listed, "bob", "open"), IncomingKind.BUTTON, target="m1")
    after = await owner.handler.hear(tapped, owner.sender)
    assert after.instead
    assert not after.spent
    assert [len(it.choices) for it in items(after)] == [2, 1, 0], "cid waits, bob may be switched off; ann is the owner"


class ImpatientClock(SystemClock):
    """A clock that does not wait, but counts the seconds."""

    slept = 0.0

    async def sleep(self, seconds: float) -> None:
        self.slept += seconds


async def test_nobody_is_answered_before_they_are_told(house: House) -> None:
    """A kill between the answer and the receipt of the word before it says that word twice; or both come crosswise."""
    await house.owner.says(CODE)
    bob, clock = house.somebody("bob"), ImpatientClock()
    await bob.says("Hello?")
    await house.owner.presses(button(await house.owner.says("/admin"), "bob", "open"))
    assert await house.step(clock) == 1
    assert len(await house.told(bob)) == 1
    assert clock.slept == 0.0
    assert await house.step(clock) == 1, "it has not arrived"
    assert clock.slept == pytest.approx(5)
    assert await house.step(clock) == 0, "the answer rests"
    assert house.made.model.generations == []
    await house.arrives()
    await house.sql("UPDATE due SET not_before = now() WHERE kind LIKE 'let-in%'")
    await house.settle(bob)
    assert await house.log(bob) == ["Hello?", "Well met."]
    assert len(await house.told(bob)) == 1


async def test_who_waits_is_not_told_in_a_group(house: House) -> None:
    """The owner looks at the list in a group, and everybody there reads who has written in private."""
    await house.owner.says(CODE)
    await house.somebody("bob").says("Hello?")
    listed = await house.somebody("ann", private=False).says("/admin")
    assert listed.secret
    assert not (await house.owner.says("/admin")).secret


async def test_what_a_server_keeps_for_some_days_only_is_not_held_longer(house: House) -> None:
    """A server keeps what was said for a day, and what somebody said who waits lies there for a week."""
    await house.owner.says(CODE)
    group = house.somebody("bob", private=False)
    await group.says("Hello?")
    space = (await house.here(group)).space
    await house.sql("UPDATE inbox SET sent_at = sent_at - interval '2 days' WHERE outcome = 'held'")
    async with house.made.engine.ctx.db.transaction() as on:
        await retention.empty_older(on, space, 1)
    assert not await house.sql("SELECT FROM inbox WHERE space_id = $1 AND text <> ''", space)
    await house.owner.says(f"/admin open id:{space}")
    await house.settle(group)
    assert [it["data"]["rings"] for it in await house.told(group)] == ["yes"], "they are told all the same"
    assert house.made.model.generations == []


async def test_who_waits_in_a_group_that_moves_is_let_in_with_it(house: House) -> None:
    """A group becomes a supergroup, is opened under its new name, and who waited in the old one waits for ever."""
    await house.owner.says(CODE)
    old, new = house.somebody("bob", private=False), house.somebody("cid", private=False)
    for who in (old, new):
        await who.says(f"Hello from {who.origin.person}.")
    await house.owner.says(f"/admin open id:{(await house.here(new)).space}")
    before = await house.here(old)
    await house.made.engine.places.moved(old.origin.platform, old.origin.space, new.origin.space)
    moved = replace(old, origin=replace(new.origin, person="bob", person_name="bob"))
    await house.settle(moved)
    query = "SELECT kind FROM outbox WHERE space_id = $1 AND kind = 'notice'"
    assert len(await house.sql(query, before.space)) == 1
    assert await house.log(moved) == ["Hello from bob.", "Well met."]


async def _state(house: House, reply: Reply) -> str:
    [item] = [it for it in items(reply) if it.text == "bob"]
    return item.detail


@pytest.mark.parametrize("line", ["{}", "/start {}", "/admin code {}"])
async def test_a_mistyped_code_is_answered_and_not_for_ever(house: House, line: str) -> None:
    """Whoever sets Omoide up mistypes the code, and the bot says nothing; or guessing is answered for ever."""
    ann, wrong = house.owner, [f"open-sesame-{n}" for n in (4, 43, 424, 24, 99)]
    for code in wrong:
        assert "isn't the owner's code" in words(await ann.says(line.format(code)))
    said = [words(await ann.says(line.format("open-sesame-1"))) for _ in range(3)]
    assert "an hour" in said[0]
    assert said[1:] == ["", ""]
    assert await house.sql("SELECT text FROM inbox WHERE text <> ''") == [], "what may be a code is not kept"
    bob = house.somebody("bob")
    assert "isn't the owner's code" in words(await replace(bob).says("open-sesame-1")), "others need not wait"
    assert "Welcome, bob" in words(await bob.says(line.format(CODE)))
    assert "owner of this bot already" in words(await bob.says(CODE)), "the code reaches no model"


async def test_small_talk_hears_nothing_of_codes(house: House) -> None:
    """Strangers who say hello are told of a code that they know nothing of."""
    bob = house.somebody("bob")
    for text in ("hello", "Is anybody there?", "你好", "HI", "good morning to you", "Mira?"):
        assert "code" not in words(await bob.says(text)).replace("send me the owner's code", "")
    await house.owner.says(CODE)
    assert not (await bob.says("ABCDE-FGHJK")).speaks, "there is an owner: nobody else means a code by that"


@pytest.mark.parametrize(("platform", "foreign"), [("telegram", "erver"), ("discord", "roup")])
async def test_the_list_is_headed_by_what_is_in_it(house: House, platform: str, foreign: str) -> None:
    """An owner who has Telegram alone reads of servers, and looks for them."""
    there = replace(house.made, origin=replace(house.made.origin, platform=platform))
    async with replace(house, made=there).running() as alone:
        await alone.owner.says(CODE)
        [before] = [it.title for it in (await alone.owner.uses("/admin spaces")).blocks if isinstance(it, Listing)]
        assert "private chats" in before
        assert foreign not in before
        await house.here(house.somebody("bob"))
        [after] = [it.title for it in (await alone.owner.uses("/admin spaces")).blocks if isinstance(it, Listing)]
        assert after == "Servers, groups and private chats"


@pytest.mark.parametrize("language", LANGUAGES)
async def test_the_list_says_what_it_is_on_for_and_never_offers_to_switch_an_owner_off(
    house: House, language: str
) -> None:
    """The owner is offered to switch off the chat they stand in, and reads "on" of others, not for what or for whom."""
    owner, speak = replace(house.owner, language=language), Speech().speaker(language)
    await owner.says(CODE)
    alone = await owner.uses("/admin spaces")
    assert "/admin" not in words(alone), "there is nothing to choose for"
    assert not controls_of(alone)
    group = house.somebody("bob", private=False)
    await group.says("Hello?")
    space = (await house.here(group)).space
    said = {"platform": group.origin.platform.title(), "kind": "group", "access": "open", "people": 1}
    for mode, speaks, who in product(Mode, Speaks, ("all", "roles")):
        await owner.says(f"/admin open id:{space} {mode}")
        await house.sql("DELETE FROM role_grant")
        await house.sql("DELETE FROM setting WHERE name = 'speaks'")
        if who == "roles":
            await house.sql(f"INSERT INTO role_grant (space_id, role, may) VALUES ({space}, '12345', 'talk')")
        given = f"VALUES ({space}, 'space', {space}, 'speaks', to_jsonb('{speaks}'::text))"
        await house.sql(f"INSERT INTO setting (space_id, scope, scope_id, name, value) {given}")
        listed = await owner.uses("/admin spaces")
        [item] = [it for it in items(listed) if it.text == "Inn"]
        start = speak.say("admin-space", **said, mode=mode.value, speaks=speaks.value, who=who, ago="")
        assert item.detail.startswith(start)
        hint = [it.hint for it in listed.blocks if isinstance(it, Listing)]
        assert hint == [speak.say("admin-spaces-hint", number=item.key)]
        [own] = [it for it in items(listed) if it.text == "ann"]
        assert not own.choices
