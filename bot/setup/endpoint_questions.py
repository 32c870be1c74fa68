"""Questions that end in one working model: service, address, key, model, and a real request to prove it."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final
from urllib.parse import urlsplit

from pydantic import SecretStr, ValidationError

from bot.commands.house.costs import hundred_words
from bot.console import HIDDEN, Console
from bot.setup.presets import OTHER, PRESETS, ServicePreset
from engine.config.endpoints import RoleConfig, WireFormat
from engine.errors import ModelError
from engine.service.house import HouseService
from engine.values.house.allowances import Price
from engine.values.models.models import Endpoint, Format, RoleName

ANY_MODEL = "*"
LONGEST_NAME = 256
_DEAREST: Final = 100_000
SHOWN = 15
"""As many models are listed; of more, people type a part of the name."""


@dataclass(frozen=True, slots=True)
class EndpointDraft:
    """What was answered so far."""

    preset: ServicePreset
    url: str
    key: str = ""
    model: str = ""
    context: int | None = None
    price: Price | None = None

    @property
    def endpoint(self) -> Endpoint:
        key = SecretStr(self.key) if self.key else None
        name = self.preset.name or urlsplit(self.url).hostname or self.url
        return Endpoint(name, Format(self.preset.format.value), self.url, self.model, key, self.context, self.price)

    def role(self) -> RoleConfig:
        """As the process settings have it. Raises ValidationError when address or model cannot be used."""
        key = SecretStr(self.key) if self.key else None
        return RoleConfig(
            format=self.preset.format,
            url=self.url,
            model=self.model,
            key=key,
            context=self.context,
            price_in=self.price.read if self.price else None,
            price_cached=self.price.cached if self.price else None,
            price_out=self.price.written if self.price else None,
        )


def present_model(role: RoleName, present: Mapping[str, str]) -> RoleConfig | None:
    """The model that the lines of ``.env`` name for a role; None when there is none, or none that can be used."""
    prefix = _prefix(role)
    names = ("URL", "MODEL", "KEY", "FORMAT", "CONTEXT", "PRICE_IN", "PRICE_CACHED", "PRICE_OUT")
    given = {name.lower(): value for name in names if (value := present.get(f"{prefix}{name}"))}
    try:
        found = RoleConfig.model_validate(given)
    except ValidationError:
        return None
    return found if found.url else None


async def ask_endpoint(console: Console, house: HouseService, role: RoleName) -> RoleConfig:
    """A model that answered, or that the person wants all the same. Raises UserLeft."""
    return await _proven(console, house, role, await _first_answers(console))


async def ask_present(console: Console, house: HouseService, role: RoleName, present: RoleConfig) -> RoleConfig | None:
    """A model in place of ``present``, or with one of its answers changed; None: it is kept. Raises UserLeft."""
    key = present.key.get_secret_value() if present.key else ""
    told = None not in (present.price_in, present.price_out)
    price = Price(present.price_in or 0.0, present.price_out or 0.0, present.price_cached) if told else None
    draft = EndpointDraft(_preset(present), present.url, key, present.model, present.context, price)
    known = {"service": draft.endpoint.name, "url": draft.endpoint.address, "keyed": "yes" if key else "no"}
    console.say(f"setup-now-{role}", model=draft.model, now=HIDDEN, **known)
    wish = await console.choice("setup-keep", ("", "1", "2", "3", "4"))
    if not wish:
        return None
    changed = await (_first_answers(console) if wish == "4" else _corrected(console, draft, wish))
    return await _proven(console, house, role, changed)


def _preset(present: RoleConfig) -> ServicePreset:
    """The service that is known by this address, or any other of its format."""
    known = (it for it in PRESETS if it.url == present.url and it.format is present.format)
    return next(known, replace(OTHER, format=present.format))


async def _proven(console: Console, house: HouseService, role: RoleName, draft: EndpointDraft) -> RoleConfig:
    """``draft``, or what the person makes of it, once it has answered or is wanted all the same. Raises UserLeft."""
    while True:
        try:
            if not draft.model:
                offered = await console.tried(partial(house.offers, replace(draft.endpoint, model=ANY_MODEL)))
                model = await _model(console, tuple(offered))
                draft = replace(draft, model=model, price=offered.get(model))
            console.say("setup-trying", model=draft.model, service=draft.endpoint.name)
            said = await console.tried(partial(house.try_model, role, draft.endpoint))
        except ModelError as error:
            console.say(error.message, **error.data)
        else:
            console.say("setup-works")
            return (await _told(console, house, draft, said, role)).role()
        wish = await console.choice("setup-correct", ("", "1", "2", "3", "4"))
        draft = await _corrected(console, draft, wish)
        if wish == "4":
            return draft.role()


async def _told(
    console: Console, house: HouseService, draft: EndpointDraft, said: str, role: RoleName
) -> EndpointDraft:
    """The real reply, and of the model that plays what a hundred messages take; the draft with its price."""
    if words := "".join(it for it in " ".join(said.split()) if it.isprintable()):
        console.say("setup-reply", words=words)
    if role is not RoleName.CHAT or (draft.endpoint.local and draft.price is None):
        return draft
    price = draft.price or await _listed_price(console, house, draft)
    draft = replace(draft, price=price or await ask_price(console))
    if price is not None:
        console.say("setup-price-told", read=f"{price.read:.6g}", written=f"{price.written:.6g}")
    console.write(hundred_words(house.hundred(draft.endpoint), console.speaker) + "\n")
    return draft


async def _listed_price(console: Console, house: HouseService, draft: EndpointDraft) -> Price | None:
    """What the service says that a model costs which was not chosen from its list."""
    try:
        return (await console.tried(partial(house.offers, draft.endpoint))).get(draft.model)
    except ModelError:
        return None


async def ask_price(console: Console) -> Price | None:
    """What a service asks that does not say it; None where nobody knows. Raises UserLeft."""
    while typed := await console.question("setup-price"):
        numbers = [it for it in re.split(r"[\s,;/，；、$]+", typed) if it]
        try:
            read, written = (float(it) for it in numbers)
        except ValueError:
            read = written = -1.0
        if all(0 <= it <= _DEAREST for it in (read, written)):
            return Price(read, written)
        console.refuse("setup-price-invalid")
    return None


def env_names(role: RoleName, chosen: RoleConfig) -> dict[str, str | None]:
    """The lines of ``.env`` for a role; None for those that must not be left from another model."""
    prefix = _prefix(role)
    openai = chosen.format is WireFormat.OPENAI
    return {
        f"{prefix}URL": chosen.url,
        f"{prefix}MODEL": chosen.model,
        f"{prefix}KEY": chosen.key.get_secret_value() if chosen.key else None,
        f"{prefix}FORMAT": None if openai else chosen.format.value,
        f"{prefix}CONTEXT": str(chosen.context) if chosen.context else None,
        f"{prefix}PRICE_IN": None if chosen.price_in is None else f"{chosen.price_in:.6g}",
        f"{prefix}PRICE_CACHED": None if chosen.price_cached is None else f"{chosen.price_cached:.6g}",
        f"{prefix}PRICE_OUT": None if chosen.price_out is None else f"{chosen.price_out:.6g}",
    }


def _prefix(role: RoleName) -> str:
    return f"OMOIDE_{role.value.upper()}__"


def matching(typed: str, names: Sequence[str], shown: Sequence[str]) -> tuple[str, ...]:
    """What ``typed`` may mean: a number of the list that is shown, a whole name, or all names it is part of."""
    if typed.isdecimal() and 1 <= int(typed) <= len(shown):
        return (shown[int(typed) - 1],)
    if typed in names:
        return (typed,)
    return tuple(name for name in names if typed.casefold() in name.casefold())


async def _first_answers(console: Console) -> EndpointDraft:
    console.say("setup-services")
    for number, preset in enumerate(PRESETS, 1):
        console.item(str(number), preset.name or console.speaker.say("setup-other-service"))
    numbers = [str(number) for number in range(1, len(PRESETS) + 1)]
    preset = PRESETS[int(await console.choice("setup-service", numbers)) - 1]
    draft = EndpointDraft(preset, preset.url)
    if preset is OTHER or preset.here:
        draft = replace(draft, url=await _address(console, preset, preset.url))
    return replace(draft, key=await _key(console, preset))


async def _corrected(console: Console, draft: EndpointDraft, wish: str) -> EndpointDraft:
    """Enter changes nothing: the same is tried once more."""
    match wish:
        case "1":
            return replace(draft, url=await _address(console, draft.preset, draft.url), context=None, price=None)
        case "2":
            return replace(draft, key=await _key(console, draft.preset, draft.key))
        case "3":
            return replace(draft, model="", context=None, price=None)
        case "4" if not draft.model:
            return replace(draft, model=await _model(console, ()))
        case _:
            return draft


async def _address(console: Console, preset: ServicePreset, present: str) -> str:
    """Enter keeps ``present``."""
    shown = Endpoint("", Format.OPENAI, present, "").address
    while True:
        question = "setup-address-default" if present else "setup-address"
        typed = await console.question(question, url=shown) or present
        if not typed:
            console.refuse()
            continue
        typed = with_scheme(typed)
        try:
            EndpointDraft(preset, typed, model=ANY_MODEL).role()
        except ValidationError:
            console.refuse("setup-address-invalid")
        else:
            return typed


def with_scheme(typed: str) -> str:
    """An address that was typed without ``https://``: what is near has no certificate."""
    if "://" in typed:
        return typed
    near = Endpoint("", Format.OPENAI, typed, "").local
    return f"{'http' if near else 'https'}://{typed}"


async def _key(console: Console, preset: ServicePreset, present: str = "") -> str:
    """Enter keeps ``present``."""
    question = "setup-key-keep" if present else "setup-key" if preset.key else "setup-key-optional"
    while not (key := await console.question(question, hidden=True, now=HIDDEN) or present) and preset.key:
        console.refuse()
    return key


async def _model(console: Console, names: Sequence[str]) -> str:
    """A name from the list that the service gives, or any name: lists are not always whole."""
    shown, before = names, ""
    while True:
        _show(console, shown)
        typed = await console.question("setup-model-from-list" if shown else "setup-model")
        if not 0 < len(typed) <= LONGEST_NAME:
            console.refuse()
            continue
        found = matching(typed, names, shown)
        if len(found) == 1:
            return found[0]
        if not found or typed == before:
            return typed
        shown, before = found, typed


def _show(console: Console, names: Sequence[str]) -> None:
    if len(names) > SHOWN:
        console.say("setup-models-many", count=len(names))
        return
    for number, name in enumerate(names, 1):
        console.item(str(number), name)
