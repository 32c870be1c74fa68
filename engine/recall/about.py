"""What is true of the real people who are present."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

from engine.db.memory import facts
from engine.db.memory.vectors import Models
from engine.db.postgres.pool import Database
from engine.recall.episodic import longest
from engine.recall.fan_out import Ask, HeldBack
from engine.recall.quotes import local, part
from engine.recall.scope import RecallReach
from engine.rules.recall.telling.quoting import dated_line, harmless, shortened
from engine.values.memory.memories import PersonFact, TellingPlace
from engine.values.models.prompts import PromptPart, Quote

STORE = "fact"


@dataclass(frozen=True, slots=True)
class AboutPeople:
    """Proposes facts about everyone who is present, the asker's first; private ones only where that is allowed.

    Of whom private ones would have been told, and who has not been asked yet, is said besides.
    """

    db: Database
    models: Models

    async def __call__(self, ask: Ask) -> Sequence[PromptPart | HeldBack]:
        reach = await ask.reach()
        if reach is None:
            return ()
        people = [it for it in ask.present.speaking if it in reach.told]
        known = await asyncio.gather(*(self._told(ask, reach, it) for it in people))
        quotes = [_quote(ask, fact, place) for place, fact in enumerate(fact for some in known for fact in some)]
        parts = part(ask, "about", ask.texts.about, quotes, tokens=ask.settings.recall_tokens)
        unasked = sorted(reach.unasked.intersection(people))
        private = await asyncio.gather(*(self._known(ask, it, private=True) for it in unasked))
        held_back = {
            who: texts
            for who, some in zip(unasked, private, strict=True)
            if (texts := tuple(it.text for it in some if it.private))
        }
        return [*parts, HeldBack(held_back)] if held_back else parts

    async def _told(self, ask: Ask, reach: RecallReach, person: int) -> list[PersonFact]:
        return await self._known(ask, person, private=ask.present.private or person in reach.elsewhere)

    async def _known(self, ask: Ask, person: int, *, private: bool) -> list[PersonFact]:
        """The facts about one person, oldest first; of many those that are most like the question."""
        known = await facts.facts_of(self.db, person, ask.character, at=_place(ask), private_too=private)
        most = ask.settings.core_items
        if len(known) <= most:
            return known
        liked = await self._liked(ask, person, private=private)
        chosen = list(dict.fromkeys([*liked, *(it.id for it in reversed(known))]))[:most]
        return [it for it in known if it.id in chosen]

    async def _liked(self, ask: Ask, person: int, *, private: bool) -> list[int]:
        vector = await ask.question.vector()
        if vector is None:
            return []
        number = await self.models.number(self.db, ask.question.embedder.model, len(vector))
        most = ask.settings.core_items
        told = (person, ask.character)
        found = await facts.near(self.db, told, number, vector, most, at=_place(ask), private_too=private)
        return [fact.id for fact, _ in found]


def _place(ask: Ask) -> TellingPlace:
    return TellingPlace(ask.session.space, ask.present.covered)


def _quote(ask: Ask, fact: PersonFact, place: int) -> Quote:
    mark = ask.present.mark
    name = harmless(ask.present.people.get(fact.person, ""), mark)
    text = harmless(shortened(fact.text, longest(ask.settings)), mark)
    line = dated_line(local(ask, fact.occurred_at), text, about=name, language=ask.settings.language)
    return Quote(line, store=STORE, id=fact.id, place=float(place))
