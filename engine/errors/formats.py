"""A file was read, but it is not the card, chat, book or story that it should be."""

from engine.errors.tree import InputError, OtherFile


class CardDamaged(InputError):
    """The card inside a picture does not decode. Data: ``part`` (checksum, compression, exif, base64)."""


class NotACard(OtherFile):
    """Valid JSON that holds no named character; a world book, for example."""


class NodestWithoutCard(InputError):
    """A file of NodeST, or a part of one, in which the character itself is missing or broken."""


class NotAChat(OtherFile):
    """Readable text or JSON that is no chat of a program we know."""


class ChatLineBroken(InputError):
    """A line of a chat is no JSON that can be read. Data: ``line`` (from 1)."""


class ChatLineNotMessage(OtherFile):
    """A line of a chat is JSON, but no message. Data: ``line`` (from 1)."""


class ChatLineTooLong(InputError):
    """A message of a chat is too long. Data: ``line`` (from 1), ``limit``, ``length`` (characters)."""


class ChatTooManySwipes(InputError):
    """A message of a chat has more versions than we read. Data: ``line`` (from 1), ``limit``."""


class ChatTooManyLines(InputError):
    """A chat has more messages than we read. Data: ``limit``."""


class ChatTooManyValues(InputError):
    """A chat carries more data than any real one of its size. Data: ``limit``, values."""


class NotABackup(OtherFile):
    """A zip archive in which nothing of SillyTavern's was found."""


class BackupMemberMissing(InputError):
    """A backup has no file of this path. Data: ``path``."""


class NotAGroup(OtherFile):
    """JSON that describes no group of characters."""


class NotABook(OtherFile):
    """A file that holds no world book. Data: ``seems`` (picture, text, or what ``formats.likeness`` says)."""


class EntryWithoutKeys(InputError):
    """Nothing would ever call an entry of a book written as Markdown. Data: ``line`` (from 1), ``title``."""


class EntryLineUnreadable(InputError):
    """A line below the title of an entry written as Markdown has a value that makes no sense.

    Data: ``line`` (from 1), ``field``, ``value``.
    """


class CardPartUnknown(InputError):
    """A card written as Markdown has a heading that is no part of a card. Data: ``line`` (from 1), ``part``."""


class NotAPreset(OtherFile):
    """A file that holds no chat-completion preset. Data: ``seems`` (as for NotABook)."""


class NotScripts(OtherFile):
    """A file that holds no regex scripts. Data: ``seems`` (as for NotABook)."""


class TooManyEntries(InputError):
    """A book, a preset or a list of scripts has more entries than we read. Data: ``limit``."""


class FormUnknown(InputError):
    """Characters are exported as png, json or charx. Data: ``form`` as given."""


class MemoryFileEmpty(InputError):
    """A file of memories in which nothing could be read."""


class MemoryFileNewer(InputError):
    """A file of memories of a form that is not known yet. Data: ``version``, ``known``: the newest that is."""


class StoryFileBroken(InputError):
    """A file of a story was cut, damaged or changed. Data: ``what`` (the part)."""


class StoryFileNewer(InputError):
    """A file of a story is of a newer version. Data: ``version``, ``known``."""


class StoryFileUnequal(InputError):
    """What was read from a file of a story is not what was exported; nothing was imported."""


class SettingNotPreviewed(InputError):
    """No prompt of files alone depends on that setting. Data: ``name``, ``known``."""
