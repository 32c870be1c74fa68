"""What is true of the real people who are present."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC
from itertools import chain
from typing import Final

from engine.db.memory import facts
from engine.db.memory.vectors import Models
from engine.db.people import dates
from engine.db.postgres.pool import Database
from engine.recall.episodic import longest
from engine.recall.fan_out import Ask, HeldBack
from engine.recall.quotes import local, part
from engine.recall.scope import RecallReach
from engine.rules.dates.occurring import coming
from engine.rules.dates.telling import dated_text, near_line
from engine.rules.recall.telling.quoting import dated_line, harmless, said_of, shortened
from engine.values.memory.memories import PersonFact, TellingPlace
from engine.values.models.prompts import PromptPart, Quote
from engine.values.people.dates import ComingDate, DatedFact, DateWish, FactDate

STORE = "fact"
NEAR_DAYS: Final = 3
"""What comes until so many days after today is told without being asked."""


@dataclass(frozen=True, slots=True)
class AboutPeople:
    """Proposes facts about everyone who is present, the asker's first; private ones only where that is allowed.

    What is near is told apart, with when it is; what somebody wants left alone is not told at all. Of whom private ones
    would have been told, and who has not been asked yet, is said besides.
    """

    db: Database
    models: Models

    async def __call__(self, ask: Ask) -> Sequence[PromptPart | HeldBack]:
        reach = await ask.reach()
        if reach is None:
            return ()
        people = [it for it in ask.present.speaking if it in reach.told]
        days = await asyncio.gather(*(self._days(ask, reach, it) for it in people))
        near = [it for some in await asyncio.gather(*(self._near(ask, it) for it in days)) for it in some]
        near.sort(key=lambda it: (it.at.astimezone(UTC), it.fact.id))
        apart = {it.fact.id for it in near} | {it.fact.id for it in chain(*days) if it.date.wish is DateWish.LEAVE}
        on = {it.fact.id: it.date for it in chain(*days)}
        known = await asyncio.gather(*(self._told(ask, reach, it) for it in people))
        others = (fact for some in known for fact in some if fact.id not in apart)
        quotes = [_quote(ask, fact, place, on.get(fact.id)) for place, fact in enumerate(others)]
        soon = [_near_quote(ask, it, place) for place, it in enumerate(near) if it.date.wish is not DateWish.LEAVE]
        parts = [
            *part(ask, "dates", ask.texts.dates, soon, tokens=ask.settings.recall_tokens),
            *part(ask, "about", ask.texts.about, quotes, tokens=ask.settings.recall_tokens),
        ]
        unasked = sorted(reach.unasked.intersection(people))
        private = await asyncio.gather(*(self._known(ask, it, private=True) for it in unasked))
        held_back = {
            who: texts
            for who, some in zip(unasked, private, strict=True)
            if (texts := tuple(it.text for it in some if it.private))
        }
        return [*parts, HeldBack(held_back)] if held_back else parts

    async def _days(self, ask: Ask, reach: RecallReach, person: int) -> list[DatedFact]:
        """The dated facts about one person that may be told here."""
        private = ask.present.private or person in reach.elsewhere
        return await dates.dates_of(self.db, person, ask.character, at=_place(ask), private_too=private)

    async def _near(self, ask: Ask, days: Sequence[DatedFact]) -> list[ComingDate]:
        """What of a person's days is near by their own clock."""
        if not days:
            return []
        person = days[0].fact.person
        zone = await ask.zone_of(person) if ask.zone_of is not None and person != ask.person else None
        return coming(days, ask.now.astimezone(zone) if zone else local(ask, ask.now), NEAR_DAYS)

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


def _near_quote(ask: Ask, it: ComingDate, place: int) -> Quote:
    mark, fact = ask.present.mark, it.fact
    name = harmless(ask.present.people.get(fact.person, ""), mark)
    text = harmless(shortened(fact.text, longest(ask.settings)), mark)
    about = said_of(name, text, ask.settings.language)
    line = f"[{near_line(it, ask.now.astimezone(it.at.tzinfo), ask.settings.language)}] {about}"
    return Quote(line, store=STORE, id=fact.id, place=float(place))


def _quote(ask: Ask, fact: PersonFact, place: int, on: FactDate | None = None) -> Quote:
    mark = ask.present.mark
    name = harmless(ask.present.people.get(fact.person, ""), mark)
    text = dated_text(harmless(shortened(fact.text, longest(ask.settings)), mark), on, ask.settings.language)
    line = dated_line(local(ask, fact.occurred_at), text, about=name, language=ask.settings.language)
    return Quote(line, store=STORE, id=fact.id, place=float(place))
