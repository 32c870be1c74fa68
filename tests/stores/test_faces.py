"""Names and pictures of characters."""

import base64
import io
import json
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from PIL import Image, PngImagePlugin
from pydantic import SecretStr

from engine.actions.characters import cards, characters
from engine.actions.characters.faces import LARGEST_PICTURE, scaled
from engine.actions.transfers import exports
from engine.app import Engine
from engine.config.config import Config
from engine.errors import NoSuchCharacter
from tests.connections import engine_at
from tests.turns.files import as_zip
from tests.turns.room import CARD, new_origin


@pytest.fixture
async def engine(database_url: str, tmp_path: Path) -> AsyncIterator[Engine]:
    config = Config(database_url=SecretStr(database_url), data_dir=tmp_path)
    async with engine_at(config, name="test", platforms={}) as engine:
        yield engine


def _portrait(width: int, height: int) -> Image.Image:
    return Image.effect_noise((width, height), 90).convert("RGBA")


def _bytes(image: Image.Image, card: str = "") -> bytes:
    out = io.BytesIO()
    info = PngImagePlugin.PngInfo()
    if card:
        info.add_text("chara", card)
    image.save(out, "PNG", pnginfo=info)
    return out.getvalue()


async def test_faces_come_from_cards_and_from_the_house(engine: Engine) -> None:
    """On Discord every character looks like the bot."""
    here = await engine.places.resolve(new_origin())
    (builtin, *_) = await characters.listed(engine.ctx, here)
    face = await engine.faces.face(engine.ctx, builtin.id)
    assert face.name == builtin.name
    assert face.picture is not None
    assert face.sha256
    encoded = base64.b64encode(json.dumps(CARD).encode()).decode()
    made = await characters.import_file(engine.ctx, here, _bytes(_portrait(60, 90), encoded))
    own = await engine.faces.face(engine.ctx, made.id)
    assert own.name == "Mira"
    assert own.picture is not None
    assert Image.open(io.BytesIO(own.picture)).size == (60, 60)
    assert own.sha256 != face.sha256


async def test_a_card_without_a_picture_has_a_name(engine: Engine) -> None:
    """A character from a text file cannot speak on Discord."""
    here = await engine.places.resolve(new_origin())
    made = await characters.import_file(engine.ctx, here, json.dumps(CARD).encode())
    face = await engine.faces.face(engine.ctx, made.id)
    assert (face.name, face.picture, face.sha256) == ("Mira", None, "")
    with pytest.raises(NoSuchCharacter):
        await engine.faces.face(engine.ctx, 10**12)


def test_pictures_fit_every_platform() -> None:
    """A large portrait is refused by the platform, and the character has no face."""
    picture = scaled(_bytes(_portrait(900, 1400)))
    assert picture is not None
    assert len(picture) <= LARGEST_PICTURE
    width, height = Image.open(io.BytesIO(picture)).size
    assert width == height <= 512


@pytest.mark.parametrize("data", [b"", b"{}", b"\x89PNG\r\n\x1a\n", _bytes(_portrait(50, 50))[:900]])
def test_what_is_no_picture_is_none(data: bytes) -> None:
    """A damaged picture ends the reply that it belongs to."""
    assert scaled(data) is None


def _jpeg() -> bytes:
    out = io.BytesIO()
    _portrait(60, 90).convert("RGB").save(out, "JPEG")
    return out.getvalue()


def _apng(card: str) -> bytes:
    out, info = io.BytesIO(), PngImagePlugin.PngInfo()
    info.add_text("chara", card)
    _portrait(60, 90).save(out, "PNG", save_all=True, append_images=[_portrait(60, 90)], duration=50, pnginfo=info)
    return out.getvalue()


def _webp(card: bytes) -> bytes:
    out, exif = io.BytesIO(), Image.Exif()
    exif.get_ifd(0x8769)[0x9286] = b"ASCII\0\0\0" + card
    _portrait(60, 90).save(out, "WEBP", exif=exif)
    return out.getvalue()


def _containers() -> dict[str, bytes]:
    plain = json.dumps(CARD).encode()
    encoded = base64.b64encode(plain).decode()
    asset = {"type": "icon", "uri": "embeded://face.webp", "name": "main", "ext": "webp"}
    charx = as_zip({"card.json": json.dumps(_v3([asset])).encode(), "face.webp": _webp(b"")})
    link = f"data:image/png;base64,{base64.b64encode(_bytes(_portrait(60, 90))).decode()}"
    byaf = {
        "manifest.json": json.dumps({"characters": ["characters/a/character.json"]}).encode(),
        "characters/a/character.json": json.dumps(
            {"name": "Mira", "displayName": "Mira", "persona": "calm", "images": [{"path": "images/a.png"}]}
        ).encode(),
        "characters/a/images/a.png": _bytes(_portrait(60, 90)),
    }
    return {
        "png": _bytes(_portrait(60, 90), encoded),
        "apng": _apng(encoded),
        "webp": _webp(plain),
        "charx": charx,
        "charx-jpeg": _jpeg() + charx,
        "json": json.dumps(_v3([asset | {"uri": link, "ext": "png"}])).encode(),
        "byaf": as_zip(byaf),
    }


def _v3(assets: list[dict[str, str]]) -> dict[str, object]:
    return {"spec": "chara_card_v3", "spec_version": "3.0", "data": {**CARD["data"], "assets": assets}}


async def test_every_container_gives_a_face(engine: Engine) -> None:
    """A character from CHARX, a moving picture or WebP speaks without a picture."""
    here = await engine.places.resolve(new_origin())
    for container, data in _containers().items():
        made = await characters.import_file(engine.ctx, here, data)
        face = await engine.faces.face(engine.ctx, made.id)
        assert face.picture is not None, container
        assert Image.open(io.BytesIO(face.picture)).size == (60, 60), container


async def test_an_exported_card_wears_the_face_that_was_given(engine: Engine) -> None:
    """Somebody gives a character another picture, and everybody who gets the card sees the old one."""
    here = await engine.places.resolve(new_origin())
    blue = _bytes(Image.new("RGB", (60, 60), "blue"))
    for container, data in _containers().items():
        made = await characters.import_file(engine.ctx, here, data)
        await cards.wear(engine.ctx, here, made.id, blue)
        for form in ("png", "charx"):
            document = await exports.character(engine.ctx, here, made.id, form)
            again = await characters.import_file(engine.ctx, here, document.data)
            face = await engine.faces.face(engine.ctx, again.id)
            assert face.picture is not None, (container, form)
            assert Image.open(io.BytesIO(face.picture)).convert("RGB").getpixel((9, 9)) == (0, 0, 255), (
                container,
                form,
            )
