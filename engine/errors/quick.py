"""Quick replies: what is wrong with a script, and what cannot be done in a chat."""

from engine.errors.tree import InputError, OtherFile, StateError


class NotQuickReplies(OtherFile):
    """A file that holds no set of quick replies. Data: ``seems`` (as for NotABook)."""


class SlashBroken(InputError):
    """A slash script cannot be read.

    Data: ``at``, the character (from 1) where it goes wrong; 0 where that lies in words that are read as a script.
    """


class SlashUnrun(InputError):
    """A slash script does what is not done here, so none of it is done.

    Data: ``reply`` (its label), ``what`` ("/popup").
    """


class SlashTakesNoWords(InputError):
    """Words were typed behind a quick reply whose script has no place for them. Data: ``reply`` (its label)."""


class SlashTooLong(InputError):
    """A slash script does more than one press may.

    Data: ``limit``, ``what`` there is a limit of: "commands", "messages", "characters" (that are said), "read"
    (characters of scripts), "depth" (quick replies inside each other), "text" (characters of one that is placed),
    "texts" (that are placed in the chat).
    """


class SlashSpeakerUnknown(InputError):
    """A slash script speaks as somebody who does not play. Data: ``name``."""


class SlashReplyUnknown(InputError):
    """A slash script runs a quick reply that is not there. Data: ``name``."""


class SlashVariableRefused(InputError):
    """A slash script stores a variable without a name, or one that there is no room for. Data: ``name``."""


class SlashComparisonUnknown(InputError):
    """A slash script compares in a way that cannot be done with these values. Data: ``rule``."""


class NoSuchQuickSet(InputError):
    """No set of quick replies of that number may be used here. Data: ``number``."""


class TooManyQuickSets(InputError):
    """A place has as many sets of quick replies as it may have. Data: ``limit``."""


class QuickMeanwhile(StateError):
    """So much was said at the same time that a quick reply found no place in the chat."""
