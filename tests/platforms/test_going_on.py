"""A reply goes on in a private chat: what stands in its messages stays there, on the real platforms' libraries."""

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, Final

import pytest

from tests.conftest import NewDatabase
from tests.faults.platform_town import Town, town
from tests.servers.model import Finish, Gate, Script, say

SAID: Final = (
    "Noodles. They take ten minutes, and so does the broth.\n\n"
    "Sit down by the stove and tell me of the storm, for I have heard it all night and have not slept."
)
MORE: Final = tuple(f"\n\nBowl {n} is hot.\n\nMind your tongue, and number {n}." for n in range(4))


async def _by_command(one: Town, room: Any, _: Any) -> None:
    one.model.script(say(MORE[0]))
    await one.seat.orders(one.owner_of(room), room, "continue")


async def _by_button(one: Town, room: Any, last: Any) -> None:
    one.model.script(say(MORE[1]))
    control = next(it for it in last.controls if it.startswith("continue:"))
    await one.seat.presses(one.owner_of(room), last, control)


async def _through_a_kill(one: Town, room: Any, _: Any) -> None:
    gate = Gate()
    one.model.script(Script(["\n\nShe looks for the other spoon,", gate, Finish()]))
    await one.seat.orders(one.owner_of(room), room, "continue")
    await one.seen(room, "the other spoon,")
    if not one.is_discord:  # which cannot tell after a crash what it was sent
        await one.becomes("SELECT count(*) = 0 FROM outbox WHERE state = 'sending' AND platform_id IS NULL")
    await one.kill()
    gate.open()
    one.model.script(say(" and finds it." + MORE[2]))
    await one.start()


async def _after_a_change_of_the_pace(one: Town, room: Any, _: Any) -> None:
    await one.seat.uses(one.owner_of(room), room, "settings", setting="bubbles", value="0")
    one.model.script(say(MORE[3]))
    await one.seat.orders(one.owner_of(room), room, "continue")


WAYS: Final[tuple[Callable[[Town, Any, Any], Awaitable[None]], ...]] = (
    _by_command,
    _by_button,
    _through_a_kill,
    _after_a_change_of_the_pace,
)


@pytest.mark.slow
@pytest.mark.share(2)
@pytest.mark.parametrize("platform", ["discord", "telegram"])
async def test_what_was_read_stays_in_its_message(platform: str, new_database: NewDatabase, tmp_path: Path) -> None:
    """Sentences jump from one message of the chat to the next whenever the reply goes on."""
    async with town(platform, await new_database(), tmp_path, DEFAULTS__CONTROLS="true") as one:
        room = await one.room()
        await one.settle_in()
        one.model.script(say(SAID))
        asked = one.says(room, "Tell me.")
        whole = SAID

        async def reply() -> list[Any]:
            """The messages of the reply, once they show all of it."""
            await one.rest()

            def there() -> list[Any] | None:
                answers = [it for it in one.stands(room) if it.id > asked.it.id and "bubbles" not in it.text]
                shown = "".join("".join(it.text for it in answers).split())
                return answers if shown == "".join(whole.split()) else None

            return await one.seat.waits(there)

        for way, more in zip(WAYS, MORE, strict=True):
            before = await reply()
            await way(one, room, before[-1])
            whole += "\n\nShe looks for the other spoon, and finds it." * (way is _through_a_kill) + more
            after = await reply()
            texts = [it.text for it in after]
            assert all(new.startswith(old.text) for old, new in zip(before, texts, strict=False)), (way, before, texts)
            assert len(after) >= len(before)
            assert after[-1].controls
            assert not any(it.controls for it in after[:-1])
        assert one.seat.rejected == []
