"""Pictures that people send, as models are told of them."""

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture made small for a model: ``data`` of ``media_type``. Two are the same when their files are.

    ``sha256`` is the hash of the file that was sent.
    """

    sha256: str
    media_type: str = field(compare=False)
    data: bytes = field(repr=False, compare=False)


@dataclass(frozen=True, slots=True)
class SentFile:
    """A file that came with a message, of ``size`` bytes. ``sha256`` is None where it was too big to keep; ``text`` is
    what it reads.
    """

    name: str
    sha256: str | None = None
    media_type: str = ""
    text: str = ""
    left_out: int = 0
    """How many more characters the file has."""
    size: int = 0
    speech: str = ""
    """What kind of SpokenKind it is; "" for none."""
    seconds: int = 0
    heard: bool = False
    """Whether its words stand in the text of the message."""

    @property
    def is_picture(self) -> bool:
        """Whether it can be shown to somebody."""
        return self.sha256 is not None and self.media_type.lower().startswith("image/")


@dataclass(frozen=True, slots=True)
class SeenPictures:
    """What the model of a turn sees: pictures themselves, or the words that another model has for them, by hash."""

    shown: tuple[Picture, ...] = ()
    words: tuple[tuple[str, str], ...] = ()

    def picture(self, sha256: str) -> Picture | None:
        """The picture of a file, if it is shown."""
        return next((it for it in self.shown if it.sha256 == sha256), None)

    def said_of(self, sha256: str) -> str:
        """What is on the picture of a file; "" where nobody said."""
        return next((words for sha, words in self.words if sha == sha256), "")


BLIND = SeenPictures()
"""Nothing is seen and nothing was said of any picture."""
