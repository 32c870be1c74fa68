"""Any bytes give a preset, scripts or injected texts that survive an export, or an error in our words."""

import json

from hypothesis import given
from hypothesis import strategies as st

from engine.errors import InputError
from engine.rules.formats.chats.injects import injects_from_json
from engine.rules.formats.json_fields import one_line
from engine.rules.formats.presets.presets import read_preset, write_preset
from engine.rules.formats.presets.quick_replies import read_quick_replies, write_quick_replies
from engine.rules.formats.presets.regex_scripts import read_scripts, write_scripts
from engine.rules.quick.telling import quick_facts
from tests.rules.formats.card_samples import dump
from tests.rules.formats.preset_samples import NODEST, OLD, PRESET, QUICK, QUICK_OLD, SCRIPT

from .budget import FUZZ
from .json_mutations import CHANGES, ODD, changed
from .test_card_bytes import EDITS, mutate

SEEDS = [PRESET, NODEST, OLD]
SCRIPTS = [SCRIPT, [SCRIPT, SCRIPT]]


def check_preset(data: bytes) -> None:
    try:
        preset = read_preset(data, "My preset.json")
    except InputError:
        return
    names = [place.identifier for place in preset.order]
    assert len({*names}) == len(names)
    assert all(prompt.depth is None or 0 <= prompt.depth <= 1000 for prompt in preset.prompts)
    hash(preset)
    assert read_preset(write_preset(preset), "My preset") == preset


def check_scripts(data: bytes) -> None:
    try:
        scripts = read_scripts(data)
    except InputError:
        return
    hash(scripts)
    assert read_scripts(write_scripts(scripts)) == scripts


def check_quick_replies(data: bytes) -> None:
    try:
        found = read_quick_replies(data, "Desk.json")
    except InputError:
        return
    hash(found)
    list(quick_facts(found))
    assert read_quick_replies(write_quick_replies(found), "Desk.json") == found


@FUZZ
@given(st.binary(max_size=300), st.sampled_from([b"", b"{", b'{"prompts":[', b"\xff\xfe{\0"]))
def test_arbitrary_bytes(data, start):
    """A file of noise must never stop the bot."""
    check_preset(start + data)
    check_scripts(start + data)
    check_quick_replies(start + data)


@FUZZ
@given(st.sampled_from([*map(dump, SEEDS)]), EDITS)
def test_damaged_presets(seed, edits):
    """A preset damaged on its way must be read or refused, never crash or come in half."""
    check_preset(mutate(seed, edits))


@FUZZ
@given(st.sampled_from(SEEDS), CHANGES)
def test_odd_values(raw, changes):
    """A preset of a strange program must be read or refused."""
    check_preset(json.dumps(changed(raw, changes)).encode())


@FUZZ
@given(st.sampled_from([QUICK, QUICK_OLD]), CHANGES, EDITS)
def test_odd_quick_replies(raw, changes, edits):
    """A set of a strange program must be read or refused."""
    check_quick_replies(json.dumps(changed(raw, changes)).encode())
    check_quick_replies(mutate(dump(raw), edits))


@FUZZ
@given(st.sampled_from(SCRIPTS), CHANGES, EDITS)
def test_odd_scripts(raw, changes, edits):
    """A script file of a strange program must be read or refused."""
    check_scripts(json.dumps(changed(raw, changes)).encode())
    check_scripts(mutate(dump(raw), edits))


@FUZZ
@given(st.dictionaries(st.text(max_size=4), ODD | st.fixed_dictionaries({"value": ODD, "depth": ODD, "filter": ODD})))
def test_odd_injected_texts(raw):
    """A chat with odd metadata must open."""
    injects, _ = injects_from_json(raw)
    names = iter([one_line(name) for name in raw])
    assert all(inject.id in names for inject in injects)  # in their order, some left out
