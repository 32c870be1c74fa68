"""Characters, who of them plays, and what they play with: books, presets."""

from engine.errors.tree import InputError, StateError


class NoSuchCharacter(InputError):
    """No character of that number may be used here. Data: ``number``."""


class CharacterBuiltIn(InputError):
    """What comes with the house can be hidden or copied, but not changed or deleted. Data: ``name``, ``number``."""


class NoSuchVersion(InputError):
    """A character has no version of that number. Data: ``name``, ``number``."""


class NoSuchEmotion(InputError):
    """A character has no picture of that emotion. Data: ``name``, ``number``, ``emotion``."""


class EmotionNameUnusable(InputError):
    """An emotion cannot be called so: the name is empty or too long. Data: ``name``, ``limit`` (characters)."""


class TooManyEmotions(InputError):
    """A character has as many pictures of emotions as it may have. Data: ``name``, ``limit``."""


class CardFieldUnknown(InputError):
    """A card has no field of that name that may be edited. Data: ``field``, ``known``."""


class CardMissing(StateError):
    """The character's card is gone or cannot be read; no model was called. Data: ``character``."""


class CharacterThrownAway(StateError):
    """The character that is to speak lies in the trash; no model was called. Data: ``character``."""


class AdultElsewhere(StateError):
    """A character for adults is not seen where others may read, or where nobody has said that they are an adult.

    Data: ``name``, ``where`` (private: the person can confirm it; shared: the platform can say so).
    """


class NobodyCanPlay(StateError):
    """Each of the several characters of a cast lies in the trash or has lost its card; no model was called."""


class NobodyPlays(StateError):
    """The session's cast is empty; no model was called."""


class NotInCast(InputError):
    """The character does not play in this chat. Data: ``number``."""


class NotInCircle(InputError):
    """The character is not in the circle of this channel."""


class NotAllowedToWrite(StateError):
    """A character posts for a person alone only where they let it write first. Data: ``name``."""


class NoCircleHere(StateError):
    """No circle can be opened there. Data: ``why``, a word that the message knows."""


class NoCircle(StateError):
    """This channel is no circle."""


class PlaysAlready(InputError):
    """The character plays in this chat already. Data: ``name``."""


class CastFull(InputError):
    """No more characters can play in one chat. Data: ``most``."""


class LastOfCast(InputError):
    """The only character of a chat cannot leave it."""


class NoSuchWorld(InputError):
    """No world book of that number may be used here. Data: ``number``."""


class WorldOfTheHouse(InputError):
    """The book comes from a file of the house's folder; only that file's owner can change or remove it.

    Data: ``name``, ``number``.
    """


class NoSuchWorldVersion(InputError):
    """A world book has no version of that number. Data: ``name``, ``version``, ``number`` (the book's)."""


class EntryGone(InputError):
    """The entry is not in the book any more. Data: ``number`` (the book's)."""


class EntryFieldUnknown(InputError):
    """A world entry has no field of that name. Data: ``field``, ``known``."""


class EntryValueUnknown(InputError):
    """A field of a world entry cannot have that value. Data: ``value``, ``wanted`` (known, whole, number), ``known``,
    ``low``, ``high``.
    """


class NoSuchPreset(InputError):
    """No preset of that number may be used here. Data: ``number``."""


class NoSuchPersonaVersion(InputError):
    """The persona that has grown here has no version of that number. Data: ``number``."""


class NoSuchPersonaField(InputError):
    """A persona that grows has no field of that name. Data: ``field``."""


class PersonaNotGrown(StateError):
    """The character is as its card says."""


class NoSuchPresetVersion(InputError):
    """The preset of this chat has no version of that number. Data: ``name``, ``number``."""


class NoSuchPrompt(InputError):
    """The preset has no prompt of that number or name. Data: ``name``."""


class PromptFixed(InputError):
    """A prompt that every preset has is switched off, not deleted; and Omoide fills in what it says. Data: ``name``."""


class SamplerUnknown(InputError):
    """A preset asks for no such thing of the model. Data: ``name``, ``known``."""


class SamplerValue(InputError):
    """No such value may be asked for. Data: ``name``, ``low``, ``high``, ``whole`` (1: a whole number)."""
