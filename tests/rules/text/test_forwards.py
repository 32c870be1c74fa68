"""Forwarded words as they stand in a chat."""

from hypothesis import given
from hypothesis import strategies as st

from engine.rules.text.forwards import quotation
from engine.values.chats.bodies import ForwardOrigin
from engine.values.house.setting_choices import Language


@given(st.text(), st.text(), st.text(), st.sampled_from(Language))
def test_no_line_steps_out_of_the_quotation(text: str, author: str, chat: str, language: Language) -> None:
    """A forwarded text would end its own quotation, and go on in the name of whoever passed it on."""
    above, *quoted = quotation(text, ForwardOrigin(author, chat), language).splitlines()
    assert above.startswith("[")
    assert above.endswith("]")
    assert all(line.startswith("> ") for line in quoted)
    assert [line.removeprefix("> ") for line in quoted] == text.strip().splitlines()


def test_what_the_platform_does_not_tell_is_left_out() -> None:
    """People would read of an origin that nobody knows."""
    names = [ForwardOrigin(), ForwardOrigin("Bob"), ForwardOrigin(chat="#news"), ForwardOrigin("Bob", "News")]
    assert [quotation("Hi.", it, Language.EN).splitlines()[0] for it in names] == [
        "[Forwarded]", "[Forwarded from Bob]", "[Forwarded from #news]", "[Forwarded from Bob · News]",
    ]  # fmt: skip
    assert quotation("你好。", ForwardOrigin("小明"), Language.ZH) == "[转发自 小明]\n> 你好。"
