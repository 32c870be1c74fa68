"""Telegram, through its Bot API."""

import importlib
import sys
from typing import Final

_UNUSED: Final = "cryptography"
"""With it the library reads documents of passports, which nobody shows to a bot of ours: 8 MB."""

# The library does without what is not installed. It is read here first; whoever else wants the other one finds it.
if _UNUSED not in sys.modules and "telegram" not in sys.modules:
    sys.modules[_UNUSED] = None  # pyright: ignore[reportArgumentType] — how Python is told that there is none
    try:
        importlib.import_module("telegram")
    finally:
        del sys.modules[_UNUSED]
