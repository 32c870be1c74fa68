"""The house itself: its configuration, its platforms, its backups, and who may do what."""

from engine.errors.tree import ConfigError, DatabaseError, InputError, PlatformError, StateError


class ConfigInvalid(ConfigError):
    """Process settings have values that cannot be used. Data: ``problems`` (a line each), ``count``."""


class OwnerCodeWeak(ConfigError):
    """The owner's code that an operator chose is too easy to guess. Data: ``name``, ``example``."""


class EnvFileUnwritable(ConfigError):
    """The ``.env`` file cannot be read or written; it is as it was. Data: ``file``, ``reason``."""

    message = "error-env-file"


class PlatformTokenWrong(PlatformError):
    """The platform does not know the bot's token. Data: ``platform``, ``name`` (of the setting)."""

    message = "error-platform-token"


class PlatformUnreachable(PlatformError):
    """The platform's address does not answer. Data: ``platform``, ``reason``."""


class BackupFailed(DatabaseError):
    """A backup was not made or not put back; what was there before is as it was. Data: ``reason``."""


class BackupTooNew(DatabaseError):
    """The server is newer than the programs that could back it up. Data: ``server``, ``ours``."""

    message = "error-backup-server-newer"


class BackupServerOther(DatabaseError):
    """The server is of another version than our own, so a dump of ours does not fit it. Data: ``server``, ``ours``."""

    message = "error-backup-server-other"


class BackupNoRoom(DatabaseError):
    """Too little space for another backup; none was removed. Data: ``folder``, ``free``, ``needed`` (megabytes)."""


class BackupFolderUnusable(DatabaseError):
    """The folder for backups cannot be written. Data: ``folder``, ``reason``."""

    message = "error-backup-folder"


class BackupDamaged(DatabaseError):
    """A backup does not hold what it held when it was made. Data: ``name``."""


class BackupRunning(StateError):
    """A backup is being made at this moment."""


class HouseRunning(StateError):
    """Omoide runs on this data at this moment, so it cannot be replaced. Data: ``names``."""


class NoSuchBackup(InputError):
    """There is no such backup. Data: ``name``."""


class NotOwner(InputError):
    """Only an owner of the house may do this."""


class NoSuchSpace(InputError):
    """No space has this number. Data: ``number``."""


class BackgroundSpent(StateError):
    """Work in the background has taken what a day allows. Data: ``limit`` (tokens), ``seconds`` until tomorrow."""


class DaySpent(BackgroundSpent):
    """Nothing is left of what the house or a place may use in a day, so nothing is done behind its turns either."""


class StorageFull(StateError):
    """There is no room for more of what somebody, or all in a space together, may keep.

    Data: ``kind``, ``holder``, ``used`` and ``limit`` (files: megabytes).
    """


class AllowanceSpent(StateError):
    """Nothing is left of what may be used in a day. Data: ``holder``, ``unit``, ``amount``, ``hours``, ``minutes``."""

    message = "allowance-spent"


class Paused(StateError):
    """Somebody who looks after the place has made the characters be silent there."""

    message = "place-paused"


class WordBlocked(InputError):
    """What somebody wrote has a word that is refused there; nothing of it was kept."""


class WordUnusable(InputError):
    """What is to be blocked is no word, or too long. Data: ``limit`` (characters)."""


class WordsFull(InputError):
    """So many words are blocked that no other can be. Data: ``most``."""


class OwnersStay(InputError):
    """Nobody blocks an owner of the house, nor themselves."""


class NothingToReport(InputError):
    """Only what a character said can be reported, as long as it is there."""


class ReportedAlready(StateError):
    """Somebody has reported this reply before."""
