"""Any card, preset, book and chat that can be read makes a prompt, or an error in our words."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import InputError
from engine.service.preview import PreviewAsk, preview
from engine.values.models.models import Format
from tests.rules.formats.book_samples import DIALECTS
from tests.rules.formats.card_samples import V1, V2, V3
from tests.rules.formats.chat_samples import ANSWERED, ASKED, GREETING, HEADER
from tests.rules.formats.preset_samples import NODEST, OLD, PRESET

from .budget import FUZZ
from .json_mutations import CHANGES, changed

MACROS = "{{user}} {{char}} {{original}} {{description}} {{random::a::b}} {{/if}} {{getvar::a}} {{trim}} {{outlet::o}}"
PIECES = [*MACROS.split(), "{{setvar::a::b}}", "{{if x}}", "{{", "}}", "\\{\\{", "<START>", "<USER>", "A:", "User:"]
TEXT = st.lists(st.sampled_from([*PIECES, "\n", "x ", "龙", "/a/", "{0}", "\ud83d", "\0"]), max_size=6).map("".join)
ROLES = {"system", "user", "assistant", "model"}


def filled(raw: Any, texts: list[str]) -> Any:
    """``raw`` with its texts, in the order in which they are met, replaced by those of ``texts`` that are not empty."""
    left = iter(texts)

    def fill(value: Any) -> Any:
        if isinstance(value, str) and len(value) > 6:
            return next(left, "") or value
        if isinstance(value, dict):
            return {name: fill(inner) for name, inner in value.items()}
        return [fill(inner) for inner in value] if isinstance(value, list) else value

    return fill(raw)


def odd(*seeds: Any) -> st.SearchStrategy[Any]:
    return st.builds(
        lambda raw, changes, texts: filled(changed(raw, changes), texts),
        st.sampled_from(seeds),
        CHANGES,
        st.lists(TEXT, max_size=12),
    )


def dumped(raw: Any) -> bytes:
    return json.dumps(raw).encode()


LINES = st.lists(st.sampled_from([GREETING, ASKED, ANSWERED]).flatmap(odd), max_size=4)
CHATS = st.tuples(odd(HEADER), LINES).map(lambda it: b"\n".join(map(dumped, [it[0], *it[1]])))
WORLDS = st.lists(odd(*DIALECTS.values()).map(lambda raw: ("Shop", dumped(raw))), max_size=2)


@pytest.mark.share(2)
@FUZZ
@given(
    odd(V1, V2, V3).map(dumped),
    st.none() | odd(PRESET, NODEST, OLD).map(dumped),
    WORLDS.map(tuple),
    st.none() | CHATS,
    st.sampled_from(Format),
    st.text(max_size=8),
)
def test_any_files_make_a_prompt(card, preset, worlds, chat, form, user):
    """Files that were read once must never stop the character that was made of them."""
    ask = PreviewAsk(card, preset, worlds, chat, user=user, seed=1, format=form)
    try:
        shown = preview(ask)
    except InputError:
        return
    json.dumps([shown.messages, shown.ledger, shown.request], ensure_ascii=False, allow_nan=False).encode()
    assert all(it["role"] in ROLES and it["content"].strip() for it in shown.messages)
