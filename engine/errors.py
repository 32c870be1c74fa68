"""Every error that Omoide raises on purpose.

    OmoideError
    ├── ConfigError            what an operator wrote cannot be used
    ├── PlatformError          Discord or Telegram does not let us in
    ├── DatabaseError          the database is away, unfit, or its answer is unknown
    ├── ModelError             a model or its endpoint did not give a reply
    ├── InputError             what a person sent cannot be used
    └── StateError             the request was right, the moment was not

An error names a Fluent message (``config/locales/*/``) and carries the values that message needs, so that a person
reads it in their own language and an operator finds what to do. Drivers' errors are translated once, at the edge where
the driver is called, and never pass it.
"""

from typing import ClassVar

Datum = str | int | float


class OmoideError(Exception):
    """An expected failure. ``message`` is a Fluent id; ``data`` are the values it is filled with."""

    message: ClassVar[str] = "error-internal"

    def __init__(self, **data: Datum) -> None:
        super().__init__(self.message, data)
        self.data = data

    def __str__(self) -> str:
        values = ", ".join(f"{name}={value!r}" for name, value in self.data.items())
        return f"{self.message}({values})"


class ConfigError(OmoideError):
    """What an operator wrote cannot be used. Data: ``name``, ``reason``."""

    message = "error-config"


class ConfigInvalid(ConfigError):
    """Process settings have values that cannot be used. Data: ``problems`` (a line each), ``count``."""

    message = "error-config-invalid"


class EnvFileUnwritable(ConfigError):
    """The ``.env`` file cannot be read or written; it is as it was. Data: ``file``, ``reason``."""

    message = "error-env-file"


class PlatformError(OmoideError):
    """A platform does not let us in. Data: ``platform`` (its name for people)."""

    message = "error-platform"


class PlatformTokenWrong(PlatformError):
    """The platform does not know the bot's token. Data: ``platform``, ``name`` (of the setting)."""

    message = "error-platform-token"


class PlatformUnreachable(PlatformError):
    """The platform's address does not answer. Data: ``platform``, ``reason``."""

    message = "error-platform-unreachable"


class DatabaseError(OmoideError):
    """The database is away, unfit, or its answer is unknown."""

    message = "error-database"


class DatabaseUnreachable(DatabaseError):
    """No connection, or it broke while nothing could have been committed: try again. Data: ``code``."""

    message = "error-database-unreachable"


class DatabaseOutcomeUnknown(DatabaseError):
    """The connection broke while a commit was under way: repeat under the same key. Data: ``code``."""

    message = "error-database-outcome-unknown"


class DatabaseConflict(DatabaseError):
    """A deadlock, a serialization failure or a lock not had in time: repeat at once, a few times. Data: ``code``."""

    message = "error-database-conflict"


class DatabaseFull(DatabaseError):
    """The server has no disk space left. Nothing was written. Data: ``code``."""

    message = "error-database-full"


class DatabaseTimeout(DatabaseError):
    """A statement took longer than it may. Nothing was written. Data: ``code``, ``query``."""

    message = "error-database-timeout"


class DatabaseConstraint(DatabaseError):
    """A row broke a rule of the schema. Data: ``code``, ``query``, ``constraint``."""

    message = "error-database-constraint"


class DatabaseRefused(DatabaseError):
    """The server does not let us in: user, password or database name. Data: ``code``, ``reason``."""

    message = "error-database-refused"


class DatabaseTooOld(DatabaseError):
    """The server is older than Omoide needs. Data: ``version``, ``needed``."""

    message = "error-database-too-old"


class DatabaseTooNew(DatabaseError):
    """A newer Omoide has migrated this database. Data: ``name`` of its migration, ``known`` migrations here."""

    message = "error-database-too-new"


class MigrationChanged(DatabaseError):
    """An applied migration file has another text now. Data: ``name``."""

    message = "error-migration-changed"


class VectorExtensionMissing(DatabaseError):
    """The server has no pgvector."""

    message = "error-vector-missing"


class VectorExtensionTooOld(DatabaseError):
    """The server's pgvector is older than 0.8. Data: ``version``."""

    message = "error-vector-too-old"


class VectorExtensionForbidden(DatabaseError):
    """pgvector is there, but our role may not install it in this database."""

    message = "error-vector-forbidden"


class DataFolderForeign(DatabaseError):
    """The folder holds something that is not a database of ours. Data: ``folder``."""

    message = "error-data-folder-foreign"


class DataFolderMajor(DatabaseError):
    """The folder was made by another major version of Postgres. Data: ``folder``, ``found``, ``needed``."""

    message = "error-data-folder-major"


class DataFolderUnreachable(DatabaseError):
    """The user that the database runs as cannot reach the folder. Data: ``folder``, ``user``."""

    message = "error-data-folder-unreachable"


class DatabaseStartTimeout(DatabaseError):
    """Our own server was not ready in time. Data: ``seconds``, ``log``, the path of its log."""

    message = "error-database-start-timeout"


class DatabaseStartFailed(DatabaseError):
    """Our own server could not be made or did not start. Data: ``reason``, ``log``, the path of its log."""

    message = "error-database-start-failed"


class EmbeddedDatabaseMissing(DatabaseError):
    """The package with the database's programs is not installed."""

    message = "error-embedded-missing"


class BackupFailed(DatabaseError):
    """A backup was not made or not put back; what was there before is as it was. Data: ``reason``."""

    message = "error-backup-failed"


class BackupTooNew(DatabaseError):
    """The server is newer than the programs that could back it up. Data: ``server``, ``ours``."""

    message = "error-backup-server-newer"


class BackupNoRoom(DatabaseError):
    """Too little space for another backup; none was removed. Data: ``folder``, ``free``, ``needed`` (megabytes)."""

    message = "error-backup-no-room"


class BackupFolderUnusable(DatabaseError):
    """The folder for backups cannot be written. Data: ``folder``, ``reason``."""

    message = "error-backup-folder"


class BackupDamaged(DatabaseError):
    """A backup does not hold what it held when it was made. Data: ``name``."""

    message = "error-backup-damaged"


class ModelError(OmoideError):
    """A model or its endpoint did not give a reply."""

    message = "error-model"


class DemoInstallFailed(ModelError):
    """The demonstration model's packages could not be installed. Data: ``reason``, the installer's own words."""

    message = "error-demo-install"


class DemoStartFailed(ModelError):
    """The demonstration model's server did not start. Data: ``log``, the path of its log."""

    message = "error-demo-start"


class NoModelConfigured(ModelError):
    """No endpoint is set for a role. Data: ``role``."""

    message = "error-model-none"


class ModelKeyRefused(ModelError):
    """The endpoint refuses the key, or there is none. Data: ``endpoint``, ``model``."""

    message = "error-model-key"


class ModelNoCredit(ModelError):
    """The account behind the key has nothing left to spend. Data: ``endpoint``, ``model``."""

    message = "error-model-credit"


class ModelNotFound(ModelError):
    """The endpoint does not have this model. Data: ``endpoint``, ``model``."""

    message = "error-model-not-found"


class ModelUrlWrong(ModelError):
    """Something answers at the address, but it is no model. Data: ``endpoint``, ``model``, ``url``."""

    message = "error-model-url"


class ModelUnreachable(ModelError):
    """Nothing answers at the address. Data: ``endpoint``, ``model``, ``url``."""

    message = "error-model-unreachable"


class ModelRateLimited(ModelError):
    """The endpoint asks for a pause. Data: ``endpoint``, ``model``, ``seconds`` (0 when it names none)."""

    message = "error-model-rate"


class ModelBusy(ModelError):
    """The endpoint fails on its own side. Data: ``endpoint``, ``model``, ``status`` (0 when it names none)."""

    message = "error-model-busy"


class ModelPaused(ModelError):
    """The endpoint failed so often that it is left alone for a moment. Data: ``endpoint``, ``model``, ``seconds``."""

    message = "error-model-paused"


class ModelSilent(ModelError):
    """No sign of life within the deadline. Data: ``endpoint``, ``model``, ``seconds``."""

    message = "error-model-silent"


class ModelBroken(ModelError):
    """The answer broke off, or could not be read, before any text. Data: ``endpoint``, ``model``."""

    message = "error-model-broken"


class ModelContextTooLong(ModelError):
    """The prompt is longer than the model takes. Data: ``endpoint``, ``model``."""

    message = "error-model-context"


class ModelRefusedRequest(ModelError):
    """The endpoint does not take the request. Data: ``endpoint``, ``model``, ``reason`` (the server's words, short)."""

    message = "error-model-refused"


class AnswerUnusable(ModelError):
    """A model in the background answered twice in no shape that can be read. Data: ``endpoint``, ``model``."""

    message = "error-answer-unusable"


class LocalEmbeddingMissing(ModelError):
    """An embedding model is to run on this machine, but the extra for it is not installed. Data: ``model``."""

    message = "error-embedding-local-missing"


class LocalEmbeddingFailed(ModelError):
    """An embedding model on this machine could not be loaded or used. Data: ``model``."""

    message = "error-embedding-local-failed"


class EmbeddingUnfit(ModelError):
    """An embedding endpoint sent no usable vectors. Data: ``endpoint``, ``model``."""

    message = "error-embedding-unfit"


class InputError(OmoideError):
    """What a person sent cannot be used."""

    message = "error-input"


class TextTooLong(InputError):
    """A text is longer than its place allows. Nothing of it was kept. Data: ``limit``, ``length`` (characters)."""

    message = "error-text-too-long"


class TagPatternInvalid(InputError):
    """A tag pattern is not of the form ``before{}after`` on one line. Data: ``pattern``."""

    message = "error-tag-pattern"


class RegexRefused(InputError):
    """A JavaScript regex is wrong, or more than can be run safely.

    Data: ``reason`` (syntax, flags, lookaround, backreference, property, sets, repeat, size, long, deep, many) and
    ``detail``.
    """

    message = "error-regex-refused"


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


class CardDamaged(InputError):
    """The card inside a picture does not decode. Data: ``part`` (checksum, compression, exif, base64)."""

    message = "error-card-damaged"


class NotACard(InputError):
    """Valid JSON that holds no named character; a world book, for example."""

    message = "error-not-a-card"


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


class YamlBroken(InputError):
    """The text is not valid YAML. Data: ``line``, ``column`` (from 1) of the first fault."""

    message = "error-yaml-broken"


class NotAChat(InputError):
    """Readable text or JSON that is no chat of a program we know."""

    message = "error-not-a-chat"


class ChatLineBroken(InputError):
    """A line of a chat is no JSON that can be read. Data: ``line`` (from 1)."""

    message = "error-chat-line-broken"


class ChatLineNotMessage(InputError):
    """A line of a chat is JSON, but no message. Data: ``line`` (from 1)."""

    message = "error-chat-line-not-message"


class ChatLineTooLong(InputError):
    """A message of a chat is too long. Data: ``line`` (from 1), ``limit``, ``length`` (characters)."""

    message = "error-chat-line-too-long"


class ChatTooManySwipes(InputError):
    """A message of a chat has more versions than we read. Data: ``line`` (from 1), ``limit``."""

    message = "error-chat-too-many-swipes"


class ChatTooManyLines(InputError):
    """A chat has more messages than we read. Data: ``limit``."""

    message = "error-chat-too-many-lines"


class ChatTooManyValues(InputError):
    """A chat carries more data than any real one of its size. Data: ``limit``, values."""

    message = "error-chat-too-many-values"


class NotABackup(InputError):
    """A zip archive in which nothing of SillyTavern's was found."""

    message = "error-not-a-backup"


class BackupMemberMissing(InputError):
    """A backup has no file of this path. Data: ``path``."""

    message = "error-backup-member-missing"


class NotAGroup(InputError):
    """JSON that describes no group of characters."""

    message = "error-not-a-group"


class NotABook(InputError):
    """A file that holds no world book. Data: ``seems`` (picture, text, or what ``formats.likeness`` says)."""

    message = "error-not-a-book"


class NotAPreset(InputError):
    """A file that holds no chat-completion preset. Data: ``seems`` (as for NotABook)."""

    message = "error-not-a-preset"


class NotScripts(InputError):
    """A file that holds no regex scripts. Data: ``seems`` (as for NotABook)."""

    message = "error-not-scripts"


class TooManyEntries(InputError):
    """A book, a preset or a list of scripts has more entries than we read. Data: ``limit``."""

    message = "error-too-many-entries"


class NothingCalled(InputError):
    """A list has nothing of this number or name. Data: ``name`` as given, ``command`` that shows the list."""

    message = "error-nothing-called"


class SeveralCalled(InputError):
    """More than one thing fits a name. Data: ``name`` as given, ``found`` (their numbers)."""

    message = "error-several-called"


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


class UnknownSetting(InputError):
    """There is no such setting. Data: ``name``, ``near`` (names that look like it, or the command that lists them)."""

    message = "error-setting-unknown"


class SettingOutOfRange(InputError):
    """The number is outside the range. Data: ``name``, ``low``, ``high``."""

    message = "error-setting-out-of-range"


class SettingNotUnderstood(InputError):
    """The value is not of the setting's kind. Data: ``name``, ``expected`` (a form that reads in any language)."""

    message = "error-setting-not-understood"


class SettingNotHere(InputError):
    """The setting cannot be set in this scope. Data: ``name``, ``scope``."""

    message = "error-setting-not-here"


class SettingTooLoose(InputError):
    """A higher scope holds the setting to a limit. Data: ``name``, ``limit``, ``scope``."""

    message = "error-setting-too-loose"


class PromptTooLong(InputError):
    """What cannot be left out does not fit the model's input. Data: ``tokens``, ``limit``."""

    message = "error-prompt-too-long"


class StateError(OmoideError):
    """The request was right, the moment was not."""

    message = "error-state"


class NothingSaid(StateError):
    """There is nothing yet that could be done again, gone on with, or taken back."""

    message = "error-nothing-said"


class NothingSinceChapter(StateError):
    """Nothing was said since the last chapter was closed, or at all."""

    message = "error-nothing-since-chapter"


class NothingOfYours(StateError):
    """The person has said nothing here that could be changed."""

    message = "error-nothing-of-yours"


class FirstSwipe(StateError):
    """There is no earlier reply at this place."""

    message = "error-first-swipe"


class ReplyMoved(StateError):
    """The reply that was meant is not the last one any more. Data: ``turned``: another stands at its place now."""

    message = "error-reply-moved"


class NotOnTheLine(InputError):
    """A message that is none of this chat's, or lies on no line that is played here."""

    message = "error-not-on-the-line"


class OnlyOneGreeting(StateError):
    """The character has no other greeting."""

    message = "error-only-one-greeting"


class NoSuchSession(InputError):
    """No session of that number stands in this channel. Data: ``number``."""

    message = "error-no-such-session"


class NoSuchSavepoint(InputError):
    """No savepoint of that number in this session. Data: ``number``."""

    message = "error-no-such-savepoint"


class NoSuchBranch(InputError):
    """No branch of that number in this session. Data: ``number``."""

    message = "error-no-such-branch"


class BranchInUse(StateError):
    """People stand on this branch, so it cannot be put away. Data: ``number``."""

    message = "error-branch-in-use"


class OnePlaceOnly(StateError):
    """The platform has one place only, so a story cannot go on in another one beside it."""

    message = "error-one-place-only"


class NoThreadHere(StateError):
    """The platform did not let us open a thread or topic. Data: ``why``, a word that the message knows."""

    message = "error-no-thread-here"


class NoBooth(StateError):
    """Nobody can be given a place of their own beside this one. Data: ``why``, a word that the message knows."""

    message = "error-no-booth"


class BranchTaken(StateError):
    """The branch is played in another channel. Data: ``number``."""

    message = "error-branch-taken"


class NoSuchCharacter(InputError):
    """No character of that number may be used here. Data: ``number``."""

    message = "error-no-such-character"


class CharacterBuiltIn(InputError):
    """What comes with the house can be hidden or copied, but not changed or deleted. Data: ``name``, ``number``."""

    message = "error-character-built-in"


class NoSuchVersion(InputError):
    """A character has no version of that number. Data: ``name``, ``number``."""

    message = "error-no-such-version"


class PictureUnreadable(InputError):
    """A file that was to be a character's face is no picture that can be shown. Data: ``filename``."""

    message = "error-picture-unreadable"


class CardFieldUnknown(InputError):
    """A card has no field of that name that may be edited. Data: ``field``, ``known``."""

    message = "error-card-field-unknown"


class NoSuchUpload(InputError):
    """No file of that name waits here for a yes: it was imported, dropped, or an hour is over."""

    message = "error-no-such-upload"


class NotOfferedThere(InputError):
    """A file cannot be imported in this way. Data: ``kind`` (of the file), ``offer``."""

    message = "error-not-offered-there"


class NoSuchWorld(InputError):
    """No world book of that number may be used here. Data: ``number``."""

    message = "error-no-such-world"


class WorldOfTheHouse(InputError):
    """The book comes from a file of the house's folder; only that file's owner can remove it. Data: ``name``."""

    message = "error-world-of-the-house"


class NoSuchPreset(InputError):
    """No preset of that number may be used here. Data: ``number``."""

    message = "error-no-such-preset"


class NoSuchBackground(InputError):
    """No background of that number may be used here. Data: ``number``."""

    message = "error-no-such-background"


class MemoryFileEmpty(InputError):
    """A file of memories in which nothing could be read."""

    message = "error-memory-file-empty"


class MemoryFileNewer(InputError):
    """A file of memories of a form that is not known yet. Data: ``version``, ``known``: the newest that is."""

    message = "error-memory-file-newer"


class BackgroundEmpty(InputError):
    """A background without a setting, an outline and an ending."""

    message = "error-background-empty"


class OutlineTooLong(InputError):
    """An outline has more points than allowed. Data: ``limit``, ``count``."""

    message = "error-outline-too-long"


class PointTooLong(InputError):
    """A point of an outline is longer than allowed. Data: ``number``, ``limit``, ``length`` (characters)."""

    message = "error-point-too-long"


class NoSuchPoint(InputError):
    """An outline has no such point, nor would it be the next one. Data: ``point``, ``points`` (how many there are)."""

    message = "error-no-such-point"


class PointMissing(InputError):
    """The outline of the story here has no such point. Data: ``point``, ``points`` (how many there are)."""

    message = "error-point-missing"


class OutlineMissing(StateError):
    """The background of the story here has no outline."""

    message = "error-outline-missing"


class NoBackground(StateError):
    """The story here is set nowhere."""

    message = "error-no-background"


class NoSuchPersonaVersion(InputError):
    """The persona that has grown here has no version of that number. Data: ``number``."""

    message = "error-no-such-persona-version"


class NoSuchPersonaField(InputError):
    """A persona that grows has no field of that name. Data: ``field``."""

    message = "error-no-such-persona-field"


class PersonaNotGrown(StateError):
    """The character is as its card says."""

    message = "error-persona-not-grown"


class NoSuchPerson(InputError):
    """Nobody who has written here is called so. Data: ``name`` as given."""

    message = "error-no-such-person"


class NoSuchPersona(InputError):
    """The person has no persona of that number. Data: ``number``."""

    message = "error-no-such-persona"


class NoPersona(StateError):
    """The person plays nobody but themselves, so nothing can be bound to their persona."""

    message = "error-no-persona"


class FormUnknown(InputError):
    """Characters are exported as png, json or charx. Data: ``form`` as given."""

    message = "error-form-unknown"


class TooFarBack(InputError):
    """There are fewer messages than that. Data: ``messages``: how many there are."""

    message = "error-too-far-back"


class NotOwner(InputError):
    """Only an owner of the house may do this."""

    message = "error-not-owner"


class NoSuchSpace(InputError):
    """No space has this number. Data: ``number``."""

    message = "error-no-such-space"


class SessionMissing(StateError):
    """No session is played here, or its data is gone; no model was called."""

    message = "error-session-missing"


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


class CardMissing(StateError):
    """The character's card is gone or cannot be read; no model was called. Data: ``character``."""

    message = "error-card-missing"


class CharacterThrownAway(StateError):
    """The character that is to speak lies in the trash; no model was called. Data: ``character``."""

    message = "error-character-thrown-away"


class LeaseLost(StateError):
    """Somebody else holds the stand now: what we were doing there is over."""

    message = "error-lease-lost"


class BackgroundSpent(StateError):
    """Work in the background has taken what a day allows. Data: ``limit`` (tokens), ``seconds`` until tomorrow."""

    message = "error-background-spent"


class DaySpent(BackgroundSpent):
    """Nothing is left of what the house or a place may use in a day, so nothing is done behind its turns either."""

    message = "error-day-spent"


class AllowanceSpent(StateError):
    """Nothing is left of what may be used in a day. Data: ``holder``, ``unit``, ``amount``, ``hours``, ``minutes``."""

    message = "allowance-spent"


class Paused(StateError):
    """Somebody who looks after the place has made the characters be silent there."""

    message = "place-paused"


class CorrectionGone(StateError):
    """What was to be corrected was corrected before, has waited too long, or is no more."""

    message = "error-correction-gone"


class NothingRemembered(StateError):
    """Nothing is remembered of a chat yet."""

    message = "error-nothing-remembered"


class InitiationRunning(StateError):
    """A story is being read in already."""

    message = "error-initiation-running"


class InitiationNotRunning(StateError):
    """A story is not being read in."""

    message = "error-initiation-not-running"


class InitiationNotPaused(StateError):
    """Reading a story in does not wait."""

    message = "error-initiation-not-paused"


class NothingToRead(StateError):
    """All that was said in a story is read already."""

    message = "error-nothing-to-read"


class PagesOff(StateError):
    """No pages are kept of the story here."""

    message = "error-pages-off"


class NothingToCompress(StateError):
    """A story has no detailed page."""

    message = "error-nothing-to-compress"


class NothingToSumUp(StateError):
    """So few messages were said since the last summary that all of them stay. Data: ``staying``."""

    message = "error-nothing-to-sum-up"


class SummariesOff(StateError):
    """Talks are not summed up here."""

    message = "error-summaries-off"


class NotInChronicle(InputError):
    """The story is told by nothing of that name. Data: ``kind`` (a ChronicleKind), ``name``."""

    message = "error-not-in-chronicle"


class NotTellable(StateError):
    """No page tells of a thing or a figure, so that it cannot be told again. Data: ``name``."""

    message = "error-not-tellable"


class NothingToCorrect(StateError):
    """No memory was found that the words could be about."""

    message = "error-nothing-to-correct"


class NoSuchMemory(InputError):
    """No memory of that number can be seen from here. Data: ``number``."""

    message = "error-no-such-memory"


class MemoryElsewhere(InputError):
    """A memory belongs to another chat, where others talk too. Data: ``number``, ``chat``."""

    message = "error-memory-elsewhere"


class MemoryEmpty(InputError):
    """A memory or a fact without words."""

    message = "error-memory-empty"


class NoSuchFact(InputError):
    """No fact of that number is known about the person. Data: ``number``."""

    message = "error-no-such-fact"


class FactKnown(InputError):
    """Exactly that is known already."""

    message = "error-fact-known"


class DateUnknown(InputError):
    """Words that name no day. Data: ``given``."""

    message = "error-date-unknown"


class BackupRunning(StateError):
    """A backup is being made at this moment."""

    message = "error-backup-running"


class HouseRunning(StateError):
    """Omoide runs on this data at this moment, so it cannot be replaced. Data: ``names``."""

    message = "error-house-running"


class NoSuchBackup(InputError):
    """There is no such backup. Data: ``name``."""

    message = "error-no-such-backup"


class StoryFileBroken(InputError):
    """A file of a story was cut, damaged or changed. Data: ``what`` (the part)."""

    message = "error-story-file-broken"


class StoryFileNewer(InputError):
    """A file of a story is of a newer version. Data: ``version``, ``known``."""

    message = "error-story-file-newer"


class StoryFileUnequal(InputError):
    """What was read from a file of a story is not what was exported; nothing was imported."""

    message = "error-story-file-unequal"


class MoveCodeWrong(InputError):
    """No chat waits under this code: mistyped, used, or older than ten minutes."""

    message = "error-move-code"


class MoveCodeTries(InputError):
    """Too many codes were wrong. Data: ``tries``."""

    message = "error-move-code-tries"


class MoveToSamePlace(StateError):
    """The chat is in this place already."""

    message = "error-move-same-place"


class LinkError(InputError):
    """Two names cannot be joined."""

    message = "error-link"


class LinkCodeWrong(LinkError):
    """Nobody has a code like that, or it was used."""

    message = "error-link-code-wrong"


class LinkCodeOld(LinkError):
    """The code is older than ten minutes."""

    message = "error-link-code-old"


class LinkCodeOwn(LinkError):
    """The code was made under the name that it is sent from."""

    message = "error-link-code-own"


class LinkCodeTries(LinkError):
    """Too many wrong codes. Data: ``tries``."""

    message = "error-link-code-tries"


class LinkKnown(LinkError):
    """These two names are joined."""

    message = "error-link-known"


class LinkTaken(LinkError):
    """Each of the two has a name on the same platform. Data: ``platform``."""

    message = "error-link-taken"


class LinkShared(LinkError):
    """A name that several people share belongs to none of them."""

    message = "error-link-shared"


class LinkNone(LinkError):
    """There is no link to take back."""

    message = "error-link-none"
