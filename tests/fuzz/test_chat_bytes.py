"""Any bytes give a chat that survives an export, or an error in our words."""

import json
from contextlib import suppress

from hypothesis import given
from hypothesis import strategies as st

from engine.errors import InputError
from engine.rules.formats.chats.chats import read_chats, write_chat
from engine.rules.formats.kinds import kind_of
from engine.values.transfers.chats import ChatFile
from tests.rules.formats.chat_samples import ANSWERED, ASKED, FOREIGN, GREETING, HEADER, OF_2023, WHOLE, jsonl

from .budget import FUZZ

SEEDS = [WHOLE, jsonl(*OF_2023), jsonl(GREETING, ASKED), *(json.dumps(raw).encode() for raw in FOREIGN.values())]
NAME = "Ada - 2024-1-1.jsonl"
NASTY = st.sampled_from(
    [
        *[b"\0", b"\xff", b'"', b"\\", b"\\u0000", b"\\ud800", b"\xed\xa0\x80", b"{", b"}", b"]", b",", b":", b"\n"],
        *[b"NaN", b"-Infinity", b"1e999", b"9" * 401, b"[" * 101, b'{"a":' * 100, b"null", b"true", b"[]", b"{}"],
        *[b'"mes":', b'"swipes":[],', b'"swipe_id":9,', b'"is_user":"no",', b'"chat_metadata":[],', b'"name":"",'],
        *[b'"messages":[{"msg":1}],', b'"type":"risuAllChats",', b'"data":[{}],', b'"histories":[],', b"{{[INPUT]}}"],
        *[b"\xff\xfe", b"\xef\xbb\xbf", b"\r"],
    ]
)
EDITS = st.lists(st.tuples(st.integers(0, 4000), st.integers(0, 12), st.binary(max_size=6) | NASTY), max_size=6)
LEAVES = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=6)
VALUES = st.recursive(
    LEAVES,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=5,
)


def fields(raw: dict) -> st.SearchStrategy[dict]:
    """The object with some fields replaced by anything."""
    return st.dictionaries(st.sampled_from(sorted(raw)), VALUES, max_size=4).map(lambda odd: raw | odd)


def check(data: bytes) -> None:
    with suppress(InputError):
        kind_of(data, "x.jsonl")
    try:
        chats = read_chats(data, NAME)
    except InputError:
        return
    for chat in chats:
        check_chat(chat)


def check_chat(chat: ChatFile) -> None:
    for line in chat.lines:
        (line.name + line.text + "".join(line.swipes)).encode()
        assert not line.swipes or line.swipes[line.chosen] == line.text
    written = write_chat(chat)
    if not chat.header and not chat.lines:
        return
    (again,) = read_chats(written, NAME)
    assert [(it.name, it.by_person, it.text, it.swipes, it.chosen, it.hidden) for it in again.lines] == [
        (it.name, it.by_person, it.text, it.swipes, it.chosen, it.hidden) for it in chat.lines
    ]
    assert (again.note, again.injects, again.variables) == (chat.note, chat.injects, chat.variables)
    assert (again.timers, again.world, again.scenario) == (chat.timers, chat.world, chat.scenario)
    assert write_chat(again) == written


@FUZZ
@given(st.binary(max_size=400))
def test_arbitrary_bytes(data):
    """A file of noise must never stop the bot."""
    check(data)


@FUZZ
@given(st.binary(max_size=200), st.sampled_from([b"{", b"[{", b'{"mes":"', jsonl(HEADER) + b"\n", b"\xff\xfe{\0"]))
def test_noise_behind_a_good_start(data, start):
    """A file that begins well must never stop the bot."""
    check(start + data)


@FUZZ
@given(st.sampled_from(SEEDS), EDITS)
def test_damaged_chats(seed, edits):
    """A chat damaged on its way must be read or refused, never crash or come in half."""
    for place, length, new in edits:
        at = place % (len(seed) + 1)
        seed = seed[:at] + new + seed[at + length :]
    check(seed)


@FUZZ
@given(fields(HEADER) | fields(HEADER["chat_metadata"]).map(lambda metadata: HEADER | {"chat_metadata": metadata}))
def test_odd_headers(header):
    """A header with fields of any type must never stop the bot."""
    check(jsonl(header, GREETING, ASKED))


@FUZZ
@given(st.lists(fields(GREETING) | fields(ANSWERED), max_size=2))
def test_odd_lines(lines):
    """Messages with fields of any type must never stop the bot."""
    check(jsonl(HEADER, *lines))


@FUZZ
@given(st.sampled_from(sorted(FOREIGN)).flatmap(lambda program: fields(FOREIGN[program])))
def test_odd_exports(raw):
    """An export of another program with fields of any type must never stop the bot."""
    check(json.dumps(raw).encode())


@FUZZ
@given(st.sampled_from(["messages", "histories", "data_visible", "actions", "data"]), VALUES, VALUES)
def test_odd_shapes(field, value, other):
    """What only looks like another program's chat must never stop the bot."""
    check(json.dumps({field: value, "savedsettings": other, "type": "risuChat"}).encode())
    check(json.dumps({field: [[value, other]], "visible": [value], "internal": other}).encode())
