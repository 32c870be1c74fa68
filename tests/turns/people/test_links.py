"""One person under names of several platforms: joined by a code, one to the characters, parted again."""

import asyncio
import io
import json
import zipfile
from dataclasses import replace
from datetime import timedelta

import pytest

from engine.actions.house import access
from engine.actions.house import settings as settings_actions
from engine.actions.house.tries import MOST_TRIES
from engine.actions.people import abouts, forgetting, linking, own_data, personas
from engine.actions.people.linking import WAITS
from engine.db.memory import facts
from engine.errors import (
    LinkCodeOld,
    LinkCodeOwn,
    LinkCodeTries,
    LinkCodeWrong,
    LinkKnown,
    LinkNone,
    LinkNotAsked,
    LinkShared,
    LinkTaken,
    NameShared,
)
from engine.turns.intake.accept import resolve
from engine.values.chats.incoming import Heard, Here, Incoming, IncomingKind
from engine.values.house.setting_scopes import SettingScope
from engine.values.memory.memories import Consent, NewPersonFact
from engine.values.story.notes import UserPersona
from tests import calendar
from tests.servers.model import say
from tests.turns.people.joining import agree, day_goes_by, join, look
from tests.turns.people.test_forgetting import everything, now, say_as
from tests.turns.room import Room, new_origin


async def elsewhere(room: Room, person: str = "ann-2", **parts: object) -> Here:
    """Somebody in a private place of another platform."""
    origin = replace(new_origin(), person=person, person_name=person.title(), private=True)
    return await resolve(room.ctx, replace(origin, **parts))


async def joined(room: Room) -> tuple[Here, Here]:
    """Two names, of which the first made the code."""
    first, second = await elsewhere(room, "first"), await elsewhere(room, "second")
    await join(room.engine, first, second)
    return first, second


async def known(room: Room, who: Here) -> list[str]:
    return [it.fact.text for it in (await abouts.card(room.engine.ctx, who)).facts]


async def zone(room: Room, who: Here) -> str:
    return (await settings_actions.current(room.engine.ctx, who)).timezone


async def test_a_code_works_once_for_somebody_else_and_in_time(room: Room) -> None:
    """Whoever sees an old code over a shoulder would become somebody else."""
    first, second, third = await elsewhere(room), await elsewhere(room), await elsewhere(room)
    stale = await linking.code(room.engine.ctx, first)
    code = await linking.code(room.engine.ctx, first)
    stored = await room.sql("SELECT * FROM link_code WHERE person_id = $1", first.person)
    assert code not in str(stored), "the code itself is kept"
    with pytest.raises(LinkCodeOwn):
        await linking.link(room.engine.ctx, room.engine.linking_tries, first, code)
    with pytest.raises(LinkCodeWrong):
        await linking.link(room.engine.ctx, room.engine.linking_tries, second, stale)
    await room.sql("UPDATE link_code SET made_at = made_at - interval '11 minutes' WHERE person_id = $1", first.person)
    with pytest.raises(LinkCodeOld):
        await linking.link(room.engine.ctx, room.engine.linking_tries, second, code)
    code = await linking.code(room.engine.ctx, first)
    typed = f" {code.lower().replace('-', '')} "
    request = await linking.link(room.engine.ctx, room.engine.linking_tries, second, typed)
    assert [request.mine.id, request.other.id] == [second.person, first.person]
    with pytest.raises(LinkCodeWrong):
        await linking.link(room.engine.ctx, room.engine.linking_tries, third, code)
    await agree(room.engine, first)
    await agree(room.engine, second)
    await day_goes_by(room.engine)
    with pytest.raises(LinkKnown):
        await linking.link(
            room.engine.ctx, room.engine.linking_tries, first, await linking.code(room.engine.ctx, second)
        )


async def test_a_code_cannot_be_guessed(room: Room) -> None:
    """A stranger who tries codes all day would end up with somebody's secrets."""
    first, stranger = await elsewhere(room), await elsewhere(room)
    code = await linking.code(room.engine.ctx, first)
    for number in range(MOST_TRIES):
        with pytest.raises(LinkCodeWrong):
            await linking.link(room.engine.ctx, room.engine.linking_tries, stranger, f"WRONG-{number}")
    with pytest.raises(LinkCodeTries):
        await linking.link(room.engine.ctx, room.engine.linking_tries, stranger, code)


async def test_of_two_that_send_a_code_at_once_one_is_joined(room: Room) -> None:
    """Two people would be one."""
    first, second, third = await elsewhere(room), await elsewhere(room), await elsewhere(room)
    code = await linking.code(room.engine.ctx, first)
    done = await asyncio.gather(
        *(linking.link(room.engine.ctx, room.engine.linking_tries, it, code) for it in (second, third)),
        return_exceptions=True,
    )
    assert sorted(isinstance(it, LinkCodeWrong) for it in done) == [False, True]
    request = await linking.asked(room.engine.ctx, first)
    assert request is not None
    assert request.other.id in {second.person, third.person}


async def test_names_that_cannot_be_one_are_not_joined(room: Room) -> None:
    """Everybody behind a bot that speaks for people would be one person, and so would two accounts of a platform."""
    first, second = await joined(room)
    crowd = await elsewhere(room, "proxy-7")
    with pytest.raises(LinkShared):
        await linking.code(room.engine.ctx, crowd)
    with pytest.raises(LinkShared):
        await linking.link(
            room.engine.ctx, room.engine.linking_tries, crowd, await linking.code(room.engine.ctx, first)
        )
    twin = await elsewhere(room, "twin", platform=second.platform)
    with pytest.raises(LinkTaken):
        await linking.link(room.engine.ctx, room.engine.linking_tries, twin, await linking.code(room.engine.ctx, first))


async def test_one_typed_line_joins_nobody(room: Room) -> None:
    """Whoever gets somebody to type a line reads, takes and erases all that they have ever said."""
    mallory, alice = await elsewhere(room, "mallory"), await elsewhere(room, "alice")
    await abouts.add(room.engine.ctx, alice, "Alice keeps bees.")
    await linking.link(room.engine.ctx, room.engine.linking_tries, alice, await linking.code(room.engine.ctx, mallory))
    asked = await linking.asked(room.engine.ctx, mallory)
    assert asked is not None
    assert (asked.mine.name, asked.other.name) == ("Mallory", "Alice")
    for _ in range(2):
        await agree(room.engine, mallory)
    await day_goes_by(room.engine)
    await room.sql("UPDATE link_ask SET made_at = made_at - interval '2 hours'")
    with pytest.raises(LinkNotAsked):
        await linking.agree(room.engine.ctx, alice, asked.asked.token)
    assert await known(room, mallory) == []
    assert [it.id for it in await linking.names(room.engine.ctx, mallory)] == [mallory.person]


async def test_nobody_says_yes_but_by_their_own_button(room: Room) -> None:
    """Whoever made the code would have somebody type the yes as well, or say it for them."""
    mallory, alice = await elsewhere(room, "mallory"), await elsewhere(room, "alice")
    await linking.link(room.engine.ctx, room.engine.linking_tries, alice, await linking.code(room.engine.ctx, mallory))
    theirs, hers = await linking.asked(room.engine.ctx, mallory), await linking.asked(room.engine.ctx, alice)
    assert theirs is not None
    assert hers is not None
    assert theirs.asked.token != hers.asked.token
    for token in (theirs.asked.token, 0, 1):
        with pytest.raises(LinkNotAsked):
            await linking.agree(room.engine.ctx, alice, token)


async def test_a_yes_by_mistake_can_be_taken_back_for_a_day(room: Room) -> None:
    """Who pressed yes without reading has lost everything at that moment."""
    mallory, alice = await elsewhere(room, "mallory"), await elsewhere(room, "alice")
    await abouts.add(room.engine.ctx, alice, "Alice keeps bees.")
    await linking.link(room.engine.ctx, room.engine.linking_tries, alice, await linking.code(room.engine.ctx, mallory))
    await agree(room.engine, mallory)
    waits = await agree(room.engine, alice)
    assert waits.asked.joined_at is not None
    assert waits.asked.joined_at - room.ctx.clock.now() > WAITS - timedelta(minutes=1)
    await look(room.engine)
    assert await known(room, mallory) == []
    taken = (await own_data.export(room.engine.ctx, mallory, ("readme", ""))).data
    with zipfile.ZipFile(io.BytesIO(taken)) as archive:
        assert not any(b"bees" in archive.read(it) for it in archive.namelist())
    assert [it.id for it in await linking.names(room.engine.ctx, mallory)] == [mallory.person]
    assert (await forgetting.forget_me(room.engine.ctx, room.engine.runner, mallory)).done
    assert await known(room, alice) == ["Alice keeps bees."]
    assert await linking.asked(room.engine.ctx, alice) is None
    with pytest.raises(LinkNone):
        await linking.unlink(room.engine.ctx, alice)


async def test_who_parts_within_the_day_is_never_joined(room: Room) -> None:
    """The link comes all the same, a day later, when nobody looks any more."""
    mallory, alice = await elsewhere(room, "mallory"), await elsewhere(room, "alice")
    await linking.link(room.engine.ctx, room.engine.linking_tries, alice, await linking.code(room.engine.ctx, mallory))
    await agree(room.engine, mallory)
    await agree(room.engine, alice)
    assert [it.id for it in await linking.unlink(room.engine.ctx, alice)] == [mallory.person]
    await day_goes_by(room.engine)
    assert [it.id for it in await linking.names(room.engine.ctx, alice)] == [alice.person]


@pytest.mark.parametrize("name", ["proxy-7-8-Luna", "-1001234"])
async def test_nobody_takes_or_deletes_what_several_said(room: Room, name: str) -> None:
    """One administrator, or whoever takes the name, exports or erases what all the others have said under it."""
    crowd = await elsewhere(room, name)
    await abouts.add(room.engine.ctx, crowd, "Keeps bees.")
    with pytest.raises(NameShared):
        await own_data.export(room.engine.ctx, crowd, ("readme", ""))
    with pytest.raises(NameShared):
        await forgetting.forget_me(room.engine.ctx, room.engine.runner, crowd)
    assert await known(room, crowd) == ["Keeps bees."]


async def test_who_is_linked_is_one_person_on_both(room: Room) -> None:
    """Somebody would tell everything twice, and the no they said here would not hold there."""
    first, second = await elsewhere(room, "first"), await elsewhere(room, "second")
    await abouts.add(room.engine.ctx, first, "Keeps bees.")
    await personas.put(room.engine.ctx, first, UserPersona("Captain"))
    await abouts.allow(room.engine.ctx, first, elsewhere=True)
    await settings_actions.put(room.engine.ctx, first, SettingScope.PERSON, "timezone", "Asia/Shanghai")
    await settings_actions.put(room.engine.ctx, second, SettingScope.PERSON, "language", "zh")
    await join(room.engine, first, second)
    for one in (first, second):
        card = await abouts.card(room.engine.ctx, one)
        assert [it.fact.text for it in card.facts] == ["Keeps bees."]
        assert card.consent == Consent(elsewhere=True)
        found = await settings_actions.current(room.engine.ctx, one)
        assert (found.timezone, found.language) == ("Asia/Shanghai", "zh")
        [language] = await settings_actions.explained(room.engine.ctx, one, "language")
        assert (language.scope, language.value) == (SettingScope.PERSON, "zh")
        playing = await personas.current(room.engine.ctx, one)
        assert playing is not None
        assert playing.name == "Captain"


async def test_what_is_changed_under_one_name_holds_under_the_other(room: Room) -> None:
    """The card would say one thing on the phone and another at the desk."""
    first, second = await joined(room)
    made = await abouts.add(room.engine.ctx, first, "Keeps bees.")
    edited = await abouts.edit(room.engine.ctx, second, made.fact.id, "Keeps goats.")
    assert await known(room, first) == ["Keeps goats."]
    assert [it.text for it in (await abouts.show(room.engine.ctx, first, edited.fact.id)).past] == ["Keeps bees."]
    await abouts.tell(room.engine.ctx, second, edited.fact.id, in_groups=True)
    assert [it.text for it in await facts.facts_of(room.db, first.person)] == ["Keeps goats."]
    await abouts.delete(room.engine.ctx, second, edited.fact.id)
    assert await known(room, first) == []
    await settings_actions.put(room.engine.ctx, first, SettingScope.PERSON, "timezone", "Asia/Shanghai")
    await settings_actions.put(room.engine.ctx, second, SettingScope.PERSON, "timezone", "Europe/Lisbon")
    assert await zone(room, first) == "Europe/Lisbon"
    await settings_actions.clear(room.engine.ctx, first, SettingScope.PERSON, ["timezone"])
    assert await zone(room, second) == calendar.ZONE
    await abouts.allow(room.engine.ctx, second, remember=False)
    assert not (await abouts.card(room.engine.ctx, first)).consent.facts
    await personas.put(room.engine.ctx, second, UserPersona("Pilot"))
    [pilot] = await personas.listed(room.engine.ctx, first)
    await personas.put(room.engine.ctx, first, replace(pilot, description="Flies by night."))
    assert (await personas.listed(room.engine.ctx, second))[0].description == "Flies by night."
    await personas.delete(room.engine.ctx, first, pilot.id)
    assert await personas.current(room.engine.ctx, second) is None
    assert await personas.listed(room.engine.ctx, second) == []


async def test_a_link_gives_nobody_the_house(room: Room) -> None:
    """Whoever gets at the owner's telephone would run the house from their own account."""
    owner, other = await elsewhere(room), await elsewhere(room)
    await access.at_home(room.engine.ctx, owner)
    await join(room.engine, owner, other)
    names = await linking.names(room.engine.ctx, other)
    assert [(it.id, it.owner) for it in names] == [(other.person, False), (owner.person, True)]
    assert not (await access.admission(room.engine.ctx, other)).owner
    assert (await access.admission(room.engine.ctx, owner)).owner


async def test_no_no_is_lost_by_a_link(room: Room) -> None:
    """What somebody never wanted to be told would be told because of what they allowed elsewhere."""
    first, second = await elsewhere(room), await elsewhere(room)
    await abouts.allow(room.engine.ctx, first, elsewhere=True, remember=True)
    await abouts.allow(room.engine.ctx, second, elsewhere=False, remember=False)
    await join(room.engine, first, second)
    assert (await abouts.card(room.engine.ctx, first)).consent == Consent(elsewhere=False, facts=False)
    await linking.unlink(room.engine.ctx, second)
    assert (await abouts.card(room.engine.ctx, first)).consent == Consent(elsewhere=True, facts=True)


async def test_an_unlink_gives_each_what_it_had(room: Room) -> None:
    """Somebody tries a link out, takes it back, and has lost what they had, or kept what is not theirs."""
    first, second = await elsewhere(room, "first"), await elsewhere(room, "second")
    await abouts.add(room.engine.ctx, first, "Keeps bees.")
    await personas.put(room.engine.ctx, first, UserPersona("Captain"))
    await personas.put(room.engine.ctx, second, UserPersona("Pilot"))
    await settings_actions.put(room.engine.ctx, first, SettingScope.PERSON, "timezone", "Asia/Shanghai")
    await abouts.allow(room.engine.ctx, first, elsewhere=True)
    await join(room.engine, first, second)
    await abouts.add(room.engine.ctx, second, "Fears water.")
    await settings_actions.put(room.engine.ctx, second, SettingScope.PERSON, "timezone", "Europe/Lisbon")
    assert {it.name for it in await personas.listed(room.engine.ctx, second)} == {"Captain", "Pilot"}
    assert [it.id for it in await linking.unlink(room.engine.ctx, first)] == [second.person]
    assert (await known(room, first), await known(room, second)) == (["Keeps bees."], ["Fears water."])
    assert (await zone(room, first), await zone(room, second)) == ("Asia/Shanghai", "Europe/Lisbon")
    playing = [await personas.current(room.engine.ctx, it) for it in (first, second)]
    assert [it and it.name for it in playing] == ["Captain", "Pilot"]
    assert [(await abouts.card(room.engine.ctx, it)).consent.elsewhere for it in (first, second)] == [True, False]
    with pytest.raises(LinkNone):
        await linking.unlink(room.engine.ctx, first)


async def test_of_three_names_one_may_go(room: Room) -> None:
    """Who takes one name back would break the other two apart."""
    first, second = await joined(room)
    third = await elsewhere(room, "third")
    await personas.put(room.engine.ctx, third, UserPersona("Pilot"))
    await join(room.engine, second, third)
    assert {it.id for it in await linking.names(room.engine.ctx, first)} == {first.person, second.person, third.person}
    await linking.unlink(room.engine.ctx, third)
    assert [it.id for it in await linking.names(room.engine.ctx, first)] == [first.person, second.person]
    assert await personas.current(room.engine.ctx, first) is None


async def test_what_is_known_under_another_name_reaches_the_prompt(room: Room) -> None:
    """The character on the telephone would know nothing of what was told at the desk."""
    room.model.answer = lambda _: say("I see.")
    other = await elsewhere(room)
    await facts.add(
        room.db, NewPersonFact(other.person, "Keeps bees behind the house.", await now(room), private=False)
    )
    await join(room.engine, other, room.here)
    await room.say("Good morning.")
    assert room.prompts_say("Keeps bees behind the house.")
    view = await linking.unlink(room.engine.ctx, room.here)
    assert [it.id for it in view] == [other.person]
    await room.say("Still there?")
    assert not room.prompts_say("Keeps bees behind the house.")


async def test_who_is_forgotten_is_forgotten_under_all_names(room: Room) -> None:
    """Somebody asks to be forgotten on the telephone, and the desk still knows them; or gets half of their data."""
    room.model.answer = lambda _: say("I see.")
    who = await say_as(room, "Merlinda", "My bird is called Zebediah.", "k1")
    other = await elsewhere(room, "Merlinda-2")
    await abouts.add(room.engine.ctx, other, "Zebediah is a jackdaw.")
    await personas.put(room.engine.ctx, other, UserPersona("Lady Zebediah"))
    await join(room.engine, other, who)
    await linking.code(room.engine.ctx, other)
    document = await own_data.export(room.engine.ctx, other, ("README.txt", "Your data."))
    with zipfile.ZipFile(io.BytesIO(document.data)) as archive:
        files = {it: json.loads(archive.read(it)) for it in archive.namelist() if it.endswith(".json")}
    assert [it["text"] for it in files["messages.json"]] == ["My bird is called Zebediah."]
    assert len(files["consent.json"]) == 2
    holdings = await forgetting.counted(room.engine.ctx, other)
    assert (holdings.messages, holdings.facts, holdings.personas) == (1, 1, 1)
    receipt = await forgetting.forget_me(room.engine.ctx, room.engine.runner, other)
    assert receipt.done
    assert receipt.holdings == holdings
    left = await everything(room, "Zebediah", "Merlinda")
    assert [it for it in left if "forgotten" not in it] == []
    gone = [who.person, other.person]
    assert not await room.sql("SELECT FROM person_link WHERE person_id = ANY ($1)", gone)
    assert not await room.sql("SELECT FROM link_code WHERE person_id = ANY ($1)", gone)
    assert (await resolve(room.ctx, replace(room.origin, person="Merlinda"))).person != who.person


async def test_who_opted_out_is_not_heard_among_others(room: Room) -> None:
    """Somebody who said no would still be stored, overheard or answered."""
    await settings_actions.put(room.engine.ctx, room.here, SettingScope.SPACE, "listen", "on")
    origin = replace(room.origin, person="quiet", person_name="Quill")
    who = await resolve(room.ctx, origin)

    async def hear(text: str, external: str, **parts: object) -> Heard:
        room.position += 1
        said = Incoming(origin, external, text, await now(room), room.position)
        return await room.engine.turns.accept(replace(said, **parts))

    room.model.answer = lambda _: say("I see.")
    assert await hear("Hello.", "q1") is Heard.TAKEN
    await room.idle()
    await abouts.allow(room.engine.ctx, who, opted_out=True)
    assert await hear("Nobody hears this.", "q2") is Heard.IGNORED
    assert await hear("Nor this.", "q3", addressed=False) is Heard.IGNORED
    assert await hear("Hello again.", "q1@1", kind=IncomingKind.EDIT, target="q1") is Heard.IGNORED
    stored = await room.sql("SELECT text FROM inbox WHERE space_id = $1 AND person_id = $2", who.space, who.person)
    assert [it["text"] for it in stored] == ["Hello."]
    assert await hear("", "q1!", kind=IncomingKind.DELETE, target="q1") is Heard.TAKEN
    await abouts.allow(room.engine.ctx, who, opted_out=False)
    assert await hear("Back again.", "q4") is Heard.TAKEN
    await room.idle()


async def test_an_opt_out_under_one_name_holds_under_the_other(room: Room) -> None:
    """Somebody says no on one platform and is overheard on the other."""
    who = await resolve(room.ctx, replace(room.origin, person="quiet", person_name="Quill"))
    other = await elsewhere(room)
    await abouts.allow(room.engine.ctx, other, opted_out=True)
    await join(room.engine, other, who)
    assert (await access.admission(room.engine.ctx, who)).opted_out


async def test_a_person_is_asked_once_under_whichever_name(room: Room) -> None:
    """The same question would come with every message, or anew on each platform."""
    first, second = await joined(room)
    assert not (await access.admission(room.engine.ctx, first)).asked
    done = await asyncio.gather(
        *(linking.ask_zone(room.engine.ctx, it, "What time is it?") for it in (first, second, first, second))
    )
    assert sorted(done) == [False, False, False, True]
    assert [(await access.admission(room.engine.ctx, it)).asked for it in (first, second)].count(True) == 1
    assert not await linking.ask_zone(room.engine.ctx, second, "What time is it?")


async def test_parting_from_two_gives_back_what_was_allowed(room: Room) -> None:
    """A third name that hears nothing joins; whoever parts from it later is never answered again."""
    first, second, third = await elsewhere(room), await elsewhere(room), await elsewhere(room)
    names = [first.person, second.person, third.person]
    said = "INSERT INTO consent (person_id, opted_out) VALUES ($1, $2)"
    await room.sql(said, first.person, False)
    await room.sql(said, third.person, True)
    await room.sql("UPDATE person SET platform = platform || id WHERE id = ANY ($1::bigint[])", names)
    await join(room.engine, first, second)
    await join(room.engine, first, third)
    await linking.unlink(room.engine.ctx, first)
    await linking.unlink(room.engine.ctx, second)
    kept = await room.sql("SELECT person_id, opted_out FROM consent WHERE person_id = ANY ($1::bigint[])", names)
    assert {it["person_id"]: it["opted_out"] for it in kept} == {first.person: False, third.person: True}
