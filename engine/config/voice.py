"""Who listens to recordings, and who says replies aloud."""

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from engine.config.field_types import MaybeAddress, Token


class VoiceConfig(BaseModel):
    """A service that listens to recordings, with OpenAI's interface: nobody without ``url``."""

    model_config = ConfigDict(frozen=True, extra="ignore", hide_input_in_errors=True)

    url: MaybeAddress = ""
    key: Token | None = None
    model: Annotated[str, Field(min_length=1, max_length=256)] = "whisper-1"


class SpeechConfig(VoiceConfig):
    """A service that says replies aloud, the same way, and in which voice."""

    model: Annotated[str, Field(min_length=1, max_length=256)] = "tts-1"
    voice: Annotated[str, Field(min_length=1, max_length=256)] = "alloy"
