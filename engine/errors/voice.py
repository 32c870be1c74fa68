"""Listening to what people say, and saying replies aloud. Each has ``service`` and ``endpoint``, see VoiceError."""

from engine.errors.tree import StateError, VoiceError


class VoiceUnreachable(VoiceError):
    """Nothing answers at the address."""


class VoiceSilent(VoiceError):
    """No answer within the time for it. Data: ``seconds``."""


class VoiceKeyRefused(VoiceError):
    """The service refuses the key, or the account has nothing left to spend."""

    message = "error-voice-key"


class VoiceModelMissing(VoiceError):
    """The service does not have this model. Data: ``model``."""

    message = "error-voice-model"


class VoiceRateLimited(VoiceError):
    """The service asks for a pause."""

    message = "error-voice-rate"


class VoiceTooMuch(VoiceError):
    """The recording is too large for the service, or the text too long."""


class VoiceUnreadable(VoiceError):
    """Something answers at the address, but no such service."""


class VoiceRefused(VoiceError):
    """The service does not take the request, most likely the kind of file. Data: ``status``."""


class VoiceFailed(VoiceError):
    """The service fails on its own side. Data: ``status``."""


class SpeechMissing(StateError):
    """No service that says replies aloud is configured."""


class SpeechOff(StateError):
    """Replies are not said aloud there."""


class NothingToSay(StateError):
    """There is no reply to say aloud, or none with words that can be spoken."""
