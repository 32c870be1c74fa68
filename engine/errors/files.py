"""A file, or what is packed in it, cannot be read at all."""

from engine.errors.tree import InputError


class FileTooBig(InputError):
    """A file, or what is packed inside it, is larger than we read.

    Data: ``size`` and ``limit`` in bytes, ``megabytes``: the limit for people.
    """

    message = "error-file-too-big"


class FileUnknown(InputError):
    """The bytes are no file that a character comes in."""

    message = "error-file-unknown"


class FileKindUnknown(FileUnknown):
    """The bytes are no file of any kind that can be imported."""

    message = "error-file-kind-unknown"


class FileEmpty(FileUnknown):
    """There is nothing in a file."""

    message = "error-file-empty"


class OtherKindExpected(InputError):
    """A file was given as a character card and is something else. Data: ``kind``, a FileKind."""

    message = "error-other-kind-expected"


class FileNotUtf8(InputError):
    """JSON text in an encoding other than UTF-8 or UTF-16."""

    message = "error-file-not-utf8"


class JsonBroken(InputError):
    """The text is not valid JSON. Data: ``line``, ``column`` (from 1) of the first fault."""

    message = "error-json-broken"


class JsonTooDeep(InputError):
    """Lists and objects lie too deep inside each other. Data: ``limit``."""

    message = "error-json-too-deep"


class JsonTooMany(InputError):
    """The JSON has too many values. Data: ``limit``."""

    message = "error-json-too-many"


class JsonNumberTooLong(InputError):
    """A number has too many digits. Data: ``limit``, ``length``."""

    message = "error-json-number"


class FieldTooLong(InputError):
    """One text of a file is longer than allowed. Data: ``field``, ``limit``, ``length`` (characters)."""

    message = "error-field-too-long"


class YamlBroken(InputError):
    """The text is not valid YAML. Data: ``line``, ``column`` (from 1) of the first fault."""

    message = "error-yaml-broken"


class PictureWithoutCard(InputError):
    """A picture that carries no character card. Data: ``kind`` (PNG, JPEG, GIF, WebP)."""

    message = "error-picture-without-card"


class PictureTruncated(InputError):
    """A PNG ends too early: a part of the file is missing."""

    message = "error-picture-truncated"


class PictureTooManyParts(InputError):
    """A PNG has more chunks than any real picture. Data: ``limit``."""

    message = "error-picture-too-many-parts"


class PictureNotPng(InputError):
    """A card can only be written into a PNG, and this picture is none."""

    message = "error-picture-not-png"


class PictureUnreadable(InputError):
    """A file that was to be a character's face is no picture that can be shown. Data: ``filename``."""

    message = "error-picture-unreadable"


class ArchiveDamaged(InputError):
    """A zip archive is incomplete, or what it says about itself does not fit."""

    message = "error-archive-damaged"


class ArchiveTooMany(InputError):
    """A zip archive holds more files than we look at. Data: ``limit``."""

    message = "error-archive-too-many"


class ArchiveEncrypted(InputError):
    """A zip archive is locked with a password."""

    message = "error-archive-encrypted"


class ArchiveUnsafe(InputError):
    """A zip archive has paths that lead outside of it, or files that share bytes: it is made to harm."""

    message = "error-archive-unsafe"


class ArchiveOverpacked(InputError):
    """A file in a zip archive is packed tighter than any real one. Data: ``ratio``, the most we take."""

    message = "error-archive-overpacked"


class ArchiveMethodUnknown(InputError):
    """A file in a zip archive is packed in another way than deflate."""

    message = "error-archive-method"


class ArchiveWithoutCard(InputError):
    """A sound zip archive that is no CHARX and no BYAF."""

    message = "error-archive-without-card"


class FileMissing(InputError):
    """There is no file at a path. Data: ``path``."""

    message = "error-file-missing"


class FileIsFolder(InputError):
    """A path names a folder. Data: ``path``."""

    message = "error-file-is-folder"


class FileUnreadable(InputError):
    """A file is there, but we may not read it. Data: ``path``, ``reason``."""

    message = "error-file-unreadable"


class FileNotSent(InputError):
    """An import without a file."""

    message = "error-file-not-sent"


class FileNotFetched(InputError):
    """A platform did not hand over a file that was sent. Data: ``path`` (its name)."""

    message = "error-file-not-fetched"


class CardSentAsPhoto(InputError):
    """A card was sent as a photo, from which the platform has removed the character."""

    message = "error-card-sent-as-photo"


class NoSuchUpload(InputError):
    """No file of that name waits here for a yes: it was imported, dropped, or an hour is over."""

    message = "error-no-such-upload"


class NoSuchScript(InputError):
    """A file that waits has no regex script of that number. Data: ``number``."""

    message = "error-no-such-script"


class NotOfferedThere(InputError):
    """A file cannot be imported in this way. Data: ``kind`` (of the file), ``offer``."""

    message = "error-not-offered-there"
