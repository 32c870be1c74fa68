"""A file, or what is packed in it, cannot be read at all."""

from engine.errors.tree import InputError, OtherFile


class FileTooBig(InputError):
    """A file, or what is packed inside it, is larger than we read.

    Data: ``size`` and ``limit`` in bytes, ``megabytes``: the limit for people.
    """


class FileTooBigToShow(InputError):
    """A file that came without a word is larger than what a character is shown.

    Data: ``path``, ``megabytes``: the limit, ``imported``: the same for a file that a command takes.
    """


class FileUnknown(OtherFile):
    """The bytes are no file that a character comes in."""


class FileKindUnknown(FileUnknown):
    """The bytes are no file of any kind that can be imported."""


class FileEmpty(FileUnknown):
    """There is nothing in a file."""


class OtherKindExpected(OtherFile):
    """A file was given as a character card and is something else. Data: ``kind``, a FileKind."""


class FileNotUtf8(OtherFile):
    """JSON text in an encoding other than UTF-8 or UTF-16."""


class JsonBroken(InputError):
    """The text is not valid JSON. Data: ``line``, ``column`` (from 1) of the first fault."""


class JsonTooDeep(InputError):
    """Lists and objects lie too deep inside each other. Data: ``limit``."""


class JsonTooMany(InputError):
    """The JSON has too many values. Data: ``limit``."""


class JsonNumberTooLong(InputError):
    """A number has too many digits. Data: ``limit``, ``length``."""

    message = "error-json-number"


class FieldTooLong(InputError):
    """One text of a file is longer than allowed. Data: ``field``, ``limit``, ``length`` (characters)."""


class YamlBroken(InputError):
    """The text is not valid YAML. Data: ``line``, ``column`` (from 1) of the first fault."""


class PictureWithoutCard(OtherFile):
    """A picture that carries no character card. Data: ``kind`` (PNG, JPEG, GIF, WebP)."""


class PictureTruncated(InputError):
    """A PNG ends too early: a part of the file is missing."""


class PictureTooManyParts(InputError):
    """A PNG has more chunks than any real picture. Data: ``limit``."""


class PictureNotPng(OtherFile):
    """A card can only be written into a PNG, and this picture is none."""


class PictureUnreadable(OtherFile):
    """A file that was to be a character's face is no picture that can be shown. Data: ``filename``."""


class ArchiveDamaged(InputError):
    """A zip archive is incomplete, or what it says about itself does not fit."""


class ArchiveTooMany(InputError):
    """A zip archive holds more files than we look at. Data: ``limit``."""


class ArchiveEncrypted(InputError):
    """A zip archive is locked with a password."""


class ArchiveUnsafe(InputError):
    """A zip archive has paths that lead outside of it, or files that share bytes: it is made to harm."""


class ArchiveOverpacked(InputError):
    """A file in a zip archive is packed tighter than any real one. Data: ``ratio``, the most we take."""


class ArchiveMethodUnknown(InputError):
    """A file in a zip archive is packed in another way than deflate."""

    message = "error-archive-method"


class ArchiveWithoutCard(OtherFile):
    """A sound zip archive that is no CHARX and no BYAF."""


class FileMissing(InputError):
    """There is no file at a path. Data: ``path``."""


class FileIsFolder(InputError):
    """A path names a folder. Data: ``path``."""


class FileUnreadable(InputError):
    """A file is there, but we may not read it. Data: ``path``, ``reason``."""


class FileNotSent(InputError):
    """An import without a file."""


class FileNotFetched(InputError):
    """A platform did not hand over a file that was sent. Data: ``path`` (its name)."""


class CardSentAsPhoto(InputError):
    """A card was sent as a photo, from which the platform has removed the character."""


class NoSuchUpload(InputError):
    """No file of that name waits here for a yes: it was imported, dropped, or an hour is over."""


class NoSuchScript(InputError):
    """A file that waits has no regex script of that number. Data: ``number``."""


class NotOfferedThere(InputError):
    """A file cannot be imported in this way. Data: ``kind`` (of the file), ``offer``."""
