"""A chat, its messages, its branches, and the place where it is played."""

from engine.errors.tree import InputError, StateError


class NothingSaid(StateError):
    """There is nothing yet that could be done again, gone on with, or taken back."""


class NothingSinceChapter(StateError):
    """Nothing was said since the last chapter was closed, or at all."""


class NothingOfYours(StateError):
    """The person has said nothing here that could be changed.

    ``why``: "none", "undone" where something was taken back, "others" where they point at what somebody else said.
    """


class TurnsOfOthers(StateError):
    """Somebody wants to take back what others said, and took no part in it."""


class OnlyHostsUndo(StateError):
    """Here only hosts take something back."""


class NotTakenBack(StateError):
    """Nothing was taken back a moment ago that could be brought back. Data: ``number`` (of the branch)."""


class NoReaction(InputError):
    """What somebody wants to put on a message is no emoji."""


class EditEmpty(InputError):
    """A message would have no words left."""


class FirstSwipe(StateError):
    """There is no earlier reply at this place."""


class ReplyMoved(StateError):
    """The reply that was meant is not the last one any more. Data: ``turned``: another stands at its place now."""


class NotOnTheLine(InputError):
    """A message that is none of this chat's, or lies on no line that is played here."""


class OnlyOneGreeting(StateError):
    """The character has no other greeting."""


class NoSuchSession(InputError):
    """No session of that number stands in this channel. Data: ``number``."""


class NoSuchSavepoint(InputError):
    """No savepoint of that number in this session. Data: ``number``."""


class NoSuchBranch(InputError):
    """No branch of that number in this session. Data: ``number``."""


class BranchInUse(StateError):
    """People stand on this branch, so it cannot be put away. Data: ``number``."""


class OnePlaceOnly(StateError):
    """The platform has one place only, so a story cannot go on in another one beside it."""


class NoThreadHere(StateError):
    """The platform did not let us open a thread or topic. Data: ``why``, a word that the message knows."""


class NoBooth(StateError):
    """Nobody can be given a place of their own beside this one. Data: ``why``, a word that the message knows."""


class BranchTaken(StateError):
    """The branch is played in another channel. Data: ``number``."""


class TooFarBack(InputError):
    """There are fewer messages than that. Data: ``messages``: how many there are."""


class TooManyMessages(InputError):
    """More messages at once than are deleted. Data: ``most``."""


class MessagesGone(InputError):
    """Messages that are not in the story as it stands: deleted, taken back, or restored already."""


class SessionMissing(StateError):
    """No session is played here, or its data is gone; no model was called."""


class LeaseLost(StateError):
    """Somebody else holds the channel head now: what we were doing there is over."""


class MoveCodeWrong(InputError):
    """No chat waits under this code: mistyped, used, or older than ten minutes."""

    message = "error-move-code"


class MoveCodeTries(InputError):
    """Too many codes were wrong. Data: ``tries``."""


class MoveOthersSpoke(StateError):
    """Others have spoken in the chat, so it cannot go where only one person is."""


class MoveWalled(StateError):
    """Others have spoken in the chat where only some could read, so it cannot go where more people read."""


class MoveToSamePlace(StateError):
    """The chat is in this place already."""

    message = "error-move-same-place"
