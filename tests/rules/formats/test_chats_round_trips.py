"""Chats of any content go out as they came in, and those of our own come back."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from engine.rules.formats.chats.chats import read_chat, write_chat
from engine.values.transfers.chats import ChatFile, ChatLine
from tests.rules.formats.chat_samples import HEADER, jsonl, objects

TEXTS = st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]), max_size=8)
VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**18), 10**18)
    | st.floats(allow_nan=False, allow_infinity=False)
    | TEXTS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=6,
)
FIELDS = st.sampled_from(
    ["extra", "swipe_id", "swipes", "swipe_info", "send_date", "is_system", "original_avatar", "name"]
)
MESSAGES = st.builds(
    lambda more, some, text, person: {"is_user": person, "name": "Ada"} | more | some | {"mes": text},
    st.dictionaries(TEXTS, VALUES, max_size=3),
    st.dictionaries(FIELDS, VALUES | st.lists(TEXTS, max_size=3), max_size=4),
    TEXTS,
    st.booleans() | VALUES,
)
HEADERS = st.builds(
    lambda more, metadata: {"user_name": "Kim"} | more | {"chat_metadata": metadata},
    st.dictionaries(TEXTS.filter(lambda key: key != "mes"), VALUES, max_size=3),
    st.dictionaries(st.sampled_from(sorted(HEADER["chat_metadata"])) | TEXTS, VALUES, max_size=4),
)


@given(HEADERS, st.lists(MESSAGES, max_size=4))
def test_any_chat_goes_out_equal(header, messages):
    """Whatever a future version adds to its chats must survive the way through here."""
    data = jsonl(header, *messages)
    chat = read_chat(data)
    assert all(not line.swipes or line.swipes[line.chosen] == line.text for line in chat.lines)
    assert objects(write_chat(chat)) == objects(data)


LINES = st.builds(
    lambda name, person, swipes, chosen, hidden: ChatLine(
        name, person, swipes[chosen % len(swipes)], tuple(swipes), chosen % len(swipes), hidden
    ),
    st.sampled_from(["Ada", "Kim", "小明"]),
    st.booleans(),
    st.lists(
        TEXTS.map(lambda text: "".join(text.split())).filter(str.isprintable), min_size=1, max_size=4, unique=True
    ),
    st.integers(0, 9),
    st.booleans(),
)


@given(st.lists(LINES, max_size=5))
def test_any_chat_of_our_own_comes_back(lines):
    """An export that the next import reads differently is no backup."""
    again = read_chat(write_chat(ChatFile("Kim", "Ada", tuple(lines))))
    assert [replace(line, raw={}) for line in again.lines] == lines
