"""The database is away, unfit, or its answer is unknown."""

from engine.errors.tree import DatabaseError


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
