"""The part of the tiny engine that is about files, world books, presets, personas and prompts."""

from dataclasses import dataclass, field, replace
from typing import Any

from engine.errors import FileUnknown, LinkNone, NoSuchUpload
from engine.values.characters.presets import Ordered, Preset, PresetInfo, PresetPrompt
from engine.values.characters.scripts import AskedScript
from engine.values.characters.worlds import Binding, Position, WorldBook, WorldEntry, WorldInfo
from engine.values.chats.incoming import Here
from engine.values.chats.outgoing import View
from engine.values.chats.steps import TurnStep
from engine.values.chats.turns import Notice
from engine.values.memory.memories import PersonFact, Recalled
from engine.values.models.inspection import Inspection
from engine.values.models.prompts import LedgerLine, PartVerdict, PromptSlot
from engine.values.people.people import PlatformName
from engine.values.story.choosing import ChosenPages
from engine.values.story.notes import UserPersona
from engine.values.transfers.transfers import Brought, Document, FileKind, Looked, Offer
from tests.bot.fake_memory import FakeAbout

TOKEN = "a1b2c3d4e5f6a7b8"


@dataclass
class FakeFiles:
    """What a file holds is what it begins with: "character", "world", "preset", "chat"."""

    view: View
    calls: list[tuple[Any, ...]] = field(default_factory=list)
    waiting: dict[str, Looked] = field(default_factory=dict)
    fact: str = "card-newer-spec"
    asked: list[AskedScript] = field(default_factory=list)

    async def look(self, here: Here, data: bytes, filename: str = "") -> Looked:
        self.calls.append(("look", data, filename))
        try:
            kind = FileKind(data.split()[0].decode())
        except (IndexError, ValueError):
            raise FileUnknown from None
        offers = (Offer.BRING, Offer.CHAT) if kind is FileKind.WORLD else (Offer.BRING, Offer.CALM)
        self.waiting[TOKEN] = Looked(TOKEN, kind, "Yuki", (Notice(self.fact),), offers)
        return self.waiting[TOKEN]

    async def bring(self, here: Here, name: str, token: str, offer: Offer = Offer.BRING) -> Brought:
        self.calls.append(("bring", token, offer))
        if token not in self.waiting:
            raise NoSuchUpload
        looked = self.waiting.pop(token)
        return Brought(looked.kind, 5, looked.name, view=self.view if looked.kind is FileKind.CHAT else None)

    async def scripts(self, here: Here, token: str) -> tuple[AskedScript, ...]:
        return tuple(self.asked)

    async def allow(self, here: Here, token: str, number: int | None, *, allow: bool) -> tuple[AskedScript, ...]:
        meant = [it for it in self.asked if (it.answer is None if number is None else it.number == number)]
        self.asked = [replace(it, answer=allow) if it in meant else it for it in self.asked]
        return tuple(self.asked)

    async def drop(self, here: Here, token: str) -> None:
        self.calls.append(("drop", token))
        self.waiting.pop(token, None)

    async def character(self, here: Here, number: int, form: str = "png") -> Document:
        self.calls.append(("character", number, form))
        return Document(f"aki.{form}", "image/png", b"a card")

    async def world(self, here: Here, number: int) -> Document:
        return Document("../../町.json", "application/json", b"{}")

    async def preset(self, here: Here, number: int) -> Document:
        return Document("mine.json", "application/json", b"{}")

    async def chat(self, here: Here, branch: int | None = None) -> Document:
        return Document("harbour.jsonl", "application/jsonl", b"{}\n")


@dataclass
class FakeWorlds:
    """The town, and the sea, which counts for the character."""

    calls: list[tuple[Any, ...]] = field(default_factory=list)

    async def list(self, here: Here) -> list[WorldInfo]:
        return [WorldInfo(1, "The town", 12, 1), WorldInfo(2, "The sea", 1, 1, (Binding.CHARACTER,))]

    async def show(self, here: Here, number: int) -> WorldBook:
        entry = WorldEntry("0", "Dragons sleep.", "Dragon", ("dragon", "wyrm"), position=Position.AT_DEPTH)
        return WorldBook("The town", tuple(replace(entry, uid=str(n)) for n in range(12)))

    async def bind(self, here: Here, number: int, binding: Binding, on: bool) -> None:
        self.calls.append(("bind", number, binding, on))

    async def delete(self, here: Here, number: int) -> None:
        self.calls.append(("delete", number))


@dataclass
class FakePresets:
    """The built-in one, and one of one's own."""

    calls: list[tuple[Any, ...]] = field(default_factory=list)

    async def list(self, here: Here) -> list[PresetInfo]:
        return [PresetInfo(0, "Omoide", True, 1, True), PresetInfo(3, "Mine", False, 2)]

    async def use(self, here: Here, number: int | None) -> None:
        self.calls.append(("use", number))

    async def show(self, here: Here, number: int) -> Preset:
        prompts = (PresetPrompt("main", "Main", text="Write."), PresetPrompt("lost", "Lost", text="Never."))
        return Preset("Mine", prompts, (Ordered("main"), Ordered("chatHistory")), ignored=("logit_bias",))

    async def delete(self, here: Here, number: int) -> None:
        self.calls.append(("delete", number))


@dataclass
class FakePeople(FakeAbout):
    """One person with one persona."""

    playing: UserPersona | None = None
    known: list[UserPersona] = field(default_factory=list)
    in_chat: UserPersona | None = None

    async def persona(self, here: Here, *, chat_alone: bool = False) -> UserPersona | None:
        return self.in_chat if chat_alone else self.in_chat or self.playing

    async def use_persona_in_chat(self, here: Here, number: int | None) -> None:
        self.in_chat = next((it for it in self.known if it.id == number), None)

    async def set_persona(self, here: Here, persona: UserPersona | None) -> None:
        self.playing = persona and replace(persona, id=persona.id or 4)
        self.known = [self.playing] if self.playing else self.known

    async def personas(self, here: Here) -> list[UserPersona]:
        return self.known

    async def use_persona(self, here: Here, number: int) -> None:
        self.playing = next(it for it in self.known if it.id == number)

    async def delete_persona(self, here: Here, number: int) -> None:
        self.known = [it for it in self.known if it.id != number]
        self.playing = self.playing if self.playing in self.known else None


@dataclass
class FakeLinks:
    """Somebody with a code, under this name and, once joined, another."""

    others: list[PlatformName] = field(default_factory=list)
    given: list[str] = field(default_factory=list)

    async def names(self, here: Here) -> list[PlatformName]:
        return [PlatformName(9, "terminal", "Mo", owner=True), *self.others]

    async def code(self, here: Here) -> str:
        return "ABCDE-FGHJK"

    async def link(self, here: Here, code: str) -> list[PlatformName]:
        self.given.append(code)
        self.others = [PlatformName(12, "telegram", "Mohammed", owner=False)]
        return await self.names(here)

    async def unlink(self, here: Here) -> list[PlatformName]:
        gone, self.others = self.others, []
        if not gone:
            raise LinkNone
        return gone

    async def ask_once(self, here: Here) -> bool:
        return False


@dataclass
class FakeInspect:
    """A prompt of eleven parts."""

    recalled: tuple[Recalled, ...] = ()
    facts: tuple[PersonFact, ...] = ()
    story: ChosenPages | None = None
    built: bool = True

    async def last(self, here: Here, replied: str = "") -> Inspection | None:
        lines = (
            LedgerLine(PromptSlot.PERSONA, "card:description", 120, PartVerdict.IN),
            LedgerLine(PromptSlot.DEPTH, "world:book:1/Dragon", 14, PartVerdict.IN, detail="dragon @ 1"),
            LedgerLine(PromptSlot.DEPTH, "world:book:1/Wyrm", 14, PartVerdict.OUT, "probability"),
            *(LedgerLine(PromptSlot.HISTORY, f"history:{n}", 10, PartVerdict.IN) for n in range(8)),
        )
        known = self.recalled, self.facts
        found = Inspection(9, "a model", 228, 230, lines, {TurnStep.LOAD: 3.2}, ("middle",), {"preset": "Mine"}, *known)
        if not self.built:
            return Inspection(9, "", 0, None, (), {TurnStep.LOAD: 3.2}, (), {}, *known)
        story = self.story
        return replace(found, pages=story.pages, dossiers=story.dossiers, chosen_by=story.by) if story else found
