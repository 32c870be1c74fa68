"""The product. It knows no platform."""

import os
from typing import Final

NUMERIC_THREADS: Final = ("OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "VECLIB_MAXIMUM_THREADS")
"""How many threads the libraries under numpy start, whichever of them it was built with."""

# They are read once, when numpy is first imported, so they stand here: no module of the engine comes before this one. A
# second thread of theirs finds nothing to do in products as small as ours, and spins: 3 ms of work took 106 ms of
# processor time. What an operator has set holds.
for name in NUMERIC_THREADS:
    os.environ.setdefault(name, "1")
