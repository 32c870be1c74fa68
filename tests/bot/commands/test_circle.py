"""/circle: who is in it, how often each posts, what about."""

import pytest

from bot.commands.framework.run import run
from engine.actions.characters import circles
from engine.db.people import writing_first
from engine.values.house.shares import DayShare
from engine.values.people.writing_first import FirstConsent
from tests.bot.at_terminal import Terminals
from tests.bot.commands.test_people import call_of

LINES = {
    "en": (
        ("/circle", "This channel is no circle."),
        ("/circle open", "This channel is a circle now."),
        ("/circle", "Nobody is in this circle yet."),
        ("/circle likes 1 tea", "/circle"),
        ("/circle join 1 daily", "posts once a day"),
        ("/circle", "posts once a day"),
        ("/circle likes 1 tea, the sea", "likes tea, the sea"),
        ("/circle likes Lan music", "likes music"),
        ("/circle likes 1", "posts once a day"),
        ("/circle tone 1 dry", "in this tone: dry"),
        ("/circle seen-by 1 me", "may not write to you yet"),
        ("/circle seen-by 1 ben", "/circle seen-by"),
        ("/circle seen-by 1 everybody", "here for everybody from now on"),
        ("/circle seen-by 1 cast", "among the characters alone from now on"),
        ("/circle", "among the characters alone"),
        ("/circle plan", "No posts are planned"),
        ("/circle backstage", "have written nothing among themselves"),
        ("/circle seen-by 1 everybody", "here for everybody from now on"),
        ("/circle plan", "Posts to come"),
        ("/circle join 1 off", "only when asked"),
        ("/circle plan", "No posts are planned"),
        ("/circle join 1 hourly", "1 hourly"),
        ("/circle leave 1", "has left the circle"),
        ("/circle leave 1", "/circle"),
        ("/circle close", "This is no circle any more"),
        ("/circle plan", "This channel is no circle."),
        ("/circle close", "This channel is no circle."),
        ("/circle open", "This channel is a circle now."),
        ("/mode chat", "chat"),
        ("/circle plan", "This channel is no circle."),
    ),
    "zh": (
        ("/圈子", "这个频道不是圈子"),
        ("/圈子 设立", "这个频道现在是圈子了"),
        ("/圈子 加入 1 经常", "一天发三条"),
        ("/圈子", "一天三条"),
        ("/圈子 喜好 1 茶、海", "喜欢茶、海"),
        ("/圈子 语气 1 冷淡", "语气：冷淡"),
        ("/圈子 给谁看 1 我", "还不能主动给你写消息"),
        ("/圈子 给谁看 1 角色", "只在角色之间发"),
        ("/圈子 幕后", "还没有发过什么"),
        ("/圈子 给谁看 1 所有人", "大家都能看"),
        ("/圈子 计划", "接下来的动态"),
        ("/圈子 离开 1", "离开了圈子"),
        ("/圈子 关闭", "不再是圈子了"),
        ("/圈子", "这个频道不是圈子"),
    ),
}


@pytest.mark.parametrize("language", LINES)
async def test_a_circle_from_its_opening_to_its_end(terminals: Terminals, language: str) -> None:
    """Somebody who manages a channel cannot say who posts there, how often, or about what."""
    them = await terminals.somebody(language=language)
    for line, answer in LINES[language]:
        shown = await them.types(line)
        assert answer in shown, (line, shown)
        assert "Error code" not in shown, (line, shown)


PASSED_OVER = """
INSERT INTO turn (space_id, session_id, stand_id, branch_id, after_seq, kind, character_id, state, outcome, fence)
SELECT space_id, session_id, id, branch_id, 0, 'unasked', $3, 'interrupted', 'said_before', 0
FROM stand WHERE space_id = $1 AND channel_id = $2
"""
TOLD = {
    "en": ("/circle", "Here characters write nothing", "/circle plan", "an earlier post says the same: Lan ("),
    "zh": ("/圈子", "这里的角色不会", "/圈子 计划", "和以前的动态说的是一回事：阿澜（"),
}


@pytest.mark.parametrize("language", TOLD)
async def test_who_asks_reads_why_nothing_is_posted(terminals: Terminals, language: str) -> None:
    """Nobody posts for a day, and nobody knows why."""
    them = await terminals.somebody(language=language)
    show, spent, plan, passed = TOLD[language]
    await them.types({"en": "/circle open", "zh": "/圈子 设立"}[language])
    await them.types({"en": "/circle join 1 daily", "zh": "/圈子 加入 1 每天"}[language])
    [member] = (await circles.circle(them.room.ctx, them.here)).members
    await them.room.sql(PASSED_OVER, them.here.space, them.here.channel, member.character)
    shown = await them.types(plan)
    assert passed.replace("Lan", member.name).replace("阿澜", member.name) in shown
    assert spent not in shown
    shares = them.room.ctx.spending.shares
    before, shares[DayShare.CIRCLE] = shares[DayShare.CIRCLE], 0
    try:
        assert spent in await them.types(show)
        assert spent in await them.types(plan)
    finally:
        shares[DayShare.CIRCLE] = before


ALONE = {
    "en": (
        "/circle seen-by 1 me",
        "for you alone from now on",
        "/circle",
        "in your private chat",
        "for one person alone",
    ),
    "zh": ("/圈子 给谁看 1 我", "只给你看", "/圈子", "只发给你，在私聊里", "只发给某一个人"),
}


@pytest.mark.parametrize("language", ALONE)
async def test_who_has_it_post_for_them_alone_is_named_to_nobody_else(terminals: Terminals, language: str) -> None:
    """Everybody in a channel reads for whom a character posts."""
    them = await terminals.somebody(language=language)
    line, answer, show, mine, of_another = ALONE[language]
    await them.types({"en": "/circle open", "zh": "/圈子 设立"}[language])
    await them.types({"en": "/circle join 1 daily", "zh": "/圈子 加入 1 每天"}[language])
    [member] = (await circles.circle(them.room.ctx, them.here)).members
    await writing_first.put(them.room.db, FirstConsent(them.here.person, member.character, them.here.key))
    assert answer in await them.types(line)
    assert mine in await them.types(show)
    ben = await terminals.beside(them, "Ben")
    shown = await ben.types(show)
    assert of_another in shown
    assert mine not in shown


AMONG = """
INSERT INTO entry (space_id, session_id, branch_id, seq, kind, character_id, status, text, body, said_at)
SELECT stand.space_id, stand.session_id, stand.branch_id, 1 + (
    SELECT max(seq) FROM entry WHERE entry.space_id = stand.space_id AND entry.session_id = stand.session_id
), 'backstage', $3, 'complete', '', $4::jsonb, now()
FROM stand WHERE space_id = $1 AND channel_id = $2
"""
BACKSTAGE = {
    "en": ("/circle open", "/circle join 1 daily", "circle", "backstage", "Come in!"),
    "zh": ("/圈子 设立", "/圈子 加入 1 每天", "圈子", "幕后", "进来吧！"),
}


@pytest.mark.parametrize("language", BACKSTAGE)
async def test_what_characters_write_among_themselves_is_told_in_private(terminals: Terminals, language: str) -> None:
    """Whoever looks after a group asks for it, and the whole group reads it."""
    them = await terminals.somebody(language=language)
    opened, joined, name, rest, comment = BACKSTAGE[language]
    await them.types(opened, joined)
    [member] = (await circles.circle(them.room.ctx, them.here)).members
    replies = [{"character": member.character}, {"character": member.character, "text": comment}]
    body = {"circle": them.here.channel, "text": "Quilla.", "replies": replies}
    await them.room.sql(AMONG, them.here.space, them.here.channel, member.character, body)
    reply = await run(call_of(them, private=False), name, rest)
    assert (reply.private, reply.secret) == (True, True)
    shown = await them.types(f"/{name} {rest}")
    assert "Quilla." in shown
    assert f"❤ {member.name}" in shown
    assert comment in shown
