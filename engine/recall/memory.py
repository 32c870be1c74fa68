"""The retrievers of memory, in the order in which their parts stand in a prompt."""

from typing import Final

from engine.db.memory.vectors import Models
from engine.db.postgres.pool import Database
from engine.recall.about import AboutPeople
from engine.recall.core import Core
from engine.recall.diary import Diary
from engine.recall.episodic import Episodic
from engine.recall.fan_out import Retriever
from engine.recall.search import Search
from engine.values.models.prompts import PromptSlot

SECONDS: Final = 1.5


def memory_retrievers(db: Database, models: Models) -> tuple[Retriever, ...]:
    """What is known of the people, of the story, and what was said."""
    search = Search(db, models)
    return (
        Retriever("about", PromptSlot.RECALLED, SECONDS, AboutPeople(db, models)),
        Retriever("core", PromptSlot.RECALLED, SECONDS, Core(search)),
        Retriever("diary", PromptSlot.RECALLED, SECONDS, Diary(search)),
        Retriever("episodic", PromptSlot.RECALLED, SECONDS, Episodic(search)),
    )
