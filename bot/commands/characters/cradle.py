"""Characters that grow: fed with words, files, pictures and links, looked at, tried, born."""

from dataclasses import replace
from typing import Final

from bot.commands.characters.cradle_telling import (
    LINE,
    LONG,
    MOST_CHANGES,
    Growing,
    about_piece,
    about_sentence,
    begins_with,
    came_of,
    choices_for,
    field_label,
    piece_text,
    proposals,
    question_of,
    title_of,
    to_feed,
    where,
)
from bot.commands.framework.declared import CommandCall
from bot.commands.framework.forms import titled
from bot.commands.framework.numbering import about, asking, number_of
from bot.commands.framework.numbering import called as numbered
from bot.commands.framework.paging import next_page
from bot.commands.framework.picking import example_of, pick
from bot.commands.framework.reply import (
    Field,
    Form,
    Listing,
    ListItem,
    Paragraph,
    Reply,
    ReplyChoice,
    confidential,
    page_of,
    told,
)
from bot.commands.story.story import begun, shortened
from bot.words.bare import bare
from engine.actions.characters import characters, cradles, feeding
from engine.actions.chats import sessions
from engine.errors import DraftEmpty, FileNotSent, NoSuchCradle, NothingCalled
from engine.values.characters.cradles import Fed, PieceState
from engine.values.house.numbers import Thing

_TERMINAL: Final = "terminal"
_ONE_BY_ONE: Final = "telegram"
"""Where what is fed comes message by message, often several forwarded at once: it is asked for again and again."""
_FITS: Final = 24
"""Characters of a name beside which the label of a window fits."""


async def cradle_called(call: CommandCall, given: str) -> Growing:
    """The cradle that ``given`` names; without a word the only one that grows, else the one that was begun last.

    Raises NoSuchCradle where there is none, NothingCalled, SeveralCalled, NoLongerThere.
    """
    every = await every_cradle(call)
    if given.strip():
        return pick(every, given, LINE)
    growing = next(iter(every), None)
    if growing is None:
        raise NoSuchCradle
    return growing


async def every_cradle(call: CommandCall) -> list[Growing]:
    """Every cradle here, those that still grow first."""
    return await numbered(call, Thing.CHARACTER, await cradles.listed(call.ctx, call.here))


async def listed(call: CommandCall) -> Reply:
    """Which characters grow here."""
    found, speak = await every_cradle(call), call.speak
    if not found:
        return confidential(told(speak.say("cradle-none")))
    items = tuple(
        ListItem(
            held.name,
            speak.say(
                "cradle-of",
                born="yes" if held.info.born_at else "no",
                ago=speak.ago(held.info.begun_at, call.now),
                pieces=held.info.pieces,
                waiting=held.info.waiting,
            ),
            str(held.number),
            choices=(about(f"{LINE} show", held.row, str(held.number), shortened(held.name, 32)),),
        )
        for held in found
    )
    shown, page, pages = page_of(items, call.number("page", 1))
    hint = speak.say("cradle-list-hint", number=example_of(shown))
    more = next_page(speak, LINE, page, pages)
    return confidential(Reply((Listing(speak.say("cradle-list", page=page, pages=pages), shown, hint),), choices=more))


async def new(call: CommandCall) -> Reply:
    """Lay a character into a cradle; it has a name, and grows by what it is fed."""
    made = await cradles.begin(call.ctx, call.here, bare(call.text("name")))
    number = await number_of(call, Thing.CHARACTER, made.id)
    said = told(
        call.speak.say("cradle-begun", name=made.name, number=number),
        call.speak.say("cradle-begun-hint", number=number, private="yes" if call.here.private else "no"),
    )
    return confidential(replace(said, choices=(to_feed(call, made.id, number),)))


async def opened(call: CommandCall) -> Reply:
    """The cradle of that name, which is begun if there is none; without a name every cradle."""
    name = call.text("name")
    if not name:
        return await listed(call)
    try:
        meant = await cradle_called(call, name)
    except NothingCalled:
        return await new(call)
    return await _shown(call, meant)


async def show(call: CommandCall) -> Reply:
    """What a draft says so far, with the piece that each sentence comes from."""
    return await _shown(call, await cradle_called(call, call.text("cradle")))


async def feed(call: CommandCall) -> Reply:
    """Feed words, and what came along; without either it is asked for."""
    text = call.text("food").strip()
    meant = await _fed_with(call, call.text("cradle"), text)
    fed: list[Fed] = []
    if call.table.platform != _TERMINAL:
        try:
            upload = await call.files.read("", picture=True)
            fed.append(await feeding.feed_file(call.ctx, call.here, meant.row, upload.data, upload.filename))
        except FileNotSent:
            pass
    if text:
        fed.append(await feeding.feed_words(call.ctx, call.here, meant.row, text))
    if not fed:
        return _asked_for(call, meant)
    return _told(call, meant, fed)


async def feed_file(call: CommandCall) -> Reply:
    """Feed a file: text or a picture."""
    named, file = call.text("cradle"), call.text("file")
    if call.table.platform != _TERMINAL:  # what comes along needs no name there
        named, file = f"{named} {file}".strip(), ""
    meant = await cradle_called(call, named)
    upload = await call.files.read(file, picture=True)
    return _told(call, meant, [await feeding.feed_file(call.ctx, call.here, meant.row, upload.data, upload.filename)])


async def pieces(call: CommandCall) -> Reply:
    """What was fed, with the days."""
    meant = await cradle_called(call, call.text("cradle"))
    cradle, _ = await cradles.look(call.ctx, call.here, meant.row)
    items = tuple(
        ListItem(piece_text(piece), about_piece(call, cradle, piece), str(piece.number))
        for piece in reversed(cradle.pieces)
        if piece.state is not PieceState.TAKEN
    )
    if not items:
        return confidential(told(call.speak.say("cradle-not-fed", name=cradle.name, number=str(meant.number))))
    shown, page, pages = page_of(items, call.number("page", 1))
    title = call.speak.say("cradle-pieces", name=cradle.name, page=page, pages=pages)
    hint = call.speak.say("cradle-pieces-hint", number=str(meant.number), piece=shown[0].key)
    more = next_page(call.speak, f"{LINE} pieces {meant.number}", page, pages)
    return confidential(Reply((Listing(title, shown, hint),), choices=more))


async def unfeed(call: CommandCall) -> Reply:
    """Take a piece back, with all that was read in it."""
    meant, number = await cradle_called(call, call.text("cradle")), call.number("fed", 0)
    count = await cradles.take_back(call.ctx, call.here, meant.row, number)
    return await _after(call, meant, call.speak.say("cradle-unfed", piece=str(number), count=count))


async def strike(call: CommandCall) -> Reply:
    """Take a sentence out of the draft."""
    meant = await cradle_called(call, call.text("cradle"))
    text = await cradles.put_aside(call.ctx, call.here, meant.row, call.number("sentence", 0))
    return await _after(call, meant, call.speak.say("cradle-struck", text=shortened(text, LONG)))


async def older(call: CommandCall) -> Reply:
    """Of two that contradict each other let the older one hold; asked again, the newer one."""
    meant = await cradle_called(call, call.text("cradle"))
    holds, gone = await cradles.keep_older(call.ctx, call.here, meant.row, call.number("sentence", 0))
    said = call.speak.say("cradle-settled", holds=shortened(holds, LONG), gone=shortened(gone, LONG))
    return await _after(call, meant, said)


async def dream(call: CommandCall) -> Reply:
    """Have what is missing made up."""
    meant = await cradle_called(call, call.text("cradle"))
    found = await cradles.dream(call.ctx, call.here, meant.row)
    if not found.added:
        return await _after(call, meant, call.speak.say("cradle-dreamed-nothing", name=meant.name))
    title = call.speak.say("cradle-dreamed", count=len(found.added))
    hint = call.speak.say("cradle-dreamed-hint", number=str(meant.number), sentence=str(found.added[0].number))
    items = tuple(ListItem(shortened(it.text, LONG), field_label(call, it), str(it.number)) for it in found.added)
    cradle, _ = await cradles.look(call.ctx, call.here, meant.row)
    return confidential(Reply((Listing(title, items, hint),), choices=choices_for(call, meant, cradle)))


async def try_out(call: CommandCall) -> Reply:
    """Talk with the draft, apart from the chat that is played here where the platform has room beside it."""
    meant = await cradle_called(call, call.text("cradle"))
    cradle, _ = await cradles.look(call.ctx, call.here, meant.row)
    if not cradle.holding:
        raise DraftEmpty(name=cradle.name)
    if call.open_thread is None or call.here.private:
        return begun(call, await sessions.new(call.ctx, call.runner, call.here, call.name, meant.row))
    title = call.speak.say("cradle-thread", name=cradle.name)
    there = await call.engine.places.resolve(await call.open_thread(title))
    await sessions.new(call.ctx, call.runner, there, call.name, meant.row)
    return told(call.speak.say("cradle-trying", name=cradle.name, title=title))


async def born(call: CommandCall) -> Reply:
    """Let the character leave its cradle."""
    meant = await cradle_called(call, call.text("cradle"))
    cradle, _ = await cradles.look(call.ctx, call.here, meant.row)
    lacking = [] if cradle.born_at else cradles.lacks(cradle)
    made = await cradles.bear(call.ctx, call.here, meant.row)
    number = str(meant.number)
    lines = [call.speak.say("cradle-born", name=made.name, number=number)]
    if lacking:
        fields = call.speak.say("list-comma").join(call.speak.say(f"cradle-field-{it.value}") for it in lacking)
        lines.append(call.speak.say("cradle-born-lacking", fields=fields, number=number))
    use = about("/char use", meant.row, number, call.speak.say("char-button-use"))
    export = about("/char export", meant.row, number, call.speak.say("cradle-button-export"))
    return replace(told(*lines), choices=(use, export))


async def agree(call: CommandCall) -> Reply:
    """Say yes to what was read after birth."""
    meant = await cradle_called(call, call.text("cradle"))
    found = await cradles.agree(call.ctx, call.runner, call.here, meant.row, call.number("sentence", 0))
    return confidential(told(call.speak.say("cradle-agreed", name=meant.name, text=shortened(found.text, LONG))))


async def refuse(call: CommandCall) -> Reply:
    """Say no to it."""
    meant = await cradle_called(call, call.text("cradle"))
    found = await cradles.refuse(call.ctx, call.here, meant.row, call.number("sentence", 0))
    return confidential(told(call.speak.say("cradle-refused", text=shortened(found.text, LONG))))


async def delete(call: CommandCall) -> Reply:
    """Put a character that grows into the trash, after a question."""
    meant = await cradle_called(call, call.text("cradle"))
    if not call.flag("yes"):
        question = call.speak.say("cradle-delete-sure", name=meant.name, count=meant.info.pieces)
        return Reply(confirm=asking(question, f"{LINE} delete", {meant.row: str(meant.number)}))
    await characters.throw_away(call.ctx, call.here, meant.row)
    return told(call.speak.say("cradle-deleted", name=meant.name))


async def _shown(call: CommandCall, meant: Growing) -> Reply:
    cradle, stage = await cradles.look(call.ctx, call.here, meant.row)
    title = title_of(call, cradle, stage)
    if cradle.born_at is not None:
        return confidential(proposals(call, meant, cradle, title))
    items = tuple(
        ListItem(shortened(statement.text, LONG), where(call, statement), str(statement.number))
        for statement in sorted(cradle.holding, key=lambda it: (list(type(it.field)).index(it.field), it.number))
    )
    if not items:
        hint = call.speak.say("cradle-empty", name=cradle.name, number=str(meant.number))
        return confidential(Reply((Paragraph(title), Paragraph(hint)), choices=choices_for(call, meant, cradle)))
    shown, page, pages = page_of(items, call.number("page", 1))
    hint = call.speak.say("cradle-show-hint", number=str(meant.number), sentence=shown[0].key)
    blocks = [Listing(title, shown, hint), *question_of(call, cradle)]
    more = next_page(call.speak, f"{LINE} show {meant.number}", page, pages)
    return confidential(Reply(tuple(blocks), choices=(*choices_for(call, meant, cradle), *more)))


async def _after(call: CommandCall, meant: Growing, said: str) -> Reply:
    cradle, stage = await cradles.look(call.ctx, call.here, meant.row)
    return confidential(replace(told(said, title_of(call, cradle, stage)), choices=choices_for(call, meant, cradle)))


async def _fed_with(call: CommandCall, given: str, text: str) -> Growing:
    """The cradle that is named, else the one whose name the words begin with, else the newest."""
    if not given:
        named = [it for it in await every_cradle(call) if begins_with(text, it.name)]
        if named:
            return max(named, key=lambda it: len(it.name))
    return await cradle_called(call, given)


def _asked_for(call: CommandCall, meant: Growing) -> Reply:
    """Words are asked for: in a window, or as the next message, which may pass on another's."""
    how = call.speak.say("cradle-how", number=str(meant.number))
    return Reply((Paragraph(how),), form=_form(call, meant), private=True)


def _form(call: CommandCall, meant: Growing) -> Form:
    label = call.speak.say("cradle-food", name=shortened(meant.name, _FITS))
    fields = (Field("food", label, long=True, forwards=True),)
    return Form(f"{LINE} feed {meant.number}", titled(call.speak.say("command-cradle-feed")), fields)


def _told(call: CommandCall, meant: Growing, every: list[Fed]) -> Reply:
    """What came of what was fed."""
    blocks: list[Paragraph | Listing] = []
    choices: list[ReplyChoice] = []
    for fed in every:
        blocks += came_of(call, meant, fed)
        choices += [
            about_sentence(
                call, meant, f"{LINE} older", str(statement.number), "cradle-button-older", number=str(statement.number)
            )
            for statement in fed.added[:MOST_CHANGES]
            if statement.contradicts and not statement.proposed
        ]
    last = every[-1]
    blocks.append(Paragraph(title_of(call, last.cradle, last.stage)))
    blocks += question_of(call, last.cradle)
    if last.cradle.born_at is not None and last.cradle.proposed:
        return confidential(proposals(call, meant, last.cradle, title_of(call, last.cradle, last.stage)))
    again = replace(_form(call, meant), behind=True) if call.filled and call.table.platform == _ONE_BY_ONE else None
    return confidential(Reply(tuple(blocks), choices=(*choices, *choices_for(call, meant, last.cradle)), form=again))
