"""Embeddings, built in and remote."""

import asyncio
import importlib
import re
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.embed.batches import Batches
from engine.embed.builtin import BuiltinEmbedder
from engine.embed.calibration import RELATED, SAME, SENTENCES, UNRELATED
from engine.embed.encoder import in_memory, out_of
from engine.embed.local import LocalEmbedder
from engine.embed.on_disk import opened, write
from engine.embed.remote import RemoteEmbedder
from engine.errors import (
    EmbeddingUnfit,
    LocalEmbeddingFailed,
    LocalEmbeddingMissing,
    ModelKeyRefused,
    ModelUnreachable,
)
from engine.llm.http import Http
from engine.ports import Embedder
from engine.rules.similarity import Scale, cosine, scale_from
from engine.values.models.models import Endpoint, Format
from tests.code.sources import ROOT
from tests.llm.conftest import openai
from tests.servers.model import ModelServer, Seen, fail


@pytest.fixture(scope="module")
def builtin() -> Embedder:
    return BuiltinEmbedder()


async def test_meaning_across_languages(builtin: Embedder) -> None:
    """If it fails, a question in one language does not find what was told in another."""
    texts = [
        "What is the name of her pet?",
        "她养了一只叫团子的橘猫。",
        "The train leaves at seven.",
        "",
        "长" * 50_000,
    ]
    question, cat, train, empty, long = await builtin.embed(texts)
    assert cosine(question, cat) > cosine(question, train)
    assert [len(vector) for vector in (question, empty, long)] == [builtin.dims] * 3
    assert cosine(cat, cat) == pytest.approx(1.0, abs=1e-4)


def left_in(folder: Path) -> list[Path]:
    return list(folder.iterdir())


async def test_a_model_on_disk_says_the_same(builtin: Embedder, tmp_path: Path) -> None:
    """Vectors change with the place of the model, or with what an older model, or a full disk, left there."""
    texts = ["Where is the harbour?", "港口在哪里？", "🌊"]
    assert await BuiltinEmbedder(tmp_path).embed(texts) == await builtin.embed(texts)
    (kept,) = left_in(tmp_path)
    whole = kept.read_bytes()
    for left in (b"", whole[: len(whole) // 2], whole[:-1] + bytes([whole[-1] ^ 1])):
        kept.unlink()
        kept.write_bytes(left)
        encoder = out_of(tmp_path)
        assert kept.read_bytes() == whole
        assert encoder.encode(texts).tolist() == await builtin.embed(texts)
    assert left_in(tmp_path) == [kept]


def test_what_is_no_model_is_not_taken(tmp_path: Path) -> None:
    """After a crash, or with a newer package, texts get vectors out of something else."""
    path, table = tmp_path / "file", np.arange(12, dtype=np.float32).reshape(4, 3)
    assert opened(path, "here") is None
    write(path, "here", {"table": table}, {"ends": [1, 2]})
    whole = path.read_bytes()
    good = opened(path, "here")
    assert good is not None
    assert (good.names, good.values) == (("table",), {"ends": [1, 2]})
    for read in (good.array("table"), good.rows("table")[np.array([0, 1, 2, 3])]):
        assert read.tolist() == table.tolist()
    assert good.rows("table")[np.array([2, 0, 2])].tolist() == [table[it].tolist() for it in (2, 0, 2)]
    assert opened(path, "there") is None
    others = (whole.replace(b"[1, 2]", b"[1, 3]"), whole + b"0", whole[:-1], b"[]", b"{}", b"1", b"\xff")
    for other in (*others, whole[:-64] + bytes([whole[-64] ^ 1]) + whole[-63:]):
        path.unlink()
        path.write_bytes(other)
        assert opened(path, "here") is None
    assert good.array("table").tolist() == table.tolist()  # what was open is another file


TAKEN = """
import sys, tracemalloc
from pathlib import Path
from engine.embed.encoder import in_memory, out_of

folder, *texts = sys.argv[1:]
tracemalloc.start()
encoder = out_of(Path(folder)) if folder else in_memory()
encoder.encode(texts)
print(tracemalloc.get_traced_memory()[1] >> 20)
"""


@pytest.fixture(scope="module")
def models(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the model in it."""
    folder = tmp_path_factory.mktemp("models")
    out_of(folder)
    return folder


@pytest.mark.parametrize("kept", [True, False])
def test_a_model_on_disk_takes_no_memory(models: Path, kept: bool) -> None:
    """On a small machine a bot takes a third more, and its start a second longer, for what lies on its disk."""
    command = [sys.executable, "-c", TAKEN, str(models) if kept else "", "Where is the harbour?", "港口在哪里？"]
    taken = int(subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout)
    assert (taken < 12) == kept


def mapped(file: Path) -> int:
    """KiB of a file that this process has in its memory."""
    maps = re.split(r"\n(?=[0-9a-f]+-[0-9a-f]+ )", Path("/proc/self/smaps").read_text("utf-8"))
    return sum(int(it.split("Rss:")[1].split()[0]) for it in maps if it.splitlines()[0].endswith(str(file)))


@pytest.mark.skipif(not Path("/proc/self/smaps").exists(), reason="another system")
async def test_a_model_at_rest_takes_no_memory(models: Path) -> None:
    """A bot that nobody talks to takes a tenth of its memory for a model that it does not use."""
    embedder = BuiltinEmbedder(models)
    (file,) = left_in(models)
    first = await embedder.embed(["tea"])
    await embedder.rest()
    assert mapped(file) > 10_000  # it was used a moment ago
    await embedder.rest()
    assert mapped(file) < 100
    assert await embedder.embed(["tea"]) == first
    await BuiltinEmbedder().rest()  # one that is not loaded has nothing


def words_of_the_house() -> list[str]:
    """What is written anywhere in the product, in both languages, line by line, and odd pieces of it."""
    files = sorted((ROOT / "config").rglob("*.*")) + sorted((ROOT / "docs").rglob("*.md"))
    lines = [line for file in files for line in file.read_text("utf-8", "replace").splitlines()]
    return [*lines[::7], *(it[3:40:2] for it in lines[::11]), *("".join(lines[it : it + 9])[:1000] for it in (0, 900))]


def test_the_same_pieces(models: Path) -> None:
    """What was remembered by one form of the model is not found by the other."""
    ours: Any = out_of(models)
    theirs: Any = in_memory()
    texts = words_of_the_house()
    assert len(texts) > 1000
    assert sum(any("\u4e00" <= letter <= "\u9fff" for letter in it) for it in texts) > 300
    for text in texts:
        assert ours.encoder.sp.encode(text) == theirs._sp.encode(text), text

    @given(st.text() | st.text("aåäéßﬁ 　１½Ⅷ㌔ｶﾞ한글港口的🌊\u200b\u0301\t\n▁<unk></s>0123"))
    def same(text: str) -> None:
        assert ours.encoder.sp.encode(text) == theirs._sp.encode(text)

    same()


async def test_no_room_for_the_table(builtin: Embedder, tmp_path: Path) -> None:
    """Where the folder is none, nobody is found by meaning."""
    (tmp_path / "models").write_text("a file", "utf-8")
    assert await BuiltinEmbedder(tmp_path / "models").embed(["tea"]) == await builtin.embed(["tea"])


async def test_a_question_does_not_wait_for_the_many() -> None:
    """Whoever asks waits until a whole story has its vectors; or texts and vectors are mixed up."""
    batches = Batches(longest=100, size=8, piece=2)
    encoded = list[list[str]]()
    begun, go = threading.Event(), threading.Event()

    def encode(texts: list[str]) -> list[list[float]]:
        encoded.append(texts)
        begun.set()
        assert go.wait(20)
        return [[float(text)] for text in texts]

    many = asyncio.ensure_future(batches.encoded([str(it) for it in range(10)], encode))
    await asyncio.to_thread(begun.wait, 20)
    questions = [asyncio.ensure_future(batches.encoded([str(it)], encode)) for it in (100, 101)]
    pair = asyncio.ensure_future(batches.encoded(["102", "103"], encode))
    gone = asyncio.ensure_future(batches.encoded(["104"], encode))
    await asyncio.sleep(0)
    gone.cancel()
    go.set()
    async with asyncio.timeout(20):
        assert await asyncio.gather(*questions, pair) == [[[100.0]], [[101.0]], [[102.0], [103.0]]]
        assert not many.done()
        assert await many == [[float(it)] for it in range(10)]
    assert encoded == [["0", "1"], ["100", "101", "102", "103"], *([str(it), str(it + 1)] for it in (2, 4, 6, 8))]


async def test_what_cannot_be_encoded_fails_where_it_was_asked_for() -> None:
    """One text that a model cannot bear takes the vectors of everybody else."""
    batches = Batches(longest=100, size=8, piece=2)

    def encode(texts: list[str]) -> list[list[float]]:
        return [[float(text)] for text in texts]

    wrong, right = await asyncio.gather(
        batches.encoded(["1", "2", "none"], encode), batches.encoded(["3"], encode), return_exceptions=True
    )
    assert isinstance(wrong, ValueError)
    assert right == [[3.0]]
    assert await batches.encoded(["4"], encode) == [[4.0]]


async def test_the_builtin_scale_is_what_is_measured(builtin: Embedder) -> None:
    """If it fails, a threshold that people set means something else than it says."""
    vectors = await builtin.embed(SENTENCES)
    cosines = [cosine(vectors[place], vectors[place + 1]) for place in range(0, len(vectors), 2)]
    cut = len(UNRELATED), len(UNRELATED) + len(RELATED)
    measured = scale_from(cosines[: cut[0]], cosines[cut[0] : cut[1]], cosines[cut[1] :])
    assert len(cosines) == cut[1] + len(SAME)
    for value in (-0.5, 0.0, 0.1, 0.3, 0.5, 0.8, 1.0):
        assert builtin.scale(value) == pytest.approx(measured(value), abs=0.02)


def test_a_scale_rises_and_fits_its_marks() -> None:
    """If it fails, a nearer memory can count as a farther one."""
    scale = scale_from([0.6, 0.62], [0.7, 0.72], [0.9, 0.92])
    assert [round(scale(value), 3) for value in (-2, -1, 0.61, 0.71, 0.91, 1, 2)] == [0, 0, 0.2, 0.5, 0.85, 1, 1]
    values = [scale(place / 50 - 1) for place in range(101)]
    assert values == sorted(values)
    assert scale_from([0.5], [0.5], [0.4]) == Scale(((0.0, 0.0), (1.0, 1.0)))


async def test_a_remote_model(http: Http, server: ModelServer) -> None:
    """If it fails, memories cannot be embedded by an endpoint of one's own."""
    embedder: Embedder = RemoteEmbedder(openai(server), http)
    texts = [f"text number {place}" for place in range(70)] + [""]
    vectors = await embedder.embed(texts)
    assert (len(vectors), embedder.dims, len(vectors[0])) == (71, 16, 16)
    assert vectors[69] == pytest.approx(server.embed("text number 69"))
    sent = [len(seen.body["input"]) for seen in server.requests]
    assert sent == [32, 4, 32, 32, 7]  # the sentences that teach the scale come first, once
    await embedder.embed(["more"])
    assert len(server.requests) == 6
    assert await embedder.embed([]) == []


async def test_a_remote_model_that_is_none(http: Http, server: ModelServer) -> None:
    """If it fails, a chat model set as embedding model fills the memory with nonsense."""
    server.others["/v1/embeddings"] = {"data": [{"index": 0, "embedding": "text"}]}
    with pytest.raises(EmbeddingUnfit):
        await RemoteEmbedder(openai(server), http).embed(["a"])


async def test_a_model_that_changes_its_dimension(http: Http, server: ModelServer) -> None:
    """If it fails, vectors that cannot be compared are stored side by side."""
    embedder = RemoteEmbedder(openai(server), http)
    await embedder.embed(["a"])
    server.embed = lambda _: [1.0, 0.0]
    with pytest.raises(EmbeddingUnfit):
        await embedder.embed(["b"])


async def test_embedding_errors_say_what_to_do(http: Http, server: ModelServer) -> None:
    """If it fails, an operator is not told why memories are not found by meaning."""

    def refused(_: Seen) -> object:
        return fail(401)

    server.others["/v1/embeddings"] = refused
    with pytest.raises(ModelKeyRefused):
        await RemoteEmbedder(openai(server), http).embed(["a"])
    with pytest.raises(ModelUnreachable):
        await RemoteEmbedder(Endpoint("x", Format.OPENAI, "http://127.0.0.1:1", "m"), http).embed(["a"])


_PACKAGE = """
import numpy

class TextEmbedding:
    def __init__(self, model_name, threads):
        if model_name == "unknown":
            raise ValueError(model_name)

    def embed(self, documents):
        for text in documents:
            yield numpy.array([text.count(letter) + 0.1 for letter in "aeiou的她我"])
"""


async def test_a_model_on_this_machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If it fails, somebody who wants another model without a server gets none, or is not told what is missing."""
    monkeypatch.delitem(sys.modules, "fastembed", raising=False)
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(LocalEmbeddingMissing):
        await LocalEmbedder("small").embed(["a"])
    (tmp_path / "fastembed.py").write_text(_PACKAGE)
    importlib.invalidate_caches()
    with pytest.raises(LocalEmbeddingFailed):
        await LocalEmbedder("unknown").embed(["a"])
    embedder: Embedder = LocalEmbedder("small")
    vectors = await embedder.embed([f"text {place}" for place in range(20)])
    assert (len(vectors), embedder.dims, len(vectors[0])) == (20, 8, 8)
    assert cosine(vectors[0], vectors[0]) == pytest.approx(1.0)
    assert embedder.scale(1.0) == 1.0
    del sys.modules["fastembed"]
