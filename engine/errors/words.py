"""What a person typed: texts, names, numbers, settings."""

from engine.errors.tree import InputError


class TextTooLong(InputError):
    """A text is longer than its place allows. Nothing of it was kept. Data: ``limit``, ``length`` (characters)."""


class TagPatternInvalid(InputError):
    """A tag pattern is not of the form ``before{}after`` on one line. Data: ``pattern``."""

    message = "error-tag-pattern"


class RegexRefused(InputError):
    """A JavaScript regex is wrong, or more than can be run safely.

    Data: ``reason`` (syntax, flags, property, sets, repeat, size, long, deep, many) and
    ``detail``.
    """


class NothingCalled(InputError):
    """A list has nothing of this number or name. Data: ``name`` as given, ``kind`` of what the list is of, ``command``
    that shows it.
    """


class NoLongerThere(InputError):
    """A button is about something that is not there any more. Data: its ``kind``, ``command`` that shows what is."""


class SeveralCalled(InputError):
    """More than one thing fits a name. Data: ``name`` as given, ``found`` (their numbers)."""


class DateUnknown(InputError):
    """Words that name no day. Data: ``given``."""


class UnknownSetting(InputError):
    """There is no such setting. Data: ``name``, ``near`` (what looks like it, in a line), ``count`` (how many)."""

    message = "error-setting-unknown"


class SettingOutOfRange(InputError):
    """The number is outside the range. Data: ``name``, ``label``, ``low``, ``high``."""


class SettingNotUnderstood(InputError):
    """The value is not of the setting's kind.

    Data: ``name``, ``label``, ``expected`` (a form that reads in any language).
    """


class SettingNotHere(InputError):
    """The setting cannot be set in this scope. Data: ``name``, ``label``, ``scope``."""


class SettingTooLoose(InputError):
    """A higher scope holds the setting to a limit. Data: ``name``, ``label``, ``limit``, ``scope``."""


class PromptTooLong(InputError):
    """What cannot be left out does not fit the model's input. Data: ``tokens``, ``limit``."""


class PromptRefused(PromptTooLong):
    """The same, with what can be done.

    Data: also ``cause`` (message, history, standing): what is too long; ``own`` and ``free``: its tokens, and those
    that are left for it; ``bound`` (total, reply, context, most): the limit that stops it; ``better``: the value of
    that setting that would do.
    """


class MessageTooLong(InputError):
    """A message alone is longer than a prompt may be. Nothing of it was kept.

    Data: ``length`` in characters, ``tokens``, ``limit``, ``bound`` and ``better`` as with PromptRefused.
    """
