"""What something is looked up with, and that nothing private is in it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.rules.search.queries import LONGEST, MOST, ProposedQueries, queries_by_rule, redacted
from engine.rules.wire.answer_schema import answer_schema
from engine.rules.wire.json_reader import NotTheShape, read_answer
from tests.rules.search.labelled import NAMES, SEARCH, labelled


@pytest.mark.parametrize(
    ("text", "queries"),
    [
        ("Lan, can you please look up the weather in Porto for Saturday?", ("the weather in Porto for Saturday",)),
        ("how much is an iPhone 16 right now?", ("price iPhone 16 right now",)),
        ("how do I descale a DeLonghi coffee machine?", ("descale DeLonghi coffee machine",)),
        ('search "Hollow Knight Silksong release date"', ("Hollow Knight Silksong release date",)),
        ("小岚，帮我查一下iPhone 16现在多少钱", ("iPhone 16现在 价格",)),
        ("明天北京天气怎么样？", ("明天北京天气",)),
        ("what's the weather in Oslo? and who won the Lakers game last night?", None),
        ("hi", ()),
        ("", ()),
    ],
)
def test_a_message_becomes_queries(text, queries):
    """A search engine is asked "can you please", and finds pages on politeness."""
    found = queries_by_rule(text, NAMES)
    assert len(found) == 2 if queries is None else found == queries


BARE = (["look it up on the internet, I don't believe you"], ["你去网上搜搜看，我不信"])
"""What is to be looked up stands in the messages before."""


@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_search_has_a_query(language):
    """Something is to be looked up, and there is nothing to look it up with."""
    searches = [it.text for it in labelled(language) if it.label == SEARCH]
    assert [it for it in searches if not queries_by_rule(it, NAMES)] in BARE


@given(st.text(max_size=400))
def test_queries_are_few_and_short(text):
    """A provider refuses what is too long."""
    found = queries_by_rule(text, NAMES)
    assert len(found) <= MOST
    assert len(set(found)) == len(found)
    assert all(0 < len(it) <= LONGEST and "\n" not in it for it in found)


@pytest.mark.parametrize(
    ("query", "kept"),
    [
        ("Mina allergy to peanuts", "allergy to peanuts"),
        ("小岚和阿明的生日 星座", "和 的生日 星座"),
        ("alice.smith+x@example.co.uk data breach", "data breach"),
        ("邮箱是alice@example.com泄露了吗", "邮箱是 泄露了吗"),
        ("who called me from +49 171 2345678", "who called me from"),
        ("call 555-123-4567 scam", "call scam"),
        ("我电话13812345678被骚扰", "我电话 被骚扰"),
        ("error with sk-proj-abcdefgh12345678ABCD", "error with"),
        ("telegram bot 123456789:AAexampleH1vGWJxfSeofSAs0K5PALDsaw", "telegram bot"),
        ("password is hunter2 leaked", "leaked"),
        ("密码是abc123 怎么改", "怎么改"),
        ("pizza near 12 Elm Street Springfield", "pizza near Springfield"),
        ("restaurants Hauptstraße 12 Berlin", "restaurants Berlin"),
        ("世纪大道100号3号楼502室附近的火锅", "附近的火锅"),
        ("weather SW1A 1AA", "weather"),
        ("https://example.org/?token=1 down", "down"),
        ("@lan_smith followers", "followers"),
        ("DE89370400440532013000 bank", "bank"),
        ("Mina Theo", ""),
        ("the age of Mina", ""),
        ("小岚的", ""),
        ("", ""),
    ],
)
def test_nothing_private_leaves(query, kept):
    """A search engine learns who somebody is, where they live, or how to get in."""
    assert redacted(query, NAMES) == kept


@pytest.mark.parametrize(
    "query",
    [
        "weather Berlin 2024-03-05",
        "history 1939-1945 war",
        "iPhone 16 Pro Max 256GB",
        "RFC 2616 HTTP/1.1",
        "covid-19-vaccine-2021-results",
        "5000000 JPY to EUR",
        "Windows 11 error 0x80070057",
        "C++20 modules",
        "100平方米 装修 价格",
        "Landscape gardening",
        "2024 2025 2026 calendar",
    ],
)
def test_what_is_asked_stays(query):
    """A date is taken for a telephone number, and the wrong thing is looked up."""
    assert redacted(query, NAMES) == query


@given(st.text(max_size=300))
def test_what_was_taken_out_stays_out(query):
    """A second look takes out more, so the first left something."""
    once = redacted(query, NAMES)
    assert len(once) <= LONGEST
    assert not any(it.lower() in once.lower().split() for it in ("Lan", "Mina", "Theo"))


def test_a_model_proposes_queries():
    """A model answers with twenty queries, or with an essay, and all of it is looked up."""
    schema = answer_schema(ProposedQueries)
    assert schema["properties"]["queries"] == {
        "type": "array",
        "items": {"type": "string", "maxLength": LONGEST},
        "minItems": 1,
        "maxItems": MOST,
    }
    read = read_answer('{"queries": ["rain Oslo", "Oslo forecast"]}', ProposedQueries, schema)
    assert read.queries == ["rain Oslo", "Oslo forecast"]
    for wrong in ('{"queries": []}', f'{{"queries": ["{"x" * 121}"]}}', '{"queries": ["a", "b", "c", "d"]}', "{}"):
        with pytest.raises(NotTheShape):
            read_answer(wrong, ProposedQueries, schema)
