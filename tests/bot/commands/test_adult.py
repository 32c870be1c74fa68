"""Characters for adults, as people choose them and say that they are adults."""

import io
import zipfile
from dataclasses import replace

from bot.commands.framework.abilities import AccessRole
from bot.commands.framework.controls import pressed
from bot.handler import Sender
from engine.actions.characters import characters
from engine.actions.house import access
from engine.actions.people import abouts, own_data
from engine.values.chats.incoming import Incoming, IncomingKind
from tests.bot.commands.test_order import ADMIN, MEMBER, NoFiles, Somebody, words
from tests.bot.commands.test_order import owner as _owner
from tests.bot.visitor import now
from tests.turns.characters.test_adult import TAGGED
from tests.turns.files import as_json

owner = _owner
"""A server that is open, with its owner."""


async def alone(owner: Somebody) -> Somebody:
    """Cleo in a private chat, where a card for adults was brought."""
    origin = replace(owner.origin, space="dm-cleo", channel="dm-cleo", person="Cleo", person_name="Cleo", private=True)
    cleo = replace(owner, origin=origin, access_roles=MEMBER | {AccessRole.DM})
    here = await owner.engine.places.resolve(origin)
    await access.open_space(owner.engine.ctx, await owner.engine.places.resolve(owner.origin), here.space)
    await characters.import_file(owner.engine.ctx, here, as_json(TAGGED))
    return cleo


async def presses(it: Somebody, control: str) -> str:
    arrived = Incoming(it.origin, f"press{control}", control, now(), 900, IncomingKind.BUTTON)
    return words(await it.handler.hear(arrived, Sender(it.access_roles, NoFiles(), "en")))


async def test_who_is_an_adult_says_so_by_a_button(owner: Somebody) -> None:
    """A character for adults plays with anybody in private, or nobody learns how to say that they are one."""
    cleo = await alone(owner)
    refused = await cleo.uses("/char use Vex")
    assert "for adults" in words(refused)
    [button] = refused.choices
    assert pressed(button.control)
    assert "You have said that you are an adult" in await presses(cleo, button.control)
    assert "for adults" not in words(await cleo.uses("/char use Vex"))
    here = await owner.engine.places.resolve(cleo.origin)
    exported = await own_data.export(owner.engine.ctx, here, ("README.txt", "x"))
    with zipfile.ZipFile(io.BytesIO(exported.data)) as archive:
        told = b"".join(archive.read(it) for it in archive.namelist())
    assert b'"said_to_be_an_adult": true' in told
    assert "Undone" in words(await cleo.uses("/me adult off"))
    assert "for adults" in words(await cleo.uses("/char use Vex"))


async def test_to_be_forgotten_forgets_it(owner: Somebody) -> None:
    """Whoever comes back as somebody new is an adult still, because of what another said."""
    cleo = await alone(owner)
    await cleo.uses("/me adult on")
    await cleo.uses("/me forget yes")
    here = await owner.engine.places.resolve(cleo.origin)
    assert not await abouts.confirm_adult(owner.engine.ctx, here, None)


async def test_an_operator_marks_a_character(owner: Somebody) -> None:
    """Only tags count, and a card without them plays before everybody."""
    admin, guest = owner.named("Bob", ADMIN), owner.named("Cleo")
    here = await owner.engine.places.resolve(owner.origin)
    await characters.import_file(owner.engine.ctx, here, as_json({**TAGGED, "data": {**TAGGED["data"], "tags": []}}))
    assert "managers" in words(await guest.uses("/char adult Vex yes"))
    assert "for adults now" in words(await admin.uses("/char adult Vex yes"))
    refused = await admin.uses("/char use Vex")
    assert "Age-Restricted Channel" in words(refused)
    assert refused.choices == (), "one's own word is not enough where others read"
    assert "Said of a character: for adults" in words(await admin.uses("/admin audit"))
    assert "the tags of the card say so" in words(await admin.uses("/char adult Vex card"))
    assert "for adults" not in words(await admin.uses("/char use Vex"))
