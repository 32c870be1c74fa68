"""Limits on size. The aims below them are printed by ``python -m tests.code.report``."""

from tests.code import allowed
from tests.code.report import FUNCTION_AIM, MODULE_AIM
from tests.code.sources import EVERYTHING, functions, sources

MODULE_LIMIT = 500
FUNCTION_LIMIT = 50


def test_modules_are_short() -> None:
    """A module that nobody can read in one sitting hides the place where a change belongs."""
    lines = {source.path: source.lines for source in sources(*EVERYTHING)}
    long = {path for path, count in lines.items() if count > MODULE_LIMIT}
    assert long - allowed.LONG_MODULES.keys() == set(), "split them, or name them with a reason in allowed.py"
    assert {path for path in allowed.LONG_MODULES if lines.get(path, 0) <= MODULE_AIM} == set(), "no longer needed"


def test_functions_are_short() -> None:
    """A function longer than a screen is changed without being understood."""
    lines = {function.key: function.lines for source in sources(*EVERYTHING) for function in functions(source)}
    long = {key for key, count in lines.items() if count > FUNCTION_LIMIT}
    assert long - allowed.LONG_FUNCTIONS.keys() == set(), "split them, or name them with a reason in allowed.py"
    assert {key for key in allowed.LONG_FUNCTIONS if lines.get(key, 0) <= FUNCTION_AIM} == set(), "no longer needed"
