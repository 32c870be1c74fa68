"""Backgrounds that the model drafts: another one, the same with something changed, used, kept or dropped."""

from collections.abc import Mapping
from typing import Final

from bot.commands.framework import controls
from bot.commands.framework.declared import CommandCall
from bot.commands.framework.reply import Confirm, Reply, ReplyChoice, confidential
from bot.commands.story.outlining import background_blocks
from engine.actions.story import background_drafts
from engine.values.story.backgrounds import BackgroundDraft
from engine.values.transfers.transfers import Offer

_TYPED: Final = "terminal"
_LIST: Final = "/story background"


async def draft(call: CommandCall) -> Reply:
    """Let the model write a background from an idea; nothing is kept before a yes."""
    return await _drafted(
        call, await background_drafts.draft(call.ctx, call.here, call.text("text"), background_drafts.USUAL_POINTS)
    )


async def change(call: CommandCall) -> Reply:
    """The draft that whoever asks let the model write last here, with something changed."""
    token = await background_drafts.newest(call.ctx, call.here)
    return await _drafted(call, await background_drafts.again(call.ctx, call.here, token, call.text("text")))


async def redraft(call: CommandCall) -> Reply:
    """Another draft of the same idea in place of the one that a button stands under."""
    return await _drafted(call, await background_drafts.again(call.ctx, call.here, call.text("token")))


async def amend(call: CommandCall) -> Reply:
    """The draft that a button stands under, with something changed."""
    wish = call.text("text")
    return await _drafted(call, await background_drafts.again(call.ctx, call.here, call.text("token"), wish))


async def present(call: CommandCall) -> Mapping[str, str]:
    """Nobody is asked what to change where nothing waits; what they write is new. Raises NoDraft."""
    if token := call.text("token"):
        await background_drafts.waits(call.ctx, call.here, token)
    else:
        await background_drafts.newest(call.ctx, call.here)
    return {}


async def _drafted(call: CommandCall, background_draft: BackgroundDraft) -> Reply:
    say = call.speak.say
    place = "" if call.here.private else await call.engine.places.title(call.here)
    question = Confirm(
        say("story-draft-sure"),
        f"/import yes {background_draft.token} {Offer.CHAT.value}",
        refusal=f"/import no {background_draft.token}",
        label=say("story-draft-keep"),
        marked=True,
        elsewhere=say("story-draft-sure-there", named="yes" if place else "no", place=place),
    )
    choices = (
        _button(f"/import yes {background_draft.token} {Offer.BRING.value}", say("story-draft-later")),
        _button(f"{_LIST} amend {background_draft.token}", say("story-draft-change"), typed=f"{_LIST} change"),
        _button(f"{_LIST} redraft {background_draft.token}", say("story-draft-again")),
    )
    # Where numbers choose, those of the points would stand before them, and choose nothing.
    blocks = background_blocks(call, background_draft.background, numbered=call.table.platform != _TYPED)
    return confidential(Reply(blocks, question, choices))


def _button(line: str, label: str, typed: str = "") -> ReplyChoice:
    return ReplyChoice(controls.control(controls.RUN, line), label, typed=typed)
