"""Pictures, looked at by their pixels."""

import io
from collections.abc import Mapping
from dataclasses import replace

import numpy as np
import pytest
from PIL import Image

from bot.pictures import gallery, tree
from bot.pictures.canvas import HEIGHT, PAPERS, WIDTH, Theme, ground
from bot.pictures.faces import colour_of
from bot.pictures.letters import font_of, readable
from bot.pictures.stars import StarWords, draw, legend_rows
from bot.words.localise import LANGUAGES, Speech
from engine.values.memory.memories import MemoryKind
from engine.values.memory.stars import Star, StarMap

KINDS: Mapping[MemoryKind, str] = {it: Speech().speaker("zh").say("memory-kind", kind=it.value) for it in MemoryKind}


def words(title: str = "兰的记忆") -> StarWords:
    return StarWords(title, "共 2 条", KINDS)


def looked_at(sky: StarMap, theme: Theme = Theme.DARK, title: str = "兰的记忆") -> Image.Image:
    picture = Image.open(io.BytesIO(draw(sky, words(title), theme)))
    assert picture.format == "PNG"
    return picture.convert("RGB")


def star(number: int, x: float, y: float, brightness: float = 1.0, name: str = "") -> Star:
    return Star(number, MemoryKind.SAID, x, y, brightness, 0.5, name)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("theme", Theme)
def test_every_kind_has_a_colour_of_its_own_and_stands_below(theme: Theme, language: str) -> None:
    """A story with pages has no picture, or what a colour means runs out of it."""
    speak = Speech().speaker(language)
    kinds = {it: speak.say("memory-kind", kind=it.value) for it in MemoryKind}
    stars = tuple(Star(at, kind, 0.1 + at * 0.15, 0.5, 1.0, 0.5, "") for at, kind in enumerate(MemoryKind))
    made = draw(StarMap("Lan", stars, len(stars)), StarWords("Lan", "6", kinds), theme)
    sky = Image.open(io.BytesIO(made)).convert("RGB")
    seen = {sky.getpixel((round(60 + it.x * (WIDTH - 120)), round(230 + it.y * (sky.height - 400)))) for it in stars}
    assert len(seen) == len(MemoryKind)
    paper = PAPERS[theme]
    edge = [
        sky.getpixel((x, y)) for x in (*range(4), *range(WIDTH - 4, WIDTH)) for y in range(sky.height - 150, sky.height)
    ]
    assert paper.ink not in edge


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_colours_mean_stands_side_by_side(language: str) -> None:
    """With every kind there is, one name is written across the next, and nobody can read either."""
    speak = Speech().speaker(language)
    kinds = {it: speak.say("memory-kind", kind=it.value) for it in MemoryKind}
    rows = legend_rows([*MemoryKind], StarWords("Lan", "6", kinds))
    assert [kind for row in rows for kind, _, _ in row] == [*MemoryKind]
    for row in rows:
        ends = [0.0, *(it for _, first, last in row for it in (first, last)), float(WIDTH)]
        assert ends == sorted(ends)
        assert all(after - before > 20 for before, after in zip(ends[::2], ends[1::2], strict=True)), "they are apart"


@pytest.mark.parametrize("theme", Theme)
def test_a_star_stands_out_where_it_is(theme: Theme) -> None:
    """A person sees an empty sky."""
    empty = looked_at(StarMap("Lan", (), 0), theme)
    full = looked_at(StarMap("Lan", (star(1, 0.5, 0.5),), 1), theme)
    assert full.size == (WIDTH, WIDTH), "a whole sky would be empty"
    middle = (WIDTH // 2, (230 + full.height - 170) // 2)
    assert _differs(full, empty, middle) > 100
    assert _differs(full, empty, (WIDTH // 2, 300)) == 0
    assert _near(empty.getpixel((5, 5)), PAPERS[theme].top)


def test_dim_stars_are_dim() -> None:
    """What was long ago looks like what was yesterday."""
    sky = looked_at(StarMap("Lan", (star(1, 0.25, 0.5, 0.2), star(2, 0.75, 0.5, 1.0)), 2))
    y = (230 + sky.height - 170) // 2
    dim, bright = sky.getpixel((60 + 240, y)), sky.getpixel((60 + 720, y))
    assert isinstance(dim, tuple)
    assert isinstance(bright, tuple)
    assert sum(dim) < sum(bright) * 0.7


def test_names_in_both_scripts_are_written_and_none_covers_another() -> None:
    """Names are boxes without letters, or lie over each other."""
    one = looked_at(StarMap("Lan", (star(1, 0.5, 0.5),), 1))
    named = looked_at(StarMap("Lan", (star(1, 0.5, 0.5, name="海边的寄居蟹"),), 1))
    other = looked_at(StarMap("Lan", (star(1, 0.5, 0.5, name="the hermit crab"),), 1))
    assert _changed(named, one) > 1_000
    assert _changed(other, one) > 1_000
    assert _changed(named, other) > 1_000
    pair = looked_at(StarMap("Lan", (star(1, 0.5, 0.5), star(2, 0.5, 0.5)), 2))
    both = looked_at(StarMap("Lan", (star(1, 0.5, 0.5, name="海边"), star(2, 0.5, 0.5, name="海边")), 2))
    single = looked_at(StarMap("Lan", (star(1, 0.5, 0.5, name="海边"),), 1))
    assert _changed(both, pair) > 1.8 * _changed(single, one)


def test_what_no_font_has_is_no_box_and_a_long_name_is_cut() -> None:
    """Emoji and rare letters in names are boxes with a cross, and a long title runs out of the picture."""
    assert readable("🎂 Ann\na’s 生日 🌧️ 𝓕 한") == "Ann a’s 生日 F 한"
    assert readable("🌸🌸") == ""
    nothing = draw(StarMap("Lan", (star(1, 0.5, 0.5),), 1), words())
    assert draw(StarMap("Lan", (star(1, 0.5, 0.5, name="🌸"),), 1), words("兰的记忆🌸")) == nothing
    long = looked_at(StarMap("Lan", (), 0), title="Featherstonehaugh " * 4)
    assert _differs(long, looked_at(StarMap("Lan", (), 0), title=""), (3, 80)) == 0
    bough = tree.Bough(1, None, "", 3)
    written = tree.TreeWords("t", "b", "", "here")
    assert tree.draw([bough], 1, written) == tree.draw([replace(bough, name="🌸")], 1, written)


def _differs(one: Image.Image, other: Image.Image, at: tuple[int, int]) -> int:
    a, b = one.getpixel(at), other.getpixel(at)
    assert isinstance(a, tuple)
    assert isinstance(b, tuple)
    return sum(abs(x - y) for x, y in zip(a, b, strict=True))


def _near(found: object, wanted: tuple[int, int, int]) -> bool:
    assert isinstance(found, tuple)
    return all(abs(a - b) < 4 for a, b in zip(found, wanted, strict=True))


def _changed(one: Image.Image, other: Image.Image) -> int:
    return sum(a != b for a, b in zip(one.get_flattened_data(), other.get_flattened_data(), strict=True))


def shown(count: int, name: str = "林晚秋", *, faces: bool = False) -> list[gallery.GalleryCharacter]:
    out = io.BytesIO()
    Image.new("RGBA", (90, 90), (200, 40, 40, 128)).save(out, "PNG")
    return [
        gallery.GalleryCharacter(n, f"{name} {n}", "安静", out.getvalue() if faces else None, n == 1)
        for n in range(count)
    ]


@pytest.mark.parametrize("theme", Theme)
def test_a_gallery_shows_faces_initials_and_who_plays(theme: Theme) -> None:
    """Characters without a picture are not there, or nobody sees who is current."""
    written = gallery.GalleryWords("角色", "1/1", "在当前会话")
    drawn = [
        Image.open(io.BytesIO(gallery.draw(it, written, theme))).convert("RGB")
        for it in (shown(8), shown(8, faces=True), shown(1), shown(0), shown(3, "한 🌸 العربية" * 20))
    ]
    initials, faces, one, *_ = drawn
    assert all(it.width == WIDTH for it in drawn)
    assert initials.height > 2 * one.height
    middle = (300, 170 + 22 + 20)
    assert _near(initials.getpixel(middle), colour_of("林晚秋 0"))
    assert not _near(faces.getpixel(middle), colour_of("林晚秋 0"))
    assert colour_of("林晚秋") == colour_of("林晚秋") != colour_of("Mira")


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("*She laughs.* **No!**", "She laughs. No!"),
        ("*she opens the d", "she opens the d"),
        ("~~never~~ ||a secret|| `code`", "never a secret code"),
        ("2 * 3 = 6", "2 * 3 = 6"),
        ("*她笑了* 走吧", "她笑了 走吧"),
    ],
)
def test_marks_are_not_drawn(text: str, shown: str) -> None:
    """Raw asterisks would stand around every gesture."""
    assert readable(text) == shown


@pytest.mark.parametrize("text", ["He says “no”.", "说：“别走。”"])
def test_quotes_leave_no_holes(text: str) -> None:
    """A hole as wide as a letter would stand before each quote."""
    face = font_of(text, 40)
    bare = text.replace("“", "").replace("”", "")
    assert face.getlength(text) - face.getlength(bare) <= 2 * 20 + 1


@pytest.mark.parametrize("theme", Theme)
def test_the_ground_has_no_bands(theme: Theme) -> None:
    """The sky would be striped on a good screen."""
    drawn = np.asarray(ground(PAPERS[theme], HEIGHT)).astype(int)
    rows = drawn.mean(axis=(1, 2))
    steps = np.abs(np.diff(rows.reshape(-1, 4).mean(axis=1)))
    assert steps.max() < 0.3
    assert np.abs(drawn[0, 0] - PAPERS[theme].top).max() <= 1
    assert np.abs(drawn[-1, 0] - PAPERS[theme].bottom).max() <= 1


def test_no_name_covers_a_star() -> None:
    """A memory would be hidden by the name of another."""
    close = tuple(star(n, 0.3 + n * 0.02, 0.5, 1.0, "a long name of a memory") for n in range(6))
    bare = tuple(replace(it, name="") for it in close)
    with_names, without = (looked_at(StarMap("Lan", it, 6)) for it in (close, bare))
    for it in close:
        middle = (round(60 + it.x * (WIDTH - 120)), round(230 + it.y * (without.height - 400)))
        assert with_names.getpixel(middle) == without.getpixel(middle)
