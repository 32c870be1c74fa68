"""Importing a file that was looked at: all of it or nothing."""

from engine.turns.needs import Needs
from engine.turns.runner import Runner
from engine.values.incoming import Here
from engine.values.transfers import Brought, Offer


async def bring(needs: Needs, runner: Runner, here: Here, name: str, token: str, offer: Offer) -> Brought:
    """Import what waits under ``token``. Raises NoSuchUpload, InputError."""
    raise NotImplementedError
