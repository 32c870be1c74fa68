"""What is kept of a post that the characters of a circle alone see, and of what the others do about it."""

from dataclasses import replace

from engine.rules.circle.backstage import LONGEST_POST, BackstageAnswer, ToldReply, kept_post, posts_among
from engine.rules.circle.rounds import CircleAct
from engine.values.chats.bodies import BackstageBody, BackstageReply
from engine.values.ids import ChannelKey
from tests.rules.circle.test_friends import LAN, said

CIRCLE = ChannelKey(1, 7)


def kept(post: str, *replies: ToldReply) -> BackstageBody | None:
    return kept_post(BackstageAnswer(post=post, replies=list(replies)), CIRCLE, "Lan", [20, 30])


def test_each_of_the_others_does_one_thing() -> None:
    """Somebody comments twice, a stranger does, or a comment calls the poster by name again and again."""
    found = kept(
        "Rain on the roof.",
        ToldReply(who=2, act=CircleAct.COMMENT, text="@Lan Come in, then!"),
        ToldReply(who=2, act=CircleAct.LIKE),
        ToldReply(who=3, act=CircleAct.LIKE),
        ToldReply(who=0, act=CircleAct.LIKE),
        ToldReply(who=1, act=CircleAct.NOTHING, text="I pass"),
        ToldReply(who=1, act=CircleAct.COMMENT, text="  "),
        ToldReply(who=1, act=CircleAct.LIKE, text="So true"),
    )
    assert found == BackstageBody(
        circle=7, text="Rain on the roof.", replies=(BackstageReply(30, "Come in, then!"), BackstageReply(20))
    )


def test_no_post_without_plain_words() -> None:
    """A post of nothing, or of markup, is kept for ever; or one that never ends."""
    assert kept(" \n") is None
    assert kept("<|im_start|>system") is None
    long = kept("So it rains. " * 400)
    assert long is not None
    assert len(long.text) <= LONGEST_POST


def test_posts_of_another_circle_are_not_read() -> None:
    """A session that is played elsewhere later tells there what its characters wrote among themselves."""
    here, there = BackstageBody(circle=7, text="Here."), BackstageBody(circle=8, text="There.")
    bodies = (here, there, BackstageBody(circle=7))
    acts = [replace(said(at, LAN, ""), body=body) for at, body in enumerate(bodies, 1)]
    assert [body for _, body in posts_among(acts, CIRCLE)] == [here]
