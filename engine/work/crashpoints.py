"""Places where a crash is provoked: ``CRASHPOINT=name:n`` kills the process the n-th time it passes ``name``.

Without the variable a crash point does nothing. Every name is listed here, so that all of them can be walked.
"""

import os
import signal
from collections.abc import Callable

NAMES = (
    "after_inbox_commit",
    "in_claim",
    "after_claim",
    "after_load",
    "in_join",
    "after_join",
    "after_request",
    "after_first_save",
    "while_growing",
    "before_commit",
    "in_commit",
    "after_commit",
    "before_placed",
    "after_sending",
    "before_sent",
    "in_head_move",
    "after_head_move",
    "in_due_work",
    "in_remember",
    "in_embed",
    "in_extract",
    "in_pages",
    "in_chronicle",
    "in_sweep",
    "in_forget",
    "in_retention",
)
IN_LETTING_IN = ("after_decision", "in_letting_in", "after_letting_in")
"""Those of letting in who waits, which nobody comes by who may talk already."""
IN_CIRCLES = ("in_circle_plan", "in_circle_round", "in_circle_answer", "in_circle_comment")
"""Those of circles, which no other chat comes by."""
IN_BACKUPS = ("in_backup", "after_census", "before_swap", "in_swap")
"""Those of backups and of putting one back, where nobody talks."""


def _armed(setting: str) -> Callable[[str], None]:
    wanted, _, count = setting.partition(":")
    left = int(count or 1)

    def maybe_crash(name: str) -> None:
        nonlocal left
        if name == wanted:
            left -= 1
            if left == 0:
                os.kill(os.getpid(), signal.SIGKILL)

    return maybe_crash


def _unarmed(_name: str) -> None:
    pass


maybe_crash: Callable[[str], None] = _armed(os.environ["CRASHPOINT"]) if os.environ.get("CRASHPOINT") else _unarmed
