"""What of a chronicle a reply is told besides the index: pages and dossiers, and who chose them."""

from dataclasses import dataclass
from enum import StrEnum

from engine.values.story.chronicle import Dossier, StoryPage


class ChosenBy(StrEnum):
    """Who chose: a model by calling functions, a model in the shape of a schema, or the words that texts share."""

    MODEL = "model"
    SCHEMA = "schema"
    KEYWORDS = "keywords"


@dataclass(frozen=True, slots=True)
class ChosenPages:
    """What was chosen, best first."""

    by: ChosenBy
    pages: tuple[StoryPage, ...] = ()
    dossiers: tuple[Dossier, ...] = ()

    @property
    def empty(self) -> bool:
        """Whether nothing was chosen."""
        return not self.pages and not self.dossiers

    def at_most(self, pages: int, dossiers: int) -> "ChosenPages":
        """The best of each."""
        return ChosenPages(self.by, self.pages[:pages], self.dossiers[:dossiers])
