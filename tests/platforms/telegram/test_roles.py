"""Who may what in a group: its creator, its administrators, everybody else, and what they are given."""

from bot.commands.framework.abilities import AccessRole
from bot.telegram.access_roles import AccessRoles
from tests.platforms.room import House
from tests.platforms.telegram.room import Room, origin, room, surface_of
from tests.servers.model import say
from tests.servers.telegram import Chat, Message, telegram_server


async def _answer(r: Room, said: Message) -> Message:
    """Wait for the character's reply to a message."""

    def found() -> Message | None:
        shown = r.server.messages(said.chat, by_bot=True)
        return next((it for it in shown if it.reply_to is said and it.text == "Aye."), None)

    answer = await r.server.history.holds(found)
    assert answer is not None
    return answer


async def test_administrators_say_who_may_talk(house: House) -> None:
    """Whoever looks after a group cannot keep the characters for a few, or anybody in it can."""
    async with telegram_server() as t:
        ann, gus, ada, mo = (t.user(it) for it in ("Ann", "Gus", "Ada", "Mo"))
        group = t.group("Harbour", [gus, ada, mo], supergroup=False)
        group.members[ada.id] = "administrator"
        house.model.answer = lambda _: say("Aye.")
        async with room(t, house, ann, group) as r:
            await r.daemon.set(origin(group, ann), "controls", "on")
            mo.uses(group, "/admin roles give admins talk")
            await r.sees(group, "Only this group's managers can do that.")
            ada.uses(group, "/admin roles give admins talk")
            await r.sees(group, "admins: may talk with the characters now.")
            mo.says(group, "Good evening!", mention=True)
            await r.sees(group, "Only some people may talk")
            await _answer(r, gus.says(group, "Who keeps the light?", mention=True))
            newest = await _answer(r, ada.says(group, "And the bell?", mention=True))
            assert len(house.model.generations) == 2
            assert "Good evening!" not in house.model.generations[-1].prompt
            await t.history.holds(lambda: newest.buttons)
            tap = await mo.taps(newest, newest.buttons[0]["callback_data"]).answered()
            await t.history.holds(lambda: "See who may do what" in "\n".join((tap.text, *r.shown(group)[-1:])))
            await _still_after_a_move(r, t.migrates(group))


async def _still_after_a_move(r: Room, group: Chat) -> None:
    """What was given holds in the supergroup that a group becomes, until its creator takes it back."""
    gus, mo = (next(it for it in r.server.users.values() if it.name == name) for name in ("Gus", "Mo"))
    asked = len(r.daemon.model.generations)
    mo.says(group, "May I now?", mention=True)
    gus.uses(group, "/admin roles")
    await r.sees(group, "may talk with the characters")
    assert len(r.daemon.model.generations) == asked
    gus.uses(group, "/admin roles take admins talk")
    await r.sees(group, "admins may no longer do that.")
    await _answer(r, mo.says(group, "And now?", mention=True))
    mo.uses(group, "/import")
    await r.sees(group, "Only managers and people who may import can do that.")
    gus.uses(group, "/admin roles give everyone import")
    await r.sees(group, "everyone: may import now.")
    said = len(r.shown(group))
    mo.uses(group, "/import")
    await r.server.history.holds(lambda: len(r.shown(group)) > said)
    assert "can do that" not in r.shown(group)[-1]


async def test_who_is_an_administrator_no_more_has_lost_it_within_a_minute() -> None:
    """Somebody who was thrown out of the administrators rules the group on; or a hiccup of Telegram makes one."""
    now = 0.0
    async with telegram_server() as t, surface_of(t) as surface:
        gus, ada = t.user("Gus"), t.user("Ada")
        group = t.group("Harbour", [gus, ada])
        access_roles = AccessRoles(surface.bot, lambda: now)
        group.members[ada.id] = "administrator"
        assert AccessRole.ADMIN in await access_roles.of(group.id, gus.id)
        assert AccessRole.ADMIN in await access_roles.of(group.id, ada.id)
        group.members[ada.id] = "member"
        now = 61.0
        assert AccessRole.ADMIN not in await access_roles.of(group.id, ada.id)
        now = 200.0
        t.faults.fail("getChatMember", 502)
        assert AccessRole.ADMIN not in await access_roles.of(group.id, gus.id)
        assert AccessRole.ADMIN in await access_roles.of(group.id, gus.id), "what Telegram did not say is asked again"
