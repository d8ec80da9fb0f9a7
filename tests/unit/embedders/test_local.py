"""The shipped model: what it answers, what it costs, and what happens without it."""

import os
import shutil
import struct
import subprocess
import sys
from pathlib import Path

import pytest

from notebrain.app.core.resources import resource
from notebrain.domain.errors import NoEmbedder
from notebrain.embedders import local
from notebrain.embedders.local import MODEL_FILE, VOCABULARY_FILE, LocalEmbedder

_MEASURE_MEMORY = """
import sys
from pathlib import Path
import numpy
from notebrain.embedders.local import LocalEmbedder

def resident_mb():
    return int(Path("/proc/self/statm").read_text().split()[1]) * 4096 / 1e6

embedder = LocalEmbedder(Path(sys.argv[1]))
before = resident_mb()
for words in (5, 40, 600, 100, 300, 20, 600):
    embedder.embed(["word " * words])
loaded = resident_mb()
embedder.release()
print(loaded - before, resident_mb() - before)
"""


def test_vectors_point_where_the_published_model_points() -> None:
    (vector,) = LocalEmbedder(resource("model")).embed(["hello world"])

    # the canonical vector of the float32 model; int8 is close to it, not equal
    published = (-0.03448, 0.03102, 0.00673, 0.02611, -0.03936)
    assert struct.unpack("<5f", vector[:20]) == pytest.approx(published, abs=0.02)


_EMBED = """
import sys
from pathlib import Path
from notebrain.embedders.local import LocalEmbedder
LocalEmbedder(Path(sys.argv[1])).embed(["a note"])
"""


def test_the_model_leaves_no_trace_of_this_computer_for_the_maker_of_its_runtime(
    tmp_path: Path,
) -> None:
    home = {"HOME": str(tmp_path), "LOCALAPPDATA": str(tmp_path), "XDG_CACHE_HOME": ""}
    line = [sys.executable, "-B", "-c", _EMBED, str(resource("model"))]
    subprocess.run(line, env={**os.environ, **home}, check=True)

    assert list(tmp_path.rglob("*")) == []


def test_nothing_is_read_before_the_first_use(tmp_path: Path) -> None:
    embedder = LocalEmbedder(tmp_path / "nowhere")

    assert embedder.space.dimensions == 384
    embedder.release()


def test_where_nothing_was_read_there_is_no_memory_to_give_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    given_back: list[bool] = []
    monkeypatch.setattr(local, "give_back", lambda: given_back.append(True))

    LocalEmbedder(tmp_path).release()
    read = LocalEmbedder(resource("model"))
    read.embed(["a note"])
    read.release()
    read.release()

    assert given_back == [True]


@pytest.mark.parametrize("missing", [MODEL_FILE, VOCABULARY_FILE])
def test_a_missing_file_is_named_and_says_that_words_still_find_notes(
    tmp_path: Path, missing: str
) -> None:
    for name in {MODEL_FILE, VOCABULARY_FILE} - {missing}:
        shutil.copy(resource("model", name), tmp_path)

    with pytest.raises(NoEmbedder, match=rf"{missing}.* found by their words"):
        LocalEmbedder(tmp_path).embed(["a note"])


@pytest.mark.parametrize("damage", [b"", b"no model at all", None])
def test_a_damaged_model_is_told_in_words(tmp_path: Path, damage: bytes | None) -> None:
    half = resource("model", MODEL_FILE).read_bytes()[:10_000_000]
    (tmp_path / MODEL_FILE).write_bytes(half if damage is None else damage)

    with pytest.raises(NoEmbedder, match="missing or damaged"):
        LocalEmbedder(tmp_path).embed(["a note"])


def test_a_damaged_vocabulary_is_told_in_words(tmp_path: Path) -> None:
    (tmp_path / VOCABULARY_FILE).write_bytes(b"\xff\xfe no vocabulary")

    with pytest.raises(NoEmbedder, match="missing or damaged"):
        LocalEmbedder(tmp_path).count_tokens("a note")


def test_without_onnxruntime_the_reason_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "onnxruntime", None)

    with pytest.raises(NoEmbedder, match="onnxruntime"):
        LocalEmbedder(resource("model")).embed(["a note"])


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="reads memory figures from /proc")
def test_the_model_costs_at_most_170_mb_and_release_gives_most_of_it_back() -> None:
    done = subprocess.run(
        [sys.executable, "-c", _MEASURE_MEMORY, str(resource("model"))],
        capture_output=True,
        text=True,
        check=True,
    )

    added, kept = map(float, done.stdout.split())
    assert added <= 170
    assert kept <= 60
