"""How much the fuzz tests try: few examples among the other tests, ``FUZZ_N`` of each in ``make fuzz N=``."""

import os

from hypothesis import HealthCheck, settings

from tests import share

FUZZ = settings(
    max_examples=int(os.environ.get("FUZZ_N", share.examples(100))),
    deadline=None,
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
