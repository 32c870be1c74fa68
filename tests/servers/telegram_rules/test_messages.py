"""Messages: limits, entities, edits, keyboards, drafts, silence."""

import pytest
from telegram import (
    Bot,
    InlineKeyboardButton,
    InlineKeyboardMarkup,
    LinkPreviewOptions,
    MessageEntity,
    ReplyParameters,
)
from telegram.error import BadRequest

from tests.servers.telegram import TelegramServer, User


async def test_texts_are_counted_in_utf_16_units(t: TelegramServer, bot: Bot, ann: User) -> None:
    """A splitter that counts code points would pass here and fail in front of people."""
    await bot.send_message(ann.id, "🙂" * 2048)
    with pytest.raises(BadRequest, match=r"^Message is too long$"):
        await bot.send_message(ann.id, "🙂" * 2048 + "x")
    sent = await bot.send_message(ann.id, "  x  ")
    assert sent.text == "x"
    with pytest.raises(BadRequest, match=r"(?i)message_too_long"):
        await bot.edit_message_text("x" * 4097, ann.id, sent.message_id)
    with pytest.raises(BadRequest, match="Message text is empty"):
        await bot.send_message(ann.id, " \n")
    with pytest.raises(BadRequest, match="caption is too long"):
        await bot.send_document(ann.id, b"x", caption="y" * 1025)
    assert [entry.status for entry in t.rejected] == [400] * 4
    assert [message.text[:1] for message in t.messages(ann.private(), by_bot=True)] == ["🙂", "x"]


async def test_entities_outside_the_text_are_refused(bot: Bot, ann: User) -> None:
    """Formatting whose offsets count code points must fail here as it does at Telegram."""
    sent = await bot.send_message(ann.id, "🙂 bold", entities=[MessageEntity("bold", 3, 4)])
    assert [(one.type, one.offset, one.length) for one in sent.entities] == [("bold", 3, 4)]
    with pytest.raises(BadRequest, match="ends after the end of the text"):
        await bot.send_message(ann.id, "🙂 bold", entities=[MessageEntity("bold", 3, 5)])
    with pytest.raises(BadRequest, match=r"(?i)middle of a UTF-16 symbol"):
        await bot.send_message(ann.id, "🙂 bold", entities=[MessageEntity("bold", 1, 2)])


async def test_formatted_texts_become_entities(bot: Bot, ann: User) -> None:
    """Other clients' formatting would otherwise be measured with its marks."""
    html = await bot.send_message(ann.id, "<b>a &amp; b</b> <code>c</code>", parse_mode="HTML")
    assert (html.text, [one.type for one in html.entities]) == ("a & b c", ["bold", "code"])
    marks = await bot.send_message(ann.id, "*a* \\. ```py\nb``` [c](http://d)", parse_mode="MarkdownV2")
    assert (marks.text, [one.type for one in marks.entities]) == ("a . b c", ["bold", "pre", "text_link"])
    for text, mode in (("a.", "MarkdownV2"), ("*a", "Markdown"), ("<b>a", "HTML")):
        with pytest.raises(BadRequest, match=r"(?i)can't parse entities"):
            await bot.send_message(ann.id, text, parse_mode=mode)


async def test_edits_follow_telegrams_rules(t: TelegramServer, bot: Bot, ann: User) -> None:
    """Edits of the same text, of others' messages and of deleted ones must fail as they do for people."""
    theirs = ann.says(ann.private(), "mine")
    sent = await bot.send_message(ann.id, "one")
    edited = await bot.edit_message_text("two", ann.id, sent.message_id)
    assert not isinstance(edited, bool)
    assert (edited.text, edited.edit_date is not None) == ("two", True)
    with pytest.raises(BadRequest, match="Message is not modified"):
        await bot.edit_message_text("two\n", ann.id, sent.message_id)
    with pytest.raises(BadRequest, match="Message can't be edited"):
        await bot.edit_message_text("x", ann.id, theirs.id)
    await bot.delete_message(ann.id, sent.message_id)
    with pytest.raises(BadRequest, match="Message to edit not found"):
        await bot.edit_message_text("three", ann.id, sent.message_id)
    with pytest.raises(BadRequest, match="Message to delete not found"):
        await bot.delete_message(ann.id, sent.message_id)
    assert [entry.kind for entry in t.history.of(client=True, channel=ann.id) if entry.kind != "call"] == [
        "message",
        "edit",
        "delete",
    ]


async def test_keyboards_keep_to_64_bytes_and_go_with_an_edit_that_has_none(
    t: TelegramServer, bot: Bot, ann: User
) -> None:
    """Controls that Telegram would refuse or drop must not work here."""
    keys = InlineKeyboardMarkup([[InlineKeyboardButton("Again", callback_data="字" * 21)]])
    sent = await bot.send_message(ann.id, "text", reply_markup=keys)
    assert [button["text"] for button in t.messages(ann.private())[-1].buttons] == ["Again"]
    long = InlineKeyboardMarkup([[InlineKeyboardButton("Again", callback_data="字" * 22)]])
    with pytest.raises(BadRequest, match=r"(?i)button_data_invalid"):
        await bot.send_message(ann.id, "text", reply_markup=long)
    await bot.edit_message_text("new text", ann.id, sent.message_id)
    assert t.messages(ann.private())[-1].buttons == []
    await bot.edit_message_reply_markup(ann.id, sent.message_id, reply_markup=keys)
    assert len(t.messages(ann.private())[-1].buttons) == 1


async def test_tapped_buttons_wait_for_their_answer(t: TelegramServer, bot: Bot, ann: User) -> None:
    """A button that spins for ever, or is answered too late, must be seen by tests."""
    keys = InlineKeyboardMarkup([[InlineKeyboardButton("Again", callback_data="redo")]])
    await bot.send_message(ann.id, "text", reply_markup=keys)
    message = t.messages(ann.private())[-1]
    tap = ann.taps(message, "Again")
    query = (await bot.get_updates())[-1].callback_query
    assert query is not None
    assert (query.data, query.from_user.id) == ("redo", ann.id)
    await bot.answer_callback_query(query.id, "Done", show_alert=True)
    assert await tap.answered() is tap
    assert (tap.text, tap.alert, tap.count) == ("Done", True, 1)
    late = ann.taps(message, "redo")
    t.later(61)
    with pytest.raises(BadRequest, match="Query is too old"):
        await bot.answer_callback_query(late.id)
    with pytest.raises(ValueError, match="no such button"):
        ann.taps(message, "Gone")


async def test_replies_silence_and_previews_are_seen(t: TelegramServer, bot: Bot, ann: User) -> None:
    """One notification a turn can only be counted when silent messages are told from ringing ones."""
    first = ann.says(ann.private(), "question")
    sent = await bot.send_message(ann.id, "answer", reply_parameters=ReplyParameters(first.id))
    assert sent.reply_to_message is not None
    assert sent.reply_to_message.text == "question"
    off = LinkPreviewOptions(is_disabled=True)
    await bot.send_message(ann.id, "part", disable_notification=True, link_preview_options=off)
    assert [message.text for message in t.notifying(ann.private())] == ["answer"]
    assert [message.previews for message in t.messages(ann.private(), by_bot=True)] == [True, False]
    with pytest.raises(BadRequest, match="Message to be replied not found"):
        await bot.send_message(ann.id, "answer", reply_parameters=ReplyParameters(999))
    await bot.send_message(ann.id, "x", reply_parameters=ReplyParameters(999, allow_sending_without_reply=True))


async def test_drafts_and_typing_are_seen_in_private(t: TelegramServer, bot: Bot, ann: User) -> None:
    """Streaming by drafts must end in a message and must not be tried in groups."""
    chat = ann.private()
    await bot.send_chat_action(ann.id, "typing")
    await bot.send_message_draft(ann.id, 7, "Once")
    await bot.send_message_draft(ann.id, 7, "Once upon")
    assert t.draft(chat) == "Once upon"
    t.later(31)
    assert t.draft(chat) is None
    await bot.send_message_draft(ann.id, 7, "Once upon a time")
    await bot.send_message(ann.id, "Once upon a time.")
    assert t.draft(chat) is None
    shown = [(entry.kind, entry.text) for entry in t.history.of("typing", "draft", "message", client=True)]
    assert [kind for kind, _ in shown] == ["typing", "draft", "draft", "draft", "message"]
    group = t.group("Garden", [ann])
    with pytest.raises(BadRequest, match=r"(?i)textdraft_peer_invalid"):
        await bot.send_message_draft(group.id, 7, "x")
    with pytest.raises(BadRequest, match="Draft_id"):
        await bot.send_message_draft(ann.id, 0, "x")


async def test_people_edit_and_nobody_hears_of_deletions(t: TelegramServer, bot: Bot, ann: User) -> None:
    """Edits must reach the bot as edits, and a deletion must not reach it at all."""
    message = ann.says(ann.private(), "helo")
    ann.edits(message, "hello")
    ann.deletes(message)
    updates = await bot.get_updates()
    assert [update.message is None for update in updates] == [False, True]
    assert updates[1].edited_message is not None
    assert (updates[1].edited_message.text, updates[1].edited_message.message_id) == ("hello", message.id)
    assert updates[1].edited_message.edit_date is not None
