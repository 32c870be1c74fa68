"""The retrievers of memory, in the order in which their parts stand in a prompt."""

from typing import Final

from engine.db.pool import Database
from engine.db.vectors import Models
from engine.recall.about import About
from engine.recall.core import Core
from engine.recall.diary import Diary
from engine.recall.episodic import Episodic
from engine.recall.fan_out import Retriever
from engine.recall.search import Search
from engine.values.prompts import Slot

SECONDS: Final = 1.5


def memory_retrievers(db: Database, models: Models) -> tuple[Retriever, ...]:
    """What is known of the people, of the story, and what was said."""
    search = Search(db, models)
    return (
        Retriever("about", Slot.RECALLED, SECONDS, About(db, models)),
        Retriever("core", Slot.RECALLED, SECONDS, Core(search)),
        Retriever("diary", Slot.RECALLED, SECONDS, Diary(search)),
        Retriever("episodic", Slot.RECALLED, SECONDS, Episodic(search)),
    )
