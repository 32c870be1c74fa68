"""What the model that answers looks up itself, while it answers: its calls, and what they are answered with."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

from engine.context import EngineContext
from engine.llm.skills import Skills
from engine.recall.web.looking_up import LookUp
from engine.recall.web.retriever import SECONDS, marked
from engine.rules.search.queries import LONGEST, MOST, redacted
from engine.rules.search.telling import told
from engine.values.house.settings import Settings
from engine.values.models.models import Endpoint, RoleName, Tool, ToolCall
from engine.values.models.prompts import PromptMessage, PromptTexts, Role
from engine.values.search import LookedUp, Searched

ROUNDS: Final = 2
NAME: Final = "web_search"
BY: Final = "tool"
_GIVEN_ID: Final = "call_{}_{}"


def callers(ctx: EngineContext) -> tuple[Endpoint, ...]:
    """The chat models that are believed to call functions; nobody where the first does not."""
    chat = ctx.roles.endpoints(RoleName.CHAT)
    able = tuple(it for it in chat if ctx.gauges.skills.calls(it))
    return able if chat and chat[0] in able else ()


class Looking:
    """At most ``ROUNDS`` rounds of looking up, each of at most ``MOST`` queries; what is found is told as data.

    ``looked`` is what was done so far. Only who is answered looks something up, and what leaves is as bare as ever.
    """

    def __init__(self, way: LookUp, settings: Settings, texts: PromptTexts, mark: str, looked: LookedUp) -> None:
        self.looked: LookedUp = looked
        self._way = way
        self._settings = settings
        self._texts = texts
        self._mark = mark
        self._left = settings.search_tokens

    @property
    def tool(self) -> Tool:
        """What the model is offered."""
        asked = {"type": "string", "maxLength": LONGEST}
        schema = {"type": "object", "properties": {"query": asked}, "required": ["query"]}
        return Tool(NAME, self._texts.web_call.strip(), schema)

    @property
    def over(self) -> bool:
        """Whether nothing more is looked up."""
        return self.looked.rounds >= ROUNDS

    async def answered(self, said: str, calls: Sequence[ToolCall]) -> tuple[PromptMessage, ...]:
        """What stands in the prompt behind a round: what the model ``said``, its ``calls``, and an answer to each."""
        number = self.looked.rounds + 1
        named = [replace(it, id=it.id or _GIVEN_ID.format(number, at)) for at, it in enumerate(calls[:MOST], 1)]
        self.looked = replace(self.looked, rounds=number, by=BY, wanted=True)
        answer = await self._answer([_query(it) for it in named if it.name == NAME])
        first = next((it for it in named if it.name == NAME), None)
        texts = [answer if it is first else self._texts.web_called.strip() for it in named]
        answers = (PromptMessage(Role.SYSTEM, text, answers=it) for it, text in zip(named, texts, strict=True))
        return (PromptMessage(Role.ASSISTANT, said, calls=tuple(named)), *answers)

    async def _answer(self, proposed: Sequence[str]) -> str:
        way, settings, looked = self._way, self._settings, self.looked
        bare = [redacted(it, way.names) for it in proposed]
        queries = tuple(dict.fromkeys(it for it in bare if it))
        if not queries:
            return self._texts.web_nothing.strip()
        count, language = settings.search_results, settings.language
        if not way.web.knows(queries, count=count, language=language) and not await way.room():
            self.looked = replace(looked, spent=not looked.hits)
            return self._texts.web_nothing.strip()
        begun = way.monotonic()
        found = await way.web.look_up(queries, count=count, language=language, seconds=SECONDS)
        took = looked.ms + round(1_000 * (way.monotonic() - begun), 2)
        budget = self._left // (ROUNDS + 1 - looked.rounds)
        known = {it.url for it in looked.hits}
        new = [it for it in found.hits if it.url not in known]
        shown = told(new, budget, self._mark, first=len(looked.hits) + 1)
        self._left -= budget if shown.hits else 0
        self.looked = replace(
            looked,
            queries=tuple(dict.fromkeys((*looked.queries, *queries))),
            found=_both(looked.found, found),
            hits=(*looked.hits, *shown.hits),
            ms=took,
        )
        return marked(self._texts.web, shown.text, self._mark) if shown.hits else self._texts.web_nothing.strip()

    def learn(self, skills: Skills, endpoint: Endpoint | None) -> None:
        """Note from a whole answer whether its model calls functions: one that never does may not be able to."""
        if endpoint is not None and self.looked.rounds:
            skills.called(endpoint)
        elif endpoint is not None and self.looked.wanted:
            skills.declined(endpoint)


def _query(call: ToolCall) -> str:
    asked: Any = (call.arguments or {}).get("query")
    return asked if isinstance(asked, str) else ""


def _both(before: Searched | None, now: Searched) -> Searched:
    """Two looks into the web as one."""
    if before is None:
        return now
    return Searched(
        queries=tuple(dict.fromkeys((*before.queries, *now.queries))),
        provider=", ".join(dict.fromkeys(it for it in (before.provider, now.provider) if it)),
        hits=(*before.hits, *now.hits),
        cached=before.cached and now.cached,
        failures=tuple(dict.fromkeys((*before.failures, *now.failures))),
    )
