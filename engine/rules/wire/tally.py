"""What a generation amounts to, counted while it streams."""

from engine.values.models.failures import Failure, FailureKind
from engine.values.models.models import Delta, Ending, Finish, Finished, Reasoning, ToolCall, Usage, WireEvent


class Tally:
    """Takes the events of one attempt; tells at its end how it ended. A stream is over only with a finish reason."""

    __slots__ = ("bad_call", "called", "finish", "reasoned", "usage", "visible")

    def __init__(self) -> None:
        self.visible = False
        self.reasoned = False
        self.called = False
        self.bad_call = False
        self.finish: Finish | None = None
        self.usage: Usage | None = None

    def take(self, event: WireEvent) -> None:
        """Count one event."""
        match event:
            case Delta(text):
                self.visible = self.visible or not text.isspace()
            case Reasoning():
                self.reasoned = True
            case ToolCall(_, arguments):
                self.called = True
                self.bad_call = self.bad_call or arguments is None
            case Usage():
                self.usage = event
            case Finished(reason):
                self.finish = reason
            case _:
                pass

    def ending(self, failure: Failure | None) -> Ending:
        """How it ended. After a finish reason a broken connection changes nothing."""
        if self.finish is None:
            return _broken(failure)
        if self.finish is Finish.CONTENT_FILTER:
            return Ending.CONTENT_FILTER
        if self.bad_call:
            return Ending.BAD_TOOL_ARGUMENTS
        if not self.visible and not self.called:
            spent = self.reasoned or self.finish is Finish.LENGTH
            return Ending.REASONING_ONLY if spent else Ending.EMPTY
        return Ending.LENGTH if self.finish is Finish.LENGTH else Ending.COMPLETE


def _broken(failure: Failure | None) -> Ending:
    if failure is None or (failure.kind is FailureKind.BROKEN and not failure.code):
        return Ending.CUT
    return Ending.SILENT if failure.kind is FailureKind.SILENT else Ending.ERROR
