"""What macros stored in the turns of somebody who wants to be forgotten."""

from engine.rules.naming import StoredAct, without_theirs
from engine.values.chats.entries import Place


def test_what_somebody_s_turns_stored_goes_from_all_later_places_too() -> None:
    """The character would go on calling them by the name that they have taken back."""
    ours = StoredAct(Place(1, 2), {"local": {"mood": "calm", "day": "1"}}, theirs=False)
    theirs = StoredAct(Place(1, 4), {"local": {"mood": "calm", "day": "1", "secret": "Zoe"}}, theirs=True)
    later = StoredAct(
        Place(1, 6), {"local": {"mood": "wild", "secret": "Zoe"}, "shared": {"secret": "x"}}, theirs=False
    )
    assert without_theirs((ours, theirs, later)) == {
        theirs.place: {"local": {"mood": "calm", "day": "1"}},
        later.place: {"local": {"mood": "wild"}, "shared": {"secret": "x"}},
    }


def test_what_others_stored_first_stays() -> None:
    """Somebody who is forgotten would take the story's own state along."""
    ours = StoredAct(Place(1, 2), {"local": {"mood": "calm"}}, theirs=False)
    theirs = StoredAct(Place(1, 4), {"local": {"mood": "calm"}}, theirs=True)
    assert without_theirs((ours, theirs, ours)) == {}
