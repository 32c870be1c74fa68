"""What is said aloud: recordings that come with messages and what becomes of them, and replies that are spoken."""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

LONGEST_SECONDS: Final = 600
"""So long a recording is listened to."""


class SpokenKind(StrEnum):
    """What kind of recording a file is: made in a chat, a round video, or any file with sound."""

    VOICE = "voice"
    ROUND = "round"
    AUDIO = "audio"


@dataclass(frozen=True, slots=True)
class Recording:
    """A recording as a service for speech takes it. ``seconds`` is 0 where nobody said how long it is."""

    media_type: str
    data: bytes = field(repr=False)
    seconds: int = 0


@dataclass(frozen=True, slots=True)
class Transcript:
    """What was said in a recording, and what it took in tokens, by estimate where the service does not say."""

    text: str = field(repr=False)
    tokens: int = 0


class VoiceMode(StrEnum):
    """When a character's replies are said aloud too: never, when somebody asks for it, or always."""

    OFF = "off"
    REQUEST = "request"
    ALWAYS = "always"


@dataclass(frozen=True, slots=True)
class SpokenClip:
    """Words that were said aloud, for ``seconds``. ``waveform`` is how loud they are, a byte for each stretch of time.

    Both are nothing where the sound is of another kind than voice messages are made of (Opus in Ogg).
    """

    filename: str
    media_type: str
    data: bytes = field(repr=False)
    seconds: float = 0.0
    waveform: bytes = field(default=b"", repr=False)

    @property
    def is_voice(self) -> bool:
        """Whether platforms take it as a voice message."""
        return bool(self.waveform)
