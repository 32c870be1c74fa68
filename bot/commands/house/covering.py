"""An answer with the words covered that are refused where it is read. Pure."""

from collections.abc import Callable
from dataclasses import replace

from bot.commands.framework.reply import Block, Listing, ListItem, Paragraph, QuotedText, Reply, ReplyChoice

Cover = Callable[[str], str]


def covered(reply: Reply, cover: Cover) -> Reply:
    """``reply`` as it may be read; files are as they are."""
    asked = reply.confirm and replace(reply.confirm, question=cover(reply.confirm.question))
    blocks = tuple(_block(it, cover) for it in reply.blocks)
    return replace(reply, blocks=blocks, confirm=asked, choices=_choices(reply.choices, cover))


def _block(block: Block, cover: Cover) -> Block:
    match block:
        case Paragraph(text) | QuotedText(text):
            return replace(block, text=cover(text))
        case Listing(title, items, hint):
            return Listing(cover(title), tuple(_item(it, cover) for it in items), cover(hint))
        case _:
            said = tuple(replace(it, text=cover(it.text)) for it in block.view.spoken)
            return replace(block, view=replace(block.view, spoken=said, title=cover(block.view.title)))


def _item(item: ListItem, cover: Cover) -> ListItem:
    texts = {"text": cover(item.text), "detail": cover(item.detail)}
    return replace(item, choices=_choices(item.choices, cover), **texts)


def _choices(choices: tuple[ReplyChoice, ...], cover: Cover) -> tuple[ReplyChoice, ...]:
    return tuple(replace(it, label=cover(it.label)) for it in choices)
