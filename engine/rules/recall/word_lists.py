"""Lists of words that stand in a file beside the module which knows what they are for. Read at import, as code is.

Such a file is a JSON object: where the words come from (``provenance``), under which ``licence``, then the lists.
"""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any


def word_lists(module: str, name: str) -> Mapping[str, Any]:
    """What the file ``name`` holds that lies beside ``module`` (its ``__file__``)."""
    return json.loads(Path(module).with_name(name).read_text("utf-8"))
