"""Characters that grow in a cradle, and what is fed to them."""

from engine.errors.tree import InputError, StateError


class NoSuchCradle(InputError):
    """No character grows here, or that one no longer does."""


class NothingFed(InputError):
    """There are no words, no file and no link to feed."""


class PieceTooLong(InputError):
    """More than a piece may be. Data: ``length``, ``limit`` (characters)."""


class PieceUnreadable(InputError):
    """A file that is neither text nor a picture. Data: ``filename``."""


class CradleFull(StateError):
    """No more pieces fit into a cradle. Data: ``limit``."""


class TooMuchFed(StateError):
    """The pieces of a cradle are too long together. Data: ``limit`` (characters)."""


class NoSuchPiece(InputError):
    """No piece of that number was fed, or it was taken back. Data: ``number``."""


class NoSuchStatement(InputError):
    """No statement of that number waits for an answer. Data: ``number``."""


class BornAlready(StateError):
    """The character has left its cradle. Data: ``name``."""


class NotBornYet(StateError):
    """The character still grows. Data: ``name``."""


class DraftEmpty(StateError):
    """Nothing is known of the character yet. Data: ``name``."""


class LinkUnread(InputError):
    """There is no text at an address that can be read. Data: ``address``."""


class PictureUnseen(StateError):
    """No model is configured that sees what is on a picture, or it said nothing. Data: ``name``."""


class ProposalElsewhere(StateError):
    """The character does not play in the chat in which somebody says yes to a proposal. Data: ``name``, ``number``."""
