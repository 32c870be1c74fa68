"""What of a chronicle a reply is told besides the index: pages and dossiers, and who chose them."""

from dataclasses import dataclass
from enum import StrEnum

from engine.values.chronicle import Dossier, Page


class ChosenBy(StrEnum):
    """Who chose: a model by calling functions, a model in the shape of a schema, or the words that texts share."""

    MODEL = "model"
    SCHEMA = "schema"
    KEYWORDS = "keywords"


@dataclass(frozen=True, slots=True)
class Choice:
    """What was chosen, best first."""

    by: ChosenBy
    pages: tuple[Page, ...] = ()
    dossiers: tuple[Dossier, ...] = ()

    @property
    def empty(self) -> bool:
        """Whether nothing was chosen."""
        return not self.pages and not self.dossiers

    def at_most(self, pages: int, dossiers: int) -> "Choice":
        """The best of each."""
        return Choice(self.by, self.pages[:pages], self.dossiers[:dossiers])
