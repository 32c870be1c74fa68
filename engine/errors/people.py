"""People: who they are, who they play, and the names they have on each platform."""

from engine.errors.tree import InputError, StateError


class NoSuchPerson(InputError):
    """Nobody who has written here is called so. Data: ``name`` as given."""


class NameShared(StateError):
    """Several people may go by this name, so nobody takes or deletes everything that was said under it."""


class NoSuchPersona(InputError):
    """The person has no persona of that number. Data: ``number``."""


class NoPersona(StateError):
    """The person plays nobody but themselves, so nothing can be bound to their persona."""


class LinkError(InputError):
    """Two names cannot be joined."""

    message = "error-link"


class LinkCodeWrong(LinkError):
    """Nobody has a code like that, or it was used."""


class LinkCodeOld(LinkError):
    """The code is older than ten minutes."""


class LinkCodeOwn(LinkError):
    """The code was made under the name that it is sent from."""


class LinkCodeTries(LinkError):
    """Too many wrong codes. Data: ``tries``."""


class LinkKnown(LinkError):
    """These two names are joined."""


class LinkTaken(LinkError):
    """Each of the two has a name on the same platform. Data: ``platform``."""


class LinkShared(LinkError):
    """A name that several people share belongs to none of them."""


class LinkNotAsked(LinkError):
    """Nothing is asked any more, or not by this button."""


class LinkNone(LinkError):
    """There is no link to take back."""


class FirstNotHere(StateError):
    """A character writes first only where a person is alone with it."""


class NothingWrittenFirst(InputError):
    """No character has written to this person by itself here, or not with that message."""


class DayNotUnderstood(InputError):
    """What was typed is no day that is still to come. Data: ``day`` as given."""


class HoursNotUnderstood(InputError):
    """What was typed are no two hours of a day. Data: ``hours`` as given."""
