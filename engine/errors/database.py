"""The database is away, unfit, or its answer is unknown."""

from engine.errors.tree import DatabaseError


class DatabaseUnreachable(DatabaseError):
    """No connection, or it broke while nothing could have been committed: try again. Data: ``code``."""


class DatabaseOutcomeUnknown(DatabaseError):
    """The connection broke while a commit was under way: repeat under the same key. Data: ``code``."""


class DatabaseConflict(DatabaseError):
    """A deadlock, a serialization failure or a lock not had in time: repeat at once, a few times. Data: ``code``."""


class DatabaseFull(DatabaseError):
    """The server has no disk space left. Nothing was written. Data: ``code``."""


class DatabaseTimeout(DatabaseError):
    """A statement took longer than it may. Nothing was written. Data: ``code``, ``query``."""


class DatabaseConstraint(DatabaseError):
    """A row broke a rule of the schema. Data: ``code``, ``query``, ``constraint``."""


class DatabaseRefused(DatabaseError):
    """The server does not let us in: user, password or database name. Data: ``code``, ``reason``."""


class DatabaseTooOld(DatabaseError):
    """The server is older than Omoide needs. Data: ``version``, ``needed``."""


class DatabaseTooNew(DatabaseError):
    """A newer Omoide has migrated this database. Data: ``name`` of its migration, ``known`` migrations here."""


class MigrationChanged(DatabaseError):
    """An applied migration file has another text now. Data: ``name``."""


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


class DataFolderMajor(DatabaseError):
    """The folder was made by another major version of Postgres. Data: ``folder``, ``found``, ``needed``."""


class DataFolderUnreachable(DatabaseError):
    """The user that the database runs as cannot reach the folder. Data: ``folder``, ``user``."""


class DatabaseStartTimeout(DatabaseError):
    """Our own server was not ready in time. Data: ``seconds``, ``log``, the path of its log."""


class DatabaseStartFailed(DatabaseError):
    """Our own server could not be made or did not start. Data: ``reason``, ``log``, the path of its log."""


class EmbeddedDatabaseMissing(DatabaseError):
    """The package with the database's programs is not installed."""

    message = "error-embedded-missing"
