"""Characters, who of them plays, and what they play with: books, presets."""

from engine.errors.tree import InputError, StateError


class NoSuchCharacter(InputError):
    """No character of that number may be used here. Data: ``number``."""

    message = "error-no-such-character"


class CharacterBuiltIn(InputError):
    """What comes with the house can be hidden or copied, but not changed or deleted. Data: ``name``, ``number``."""

    message = "error-character-built-in"


class NoSuchVersion(InputError):
    """A character has no version of that number. Data: ``name``, ``number``."""

    message = "error-no-such-version"


class CardFieldUnknown(InputError):
    """A card has no field of that name that may be edited. Data: ``field``, ``known``."""

    message = "error-card-field-unknown"


class CardMissing(StateError):
    """The character's card is gone or cannot be read; no model was called. Data: ``character``."""

    message = "error-card-missing"


class CharacterThrownAway(StateError):
    """The character that is to speak lies in the trash; no model was called. Data: ``character``."""

    message = "error-character-thrown-away"


class NobodyCanPlay(StateError):
    """Each of the several characters of a cast lies in the trash or has lost its card; no model was called."""

    message = "error-nobody-can-play"


class NobodyPlays(StateError):
    """The session's cast is empty; no model was called."""

    message = "error-nobody-plays"


class NotInCast(InputError):
    """The character does not play in this chat. Data: ``number``."""

    message = "error-not-in-cast"


class PlaysAlready(InputError):
    """The character plays in this chat already. Data: ``name``."""

    message = "error-plays-already"


class CastFull(InputError):
    """No more characters can play in one chat. Data: ``most``."""

    message = "error-cast-full"


class LastOfCast(InputError):
    """The only character of a chat cannot leave it."""

    message = "error-last-of-cast"


class NoSuchWorld(InputError):
    """No world book of that number may be used here. Data: ``number``."""

    message = "error-no-such-world"


class WorldOfTheHouse(InputError):
    """The book comes from a file of the house's folder; only that file's owner can remove it. Data: ``name``."""

    message = "error-world-of-the-house"


class NoSuchPreset(InputError):
    """No preset of that number may be used here. Data: ``number``."""

    message = "error-no-such-preset"


class NoSuchPersonaVersion(InputError):
    """The persona that has grown here has no version of that number. Data: ``number``."""

    message = "error-no-such-persona-version"


class NoSuchPersonaField(InputError):
    """A persona that grows has no field of that name. Data: ``field``."""

    message = "error-no-such-persona-field"


class PersonaNotGrown(StateError):
    """The character is as its card says."""

    message = "error-persona-not-grown"
