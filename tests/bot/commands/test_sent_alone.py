"""A file that is sent without a word: which ones are the house's business, and which are for the character."""

from inspect import getmembers, isclass

from engine.errors import InputError, OtherFile, formats, quick


def test_what_says_that_a_file_is_something_else_goes_to_the_character() -> None:
    """A list of measurements, shown to the character, is answered with "this is no world book"."""
    said = {
        kind
        for module in (formats, quick)
        for name, kind in getmembers(module, isclass)
        if issubclass(kind, InputError) and (name.startswith("NotA") or name in ("NotScripts", "NotQuickReplies"))
    }
    assert len(said) > 5
    assert all(issubclass(it, OtherFile) for it in said)
